/* What `help angry` says. */
#include "games/angry/angry.h"

const char angry_help[] = "Angry: the hen (player 1) wants to reach the slingshot, the queen (player 2)\n"
                          "hunts her; the hen begins and they alternate. The hen steps to a cell beside\n"
                          "hers, not onto rocks. She takes the egg or pig she enters: an egg counts\n"
                          "200, a pig -200, a step -1. Entering the slingshot wins. She loses when the\n"
                          "queen catches her, or after so many actions (cap). To the queen rocks, eggs,\n"
                          "pigs and the slingshot are walls. Who has no step must pass. The hen plays\n"
                          "for the highest score, the queen for the lowest. With queen=script the queen\n"
                          "answers by herself: straight towards the hen. A bird, where there is one,\n"
                          "moves after the hen, for player 1 too, and may take the queen.\n"
                          "Signs:  H hen   B bird   Q queen   E egg   P pig   S slingshot\n"
                          "        \u2588 rock   \u00b7 ground   + ( ) where one can go   [ ] the last move\n"
                          "Moves:  up down left right pass\n"
                          "Try:    newgame angry queen=script   newgame angry map=dovecote\n";
