/* Depth first, won or lost, with companions. A node of cards has at most ten moves, one of companions thousands: it
 * is asked first whether the table knows a move that wins. */
#include "games/hand/court.h"

enum {
    CARDS_TABLE = 5, /* from here up a position is remembered */
    CARDS_ASKED = 8, /* from here up the table is asked about all moves before one is tried */
    NAMED_MAX = 10
};

void hand_court_prepare(struct hand_court *court, const struct hand_board *rules, struct job *job)
{
    court->rules = rules;
    court->meter = meter_of(job);
}

/* What is clear without looking at a move. */
static int look_up(const struct hand_court *court, const struct hand_position *hand,
                   struct hand_court_stand *stand, uint64_t *hash)
{
    *hash = 0;
    if (hand_is_over(hand))
        return hand_leader(hand) == hand->side;
    hand_court_stand(hand, stand);
    int known = hand_court_decided(stand);
    assert(known == 0 || known == 1 || known == HAND_COURT_UNKNOWN);
    if (known != HAND_COURT_UNKNOWN || bits_count(hand_cards(hand)) < CARDS_TABLE)
        return known;
    *hash = hand_court_hash(court->rules, hand, stand);
    return hand_court_table_find(&court->table, *hash, stand->lead);
}

static bool wins(struct hand_court *court, const struct hand_position *hand);

/* Whether `side`, who has just moved, wins the position. */
static bool is_won_after(struct hand_court *court, const struct hand_position *after, int side)
{
    assert(side == 0 || side == 1);
    bool mover = wins(court, after);
    return after->side == side ? mover : !mover;
}

/* The place of a move that the table knows to win, or -1. */
static int find_known(const struct hand_court *court, const struct hand_position *hand,
                      const hand_court_option *option, int count)
{
    for (int i = 0; i < count; i++) {
        struct hand_position after = *hand;
        struct hand_court_stand stand;
        uint64_t hash;
        hand_play(&after, hand_court_move(option[i]));
        int known = look_up(court, &after, &stand, &hash);
        if (known != HAND_COURT_UNKNOWN && known == (after.side == hand->side))
            return i;
    }
    return -1;
}

static bool try_moves(struct hand_court *court, const struct hand_position *hand,
                      const hand_court_option *option, int count)
{
    assert(count > 0); /* or it would be over */
    if (bits_count(hand_cards(hand)) >= CARDS_ASKED && find_known(court, hand, option, count) >= 0)
        return true;
    for (int i = 0; i < count; i++) {
        struct hand_position after = *hand;
        hand_play(&after, hand_court_move(option[i]));
        bool won = is_won_after(court, &after, hand->side);
        if (court->meter.stopped)
            return false;
        if (won)
            return true;
    }
    return false;
}

/* In a frame of its own: the list is long, and seldom wanted. */
static __attribute__((noinline)) bool try_companions(struct hand_court *court,
                                                     const struct hand_position *hand)
{
    hand_court_option option[MOVES_MAX];
    return try_moves(court, hand, option, hand_court_options(court, hand, option));
}

static bool try_cards(struct hand_court *court, const struct hand_position *hand)
{
    hand_court_option option[NAMED_MAX];
    return try_moves(court, hand, option, hand_court_options(court, hand, option));
}

/* Whether the player on move wins; means nothing once stopped. */
static bool wins(struct hand_court *court, const struct hand_position *hand)
{
    struct hand_court_stand stand;
    uint64_t hash;
    if (meter_count(&court->meter))
        return false;
    int known = look_up(court, hand, &stand, &hash);
    if (known != HAND_COURT_UNKNOWN)
        return known;
    bool won = hand_companion_is_due(hand) ? try_companions(court, hand) : try_cards(court, hand);
    if (!court->meter.stopped && hash != 0)
        hand_court_table_store(&court->table, hash, stand.lead, won,
                               1 + (unsigned)bits_count(hand_cards(hand)));
    return won;
}

int hand_court_run(struct hand_court *court, const struct hand_position *hand, move_t *best)
{
    hand_court_option option[MOVES_MAX];
    int count = hand_court_options(court, hand, option);
    uint64_t dearest = 0;
    assert(count > 0);
    *best = hand_court_move(option[0]);
    int known = find_known(court, hand, option, count);
    for (int i = known < 0 ? 0 : known; i < count; i++) {
        struct hand_position after = *hand;
        uint64_t before = court->meter.counted;
        hand_play(&after, hand_court_move(option[i]));
        bool won = is_won_after(court, &after, hand->side);
        uint64_t spent = court->meter.counted - before;
        if (court->meter.stopped)
            return HAND_COURT_UNKNOWN;
        if (won || spent > dearest) {
            dearest = spent;
            *best = hand_court_move(option[i]);
        }
        if (won)
            return 1;
    }
    return 0;
}
