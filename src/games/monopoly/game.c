/* The table that makes a game of it. */
#include "games/monopoly/monopoly.h"
#include "games/monopoly/solve.h"

static const struct bench bench[] = {
    {"-....-.... 1 d 4 1000 0 1000", 11},
    {"-1.1.-2.2. 1 d 4 300 7 250", 13},
    {"-12.1-.212 2 d 8 120 3 410", 12},
    {NULL, 0},
};

/* Weaker play, found by matches (tests/bench/RESULTS.md). */
static const struct strength levels[LEVEL_MAX] = {{100, 950}, {100, 845}, {200, 740}, {200, 635},  {300, 530},
                                                  {300, 425}, {500, 320}, {500, 215}, {1000, 110}, {1000, 0}};

const struct game monopoly_game = {
    .name = "monopoly",
    .title = "Monopoly",
    .rule = "roll, buy squares, draw rents; who runs out of cash loses",
    .help = monopoly_help,
    .flags = monopoly_flags,
    .flag_count = MONOPOLY_FLAG_COUNT,
    .board_size = sizeof(struct monopoly_board),
    .position_size = sizeof(struct monopoly_position),
    .scale = SCALE_CHANCE,
    .bench = bench,
    .start = monopoly_start,
    .parse = monopoly_parse,
    .print = monopoly_print,
    .scene = monopoly_scene,
    .path = monopoly_path,
    .turn = monopoly_turn,
    .moves = monopoly_moves,
    .count_moves = monopoly_count_moves,
    .apply = monopoly_apply,
    .chance = monopoly_chance,
    .result = monopoly_result,
    .reason = monopoly_reason,
    .score = monopoly_score,
    .key = monopoly_key,
    .horizon = monopoly_horizon,
    .forget = monopoly_forget,
    .move_print = monopoly_move_print,
    .move_parse = monopoly_move_parse,
    .evaluate = monopoly_evaluate,
    .explain = monopoly_explain,
    .levels = levels,
    .seed = &monopoly_seed,
    .solver = &monopoly_solver,
};
