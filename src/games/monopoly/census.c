#include "games/monopoly/census.h"

static int greatest_common_divisor(int a, int b)
{
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

static void fill_money(struct census *census, int sellpercent)
{
    int digit = 1;
    census->sellpercent = sellpercent;
    census->unit = greatest_common_divisor(MONOPOLY_RENT, sellpercent);
    census->rent = MONOPOLY_RENT / census->unit;
    census->fine = MONOPOLY_FINE / census->unit;
    for (int square = 0; square < MONOPOLY_SQUARES; square++) {
        int price = monopoly_price(square);
        assert(price % census->unit == 0 && price * sellpercent / 100 % census->unit == 0);
        census->price[square] = price / census->unit;
        census->back[square] = price * sellpercent / 100 / census->unit;
        census->digit[square] = price > 0 ? digit : 0;
        census->all_prices += census->price[square];
        digit *= price > 0 ? 3 : 1;
    }
    assert(digit == HOLDINGS);
}

int monopoly_census_owner(const struct census *census, int holding, int square)
{
    assert(holding >= 0 && holding < HOLDINGS);
    return census->digit[square] == 0 ? 0 : holding / census->digit[square] % 3;
}

static void fill_holding(struct census *census, int holding)
{
    int mirror = 0;
    for (int square = 0; square < MONOPOLY_SQUARES; square++) {
        int owner = monopoly_census_owner(census, holding, square);
        if (owner == 0)
            continue;
        census->owned[holding] += census->price[square];
        assert(owner == 1 || owner == 2);
        census->count[holding]++;
        mirror += (3 - owner) * census->digit[square];
    }
    census->mirror[holding] = (uint16_t)mirror;
}

/* A counting sort by prices owned. */
static void fill_ranks(struct census *census)
{
    int rank = 0;
    for (int owned = 0; owned <= census->all_prices; owned++)
        for (int holding = 0; holding < HOLDINGS; holding++) {
            if (census->owned[holding] != owned)
                continue;
            census->holding_at[rank] = (uint16_t)holding;
            census->rank[holding] = (uint16_t)rank;
            census->owned_before[rank + 1] = census->owned_before[rank] + owned;
            rank++;
        }
    assert(rank == HOLDINGS);
}

void monopoly_census_fill(struct census *census, int sellpercent)
{
    assert(sellpercent >= 0 && sellpercent <= 100);
    *census = (struct census){0};
    fill_money(census, sellpercent);
    for (int holding = 0; holding < HOLDINGS; holding++)
        fill_holding(census, holding);
    fill_ranks(census);
}

int monopoly_census_units(const struct census *census, int32_t money)
{
    assert(money > 0);
    return (int)((money + census->unit - 1) / census->unit);
}

int monopoly_census_ranks(const struct census *census, int wealth)
{
    int low = 0;
    int high = HOLDINGS;
    while (low < high) { /* ranks below `low` do, from `high` on do not */
        int middle = (low + high) / 2;
        if (census->owned[census->holding_at[middle]] + 2 <= wealth)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int monopoly_census_holding(const struct census *census, const struct monopoly_position *state)
{
    int holding = 0;
    for (int square = 0; square < MONOPOLY_SQUARES; square++)
        for (int player = 0; player < 2; player++)
            if (monopoly_owns(state, player, square))
                holding += (player + 1) * census->digit[square];
    assert(holding >= 0 && holding < HOLDINGS);
    return holding;
}
