/* The proof numbers of a position that nobody has looked into: how much is missing for a win falls with the
 * chance of winning, and for a loss with that of losing. Both grow with the moves and the stones that there are: a
 * wrong guess costs the more the more there is to be searched. */
#ifndef PANJ_GAMES_KONANE_GUESS_H
#define PANJ_GAMES_KONANE_GUESS_H

#include "games/konane/pattern.h"
#include "games/konane/proof_table.h"

enum { GUESS_STEPS = 192 }; /* of a chance, to either side of even */

struct konane_guess {
    struct pattern pattern;
    double odds[2 * GUESS_STEPS + 1];  /* the factor for a loss, from hopeless to certain */
    double base[KONANE_CELLS_MAX + 1]; /* what a move counts, by the stones that are left */
};

/* The object is all zero before the first time. */
void konane_guess_init(struct konane_guess *, const struct konane_board *, const struct konane_weights *);
/* `side` is on move; both sides together have so many moves. */
struct proof konane_guess(const struct konane_guess *, uint64_t stones, enum konane_side side, int moves);

#endif
