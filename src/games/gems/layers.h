/* The values of one set of items left, layer by layer: what each cell is worth with one, two, three ... turns. */
#ifndef PANJ_GAMES_GEMS_LAYERS_H
#define PANJ_GAMES_GEMS_LAYERS_H

#include "games/gems/odds.h"

/* What entering an item brings and leads to. */
struct odds_entry {
    int16_t cell;                    /* index */
    uint8_t to[ODDS_LASTS];          /* last gem afterwards, by last gem before */
    int32_t points[ODDS_LASTS];      /* by last gem before */
    int turns;                       /* at most, that can be left then */
    const double *after[ODDS_LASTS]; /* by last gem before; NULL: as if nothing came after it */
};

struct odds_field {
    struct odds *odds;
    const int16_t (*target)[GEMS_STEPS];
    bool ends;      /* with the last gem */
    unsigned lasts; /* that may be */
    int entries;
    struct odds_entry entry[FAMILY_ITEMS_MAX];
    uint8_t *action;         /* NULL, or where the best action goes, like the values */
    double *now;             /* by last gem, by cell: values with the turns of the layer */
    double *before;          /* with one less */
    double land[GEMS_CELLS]; /* of one last gem: what coming to a cell is worth, or staying there */
    double stay[GEMS_CELLS];
};

/* No turn is left as yet. What the set leads to is filled. */
void gems_layers_open(struct odds_field *, struct odds *, int set);
/* The layer of so many turns, after that of one less. */
void gems_layers_next(struct odds_field *, int turns);
/* The best action with so many turns, after the layer of one less; no layer follows. */
struct odds_choice gems_layers_choose(struct odds_field *, int last, int cell, int turns);

#endif
