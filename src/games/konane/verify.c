/* Walks a claimed proof with nothing but the rules: every position that the answers lead to, every reply there. */
#include <stdio.h>

#include "games/konane/strategy.h"
#include "solve/tell.h"

enum { TICK_EVERY = 64 };

/* The moves of who is on move, those that leave the other the fewest first; one that leaves him none is the last. */
static void sorted_moves(const struct konane_board *board, const struct konane_position *position,
                         struct move_list *list)
{
    int left[KONANE_MOVES_MAX];
    konane_list(board, position, (enum konane_side)position->side, list);
    for (int i = 0; i < list->count; i++) {
        struct konane_position next = *position;
        move_t move = list->at[i];
        konane_play(board, &next, move);
        int count = konane_count(board, &next, (enum konane_side)next.side);
        int at = i;
        for (; at > 0 && left[at - 1] > count; at--) {
            left[at] = left[at - 1];
            list->at[at] = list->at[at - 1];
        }
        left[at] = count;
        list->at[at] = move;
        if (count == 0)
            list->count = i + 1;
    }
}

enum check_verdict { VERDICT_LOST, VERDICT_WON, VERDICT_UNKNOWN };

static enum check_verdict search(const struct konane_board *board, const struct konane_position *position,
                                 int *budget)
{
    if ((*budget)-- <= 0)
        return VERDICT_UNKNOWN;
    struct move_list list;
    sorted_moves(board, position, &list);
    for (int i = 0; i < list.count; i++) {
        struct konane_position next = *position;
        konane_play(board, &next, list.at[i]);
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

static bool has_answer(const struct konane_strategy *strategy, uint64_t stones)
{
    size_t low = 0;
    size_t high = strategy->count;
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
