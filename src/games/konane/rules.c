/* Openings, jumps and the end of the game, and the table that makes Konane a game. */
#include "games/konane/konane.h"

#include "base/rng.h"
#include "games/konane/jumps.h"

static struct konane_position *writable(struct position *position)
{
    return (struct konane_position *)(void *)position->bytes;
}

bool konane_board_init(struct konane_board *board, int rows, int cols)
{
    if (rows < 1 || cols < 1 || rows > KONANE_SIDE_MAX || cols > KONANE_SIDE_MAX ||
        rows * cols > KONANE_CELLS_MAX)
        return false;
    *board = (struct konane_board){.rows = rows, .cols = cols};
    for (int cell = 0; cell < rows * cols; cell++) {
        int row = cell / cols;
        int col = cell % cols;
        board->cells |= bits_of(cell);
        board->black |= (row + col) % 2 == 0 ? bits_of(cell) : 0;
        board->into_right |= col >= 2 ? bits_of(cell) : 0;
        board->into_left |= col + 2 < cols ? bits_of(cell) : 0;
    }
    return true;
}

enum konane_phase konane_phase(const struct konane_board *board, const struct konane_position *position)
{
    uint64_t holes = board->cells & ~position->stones;
    if ((holes & (holes - 1)) != 0)
        return KONANE_JUMPS;
    return holes == 0 ? KONANE_FIRST_REMOVAL : KONANE_SECOND_REMOVAL;
}

/* -- removals -- */

static void add(struct move_list *list, int from, int to)
{
    assert(list->count < KONANE_MOVES_MAX);
    list->at[list->count++] = konane_move(from, to);
}

static void add_removal(const struct konane_board *board, int row, int col, struct move_list *list)
{
    assert(row < board->rows && col < board->cols);
    if (row < 0 || col < 0)
        return;
    int cell = row * board->cols + col;
    if ((board->black & bits_of(cell)) != 0 && !move_list_has(list, konane_move(cell, cell)))
        add(list, cell, cell);
}

/* Also asked for when the one hole is already there: the seed's evaluation counts it as if it were not. */
static void first_removals(const struct konane_board *board, struct move_list *list)
{
    if (board->open == KONANE_OPEN_ANY) {
        for (uint64_t left = board->black; left != 0; left &= left - 1)
            add(list, bits_lowest(left), bits_lowest(left));
        return;
    }
    add_removal(board, 0, 0, list);
    add_removal(board, board->rows - 1, board->cols - 1, list);
    add_removal(board, board->rows / 2, board->cols / 2, list);
    add_removal(board, board->rows / 2 - 1, board->cols / 2 - 1, list);
}

static void add_neighbour(const struct konane_board *board, int hole, enum konane_way way,
                          struct move_list *list)
{
    static const int8_t down[KONANE_WAYS] = {[KONANE_UP] = -1, [KONANE_DOWN] = 1};
    static const int8_t right[KONANE_WAYS] = {[KONANE_RIGHT] = 1, [KONANE_LEFT] = -1};
    int row = hole / board->cols + down[way];
    int col = hole % board->cols + right[way];
    if (row < 0 || row >= board->rows || col < 0 || col >= board->cols)
        return;
    int cell = row * board->cols + col;
    if ((board->black & bits_of(cell)) == 0)
        add(list, cell, cell);
}

/* White's, next to the one hole. A hole that is white's own has no white stone beside it. */
static void second_removals(const struct konane_board *board, uint64_t holes, struct move_list *list)
{
    static const enum konane_way order[3][KONANE_WAYS] = {
        {KONANE_RIGHT, KONANE_DOWN, KONANE_WAYS},            /* a1 */
        {KONANE_LEFT, KONANE_UP, KONANE_WAYS},               /* the bottom right corner */
        {KONANE_LEFT, KONANE_DOWN, KONANE_RIGHT, KONANE_UP}, /* any other */
    };
    if (holes == 0)
        return;
    int hole = bits_lowest(holes);
    int kind = hole == 0 ? 0 : hole == board->rows * board->cols - 1 ? 1 : 2;
    for (int i = 0; i < KONANE_WAYS && order[kind][i] != KONANE_WAYS; i++)
        add_neighbour(board, hole, order[kind][i], list);
}

/* -- jumps -- */

static void stone_jumps(const struct konane_board *board, const struct konane_view *view, int from,
                        enum konane_way way, struct move_list *list)
{
    uint64_t at = konane_jump(board, view, way, bits_of(from));
    for (; at != 0; at = konane_jump(board, view, way, at))
        add(list, from, bits_lowest(at));
}

