/* Positions with few moves left, searched to the end within a budget: far cheaper than proof numbers there.
 * Exact, and with no table but a small cache of its own thread, which holds whole positions. */
#ifndef PANJ_GAMES_KONANE_ENDGAME_H
#define PANJ_GAMES_KONANE_ENDGAME_H

#include "games/konane/jumps.h"

enum endgame_answer { ENDGAME_UNKNOWN, ENDGAME_WON, ENDGAME_LOST }; /* for the player on move */

enum { ENDGAME_CACHE_BITS = 13 };

struct endgame_memory {
    uint64_t own; /* with `enemy` the position; both 0: empty */
    uint64_t enemy;
    enum endgame_answer answer; /* UNKNOWN: the budget was not enough at the top of a search */
};

struct endgame {
    const struct konane_board *board;
    int budget;     /* positions that may still be opened */
    uint64_t nodes; /* positions opened so far, never reset */
    struct endgame_memory cache[1 << ENDGAME_CACHE_BITS];
};

/* A position in the midst of the game (jumps only). */
enum endgame_answer konane_endgame_solve(struct endgame *, const struct konane_view *, int budget);

#endif
