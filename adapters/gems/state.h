/* A whole position, read from and printed as the engine's FEN. */
#ifndef PANJ_GEMS_STATE_H
#define PANJ_GEMS_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "adapters/gems/map.h"

enum { STATE_FLAGS = 3072, STATE_FEN = 4096, STATE_DUE = 16 };

struct player {
    int cell; /* index in the map */
    int64_t score;
    int last;      /* gem taken last, 0: none */
    unsigned keys; /* held, a bit each */
};

struct state {
    struct map map;      /* what is left on it */
    int side;            /* who is to move, 0 or 1 */
    int64_t turn;        /* from 1 */
    char due[STATE_DUE]; /* what chance is to say: an action, teleport; "": nothing */
    int players;
    struct player player[PLAYERS];
    char flags[STATE_FLAGS]; /* the words at the end, without a blank before them */
};

/* Reads a FEN with all its fields; false: it is none. */
bool state_read(struct state *, const char *fen);
void state_print(const struct state *, char fen[STATE_FEN]);

#endif
