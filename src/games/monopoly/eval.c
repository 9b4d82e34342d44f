/* A cheap estimate of the chance to win: money is what keeps a player alive, a square is worth a part of its
 * price and the rents it will draw, and whose turn it is costs a little, because actions mostly cost. The
 * lead is measured against what is in play and squashed below certainty. */
#include "games/monopoly/monopoly.h"

enum {
    PRICE_PERCENT = 60, /* what a square's price counts */
    RENT_PERCENT = 90,  /* what one rent counts: how often it will be drawn before the end */
    TURN_COST = 20,
    PLAY_BASE = 300 /* added to what is in play, so that small purses do not look like certainty */
};

static int64_t scaled(int64_t lead, int64_t in_play)
{
    return lead * VALUE_WIN / in_play;
}

static int squares_owned(const struct monopoly *state, int player)
{
    return __builtin_popcount(state->owned[player]);
}

int monopoly_explain(const struct board *board, const struct position *position, struct term term[TERMS_MAX])
{
    (void)board;
    const struct monopoly *state = monopoly_in(position);
    int me = state->phase == PHASE_ACTION ? state->side : 0;
    int64_t cash = state->cash[me] - state->cash[!me];
    int64_t prices = monopoly_prices_owned(state, me) - monopoly_prices_owned(state, !me);
    int64_t rents = RENT * (squares_owned(state, me) - squares_owned(state, !me));
    int64_t turn = state->side == me ? -TURN_COST : TURN_COST;
    prices = prices * PRICE_PERCENT / 100;
    rents = rents * RENT_PERCENT / 100;
    int64_t total = cash + prices + rents + turn;
    int64_t in_play = (int64_t)state->cash[0] + state->cash[1] + PLAY_BASE;
    int64_t value = scaled(total, (total < 0 ? -total : total) + in_play);
    term[0] = (struct term){"cash", scaled(cash, in_play)};
    term[1] = (struct term){"prices", scaled(prices, in_play)};
    term[2] = (struct term){"rents", scaled(rents, in_play)};
    term[3] = (struct term){"turn", scaled(turn, in_play)};
    int64_t sum = term[0].value + term[1].value + term[2].value + term[3].value;
    term[4] = (struct term){"curve", value - sum};
    assert(value > -VALUE_WIN && value < VALUE_WIN);
    return 5;
}

value_t monopoly_evaluate(const struct board *board, const struct position *position)
{
    struct term term[TERMS_MAX];
    int count = monopoly_explain(board, position, term);
    int64_t value = 0;
    for (int i = 0; i < count; i++)
        value += term[i].value;
    return (value_t)value;
}
