/* Positions with few moves left, searched to the end within a budget: far cheaper than proof numbers there.
 * Exact, and with no table but a small memory of its own thread, which tells whole positions apart. */
#ifndef PANJ_GAMES_KONANE_ENDGAME_H
#define PANJ_GAMES_KONANE_ENDGAME_H

#include "games/konane/jumps.h"

enum endgame_answer { ENDGAME_UNKNOWN, ENDGAME_WON, ENDGAME_LOST }; /* for the player on move */

enum { ENDGAME_MEMORY_BITS = 13 };

struct endgame {
    const struct konane_board *board;
    int budget;     /* positions that may still be opened */
    uint64_t nodes; /* positions opened so far, never reset */
    /* Whole positions with an answer, a word each; tries at the top of a search whose budget was not enough, too. */
    uint64_t memory[1 << ENDGAME_MEMORY_BITS];
};

/* A position in the midst of the game (jumps only). */
enum endgame_answer konane_endgame_solve(struct endgame *, const struct konane_view *, int budget);

#endif
