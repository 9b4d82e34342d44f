/* The table through which the house knows the game. */
#include "games/angry/angry.h"

#include "games/angry/solve.h"

_Static_assert(sizeof(struct angry_board) <= BOARD_BYTES, "the board fits");
_Static_assert(sizeof(struct angry_position) <= POSITION_BYTES, "the position fits");
_Static_assert(sizeof(struct angry_position) == 88, "no hidden padding");

static const struct bench bench[] = {
    {"HTTETTTP/TRTTERTT/TTEPTTET/TTTTTTTP/PETTRTTT/TTTPTTTP/TRETERTT/PTPTTESQ", 30},
    {"HTTETTTP/TRTTERTT/TTEPTTET/TTTTTTTP/PETTRTTT/TTTPTTTP/TRETERTT/PTPTTESQ 1 0 queen=script", 20},
    {"TTETR/HRTPE/TTSTT/ERPTQ/TTETT 2 3 pass=on", 25},
    {NULL, 0},
};

/* Weaker play, found by matches (tests/bench/RESULTS.md). */
static const struct strength levels[LEVEL_MAX] = {{20, 800},  {20, 590},  {20, 460}, {52, 353}, {110, 255},
                                                  {190, 163}, {340, 100}, {480, 44}, {1000, 8}, {2200, 8}};

const struct game angry_game = {
    .name = "angry",
    .title = "Angry",
    .rule = "The hen collects eggs, leaves pigs alone and runs for the slingshot; the queen hunts her.",
    .help = angry_help,
    .flags = angry_flags,
    .flag_count = ANGRY_FLAG_COUNT,
    .board_size = sizeof(struct angry_board),
    .position_size = sizeof(struct angry_position),
    .scale = SCALE_POINTS,
    .bench = bench,
    .start = angry_start,
    .parse = angry_parse,
    .print = angry_print,
    .scene = angry_scene,
    .path = angry_path,
    .players = angry_players,
    .turn = angry_turn,
    .moves = angry_moves,
    .count_moves = angry_count_moves,
    .apply = angry_apply,
    .result = angry_result,
    .reason = angry_reason,
    .score = angry_score,
    .one_score = true,
    .key = angry_key,
    .horizon = angry_horizon,
    .move_print = angry_move_print,
    .move_parse = angry_move_parse,
    .worth = angry_worth,
    .evaluate = angry_evaluate,
    .explain = angry_explain,
    .rank = angry_rank,
    .levels = levels,
    .seed = &angry_seed,
    .solver = &angry_solver,
};
