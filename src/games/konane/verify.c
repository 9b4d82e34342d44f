/* Walks a claimed proof with nothing but the rules: every position that the answers lead to, every reply there. */
#include <stdio.h>

#include "games/konane/jumps.h"
#include "games/konane/strategy.h"
#include "solve/tell.h"

enum { TICK_EVERY = 64 };

/* -- the plain search -- */

/* What the moves of who is on move lead to, in the order of the moves. */
struct behind {
    int count;
    uint64_t stones[KONANE_MOVES_MAX];
    int left[KONANE_MOVES_MAX]; /* moves that the other has then; TRIED: it has been looked into */
};

enum { TRIED = KONANE_MOVES_MAX + 1 };

/* True when the other has none. */
static inline __attribute__((always_inline)) bool
add_behind(const struct konane_board *board, const struct konane_view *other, struct behind *behind)
{
    assert(behind->count < KONANE_MOVES_MAX);
    int left = konane_count_jumps(board, other);
    behind->stones[behind->count] = other->own | other->enemy;
    behind->left[behind->count++] = left;
    return left == 0;
}

/* The stops of one stone in one way, of which `able` are the stones that can jump. */
static inline __attribute__((always_inline)) bool add_stops(const struct konane_board *board,
                                                            const struct konane_view *view,
                                                            enum konane_way way, uint64_t able, uint64_t from,
                                                            struct behind *behind)
{
    uint64_t taken = 0;
    if ((able & from) == 0)
        return false;
    for (uint64_t at = konane_jump(board, view, way, from); at != 0; at = konane_jump(board, view, way, at)) {
        taken |= konane_jump_over(board, way, at);
        struct konane_view other = {.own = view->enemy ^ taken,
                                    .enemy = view->own ^ from ^ at,
                                    .holes = view->holes ^ from ^ taken ^ at};
        if (add_behind(board, &other, behind))
            return true;
    }
    return false;
}

static inline uint64_t who_can(const struct konane_board *board, const struct konane_view *view,
                               enum konane_way way)
{
    return konane_jump_back(board, way, konane_jump(board, view, way, view->own));
}

/* Stone by stone, each its four ways; they are spelt out, so that each becomes its own few shifts. */
static bool add_jumps(const struct konane_board *board, const struct konane_view *view, struct behind *behind)
{
    uint64_t up = who_can(board, view, KONANE_UP), right = who_can(board, view, KONANE_RIGHT);
    uint64_t down = who_can(board, view, KONANE_DOWN), left = who_can(board, view, KONANE_LEFT);
    for (uint64_t any = up | right | down | left; any != 0; any &= any - 1) {
        uint64_t from = any & -any;
        if (add_stops(board, view, KONANE_UP, up, from, behind) ||
            add_stops(board, view, KONANE_RIGHT, right, from, behind) ||
            add_stops(board, view, KONANE_DOWN, down, from, behind) ||
            add_stops(board, view, KONANE_LEFT, left, from, behind))
            return true;
    }
    return false;
}

static bool add_removals(const struct konane_board *board, const struct konane_position *position,
                         struct behind *behind)
{
    struct move_list list;
    konane_list(board, position, (enum konane_side)position->side, &list);
    for (int i = 0; i < list.count; i++) {
        struct konane_position next = *position;
        konane_play(board, &next, list.at[i]);
        behind->stones[behind->count] = next.stones;
        behind->left[behind->count] = konane_count(board, &next, (enum konane_side)next.side);
        if (behind->left[behind->count++] == 0)
            return true;
    }
    return false;
}

/* True, and the list is not to the end, when a move leaves the other without one. */
static bool look_behind(const struct konane_board *board, const struct konane_position *position,
                        struct behind *behind)
{
    behind->count = 0;
    if (konane_phase(board, position) != KONANE_JUMPS)
        return add_removals(board, position, behind);
    struct konane_view view = konane_view(board, position->stones, (enum konane_side)position->side);
    return add_jumps(board, &view, behind);
}

/* Of what has not been tried that which leaves the other the fewest moves, the first of several. */
static uint64_t take_tightest(struct behind *behind)
{
    int best = 0;
    for (int i = 1; i < behind->count; i++)
        if (behind->left[i] < behind->left[best])
            best = i;
    assert(behind->left[best] != TRIED);
    behind->left[best] = TRIED;
    return behind->stones[best];
}

enum check_verdict { VERDICT_LOST, VERDICT_WON, VERDICT_UNKNOWN };

static bool is_spent(int *budget)
{
    return (*budget)-- <= 0;
}

