/* The rules: pure functions on two small values. Every square offers one forced payment, or one deal that may
 * be passed, or a pass alone; that is all a decision is. */
#include "games/monopoly/monopoly.h"

#include "base/bits.h"
#include "base/rng.h"
#include "games/monopoly/tape.h"

_Static_assert(sizeof(struct monopoly_board) <= BOARD_BYTES, "the rules fit a board");
_Static_assert(sizeof(struct monopoly_position) == 32, "no padding, so that equal values are equal bytes");

static struct monopoly_position *writable(struct position *position)
{
    return (struct monopoly_position *)position->bytes;
}

static bool is_over(const struct monopoly_board *rules, const struct monopoly_position *state)
{
    bool bankrupt = state->cash[0] <= 0 || state->cash[1] <= 0;
    return bankrupt || (rules->maxturns > 0 && state->turn >= (uint32_t)rules->maxturns);
}

int32_t monopoly_prices_owned(const struct monopoly_position *state, int player)
{
    int32_t sum = 0;
    for (unsigned left = state->owned[player]; left != 0; left &= left - 1)
        sum += monopoly_price(bits_lowest(left));
    return sum;
}

/* -- whose turn -- */

enum actor monopoly_turn(const struct board *board, const struct position *position)
{
    const struct monopoly_position *state = monopoly_position(position);
    if (is_over(monopoly_board(board), state))
        return ACTOR_NONE;
    if (state->phase == MONOPOLY_PHASE_ROLL)
        return ACTOR_CHANCE;
    return state->side == 0 ? ACTOR_ONE : ACTOR_TWO;
}

static bool can_buy(const struct monopoly_board *rules, int32_t cash, int square)
{
    int32_t price = monopoly_price(square);
    return cash > price || (rules->buyequal && cash == price);
}

/* The deal or payment that the square reached offers, MONOPOLY_MOVE_PASS if none. */
static move_t offer(const struct monopoly_board *rules, const struct monopoly_position *state)
{
    int square = state->at[state->side];
    if (square == MONOPOLY_SQUARE_FINE)
        return rules->fine ? MONOPOLY_MOVE_TAX : MONOPOLY_MOVE_PASS;
    if (monopoly_price(square) == 0)
        return MONOPOLY_MOVE_PASS;
    if (monopoly_owns(state, state->side, square))
        return MONOPOLY_MOVE_SELL;
    if (monopoly_owns(state, !state->side, square))
        return MONOPOLY_MOVE_RENT;
    return can_buy(rules, state->cash[state->side], square) ? MONOPOLY_MOVE_BUY : MONOPOLY_MOVE_PASS;
}

void monopoly_moves(const struct board *board, const struct position *position, struct move_list *list)
{
    const struct monopoly_position *state = monopoly_position(position);
    assert(state->phase == MONOPOLY_PHASE_ACTION && !is_over(monopoly_board(board), state));
    move_t first = offer(monopoly_board(board), state);
    list->at[0] = first;
    list->at[1] = MONOPOLY_MOVE_PASS;
    list->count = first == MONOPOLY_MOVE_BUY || first == MONOPOLY_MOVE_SELL ? 2 : 1;
}

int monopoly_count_moves(const struct board *board, const struct position *position)
{
    const struct monopoly_position *state = monopoly_position(position);
    if (is_over(monopoly_board(board), state))
        return 0;
    if (state->phase == MONOPOLY_PHASE_ROLL)
        return MONOPOLY_DIE_SIDES;
    move_t first = offer(monopoly_board(board), state);
    return first == MONOPOLY_MOVE_BUY || first == MONOPOLY_MOVE_SELL ? 2 : 1;
}

void monopoly_chance(const struct board *board, const struct position *position, struct chance *chance)
{
    assert(monopoly_turn(board, position) == ACTOR_CHANCE);
    chance->count = MONOPOLY_DIE_SIDES;
    chance->total = MONOPOLY_DIE_SIDES;
    for (int i = 0; i < MONOPOLY_DIE_SIDES; i++) {
        chance->at[i].outcome = (move_t)(MONOPOLY_MOVE_ROLL + i);
        chance->at[i].weight = 1;
    }
}

/* -- moving -- */

static void roll(struct monopoly_position *state, int face)
{
    assert(state->phase == MONOPOLY_PHASE_ROLL && face >= 1 && face <= MONOPOLY_DIE_SIDES);
    int square = state->at[state->side] + face;
    state->at[state->side] = (uint8_t)(square < MONOPOLY_SQUARES ? square : square - MONOPOLY_SQUARES);
    state->phase = MONOPOLY_PHASE_ACTION;
}

