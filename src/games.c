/* The registry: a new game is one folder under games/ and one line here. */
#include "game.h"
#include "games/angry/angry.h"
#include "games/gems/gems.h"
#include "games/hand/hand.h"
#include "games/konane/konane.h"
#include "games/monopoly/monopoly.h"

/* clang-format off */
const struct game *const games[] = {
    &konane_game,
    &hand_game,
    &gems_game,
    &angry_game,
    &monopoly_game,
    NULL,
};
