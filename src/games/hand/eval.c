/* What a position is worth: the logit of the mover's chance to win, as a net has learnt it from solved
 * positions (tests/fit/hand_net.c). */
#include "games/hand/net.h"

/* A logit of 1 is worth 100. */
static int32_t worth(const struct hand_board *board, const struct hand_position *hand)
{
    struct net_view view = hand_net_view(board, hand);
    return hand_net_logit(&view) / (NET_ONE * NET_OUT / 100);
}

int hand_explain(const struct board *board, const struct position *position, struct term term[TERMS_MAX])
{
    term[0] = (struct term){"learnt", hand_evaluate(board, position)};
    return 1;
}

value_t hand_evaluate(const struct board *board, const struct position *position)
{
    value_t value = worth(hand_board(board), hand_position(position));
    assert(value > -VALUE_MATE_MIN && value < VALUE_MATE_MIN);
    return value;
}

enum { RANK_HOUSE = 512, RANK_REPLY = 64 }; /* a house won for sure, a reply left; found by counting nodes */

/* How much of a house is won by whoever is `lead` cards ahead with `left` to come, in parts of RANK_HOUSE. */
static int32_t share_of(int lead, int left)
{
    int most = left + 1;
    int cut = lead > most ? most : lead < -most ? -most : lead;
    return cut * RANK_HOUSE / (left + 2);
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
    (void)board;
    for (int i = 0; i < list->count; i++)
        rank[i] = list->at[i] < HAND_CELLS ? rank_of(hand_position(position), list->at[i]) : 0;
}
