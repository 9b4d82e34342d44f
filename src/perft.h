/* Counts the positions reached in exactly n plies (decisions and chance events alike): the first test of
 * every rule, and the measure of how fast positions are made. */
#ifndef PANJ_PERFT_H
#define PANJ_PERFT_H

#include <stdatomic.h>

#include "game.h"

/* Leaves `depth` plies below; a game that is over early has none. When *stop becomes true (stop may be NULL)
 * the count is abandoned and what it returns means nothing. */
uint64_t perft(const struct game *, const struct board *, const struct position *, int depth,
               const atomic_bool *stop);

#endif
