/* The free queen's game with a bird: can hen and bird come to more than a threshold?
 *
 * Items only vanish, so the game falls into layers, one a set of eggs and a family of pigs (exact, spent and
 * relaxed as in layer.h), and in each the counter of actions only falls: all layers are computed for 0, 1, 2 ...
 * actions left. Of a position that leaves one bit, as in decide.h, for how many actions are left says how many
 * were spent. All queens of one hen and one bird are a row, a set of cells: set where player 1 comes to more.
 *
 * Turns do not count beside actions. Where neither hen nor bird has a step, the hen stands between walls, bird
 * and queen; if the queen is one of them she takes the hen or frees her, and else nothing will ever change. So
 * no two rounds follow each other without an action, and of turns there are twice as many as of actions. */
#ifndef PANJ_GAMES_ANGRY_PAIR_H
#define PANJ_GAMES_ANGRY_PAIR_H

#include "games/angry/run.h"

/* Of turns so many are left that only actions can run out. */
bool angry_pair_covers(const struct angry_board *, const struct angry_position *);

/* Rows that a proof looks at, roughly. */
double angry_pair_nodes(const struct angry_board *, const struct angry_position *);

/* What came of a question. */
struct angry_verdict {
    bool is_more;
    move_t move;  /* that sees to it, where it is what the mover wishes */
    int least;    /* if it is more: what it is at least */
    size_t bytes; /* that were taken for it */
};

/* Asks plan->threshold; `manner` and the clock of its terrain say nothing here. */
enum layer_end angry_pair_ask(const struct angry_plan *, struct angry_verdict *);

#endif
