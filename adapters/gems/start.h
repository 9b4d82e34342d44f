/* How a game begins: the lines that set it up at the arbiter, from a map file or a map of the engine's. */
#ifndef PANJ_GEMS_START_H
#define PANJ_GEMS_START_H

#include <stddef.h>

#include "adapters/gems/settings.h"
#include "adapters/gems/state.h"

enum { START_LINES = 8192 };

/* False with the reason: the map file cannot be read. */
bool start_lines(const struct settings *, char lines[START_LINES], char *why, size_t size);
/* Draws lots: every player begins in another corner of the map. */
void start_shuffle(struct state *, uint64_t *seed);

#endif
