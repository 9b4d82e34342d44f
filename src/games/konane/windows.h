/* The patterns of pattern.h for one position on any board, without tables made for the board: windows slide along
 * lines of cells. Their sums stand in window_sums.h by how the board's edge cuts the window and what it shows.
 *
 * Why both: with these in place of a board's tables the prover visits the same positions in 1.09 times the CPU time on
 * 6x7 and in 1.42 times on 8x8; and whoever evaluates has no room for tables of a board, which take 25 million
 * instructions to make. */
#ifndef PANJ_GAMES_KONANE_WINDOWS_H
#define PANJ_GAMES_KONANE_WINDOWS_H

#include "games/konane/konane.h"

enum {
    WINDOW_PLACES = 8,  /* of a line: one side of a board has no more cells */
    WINDOW_SQUARES = 4, /* ways in which the edges before and behind cut three lines */
    WINDOW_SQUARE = 512,
    WINDOW_CROSSES = 9, /* and five lines */
    WINDOW_ACROSS = 49, /* what a cross may show of the lines beside its own, for all those ways */
    WINDOW_ALONG = 32   /* and of its own */
};

/* Logits, in PATTERN_UNIT, of the player on move; he is `side`. */
struct konane_outlook {
    int squares;
    int crosses;
};

struct konane_outlook konane_windows_outlook(const struct konane_board *, uint64_t stones, enum konane_side);

#endif
