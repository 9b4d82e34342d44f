/* Random play over the places of a game: one position after the other, ends included, without an end. */
#ifndef PANJ_TESTS_WALK_H
#define PANJ_TESTS_WALK_H

#include "base/rng.h"
#include "support/place.h"

enum { WALK_PLIES_MAX = 2000 /* a game that is not over by then is left */ };

struct walk {
    const struct game *game;
    struct board board;
    struct position position;
    struct rng rng;
    struct places places;
    int place;
    int ply;
    struct move_list seen; /* decisions listed on this board so far */
};

/* At the first place; false with a message in `why` if there is none. */
bool walk_begin(struct walk *, const struct game *, uint64_t seed, char *why, size_t room);
/* The place that random play goes on from. */
void walk_place(struct walk *, int place);
/* A random successor to apply, MOVE_NONE when the game is over. Now and then one that is accepted though not
 * listed, if the game has such. */
move_t walk_choose(struct walk *);
/* Applies a random successor; after the end it goes to the next place. */
void walk_step(struct walk *);
const char *walk_name(const struct walk *); /* of the present place */

#endif
