/* A game for testing searches: a random tree grown from a seed, its branches often meeting again. Players do
 * not alternate, games end early, chance may come at any time, and brute force can tell the truth about all
 * of it. */
#ifndef PANJ_TESTS_THICKET_H
#define PANJ_TESTS_THICKET_H

#include "game.h"

extern const struct game thicket_win;    /* SCALE_WIN, with draws */
extern const struct game thicket_points; /* SCALE_POINTS */
extern const struct game thicket_chance; /* SCALE_CHANCE, with chance events */

struct thicket_shape {
    uint64_t seed;
    int plies;   /* of the longest game */
    int width;   /* positions a ply */
    int players; /* 1 or 2 */
    int lasts;   /* not 0: no game ends before its last ply */
};

/* A start that is a decision. */
void thicket_start(const struct game *, const struct thicket_shape *, struct board *, struct position *);

/* The truth after `depth` more plies (evaluate() there), player 1's view, by looking at everything. */
value_t thicket_value(const struct game *, const struct board *, const struct position *, int depth, int ply);

#endif
