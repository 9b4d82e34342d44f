/* Turns and reflections of the board that map colours and a given position to themselves. What can be reached
 * from that position is as good as its images, so that one of them, the smallest, stands for all. */
#ifndef PANJ_GAMES_KONANE_SYMMETRY_H
#define PANJ_GAMES_KONANE_SYMMETRY_H

#include "games/konane/konane.h"

enum { SYMMETRY_MAX = 7, SYMMETRY_BYTES = 8, SYMMETRY_VALUES = 256 };

struct symmetry {
    int count;    /* beside the identity */
    unsigned has; /* which transforms */
    /* image[i][byte][value]: where symmetry i sends the cells `value` of that byte of a set */
    uint64_t image[SYMMETRY_MAX][SYMMETRY_BYTES][SYMMETRY_VALUES];
};

/* Those of a position are added to what is there; all zero is none. What is kept by its smallest image stays where it
 * can be found, though positions that come later have less symmetry. */
void konane_symmetry_widen(struct symmetry *, const struct konane_board *, uint64_t stones);

static inline uint64_t symmetry_image(const struct symmetry *symmetry, int index, uint64_t stones)
{
    uint64_t image = 0;
    for (int byte = 0; byte < SYMMETRY_BYTES; byte++)
        image |= symmetry->image[index][byte][stones >> 8 * byte & 0xFF];
    return image;
}

static inline uint64_t symmetry_smallest(const struct symmetry *symmetry, uint64_t stones)
{
    uint64_t smallest = stones;
    for (int i = 0; i < symmetry->count; i++) {
        uint64_t image = symmetry_image(symmetry, i, stones);
        smallest = image < smallest ? image : smallest;
    }
    return smallest;
}

#endif
