/* A worker's job: what is to be done, the engine that does it, and what it has found until the queue has that. */
#ifndef PANJ_CAMPAIGN_LABOUR_H
#define PANJ_CAMPAIGN_LABOUR_H

#include "adapters/campaign/leaf.h"
#include "adapters/campaign/many.h"

enum { LABOUR_NAME = 160 };

struct labour {
    char name[LABOUR_NAME]; /* of this engine, as the queue knows it */
    int number;             /* among those of this worker */
    char id[QUEUE_ID];      /* of the job; "": none */
    struct string what;     /* as the queue had it */
    bool proves;            /* the job is a leaf of a large proof, not a position of a list */
    struct task task;       /* of a list */
    struct leaf leaf;       /* of a proof: its engine stays from job to job */
    bool is_open;           /* the leaf */
    char lesson[QUEUE_ID];  /* the last that it was taught */
    struct string result;   /* what has been found; empty: nothing yet */
    char part[SHA256_NAME]; /* of the proof that goes before it; "": none */
};

/* Positions of a list: "GAME | WORDS". False: it is none. */
bool labour_begin_position(struct labour *, const struct manner *, const char *id, const char *position);
/* "NUMBER BUDGET OPENS FEN" of a proof; `root` is that of the proof. False: it is none. */
bool labour_begin_leaf(struct labour *, const struct manner *, const char *root, const char *id, char *order);
/* Does what can be done; true when something has just been found. */
void labour_step(struct labour *);
bool labour_is_free(const struct labour *);
/* An engine that works answers: when it last did so. */
int64_t labour_heard(const struct labour *);
/* Asks the engine for a sign of life. */
void labour_ask_life(struct labour *);
/* What a worker has found otherwise than by an engine. */
void labour_say(struct labour *, const struct record *, const char *bad);
/* The queue has what was found. */
void labour_rest(struct labour *);
/* Drops the job and the engine. */
void labour_drop(struct labour *);
int labour_wires(const struct labour *, struct wire **wires); /* at most LEAF_WIRES */

#endif
