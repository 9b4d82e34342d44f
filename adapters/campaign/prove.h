/* One position, proven by many jobs: `panj-campaign prove RESULTS 'konane | startpos'`. */
#ifndef PANJ_CAMPAIGN_PROVE_H
#define PANJ_CAMPAIGN_PROVE_H

#include "adapters/campaign/graph.h"
#include "adapters/campaign/konane_board.h"
#include "adapters/campaign/leaf.h"
#include "adapters/campaign/settings.h"

/* What jobs have cost of late, older ones ever less. */
struct trips {
    double jobs;
    double seconds; /* beside the work: there and back, until somebody notices, until there is another */
    double nodes, worked;
};

enum { PROOF_BUDGET_LEAST = 10000 };

struct proof {
    const struct settings *settings;
    struct string position; /* "konane | startpos" */
    struct string game;     /* the words before the bar */
    struct string folder;   /* of the parts */
    struct manner manner;
    struct graph graph;
    struct konane_images images; /* below the root they are worth the same */
    char *fen;                   /* of the root */
    int file;                    /* RESULTS */
    const char *path;
    bool is_proven; /* RESULTS says so itself */
    int64_t began, told;
    uint64_t nodes_before; /* that RESULTS had at the start */
    int working;
    uint64_t budget_least; /* of a job */
    struct trips trips;
};

/* For the graph; they must stay where they are. */
struct graph_images proof_images(const struct konane_images *);
/* Reads RESULTS, or begins it. */
void proof_open(struct proof *, struct settings *);
void proof_close(struct proof *);
/* A row of a job: in the graph and in RESULTS, on the disk after proof_sync(). False: it says nothing about this proof. */
bool proof_keep_row(struct proof *, const struct string *row);
void proof_sync(const struct proof *);
/* How much of what a worker has learnt goes to so many others, its best words: learning takes time too. */
size_t proof_lessons_length(const char *lessons, int workers);
uint64_t proof_budget(const struct proof *, int workers);
/* A job of so many nodes took so many seconds of an engine, and so many from its giving until it was back. */
void proof_note_trip(struct proof *, uint64_t nodes, double worked, double away);
/* Whether a leaf has become so large that its children should be told apart. */
bool proof_opens(const struct proof *, const struct graph_node *leaf, uint64_t budget, int workers);
void proof_tell(struct proof *, bool now);
/* How far a proof is, to stdout, without an engine. False: RESULTS are not those of one. */
bool proof_print_status(const char *path);
/* The root is final: one file of all parts, verified as a whole, and the last row. The exit status. */
int proof_finish(struct proof *);
bool proof_is_decided(const struct proof *);

int prove_position(struct settings *);

#endif
