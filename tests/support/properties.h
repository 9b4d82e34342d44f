/* What holds in every position of every game. The property tests ask along random play, the fuzzers in any
 * position that a FEN can say. */
#ifndef PANJ_TESTS_PROPERTIES_H
#define PANJ_TESTS_PROPERTIES_H

#include "game.h"

struct property {
    const char *name; /* what holds */
    int plies;        /* how many positions of random play the unit test asks, before scaling */
    /* NULL if it holds, else what does not. */
    const char *(*broken)(const struct game *, const struct board *, const struct position *);
};

extern const struct property properties[]; /* ends with a NULL name */

/* Of the fault that a refused FEN leaves. */
const char *fault_is_broken(const struct fault *);

#endif
