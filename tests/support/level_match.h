/* Matches between levels of weaker play, in this process: how often is one a point ahead of another? */
#ifndef PANJ_TESTS_LEVEL_MATCH_H
#define PANJ_TESTS_LEVEL_MATCH_H

#include "game.h"

/* The starts come in pairs, sides changed, with the same dice. */
struct level_match {
    const struct game *game;
    struct words start; /* what follows newgame GAME */
    int plies;          /* random ones before the levels play */
    bool deals;         /* the start is dealt anew for each pair: seed=1, 2 ... */
    int pairs;
};

/* Points of `high` against `low` in 2 * pairs games, a win counts two and a draw one; -1: there is no such start, or it
 * is not for two. */
int level_match_play(const struct level_match *, int high, int low);

#endif
