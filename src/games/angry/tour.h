/* What a hen could still collect if there were no queen: an upper bound for the game with one. Best orders of
 * visiting eggs are tabulated by set of eggs (Held and Karp). */
#ifndef PANJ_GAMES_ANGRY_TOUR_H
#define PANJ_GAMES_ANGRY_TOUR_H

#include "games/angry/angry.h"

enum { TOUR_EGGS_MAX = 16, TOUR_UNREACHED = 20000 };

/* What a way brings and costs besides its eggs. */
struct angry_prizes {
    int step;      /* a step costs so much */
    int slingshot; /* ends the way */
    int anywhere;  /* so does this, wherever she is */
};

/* Fewest steps to take so many more eggs, */
struct angry_ways {
    uint16_t anywhere[TOUR_EGGS_MAX]; /* wherever the way ends, */
    uint16_t home[TOUR_EGGS_MAX];     /* and at the slingshot */
};

struct angry_tour {
    int eggs;                                    /* numbered as given */
    int16_t egg_steps[TOUR_EGGS_MAX][CELLS_MAX]; /* from a cell to an egg */
    int16_t slingshot_steps[CELLS_MAX];          /* and to the slingshot */
    struct angry_ways *ways;                     /* by set of eggs left and egg just taken */
};

/* Ways for a hen who enters only `open` cells; eggs and slingshot are among them. Eggs do not stop her, the
 * slingshot ends her way. NULL: out of memory. */
struct angry_tour *angry_tour_create(const struct cells *open, const uint8_t *egg_cell, int eggs,
                                     unsigned slingshot);
void angry_tour_destroy(struct angry_tour *);
size_t angry_tour_bytes(int eggs);

/* Steps from every cell to `goal` through open ones. */
void angry_tour_flood(struct cells open, unsigned goal, int16_t steps[CELLS_MAX]);

/* Most points to come from `cell` with the set `left`: prizes less steps, until the way ends, which it does after
 * `steps` at the latest; who comes to the slingshot with the last of them has lost all the same. */
int angry_tour_value(const struct angry_tour *, const struct angry_prizes *, unsigned cell, unsigned left,
                     int steps);
/* Most eggs of `left` that can be taken from `cell` in `steps`. */
int angry_tour_count(const struct angry_tour *, unsigned cell, unsigned left, int steps);

#endif
