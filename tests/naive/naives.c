/* The twin of every game in src/games.def. */
#include "naive.h"

#define GAME(name) extern const struct naive naive_##name;
#include "games.def"
#undef GAME

const struct naive *const naives[] = {
#define GAME(name) &naive_##name,
#include "games.def"
#undef GAME
    NULL,
};
