/* One block: all positions with the same holdings and the same wealth. Money only goes to and fro as rent
 * inside it; buying, selling and the fine lead out, to blocks that are solved already. What is left is one
 * system of equations in the squares of the two tokens and player 1's cash, and because the fine square leads
 * out it is a contraction: sweeps against the way of the tokens converge fast.
 *
 * All values are chances of player 1. A roll is the mean of six rows; the sums slide round the ring, one
 * addition and one subtraction a value, and all loops run along the cash, which is contiguous. */
#ifndef PANJ_GAMES_MONOPOLY_BLOCK_H
#define PANJ_GAMES_MONOPOLY_BLOCK_H

#include "games/monopoly/monopoly.h"

/* What the square reached does to the player who stands on it. */
enum landing {
    LANDING_PASS,   /* on with the game */
    LANDING_CHOICE, /* on, or out by a deal */
    LANDING_RENT,   /* on, poorer; without cash left it is lost */
    LANDING_OUT     /* out, by the fine */
};

struct monopoly_block {
    int cashes; /* player 1 has 1 .. cashes units and player 2 the rest of cashes + 1 */
    int rent;
    size_t stride;                             /* elements from row to row */
    enum landing landing[2][MONOPOLY_SQUARES]; /* of player 1 and 2 */
    double *room;                              /* all rows below */
    /* A hundred rows each, row s * MONOPOLY_SQUARES + t with player 1 on s and player 2 on t; element 0 is cash 1. */
    double *due;    /* player 1 has landed and acts: the unknowns */
    double *out[2]; /* the way out for player 1 (2), who has landed and acts; filled by the caller */
    /* Ten rows each, by the square of player 2, for the one square of player 1 that is at work. */
    double *window;  /* sums of `due` over the six squares before player 1 */
    double *reply;   /* player 2 has landed and acts */
    double *roll[2]; /* result of monopoly_block_rolls: player 1 (2) is about to roll */
    double *change;  /* one row: how much the last sweep changed, by cash */
};

size_t monopoly_block_bytes(int cashes_max);
bool monopoly_block_create(struct monopoly_block *, int cashes_max); /* false: out of memory */
void monopoly_block_destroy(struct monopoly_block *);

/* Sets the size; landings are set and `out` is filled by the caller after it. */
void monopoly_block_resize(struct monopoly_block *, int cashes, int rent);
static inline double *block_out(const struct monopoly_block *block, int player, int s, int t)
{
    return block->out[player] + (size_t)(s * MONOPOLY_SQUARES + t) * block->stride;
}

/* Solves to within about `tolerance`; returns the number of sweeps. */
int monopoly_block_solve(struct monopoly_block *, double tolerance);
/* Of a solved block: fills roll[0] and roll[1] for player 1 on square s. */
void monopoly_block_rolls(struct monopoly_block *, int s);

#endif