static void all_jumps(const struct konane_board *board, const struct konane_view *view,
                      struct move_list *list)
{
    uint64_t can[KONANE_WAYS]; /* the stones that can jump a way */
    for (enum konane_way way = KONANE_UP; way < KONANE_WAYS; way++)
        can[way] = konane_jump_back(board, way, konane_jump(board, view, way, view->own));
    uint64_t any = can[KONANE_UP] | can[KONANE_RIGHT] | can[KONANE_DOWN] | can[KONANE_LEFT];
    for (; any != 0; any &= any - 1) {
        int from = bits_lowest(any);
        for (enum konane_way way = KONANE_UP; way < KONANE_WAYS; way++)
            if ((can[way] & bits_of(from)) != 0)
                stone_jumps(board, view, from, way, list);
    }
}

/* -- both -- */

void konane_list(const struct konane_board *board, const struct konane_position *position,
                 enum konane_side side, struct move_list *list)
{
    list->count = 0;
    if (konane_phase(board, position) == KONANE_JUMPS) {
        struct konane_view view = konane_view(board, position->stones, side);
        all_jumps(board, &view, list);
    } else if (side == KONANE_BLACK) {
        first_removals(board, list);
    } else {
        second_removals(board, board->cells & ~position->stones, list);
    }
}

int konane_count(const struct konane_board *board, const struct konane_position *position,
                 enum konane_side side)
{
    if (konane_phase(board, position) == KONANE_JUMPS) {
        struct konane_view view = konane_view(board, position->stones, side);
        return konane_count_jumps(board, &view);
    }
    struct move_list list;
    konane_list(board, position, side, &list);
    return list.count;
}

void konane_play(const struct konane_board *board, struct konane_position *position, move_t move)
{
    int from = konane_move_from(move);
    int to = konane_move_to(move);
    assert((position->stones & bits_of(from)) != 0);
    position->stones &= ~bits_of(from);
    if (from != to) {
        assert((position->stones & bits_of(to)) == 0);
        position->stones = (position->stones & ~konane_between(board, from, to)) | bits_of(to);
    }
    position->side ^= 1;
}

/* -- the table -- */

static enum konane_side mover(const struct position *position)
{
    return (enum konane_side)konane_position(position)->side;
}

static bool can_move(const struct konane_board *board, const struct konane_position *position)
{
    enum konane_side side = (enum konane_side)position->side;
    if (konane_phase(board, position) != KONANE_JUMPS)
        return konane_count(board, position, side) > 0;
    struct konane_view view = konane_view(board, position->stones, side);
    return konane_can_jump(board, &view);
}

enum actor konane_turn(const struct board *board, const struct position *position)
{
    if (!can_move(konane_board(board), konane_position(position)))
        return ACTOR_NONE;
    return mover(position) == KONANE_BLACK ? ACTOR_ONE : ACTOR_TWO;
}

void konane_moves(const struct board *board, const struct position *position, struct move_list *list)
{
    konane_list(konane_board(board), konane_position(position), mover(position), list);
}

int konane_count_moves(const struct board *board, const struct position *position)
{
    return konane_count(konane_board(board), konane_position(position), mover(position));
}

void konane_apply(const struct board *board, struct position *position, move_t move)
{
    konane_play(konane_board(board), writable(position), move);
}

enum result konane_result(const struct board *board, const struct position *position)
{
    if (can_move(konane_board(board), konane_position(position)))
        return RESULT_NONE;
    return mover(position) == KONANE_BLACK ? RESULT_TWO : RESULT_ONE;
}

const char *konane_reason(const struct board *board, const struct position *position)
{
    return can_move(konane_board(board), konane_position(position)) ? "none" : "no_moves";
}

void konane_score(const struct board *board, const struct position *position, int64_t stones[2])
{
    uint64_t black = konane_board(board)->black;
    stones[0] = bits_count(konane_position(position)->stones & black);
    stones[1] = bits_count(konane_position(position)->stones & ~black);
}

uint64_t konane_key(const struct board *board, const struct position *position)
{
    const struct konane_board *shape = konane_board(board);
    uint64_t rest = konane_position(position)->side | (uint64_t)shape->open << 1 |
                    (uint64_t)shape->rows << 2 | (uint64_t)shape->cols << 7;
    return rng_mix(konane_position(position)->stones ^ rng_mix(rest + UINT64_C(0x6B6F6E616E65)));
}

/* Every ply takes at least one stone. */
int konane_horizon(const struct board *board, const struct position *position)
{
    (void)board;
    return bits_count(konane_position(position)->stones);
}
