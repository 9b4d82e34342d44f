#include "games/konane/endgame.h"

/* Made for each way by itself: one that is known beforehand is a few shifts. */
#define INLINE __attribute__((always_inline)) static inline

/* -- what is remembered -- */

/* In the low bits of a word; behind the answers one more. */
enum { IN_VAIN = ENDGAME_LOST + 1, KNOWN_BITS = 2 };

/* No two sets of stones have the same: an odd factor can be taken back. */
static inline uint64_t hash_of(uint64_t own, uint64_t enemy)
{
    return (own | enemy) * UINT64_C(0x9E3779B97F4A7C15);
}

static inline uint64_t *place_of(struct endgame *endgame, uint64_t hash)
{
    return &endgame->memory[hash >> (64 - ENDGAME_MEMORY_BITS)];
}

/* What stands at its place, but for the low bits: all of the position that the place does not say. */
static inline uint64_t mark_of(uint64_t hash, enum konane_side side)
{
    _Static_assert((int)ENDGAME_MEMORY_BITS > (int)KNOWN_BITS, "the side has room below the hash");
    return hash << ENDGAME_MEMORY_BITS | (uint64_t)side << KNOWN_BITS;
}

/* An answer or IN_VAIN; anything else: nothing. */
static inline uint64_t recall(struct endgame *endgame, uint64_t hash, enum konane_side side)
{
    return *place_of(endgame, hash) ^ mark_of(hash, side);
}

static inline void remember(struct endgame *endgame, uint64_t hash, enum konane_side side, uint64_t known)
{
    *place_of(endgame, hash) = mark_of(hash, side) | known;
}

/* -- the replies -- */

enum { ROOM = KONANE_MOVES_MAX + 1 }; /* the last for what is not there */

/* What the opponent may be left with, how many moves that gives him, and its hash. Each in a column of its own: to
 * read in one piece what was just written in two makes the processor wait. */
struct replies {
    int count;
    int moves[ROOM];
    uint64_t own[ROOM]; /* the opponent's */
    uint64_t enemy[ROOM];
    uint64_t hash[ROOM];
};

/* One that is not there is written over by the next: cheaper than a branch that nobody can foretell. */
INLINE void add(struct replies *replies, uint64_t own, uint64_t enemy, bool is_there)
{
    replies->own[replies->count] = own;
    replies->enemy[replies->count] = enemy;
    replies->count += is_there;
}

/* The jump that lands on `at`, if it is a cell. */
INLINE void add_jump(const struct konane_board *board, const struct konane_view *view, enum konane_way way,
                     uint64_t at, struct replies *replies)
{
    add(replies, view->enemy ^ konane_jump_over(board, way, at),
        view->own ^ at ^ konane_jump_back(board, way, at), at != 0);
}

/* Jumps on from the second stop of a stone. */
INLINE void add_longer(const struct konane_board *board, const struct konane_view *view, enum konane_way way,
                       uint64_t at, struct replies *replies)
{
    uint64_t before = konane_jump_back(board, way, at);
    uint64_t from = konane_jump_back(board, way, before);
    uint64_t taken = konane_jump_over(board, way, before);
    for (; at != 0; at = konane_jump(board, view, way, at)) {
        taken |= konane_jump_over(board, way, at);
        add(replies, view->enemy ^ taken, view->own ^ from ^ at, true);
    }
}

/* Seldom more than two stones can jump one way, or one of them twice. */
INLINE void add_way(const struct konane_board *board, const struct konane_view *view, enum konane_way way,
                    struct replies *replies)
{
    uint64_t first = konane_jump(board, view, way, view->own);
    uint64_t left = first & (first - 1);
    add_jump(board, view, way, first & -first, replies);
    add_jump(board, view, way, left & -left, replies);
    for (left &= left - 1; left != 0; left &= left - 1)
        add_jump(board, view, way, left & -left, replies);
    for (uint64_t second = konane_jump(board, view, way, first); second != 0; second &= second - 1)
        add_longer(board, view, way, second & -second, replies);
}

