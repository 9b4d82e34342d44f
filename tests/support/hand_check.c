#include "support/hand_check.h"

#include <stdlib.h>

#include "base/pages.h"
#include "games/hand/proof.h"

enum { CELLS = 36, SIDE = 6, CROSS = 10, HOUSES = 7, MAJORITY = 4, NOBODY = 2, EMPTY = -1 };
enum {
    CARDS_HINTED = 9,     /* with fewer it is quicker to try all moves than to ask */
    CARDS_REMEMBERED = 6, /* likewise, than to look it up */
    SOLVER_BYTES_MOST = 1 << 29
};

/* Cards never move, so what a position needs of the deal is which of them lie. */
struct table {
    uint64_t lying; /* cell by cell, from the lowest bit */
    signed char left[HOUSES];
    signed char lead[HOUSES];   /* of player 1, in cards captured */
    signed char holder[HOUSES]; /* 0, 1, or NOBODY */
    signed char varys;
    signed char side; /* 0: player 1 is on move */
};

/* A position, whole: two that differ in what may come have different words. */
struct fact {
    uint64_t where, who;
};

struct check {
    signed char card[CELLS];         /* a house, or EMPTY */
    signed char cross[CELLS][CROSS]; /* the other cells of row and column */
    bool farthest;                   /* the flag capture=farthest */
    int winner;                      /* 0 or 1 */
    struct fact *known;
    int known_bits;
    struct hand_check_work *work;
    struct hand_deal deal;
    struct hand_proof_table solved;
    struct hand_proof proof;
    struct job job;
};

/* -- the rules -- */

static bool lies(const struct table *table, int cell)
{
    return table->lying >> cell & 1;
}

static int step_towards(int from, int to)
{
    int step = from / SIDE == to / SIDE ? 1 : SIDE;
    return to > from ? step : -step;
}

/* Whether no card of the house lies farther in that direction. */
static bool is_farthest(const struct check *check, const struct table *table, int cell)
{
    int step = step_towards(table->varys, cell);
    for (int next = cell + step; next >= 0 && next < CELLS; next += step) {
        if (step * step == 1 && next / SIDE != cell / SIDE)
            break;
        if (lies(table, next) && check->card[next] == check->card[cell])
            return false;
    }
    return true;
}

/* The cells that may be named, and how many. */
static int list_moves(const struct check *check, const struct table *table, signed char move[CROSS])
{
    int count = 0;
    for (int i = 0; i < CROSS; i++) {
        int cell = check->cross[table->varys][i];
        if (lies(table, cell) && (!check->farthest || is_farthest(check, table, cell)))
            move[count++] = (signed char)cell;
    }
    return count;
}

static struct table after(const struct check *check, const struct table *table, int cell)
{
    struct table next = *table;
    int house = check->card[cell];
    int step = step_towards(table->varys, cell);
    int gain = table->side == 0 ? 1 : -1;
    for (int at = table->varys + step; at != cell + step; at += step) {
        assert(at >= 0 && at < CELLS);
        if (lies(table, at) && check->card[at] == house) {
            next.lying &= ~(UINT64_C(1) << at);
            next.left[house]--;
            next.lead[house] += (signed char)gain;
        }
    }
    if (next.lead[house] * gain >= 0)
        next.holder[house] = table->side;
    next.varys = (signed char)cell;
    next.side = (signed char)(1 - table->side);
    return next;
}

static int leader(const struct table *table)
{
    int banners[3] = {0};
    for (int house = 0; house < HOUSES; house++)
        banners[table->holder[house]]++;
    if (banners[0] != banners[1])
        return banners[1] > banners[0];
    for (int house = 0; house < HOUSES; house++)
        if (table->holder[house] != NOBODY)
            return table->holder[house];
    abort(); /* nobody has moved */
}

/* Who is so far ahead in four houses that what lies of them cannot catch up; NOBODY. */
static int sure_winner(const struct table *table)
{
    int sure[2] = {0};
    for (int house = 0; house < HOUSES; house++) {
        sure[0] += table->lead[house] > table->left[house];
        sure[1] += -table->lead[house] > table->left[house];
    }
    return sure[0] >= MAJORITY ? 0 : sure[1] >= MAJORITY ? 1 : NOBODY;
}

/* -- what is known already -- */

/* A lead of more than what lies of the house is as good as any other. */
static int lead_that_counts(const struct table *table, int house)
{
    int enough = table->left[house] + 1;
    int lead = table->lead[house];
    return lead > enough ? enough : lead < -enough ? -enough : lead;
}

static struct fact fact_of(const struct table *table)
{
    struct fact fact = {.where =
                            table->lying | (uint64_t)table->varys << CELLS | (uint64_t)table->side << 42};
    for (int house = 0; house < HOUSES; house++)
        fact.who = fact.who << 7 | (uint64_t)(lead_that_counts(table, house) + 16) << 2 |
                   (uint64_t)table->holder[house];
    return fact;
}

static struct fact *place_of(const struct check *check, struct fact fact)
{
    uint64_t mixed = (fact.where ^ fact.who * UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xD1B54A32D192ED03);
    return &check->known[(mixed ^ mixed >> 29) * UINT64_C(0x2545F4914F6CDD1D) >> (64 - check->known_bits)];
}

/* -- which move to try first -- */

