/* The rules: whom Varys may visit, what he brings home, whose banner flies, who wins. */
#include "base/bits.h"
#include "games/hand/hand.h"

#include "base/rng.h"
#include "scene.h"

/* Of the cards in `line`, those that are the farthest of their house as seen from outside: Varys stands on
 * the low side of the line when `upward`. */
static uint64_t farthest_in(const struct hand_position *hand, uint64_t line, bool upward)
{
    uint64_t targets = 0;
    uint64_t rest = line & hand_cards(hand);
    while (rest != 0) {
        int cell = upward ? 63 - __builtin_clzll(rest) : bits_lowest(rest);
        targets |= hand_bit(cell);
        rest &= ~hand_of_house(hand, hand_house_at(hand, cell));
    }
    return targets;
}

static uint64_t farthest_targets(const struct hand_position *hand)
{
    int varys = hand->varys;
    uint64_t below = hand_bit(varys) - 1;
    uint64_t above = ~(below | hand_bit(varys));
    return farthest_in(hand, hand_row(varys) & above, true) |
           farthest_in(hand, hand_row(varys) & below, false) |
           farthest_in(hand, hand_column(varys) & above, true) |
           farthest_in(hand, hand_column(varys) & below, false);
}

uint64_t hand_targets(const struct hand_board *board, const struct hand_position *hand)
{
    assert((hand_cards(hand) & hand_bit(hand->varys)) == 0);
    if (board->capture == HAND_CAPTURE_FARTHEST)
        return farthest_targets(hand);
    return hand_cards(hand) & hand_cross(hand->varys);
}

uint64_t hand_reachable_from(uint64_t cards, int varys)
{
    const uint64_t column_a = hand_column(0);
    uint64_t present = cards | hand_bit(varys);
    uint64_t reached = 0;
    uint64_t next = hand_bit(varys);
    while (next != reached) {
        reached = next;
        uint64_t rows = reached | reached >> 1 | reached >> 2;
        rows = ((rows | rows >> 3) & column_a) * 0x3F;
        uint64_t columns = reached | reached >> 18;
        columns = ((columns | columns >> 6 | columns >> 12) & 0x3F) * column_a;
        next = (rows | columns) & present;
    }
    assert((reached & ~present) == 0);
    return reached & ~hand_bit(varys);
}

uint64_t hand_reachable(const struct hand_position *hand)
{
    return hand_reachable_from(hand_cards(hand), hand->varys);
}

uint64_t hand_captured(const struct hand_position *hand, int cell)
{
    int house = hand_house_at(hand, cell);
    assert(house >= 0);
    return hand_bit(cell) | (hand_between(hand->varys, cell) & hand_of_house(hand, house));
}

int hand_banners(const struct hand_position *hand, int player)
{
    int banners = 0;
    assert(player == 0 || player == 1);
    for (int house = 0; house < HAND_HOUSES; house++)
        banners += hand->holder[house] == player;
    return banners;
}

int hand_leader(const struct hand_position *hand)
{
    int first = hand_banners(hand, 0);
    int second = hand_banners(hand, 1);
    if (first != second)
        return first > second ? 0 : 1;
    for (int house = 0; house < HAND_HOUSES; house++) /* the largest first */
        if (hand->holder[house] != HAND_NOBODY)
            return hand->holder[house];
    return HAND_NOBODY;
}

bool hand_is_over(const struct hand_position *hand)
{
    return !hand_companion_is_due(hand) && (hand_cards(hand) & hand_cross(hand->varys)) == 0;
}

enum actor hand_turn(const struct board *board, const struct position *position)
{
    (void)board;
    const struct hand_position *hand = hand_position(position);
    if (hand_is_over(hand))
        return ACTOR_NONE;
    return hand->side == 0 ? ACTOR_ONE : ACTOR_TWO;
}

void hand_moves(const struct board *board, const struct position *position, struct move_list *list)
{
    const struct hand_position *hand = hand_position(position);
    if (hand_companion_is_due(hand)) {
        hand_companion_moves(hand, list);
        return;
    }
    uint64_t targets = hand_targets(hand_board(board), hand);
    list->count = 0;
    assert(bits_count(targets) <= MOVES_MAX);
    for (; targets != 0; targets &= targets - 1)
        list->at[list->count++] = (move_t)bits_lowest(targets);
}

int hand_count_moves(const struct board *board, const struct position *position)
{
    const struct hand_position *hand = hand_position(position);
    if (hand_companion_is_due(hand))
        return hand_companion_count_moves(hand);
    return bits_count(hand_targets(hand_board(board), hand));
}

