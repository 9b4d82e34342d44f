/* The registry: a new game is one folder under games/ and one line here. */
#include "game.h"
#include "games/konane/konane.h"

const struct game *const games[] = {
    &konane_game,
    NULL,
};
