/* The moves of a node. Their ranks come from tables, learned by tests/fit/hand_order.c: what a move does to its
 * house, and how many replies it leaves. Always inlined, for this is where the solver spends its time. */
#ifndef PANJ_GAMES_HAND_PROOF_OPTIONS_H
#define PANJ_GAMES_HAND_PROOF_OPTIONS_H

#include "base/bits.h"
#include "games/hand/proof.h"

enum { HAND_OPTIONS_WIN = -1 };

struct hand_options {
    int count; /* HAND_OPTIONS_WIN: a move reaches the goal at once */
    uint32_t at[OPTIONS_MAX];
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

/* Cards of houses that one capture more decides for the opponent. */
static inline uint64_t hand_threatened(const struct hand_deal *deal, struct hand_node node)
{
    uint64_t cards = 0;
    for (int house = 0; house < HAND_HOUSES; house++) {
        unsigned standing = node.lead >> 4 * house & 15;
        unsigned standings = deal->threatened[node.left >> 4 * house & 15];
        cards |= deal->house[house] & -(uint64_t)(standings >> standing & 1);
    }
    return cards;
}

/* Whether the opponent, who is one house from his goal, takes it in reply to this step: one of `next`, the cards in
 * his reach, is of a house that is `threatened`. */
static inline bool hand_loses_to_reply(const struct hand_deal *deal, struct hand_node node,
                                       uint64_t threatened, uint64_t next, int shift, uint32_t step)
{
    uint64_t own = deal->house[shift / 4];
    if ((next & threatened & ~own) != 0)
        return true;
    unsigned left = (node.left >> shift & 15) - hand_option_captured(step);
    return (next & own) != 0 && (deal->threatened[left] >> hand_option_standing(step) & 1) != 0;
}

/* Best first. */
static inline void hand_options_sort(struct hand_options *options)
{
    for (int k = 1; k < options->count; k++) {
        uint32_t option = options->at[k];
        int i = k;
        for (; i > 0 && options->at[i - 1] < option; i--)
            options->at[i] = options->at[i - 1];
        options->at[i] = option;
    }
}

/* The best, which is taken out. */
static inline uint32_t hand_options_take(struct hand_options *options)
{
    int best = 0;
    uint32_t most = options->at[0];
    assert(options->count > 0);
    for (int i = 1; i < options->count; i++) { /* compiles to moves, where sorting jumps */
        uint32_t option = options->at[i];
        best = option > most ? i : best;
        most = option > most ? option : most;
    }
    options->at[best] = options->at[--options->count];
    return most;
}

/* All moves that do not lose at once, or to the next capture of one card, unless one wins at once: then that one
 * alone. The innermost loop. */
static inline __attribute__((always_inline)) void
hand_options_gather(const struct hand_deal *deal, struct hand_node node, struct hand_options *options)
{
    uint64_t cells = hand_node_cells(node);
    int varys = hand_node_varys(node);
    unsigned wanted = (unsigned)hand_node_wanted(node);
    bool hurried = hand_node_feared(node) == 1;
    uint64_t threatened = hurried ? hand_threatened(deal, node) : 0;
    options->count = 0;
    for (uint64_t targets = deal->cross[varys] & cells; targets != 0; targets &= targets - 1) {
        int cell = bits_lowest(targets);
        if (deal->farthest && (deal->beyond[varys][cell] & cells) != 0)
            continue;
        int shift = deal->shift[cell];
        uint64_t captured = deal->path[varys][cell] & cells;
        uint32_t step =
            deal->step[node.lead >> shift & 15][node.left >> shift & 15][bits_count(captured) - 1];
        uint64_t next = deal->cross[cell] & cells & ~captured;
        bool wins = hand_option_decides(step) == wanted;
        if (next == 0 && !wins) { /* the game ends here */
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
        if (hurried && hand_loses_to_reply(deal, node, threatened, next, shift, step))
            continue;
        assert(options->count < OPTIONS_MAX);
        options->at[options->count++] = step + (uint32_t)cell + deal->replies[bits_count(next)];
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
