/* Who owns what: the 3^8 ways to own the eight squares, and money counted in the unit that it moves in.
 *
 * Rents, fine, prices and what a sale pays are all multiples of one unit (ten at the usual 90 percent), so a
 * purse matters only as the number of units rounded up: it buys, pays and breaks exactly as the real one.
 * A holding is coded as a number to base 3, the first ownable square being the lowest digit. */
#ifndef PANJ_GAMES_MONOPOLY_CENSUS_H
#define PANJ_GAMES_MONOPOLY_CENSUS_H

#include "games/monopoly/monopoly.h"

enum { HOLDINGS = 6561, DEEDS = 8 };

struct census {
    int unit;
    int sellpercent;
    int rent; /* from here on money is in units */
    int fine;
    int price[MONOPOLY_SQUARES]; /* 0: nobody can own it */
    int back[MONOPOLY_SQUARES];  /* what a sale pays */
    int digit[MONOPOLY_SQUARES]; /* power of 3 that stands for the square; 0: nobody can own it */
    int all_prices;
    /* Holdings in the order of the prices owned by both, so that those which leave both players a coin come
     * first whatever the wealth. */
    uint16_t holding_at[HOLDINGS];      /* by rank */
    uint16_t rank[HOLDINGS];            /* by holding */
    int32_t owned[HOLDINGS];            /* by holding: prices owned by both */
    int64_t owned_before[HOLDINGS + 1]; /* by rank: sum of `owned` over lower ranks */
    uint16_t mirror[HOLDINGS];          /* by holding: players exchanged */
    uint8_t count[HOLDINGS];            /* by holding: squares owned */
};

void monopoly_census_fill(struct census *, int sellpercent);
/* The money of one purse, or of the whole table, in units, rounded up. */
int monopoly_census_units(const struct census *, int32_t money);
/* How many ranks, from 0 on, leave at least two coins of `wealth` in the purses. */
int monopoly_census_ranks(const struct census *, int wealth);
int monopoly_census_holding(const struct census *, const struct monopoly_position *);
/* Who owns `square`: 0 nobody, 1, 2. */
int monopoly_census_owner(const struct census *, int holding, int square);

#endif
