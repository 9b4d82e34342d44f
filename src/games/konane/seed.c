/* The agent of the course project that the game comes from: alpha-beta of 5 plies over the difference of the
 * two move lists. */
#include "games/konane/konane.h"

#include <math.h>

enum { SEED_PLIES = 5 };

static int plies(const struct board *board, const struct position *root)
{
    (void)board;
    (void)root;
    return SEED_PLIES;
}

static double value(const struct board *board, const struct position *root, const struct position *position,
                    enum actor me, bool leaf)
{
    (void)root;
    assert(me == ACTOR_ONE || me == ACTOR_TWO);
    const struct konane_position *at = konane_position(position);
    int black = konane_count(konane_board(board), at, KONANE_BLACK);
    int white = konane_count(konane_board(board), at, KONANE_WHITE);
    if (leaf)
        return me == ACTOR_ONE ? black - white : white - black;
    assert((at->side == KONANE_BLACK ? black : white) == 0);
    bool mine = (at->side == KONANE_BLACK) == (me == ACTOR_ONE);
    return mine ? -INFINITY : INFINITY;
}

const struct seed konane_seed = {.plies = plies, .value = value, .cuts_on_equal = false};
