/* One position and the engine that solves it: a process of its own, then, if the proof is wanted, another
 * that checks it by the rules alone; or a part of a proof that is there, for one process to check. Nothing here
 * waits: task_step() does what can be done. */
#ifndef PANJ_CAMPAIGN_TASK_H
#define PANJ_CAMPAIGN_TASK_H

#include "adapters/campaign/engine.h"
#include "adapters/campaign/record.h"

/* How all tasks of a campaign are done. */
struct manner {
    const struct engine *engine;
    int64_t limit;       /* microseconds of the wall for a position */
    bool winner;         /* who wins is all that is asked */
    bool verify;         /* proofs are checked */
    const char *proofs;  /* and kept in this folder, where those to be checked are too; NULL: not kept */
    const char *tables;  /* what open positions know is kept in this folder; NULL: nowhere */
    int64_t part;        /* visits; what took more is proven in parts, not at once; 0: nothing is */
    int64_t every;       /* microseconds after which it is kept again */
    int64_t least;       /* visits; what took fewer is not kept */
    const char *scratch; /* where the files of unfinished tasks stand: this and a number */
};

enum {
    TABLE_TIME = 1800 * WIRE_SECOND /* in which a table is read or written: it may be as large as memory */
};

enum task_state {
    TASK_IDLE,
    TASK_READING,  /* what the position knows from before */
    TASK_SOLVING,  /* until bestmove */
    TASK_WALKING,  /* a part of a proof is being checked */
    TASK_SAVING,   /* the proof is being written */
    TASK_KEEPING,  /* what is known of an open position is being written */
    TASK_LEAVING,  /* the solver has been told to go */
    TASK_CHECKING, /* another process reads the proof */
    TASK_DONE      /* take the record */
};

struct task {
    enum task_state state;
    const struct manner *manner;
    struct wire *wire;
    int64_t began;
    int64_t deadline; /* of what it is at now */
    int64_t heard;    /* when the engine last said anything */
    int64_t solving_until;
    struct record record;
    struct told told;
    char *store;       /* the file of the proof, or of what is known on the way to one */
    char *fen;         /* the position as the checker prints it */
    bool has_proof;    /* it has been written */
    bool is_hurried;   /* it is to end soon */
    bool checks;       /* the process is the checker's, the solver's is gone */
    struct string bad; /* the engine's `error` line: this is no position for it */
};

/* `number` tells the files of tasks at the same time apart. */
void task_begin(struct task *, const struct manner *, int number, const char *position);
/* Only the checking: of a record that somebody else found, whose proof stands in `store`. If that is NULL, whether
 * the game has proofs at all is asked. The file is removed or kept like one of our own. */
void task_begin_check(struct task *, const struct manner *, struct record, const char *store);
void task_step(struct task *);
/* What is being solved is to end soon, with what is known by then. */
void task_hurry(struct task *);
/* After TASK_DONE: the record is the caller's. */
struct record task_take(struct task *);
/* At any time: kills what runs. */
void task_drop(struct task *);

#endif