/* Varys goes to the cell, and the mover has what he brings. */
static void name_card(struct hand_position *hand, int cell)
{
    assert(cell < HAND_CELLS && (hand_cross(hand->varys) & hand_bit(cell)) != 0);
    int house = hand_house_at(hand, cell);
    assert(house >= 0 && hand->side < 2);
    uint64_t captured = hand_captured(hand, cell);
    hand_add_cards(hand, house, bits_count(captured));
    hand->taken[hand->side] |= captured;
    for (int i = 0; i < 3; i++)
        hand->plane[i] &= ~captured;
    hand->varys = (uint8_t)cell;
    hand->side ^= 1;
    if (hand->companions == 0)
        return;
    hand_companions_leave(hand);
    if (hand->companions != 0 && hand_of_house(hand, house) == 0) {
        hand->companions |= HAND_COMPANION_DUE;
        hand->side ^= 1;
    }
}

void hand_play(struct hand_position *hand, move_t move)
{
    if (hand_move_companion(move) >= 0)
        hand_companion_apply(hand, move);
    else
        name_card(hand, move);
}

void hand_apply(const struct board *board, struct position *position, move_t move)
{
    (void)board;
    hand_play((struct hand_position *)(void *)position->bytes, move);
}

enum result hand_result(const struct board *board, const struct position *position)
{
    (void)board;
    const struct hand_position *hand = hand_position(position);
    if (!hand_is_over(hand))
        return RESULT_NONE;
    int leader = hand_leader(hand);
    assert(leader != HAND_NOBODY);
    return leader == 0 ? RESULT_ONE : RESULT_TWO;
}

const char *hand_reason(const struct board *board, const struct position *position)
{
    (void)board;
    const struct hand_position *hand = hand_position(position);
    if (!hand_is_over(hand))
        return "none";
    return hand_banners(hand, 0) != hand_banners(hand, 1) ? "banners" : "largest";
}

void hand_score(const struct board *board, const struct position *position, int64_t score[2])
{
    (void)board;
    for (int player = 0; player < 2; player++)
        score[player] = hand_banners(hand_position(position), player);
}

/* Of everything the FEN says: cards, counts, holders, Varys, side, companions and rules. */
uint64_t hand_key(const struct board *board, const struct position *position)
{
    const struct hand_position *hand = hand_position(position);
    uint64_t counts = 0;
    uint64_t holders = 0;
    for (int house = 0; house < HAND_HOUSES; house++) {
        assert(hand->count[0][house] < 16 && hand->count[1][house] < 16);
        counts = counts << 8 | (uint64_t)hand->count[0][house] << 4 | hand->count[1][house];
        holders = holders << 2 | hand->holder[house];
    }
    const uint64_t part[] = {
        hand->plane[0],
        hand->plane[1],
        hand->plane[2] | (uint64_t)hand->varys << 48,
        counts,
        holders | (uint64_t)hand->side << 32 | hand_board(board)->capture << 33 |
            hand_board(board)->companions << 34 | (uint64_t)hand->companions << 40,
    };
    uint64_t mixed = 0;
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        mixed += rng_mix(part[i] + (i + 1) * UINT64_C(0x9E3779B97F4A7C15));
    return rng_mix(mixed);
}

int hand_horizon(const struct board *board, const struct position *position)
{
    (void)board;
    const struct hand_position *hand = hand_position(position);
    bool swaps = (hand->companions >> HAND_RAMSAY & 1) != 0; /* then every card may come into reach */
    uint64_t cards = swaps ? hand_cards(hand) : hand_reachable(hand);
    return bits_count(cards) + bits_count(hand->companions & HAND_COMPANIONS_ALL);
}

const struct hand_house hand_houses[HAND_HOUSES] = {
    [HAND_STARK] = {'S', "Stark", 8, SCENE_WHITE},
    [HAND_GREYJOY] = {'G', "Greyjoy", 7, SCENE_CYAN},
    [HAND_LANNISTER] = {'L', "Lannister", 6, SCENE_RED},
    [HAND_TARGARYEN] = {'T', "Targaryen", 5, SCENE_MAGENTA},
    [HAND_BARATHEON] = {'B', "Baratheon", 4, SCENE_YELLOW},
    [HAND_TYRELL] = {'Y', "Tyrell", 3, SCENE_GREEN},
    [HAND_TULLY] = {'U', "Tully", 2, SCENE_BLUE},
};
