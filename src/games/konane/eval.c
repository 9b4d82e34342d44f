/* What a position is worth to the eye. Counted for either side are the stones that can jump, the holes that
 * they can reach, and the stones that may be jumped over, now or when a hole opens. Who has more to move,
 * further to go and less to lose will probably have the last move.
 *
 * The terms are the first three of some thirty counts that a logistic fit picked: who won 60,000 positions
 * from quick games of 8x8 with an exact end. The weights were then set by matches: all the same plays better
 * than the fit's, and makes values equal more often, which cuts more. */
#include "games/konane/jumps.h"
#include "games/konane/konane.h"

enum { MOVER_WORTH = 100, TARGET_WORTH = 100, EXPOSED_WORTH = -100 };

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

/* What the side to move has more than the other. Before the second removal that says little, but what it says
 * is the same for both. */
static inline struct assets advantage(const struct konane_board *board,
                                      const struct konane_position *position)
{
    struct assets own, enemy;
    count_both(board, position, &own, &enemy);
    return (struct assets){own.movers - enemy.movers, own.targets - enemy.targets,
                           own.exposed - enemy.exposed};
}

value_t konane_evaluate(const struct board *board, const struct position *position)
{
    struct assets more = advantage(konane_board(board), konane_position(position));
    return MOVER_WORTH * more.movers + TARGET_WORTH * more.targets + EXPOSED_WORTH * more.exposed;
}

int konane_explain(const struct board *board, const struct position *position, struct term term[TERMS_MAX])
{
    struct assets more = advantage(konane_board(board), konane_position(position));
    term[0] = (struct term){"movers", MOVER_WORTH * more.movers};
    term[1] = (struct term){"targets", TARGET_WORTH * more.targets};
    term[2] = (struct term){"exposed", EXPOSED_WORTH * more.exposed};
    return 3;
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
