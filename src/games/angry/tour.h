/* What a hen could still collect if there were no queen: an upper bound for the game with one. Best orders of
 * visiting eggs are tabulated by set of eggs (Held and Karp). */
#ifndef PANJ_GAMES_ANGRY_TOUR_H
#define PANJ_GAMES_ANGRY_TOUR_H

#include "games/angry/angry.h"

enum { TOUR_EGGS_MAX = 16, TOUR_UNREACHED = 20000 };

struct angry_tour {
    int eggs;                                    /* numbered as given */
    int16_t egg_steps[TOUR_EGGS_MAX][CELLS_MAX]; /* from a cell to an egg */
    int16_t slingshot_steps[CELLS_MAX];          /* and to the slingshot */
    int32_t *value; /* by set of eggs left and egg just taken: most points to come, see angry_tour_value */
    int16_t *steps; /* by set, egg just taken and number: fewest steps to take so many more of the set */
};

/* Ways for a hen who enters only `open` cells; eggs and slingshot are among them. Eggs do not stop her, the
 * slingshot ends her way. NULL: out of memory. */
struct angry_tour *angry_tour_create(const struct cells *open, const uint8_t *egg_cell, int eggs,
                                     unsigned slingshot);
void angry_tour_destroy(struct angry_tour *);
size_t angry_tour_bytes(int eggs);

/* Most points to come from `cell` with the set `left`: prizes less steps, until slingshot or loss. */
int angry_tour_value(const struct angry_tour *, unsigned cell, unsigned left);
/* Most eggs of `left` that can be taken from `cell` in `steps`. */
int angry_tour_count(const struct angry_tour *, unsigned cell, unsigned left, int steps);

#endif
