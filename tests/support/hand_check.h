/* Does a player win a position of Hand of the King, by the rules alone?
 *
 * The exact method says at every position of that player which move to try first. Nothing else of it is believed: the
 * rules are written once more, every move of the other is gone into, and a line ends where Varys is stuck or four of the
 * seven houses can no longer change hands. */
#ifndef PANJ_TESTS_HAND_CHECK_H
#define PANJ_TESTS_HAND_CHECK_H

#include "game.h"

struct hand_check_work {
    uint64_t positions, hints;
};

/* `player` is 0 or 1. 2 ^ `memory_bits` positions of 16 bytes are remembered, and what the method keeps. The game is not
 * over and has no companions. */
bool hand_check_wins(const struct board *, const struct position *, int player, int memory_bits,
                     struct hand_check_work *);

#endif
