/* The moves of a node, best first as far as a table can tell: what the house gains less what the opponent may
 * choose from. Always inlined, for this is where the solver spends its time. */
#ifndef PANJ_GAMES_HAND_PROOF_OPTIONS_H
#define PANJ_GAMES_HAND_PROOF_OPTIONS_H

#include "base/bits.h"
#include "games/hand/proof.h"

enum { HAND_OPTIONS_MAX = 10, HAND_OPTIONS_WIN = -1 };

struct hand_options {
    int count; /* HAND_OPTIONS_WIN: a move reaches the goal at once */
    uint32_t at[HAND_OPTIONS_MAX];
};

static inline int hand_option_cell(uint32_t option)
{
    return (int)(option & OPTION_CELL_MASK);
}

static inline unsigned hand_option_captured(uint32_t option)
{
    return option >> OPTION_CAPTURED & 15;
}

static inline unsigned hand_option_standing(uint32_t option)
{
    return option >> OPTION_STANDING & 15;
}

static inline unsigned hand_option_decides(uint32_t option)
{
    return option >> OPTION_DECIDES & 1;
}

static inline uint32_t standings_with(uint32_t lead, int shift, unsigned standing)
{
    return (lead & ~(UINT32_C(15) << shift)) | standing << shift;
}

static inline void hand_options_insert(struct hand_options *options, uint32_t option)
{
    assert(options->count < HAND_OPTIONS_MAX);
    int i = options->count++;
    for (; i > 0 && options->at[i - 1] < option; i--)
        options->at[i] = options->at[i - 1];
    options->at[i] = option;
}

/* All moves that do not lose at once, unless one wins at once: then that one alone. The innermost loop. */
static inline __attribute__((always_inline)) void
hand_options_gather(const struct hand_deal *deal, struct hand_node node, struct hand_options *options)
{
    uint64_t cells = hand_node_cells(node);
    int varys = hand_node_varys(node);
    unsigned wanted = (unsigned)hand_node_wanted(node);
    options->count = 0;
    for (uint64_t targets = deal->cross[varys] & cells; targets != 0; targets &= targets - 1) {
        int cell = bits_lowest(targets);
        if (deal->farthest && (deal->beyond[varys][cell] & cells) != 0)
            continue;
        int shift = deal->shift[cell];
        uint64_t captured = deal->path[varys][cell] & cells;
        uint32_t step =
            deal->step[node.lead >> shift & 15][node.left >> shift & 15][bits_count(captured) - 1];
        int replies = bits_count(deal->cross[cell] & cells & ~captured);
        bool wins = hand_option_decides(step) == wanted;
        if (replies == 0 && !wins) { /* the game ends here */
            wins = hand_outcome(standings_with(node.lead, shift, hand_option_standing(step))) >=
                   hand_node_goal(node);
            if (!wins)
                continue;
        }
        if (wins) {
            options->count = HAND_OPTIONS_WIN;
            options->at[0] = (uint32_t)cell;
            return;
        }
        hand_options_insert(options,
                            step + (uint32_t)cell - ((uint32_t)(RANK_REPLY * replies) << OPTION_RANK));
    }
}

/* The position after a move as the opponent sees it. */
static inline struct hand_node hand_node_after(const struct hand_deal *deal, struct hand_node node,
                                               uint32_t option)
{
    int cell = hand_option_cell(option);
    int shift = deal->shift[cell];
    uint64_t cells = hand_node_cells(node) & ~deal->path[hand_node_varys(node)][cell];
    uint64_t wanted = (uint64_t)hand_node_wanted(node) - hand_option_decides(option);
    uint32_t lead = standings_with(node.lead, shift, hand_option_standing(option));
    return (struct hand_node){
        .where = cells | (uint64_t)cell << VARYS_BIT | (uint64_t)hand_node_feared(node) << WANTED_BIT |
                 wanted << FEARED_BIT,
        .lead = ~lead + UINT32_C(0x11111111), /* 16 - nibble */
        .left = node.left - (hand_option_captured(option) << shift),
    };
}

#endif
