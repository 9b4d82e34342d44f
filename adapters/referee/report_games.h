/* The games of a match as the data of the page's viewer. */
#ifndef PANJ_REFEREE_REPORT_GAMES_H
#define PANJ_REFEREE_REPORT_GAMES_H

#include <stdbool.h>
#include <stdio.h>

#include "adapters/referee/replay.h"
#include "adapters/referee/settings.h"
#include "adapters/referee/store.h"

/* A page holds so many games, the first ones. */
enum { REPORT_GAMES_MAX = 5000 };

/* Prints the JSON object that the viewer reads. */
bool report_games_print(FILE *, struct store *, const struct settings *, struct replay *);

#endif
