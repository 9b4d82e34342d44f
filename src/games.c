/* The registry, written in games.def: a new game is one folder under games/ and one line there. */
#include "game.h"

#define GAME(name) extern const struct game name##_game;
#include "games.def"
#undef GAME

const struct game *const games[] = {
#define GAME(name) &name##_game,
#include "games.def"
#undef GAME
    NULL,
};
