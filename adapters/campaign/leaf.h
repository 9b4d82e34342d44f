/* One engine process that works on positions of a proof, job after job: its table stays warm. A job is a position
 * and a budget of nodes; what comes back is a row:
 *
 *     {"job": FEN, "nodes": 51234, "seconds": 0.41, "worker": 1, "numbers": "12 7 51000"}
 *     {"job": FEN, ..., "numbers": "12 7 51000", "children": ["a1b1 12 7 880 FEN", ...]}
 *     {"job": FEN, "nodes": 999, ..., "won": true, "proof": "SHA-256 of its part"}
 *     {"job": FEN, ..., "won": false, "over": true}
 *
 * with phi, delta and work, for the position and, if it was to be opened, for each child behind its move and before
 * its FEN; or, if the position is decided, who wins and the part, which another process has verified. One that is decided
 * but took too much work for one part is opened: its children will have parts.
 *
 * What the engine has learnt on its way it tells as words, its lessons, for the engines of other leaves: so they need
 * not do it again. Nobody checks them, but a part that is made with their help is checked like any other. */
#ifndef PANJ_CAMPAIGN_LEAF_H
#define PANJ_CAMPAIGN_LEAF_H

#include "adapters/campaign/task.h"
#include "adapters/wire/sha256.h"

enum leaf_state {
    LEAF_IDLE,
    LEAF_SOLVING,  /* until bestmove */
    LEAF_NUMBERS,  /* query numbers */
    LEAF_CHILDREN, /* a FEN for each child */
    LEAF_RESULT,   /* the game is over: who has won */
    LEAF_SAVING,
    LEAF_CHECKING, /* another process reads the part */
    LEAF_DONE,     /* take the row */
    LEAF_FAILED    /* the process is gone; `why` says how */
};

enum { LEAF_WIRES = 2 };

struct leaf {
    enum leaf_state state;
    const struct manner *manner; /* `proofs` is the folder of the parts; `verify`: they are checked first */
    const char *root;            /* of the whole proof: "GAME | POSITION" */
    int number;                  /* the worker's */
    struct wire *wire;           /* NULL: to be started with the next job */
    char *store;
    char *fen; /* of the job */
    int64_t began, deadline;
    int64_t heard; /* when the engine last said anything */
    struct told told;
    char part[SHA256_NAME]; /* of a decided position, in the folder; "": none */
    bool is_decided;        /* as the engine says */
    bool won;
    bool opens; /* the children are asked for */
    bool is_stopping;
    bool is_reading;       /* a fresh engine reads what is known of the root, */
    bool is_meeting;       /* and looks at it before its first job */
    struct string numbers; /* the engine's response, its words cut apart one by one */
    char *next_child;      /* what is left of them */
    struct string row;
    struct string lessons; /* of this job, a blank before each */
    struct string learns;  /* commands for the engine, before its next job */
    struct string why;
    struct task check;
};

void leaf_open(struct leaf *, const struct manner *, const char *root, int number);
void leaf_close(struct leaf *);
void leaf_begin(struct leaf *, const char *fen, uint64_t budget, bool opens);
/* What it was to find is not wanted any more: it ends soon, with what it has. */
void leaf_stop(struct leaf *);
void leaf_step(struct leaf *);
/* Lessons of another leaf; they wait for the next job. */
void leaf_learn(struct leaf *, const char *lessons, size_t length);
/* After LEAF_DONE or LEAF_FAILED. */
void leaf_rest(struct leaf *);
/* What to watch: at most LEAF_WIRES. */
int leaf_wires(const struct leaf *, struct wire **wires);

/* The FEN of a position "game | words" as the engine prints it. Fails if it is none. */
char *leaf_ask_fen(const struct engine *, const char *position);

#endif
