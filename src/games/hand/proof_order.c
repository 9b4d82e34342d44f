/* Every open house is a race by tosses of a coin, and a move is worth the chance to win enough of them, less
 * what the opponent may choose from then; with many cards the best after two more plies counts too. */
#include "games/hand/proof_order.h"

#include "base/bits.h"

enum { CARDS_LOOK = 20 }; /* from here up it looks ahead */

static const float per_reply = 0.015F;    /* what a move of the opponent weighs against a chance of one */
static const float weight_of_look = 0.4F; /* against the first glance */

/* The open houses as races by tosses of a coin. */
struct order_races {
    float chance[HAND_HOUSES]; /* the mover's in each house */
    float pivot[HAND_HOUSES];  /* how likely that house makes the difference */
    float win;                 /* the chance to reach the goal */
};

/* Spread of the number of races won when one more is run. */
static void spread_add(float spread[HAND_HOUSES + 1], int races, float chance)
{
    assert(races >= 0 && races < HAND_HOUSES);
    spread[races + 1] = 0;
    for (int k = races + 1; k > 0; k--)
        spread[k] = spread[k] * (1 - chance) + spread[k - 1] * chance;
    spread[0] *= 1 - chance;
}

/* How likely exactly `won` are won without the race of this chance, which is one of `races`. */
static float spread_without(const float spread[HAND_HOUSES + 1], int races, float chance, int won)
{
    assert(chance > 0 && chance < 1 && won >= 0);
    if (won > races - 1)
        return 0;
    float rest = 0;
    if (chance < 0.5F) { /* from whichever end does not magnify errors */
        float scale = 1 / (1 - chance);
        for (int k = 0; k <= won; k++)
            rest = (spread[k] - rest * chance) * scale;
        return rest;
    }
    float scale = 1 / chance;
    for (int k = races - 1; k >= won; k--)
        rest = (spread[k + 1] - rest * (1 - chance)) * scale;
    return rest;
}

static void races_weigh(const struct hand_deal *deal, struct hand_node node, struct order_races *races)
{
    float spread[HAND_HOUSES + 1] = {1};
    int count = 0;
    int wanted = hand_node_wanted(node);
    assert(wanted > 0);
    for (int house = 0; house < HAND_HOUSES; house++) {
        float chance = deal->chance[node.lead >> 4 * house & 15][node.left >> 4 * house & 15];
        races->chance[house] = chance;
        if (chance > 0 && chance < 1)
            spread_add(spread, count++, chance);
    }
    races->win = 0;
    for (int k = wanted; k <= count; k++)
        races->win += spread[k];
    for (int house = 0; house < HAND_HOUSES; house++) {
        float chance = races->chance[house];
        bool open = chance > 0 && chance < 1;
        races->pivot[house] = open ? spread_without(spread, count, chance, wanted - 1) : 0;
    }
}

/* The chance to reach the goal after a move, less what the opponent may choose from then. */
static float glance(const struct hand_deal *deal, struct hand_node node, const struct order_races *races,
                    uint32_t option)
{
    int cell = hand_option_cell(option);
    int shift = deal->shift[cell];
    int house = shift / 4;
    unsigned left = (node.left >> shift & 15) - hand_option_captured(option);
    float chance = deal->chance[hand_option_standing(option)][left];
    uint64_t cells = hand_node_cells(node) & ~deal->path[hand_node_varys(node)][cell];
    int replies = bits_count(deal->cross[cell] & cells);
    return races->win + races->pivot[house] * (chance - races->chance[house]) - per_reply * (float)replies;
}

/* The best glance after `plies` more moves, from the view of the player on move. */
static float look(const struct hand_deal *deal, struct hand_node node, int plies, float alpha, float beta)
{
    struct hand_options options;
    struct order_races races;
    hand_options_gather(deal, node, &options);
    if (options.count <= 0)
        return options.count == HAND_OPTIONS_WIN ? 2 : -2;
    assert(plies >= 1 && alpha < beta);
    float best = -3;
    if (plies == 1)
        races_weigh(deal, node, &races);
    for (int i = 0; i < options.count && best < beta; i++) {
        float value = plies == 1 ? glance(deal, node, &races, options.at[i])
                                 : 1 - look(deal, hand_node_after(deal, node, options.at[i]), plies - 1,
                                            1 - beta, 1 - alpha);
        best = value > best ? value : best;
        alpha = value > alpha ? value : alpha;
    }
    return best;
}

void hand_options_order(const struct hand_deal *deal, struct hand_node node, struct hand_options *options)
{
    enum { PLIES = 2, PARTS = 1 << 14, RANK_MIDDLE = 1 << 16 }; /* |value| < 4 */
    struct hand_options ordered = {.count = 0};
    struct order_races races;
    int cards = bits_count(hand_node_cells(node));
    assert(options->count > 0 && options->count <= HAND_OPTIONS_MAX);
    races_weigh(deal, node, &races);
    for (int i = 0; i < options->count; i++) {
        uint32_t option = options->at[i];
        float value = glance(deal, node, &races, option);
        if (cards >= CARDS_LOOK) {
            float ahead = 1 - look(deal, hand_node_after(deal, node, option), PLIES, -3, 3);
            value += (ahead - value) * weight_of_look;
        }
        assert(value > -4 && value < 4);
        uint32_t rank = (uint32_t)(RANK_MIDDLE + (int)(value * PARTS));
        hand_options_insert(&ordered, rank << OPTION_RANK | (option & ((1U << OPTION_RANK) - 1)));
    }
    assert(ordered.count == options->count);
    *options = ordered;
}
