/* Proof-number search as a textbook has it (df-pn), for any game of two players without chance, draws and
 * repetition: a second opinion that shares nothing with the engine's searches but the rules. */
#ifndef PANJ_TESTS_PROOF_NUMBER_H
#define PANJ_TESTS_PROOF_NUMBER_H

#include "game.h"

struct proof_number;

struct proof_number *proof_number_create(void);
void proof_number_destroy(struct proof_number *);
/* Whether player 1 wins. */
bool proof_number_first_wins(struct proof_number *, const struct game *, const struct board *,
                             const struct position *);

#endif
