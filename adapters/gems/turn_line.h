/* The line that asks a player for his action: all he is told about the game. */
#ifndef PANJ_GEMS_TURN_LINE_H
#define PANJ_GEMS_TURN_LINE_H

#include "adapters/gems/init.h"

enum { TURN_LINE = 4096 };

struct turn_line {
    int64_t turn;
    int64_t score[PLAYERS];
    int64_t gems[PLAYERS][KINDS]; /* taken so far */
    int cell[PLAYERS];            /* where they stand */
    struct map map;               /* without the players */
};

/* NULL, or what is wrong with the line; it must fit what `init` has announced. */
const char *turn_line_read(struct turn_line *, const struct init *init, const char *text);
/* The line with its newline; its length. */
size_t turn_line_print(const struct turn_line *, int players, char text[TURN_LINE]);
/* A cell as the wire shows it: its letter and those of the players on it. */
void turn_line_cell(const struct turn_line *, int players, int cell, char word[PLAYERS + 2]);

#endif
