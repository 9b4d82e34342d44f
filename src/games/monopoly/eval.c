/* A cheap estimate of the chance to win. Each thing a player has is told in money, the payment that is due
 * counts as made, and the lead is set against what is in play, so that it never looks like certainty.
 *
 * The weights are a least-squares fit to the exact chances of 80,000 positions from games of good and bad
 * players; the root mean square of its error there is 0.064. */
#include "base/bits.h"
#include "games/monopoly/monopoly.h"

enum lead {
    LEAD_CASH,
    LEAD_PRICES,  /* of the squares owned */
    LEAD_RENTS,   /* squares owned */
    LEAD_STAMINA, /* cash times squares owned: who lives long draws many rents */
    LEAD_MARKET,  /* cash times free squares */
    LEAD_DANGER,  /* payments that the next roll brings on average */
    LEAD_TURN,    /* who rolls next has mostly to pay first */
    LEAD_DEAL,    /* a square can be bought now */
    LEADS
};

/* Money in hundredths for one of each. */
static const struct {
    const char *name;
    int64_t weight;
} leads[LEADS] = {
    [LEAD_CASH] = {"cash", 100},       [LEAD_PRICES] = {"prices", 204}, [LEAD_RENTS] = {"rents", 19700},
    [LEAD_STAMINA] = {"stamina", 220}, [LEAD_MARKET] = {"market", 78},  [LEAD_DANGER] = {"danger", -903},
    [LEAD_TURN] = {"turn", -18100},    [LEAD_DEAL] = {"deal", 23600},
};

enum { IN_PLAY_BASE = 903 }; /* money added to all cash */

static const int64_t RUIN = INT64_MIN; /* stands for a lead: the payment due is more than the mover has */

/* How many of the squares ahead, in reach of a roll from `at`, are in the mask. */
static int squares_ahead(uint32_t mask, int at)
{
    assert(at >= 0 && at < MONOPOLY_SQUARES && mask < 1U << MONOPOLY_SQUARES);
    const uint32_t reach = (1U << MONOPOLY_DIE_SIDES) - 1;
    return bits_count((mask | mask << MONOPOLY_SQUARES) >> (at + 1) & reach);
}

static int64_t danger(const struct monopoly_board *rules, const struct monopoly_position *state, int player)
{
    int rents = squares_ahead(state->owned[!player], state->at[player]);
    int fines = rules->fine ? squares_ahead(1U << MONOPOLY_SQUARE_FINE, state->at[player]) : 0;
    return (MONOPOLY_RENT * rents + MONOPOLY_FINE * fines) / MONOPOLY_DIE_SIDES;
}

/* Pays what must be paid, so that it is not news one ply later. */
static void pay(const struct monopoly_board *rules, struct monopoly_position *state)
{
    int me = state->side;
    int square = state->at[me];
    if (state->phase != MONOPOLY_PHASE_ACTION)
        return;
    if (square == MONOPOLY_SQUARE_FINE && rules->fine)
        state->cash[me] -= MONOPOLY_FINE;
    if (monopoly_owns(state, !me, square)) {
        state->cash[me] -= MONOPOLY_RENT;
        state->cash[!me] += MONOPOLY_RENT;
    }
}

static bool is_deal(const struct monopoly_position *state)
{
    int square = state->at[state->side];
    bool is_free =
        monopoly_price(square) > 0 && !monopoly_owns(state, 0, square) && !monopoly_owns(state, 1, square);
    return state->phase == MONOPOLY_PHASE_ACTION && is_free &&
           state->cash[state->side] > monopoly_price(square);
}

/* Adds what `player` has, times `sign`. */
static void add_leads(const struct monopoly_board *rules, const struct monopoly_position *state, int player,
                      int sign, int64_t lead[LEADS])
{
    enum { DEEDS_ALL = 8 };
    int owned = bits_count(state->owned[player]);
    int unowned = DEEDS_ALL - owned - bits_count(state->owned[!player]);
    bool is_next = (state->phase == MONOPOLY_PHASE_ROLL) == (state->side == player);
    lead[LEAD_CASH] += sign * state->cash[player];
    lead[LEAD_PRICES] += sign * monopoly_prices_owned(state, player);
    lead[LEAD_RENTS] += sign * owned;
    lead[LEAD_STAMINA] += sign * (int64_t)state->cash[player] * owned;
    lead[LEAD_MARKET] += sign * (int64_t)state->cash[player] * unowned;
    lead[LEAD_DANGER] += sign * danger(rules, state, player);
    lead[LEAD_TURN] += sign * is_next;
    lead[LEAD_DEAL] += sign * (state->side == player && is_deal(state));
}

/* Weighs all leads of the player whose view it is; returns their sum and, in *in_play, what it is set
 * against. */
static int64_t weigh(const struct board *board, const struct position *position, int64_t lead[LEADS],
                     int64_t *in_play)
{
    const struct monopoly_board *rules = monopoly_board(board);
    struct monopoly_position state = *monopoly_position(position);
    int me = state.phase == MONOPOLY_PHASE_ACTION ? state.side : 0;
    int64_t sum = 0;
    pay(rules, &state);
    add_leads(rules, &state, me, 1, lead);
    add_leads(rules, &state, !me, -1, lead);
    for (int i = 0; i < LEADS; i++) {
        lead[i] = lead[i] * leads[i].weight / 100;
        sum += lead[i];
    }
    *in_play = (int64_t)state.cash[0] + state.cash[1] + IN_PLAY_BASE;
    assert(*in_play > 0);
    return state.cash[me] > 0 ? sum : RUIN;
}

static value_t curve(int64_t sum, int64_t in_play)
{
    if (sum == RUIN)
        return -VALUE_WIN;
    int64_t value = sum * VALUE_WIN / ((sum < 0 ? -sum : sum) + in_play);
    assert(value > -VALUE_WIN && value < VALUE_WIN);
    return (value_t)value;
}

value_t monopoly_evaluate(const struct board *board, const struct position *position)
{
    int64_t lead[LEADS] = {0};
    int64_t in_play = 0;
    int64_t sum = weigh(board, position, lead, &in_play);
    return curve(sum, in_play);
}

int monopoly_explain(const struct board *board, const struct position *position, struct term term[TERMS_MAX])
{
    int64_t lead[LEADS] = {0};
    int64_t in_play = 0;
    int64_t sum = weigh(board, position, lead, &in_play);
    int64_t rest = curve(sum, in_play);
    for (int i = 0; i < LEADS; i++) {
        term[i] = (struct term){.name = leads[i].name, .value = lead[i] * VALUE_WIN / in_play};
        rest -= term[i].value;
    }
    term[LEADS] = (struct term){.name = "curve", .value = rest};
    return LEADS + 1;
}