static struct hand_position hand_from(const struct check *check, const struct table *table)
{
    struct hand_position hand = {.varys = (uint8_t)table->varys, .side = (uint8_t)table->side};
    for (int cell = 0; cell < CELLS; cell++)
        for (int i = 0; i < 3 && lies(table, cell); i++)
            hand.plane[i] |= (uint64_t)((check->card[cell] + 1) >> i & 1) << cell;
    for (int house = 0; house < HOUSES; house++) {
        int lead = table->lead[house];
        hand.count[0][house] = (uint8_t)(lead > 0 ? lead : 0);
        hand.count[1][house] = (uint8_t)(lead < 0 ? -lead : 0);
        hand.holder[house] = (uint8_t)table->holder[house];
    }
    return hand;
}

/* The cell that the player on move should name, or HAND_UNKNOWN. */
static int hint(struct check *check, const struct table *table)
{
    struct hand_position hand = hand_from(check, table);
    int decided;
    int cell = HAND_UNKNOWN;
    struct hand_node node = hand_node_from(&check->deal, &hand, GOAL_WIN, &decided);
    check->work->hints++;
    if (decided == 0)
        hand_proof_run(&check->proof, node, 1, &cell);
    return cell;
}

/* -- the check -- */

static bool holds(struct check *check, const struct table *table);

static bool holds_after(struct check *check, const struct table *table, int cell)
{
    struct table next = after(check, table, cell);
    return holds(check, &next);
}

/* The winner is on move: one that wins is enough. */
static bool has_answer(struct check *check, const struct table *table, const signed char *move, int count)
{
    int first = bits_count(table->lying) >= CARDS_HINTED ? hint(check, table) : HAND_UNKNOWN;
    for (int i = 0; i < count; i++)
        if (move[i] == first && holds_after(check, table, first))
            return true;
    for (int i = 0; i < count; i++)
        if (move[i] != first && holds_after(check, table, move[i]))
            return true;
    return false;
}

/* The loser is on move: all of his must lose. */
static bool has_no_escape(struct check *check, const struct table *table, const signed char *move, int count)
{
    bool is_remembered = bits_count(table->lying) >= CARDS_REMEMBERED;
    struct fact fact = fact_of(table);
    struct fact *place = place_of(check, fact);
    if (is_remembered && place->where == fact.where && place->who == fact.who)
        return true;
    for (int i = 0; i < count; i++)
        if (!holds_after(check, table, move[i]))
            return false;
    if (is_remembered)
        *place = fact;
    return true;
}

/* Does the winner win from here? */
static bool holds(struct check *check, const struct table *table)
{
    signed char move[CROSS];
    check->work->positions++;
    int sure = sure_winner(table);
    if (sure != NOBODY)
        return sure == check->winner;
    int count = list_moves(check, table, move);
    if (count == 0)
        return leader(table) == check->winner;
    return table->side == check->winner ? has_answer(check, table, move, count)
                                        : has_no_escape(check, table, move, count);
}

/* -- the position, as panj reads it -- */

static void list_crosses(struct check *check)
{
    for (int cell = 0; cell < CELLS; cell++)
        for (int other = 0, count = 0; other < CELLS; other++)
            if (other != cell && (other / SIDE == cell / SIDE || other % SIDE == cell % SIDE))
                check->cross[cell][count++] = (signed char)other;
}

static struct table lay(struct check *check, const struct board *board, const struct hand_position *hand)
{
    struct table table = {.varys = (signed char)hand->varys, .side = (signed char)hand->side};
    list_crosses(check);
    check->farthest = hand_board(board)->capture == HAND_CAPTURE_FARTHEST;
    for (int cell = 0; cell < CELLS; cell++) {
        int house = hand_house_at(hand, cell);
        check->card[cell] = (signed char)house;
        if (house == EMPTY)
            continue;
        table.lying |= UINT64_C(1) << cell;
        table.left[house]++;
    }
    for (int house = 0; house < HOUSES; house++) {
        table.lead[house] = (signed char)(hand->count[0][house] - hand->count[1][house]);
        table.holder[house] = (signed char)hand->holder[house];
    }
    return table;
}

bool hand_check_wins(const struct board *board, const struct position *position, int player, int memory_bits,
                     struct hand_check_work *work)
{
    const struct hand_position *hand = hand_position(position);
    struct check check = {.winner = player, .known_bits = memory_bits, .work = work};
    size_t bytes = sizeof *check.known << memory_bits;
    assert(player >= 0 && player <= 1 && memory_bits > 0 && !hand_board(board)->companions);
    check.known = pages_take(bytes, true);
    if (check.known == NULL)
        abort();
    hand_proof_table_resize(&check.solved, bytes < SOLVER_BYTES_MOST ? bytes : SOLVER_BYTES_MOST);
    hand_deal_prepare(&check.deal, hand_board(board), hand);
    check.proof.deal = &check.deal;
    check.proof.table = &check.solved;
    check.proof.job = &check.job;
    check.proof.nodes_most = UINT64_MAX;
    atomic_store(&check.job.node_limit, UINT64_MAX);
    atomic_store(&check.job.deadline, INT64_MAX);
    *work = (struct hand_check_work){0};
    struct table table = lay(&check, board, hand);
    bool wins = holds(&check, &table);
    pages_give(check.known, bytes);
    buckets_close(&check.solved.buckets);
    return wins;
}
