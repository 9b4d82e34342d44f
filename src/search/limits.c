/* A clock is shared out over the moves that may still come. What a move may cost at the worst (`hard`) is a
 * multiple of its share, but never what the game could not survive losing: a third of what stands on the clock,
 * however near the end is, unless the clock is filled up behind this move. */
#include "search/limits.h"

enum {
    PLAIN_TIME = 1000000,   /* of a `go` without limits */
    MOVES_TO_COME = 30,     /* where the rules promise no earlier end */
    SESSION_MOVES_MAX = 60, /* movestogo beyond this is as good as for ever */
    WORST_SHARES = 4        /* a hard move may take so many shares */
};

static const int64_t milliseconds_max = INT64_C(1000000000000); /* 31 years */

static int64_t microseconds(int64_t milliseconds)
{
    if (milliseconds <= 0)
        return 0;
    return 1000 * (milliseconds < milliseconds_max ? milliseconds : milliseconds_max);
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Own moves that the clock has to last for. */
static int64_t moves_to_come(const struct limits *limits, int horizon)
{
    int64_t moves = MOVES_TO_COME;
    if (limits->movestogo > 0)
        moves = smaller(limits->movestogo, SESSION_MOVES_MAX);
    if (horizon >= 0)
        moves = smaller(moves, horizon / 2 + horizon % 2);
    return larger(moves, 1);
}

static struct budget clock_budget(const struct limits *limits, int mover, int64_t overhead, int horizon)
{
    int64_t clock = microseconds(limits->has_clock[mover] ? limits->clock[mover] : 0);
    int64_t increment = microseconds(limits->increment[mover]);
    int64_t moves = moves_to_come(limits, horizon);
    int64_t all = clock + (moves - 1) * increment - (moves + 1) * overhead;
    int64_t hurry = clock / (8 * moves);
    int64_t share = larger(all / moves, hurry);
    int64_t usable = larger(clock - overhead, clock / 8);
    bool is_refilled = limits->movestogo == 1;
    int64_t most = is_refilled ? usable - usable / 5 : usable / 3;
    int64_t hard = smaller(WORST_SHARES * share, most);
    assert(share >= 0 && hard >= 0 && hard <= clock);
    return (struct budget){.soft = smaller(share * 3 / 5, hard), .hard = hard};
}

static bool has_any_clock(const struct limits *limits)
{
    return limits->has_clock[0] || limits->has_clock[1] || limits->increment[0] > 0 ||
           limits->increment[1] > 0 || limits->movestogo > 0;
}

static bool has_other_limit(const struct limits *limits)
{
    return limits->depth > 0 || limits->mate > 0 || limits->nodes > 0 || limits->infinite || limits->solve;
}

struct budget limits_budget(const struct limits *limits, enum actor mover, int64_t move_overhead, int horizon)
{
    assert(mover == ACTOR_ONE || mover == ACTOR_TWO);
    struct budget budget = {.soft = INT64_MAX, .hard = INT64_MAX};
    if (has_any_clock(limits))
        budget = clock_budget(limits, mover == ACTOR_TWO, microseconds(move_overhead), horizon);
    else if (!limits->has_movetime && !has_other_limit(limits))
        budget = (struct budget){.soft = PLAIN_TIME, .hard = PLAIN_TIME};
    if (limits->has_movetime) {
        int64_t movetime = microseconds(limits->movetime);
        budget.soft = smaller(budget.soft, movetime);
        budget.hard = smaller(budget.hard, movetime);
    }
    assert(budget.soft >= 0 && budget.soft <= budget.hard);
    assert(!limits->has_movetime || budget.hard <= microseconds(limits->movetime));
    return budget;
}

int limits_last_depth(const struct limits *limits)
{
    int last = DEPTH_MAX;
    if (limits->depth > 0 && limits->depth < last)
        last = limits->depth;
    if (limits->mate > 0 && limits->mate < last)
        last = limits->mate;
    return last;
}

bool limits_are_depth_alone(const struct limits *limits)
{
    return limits->depth > 0 && limits->mate == 0 && limits->nodes == 0 && !limits->has_movetime &&
           !has_any_clock(limits) && !limits->infinite && !limits->ponder;
}
