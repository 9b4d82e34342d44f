/* The engine room of the exact solver: can the player on move reach a goal?
 *
 * Cards never change places, so a deal is geometry worked out once (struct hand_deal), and a position is
 * which cards still lie, where Varys stands, and for each house how far the mover is ahead.
 *
 * The standing of a house is 8 + x in a nibble: x = 0 nobody captured from it, 1 equal counts and the mover
 * holds the banner, 2 one card ahead, and so on; negative for the opponent. With r of its cards lying a house
 * is decided when the lead is above r, or r is 0; nothing beyond that counts, so |x| is cut to r + 2, or 1.
 * With the pack's numbers that leaves |x| <= 5.
 *
 * Goals are the outcomes in order: margins of banners -7 .. -1 are 0 .. 6, equal banners lost or won by the
 * largest house 7 and 8, margins 1 .. 7 are 9 .. 15. To reach goal 8 is to win. 16 - goal stands in the
 * eighth nibble: then a position whose nibbles are all at least as large is at least as good for the mover,
 * and 16 minus each nibble is the position as the opponent sees it, his own goal included. */
#ifndef PANJ_GAMES_HAND_PROOF_H
#define PANJ_GAMES_HAND_PROOF_H

#include "games/hand/hand.h"
#include "games/hand/proof_table.h"
#include "search/job.h"

enum { GOAL_MIN = 1, GOAL_WIN = 8, GOAL_MAX = 15 };
enum { NIBBLES = 16, STANDING_EVEN = 8, LEFT_MAX = 8 };

/* A move in one word, the larger the better. From the highest bit: rank, cards captured, 1 if that decides
 * the house for the mover, standing of the house afterwards, cell. */
enum {
    OPTION_RANK = 15,
    OPTION_CAPTURED = 11,
    OPTION_DECIDES = 10,
    OPTION_STANDING = 6,
    OPTION_CELL_MASK = 63
};
enum { OPTIONS_MAX = 10, RANK_MIDDLE = 1 << 16 };

struct hand_deal {
    uint64_t house[HAND_HOUSES];             /* where the cards of a house lay */
    uint64_t cross[HAND_CELLS];              /* row and column of a cell, itself excepted */
    uint64_t path[HAND_CELLS][HAND_CELLS];   /* from, to: what the move captures of what still lies */
    uint64_t beyond[HAND_CELLS][HAND_CELLS]; /* from, to: cards that forbid the move while one of them lies */
    uint8_t shift[HAND_CELLS];               /* 4 * house of the card that lay on the cell */
    bool farthest;                           /* some `beyond` are not empty */
    /* By standing, cards lying, cards captured less one: an option without cell and replies; what so many replies
     * add to it. */
    uint32_t step[NIBBLES][NIBBLES][LEFT_MAX];
    uint32_t replies[OPTIONS_MAX + 1];
    /* By cards lying: the standings, as bits, of a house that one capture more decides for the opponent. */
    uint16_t threatened[LEFT_MAX + 1];
};

void hand_deal_prepare(struct hand_deal *, const struct hand_board *, const struct hand_position *);
/* Whether the deal holds for this position too: the same rule and every card in its place. */
bool hand_deal_covers(const struct hand_deal *, const struct hand_board *, const struct hand_position *);

/* Two words, so that it travels in registers. */
struct hand_node {
    /* 36 bits cells with cards, 6 Varys, 2 free, 4 wanted: how many more houses decided for the mover make his goal
     * sure, 4 feared: how many decided for the opponent make it hopeless. */
    uint64_t where;
    uint32_t lead; /* standings, and 16 - goal */
    uint32_t left; /* cards lying of each house */
};

enum { VARYS_BIT = 36, WANTED_BIT = 44, FEARED_BIT = 48 };

static inline uint64_t hand_node_cells(struct hand_node node)
{
    return node.where & ((UINT64_C(1) << HAND_CELLS) - 1);
}

static inline int hand_node_varys(struct hand_node node)
{
    return (int)(node.where >> VARYS_BIT & 63);
}

static inline int hand_node_wanted(struct hand_node node)
{
    return (int)(node.where >> WANTED_BIT & 15);
}

static inline int hand_node_feared(struct hand_node node)
{
    return (int)(node.where >> FEARED_BIT & 15);
}

static inline int hand_node_goal(struct hand_node node)
{
    return 16 - (int)(node.lead >> 28);
}

/* The position with the goal `goal` of the player on move; `decided` tells what is clear without a search:
 * 1 reached, -1 out of reach, 0 neither. */
struct hand_node hand_node_from(const struct hand_deal *, const struct hand_position *, int goal,
                                int *decided);
/* Where the game ends for the player with these standings, as a goal just reached. */
int hand_outcome(uint32_t lead);
/* The same by the margin of banners. */
int hand_outcome_of(int margin, bool wins_ties);

/* -- the search -- */

enum { HAND_BUSY = 1024 };

/* What the threads of one solve share. */
struct hand_proof {
    const struct hand_deal *deal;
    struct hand_proof_table *table;
    struct job *job;
    atomic_bool enough;               /* stop all threads: proven, or given up */
    uint64_t nodes_most;              /* of the job, at which to set it too */
    _Atomic uint64_t busy[HAND_BUSY]; /* nodes that a thread is searching, by hash; 0: none */
};

enum { HAND_UNKNOWN = -1 };

/* Whether the mover reaches his goal, and by which move: its cell, or that of the likeliest if he does not,
 * or HAND_UNKNOWN if every move ends the game at once. HAND_UNKNOWN too when `enough` came first. */
int hand_proof_run(struct hand_proof *, struct hand_node, int threads, int *best);

#endif
