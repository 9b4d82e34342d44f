/* Tables of a deal: what a move captures, and what that means to a house. */
#include "base/bits.h"
#include "base/ints.h"
#include "games/hand/proof.h"

#include "games/hand/order_weights.h"

static int lead_of(int x)
{
    return x > 0 ? x - 1 : x < 0 ? x + 1 : 0;
}

static uint32_t step_of(int standing, int left, int captured)
{
    int x = standing - STANDING_EVEN;
    int lead = lead_of(x) + captured;
    int sure = hand_standing_sure(left - captured);
    int after = int_clip(lead >= 0 ? lead + 1 : lead - 1, sure);
    assert(after >= -STANDING_EVEN && after < NIBBLES - STANDING_EVEN);
    bool decides = after == sure && x < hand_standing_sure(left);
    assert(captured >= 1 && captured <= left && left <= LEFT_MAX && standing >= 0 && standing < NIBBLES);
    int rank = RANK_MIDDLE + order_of_step[left][standing][captured - 1];
    return (uint32_t)rank << OPTION_RANK | (uint32_t)captured << OPTION_CAPTURED |
           (uint32_t)decides << OPTION_DECIDES | (uint32_t)(after + STANDING_EVEN) << OPTION_STANDING;
}

/* No house has more than LEFT_MAX cards, captured ones included. */
static bool can_lead(int lead, int left)
{
    return lead + left <= LEFT_MAX && -lead + left <= LEFT_MAX;
}

static void prepare_steps(struct hand_deal *deal)
{
    for (int left = 0; left <= LEFT_MAX; left++)
        for (int x = -hand_standing_sure(left); x <= hand_standing_sure(left); x++)
            for (int captured = 1; captured <= left && can_lead(lead_of(x), left); captured++)
                deal->step[x + 8][left][captured - 1] = step_of(x + 8, left, captured);
    for (int replies = 0; replies <= OPTIONS_MAX; replies++)
        deal->replies[replies] = (uint32_t)order_of_replies[replies] << OPTION_RANK;
}

static void prepare_threats(struct hand_deal *deal)
{
    for (int left = 1; left <= LEFT_MAX; left++)
        for (int x = -STANDING_EVEN + 1; x < STANDING_EVEN; x++) {
            uint32_t reply = deal->step[STANDING_EVEN - x][left][0];
            if (reply >> OPTION_DECIDES & 1)
                deal->threatened[left] |= (uint16_t)(1U << (STANDING_EVEN + x));
        }
}

/* Cells on the far side of `to` as seen from `from`. */
static uint64_t cells_beyond(int from, int to)
{
    assert(from != to);
    uint64_t line = from / HAND_SIDE == to / HAND_SIDE ? hand_row(from) : hand_column(from);
    return line & (to > from ? ~(2 * hand_bit(to) - 1) : hand_bit(to) - 1);
}

static void prepare_path(struct hand_deal *deal, int from, int to, uint64_t house)
{
    assert((house & hand_bit(to)) != 0);
    deal->path[from][to] = hand_bit(to) | (hand_between(from, to) & house);
    deal->beyond[from][to] = deal->farthest ? cells_beyond(from, to) & house : 0;
}

void hand_deal_prepare(struct hand_deal *deal, const struct hand_board *board,
                       const struct hand_position *hand)
{
    memset(deal, 0, sizeof *deal);
    deal->farthest = board->capture == HAND_CAPTURE_FARTHEST;
    prepare_steps(deal);
    prepare_threats(deal);
    for (int house = 0; house < HAND_HOUSES; house++)
        deal->house[house] = hand_of_house(hand, house);
    for (int cell = 0; cell < HAND_CELLS; cell++) {
        int house = hand_house_at(hand, cell);
        deal->cross[cell] = hand_cross(cell) & ~hand_bit(cell);
        if (house < 0)
            continue;
        deal->shift[cell] = (uint8_t)(4 * house);
        for (uint64_t from = deal->cross[cell]; from != 0; from &= from - 1)
            prepare_path(deal, bits_lowest(from), cell, deal->house[house]);
    }
}

bool hand_deal_covers(const struct hand_deal *deal, const struct hand_board *board,
                      const struct hand_position *hand)
{
    for (int house = 0; house < HAND_HOUSES; house++)
        if (hand_of_house(hand, house) & ~deal->house[house])
            return false;
    return deal->farthest == (board->capture == HAND_CAPTURE_FARTHEST);
}

/* -- nodes -- */

int hand_outcome_of(int margin, bool wins_ties)
{
    assert(margin >= -2 * HAND_HOUSES && margin <= 2 * HAND_HOUSES);
    return margin < 0 ? 7 + margin : margin > 0 ? 8 + margin : wins_ties ? 8 : 7;
}

int hand_outcome(uint32_t lead)
{
    int margin = 0;
    bool largest = false;
    for (int house = HAND_HOUSES - 1; house >= 0; house--) {
        int standing = (int)(lead >> 4 * house & 15);
        margin += (standing > STANDING_EVEN) - (standing < STANDING_EVEN);
        if (standing != STANDING_EVEN)
            largest = standing > STANDING_EVEN;
    }
    return hand_outcome_of(margin, largest);
}

/* How many of `races` houses decided for a player make an outcome of at least `goal` sure, if the opponent
 * gets all others. */
static int houses_for(int goal, int races)
{
    int houses = 0;
    assert(races >= 0 && races <= HAND_HOUSES);
    while (hand_outcome_of(2 * houses - races, false) < goal)
        houses++;
    return houses;
}

struct hand_node hand_node_from(const struct hand_deal *deal, const struct hand_position *hand, int goal,
                                int *decided)
{
    assert(goal >= GOAL_MIN && goal <= GOAL_MAX);
    uint64_t cells = hand_reachable(hand);
    int races = HAND_HOUSES;
    int mine = 0;
    int theirs = 0;
    struct hand_node node = {.lead = (uint32_t)(16 - goal) << 28};
    for (int house = 0; house < HAND_HOUSES; house++) {
        int left = bits_count(cells & deal->house[house]);
        int sure = hand_standing_sure(left);
        int x = int_clip(hand_standing(hand, house, hand->side), sure);
        mine += x == sure;
        theirs += x == -sure;
        races -= x == 0 && left == 0;
        assert(left <= LEFT_MAX && x >= -7 && x <= 7);
        node.lead |= (uint32_t)(STANDING_EVEN + x) << 4 * house;
        node.left |= (uint32_t)left << 4 * house;
    }
    assert(mine + theirs <= races);
    int wanted = houses_for(goal, races) - mine;
    int feared = houses_for(16 - goal, races) - theirs;
    *decided = wanted <= 0 ? 1 : feared <= 0 ? -1 : 0;
    if (*decided == 0)
        node.where = cells | (uint64_t)hand->varys << VARYS_BIT | (uint64_t)wanted << WANTED_BIT |
                     (uint64_t)feared << FEARED_BIT;
    return node;
}
