/* What a position looks like to the learned evaluation: a list of features, each a small number, all as the player
 * on move sees them; and the net that makes a value of them. Cards that Varys can no longer come to do not count. */
#ifndef PANJ_GAMES_HAND_NET_H
#define PANJ_GAMES_HAND_NET_H

#include "base/ints.h"
#include "games/hand/hand.h"

enum {
    NET_HIDDEN = 32, /* units of the one hidden layer, each clipped to 0 .. 1 */
    NET_ONE = 512,   /* stands for 1 in their weights */
    NET_OUT = 256,   /* and in those of the output */
    /* The ways a card can lie to Varys, mirrored and turned to one: far, near, 0 <= near <= far, not both 0. */
    NET_PLACES = 20,
    NET_STANDINGS = 21, /* -10 .. 10 */
    NET_LEFTS = 9,
    NET_GAINS = 4, /* cards a move captures, 4 and more alike */
    NET_NEAR = 9,  /* standings before it, -4 .. 4 */
    NET_MOVES = 11,
    /* Where each kind of feature begins. */
    NET_PLACE = 0,
    NET_STANDING = NET_PLACE + HAND_HOUSES * NET_PLACES,
    NET_MOVE = NET_STANDING + HAND_HOUSES * NET_STANDINGS * NET_LEFTS,
    NET_REPLIES = NET_MOVE + HAND_HOUSES * NET_GAINS * NET_NEAR,
    NET_FREEDOM = NET_REPLIES + NET_MOVES,
    NET_LYING = NET_FREEDOM + NET_MOVES,
    NET_FEATURES = NET_LYING + HAND_CARDS_MAX + 1,
    NET_FEATURES_MAX = HAND_CARDS_MAX + HAND_HOUSES + 2 * (NET_MOVES - 1) + 2 /* of one position */
};

/* A position in the shape that both game and prover can give it. */
struct net_view {
    int varys;
    uint64_t cards;
    uint64_t reachable;
    uint64_t targets;
    uint64_t house[HAND_HOUSES]; /* where its cards lie */
    /* 0: nobody has captured from the house; 1: equal, and the mover holds it; 2: one ahead ...; negative: the
     * opponent. */
    int8_t standing[HAND_HOUSES];
};

struct net_features {
    int count;
    uint16_t at[NET_FEATURES_MAX]; /* one may stand there more than once */
};

/* The logit of the mover's chance to win, in units of NET_ONE * NET_OUT. */
int32_t hand_net_logit(const struct net_view *);

/* The place of a card seen from Varys. */
static inline int net_place(int varys, int cell)
{
    int rows = cell / HAND_SIDE - varys / HAND_SIDE;
    int columns = cell % HAND_SIDE - varys % HAND_SIDE;
    rows = rows < 0 ? -rows : rows;
    columns = columns < 0 ? -columns : columns;
    int far = rows > columns ? rows : columns;
    int near = rows > columns ? columns : rows;
    assert(far > 0 && far < HAND_SIDE && near >= 0);
    return far * (far + 1) / 2 - 1 + near;
}

static inline void net_add(struct net_features *features, int feature)
{
    assert(features->count < NET_FEATURES_MAX && feature >= 0 && feature < NET_FEATURES);
    features->at[features->count++] = (uint16_t)feature;
}

/* Cards of a house that count, and the moves that capture some of them. */
static inline void net_look_at_house(const struct net_view *view, int house, struct net_features *features)
{
    uint64_t lying = view->house[house] & view->reachable;
    int left = bits_count(lying);
    int standing = int_clip(view->standing[house], hand_standing_sure(left));
    int near = int_clip(standing, NET_NEAR / 2) + NET_NEAR / 2;
    net_add(features,
            NET_STANDING + (house * NET_STANDINGS + standing + NET_STANDINGS / 2) * NET_LEFTS + left);
    for (uint64_t rest = lying; rest != 0; rest &= rest - 1)
        net_add(features, NET_PLACE + house * NET_PLACES + net_place(view->varys, bits_lowest(rest)));
    for (uint64_t targets = view->targets & lying; targets != 0; targets &= targets - 1) {
        int cell = bits_lowest(targets);
        uint64_t captured = (hand_between(view->varys, cell) & lying) | hand_bit(cell);
        int gain = bits_count(captured);
        gain = gain > NET_GAINS ? NET_GAINS : gain;
        net_add(features, NET_MOVE + (house * NET_GAINS + gain - 1) * NET_NEAR + near);
        net_add(features, NET_REPLIES + bits_count(hand_cross(cell) & view->cards & ~captured));
    }
}

static inline void hand_net_look(const struct net_view *view, struct net_features *features)
{
    features->count = 0;
    net_add(features, NET_FREEDOM + bits_count(view->targets));
    net_add(features, NET_LYING + bits_count(view->reachable));
    for (int house = 0; house < HAND_HOUSES; house++)
        net_look_at_house(view, house, features);
}

static inline struct net_view hand_net_view(const struct hand_board *board, const struct hand_position *hand)
{
    struct net_view view = {
        .varys = hand->varys, .cards = hand_cards(hand), .targets = hand_targets(board, hand)};
    view.reachable = hand_reachable_from(view.cards, view.varys);
    for (int house = 0; house < HAND_HOUSES; house++) {
        view.house[house] = hand_of_house(hand, house);
        view.standing[house] = (int8_t)hand_standing(hand, house, hand->side);
    }
    return view;
}

#endif
