/* What a position is worth to the eye: the moves one has more than the other. */
#include "games/konane/jumps.h"
#include "games/konane/konane.h"

enum { MOVE_WORTH = 100 };

static int jumps_of(const struct konane_board *board, uint64_t stones, enum konane_side side)
{
    struct konane_view view = konane_view(board, stones, side);
    return konane_count_jumps(board, &view);
}

static enum konane_side other(enum konane_side side)
{
    return side == KONANE_BLACK ? KONANE_WHITE : KONANE_BLACK;
}

/* Jumps alone: before the second removal they say little, but what they say is the same for both. */
value_t konane_evaluate(const struct board *board, const struct position *position)
{
    const struct konane_position *at = konane_position(position);
    enum konane_side side = (enum konane_side)at->side;
    return MOVE_WORTH * (jumps_of(konane_board(board), at->stones, side) -
                         jumps_of(konane_board(board), at->stones, other(side)));
}

int konane_explain(const struct board *board, const struct position *position, struct term term[TERMS_MAX])
{
    const struct konane_position *at = konane_position(position);
    enum konane_side side = (enum konane_side)at->side;
    term[0] = (struct term){"moves", MOVE_WORTH * jumps_of(konane_board(board), at->stones, side)};
    term[1] = (struct term){"replies", -MOVE_WORTH * jumps_of(konane_board(board), at->stones, other(side))};
    return 2;
}

/* Moves that leave the opponent little come first; among those the ones that keep much. */
void konane_rank(const struct board *board, const struct position *position, const struct move_list *list,
                 int32_t rank[MOVES_MAX])
{
    const struct konane_board *shape = konane_board(board);
    enum konane_side side = (enum konane_side)konane_position(position)->side;
    for (int i = 0; i < list->count; i++) {
        struct konane_position next = *konane_position(position);
        konane_apply(shape, &next, list->at[i]);
        rank[i] = jumps_of(shape, next.stones, side) - 4 * jumps_of(shape, next.stones, other(side));
    }
}