static enum check_verdict search(const struct konane_board *board, const struct konane_position *position,
                                 int *budget)
{
    struct behind behind;
    if (is_spent(budget))
        return VERDICT_UNKNOWN;
    if (look_behind(board, position, &behind)) /* what is lost there is one more position */
        return is_spent(budget) ? VERDICT_UNKNOWN : VERDICT_WON;
    for (int i = 0; i < behind.count; i++) {
        struct konane_position next = {.stones = take_tightest(&behind), .side = position->side ^ 1};
        enum check_verdict reply = search(board, &next, budget);
        if (reply != VERDICT_WON)
            return reply == VERDICT_LOST ? VERDICT_WON : VERDICT_UNKNOWN;
    }
    return VERDICT_LOST;
}

bool konane_strategy_wins_soon(const struct konane_board *board, uint64_t stones, enum konane_side side)
{
    int budget = STRATEGY_SEARCH;
    struct konane_position position = {.stones = stones, .side = side};
    return search(board, &position, &budget) == VERDICT_WON;
}

/* The answers between two marks among which these stones are, if they are anywhere. */
static void narrow(const struct konane_strategy *strategy, uint64_t stones, size_t *from, size_t *to)
{
    size_t low = 0; /* the number of marks at or below the stones */
    size_t high = (strategy->count + strategy->stride - 1) / strategy->stride;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strategy->marks[middle] <= stones)
            low = middle + 1;
        else
            high = middle;
    }
    *from = low > 0 ? (low - 1) * strategy->stride : 0;
    *to = low * strategy->stride < strategy->count ? low * strategy->stride : strategy->count;
}

static bool has_answer(const struct konane_strategy *strategy, uint64_t stones)
{
    size_t low = 0;
    size_t high = strategy->count;
    if (strategy->stride > 0)
        narrow(strategy, stones, &low, &high);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (konane_strategy_at(strategy, middle).stones < stones)
            low = middle + 1;
        else
            high = middle;
    }
    return low < strategy->count && konane_strategy_at(strategy, low).stones == stones;
}

static bool is_covered(const struct konane_strategy *strategy, uint64_t stones)
{
    return has_answer(strategy, stones) ||
           konane_strategy_wins_soon(&strategy->board, stones, strategy->winner);
}

/* Whether the winner is ready for every reply to this position, in which the loser is on move. */
static bool is_closed(const struct konane_strategy *strategy, const struct konane_position *position)
{
    assert(position->side == (uint64_t)konane_opponent(strategy->winner));
    struct move_list replies;
    konane_list(&strategy->board, position, konane_opponent(strategy->winner), &replies);
    for (int i = 0; i < replies.count; i++) {
        struct konane_position next = *position;
        konane_play(&strategy->board, &next, replies.at[i]);
        if (!is_covered(strategy, next.stones))
            return false;
    }
    return true;
}

static enum strategy_flaw check_answer(const struct konane_strategy *strategy, size_t index)
{
    struct konane_answer answer = konane_strategy_at(strategy, index);
    if (index > 0 && konane_strategy_at(strategy, index - 1).stones >= answer.stones)
        return STRATEGY_UNSORTED;
    if ((answer.stones & ~strategy->board.cells) != 0 || answer.move >= MOVE_NONE)
        return STRATEGY_ILLEGAL;
    struct konane_position position = {.stones = answer.stones, .side = strategy->winner};
    struct move_list list;
    konane_list(&strategy->board, &position, strategy->winner, &list);
    if (!move_list_has(&list, (move_t)answer.move))
        return STRATEGY_ILLEGAL;
    konane_play(&strategy->board, &position, (move_t)answer.move);
    return is_closed(strategy, &position) ? STRATEGY_SOUND : STRATEGY_OPEN;
}

/* True: the job has ended. */
static bool tick(struct konane_check *check)
{
    char text[80];
    size_t done = atomic_fetch_add_explicit(&check->done, TICK_EVERY, memory_order_relaxed);
    if (tell_is_due(check->job, &check->told)) {
        snprintf(text, sizeof text, "proof %.1f percent verified", 100 * (double)done / (double)check->count);
        tell_note(check->job, text);
    }
    return job_tick(check->job, TICK_EVERY);
}

enum strategy_flaw konane_strategy_check_answers(const struct konane_strategy *strategy, size_t from,
                                                 size_t to, struct konane_check *check)
{
    assert(from <= to && to <= strategy->count && to - from <= check->count);
    for (size_t at = from; at < to; at++) {
        if ((at - from) % TICK_EVERY == TICK_EVERY - 1 && tick(check))
            return STRATEGY_STOPPED;
        enum strategy_flaw flaw = check_answer(strategy, at);
        if (flaw != STRATEGY_SOUND)
            return flaw;
    }
    return STRATEGY_SOUND;
}

enum strategy_flaw konane_strategy_check_root(const struct konane_strategy *strategy)
{
    bool good = strategy->root.side == (uint64_t)strategy->winner
                    ? is_covered(strategy, strategy->root.stones)
                    : is_closed(strategy, &strategy->root);
    return good ? STRATEGY_SOUND : STRATEGY_OPEN;
}
