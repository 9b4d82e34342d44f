/* What `help hand` says. */
#include "games/hand/hand.h"

const char hand_help[] = "A Game of Thrones: Hand of the King, without its companions, for two. 36\n"
                         "cards of seven houses and Varys lie on 6x6 cells, all in the open. A move\n"
                         "names a card in Varys's row or column, at any distance: the mover takes it\n"
                         "and every card of the same house between Varys and it; Varys moves there. If\n"
                         "he now has at least as many cards of that house as the other, he takes its\n"
                         "banner, or keeps it. The game ends when no card is left in Varys's row and\n"
                         "column. Who holds more banners wins; if both hold as many, who holds that of\n"
                         "the largest house.\n"
                         "Signs:  S G L T B Y U cards of a house, named beside the board   V Varys\n"
                         "        ( ) card that may be named   [ ] the last move   * holds the banner\n"
                         "Moves:  the cell of the card: e3\n"
                         "Try:    newgame hand seed=7     newgame hand capture=farthest\n";
