/* The order of moves with companions: each house a race by tosses of a coin, less what the opponent may choose
 * from then; whoever gets a companion moves on. */
#include "games/hand/court.h"

#include "base/ints.h"

enum {
    RANK_MIDDLE = 1 << 24,
    RANK_REPLY = 200, /* what a move of the opponent weighs */
    RANK_END = 4000,  /* the game ends there, one way or the other */
    RANK_AGAIN = 1200 /* the same player is on move again */
};

/* hand_race_chance(x, cards lying) of HAND_COURT_SURE, for x from -COURT_X_MAX on. */
const int16_t hand_court_race[2 * COURT_X_MAX + 1][COURT_LEFT_MAX + 1] = {
    {0, 0, 0, 0, 0, 0, 6, 8, 17},                           /* x = -7 */
    {0, 0, 0, 0, 0, 13, 16, 30, 36},                        /* x = -6 */
    {0, 0, 0, 0, 26, 32, 54, 64, 81},                       /* x = -5 */
    {0, 0, 0, 51, 64, 96, 112, 131, 148},                   /* x = -4 */
    {0, 0, 102, 128, 166, 192, 208, 232, 238},              /* x = -3 */
    {0, 205, 256, 282, 320, 320, 352, 344, 372},            /* x = -2 */
    {0, 512, 461, 512, 474, 512, 480, 512, 484},            /* x = -1 */
    {410, 512, 461, 512, 474, 512, 480, 512, 484},          /* x = 0 */
    {1024, 512, 461, 512, 474, 512, 480, 512, 484},         /* x = 1 */
    {1024, 717, 768, 666, 704, 640, 672, 624, 652},         /* x = 2 */
    {1024, 1024, 870, 896, 806, 832, 768, 792, 742},        /* x = 3 */
    {1024, 1024, 1024, 947, 960, 896, 912, 859, 876},       /* x = 4 */
    {1024, 1024, 1024, 1024, 986, 992, 950, 960, 921},      /* x = 5 */
    {1024, 1024, 1024, 1024, 1024, 1005, 1008, 982, 988},   /* x = 6 */
    {1024, 1024, 1024, 1024, 1024, 1024, 1014, 1016, 1001}, /* x = 7 */
};

static int race_of(int x, int lying)
{
    assert(lying >= 0 && lying <= COURT_LEFT_MAX);
    return hand_court_race[int_clip(x, COURT_X_MAX) + COURT_X_MAX][lying];
}

/* Sum of the races of `side`. */
static int races_of(const struct hand_position *hand, int side)
{
    int sum = 0;
    for (int house = 0; house < HAND_HOUSES; house++)
        sum += race_of(hand_standing(hand, house, side), bits_count(hand_of_house(hand, house)));
    return sum;
}

/* What the best reply brings at a glance. */
static int best_reply(const struct hand_position *hand, uint64_t targets)
{
    int best = 0;
    for (; targets != 0; targets &= targets - 1) {
        int cell = bits_lowest(targets);
        int house = hand_house_at(hand, cell);
        int lying = bits_count(hand_of_house(hand, house));
        int gain = bits_count(hand_captured(hand, cell));
        int lead = hand->count[hand->side][house] - hand->count[1 - hand->side][house];
        int value = race_of(lead + gain + 1, lying - gain) - race_of(lead, lying);
        value += gain == lying && hand->companions != 0 ? RANK_AGAIN : 0;
        best = value > best ? value : best;
    }
    return best;
}

int hand_court_glance(const struct hand_board *rules, const struct hand_position *hand, move_t move)
{
    struct hand_position after = *hand;
    hand_play(&after, move);
    int value = races_of(&after, hand->side);
    uint64_t targets = hand_targets(rules, &after);
    int sign = after.side == hand->side ? 1 : -1;
    if (hand_companion_is_due(&after))
        return value + sign * RANK_AGAIN;
    if (targets == 0)
        return hand_leader(&after) == hand->side ? RANK_MIDDLE / 2 : -RANK_END;
    return value + sign * (best_reply(&after, targets) + RANK_REPLY * bits_count(targets));
}

static hand_court_option rank(const struct hand_court *court, const struct hand_position *hand, move_t move)
{
    int value = hand_court_glance(court->rules, hand, move);
    assert(value > -RANK_MIDDLE && value < RANK_MIDDLE);
    return (hand_court_option)(uint32_t)(RANK_MIDDLE + value) << COURT_RANK | move;
}

/* -- which moves -- */

/* Of Jon's moves one a house, of Ramsay's one that changes nothing. */
static bool is_double(const struct hand_position *hand, move_t move, unsigned *seen)
{
    int companion = hand_move_companion(move);
    int first = hand_move_first(move);
    unsigned mark = 0;
    if (companion == HAND_JON)
        mark = 1U << hand_house_at(hand, first);
    else if (companion == HAND_RAMSAY &&
             hand_house_at(hand, first) == hand_house_at(hand, hand_move_second(move)))
        mark = 1U << HAND_HOUSES;
    bool is_seen = (*seen & mark) != 0;
    *seen |= mark;
    return is_seen;
}

static void sift_down(hand_court_option *heap, int count, int at)
{
    hand_court_option moved = heap[at];
    for (int child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && heap[child + 1] < heap[child];
        if (heap[child] >= moved)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

/* By a heap with the least on top: the largest come first. */
static void sort_options(hand_court_option *option, int count)
{
    assert(count >= 0);
    for (int i = count / 2 - 1; i >= 0; i--)
        sift_down(option, count, i);
    for (int last = count - 1; last > 0; last--) {
        hand_court_option least = option[0];
        option[0] = option[last];
        option[last] = least;
        sift_down(option, last, 0);
    }
}

int hand_court_options(const struct hand_court *court, const struct hand_position *hand,
                       hand_court_option *option)
{
    int count = 0;
    if (!hand_companion_is_due(hand)) {
        for (uint64_t targets = hand_targets(court->rules, hand); targets != 0; targets &= targets - 1)
            option[count++] = rank(court, hand, (move_t)bits_lowest(targets));
    } else {
        struct move_list list;
        unsigned seen = 0;
        hand_companion_moves(hand, &list);
        for (int i = 0; i < list.count; i++)
            if (!is_double(hand, list.at[i], &seen))
                option[count++] = rank(court, hand, list.at[i]);
    }
    sort_options(option, count);
    return count;
}
