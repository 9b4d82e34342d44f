/* An order in which items are to be taken. */
#ifndef PANJ_GAMES_GEMS_ORDER_H
#define PANJ_GAMES_GEMS_ORDER_H

#include "games/gems/odds.h"

struct order {
    int count;
    uint8_t item[FAMILY_ITEMS_MAX];
    uint64_t rest; /* not yet in it */
};

/* What lies on a cell comes next, if it is not in it yet. */
void gems_order_cell(struct order *, const struct odds *, int cell);
/* Then as one goes who is greedy. */
void gems_order_greedily(struct order *, const struct odds *);
/* Then all the rest, the nearest first. */
void gems_order_rest(struct order *);

#endif
