/* The free queen's game with a bird: can hen and bird come to more than a threshold?
 *
 * A run of layers as without a bird (run.h), each a floor (floor.h). Of a position that leaves one bit, as in decide.h,
 * for how many actions are left says how many were spent.
 *
 * Turns do not count beside actions, where there are two of them for each (SOLVER.md: a bird beside a free queen). */
#ifndef PANJ_GAMES_ANGRY_PAIR_H
#define PANJ_GAMES_ANGRY_PAIR_H

#include "games/angry/run.h"

/* Of turns so many are left that only actions can run out. */
bool angry_pair_covers(const struct angry_board *, const struct angry_position *);

/* Rows that a proof looks at, roughly. */
double angry_pair_nodes(const struct angry_board *, const struct angry_position *);

#endif
