/* The game's table. */
#include "games/gems/gems.h"

static_assert(sizeof(struct gems_board) <= BOARD_BYTES, "a board must fit");
static_assert(sizeof(struct gems_position) <= POSITION_BYTES, "a position must fit");

static const struct bench bench[] = {
    {"EEEEEEE/E1E2E3E/EEEWEEE/E4EEE4E/EEEWEEE/E3E2E1E/EEEEEEE 1 1 a1:0:-:- g7:0:-:- turns=20", 13},
    {"EEE1EEE/EWWGWWE/E2EgE3E/EWWRWWE/E4ErE1E/EWW*WWE/EEE2EEE 1 1 a1:0:-:- turns=30", 13},
    {.fen = NULL},
};

/* Weaker play, found by matches (tests/bench/RESULTS.md). */
static const struct strength levels[LEVEL_MAX] = {{20, 700},  {125, 620}, {220, 560}, {300, 505},
                                                  {320, 410}, {380, 310}, {520, 220}, {1000, 130},
                                                  {5500, 28}, {30000, 0}};

const struct game gems_game = {
    .name = "gems",
    .title = "Gems",
    .rule = "Walk the map and take the gems in the order that pays best before the turns run out.",
    .help = gems_help,
    .flags = gems_flags,
    .flag_count = GEMS_FLAG_COUNT,
    .board_size = sizeof(struct gems_board),
    .position_size = sizeof(struct gems_position),
    .scale = SCALE_POINTS,
    .bench = bench,
    .start = gems_start,
    .parse = gems_parse,
    .print = gems_print,
    .scene = gems_scene,
    .path = gems_path,
    .players = gems_players,
    .turn = gems_turn,
    .moves = gems_moves,
    .count_moves = gems_count_moves,
    .accepts = gems_accepts,
    .apply = gems_apply,
    .chance = gems_chance,
    .result = gems_result,
    .reason = gems_reason,
    .score = gems_score,
    .key = gems_key,
    .horizon = gems_horizon,
    .move_print = gems_move_print,
    .move_parse = gems_move_parse,
    .worth = gems_worth,
    .evaluate = gems_evaluate,
    .explain = gems_explain,
    .rank = gems_rank,
    .levels = levels,
    .solver = &gems_solver,
};
