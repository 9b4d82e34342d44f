/* The value of a chance event: the mean over its outcomes, weighed in integers so that it is the same on
 * every machine. Nothing can be cut at such a node without looking at nearly all of it; the table does the
 * saving. Included by alphabeta.c, whose recursion it is a part of. */
#ifndef PANJ_SEARCH_EXPECTIMAX_H
#define PANJ_SEARCH_EXPECTIMAX_H

#include "search/alphabeta.h"

/* Rounded to the nearest, halves away from zero. */
static inline value_t expectimax_mean(int64_t sum, int64_t total)
{
    assert(total > 0);
    int64_t half = total / 2;
    return (value_t)((sum >= 0 ? sum + half : sum - half) / total);
}

/* Seen by player 1. The window of `open` is. */
static inline struct verdict expectimax_node(struct seeker *seeker, const struct position *position,
                                             const struct place *open)
{
    struct chance chance;
    seeker->game->chance(seeker->board, position, &chance);
    assert(chance.count > 0 && chance.total > 0 && chance.total < INT32_MAX);
    struct verdict all = {.at_least = true, .at_most = true};
    int64_t sum = 0;
    for (int i = 0; i < chance.count; i++) {
        struct line unused;
        struct verdict one = alphabeta_move(seeker, position, ACTOR_ONE, chance.at[i].outcome, open, &unused);
        if (seeker->meter.stopped)
            break;
        sum += one.value * chance.at[i].weight;
        all.at_least &= one.at_least;
        all.at_most &= one.at_most;
    }
    all.value = expectimax_mean(sum, chance.total);
    bool is_rounded = seeker->game->scale == SCALE_POINTS && sum % chance.total != 0;
    all.at_least &= !is_rounded; /* a part of a point is missing */
    all.at_most &= !is_rounded;
    assert(seeker->meter.stopped || (all.value >= -VALUE_WIN && all.value <= VALUE_WIN));
    return all;
}

#endif
