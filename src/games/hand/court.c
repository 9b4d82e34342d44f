/* How the houses stand while companions may still come. */
#include "games/hand/court.h"

#include "base/ints.h"
#include "base/rng.h"

/* Cards of the house that one player can still count, `lying` of it on the board and `left` of those in reach. */
static int still_to_come(const struct hand_position *hand, int house, int lying, int left)
{
    int jon = hand_in_play(hand, HAND_JON) && lying > 0 ? HAND_JON_ADDS : 0;
    int gendry = hand_in_play(hand, HAND_GENDRY) && house == HAND_BARATHEON ? HAND_GENDRY_ADDS : 0;
    return left + jon + gendry;
}

void hand_court_stand(const struct hand_position *hand, struct hand_court_stand *stand)
{
    uint64_t cards = hand_cards(hand);
    *stand = (struct hand_court_stand){.reachable = cards};
    if (!hand_in_play(hand, HAND_RAMSAY))
        stand->reachable = hand_reachable_from(cards, hand->varys);
    for (int house = 0; house < HAND_HOUSES; house++) {
        uint64_t lying = hand_of_house(hand, house);
        int to_come = still_to_come(hand, house, bits_count(lying), bits_count(lying & stand->reachable));
        int sure = hand_standing_sure(to_come);
        int x = int_clip(hand_standing(hand, house, hand->side), sure);
        assert(x >= -COURT_X_MAX && x <= COURT_X_MAX);
        stand->lead |= (uint32_t)(8 + x) << 4 * house;
        stand->decided[0] += x == sure;
        stand->decided[1] += x == -sure;
        stand->open += to_come > 0 && x != sure && x != -sure;
    }
}

int hand_court_decided(const struct hand_court_stand *stand)
{
    assert(stand->decided[0] + stand->decided[1] + stand->open <= HAND_HOUSES);
    if (stand->decided[0] > stand->decided[1] + stand->open)
        return 1;
    return stand->decided[1] > stand->decided[0] + stand->open ? 0 : HAND_COURT_UNKNOWN;
}

/* Cards out of reach count by their house alone, and without companions not at all. */
static uint64_t out_of_reach(const struct hand_position *hand, uint64_t reachable)
{
    uint64_t counts = 0;
    if ((hand_cards(hand) & ~reachable) == 0 || (hand->companions & HAND_COMPANIONS_ALL) == 0)
        return 0;
    for (int house = 0; house < HAND_HOUSES; house++)
        counts = counts << 4 | (uint64_t)bits_count(hand_of_house(hand, house) & ~reachable);
    return counts;
}

uint64_t hand_court_hash(const struct hand_board *rules, const struct hand_position *hand,
                         const struct hand_court_stand *stand)
{
    const uint64_t part[] = {
        (hand->plane[0] & stand->reachable) | (uint64_t)hand->varys << 40 | (uint64_t)hand->companions << 48,
        (hand->plane[1] & stand->reachable) | rules->capture << 40,
        hand->plane[2] & stand->reachable,
        out_of_reach(hand, stand->reachable),
    };
    uint64_t hash = UINT64_C(0x9E3779B97F4A7C15);
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        hash = rng_mix(hash ^ part[i]);
    return hash;
}
