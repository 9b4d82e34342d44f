/* Proof-number search (df-pn) for the winner of a position, on several threads over one table.
 *
 * A position is opened again and again, each time deeper, where the least is missing for a proof. New
 * positions are measured by patterns (guess.h); those with few moves left are searched out at once
 * (endgame.h). Threads (worker.h) share what they learn through the table and keep off each other's lines. */
#ifndef PANJ_GAMES_KONANE_PROVER_H
#define PANJ_GAMES_KONANE_PROVER_H

#include "base/text.h"
#include "base/words.h"
#include "games/konane/konane.h"
#include "games/konane/lessons.h"
#include "games/konane/pattern.h"
#include "games/konane/proof_table.h"
#include "games/konane/symmetry.h"
#include "search/solver.h"

struct prover;

/* Rows of struct solver; `self` is a struct prover. */
void *konane_prover_create(void); /* NULL: out of memory */
void konane_prover_destroy(void *self);
void konane_prover_clear(void *self);     /* forget all proofs */
int konane_prover_fill(const void *self); /* per mille of the table */

struct prover *konane_prover_create_with(const struct konane_weights *); /* others than the fitted ones */

/* Works until the position is decided or the job ends; of the means bytes and threads count. False: no memory
 * for even a small table, or no thread. A position without moves is decided too. */
bool konane_prover_run(struct prover *, const struct konane_board *, const struct konane_position *,
                       const struct means *, struct job *, struct proof *);

/* Another prover over the same table and of one thread, to ask for what is known and to prove what was forgotten while
 * others do; it must go before the first. NULL: out of memory. */
struct prover *konane_prover_beside(const struct prover *, struct job *);
/* By such a prover: a position of the game that was last run, decided then and forgotten by the table. That happens to
 * little ones, by the million. */
bool konane_prover_again(struct prover *, const struct konane_position *, struct proof *);

/* After a run that has proven a win: the move that was found, MOVE_NONE if none had to be looked for. */
move_t konane_prover_winning_move(const struct prover *, const struct konane_position *);

/* After a run on this board: what is known of a position, from table and endgame. False: nothing, as before
 * any run. `*work` is 0 for what the table does not hold. */
bool konane_prover_know(struct prover *, const struct konane_position *, struct proof *, uint64_t *work);

/* The same, where only a loss of the mover matters: whether it is one. */
bool konane_prover_knows_loss(struct prover *, const struct konane_position *, uint64_t *work);
/* Asks the memory for what the table knows of a position, so that it is near when it is wanted. */
void konane_prover_fetch(const struct prover *, const struct konane_position *);

/* What has been learnt at the cost of much work since it was last asked, as words (lessons.h), a blank before each;
 * how many. Only runs with a limit on nodes note any. */
int konane_prover_tell(void *self, struct text *words);
/* Believes what another prover has learnt of a position, where there is a table. What is proven already stays; what is
 * open gives way to a proof, and to what took more work. False: it was no news. */
bool konane_prover_learn_one(struct prover *, const struct konane_lesson *);
/* Takes the words of a prover elsewhere into the table, if there is one for this board; how many were news. False: a
 * word is none, and nothing has been taken. */
bool konane_prover_learn(struct prover *, const struct konane_board *, struct cursor words, int *learnt);

/* A table for so many positions of the board, as far as the means go, in which images below the stones of `root` are
 * one; what it knows of this board stays. False: no memory. */
bool konane_prover_make_room(struct prover *, const struct konane_board *, uint64_t root,
                             const struct means *, struct job *, uint64_t positions);

/* What makes images one, below all roots of runs on this board. */
const struct symmetry *konane_prover_symmetry(const struct prover *);

/* Whether the last run was on this board. */
bool konane_prover_is_on(const struct prover *, const struct konane_board *);
const struct proof_table *konane_prover_table(const struct prover *); /* without buckets before any run */
size_t konane_prover_bytes(const struct prover *);                    /* of the table */

#endif
