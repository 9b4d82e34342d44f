/* Sets of cells of a 16x16 grid, one bit a cell, and floods over them. A word holds four rows. */
#ifndef PANJ_GAMES_ANGRY_CELLS_H
#define PANJ_GAMES_ANGRY_CELLS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"

enum {
    GRID = 16, /* columns of the grid, and the most rows */
    CELLS_MAX = 256,
    CELL_WORDS = 4,
    NOWHERE = 256 /* no cell */
};

struct cells {
    uint64_t word[CELL_WORDS];
};

static inline bool cells_have(const struct cells *set, unsigned cell)
{
    return cell < CELLS_MAX && (set->word[cell / 64] >> (cell % 64) & 1) != 0;
}

static inline void cells_add(struct cells *set, unsigned cell)
{
    assert(cell < CELLS_MAX);
    set->word[cell / 64] |= UINT64_C(1) << (cell % 64);
}

static inline void cells_remove(struct cells *set, unsigned cell)
{
    assert(cell < CELLS_MAX);
    set->word[cell / 64] &= ~(UINT64_C(1) << (cell % 64));
}

static inline struct cells cells_of(unsigned cell)
{
    struct cells set = {{0}};
    if (cell != NOWHERE)
        cells_add(&set, cell);
    return set;
}

static inline bool cells_empty(const struct cells *set)
{
    return (set->word[0] | set->word[1] | set->word[2] | set->word[3]) == 0;
}

static inline int cells_count(const struct cells *set)
{
    int count = 0;
    for (int i = 0; i < CELL_WORDS; i++)
        count += bits_count(set->word[i]);
    return count;
}

static inline struct cells cells_and(struct cells a, struct cells b)
{
    for (int i = 0; i < CELL_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

static inline struct cells cells_or(struct cells a, struct cells b)
{
    for (int i = 0; i < CELL_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

/* a without b. */
static inline struct cells cells_minus(struct cells a, struct cells b)
{
    for (int i = 0; i < CELL_WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

/* The first cell of a set that is not empty. */
static inline unsigned cells_first(const struct cells *set)
{
    for (unsigned i = 0; i < CELL_WORDS; i++)
        if (set->word[i] != 0)
            return 64 * i + (unsigned)bits_lowest(set->word[i]);
    assert(false);
    return NOWHERE;
}

/* Takes the first cell out of a set that is not empty. */
static inline unsigned cells_take(struct cells *set)
{
    unsigned cell = cells_first(set);
    cells_remove(set, cell);
    return cell;
}

/* The cells of a set in their order, as many as there are; returns how many. */
static inline int cells_list(struct cells set, uint8_t cell[])
{
    int count = 0;
    while (!cells_empty(&set))
        cell[count++] = (uint8_t)cells_take(&set);
    return count;
}

/* Of such a list the cells whose numbers are bits of `chosen`. */
static inline struct cells cells_chosen(const uint8_t cell[], unsigned chosen)
{
    struct cells set = {{0}};
    for (; chosen != 0; chosen &= chosen - 1)
        cells_add(&set, cell[bits_lowest(chosen)]);
    return set;
}

/* The neighbours of the set, and of it those that are neighbours of one another. */
static inline struct cells cells_beside(struct cells set)
{
    const uint64_t not_first = UINT64_C(0xFFFEFFFEFFFEFFFE);
    const uint64_t not_last = UINT64_C(0x7FFF7FFF7FFF7FFF);
    struct cells beside;
    for (int i = 0; i < CELL_WORDS; i++) {
        uint64_t here = set.word[i];
        beside.word[i] = (here & not_first) >> 1 | (here & not_last) << 1 | here >> GRID | here << GRID;
        if (i > 0)
            beside.word[i] |= set.word[i - 1] >> (64 - GRID);
        if (i + 1 < CELL_WORDS)
            beside.word[i] |= set.word[i + 1] << (64 - GRID);
    }
    return beside;
}

/* The set and its neighbours. */
static inline struct cells cells_spread(struct cells set)
{
    return cells_or(set, cells_beside(set));
}

static inline bool cells_same(const struct cells *a, const struct cells *b)
{
    uint64_t differ = 0;
    for (int i = 0; i < CELL_WORDS; i++)
        differ |= a->word[i] ^ b->word[i];
    return differ == 0;
}

/* All cells to which a way leads that enters only cells of `open`. */
static inline struct cells cells_flood(struct cells from, struct cells open)
{
    for (;;) {
        struct cells wider = cells_or(from, cells_and(cells_spread(from), open));
        if (cells_same(&wider, &from))
            return from;
        from = wider;
    }
}

/* Length of the shortest path from a cell of `from` to one of `goal` that enters only cells of `open`;
 * `unreachable` if there is none. */
static inline int cells_distance(struct cells from, struct cells goal, struct cells open, int unreachable)
{
    struct cells reached = from;
    for (int distance = 0;; distance++) {
        struct cells met = cells_and(reached, goal);
        if (!cells_empty(&met))
            return distance;
        struct cells wider = cells_or(reached, cells_and(cells_spread(reached), open));
        if (cells_same(&wider, &reached))
            return unreachable;
        reached = wider;
    }
}

/* The same from one set to several at once; a goal may also be a cell beside the path that is not open. */
static inline void cells_distances(struct cells from, const struct cells *goal, int count, struct cells open,
                                   int unreachable, int *distance)
{
    struct cells wave = from, wanted = {{0}};
    for (int i = 0; i < count; i++) {
        distance[i] = unreachable;
        wanted = cells_or(wanted, goal[i]);
    }
    for (int steps = 0; !cells_empty(&wanted); steps++) {
        struct cells met = cells_and(wave, wanted);
        wanted = cells_empty(&met) ? wanted : (struct cells){{0}};
        for (int i = 0; i < count && !cells_empty(&met); i++) {
            struct cells here = cells_and(wave, goal[i]);
            if (distance[i] != unreachable)
                continue;
            if (!cells_empty(&here))
                distance[i] = steps;
            else
                wanted = cells_or(wanted, goal[i]);
        }
        struct cells front = steps == 0 ? wave : cells_and(wave, open);
        if (cells_empty(&front))
            return;
        open = cells_minus(open, front);
        wave = cells_beside(front);
    }
}

#endif
