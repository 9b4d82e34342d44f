/* What two players will still win, each by his own greed: both always go for the item that pays most a turn,
 * the sooner one gets it, and the other thinks again. Distances are measured on the map beforehand. */
#ifndef PANJ_GAMES_GEMS_RACE_H
#define PANJ_GAMES_GEMS_RACE_H

#include "games/gems/runners.h"

/* What is far off may count less, or all alike to the end. */
enum race_depth { RACE_FADING, RACE_TO_THE_END };

/* The margin at the end as far as greed shows, A's view. */
int32_t gems_race_margin(const struct course *, const struct runners *, enum race_depth depth);

/* What `side` will win by greed if the other takes nothing more. */
int32_t gems_race_alone(const struct course *, const struct runners *, int side);

#endif
