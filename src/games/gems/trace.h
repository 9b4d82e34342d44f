/* Where a plan goes: the chances of standing somewhere, set by set, when all is done that a filled family says is best. */
#ifndef PANJ_GAMES_GEMS_TRACE_H
#define PANJ_GAMES_GEMS_TRACE_H

#include "games/gems/odds.h"

/* The next family to fill: along the order as the plan mostly goes; the sets that it comes to, those that it would come to
 * beyond its family, and, as far as `sets_max` allows, those around the order. NULL: memory (more than `bytes`) runs out or
 * the job must stop. */
struct odds *gems_trace_widen(struct odds *, int sets_max, size_t bytes, struct job *);

#endif
