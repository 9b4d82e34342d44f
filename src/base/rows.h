/* A board as a word: rows with '/' between them, a letter a cell, and in some games a number for so many empty ones.
 * And a cell as a word: a1 is the first of the first row. */
#ifndef PANJ_BASE_ROWS_H
#define PANJ_BASE_ROWS_H

#include "base/fault.h"
#include "base/text.h"
#include "base/words.h"

enum { ROWS_SIDE_MAX = 26 };

struct rows {
    int count;
    int columns;
    char at[ROWS_SIDE_MAX][ROWS_SIDE_MAX]; /* letters; 0: empty */
};

/* A board that ships with the engine. */
struct rows_map {
    const char *name;
    const char *rows; /* as in a FEN */
};

/* What a game's boards are like. */
struct rows_form {
    const char *letters;
    int least; /* rows, and cells of a row */
    int most;
    bool gaps; /* numbers are empty cells */
};

/* All rows are of one length. False: the fault says what is wrong with the field `rows`. */
bool rows_read(struct rows *rows, struct word word, const struct rows_form *form, struct fault *fault);
void rows_print(const struct rows *rows, struct text *text);

/* A cell at the front of the word, which is shortened by it, as row * columns + column; -1: none of a board of this size. */
int rows_take_cell(struct word *word, int count, int columns);
void rows_print_cell(int cell, int columns, struct text *text);

#endif
