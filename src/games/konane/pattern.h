/* Who probably wins, by local patterns: for every cell the 3 x 3 cells around it and the cross that reaches two
 * cells each way. Each cell of a pattern is outside the board, a hole or a stone; the eight images of a pattern
 * weigh the same, and a cell of the opponent weighs the opposite of one's own. The weights are a logistic
 * regression on positions whose winner was proven (tests/fit/konane_patterns.c).
 *
 * Both patterns lie in a diamond of at most 13 cells, so that one table, for each way in which the board's edge
 * can cut the diamond, holds their sum by the stones of the diamond. */
#ifndef PANJ_GAMES_KONANE_PATTERN_H
#define PANJ_GAMES_KONANE_PATTERN_H

#include "games/konane/konane.h"

enum {
    PATTERN_CELLS = 9,
    PATTERN_ROWS = 5,      /* of a diamond */
    PATTERN_CODES = 19683, /* 3 ^ PATTERN_CELLS */
    PATTERN_SQUARES = 2862,
    PATTERN_CROSSES = 3105,
    PATTERN_UNIT = 128, /* of a weight: so many are one logit */
    PATTERN_SUMS = 40960
};

enum pattern_shape { PATTERN_SQUARE, PATTERN_CROSS, PATTERN_SHAPES };

/* The class of every code: codes count in base 3, first cell lowest, 0 outside, 1 hole, 2 stone. Patterns that
 * are images of each other are one class; classes are numbered by their smallest code. Returns how many. */
int konane_pattern_classes(enum pattern_shape, uint16_t class_of[PATTERN_CODES]);
/* What every cell of the board adds to the code of the pattern around `cell`: so much as a hole, twice as a stone. */
void konane_pattern_digits(const struct konane_board *, enum pattern_shape, int cell,
                           uint16_t digit[KONANE_CELLS_MAX]);

struct konane_weights {
    int32_t tempo; /* for being on move */
    int16_t square[PATTERN_SQUARES];
    int16_t cross[PATTERN_CROSSES];
};

extern const struct konane_weights konane_weights; /* the fitted ones */

struct pattern_cell {
    uint64_t diamond;
    uint32_t sums;               /* where its table begins; its index are the stones of the diamond, packed */
    uint8_t shift[PATTERN_ROWS]; /* how far down its rows move to stand packed, */
    uint16_t row[PATTERN_ROWS];  /* and where they stand then */
};

struct pattern {
    const struct konane_weights *weights;          /* those that `weight` is made of; NULL: none yet */
    int16_t weight[PATTERN_SHAPES][PATTERN_CODES]; /* by code instead of class */
    int black; /* so many of `at` are cells of black; the others are white's */
    int count;
    struct pattern_cell at[KONANE_CELLS_MAX];
    int16_t sum[PATTERN_SUMS];
};

/* The object is all zero before the first time. */
void konane_pattern_init(struct pattern *, const struct konane_board *, const struct konane_weights *);
/* Logits, in PATTERN_UNIT, for the player on move; he is `side`. */
int konane_pattern_value(const struct pattern *, uint64_t stones, enum konane_side side);

#endif
