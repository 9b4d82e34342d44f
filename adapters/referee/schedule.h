/* Who plays whom, when, from what: a fixed function of the game's number, so that a match can be resumed. */
#ifndef PANJ_REFEREE_SCHEDULE_H
#define PANJ_REFEREE_SCHEDULE_H

#include <stdint.h>

#include "adapters/referee/record.h"
#include "adapters/referee/settings.h"

/* `players`: 1 for a game that every entrant plays alone. */
int64_t schedule_count(const struct settings *, int players);
/* Game number `id`, 1 .. schedule_count(). */
struct fixture schedule_fixture(const struct settings *, int players, int64_t id);

#endif
