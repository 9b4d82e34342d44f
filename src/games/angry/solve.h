/* Inside the exact method: what its two halves share. */
#ifndef PANJ_GAMES_ANGRY_SOLVE_H
#define PANJ_GAMES_ANGRY_SOLVE_H

#include "games/angry/angry.h"
#include "search/line.h"
#include "search/solver.h"

extern const struct solver angry_solver;

/* Bounds of what a position will come to, in points still to come, the hen's view. */
struct angry_bounds {
    int32_t lower;
    int32_t upper;
    bool has_lower;   /* the hen can force `lower` */
    bool has_upper;   /* the queen can hold her to `upper` */
    struct line line; /* begins with the move by which the player on move keeps his bound */
};

/* Whether they leave one value. */
static inline bool angry_bounds_meet(const struct angry_bounds *bounds)
{
    assert(!bounds->has_lower || !bounds->has_upper || bounds->lower <= bounds->upper);
    return bounds->has_lower && bounds->has_upper && bounds->lower == bounds->upper;
}

/* What a run of bits costs for each set of items that it looks at, the dearest so far. */
struct angry_cost {
    double nodes;
    double bytes;
};

/* A position to be solved. */
struct angry_quest {
    const struct angry_board *board;
    const struct angry_position *position; /* goes on */
    const struct means *means;
    struct job *job;
    struct angry_bounds bounds;
    struct angry_cost cost;
    bool is_silent;    /* reports nothing */
    bool lacks_memory; /* has met the limit of means->bytes */
};

/* Takes note of a bound and the line that goes with it, and reports when something became better. */
void angry_quest_bound(struct angry_quest *, const struct line *, int value, bool is_lower, bool is_upper);

/* The scripted queen: one player's shortest path with prizes. */
void angry_solve_script(struct angry_quest *);
/* The free queen: minimax over every position. */
void angry_solve_free(struct angry_quest *);

#endif
