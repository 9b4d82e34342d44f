/* A proof that can be kept and checked: the winner's answer to everything that the other may try.
 *
 * A strategy is a sorted list of positions with the winner on move, each with his one move. It is good if
 * after that move every reply leads to a position of the list again, or to one that a short plain search
 * wins. As the stones only get fewer, it is enough to look at each position alone, in any order. The check
 * uses the rules and nothing of what found the proof. */
#ifndef PANJ_GAMES_KONANE_STRATEGY_H
#define PANJ_GAMES_KONANE_STRATEGY_H

#include "games/konane/konane.h"
#include "search/job.h"

struct konane_answer {
    uint64_t stones; /* the winner is on move */
    uint64_t move;
};

struct konane_strategy {
    struct konane_board board;
    struct konane_position root;
    enum konane_side winner;
    size_t count;
    /* Ascending by stones, each once; here or, of a proof in a file, where that is mapped. */
    struct konane_answer *answers;
    const unsigned char *image; /* NULL: they are in `answers` */
};

enum {
    STRATEGY_SEARCH = 60,      /* positions that the check may open to win without an answer */
    STRATEGY_ANSWER_BYTES = 10 /* of an answer in a file */
};

/* -- making one (strategy.c) -- */

struct prover;
/* After a run of the prover that has decided `root`. False: stopped or out of memory, nothing is kept. */
bool konane_strategy_build(struct prover *, const struct konane_board *, const struct konane_position *root,
                           struct job *, struct konane_strategy *);
void konane_strategy_free(struct konane_strategy *);

/* Little end first: eight bytes of stones, two of the move. */
void konane_strategy_put(const struct konane_answer *, unsigned char bytes[STRATEGY_ANSWER_BYTES]);
struct konane_answer konane_strategy_at(const struct konane_strategy *, size_t index);

/* -- checking one (verify.c) -- */

/* Whether `side`, on move, wins by a search that opens at most STRATEGY_SEARCH positions. */
bool konane_strategy_wins_soon(const struct konane_board *, uint64_t stones, enum konane_side side);

enum strategy_flaw {
    STRATEGY_SOUND,
    STRATEGY_UNSORTED, /* or twice the same */
    STRATEGY_ILLEGAL,  /* the answer is no move */
    STRATEGY_OPEN,     /* a reply leads to a position without an answer */
    STRATEGY_STOPPED   /* by the job */
};

/* Checks answers from .. to - 1; parts may be checked at the same time. `*at` is the flawed one. */
enum strategy_flaw konane_strategy_check_answers(const struct konane_strategy *, size_t from, size_t to,
                                                 struct job *, size_t *at);
/* Whether the list has an answer to the root, or to all replies if the other player begins. */
enum strategy_flaw konane_strategy_check_root(const struct konane_strategy *);

#endif
