/* The order of moves with companions: each house a race by tosses of a coin, less what the opponent may choose
 * from then; whoever gets a companion moves on. What has won before comes sooner. */
#include "games/hand/court.h"

enum {
    RANK_MIDDLE = 1 << 24,
    RANK_REPLY = 60,     /* what a move of the opponent weighs */
    RANK_END = 4000,     /* the game ends there, one way or the other */
    RANK_AGAIN = 700,    /* the same player is on move again */
    RANK_COMPANION = 150 /* a companion less to come */
};

/* Sum of the races of `side`. */
static int races_of(const struct hand_court *court, const struct hand_position *hand, int side)
{
    int sum = 0;
    for (int house = 0; house < HAND_HOUSES; house++) {
        int lying = bits_count(hand_of_house(hand, house));
        int lead = hand->count[side][house] - hand->count[1 - side][house];
        int x = 0;
        if (hand->holder[house] != HAND_NOBODY)
            x = lead > 0 || (lead == 0 && hand->holder[house] == side) ? lead + 1 : lead - 1;
        int most = lying == 0 ? 1 : lying + 2;
        x = x > most ? most : x < -most ? -most : x;
        assert(x >= -COURT_X_MAX && x <= COURT_X_MAX);
        sum += court->race[x + COURT_X_MAX][lying];
    }
    return sum;
}

/* What the best reply brings at a glance. */
static int best_reply(const struct hand_court *court, const struct hand_position *hand, uint64_t targets)
{
    int side = hand->side;
    int best = 0;
    for (; targets != 0; targets &= targets - 1) {
        int cell = bits_lowest(targets);
        int house = hand_house_at(hand, cell);
        uint64_t captured = hand_captured(hand, cell);
        int lying = bits_count(hand_of_house(hand, house));
        int gain = bits_count(captured);
        int lead = hand->count[side][house] - hand->count[1 - side][house];
        int before = lead + 1 > COURT_X_MAX ? COURT_X_MAX : lead - 1 < -COURT_X_MAX ? -COURT_X_MAX : lead;
        int after = lead + gain + 1 > COURT_X_MAX ? COURT_X_MAX : lead + gain + 1;
        int value = court->race[(after < -COURT_X_MAX ? -COURT_X_MAX : after) + COURT_X_MAX][lying - gain] -
                    court->race[before + COURT_X_MAX][lying];
        value += gain == lying && hand->companions != 0 ? RANK_AGAIN : 0;
        best = value > best ? value : best;
    }
    return best;
}

/* What the position after the move is worth to `side`, who made it. */
static int glance(const struct hand_court *court, const struct hand_position *after, int side)
{
    int value = races_of(court, after, side);
    uint64_t targets = hand_targets(court->rules, after);
    int sign = after->side == side ? 1 : -1;
    if (hand_companion_is_due(after))
        return value + sign * RANK_AGAIN;
    if (targets == 0)
        return hand_leader(after) == side ? RANK_MIDDLE / 2 : -RANK_END;
    return value + sign * (best_reply(court, after, targets) + RANK_REPLY * bits_count(targets));
}

static hand_court_option rank(const struct hand_court *court, const struct hand_position *hand, move_t move)
{
    struct hand_position after = *hand;
    hand_play(&after, move);
    uint32_t praise = court->praise[move];
    int value = glance(court, &after, hand->side) + (int)(praise > 0 ? 32 - __builtin_clz(praise) : 0) * 40;
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
