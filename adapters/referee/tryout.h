/* Before the first game: does every engine start and greet? A typing error should not cost a match. */
#ifndef PANJ_REFEREE_TRYOUT_H
#define PANJ_REFEREE_TRYOUT_H

#include <stdbool.h>
#include <stdio.h>

#include "adapters/referee/settings.h"

/* Starts the engines one after the other, and lets each go again. False after a message. */
bool tryout_pass(const struct settings *, const char *game_name, FILE *trace);

#endif
