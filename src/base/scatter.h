/* Random maps: walls by lot, and things by lot on cells that can be reached. One seed makes one map, on every
 * machine. A cell is row * columns + column. */
#ifndef PANJ_BASE_SCATTER_H
#define PANJ_BASE_SCATTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

enum { SCATTER_SIDE = 25, SCATTER_CELLS = SCATTER_SIDE * SCATTER_SIDE };

struct scatter {
    struct rng rng;
    int rows, columns;
    bool wall[SCATTER_CELLS];
    bool kept[SCATTER_CELLS];    /* no wall may stand there */
    bool reached[SCATTER_CELLS]; /* from the others that are reached, by steps to a neighbour */
    bool taken[SCATTER_CELLS];   /* something is there */
};

struct scatter scatter_begin(int64_t seed, int rows, int columns);
/* The cell stays free of walls, is reached, and nothing is put there. */
void scatter_keep(struct scatter *, int cell);
/* Draws walls, so many of a hundred cells, again and again and then fewer, until every kept cell and at least `wanted`
 * others are reached. `wanted` is at most what a map without walls has. */
void scatter_walls(struct scatter *, int per_cent, bool diagonal, int wanted);
/* A cell that is reached and not taken, each with the same chance; taken from now on. */
int scatter_take(struct scatter *);
/* True so many times of a hundred. */
bool scatter_chance(struct scatter *, int per_cent);

#endif
