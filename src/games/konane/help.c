/* What `help konane` says. */
#include "games/konane/konane.h"

const char konane_help[] = "Konane, the Hawaiian game of jumps. Player 1 is black (x), player 2 white\n"
                           "(o). The board starts full. Black removes one of his stones, at a corner or\n"
                           "in the centre; then white removes one of his beside the hole. From then on a\n"
                           "move is a jump: a stone jumps over an enemy stone next to it into the hole\n"
                           "behind, in a straight line, and may jump on in the same line as long as\n"
                           "there are stones and holes to do it. What was jumped over leaves the board.\n"
                           "Who cannot move on his turn loses; there is no pass and no draw.\n"
                           "Signs:  x o stones   \u00b7 hole   + hole where a jump can end now\n"
                           "        ( ) stone to move or remove   [ ] the last move, from and to\n"
                           "Moves:  a cell to remove its stone: a1\n"
                           "        from and to for a jump: d2d4, two jumps at once d2d6\n"
                           "Try:    newgame konane rows=6 cols=6     newgame konane open=any\n";
