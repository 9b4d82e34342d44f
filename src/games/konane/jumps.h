/* All jumps of one side at once: a set of stones is moved two cells in a direction, and what survives the
 * masks (an enemy stone in between, a hole to land on, no wrap around the edge) has jumped.
 *
 * Stones that jump on in the same direction are the set of the landing cells moved again. No two stops of one
 * direction are on one cell (the rear stone would have to land where the front one stands), so they can be
 * counted as bits of one set. */
#ifndef PANJ_GAMES_KONANE_JUMPS_H
#define PANJ_GAMES_KONANE_JUMPS_H

#include "base/bits.h"
#include "games/konane/konane.h"

/* In the order in which the rules list a stone's jumps. */
enum konane_way { KONANE_UP, KONANE_RIGHT, KONANE_DOWN, KONANE_LEFT, KONANE_WAYS };

/* One side's view of the stones. */
struct konane_view {
    uint64_t own;
    uint64_t enemy;
    uint64_t holes;
};

static inline struct konane_view konane_view(const struct konane_board *board, uint64_t stones,
                                             enum konane_side side)
{
    uint64_t black = stones & board->black;
    uint64_t white = stones & ~board->black;
    assert((white & ~board->cells) == 0);
    return side == KONANE_BLACK ? (struct konane_view){black, white, board->cells & ~stones}
                                : (struct konane_view){white, black, board->cells & ~stones};
}

/* Where the stones of `from` land after one jump. Where one can land at all is the same for all jumps of a way. */
static inline uint64_t konane_jump(const struct konane_board *board, const struct konane_view *view,
                                   enum konane_way way, uint64_t from)
{
    int row = board->cols;
    switch (way) {
    case KONANE_UP: return from >> 2 * row & (view->enemy >> row & view->holes);
    case KONANE_RIGHT: return from << 2 & (view->enemy << 1 & view->holes & board->into_right);
    case KONANE_DOWN: return from << 2 * row & (view->enemy << row & view->holes);
    default: return from >> 2 & (view->enemy >> 1 & view->holes & board->into_left);
    }
}

/* The stones that landed on `landed`. */
static inline uint64_t konane_jump_back(const struct konane_board *board, enum konane_way way,
                                        uint64_t landed)
{
    int row = board->cols;
    switch (way) {
    case KONANE_UP: return landed << 2 * row;
    case KONANE_RIGHT: return landed >> 2;
    case KONANE_DOWN: return landed >> 2 * row;
    default: return landed << 2;
    }
}

/* The stones that they took, each by its last jump. */
static inline uint64_t konane_jump_over(const struct konane_board *board, enum konane_way way,
                                        uint64_t landed)
{
    int row = board->cols;
    switch (way) {
    case KONANE_UP: return landed << row;
    case KONANE_RIGHT: return landed >> 1;
    case KONANE_DOWN: return landed >> row;
    default: return landed << 1;
    }
}

static inline bool konane_can_jump(const struct konane_board *board, const struct konane_view *view)
{
    return (konane_jump(board, view, KONANE_UP, view->own) |
            konane_jump(board, view, KONANE_RIGHT, view->own) |
            konane_jump(board, view, KONANE_DOWN, view->own) |
            konane_jump(board, view, KONANE_LEFT, view->own)) != 0;
}

/* The stops of one direction; third jumps are left to konane_count_far(). */
static inline int konane_count_near(const struct konane_board *board, const struct konane_view *view,
                                    enum konane_way way, uint64_t *third)
{
    uint64_t first = konane_jump(board, view, way, view->own);
    uint64_t second = konane_jump(board, view, way, first);
    *third |= konane_jump(board, view, way, second);
    return bits_count(first | second);
}

static inline int konane_count_far(const struct konane_board *board, const struct konane_view *view,
                                   enum konane_way way)
{
    uint64_t stops = 0;
    for (uint64_t at = konane_jump(board, view, way, view->own); at != 0;
         at = konane_jump(board, view, way, at))
        stops |= at;
    return bits_count(stops);
}

/* Every stop of every jump. Whether some stone can jump twice is anybody's guess, so that is counted without
 * a branch; third jumps are rare. */
static inline int konane_count_jumps(const struct konane_board *board, const struct konane_view *view)
{
    uint64_t third = 0;
    int count = konane_count_near(board, view, KONANE_UP, &third) +
                konane_count_near(board, view, KONANE_RIGHT, &third) +
                konane_count_near(board, view, KONANE_DOWN, &third) +
                konane_count_near(board, view, KONANE_LEFT, &third);
    if (third != 0)
        count = konane_count_far(board, view, KONANE_UP) + konane_count_far(board, view, KONANE_RIGHT) +
                konane_count_far(board, view, KONANE_DOWN) + konane_count_far(board, view, KONANE_LEFT);
    return count;
}

/* What a jump takes off: the cells between, of which the occupied ones are the enemy's. */
static inline uint64_t konane_between(const struct konane_board *board, int from, int to)
{
    int low = from < to ? from : to;
    int high = from < to ? to : from;
    int step = high - low < board->cols ? 1 : board->cols;
    uint64_t between = 0;
    int cell = low;
    for (; cell < high; cell += 2 * step)
        between |= bits_of(cell + step);
    assert(cell == high);
    return between;
}

#endif
