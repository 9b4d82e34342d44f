/* Turns and reflections of the board that map a given position to itself. What can be reached from that position is as
 * good as its images, so that one of them stands for all: the smallest, where colours are mapped to themselves; where
 * black's cells are mapped to white's, the one with black on move. */
#ifndef PANJ_GAMES_KONANE_SYMMETRY_H
#define PANJ_GAMES_KONANE_SYMMETRY_H

#include "games/konane/konane.h"

enum { SYMMETRY_MAX = 7, SYMMETRY_BYTES = 8, SYMMETRY_VALUES = 256 };

/* Where each value of each byte of a set of cells is sent. */
struct symmetry_map {
    uint64_t to[SYMMETRY_BYTES][SYMMETRY_VALUES];
};

struct symmetry {
    int count;    /* of those that keep the colours, beside the identity */
    unsigned has; /* which transforms */
    bool swaps;   /* there is one that changes the colours */
    struct symmetry_map keep[SYMMETRY_MAX];
    struct symmetry_map swap;
};

/* A position, and who is on move. */
struct konane_node {
    uint64_t stones;
    enum konane_side side;
};

/* Those of a position are added to what is there; all zero is none. What is kept by its smallest image stays where it
 * can be found, though positions that come later have less symmetry. */
void konane_symmetry_widen(struct symmetry *, const struct konane_board *, uint64_t stones);

static inline uint64_t symmetry_image(const struct symmetry_map *map, uint64_t stones)
{
    uint64_t image = 0;
    for (int byte = 0; byte < SYMMETRY_BYTES; byte++)
        image |= map->to[byte][stones >> 8 * byte & 0xFF];
    return image;
}

static inline uint64_t symmetry_smallest(const struct symmetry *symmetry, uint64_t stones)
{
    uint64_t smallest = stones;
    for (int i = 0; i < symmetry->count; i++) {
        uint64_t image = symmetry_image(&symmetry->keep[i], stones);
        smallest = image < smallest ? image : smallest;
    }
    return smallest;
}

/* The one of its images that stands for all. Colours are changed where white would be on move, but for the removals,
 * which are not alike for both. */
static inline struct konane_node symmetry_node(const struct symmetry *symmetry,
                                               const struct konane_board *board, uint64_t stones,
                                               enum konane_side side)
{
    assert((stones & ~board->cells) == 0);
    struct konane_position position = {.stones = stones, .side = side};
    bool swaps = symmetry->swaps && side == KONANE_WHITE && konane_phase(board, &position) == KONANE_JUMPS;
    uint64_t image = swaps ? symmetry_image(&symmetry->swap, stones) : stones;
    return (struct konane_node){symmetry_smallest(symmetry, image), swaps ? KONANE_BLACK : side};
}

#endif
