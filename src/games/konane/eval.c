/* What a position is worth to the eye: the logit of winning, as the patterns see it that the prover guesses by
 * (pattern.h). It is told in whole ones: finer values are equal less often and cut less. To depth 8, 82 positions of
 * tests/bench/konane-40.txt and of good play and two starts take 2.21 M nodes, in hundredths 3.26 M.
 *
 * The order of moves is by something cheaper: the stones that can jump, the holes that they can reach, and the stones
 * that may be jumped over, now or when a hole opens. */
#include "games/konane/jumps.h"
#include "games/konane/konane.h"
#include "games/konane/pattern.h"
#include "games/konane/windows.h"

enum { LOGIT = 100 };

static value_t hundredths(int units)
{
    return units * LOGIT / PATTERN_UNIT;
}

/* To the nearest whole one. */
static value_t rounded(int units)
{
    int half = units < 0 ? -PATTERN_UNIT / 2 : PATTERN_UNIT / 2;
    return (units + half) / PATTERN_UNIT * LOGIT;
}

static struct konane_outlook outlook_of(const struct board *board, const struct position *position)
{
    const struct konane_position *at = konane_position(position);
    return konane_windows_outlook(konane_board(board), at->stones, (enum konane_side)at->side);
}

value_t konane_evaluate(const struct board *board, const struct position *position)
{
    struct konane_outlook outlook = outlook_of(board, position);
    return rounded(outlook.squares + outlook.crosses);
}

int konane_explain(const struct board *board, const struct position *position, struct term term[TERMS_MAX])
{
    struct konane_outlook outlook = outlook_of(board, position);
    value_t squares = hundredths(outlook.squares);
    value_t crosses = hundredths(outlook.crosses);
    term[0] = (struct term){"squares", squares};
    term[1] = (struct term){"crosses", crosses};
    term[2] = (struct term){"rounding", rounded(outlook.squares + outlook.crosses) - squares - crosses};
    return 3;
}

/* -- the order of moves -- */

/* What one side has of each. */
struct assets {
    int movers;  /* stones that can jump */
    int targets; /* holes that a jump of theirs can end in */
    int exposed; /* stones beside an enemy, with a cell on the other side of them for him to land on */
};

/* Cells with a neighbour on both sides in their row, or in their column. */
static inline uint64_t inner_of_row(const struct konane_board *board)
{
    return board->into_right >> 1;
}

static inline uint64_t inner_of_column(const struct konane_board *board)
{
    return board->cells >> board->cols & board->cells << board->cols;
}

/* Only along a row or column where a stone is an inner one can it ever be jumped over. */
static inline uint64_t exposed_to(const struct konane_board *board, uint64_t own, uint64_t enemy)
{
    uint64_t beside = (enemy << 1 | enemy >> 1) & inner_of_row(board);
    uint64_t above_or_below = (enemy << board->cols | enemy >> board->cols) & inner_of_column(board);
    return own & (beside | above_or_below);
}

static inline __attribute__((always_inline)) struct assets assets_of(const struct konane_board *board,
                                                                     const struct konane_view *view)
{
    uint64_t up = konane_jump(board, view, KONANE_UP, view->own);
    uint64_t right = konane_jump(board, view, KONANE_RIGHT, view->own);
    uint64_t down = konane_jump(board, view, KONANE_DOWN, view->own);
    uint64_t left = konane_jump(board, view, KONANE_LEFT, view->own);
    uint64_t movers = konane_jump_back(board, KONANE_UP, up) | konane_jump_back(board, KONANE_RIGHT, right) |
                      konane_jump_back(board, KONANE_DOWN, down) | konane_jump_back(board, KONANE_LEFT, left);
    uint64_t targets = 0;
    do {
        targets |= up | right | down | left;
        up = konane_jump(board, view, KONANE_UP, up);
        right = konane_jump(board, view, KONANE_RIGHT, right);
        down = konane_jump(board, view, KONANE_DOWN, down);
        left = konane_jump(board, view, KONANE_LEFT, left);
    } while ((up | right | down | left) != 0);
    assert((movers & ~view->own) == 0 && (targets & ~view->holes) == 0);
    return (struct assets){.movers = bits_count(movers),
                           .targets = bits_count(targets),
                           .exposed = bits_count(exposed_to(board, view->own, view->enemy))};
}

static inline __attribute__((always_inline)) void count_both(const struct konane_board *board,
                                                             const struct konane_position *position,
                                                             struct assets *own, struct assets *enemy)
{
    struct konane_view view = konane_view(board, position->stones, (enum konane_side)position->side);
    *own = assets_of(board, &view);
    *enemy = assets_of(board, &(struct konane_view){view.enemy, view.own, view.holes});
}

enum { RANK_UNIT = 8 };

/* Moves that leave the opponent little to move and much to lose come first; among those the ones that keep
 * much. Counted in units so coarse that what has cut before decides where this hardly tells. */
void konane_rank(const struct board *board, const struct position *position, const struct move_list *list,
                 int32_t rank[MOVES_MAX])
{
    const struct konane_board *shape = konane_board(board);
    for (int i = 0; i < list->count; i++) {
        struct konane_position next = *konane_position(position);
        konane_play(shape, &next, list->at[i]);
        struct assets own, enemy; /* the other is on move now */
        count_both(shape, &next, &enemy, &own);
        rank[i] = (own.movers + own.targets - 2 * own.exposed - 6 * (enemy.movers + enemy.targets) +
                   4 * enemy.exposed) /
                  RANK_UNIT;
    }
}
