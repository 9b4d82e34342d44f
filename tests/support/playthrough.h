/* A golden game as text. The first lines say which game, from which place and by which seed it was played:
 *   game konane
 *   start rows=6 cols=6
 *   seed 7
 * then comes a description of the position (fen, turn, legal or outcomes, score, result) and, for every move,
 * a line `play <word>` and the description of what it leads to. */
#ifndef PANJ_TESTS_PLAYTHROUGH_H
#define PANJ_TESTS_PLAYTHROUGH_H

#include "game.h"

enum { DESCRIPTION_MAX = FEN_MAX + MOVES_MAX * MOVE_WORD_MAX };

void playthrough_describe(const struct game *, const struct board *, const struct position *, struct text *);

#endif
