/* The table through which the house knows the game. */
#include "games/hand/hand.h"

static_assert(sizeof(struct hand_board) <= BOARD_BYTES, "a board must fit");
static_assert(sizeof(struct hand_position) <= POSITION_BYTES, "a position must fit");

static const struct bench bench[] = {
    {"TGVGTS/LYLUBS/LTGSUS/YYGBTB/LSLGGL/STBSGS", 10},
    {"GVGSYL/STGBGL/SUTBUY/LSBSTL/TGGYGT/LSLSBS", 10},
    {"TGVGTS/LYLUBS/LTGSUS/YYGBTB/LSLGGL/STBSGS 1 0000000 0000000 ------- capture=farthest", 11},
    {NULL, 0},
};

static const struct strength levels[LEVEL_MAX] = {{20, 700},  {43, 590},  {95, 475},   {190, 375},
                                                  {320, 300}, {520, 230}, {1080, 155}, {2400, 98},
                                                  {7600, 41}, {30000, 0}};

const struct game hand_game = {
    .name = "hand",
    .title = "Hand of the King",
    .rule = "Varys walks rows and columns and takes cards of one house; most banners win",
    .help = hand_help,
    .flags = hand_flags,
    .flag_count = HAND_FLAG_COUNT,
    .board_size = sizeof(struct hand_board),
    .position_size = sizeof(struct hand_position),
    .scale = SCALE_WIN,
    .bench = bench,
    .start = hand_start,
    .parse = hand_parse,
    .print = hand_print,
    .scene = hand_scene,
    .path = hand_path,
    .turn = hand_turn,
    .moves = hand_moves,
    .count_moves = hand_count_moves,
    .apply = hand_apply,
    .result = hand_result,
    .reason = hand_reason,
    .score = hand_score,
    .key = hand_key,
    .horizon = hand_horizon,
    .move_print = hand_move_print,
    .move_parse = hand_move_parse,
    .evaluate = hand_evaluate,
    .explain = hand_explain,
    .rank = hand_rank,
    .levels = levels,
    .seed = &hand_seed,
    .solver = &hand_solver,
};
