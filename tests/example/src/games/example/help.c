/* What `help example` says: lines of at most 76 columns. */
#include "games/example/example.h"

const char example_help[] = "Three in a row on 3x3 cells. Player 1 puts x, player 2 puts o, in turn. Who\n"
                           "first has three in a row, in a column or along a diagonal wins; with misere=on\n"
                           "he loses. A full board without three in a row is a draw.\n"
                           "\n"
                           "Cells are named by column and row, a1 at the top left.\n"
                           "\n"
                           "Signs:  x player 1   o player 2\n"
                           "        + empty cell   [ ] the last move\n"
                           "Moves:  the cell: b2\n"
                           "Try:    newgame example     newgame example misere=on\n";
