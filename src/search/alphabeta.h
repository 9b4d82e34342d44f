/* The search of one thread: alpha-beta with a null window behind the first move (principal variation search)
 * and the transposition table. It always looks at the full width, so that what it finds at depth n is what
 * n plies show, and it keeps account of what it has seen to the end of the game: a value is proven when no
 * horizon stood in the way.
 *
 * Players need not alternate; chance nodes are averaged (expectimax.h). */
#ifndef PANJ_SEARCH_ALPHABETA_H
#define PANJ_SEARCH_ALPHABETA_H

#include "search/line.h"
#include "search/meter.h"
#include "search/search.h"
#include "search/solver.h"
#include "search/table.h"

enum {
    HISTORY_SLOTS = 4096,
    LIST_HEAD = offsetof(struct move_list, at) / sizeof(move_t),
    SHELF_SLOTS = DEPTH_MAX * (MOVES_MAX + 2 * LIST_HEAD)
};

/* The lists of moves of the nodes above, one behind the other, each cut to its length: they can be long but
 * seldom are, and what is not used costs nothing. Beside them what the moves rank. */
struct shelf {
    int used;
    _Alignas(struct move_list) move_t slot[SHELF_SLOTS];
    int64_t rank[SHELF_SLOTS];
};

struct seeker {
    const struct game *game;
    const struct board *board;
    struct table *table;
    struct meter meter;
    const struct solver *oracle; /* whose tables are asked at every node, NULL: nobody's */
    const void *oracle_self;
    int seldepth;                      /* plies of the longest line seen */
    int32_t history[2][HISTORY_SLOTS]; /* how often a move has cut, by player */
    struct shelf shelf;
    int32_t ranks[MOVES_MAX]; /* of one node, as the game tells them */
};

/* A value and whether it stands for the game itself, whatever the depth. */
struct verdict {
    value_t value;
    bool at_least; /* the true value is proven to be no smaller */
    bool at_most;  /* ... no larger */
};

/* Where a node stands. */
struct place {
    int depth;    /* plies still to look */
    int ply;      /* plies from the root */
    uint64_t key; /* of the position, if the table is asked at this depth */
    value_t alpha;
    value_t beta;
    bool expects_cut; /* null window: one of the moves will probably be enough */
};

void seeker_begin(struct seeker *, const struct game *, const struct board *, struct table *, struct job *);

/* Plays `move` of `mover` and says what it is worth to him: exactly inside the window (place->alpha,
 * place->beta), else a bound. `place` is the mover's. Means nothing once the meter has stopped. */
struct verdict alphabeta_move(struct seeker *, const struct position *, enum actor mover, move_t move,
                              const struct place *, struct line *);

/* The moves of a decision, the most promising first: `first` (may be MOVE_NONE), then by the game's rank,
 * then by what has cut before. They are ranked when a second is asked for, which most nodes never do. */
struct choices {
    struct move_list *list; /* on the shelf, like the ranks; not a move longer than its count */
    int64_t *rank;
    bool has_first; /* list->at[0] is to come first, ranked or not */
    bool by_rank;
    bool is_ranked;
};

/* Who opens closes, the last opened first. */
void choices_open(struct choices *, struct seeker *, const struct position *, move_t first, bool by_rank);
void choices_close(const struct choices *, struct seeker *);
/* The best of the moves from `index` on, which must be asked for one after the other. */
move_t choices_pick(struct choices *, int index, struct seeker *, const struct position *, enum actor mover);

#endif
