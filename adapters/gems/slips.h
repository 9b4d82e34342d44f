/* What becomes of an action, as the wire tells it and as the engine takes it: by the ground a player stands on and the
 * word asked for. */
#ifndef PANJ_GEMS_SLIPS_H
#define PANJ_GEMS_SLIPS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/gems/action.h"

enum { GROUNDS = 3, DEEDS = ACTIONS + 1, SLIPS_WHOLE = 1000000, SLIPS_FLAGS = 2400 };

/* In millionths. A row without any is certain: the action itself. */
struct slips {
    int32_t weight[GROUNDS][ACTIONS][DEEDS]; /* normal, barbed, teleport; the nine and TELEPORT */
};

/* `off`, `course`, or rows as the engine takes them; false: it is none of these. */
bool slips_parse(struct slips *, const char *word);
/* Certain, but for noop, which teleports. */
struct slips slips_of_teleports(void);
/* NULL, or what is wrong with the table. What is missing is certain; what a row lacks to 1 is NOOP. */
const char *slips_read(struct slips *, const json_t *probabilities);
/* The whole table: four kinds, nine words, ten of what is done; whole numbers where they are. */
json_t *slips_print(const struct slips *);
bool slips_are_certain(const struct slips *);
/* Whether something is drawn before it is done; this only one player can play. */
bool slips_are_drawn(const struct slips *);
/* The engine's flag with a blank before it, "" where all is certain. */
void slips_flags(const struct slips *, char flags[SLIPS_FLAGS]);

#endif
