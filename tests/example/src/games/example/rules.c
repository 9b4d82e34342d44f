/* The rules, and the table that makes them a game of the house. */
#include "games/example/example.h"

#include "base/rng.h"

static struct example_position *change(struct position *position)
{
    return (struct example_position *)(void *)position->bytes;
}

bool example_has_three(unsigned marks)
{
    static const unsigned lines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if ((marks & lines[i]) == lines[i])
            return true;
    return false;
}

static unsigned empty_cells(const struct example_position *at)
{
    assert((at->marks[0] & at->marks[1]) == 0);
    return EXAMPLE_ALL & ~(unsigned)(at->marks[0] | at->marks[1]);
}

bool example_is_over(const struct example_position *at)
{
    return empty_cells(at) == 0 || example_has_three(at->marks[0]) || example_has_three(at->marks[1]);
}

static int players(const struct board *board)
{
    (void)board;
    return 2;
}

enum actor example_turn(const struct board *board, const struct position *position)
{
    (void)board;
    const struct example_position *at = example_position(position);
    return example_is_over(at) ? ACTOR_NONE : at->side == 0 ? ACTOR_ONE : ACTOR_TWO;
}

static void moves(const struct board *board, const struct position *position, struct move_list *list)
{
    (void)board;
    list->count = 0;
    for (unsigned rest = empty_cells(example_position(position)); rest != 0; rest &= rest - 1)
        list->at[list->count++] = (move_t)__builtin_ctz(rest);
}

static void apply(const struct board *board, struct position *position, move_t move)
{
    (void)board;
    struct example_position *at = change(position);
    assert(move < EXAMPLE_CELLS && (empty_cells(at) >> move & 1) != 0);
    at->marks[at->side] = (uint16_t)(at->marks[at->side] | 1U << move);
    at->side ^= 1;
}

/* -- the end -- */

enum result example_result(const struct board *board, const struct position *position)
{
    const struct example_position *at = example_position(position);
    for (int player = 0; player < 2; player++)
        if (example_has_three(at->marks[player]))
            return (player == 0) != (example_board(board)->misere != 0) ? RESULT_ONE : RESULT_TWO;
    return empty_cells(at) == 0 ? RESULT_DRAW : RESULT_NONE;
}

static const char *reason(const struct board *board, const struct position *position)
{
    (void)board;
    const struct example_position *at = example_position(position);
    if (!example_is_over(at))
        return "none";
    return example_has_three(at->marks[0]) || example_has_three(at->marks[1]) ? "three" : "full";
}

static void score(const struct board *board, const struct position *position, int64_t score[2])
{
    enum result result = example_result(board, position);
    score[0] = result == RESULT_ONE;
    score[1] = result == RESULT_TWO;
}

static uint64_t key(const struct board *board, const struct position *position)
{
    const struct example_position *at = example_position(position);
    return rng_mix(1 + at->marks[0] + ((uint64_t)at->marks[1] << 16) + ((uint64_t)at->side << 32) +
                   (example_board(board)->misere << 33));
}

static int horizon(const struct board *board, const struct position *position)
{
    (void)board;
    const struct example_position *at = example_position(position);
    return example_is_over(at) ? 0 : __builtin_popcount(empty_cells(at));
}

/* What `help example` says: lines of at most 76 columns. */
static const char help[] = "Three in a row on 3x3 cells. Player 1 puts x, player 2 puts o, in turn. Who\n"
                           "first has three in a row, in a column or along a diagonal wins; with misere=on\n"
                           "he loses. A full board without three in a row is a draw.\n"
                           "\n"
                           "Cells are named by column and row, a1 at the top left.\n"
                           "\n"
                           "Signs:  x player 1   o player 2\n"
                           "        + empty cell   [ ] the last move\n"
                           "Moves:  the cell: b2\n"
                           "Try:    newgame example     newgame example misere=on\n";

/* Where `bench` looks and how deep; it counts more than a hundred nodes. */
static const struct bench bench[] = {{"3/3/3 1", 9}, {"1x1/3/3 2 misere=on", 8}, {NULL, 0}};

const struct game example_game = {
    .name = "example",
    .title = "Three in a row",
    .rule = "Put three in a row before the other does",
    .help = help,
    .flags = example_flags,
    .flag_count = EXAMPLE_FLAGS,
    .board_size = sizeof(struct example_board),
    .position_size = sizeof(struct example_position),
    .scale = SCALE_WIN,
    .bench = bench,
    .start = example_start,
    .parse = example_parse,
    .print = example_print,
    .scene = example_scene,
    .path = example_path,
    .players = players,
    .turn = example_turn,
    .moves = moves,
    .apply = apply,
    .result = example_result,
    .reason = reason,
    .score = score,
    .key = key,
    .horizon = horizon,
    .move_print = example_move_print,
    .move_parse = example_move_parse,
    .evaluate = example_evaluate,
    .explain = example_explain,
};
