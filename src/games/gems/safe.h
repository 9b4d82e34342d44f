/* Two players: what the mover can take whatever the other does, since he is there first even if the other
 * goes straight to it. Where that is better than the race for everything, it is the plan. */
#ifndef PANJ_GAMES_GEMS_SAFE_H
#define PANJ_GAMES_GEMS_SAFE_H

#include "games/gems/race.h"
#include "search/solver.h"

/* The plan as a solution (an estimate of the final margin, the mover's view) when it promises more than the
 * race; no best move otherwise. */
void gems_safe_plan(const struct course *, const struct position *, size_t bytes, struct job *,
                    struct solution *);

#endif
