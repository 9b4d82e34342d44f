/* A map as it lies there: a letter a cell. What the cells mean, the engine knows. */
#ifndef PANJ_GEMS_MAP_H
#define PANJ_GEMS_MAP_H

#include <stdbool.h>

enum { MAP_SIDE = 25, MAP_CELLS = MAP_SIDE * MAP_SIDE, PLAYERS = 2, KINDS = 4, KEYS = 3 };

/* The letters of the keys, in the order of the bits of a set of them. */
extern const char map_keys[KEYS + 1];

struct map {
    int rows;
    int columns;
    char cell[MAP_CELLS]; /* row by row, `columns` each */
};

bool map_is_cell(char letter);
/* The gem that lies on a cell, 1 to 4; 0: none. */
int map_gem(char letter);
/* The key that lies on a cell as a bit; 0: none. */
unsigned map_key(char letter);

#endif
