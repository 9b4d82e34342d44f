/* What `help monopoly` says. */
#include "games/monopoly/monopoly.h"

const char monopoly_help[] = "A small Monopoly: ten squares in a ring, a die, two players with 1000 cash\n"
                             "each. A turn is one roll and one action on the square reached. A free square\n"
                             "may be bought by who has more than its price; an own one may be sold for 90\n"
                             "%; on the other's one pays 100 rent, and in prison 200 tax. Start costs and\n"
                             "pays nothing, nor does passing it. Who has 0 or less after his action is\n"
                             "bankrupt, and the other wins.\n"
                             "Signs:  1 2 the players, ( ) the square of who is on turn, [ ] last move\n"
                             "Moves:  buy sell rent tax pass, as the square allows\n"
                             "        roll rolls the die; r4 plays a roll of your own die\n"
                             "Levels: luck decides much, each wins 54 games of 100 against the one below\n"
                             "Try:    newgame monopoly, auto 2, roll\n"
                             "        solve, once some money is gone: the chance of winning, exactly\n";
