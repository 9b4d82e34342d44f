#include "games/gems/order.h"

#include "base/bits.h"

enum { KEY_WORTH = 20 }; /* points, to one who is greedy */

/* Who goes to what pays most a turn, as if steps were certain. */
struct greedy {
    int cell; /* its index */
    int last; /* gem */
    int turns;
    unsigned keys;
};

static void add_item(struct order *order, int item)
{
    assert(order->rest >> item & 1);
    order->item[order->count++] = (uint8_t)item;
    order->rest &= ~(UINT64_C(1) << item);
}

void gems_order_cell(struct order *order, const struct odds *odds, int cell)
{
    for (int item = 0; item < odds->items; item++)
        if (odds->item_cell[item] == cell && (order->rest >> item & 1))
            add_item(order, item);
}

/* What pays most a turn if steps are certain; -1: nothing. */
static int greedy_item(const struct order *order, const struct odds *odds, const struct greedy *greedy,
                       const int16_t away[GEMS_CELLS])
{
    int best = -1;
    double best_rate = 0;
    for (uint64_t rest = order->rest; rest != 0; rest &= rest - 1) {
        int item = bits_lowest(rest), far = away[odds->index[odds->item_cell[item]]];
        int kind = odds->item_kind[item];
        double points = kind >= GEMS_KEY_G ? KEY_WORTH : odds->board.pair[greedy->last][kind - 1];
        double rate = far > 0 && far <= greedy->turns ? points / far : 0;
        best = rate > best_rate ? item : best;
        best_rate = rate > best_rate ? rate : best_rate;
    }
    return best;
}

static void go_to(struct greedy *greedy, const struct odds *odds, int item, const int16_t away[GEMS_CELLS])
{
    greedy->cell = odds->index[odds->item_cell[item]];
    greedy->turns -= away[greedy->cell];
    assert(greedy->cell >= 0 && odds->item_kind[item] != GEMS_NOTHING);
    if (odds->item_kind[item] >= GEMS_KEY_G)
        greedy->keys |= 1U << (odds->item_kind[item] - GEMS_KEY_G);
    else
        greedy->last = odds->item_kind[item];
}

/* Goes on as one who is greedy. */
void gems_order_greedily(struct order *order, const struct odds *odds)
{
    struct greedy greedy = {odds->index[odds->root.cell[0]], odds->root.last[0], odds->turns,
                            odds->root.keys[0]};
    for (int i = 0;; i++) {
        int16_t away[GEMS_CELLS];
        gems_odds_away(odds, greedy.keys, greedy.cell, away);
        if (i == order->count) {
            int item = greedy_item(order, odds, &greedy, away);
            if (item < 0)
                return;
            add_item(order, item);
        }
        go_to(&greedy, odds, order->item[i], away);
    }
}

/* The nearest first. */
void gems_order_rest(struct order *order)
{
    while (order->rest != 0)
        add_item(order, bits_lowest(order->rest));
}