INLINE void add_all(const struct konane_board *board, const struct konane_view *view, struct replies *replies)
{
    replies->count = 0;
    add_way(board, view, KONANE_UP, replies);
    add_way(board, view, KONANE_RIGHT, replies);
    add_way(board, view, KONANE_DOWN, replies);
    add_way(board, view, KONANE_LEFT, replies);
}

static inline struct konane_view view_of(const struct konane_board *board, const struct replies *replies,
                                         int index)
{
    struct konane_view view = {.own = replies->own[index], .enemy = replies->enemy[index]};
    view.holes = board->cells & ~(view.own | view.enemy);
    return view;
}

/* -- the search -- */

/* Counts the moves that the replies leave the opponent, `side`, and leaves out those that are known to be won for him.
 * True when one of them is lost for him: at once, or as is remembered. */
INLINE bool sift(struct endgame *endgame, struct replies *replies, enum konane_side side)
{
    int kept = 0;
    for (int i = 0; i < replies->count; i++) {
        struct konane_view view = view_of(endgame->board, replies, i);
        int moves = konane_count_jumps(endgame->board, &view);
        uint64_t hash = hash_of(view.own, view.enemy);
        uint64_t known = recall(endgame, hash, side);
        if (moves == 0 || known == ENDGAME_LOST)
            return true;
        replies->moves[kept] = moves;
        replies->own[kept] = view.own;
        replies->enemy[kept] = view.enemy;
        replies->hash[kept] = hash;
        kept += known != ENDGAME_WON;
    }
    replies->count = kept;
    return false;
}

/* The reply with the fewest moves, the last of several. */
static inline int find_tightest(const struct replies *replies)
{
    assert(replies->count > 0);
    int best = 0;
    for (int i = 1; i < replies->count; i++)
        best = replies->moves[i] <= replies->moves[best] ? i : best;
    return best;
}

static inline void drop(struct replies *replies, int index)
{
    int last = --replies->count;
    replies->moves[index] = replies->moves[last];
    replies->own[index] = replies->own[last];
    replies->enemy[index] = replies->enemy[last];
    replies->hash[index] = replies->hash[last];
}

/* `side` is on move; what is remembered of the position has been looked up. */
static enum endgame_answer solve_node(struct endgame *endgame, const struct konane_view *view,
                                      enum konane_side side, uint64_t hash)
{
    struct replies replies;
    enum konane_side opponent = konane_opponent(side);
    endgame->nodes++;
    add_all(endgame->board, view, &replies);
    bool is_won = sift(endgame, &replies, opponent);
    while (!is_won && replies.count > 0) {
        if (endgame->budget-- <= 0)
            return ENDGAME_UNKNOWN;
        int tightest = find_tightest(&replies);
        struct konane_view next = view_of(endgame->board, &replies, tightest);
        uint64_t next_hash = replies.hash[tightest];
        drop(&replies, tightest);
        enum endgame_answer answer = solve_node(endgame, &next, opponent, next_hash);
        if (answer == ENDGAME_UNKNOWN)
            return answer;
        is_won = answer == ENDGAME_LOST;
    }
    enum endgame_answer answer = is_won ? ENDGAME_WON : ENDGAME_LOST;
    remember(endgame, hash, side, answer);
    return answer;
}

enum endgame_answer konane_endgame_solve(struct endgame *endgame, const struct konane_view *view, int budget)
{
    assert(budget >= 0 && (view->own & view->enemy) == 0);
    enum konane_side side = (view->own & endgame->board->black) != 0 ? KONANE_BLACK : KONANE_WHITE;
    uint64_t hash = hash_of(view->own, view->enemy);
    switch (recall(endgame, hash, side)) {
    case ENDGAME_WON: return ENDGAME_WON;
    case ENDGAME_LOST: return ENDGAME_LOST;
    case IN_VAIN: return ENDGAME_UNKNOWN;
    }
    endgame->budget = budget;
    enum endgame_answer answer = solve_node(endgame, view, side, hash);
    if (answer == ENDGAME_UNKNOWN)
        remember(endgame, hash, side, IN_VAIN);
    return answer;
}
