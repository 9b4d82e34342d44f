/* The upper part of a proof: positions, what is known of each, and which one to work on next.
 *
 * A position says how much is missing until its mover has won (phi) or lost (delta). A leaf has its numbers from the
 * engine. One that was opened has them from its children: phi is the least delta among them, delta the largest phi
 * and an eighth of the others, because what is below them overlaps. A position is final when its own verified proof
 * part says so, or its children are: what an engine merely claims is kept as nearly final, so that it is asked for
 * its part as soon as it matters. Nothing of this names a game; positions are FENs, and equal FENs are one node, as are
 * images of each other, if somebody says which those are. */
#ifndef PANJ_CAMPAIGN_GRAPH_H
#define PANJ_CAMPAIGN_GRAPH_H

#include <stdint.h>
#include <stdio.h>

#include "adapters/campaign/ground.h"

enum {
    GRAPH_INFINITE = 1 << 26, /* above every number that an engine tells */
    GRAPH_NOBODY = -1
};

struct graph_numbers {
    uint32_t phi;
    uint32_t delta;
};

struct graph_edge {
    char *move;
    int child;
    bool is_image; /* an edge before it leads there too */
};

/* Which positions are images of each other: one of them stands for all. */
struct graph_images {
    const void *context; /* NULL: each is its own */
    void (*print)(const void *context, const char *fen, struct string *canonical);
    /* The number of the child's image that the move leads to, from the given image of a node: 0 is the node itself. */
    int (*child)(const void *context, const char *fen, int image, const char *move, const char *child);
};

struct graph_node {
    char *fen;
    struct graph_numbers numbers;
    uint64_t work;            /* positions that engines say they visited below it */
    struct graph_edge *edges; /* none: a leaf */
    int edge_count;
    int *parents;
    int parent_count;
    int jobs;                    /* that were spent on it as a leaf */
    int visitors;                /* jobs at it or below it, each counted on the one path that led to it */
    int owner;                   /* the worker that was last below it, whose table knows it; GRAPH_NOBODY */
    int mark;                    /* of the walk that came by last */
    unsigned met;                /* by that: its images, a bit each */
    bool is_busy;                /* a leaf that somebody works on */
    bool is_over;                /* the game ends here, there is nothing to prove */
    bool is_presumed;            /* final until somebody has read its proof */
    struct graph_numbers before; /* it was so */
    char *part;                  /* the name of its own proof; NULL: none */
};

struct graph {
    struct graph_node *at; /* the first is the root */
    struct graph_images images;
    int count;
    int room;
    int walks; /* for `mark` */
    struct index by_fen;
    uint64_t nodes; /* spent in all jobs */
    int jobs;
};

enum { GRAPH_DEPTH = 512 };

/* From the root to a leaf. */
struct graph_path {
    int at[GRAPH_DEPTH];
    int length;
};

struct graph graph_create(const char *root, struct graph_images);
void graph_free(struct graph *);

/* What a job has found, a row as leaf.h writes it. False: it is none, or not of this graph. */
bool graph_take_row(struct graph *, const char *line, size_t length);

/* A leaf is decided, its proof has yet to be read: until it has been, or is retracted, nobody need work beside it. */
void graph_presume(struct graph *, int leaf, bool won);
void graph_retract(struct graph *, int leaf);

bool graph_is_final(const struct graph_node *);
bool graph_is_won(const struct graph_node *); /* by the player on move; if final */
/* The leaf that proves most and is free, for that worker; false if there is none, for anybody. Counts the visit. */
bool graph_choose(struct graph *, int worker, struct graph_path *);
/* The visit is over. */
void graph_leave(struct graph *, const struct graph_path *);
/* Whether the root still depends on the node. */
bool graph_is_wanted(struct graph *, int node);
/* How much of the proof is there, from 0 to 1, if each child of a position costs the same. */
double graph_share(struct graph *);

/* The proof of a final root: `part` is called with each part that it is made of, `answer` with each position of the
 * graph in which the winner is on move and the graph knows his move; both for every image that is met. */
struct graph_visitor {
    void *context;
    void (*part)(void *context, const char *name, int image);
    void (*answer)(void *context, const char *fen, const char *move, int image);
};
void graph_walk_proof(struct graph *, const struct graph_visitor *);

#endif
