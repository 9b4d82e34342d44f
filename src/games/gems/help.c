/* What `help gems` says. */
#include "games/gems/gems.h"

const char gems_help[] =
    "Gems: one player (A) or two (A and B) walk a map for so many turns. A step\n"
    "goes one cell in one of eight directions and costs 1, a diagonal one 2, also\n"
    "when it leads nowhere; noop is free. Entering a gem's cell takes it, and it\n"
    "pays by the gem taken before: the line \"next gem\" says how much. A key opens\n"
    "the doors of its colour for good. A turn that ends on wire costs 20. A step\n"
    "onto the other player is a hit: the one with the lower score loses 20, of\n"
    "equals the one who is hit. The game ends after its turns, for one player\n"
    "also with the last gem; the higher score wins, and alone one plays for the\n"
    "highest there is. With slip=course (one player) chance has a say: up goes\n"
    "right too one time in ten, wire holds one fast every other time, a T leads\n"
    "to another T. With teleport=noop a noop on a T leads there.\n"
    "Signs:  A B players   <1> to <4> gems   g r y keys   |G| |R| |Y| doors\n"
    "        \u2588 wall   \u00b7 T floor   * wire   + ( ) to go to   [ ] the last move\n"
    "Moves:  up down left right upright upleft downright downleft noop\n"
    "Try:    newgame gems map=duel players=2     newgame gems seed=7\n"
    "        newgame gems map=gates slip=course\n";
