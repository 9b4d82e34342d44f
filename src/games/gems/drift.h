/* One player where chance has a say: the best mean of the final score. Where every set of items can be looked at it is
 * exact; else a plan along the tour that luck would bring, with what is a little off it, made anew whenever something
 * has been taken. */
#ifndef PANJ_GAMES_GEMS_DRIFT_H
#define PANJ_GAMES_GEMS_DRIFT_H

#include "games/gems/odds.h"
#include "search/solver.h"
#include "solve/effort.h"

/* What is remembered from move to move. */
struct drift {
    struct odds *odds; /* NULL: nothing yet */
    struct pace pace;  /* of filling, in cells */
};

void gems_drift_forget(struct drift *);
/* A decision is due. */
void gems_drift_solve(struct drift *, const struct means *, const struct gems_board *,
                      const struct gems_position *, struct job *, struct solution *);

#endif
