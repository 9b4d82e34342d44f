/* The best tour of one player: bounds and beams in turn, each given about as much work as the other, until
 * they meet. What the beam finds is a lower bound, what it cuts off an upper one. */
#ifndef PANJ_GAMES_GEMS_TOUR_H
#define PANJ_GAMES_GEMS_TOUR_H

#include "games/gems/gems.h"
#include "search/solver.h"

/* Where the tour takes things, in this order, and what no play exceeds. */
struct tour_stops {
    int count;
    int16_t cell[PV_MAX];
    int64_t upper; /* of the final score, INT64_MAX: not known */
};

/* `until` says of every cell for how many turns what lies there will stay, NULL: always. The solution stays
 * as it is when memory or time runs out before there is a tour. Where chance has a say it is the tour that luck may
 * bring. `stops` may be NULL. */
void gems_tour_solve(const struct means *, const struct gems_board *, const struct gems_position *,
                     const int16_t until[GEMS_CELLS], struct job *, struct solution *, struct tour_stops *);

#endif
