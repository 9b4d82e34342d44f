/* What a position is worth: the logit of the mover's chance to win, as a net has learnt it from solved
 * positions (tests/fit/hand_net.c). */
#include "base/ints.h"
#include "games/hand/court.h"
#include "games/hand/net.h"

/* A logit of 1 is worth 100. */
static int32_t worth(const struct hand_board *board, const struct hand_position *hand)
{
    struct net_view view = hand_net_view(board, hand);
    return hand_net_logit(&view) / (NET_ONE * NET_OUT / 100);
}

/* With companions who wins is told by other things too; fitted to 1,500 solved positions of 13 to 18 cards (logistic
 * regression: the log loss of a third held back falls from 0.64 with the net alone to 0.39). */
enum {
    LEARNT_PART = 15, /* in a hundred, of the net */
    OF_MOVER = -24,
    OF_DUE = 300,  /* a companion is to be used */
    OF_NEXT = 190, /* a card at hand would bring one */
    OF_NEXT_EACH = 56,
    OF_MOVE = 24
};

/* Cards at hand that are the last of their house, so that naming them brings a companion. */
static int count_last(const struct hand_position *hand, uint64_t targets)
{
    int count = 0;
    for (; targets != 0; targets &= targets - 1) {
        int cell = bits_lowest(targets);
        uint64_t house = hand_of_house(hand, hand_house_at(hand, cell));
        count += (house & ~hand_captured(hand, cell)) == 0;
    }
    return count;
}

/* What the companions change. */
static int32_t worth_of_companions(const struct hand_board *board, const struct hand_position *hand)
{
    uint64_t targets = hand_targets(board, hand);
    if (hand_companion_is_due(hand))
        return OF_DUE;
    int last = (hand->companions & HAND_COMPANIONS_ALL) != 0 ? count_last(hand, targets) : 0;
    return OF_MOVER + OF_MOVE * bits_count(targets) + (last > 0 ? OF_NEXT + OF_NEXT_EACH * last : 0);
}

int hand_explain(const struct board *board, const struct position *position, struct term term[TERMS_MAX])
{
    const struct hand_board *rules = hand_board(board);
    const struct hand_position *hand = hand_position(position);
    int32_t learnt = worth(rules, hand);
    if (!rules->companions) {
        term[0] = (struct term){"learnt", learnt};
        return 1;
    }
    term[0] = (struct term){"learnt", learnt * LEARNT_PART / 100};
    term[1] = (struct term){"companions", worth_of_companions(rules, hand)};
    return 2;
}

value_t hand_evaluate(const struct board *board, const struct position *position)
{
    const struct hand_board *rules = hand_board(board);
    const struct hand_position *hand = hand_position(position);
    value_t value = worth(rules, hand);
    if (rules->companions)
        value = value * LEARNT_PART / 100 + worth_of_companions(rules, hand);
    assert(value > -VALUE_MATE_MIN && value < VALUE_MATE_MIN);
    return value;
}

enum { RANK_HOUSE = 512, RANK_REPLY = 64 }; /* a house won for sure, a reply left; found by counting nodes */

/* How much of a house is won by whoever is `lead` cards ahead with `left` to come, in parts of RANK_HOUSE. */
static int32_t share_of(int lead, int left)
{
    return int_clip(lead, left + 1) * RANK_HOUSE / (left + 2);
}

/* What the move gains of its house, less what it leaves the opponent to choose from. */
static int32_t rank_of(const struct hand_position *hand, int cell)
{
    int house = hand_house_at(hand, cell);
    uint64_t captured = hand_captured(hand, cell);
    int gain = bits_count(captured);
    int left = bits_count(hand_of_house(hand, house));
    int lead = hand->count[hand->side][house] - hand->count[1 - hand->side][house];
    int replies = bits_count(hand_cross(cell) & hand_cards(hand) & ~captured);
    assert(gain >= 1 && gain <= left);
    return share_of(lead + gain, left - gain) - share_of(lead, left) - RANK_REPLY * replies;
}

void hand_rank(const struct board *board, const struct position *position, const struct move_list *list,
               int32_t rank[MOVES_MAX])
{
    const struct hand_board *rules = hand_board(board);
    const struct hand_position *hand = hand_position(position);
    for (int i = 0; i < list->count; i++)
        rank[i] =
            rules->companions ? hand_court_glance(rules, hand, list->at[i]) : rank_of(hand, list->at[i]);
}
