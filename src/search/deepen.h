/* Iterative deepening at the root: depth by depth, for the best line or for several (MultiPV). Every thread
 * of a search runs one of these over the same table. */
#ifndef PANJ_SEARCH_DEEPEN_H
#define PANJ_SEARCH_DEEPEN_H

#include "search/alphabeta.h"
#include "search/search.h"

struct root_move {
    move_t move;
    bool known;             /* has been the best of some search: the fields below are filled */
    bool is_bound;          /* the search was stopped when all it knew was "at least this" */
    struct verdict verdict; /* of this move */
    struct line line;       /* begins with `move` */
};

struct deepening {
    struct seeker seeker;
    const struct position *root;
    enum actor mover;
    int lines; /* that are wanted exactly */
    int depth; /* of the iteration that has come to its end; 0: none */
    int count;
    struct root_move at[MOVES_MAX]; /* the best first */
    bool others_at_most;            /* proven that no other move is worth more than at[0] is */
    value_t step;                   /* how much the value moved from one iteration to the next */
};

/* `moves`: those of the root to look at. */
void deepen_begin(struct deepening *, const struct position *root, const struct move_list *moves, int lines);
/* One iteration. False when it was stopped; then at[0] is the best that is known all the same, if known. */
bool deepen_once(struct deepening *, int depth);
/* Iterations from `first` to `last`, until one is stopped or nothing deeper can change anything. */
void deepen_through(struct deepening *, int first, int last);
/* Nothing deeper can change the value of any line. */
bool deepen_is_proven(const struct deepening *);
/* What line `index` says, as it stands. */
struct report deepen_report(const struct deepening *, int index, int depth);

#endif
