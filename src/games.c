/* The registry: a new game is one folder under games/ and one line here. */
#include "game.h"
#include "games/hand/hand.h"

const struct game *const games[] = {
    &hand_game,
    NULL,
};
