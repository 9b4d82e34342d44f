/* The six companions: what can be done with each, what it does, when it leaves. */
#include "games/hand/hand.h"

const struct hand_companion hand_companions[HAND_COMPANIONS] = {
    [HAND_GENDRY] = {'G', "Gendry", "gendry", 0},
    [HAND_JON] = {'J', "Jon", "jon", 1},
    [HAND_MELISANDRE] = {'M', "Melisandre", "melisandre", 0},
    [HAND_JAQEN] = {'Q', "Jaqen", "jaqen", 3},
    [HAND_RAMSAY] = {'R', "Ramsay", "ramsay", 2},
    [HAND_SANDOR] = {'S', "Sandor", "sandor", 1},
};

/* -- what can be done -- */

static void add(struct move_list *list, int use, int first, int second)
{
    assert(list->count < MOVES_MAX);
    list->at[list->count++] = hand_move(use, first, second);
}

/* One move for each of the cells. */
static void add_cells(struct move_list *list, int companion, uint64_t cells)
{
    for (; cells != 0; cells &= cells - 1)
        add(list, HAND_USE_COMPANION + companion, bits_lowest(cells), 0);
}

/* One for each pair of them, the smaller cell first. */
static void add_pairs(struct move_list *list, int use, uint64_t cells)
{
    for (; cells != 0; cells &= cells - 1)
        for (uint64_t rest = cells & (cells - 1); rest != 0; rest &= rest - 1)
            add(list, use, bits_lowest(cells), bits_lowest(rest));
}

/* For each pair one for each companion that may go too. */
static void add_jaqen(const struct hand_position *hand, struct move_list *list)
{
    for (uint64_t cells = hand_cards(hand); cells != 0; cells &= cells - 1)
        for (uint64_t rest = cells & (cells - 1); rest != 0; rest &= rest - 1)
            for (int other = 0; other < HAND_COMPANIONS; other++)
                if (other != HAND_JAQEN && hand_in_play(hand, other))
                    add(list, HAND_USE_OTHER + other, bits_lowest(cells), bits_lowest(rest));
}

static void add_moves_of(const struct hand_position *hand, int companion, struct move_list *list)
{
    switch (companion) {
    case HAND_JON:
    case HAND_SANDOR: add_cells(list, companion, hand_cards(hand)); break;
    case HAND_RAMSAY:
        add_pairs(list, HAND_USE_COMPANION + companion, hand_cards(hand) | hand_bit(hand->varys));
        break;
    case HAND_JAQEN: add_jaqen(hand, list); break;
    default: add(list, HAND_USE_COMPANION + companion, 0, 0);
    }
}

void hand_companion_moves(const struct hand_position *hand, struct move_list *list)
{
    assert(hand_companion_is_due(hand));
    list->count = 0;
    for (int companion = 0; companion < HAND_COMPANIONS; companion++)
        if (hand_in_play(hand, companion))
            add_moves_of(hand, companion, list);
    assert(list->count > 0);
}

static int pairs_of(int cells)
{
    return cells * (cells - 1) / 2;
}

int hand_companion_count_moves(const struct hand_position *hand)
{
    int cards = bits_count(hand_cards(hand));
    int others = bits_count(hand->companions & HAND_COMPANIONS_ALL) - 1;
    const int moves[HAND_COMPANIONS] = {
        [HAND_GENDRY] = 1,
        [HAND_JON] = cards,
        [HAND_MELISANDRE] = 1,
        [HAND_JAQEN] = pairs_of(cards) * others,
        [HAND_RAMSAY] = pairs_of(cards + 1),
        [HAND_SANDOR] = cards,
    };
    int count = 0;
    assert(hand_companion_is_due(hand));
    for (int companion = 0; companion < HAND_COMPANIONS; companion++)
        count += hand_in_play(hand, companion) ? moves[companion] : 0;
    return count;
}

/* -- what it does -- */

static void swap_cells(struct hand_position *hand, int first, int second)
{
    assert(first < second);
    for (int i = 0; i < 3; i++) {
        uint64_t differ = (hand->plane[i] >> first ^ hand->plane[i] >> second) & 1;
        hand->plane[i] ^= differ << first | differ << second;
    }
    if (hand->varys == first || hand->varys == second)
        hand->varys = (uint8_t)(first + second - hand->varys);
}

static void remove_card(struct hand_position *hand, int cell)
{
    assert((hand_cards(hand) & hand_bit(cell)) != 0);
    for (int i = 0; i < 3; i++)
        hand->plane[i] &= ~hand_bit(cell);
}

static void use(struct hand_position *hand, move_t move)
{
    int first = hand_move_first(move);
    switch (hand_move_companion(move)) {
    case HAND_GENDRY: hand_add_cards(hand, HAND_BARATHEON, HAND_GENDRY_ADDS); break;
    case HAND_JON: hand_add_cards(hand, hand_house_at(hand, first), HAND_JON_ADDS); break;
    case HAND_RAMSAY: swap_cells(hand, first, hand_move_second(move)); break;
    case HAND_SANDOR: remove_card(hand, first); break;
    case HAND_JAQEN:
        remove_card(hand, first);
        remove_card(hand, hand_move_second(move));
        assert(hand_move_other(move) >= 0);
        hand->companions &= (uint8_t) ~(1 << hand_move_other(move));
        break;
    default: break; /* Melisandre: whoever used her moves on */
    }
}

void hand_companion_apply(struct hand_position *hand, move_t move)
{
    int companion = hand_move_companion(move);
    assert(hand_companion_is_due(hand) && hand_in_play(hand, companion));
    hand->companions &= (uint8_t) ~(HAND_COMPANION_DUE | 1 << companion);
    use(hand, move);
    hand_companions_leave(hand);
    if (companion != HAND_MELISANDRE)
        hand->side ^= 1;
}

/* The order is the course's: Jaqen looks last whether anybody is left whom he could take. */
void hand_companions_leave(struct hand_position *hand)
{
    int cards = bits_count(hand_cards(hand));
    assert(!hand_companion_is_due(hand));
    if ((hand_cards(hand) & hand_cross(hand->varys)) == 0)
        hand->companions &= (uint8_t) ~(1 << HAND_MELISANDRE);
    for (int companion = 0; companion < HAND_COMPANIONS; companion++)
        if (hand_companions[companion].cards > cards)
            hand->companions &= (uint8_t) ~(1 << companion);
    if (hand->companions == 1 << HAND_JAQEN)
        hand->companions = 0;
}
