/* The seed's agent: how deep it looks and what it thinks it sees. */
#include "base/bits.h"
#include "games/hand/hand.h"

#include "seeds.h"

/* Both limits count Varys and are taken at the root of the search. */
/* With companions, which its program did not know, four plies are what a second allows. */
enum { PLIES_COMPANIONS = 4 };
enum { CARDS_FULL = 25, PLIES_FULL = 5, PLIES_LATE = 9, CARDS_LATE = 16 };
enum { VALUE_OF_WINNER = 2000, PER_WEIGHT = 10, PER_BANNER = 2, PER_CROSS = 3 };

static int cards_with_varys(const struct position *position)
{
    return bits_count(hand_cards(hand_position(position))) + 1;
}

static int plies(const struct board *board, const struct position *root)
{
    if (hand_board(board)->companions)
        return PLIES_COMPANIONS;
    return cards_with_varys(root) < CARDS_FULL ? PLIES_LATE : PLIES_FULL;
}

static int value_of_banners(const struct hand_position *hand, int player)
{
    static const int weight[HAND_HOUSES] = {9, 7, 7, 6, 5, 9, 10};
    int value = 0;
    for (int house = 0; house < HAND_HOUSES; house++)
        if (hand->holder[house] == player)
            value += PER_WEIGHT * weight[house] + PER_BANNER;
    return value;
}

/* Captured cards that once stood where Varys could now go. */
static int value_of_cross(const struct hand_position *hand, int player)
{
    return PER_CROSS * bits_count(hand->taken[player] & hand_cross(hand->varys));
}

static double value(const struct board *board, const struct position *root, const struct position *position,
                    enum actor me, bool leaf)
{
    (void)board;
    (void)leaf; /* the same at the horizon and at the end */
    assert(me == ACTOR_ONE || me == ACTOR_TWO);
    const struct hand_position *hand = hand_position(position);
    int mine = me == ACTOR_ONE ? 0 : 1;
    if (cards_with_varys(root) <= CARDS_LATE) {
        int leader = hand_leader(hand);
        return leader == HAND_NOBODY ? 0 : leader == mine ? VALUE_OF_WINNER : -VALUE_OF_WINNER;
    }
    return value_of_banners(hand, mine) - value_of_banners(hand, 1 - mine) + value_of_cross(hand, mine) -
           value_of_cross(hand, 1 - mine);
}

static void play_table(struct job *job, const struct seeds_listener *listener, const struct words *words)
{
    (void)words;
    seeds_play_random(&hand_game, true, 200, "99 of 100 games", job, listener);
}

const struct seed hand_seed = {.plies = plies, .value = value, .cuts_on_equal = true, .table = play_table};
