/* The table through which the house knows the game. */
#include "games/example/example.h"

static_assert(sizeof(struct example_board) <= BOARD_BYTES, "a board must fit");
static_assert(sizeof(struct example_position) <= POSITION_BYTES, "a position must fit");

/* Where `bench` looks and how deep; it counts more than a hundred nodes. */
static const struct bench bench[] = {{"3/3/3 1", 9}, {"1x1/3/3 2 misere=on", 8}, {NULL, 0}};

const struct game example_game = {
    .name = "example",
    .title = "Three in a row",
    .rule = "Put three in a row before the other does",
    .help = example_help,
    .flags = example_flags,
    .flag_count = EXAMPLE_FLAG_COUNT,
    .board_size = sizeof(struct example_board),
    .position_size = sizeof(struct example_position),
    .scale = SCALE_WIN,
    .bench = bench,
    .start = example_start,
    .parse = example_parse,
    .print = example_print,
    .scene = example_scene,
    .path = example_path,
    .turn = example_turn,
    .moves = example_moves,
    .apply = example_apply,
    .result = example_result,
    .reason = example_reason,
    .score = example_score,
    .key = example_key,
    .horizon = example_horizon,
    .move_print = example_move_print,
    .move_parse = example_move_parse,
    .evaluate = example_evaluate,
    .explain = example_explain,
};
