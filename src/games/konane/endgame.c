#include "games/konane/endgame.h"

/* What the opponent may be left with, and how many moves that gives him. */
struct reply {
    struct konane_view view; /* the opponent's */
    int moves;
};

struct replies {
    int count;
    struct reply at[KONANE_MOVES_MAX];
};

static struct endgame_memory *memory_of(struct endgame *endgame, const struct konane_view *view)
{
    uint64_t hash = view->own * UINT64_C(0x9E3779B97F4A7C15) ^ view->enemy * UINT64_C(0xD1342543DE82EF95);
    return &endgame->cache[hash >> (64 - ENDGAME_CACHE_BITS)];
}

static bool is_about(const struct endgame_memory *memory, const struct konane_view *view)
{
    return memory->own == view->own && memory->enemy == view->enemy;
}

static enum endgame_answer remember(struct endgame_memory *memory, const struct konane_view *view,
                                    enum endgame_answer answer)
{
    *memory = (struct endgame_memory){.own = view->own, .enemy = view->enemy, .answer = answer};
    return answer;
}

/* Adds the stops of one stone in one way. True when one of them leaves the opponent without a move. */
static inline bool add_stops(const struct konane_board *board, const struct konane_view *view,
                             enum konane_way way, uint64_t first, struct replies *replies)
{
    uint64_t from = konane_jump_back(board, way, first);
    uint64_t taken = 0;
    for (uint64_t at = first; at != 0; at = konane_jump(board, view, way, at)) {
        taken |= konane_jump_over(board, way, at);
        struct konane_view *next = &replies->at[replies->count++].view;
        next->own = view->enemy ^ taken;
        next->enemy = view->own ^ from ^ at;
        next->holes = view->holes ^ from ^ taken ^ at;
        if (!konane_can_jump(board, next))
            return true;
    }
    return false;
}

static inline bool add_way(const struct konane_board *board, const struct konane_view *view,
                           enum konane_way way, struct replies *replies)
{
    for (uint64_t left = konane_jump(board, view, way, view->own); left != 0; left &= left - 1)
        if (add_stops(board, view, way, left & -left, replies))
            return true;
    return false;
}

/* All moves; true when one of them wins at once. The ways are spelt out: each becomes its own few shifts. */
static bool collect(const struct konane_board *board, const struct konane_view *view, struct replies *replies)
{
    replies->count = 0;
    if (add_way(board, view, KONANE_UP, replies) || add_way(board, view, KONANE_RIGHT, replies) ||
        add_way(board, view, KONANE_DOWN, replies) || add_way(board, view, KONANE_LEFT, replies))
        return true;
    for (int i = 0; i < replies->count; i++)
        replies->at[i].moves = konane_count_jumps(board, &replies->at[i].view);
    return false;
}

/* What the memory knows of the replies: one that is lost wins, and true is the answer; those that are won for
 * the opponent are left out. */
static bool look_up(struct endgame *endgame, struct replies *replies)
{
    for (int i = replies->count; i-- > 0;) {
        const struct endgame_memory *memory = memory_of(endgame, &replies->at[i].view);
        if (memory->answer == ENDGAME_UNKNOWN || !is_about(memory, &replies->at[i].view))
            continue;
        if (memory->answer == ENDGAME_LOST)
            return true;
        replies->at[i] = replies->at[--replies->count];
    }
    return false;
}

/* Takes the reply with the fewest moves out of the list. */
static struct konane_view take_tightest(struct replies *replies)
{
    assert(replies->count > 0);
    int best = 0;
    for (int i = 1; i < replies->count; i++)
        if (replies->at[i].moves < replies->at[best].moves)
            best = i;
    struct konane_view view = replies->at[best].view;
    replies->at[best] = replies->at[--replies->count];
    return view;
}

static enum endgame_answer solve_node(struct endgame *endgame, const struct konane_view *view)
{
    struct endgame_memory *memory = memory_of(endgame, view);
    if (memory->answer != ENDGAME_UNKNOWN && is_about(memory, view))
        return memory->answer;
    struct replies replies;
    endgame->nodes++;
    if (collect(endgame->board, view, &replies))
        return ENDGAME_WON;
    if (look_up(endgame, &replies))
        return remember(memory, view, ENDGAME_WON);
    while (replies.count > 0) {
        if (endgame->budget-- <= 0)
            return ENDGAME_UNKNOWN;
        struct konane_view next = take_tightest(&replies);
        enum endgame_answer answer = solve_node(endgame, &next);
        if (answer == ENDGAME_LOST)
            return remember(memory, view, ENDGAME_WON);
        if (answer == ENDGAME_UNKNOWN)
            return answer;
    }
    return remember(memory, view, ENDGAME_LOST);
}

enum endgame_answer konane_endgame_solve(struct endgame *endgame, const struct konane_view *view, int budget)
{
    assert(budget >= 0 && (view->own & view->enemy) == 0);
    struct endgame_memory *memory = memory_of(endgame, view);
    if (is_about(memory, view))
        return memory->answer;
    endgame->budget = budget;
    enum endgame_answer answer = solve_node(endgame, view);
    if (answer == ENDGAME_UNKNOWN)
        remember(memory, view, answer);
    return answer;
}
