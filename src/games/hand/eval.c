/* What a position is worth: every house is a race, and the winner of most races wins.
 *
 * Each card that Varys can still come to goes to either player with even chances, as if by the toss of a
 * coin; that gives every house a chance for the mover, and these together the chance to win more houses than
 * the opponent. Freedom of choice is worth a little more. */
#include "base/bits.h"
#include "games/hand/hand.h"

enum { SURE = 1 << 15 }; /* a chance of one */
enum { STAKE = 2000 };   /* hundredths between certain loss and certain win of the races */
enum { PER_MOVE = 12 };  /* hundredths for each move the player on move may choose from */
enum { CARDS_OF_HOUSE_MAX = 8 };

/* In how many ways at least k of n coins fall heads. */
static const int16_t at_least[CARDS_OF_HOUSE_MAX + 1][CARDS_OF_HOUSE_MAX + 2] = {
    {1},
    {2, 1},
    {4, 3, 1},
    {8, 7, 4, 1},
    {16, 15, 11, 5, 1},
    {32, 31, 26, 16, 6, 1},
    {64, 63, 57, 42, 22, 7, 1},
    {128, 127, 120, 99, 64, 29, 8, 1},
    {256, 255, 247, 219, 163, 93, 37, 9, 1},
};

/* The houses that somebody will hold at the end, the largest first, as the mover sees them. */
struct races {
    int count;
    int32_t chance[HOUSES]; /* of the mover, in parts of SURE */
};

/* Chance to hold a house being `lead` cards ahead with `left` to come; a tie counts half. */
static int32_t chance_of_house(int lead, int left, bool held)
{
    assert(left >= 0 && left <= CARDS_OF_HOUSE_MAX);
    if (left == 0 && lead == 0)
        return held ? SURE : 0;
    if (lead > left || lead < -left)
        return lead > 0 ? SURE : 0;
    assert(lead >= -left && lead <= left);
    int to_tie = (left - lead + 1) / 2;
    int to_win = (left - lead) / 2 + 1;
    return (at_least[left][to_tie] + at_least[left][to_win]) << (14 - left);
}

/* Chance to win more than half of the races; if both win half, the largest house decides. */
static int32_t chance_of_most(const struct races *races)
{
    int32_t won[HOUSES + 1] = {SURE};
    assert(races->count >= 0 && races->count <= HOUSES);
    for (int i = 0; i < races->count; i++) {
        int32_t win = races->chance[i];
        for (int k = i + 1; k > 0; k--)
            won[k] = (won[k] * (SURE - win) + won[k - 1] * win) / SURE;
        won[0] = won[0] * (SURE - win) / SURE;
    }
    int32_t chance = 0;
    for (int k = races->count / 2 + 1; k <= races->count; k++)
        chance += won[k];
    if (races->count % 2 == 0 && races->count > 0)
        chance += won[races->count / 2] * races->chance[0] / SURE;
    return chance;
}

static int lead_of(const struct hand_position *hand, int house)
{
    return hand->count[hand->side][house] - hand->count[1 - hand->side][house];
}

static struct races races_of(const struct hand_position *hand, uint64_t reachable)
{
    struct races races = {.count = 0};
    for (int house = 0; house < HOUSES; house++) {
        int left = bits_count(hand_of_house(hand, house) & reachable);
        if (left == 0 && hand->holder[house] == HAND_NOBODY)
            continue;
        races.chance[races.count++] =
            chance_of_house(lead_of(hand, house), left, hand->holder[house] == hand->side);
    }
    return races;
}

int hand_explain(const struct board *board, const struct position *position, struct term term[TERMS_MAX])
{
    const struct hand_position *hand = hand_position_of(position);
    struct races races = races_of(hand, hand_reachable(hand));
    int32_t chance = chance_of_most(&races);
    int moves = bits_count(hand_targets(hand_board_of(board), hand));
    assert(chance >= 0 && chance <= SURE);
    term[0] = (struct term){"houses", (chance - SURE / 2) * STAKE / SURE};
    term[1] = (struct term){"freedom", PER_MOVE * moves};
    return 2;
}

value_t hand_evaluate(const struct board *board, const struct position *position)
{
    struct term term[TERMS_MAX];
    int count = hand_explain(board, position, term);
    int64_t value = 0;
    for (int i = 0; i < count; i++)
        value += term[i].value;
    assert(value > -VALUE_MATE_MIN && value < VALUE_MATE_MIN);
    return (value_t)value;
}

/* The chance of most after the move, less what it leaves the opponent to choose from. */
static int32_t rank_of(const struct board *board, const struct position *position, move_t move)
{
    struct position next;
    position_copy(&hand_game, &next, position);
    hand_game.apply(board, &next, move);
    const struct hand_position *hand = hand_position_of(&next);
    struct races races = races_of(hand, ~UINT64_C(0));
    int moves = bits_count(hand_targets(hand_board_of(board), hand));
    return -chance_of_most(&races) * (STAKE / 8) / (SURE / 8) - PER_MOVE * moves;
}

void hand_rank(const struct board *board, const struct position *position, const struct move_list *list,
               int32_t rank[MOVES_MAX])
{
    for (int i = 0; i < list->count; i++)
        rank[i] = rank_of(board, position, list->at[i]);
}
