/* The table through which the house knows the game. */
#include "games/konane/konane.h"

static_assert(sizeof(struct konane_board) <= BOARD_BYTES, "a board must fit");
static_assert(sizeof(struct konane_position) <= POSITION_BYTES, "a position must fit");

static const struct bench bench[] = {
    {"bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb 1", 13},
    {"2bwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb 1", 15},
    {"bw1wbwbw/wb1b1bwb/bwbw1wbw/wb3bwb/bw1w1wbw/w1wbwbwb/b1b2wbw/wbwbwbwb 1", 10},
    {NULL, 0},
};

static const struct strength levels[LEVEL_MAX] = {{30, 650},  {46, 580},  {85, 490},   {160, 400},
                                                  {300, 310}, {570, 215}, {1300, 140}, {3700, 75},
                                                  {8700, 35}, {20000, 0}};

const struct game konane_game = {
    .name = "konane",
    .title = "Konane",
    .rule = "Jump over enemy stones, straight, into holes; who cannot move loses.",
    .help = konane_help,
    .flags = konane_flags,
    .flag_count = KONANE_FLAG_COUNT,
    .board_size = sizeof(struct konane_board),
    .position_size = sizeof(struct konane_position),
    .scale = SCALE_WIN,
    .bench = bench,
    .gain = "2bwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb 1",
    .start = konane_start,
    .parse = konane_parse,
    .print = konane_print,
    .scene = konane_scene,
    .path = konane_path,
    .turn = konane_turn,
    .moves = konane_moves,
    .count_moves = konane_count_moves,
    .apply = konane_apply,
    .result = konane_result,
    .reason = konane_reason,
    .score = konane_score,
    .key = konane_key,
    .horizon = konane_horizon,
    .move_print = konane_move_print,
    .move_parse = konane_move_parse,
    .evaluate = konane_evaluate,
    .explain = konane_explain,
    .rank = konane_rank,
    .levels = levels,
    .seed = &konane_seed,
    .solver = &konane_solver,
};
