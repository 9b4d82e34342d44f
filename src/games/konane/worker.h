/* One thread of the prover: from the root down to where the least is missing for a proof, and back, again and again. */
#ifndef PANJ_GAMES_KONANE_WORKER_H
#define PANJ_GAMES_KONANE_WORKER_H

#include <stdatomic.h>

#include "games/konane/children.h"
#include "games/konane/endgame.h"
#include "games/konane/guess.h"
#include "games/konane/lessons.h"
#include "search/meter.h"
#include "solve/crew.h"

enum { KONANE_PLIES_MAX = KONANE_CELLS_MAX + 1 };

struct konane_worker {
    struct prover *prover;
    int index;
    struct meter meter;
    uint64_t endgame_told; /* nodes of the endgame that the meter has */
    unsigned told;         /* how often the meter was told */
    uint64_t return_at;    /* at so many nodes it goes back to the root */
    struct proof proof;    /* of the root, when it has ended */
    /* The line being worked on, for the other threads; 0: none at this ply. */
    _Atomic uint64_t line[KONANE_PLIES_MAX];
    struct endgame endgame; /* the last: what it remembers outlasts a run */
};

struct prover {
    struct konane_board board;
    struct symmetry symmetry;
    struct proof_table table; /* none before the first run */
    bool is_beside;           /* the table is another prover's */
    struct job *job;
    int threads;
    size_t room; /* bytes that the table may still grow to */
    struct konane_node root;
    const struct konane_weights *weights;
    struct konane_guess guess;
    atomic_bool done;        /* the root is decided, the job has ended, or the table is full */
    atomic_bool is_spent;    /* the job has ended */
    atomic_bool is_tight;    /* the table may grow no more, and there is hardly any room left in it */
    _Atomic uint64_t winner; /* a child of the root that is lost for its mover; 0: none found */
    struct konane_worker *workers[CREW_MAX]; /* made when first wanted */
    struct konane_lessons lessons;           /* for provers elsewhere */
};

/* Works on the root until it is decided, or until prover->done is set. */
struct proof konane_worker_run(struct konane_worker *);

/* Whether the table may grow no more and is nearly full. */
bool konane_worker_is_tight(const struct prover *);
/* What is thought of a position, not the first two, that the table does not hold. */
struct proof konane_worker_measure(struct konane_worker *, uint64_t stones, enum konane_side);
/* Whether that is a loss, without a guess where it is none. */
bool konane_worker_sees_loss(struct konane_worker *, uint64_t stones, enum konane_side);

#endif