/* Money and deeds of one action. */
static void settle(const struct monopoly_board *rules, struct monopoly_position *state, move_t action)
{
    int me = state->side;
    int square = state->at[me];
    int32_t price = monopoly_price(square);
    uint16_t deed = (uint16_t)(1U << square);
    switch (action) {
    case MONOPOLY_MOVE_BUY:
        assert(price > 0 && can_buy(rules, state->cash[me], square));
        state->cash[me] -= price;
        state->owned[me] |= deed;
        break;
    case MONOPOLY_MOVE_SELL:
        assert(monopoly_owns(state, me, square));
        state->cash[me] += price * rules->sellpercent / 100;
        state->owned[me] &= (uint16_t)~deed;
        break;
    case MONOPOLY_MOVE_RENT:
        assert(monopoly_owns(state, !me, square));
        state->cash[me] -= MONOPOLY_RENT;
        state->cash[!me] += MONOPOLY_RENT;
        break;
    case MONOPOLY_MOVE_TAX:
        assert(rules->fine && square == MONOPOLY_SQUARE_FINE);
        state->cash[me] -= MONOPOLY_FINE;
        break;
    default: assert(action == MONOPOLY_MOVE_PASS);
    }
}

void monopoly_begin(const struct monopoly_board *rules, struct monopoly_position *state)
{
    if (!rules->taped || state->phase != MONOPOLY_PHASE_ROLL || is_over(rules, state))
        return;
    roll(state, monopoly_tape_roll(rules->tape, state->drawn));
    state->drawn = state->drawn < MONOPOLY_TAPE_MAX ? state->drawn + 1 : 0;
}

void monopoly_apply(const struct board *board, struct position *position, move_t move)
{
    const struct monopoly_board *rules = monopoly_board(board);
    struct monopoly_position *state = writable(position);
    assert(!is_over(rules, state) && move < MONOPOLY_MOVES_END);
    if (move >= MONOPOLY_MOVE_ROLL) {
        roll(state, move - MONOPOLY_MOVE_ROLL + 1);
        return;
    }
    assert(state->phase == MONOPOLY_PHASE_ACTION);
    settle(rules, state, move);
    state->turn += rules->maxturns > 0;
    state->side = !state->side;
    state->phase = MONOPOLY_PHASE_ROLL;
    monopoly_begin(rules, state);
}

/* -- the end -- */

static int32_t wealth(const struct monopoly_position *state, int player)
{
    return state->cash[player] + monopoly_prices_owned(state, player);
}

enum result monopoly_result(const struct board *board, const struct position *position)
{
    const struct monopoly_position *state = monopoly_position(position);
    if (!is_over(monopoly_board(board), state))
        return RESULT_NONE;
    if (state->cash[0] <= 0)
        return RESULT_TWO;
    if (state->cash[1] <= 0)
        return RESULT_ONE;
    int32_t margin = wealth(state, 0) - wealth(state, 1);
    return margin > 0 ? RESULT_ONE : margin < 0 ? RESULT_TWO : RESULT_DRAW;
}

const char *monopoly_reason(const struct board *board, const struct position *position)
{
    const struct monopoly_position *state = monopoly_position(position);
    if (state->cash[0] <= 0 || state->cash[1] <= 0)
        return "bankrupt";
    return is_over(monopoly_board(board), state) ? "maxturns" : "none";
}

void monopoly_score(const struct board *board, const struct position *position, int64_t score[2])
{
    (void)board;
    score[0] = monopoly_position(position)->cash[0];
    score[1] = monopoly_position(position)->cash[1];
}

/* -- the rest -- */

static uint64_t rules_word(const struct monopoly_board *rules)
{
    return (uint64_t)rules->maxturns << 32 | (uint64_t)rules->sellpercent << 16 |
           (uint64_t)rules->buyequal << 1 | rules->fine;
}

uint64_t monopoly_key(const struct board *board, const struct position *position)
{
    const struct monopoly_board *rules = monopoly_board(board);
    const struct monopoly_position *state = monopoly_position(position);
    assert(rules->taped || state->drawn == 0);
    uint64_t cash = (uint64_t)(uint32_t)state->cash[0] << 32 | (uint32_t)state->cash[1];
    uint64_t places = (uint64_t)state->owned[0] << 48 | (uint64_t)state->owned[1] << 32 |
                      (uint64_t)state->at[0] << 24 | (uint64_t)state->at[1] << 16 |
                      (uint64_t)state->side << 8 | state->phase;
    uint64_t key = rng_mix(rules_word(rules) + UINT64_C(0x6D6F6E6F706F6C79));
    key = rng_mix(key ^ cash);
    key = rng_mix(key ^ places);
    if (rules->maxturns > 0)
        key = rng_mix(key ^ state->turn);
    if (rules->taped)
        key = rng_mix(rng_mix(~key ^ (uint64_t)rules->tape) ^ (uint64_t)state->drawn);
    return key;
}

int monopoly_horizon(const struct board *board, const struct position *position)
{
    const struct monopoly_board *rules = monopoly_board(board);
    const struct monopoly_position *state = monopoly_position(position);
    if (is_over(rules, state))
        return 0;
    if (rules->maxturns == 0)
        return -1; /* it ends with probability 1, but nobody can say when */
    int actions = rules->maxturns - (int)state->turn;
    assert(actions > 0);
    return 2 * actions - (state->phase == MONOPOLY_PHASE_ACTION);
}

void monopoly_forget(struct board *board, struct position *position)
{
    struct monopoly_board *rules = (struct monopoly_board *)board->bytes;
    rules->taped = false;
    rules->tape = 0;
    writable(position)->drawn = 0;
}
