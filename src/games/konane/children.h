/* The positions that one move leads to, as proof-number search wants them: each once, as the image that stands for
 * all, and what they say together of the position above them. */
#ifndef PANJ_GAMES_KONANE_CHILDREN_H
#define PANJ_GAMES_KONANE_CHILDREN_H

#include "games/konane/proof_table.h"
#include "games/konane/symmetry.h"

struct konane_child {
    uint64_t stones;
    struct proof proof; /* the view of the player who is to move there */
};

struct konane_children {
    int count;
    enum konane_side side; /* who is on move there */
    struct konane_child at[KONANE_MOVES_MAX];
};

/* One of the two plies that remove a stone. */
bool konane_is_opening(const struct konane_board *, uint64_t stones, enum konane_side);

/* All of them, nothing known of any. */
void konane_children_find(const struct konane_board *, const struct symmetry *, const struct konane_node *,
                          struct konane_children *);

/* What is missing for the position above: one lost child wins, all won children lose. */
struct proof konane_children_join(const struct konane_children *);

#endif
