/* Angry: the corners of its rules, each forced, and the seed's agent. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/angry/angry.h"
#include "perft.h"

struct place {
    struct board board;
    struct position position;
};

static void place_set(struct place *place, const char *fen)
{
    struct fault fault = {{0}, {0}};
    if (!game_parse(&angry_game, &place->board, &place->position, fen, &fault))
        fail_msg("%s: %s %s", fen, fault.field, fault.why);
}

static struct place place_of(const char *fen)
{
    struct place place;
    place_set(&place, fen);
    return place;
}

static void play(struct place *place, const char *word)
{
    move_t move = angry_move_parse(&place->board, word_from(word));
    if (move == MOVE_NONE || !game_allows(&angry_game, &place->board, &place->position, move))
        fail_msg("%s is not legal", word);
    angry_apply(&place->board, &place->position, move);
}

static void expect_fen(const struct place *place, const char *fen)
{
    char room[FEN_MAX];
    struct text text = text_in(room, sizeof room);
    angry_print(&place->board, &place->position, &text);
    assert_string_equal(room, fen);
}

static void expect_moves(const struct place *place, const char *words)
{
    char room[128];
    struct text text = text_in(room, sizeof room);
    struct move_list list;
    game_successors(&angry_game, &place->board, &place->position, &list);
    for (int i = 0; i < list.count; i++)
        text_format(&text, "%s%s", i > 0 ? " " : "", angry_move_words[list.at[i]]);
    assert_string_equal(room, words);
    assert_int_equal(angry_count_moves(&place->board, &place->position), list.count);
}

static void expect_end(const struct place *place, enum result result, const char *reason, int64_t hen_score)
{
    int64_t score[2];
    angry_score(&place->board, &place->position, score);
    assert_int_equal(angry_turn(&place->board, &place->position), ACTOR_NONE);
    assert_int_equal(angry_result(&place->board, &place->position), result);
    assert_string_equal(angry_reason(&place->board, &place->position), reason);
    assert_int_equal(score[0], hen_score);
    assert_int_equal(score[1], -hen_score);
    assert_int_equal(angry_worth(&place->board, &place->position), hen_score);
    expect_moves(place, "");
}

/* 8 - 0 eggs and 8 - 0 pigs cancel, so an empty board has score 0. */
static void test_slingshot_wins(void **state)
{
    (void)state;
    struct place place = place_of("HSTQ");
    play(&place, "right");
    expect_end(&place, RESULT_ONE, "slingshot", 400 - 1);
    expect_fen(&place, "THTQ 2 1");
}

static void test_slingshot_with_the_last_action_wins_and_loses(void **state)
{
    (void)state;
    struct place place = place_of("HSTQ 1 149");
    play(&place, "right");
    expect_end(&place, RESULT_TWO, "cap", 400 - 1000 - 150);
}

static void test_last_action_leaves_no_answer(void **state)
{
    (void)state;
    struct place place = place_of("HTTQ/SRRR 1 9 cap=10 queen=script");
    play(&place, "right");
    expect_end(&place, RESULT_TWO, "cap", -1000 - 10);
    expect_fen(&place, "THTQ/SRRR 1 10 queen=script cap=10");
}

static void test_capture(void **state)
{
    (void)state;
    struct place place = place_of("HTTTQ/SRRRR");
    play(&place, "right");
    play(&place, "left");
    play(&place, "right");
    play(&place, "left");
    expect_end(&place, RESULT_TWO, "captured", -1000 - 2);
    expect_fen(&place, "TTQTT/SRRRR 1 2");
}

static void test_items_are_worth_200(void **state)
{
    (void)state;
    struct place place = place_of("HEPTQ/SRRRR");
    play(&place, "right");
    int64_t score[2];
    angry_score(&place.board, &place.position, score);
    assert_int_equal(score[0], 200 * 8 - 200 * 7 - 1);
    expect_fen(&place, "THPTQ/SRRRR 2 1");
    play(&place, "left");
    play(&place, "right");
    angry_score(&place.board, &place.position, score);
    assert_int_equal(score[0], -2);
}

static void test_queen_walls(void **state)
{
    (void)state;
    struct place place = place_of("TPT/EQS/HRT 2 0");
    expect_moves(&place, "pass");
    play(&place, "pass");
    expect_fen(&place, "TPT/EQS/HRT 1 0");
    play(&place, "up"); /* the egg is eaten, the hen stands in the gap */
    expect_moves(&place, "left");
    play(&place, "left");
    expect_end(&place, RESULT_TWO, "captured", 200 * 8 - 200 * 7 - 1 - 1000);
}

static void test_hen_who_cannot_move_passes(void **state)
{
    (void)state;
    struct place place = place_of("HQT/RTS 1 0 cap=3");
    expect_moves(&place, "pass");
    play(&place, "pass");
    expect_fen(&place, "HQT/RTS 2 0 cap=3 turns=1");
    expect_moves(&place, "down left right");
}

static void test_walled_in_hen_loses_by_turns(void **state)
{
    (void)state;
    struct place place = place_of("HRQ/RTT/TTS 1 0 cap=3");
    for (int turn = 0; turn < 5; turn++) {
        play(&place, "pass");
        play(&place, turn % 2 == 0 ? "down" : "up");
    }
    play(&place, "pass");
    expect_end(&place, RESULT_TWO, "turns", -1000);
    expect_fen(&place, "HRT/RTQ/TTS 2 0 cap=3 turns=6");
}

static void test_free_pass(void **state)
{
    (void)state;
    struct place place = place_of("HTQ/TTS 1 0 pass=on");
    expect_moves(&place, "down right pass");
    play(&place, "pass");
    expect_moves(&place, "left"); /* the slingshot stops the queen, and she may never pass */
    expect_fen(&place, "HTQ/TTS 2 0 pass=on turns=1");
}

static void test_script_takes_the_first_of_equal_ways(void **state)
{
    (void)state;
    struct place place = place_of("TTTTT/TTTTT/TTQTT/TTTTT/TTTTT/HTTTS 1 0 queen=script");
    play(&place, "right"); /* down and left are equally near */
    expect_fen(&place, "TTTTT/TTTTT/TTTTT/TTQTT/TTTTT/THTTS 1 1 queen=script");
}

static void test_script_walks_round_walls(void **state)
{
    (void)state;
    struct place place = place_of("HTTTT/RRRRT/SQTTT 1 0 queen=script");
    play(&place, "right"); /* straight up is rock */
    expect_fen(&place, "THTTT/RRRRT/STQTT 1 1 queen=script");
}

static void test_script_stays_when_there_is_no_way(void **state)
{
    (void)state;
    struct place place = place_of("HTTT/RRER/SQTT 1 0 queen=script");
    play(&place, "right");
    expect_fen(&place, "THTT/RRER/SQTT 1 1 queen=script");
}

static void test_script_captures(void **state)
{
    (void)state;
    struct place place = place_of("HTQ/RRS 1 0 queen=script");
    play(&place, "right");
    expect_end(&place, RESULT_TWO, "captured", -1000 - 1);
}

static void test_boards_without_queen_or_slingshot_are_won(void **state)
{
    (void)state;
    struct place place = place_of("HTS 1 5");
    expect_end(&place, RESULT_ONE, "no_queen", 400 - 5);
    place = place_of("HTQ 2 5");
    expect_end(&place, RESULT_ONE, "slingshot", 400 - 5);
    place = place_of("HTQ 1 150");
    expect_end(&place, RESULT_TWO, "cap", 400 - 1000 - 150);
    place = place_of("TTQ/TTS 1 3");
    expect_end(&place, RESULT_TWO, "captured", -1000 - 3);
}

static void test_the_eights_are_fixed(void **state)
{
    (void)state;
    struct place place = place_of("EEEEEEEEEEEEEEEE/EEEEEEEEEEEEEEEE/HTTTTTTTTTTTTTSQ 1 0");
    int64_t score[2];
    angry_score(&place.board, &place.position, score);
    assert_int_equal(score[0], 200 * (8 - 32) - 200 * 8);
}

static void test_key_knows_the_rules(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "HTQ/TTS 1 0",         "HTQ/TTS 2 0",         "HTQ/TTS 1 1",
        "HTQ/TTS 1 0 turns=1", "HTQ/TTS 1 0 pass=on", "HTQ/TTS 1 0 queen=script",
        "HTQ/TTS 1 0 cap=149", "HTQ/RTS 1 0",         "HTQR/TTSR 1 0",
        "HEQ/TTS 1 0",         "HPQ/TTS 1 0",         "THQ/TTS 1 0",
        "HTQ/TBS 1 0",         "HTQ/BTS 1 0",         "HTQ/TBS 1 0 mover=bird",
    };
    enum { COUNT = sizeof fens / sizeof fens[0] };
    uint64_t key[COUNT];
    for (int i = 0; i < COUNT; i++) {
        struct place place = place_of(fens[i]);
        key[i] = angry_key(&place.board, &place.position);
        for (int j = 0; j < i; j++)
            if (key[i] == key[j])
                fail_msg("%s and %s", fens[i], fens[j]);
    }
}

/* Two orders of the same steps meet in the same key, unless one of them took something. */
static void test_key_is_of_the_position(void **state)
{
    (void)state;
    static const char *const fens[] = {"HTT/TTT/PPP/TSQ", "HET/TTT/PPP/TSQ"};
    for (int i = 0; i < 2; i++) {
        struct place one = place_of(fens[i]);
        struct place two = one;
        static const char *const words[] = {"right", "pass", "down"};
        for (int step = 0; step < 3; step++) {
            play(&one, words[step]);
            play(&two, words[2 - step]);
        }
        bool same = angry_key(&one.board, &one.position) == angry_key(&two.board, &two.position);
        assert_int_equal(same, i == 0);
    }
}

/* -- with a bird -- */

static void test_hen_then_bird_then_queen(void **state)
{
    (void)state;
    struct place place = place_of("HTTQ/TBTT/ETPS");
    expect_moves(&place, "down right");
    play(&place, "right");
    expect_fen(&place, "THTQ/TBTT/ETPS 1 1 mover=bird");
    assert_int_equal(angry_turn(&place.board, &place.position), ACTOR_ONE);
    expect_moves(&place, "down left right"); /* not onto the hen */
    play(&place, "right");
    expect_fen(&place, "THTQ/TTBT/ETPS 2 2");
    assert_int_equal(angry_turn(&place.board, &place.position), ACTOR_TWO);
    play(&place, "left");
    expect_fen(&place, "THQT/TTBT/ETPS 1 2");
}

static void test_everything_but_ground_and_queen_is_a_wall_to_the_bird(void **state)
{
    (void)state;
    struct place place = place_of("TEH/PBQ/TST 1 0 mover=bird");
    expect_moves(&place, "right");
    place = place_of("TRH/PBE/QST 1 0 mover=bird");
    expect_moves(&place, "pass");
    place = place_of("THT/TBT/QTS 1 0 mover=bird");
    expect_moves(&place, "down left right");
}

static void test_the_bird_is_a_wall_to_hen_and_queen(void **state)
{
    (void)state;
    struct place place = place_of("HBQ/RRS 1 0");
    expect_moves(&place, "pass");
    place = place_of("HBQ/TTS 2 0");
    expect_moves(&place, "pass");
    place = place_of("HBTQ/RRST 1 0 queen=script"); /* no way for the script, which stays */
    play(&place, "pass");
    play(&place, "right");
    expect_fen(&place, "HTBQ/RRST 1 1 queen=script");
}

static void test_the_bird_takes_the_queen(void **state)
{
    (void)state;
    struct place place = place_of("HTBQ/TTST 1 0");
    play(&place, "right");
    play(&place, "right");
    expect_end(&place, RESULT_ONE, "no_queen", 250 + 600 - 2);
    place = place_of("HSTQ/BTTT 1 0");
    play(&place, "right");
    expect_end(&place, RESULT_ONE, "slingshot", 250 - 1);
}

/* That actions have run out is looked at after the queen's turn. */
static void test_a_round_with_a_bird_is_played_to_its_end(void **state)
{
    (void)state;
    struct place place = place_of("HTTT/RRBT/STTQ 1 9 cap=10");
    play(&place, "right");
    play(&place, "right");
    expect_moves(&place, "left");
    play(&place, "left");
    expect_end(&place, RESULT_TWO, "cap", -1000 - 11);
    place = place_of("HTTT/RRBQ/STTT 1 9 cap=10");
    play(&place, "right");
    play(&place, "right"); /* won and lost */
    expect_end(&place, RESULT_TWO, "cap", 250 + 600 - 1000 - 11);
    place = place_of("HTQT/RTBT/STTT 1 9 cap=10 queen=script");
    play(&place, "right");
    play(&place, "right");
    expect_end(&place, RESULT_TWO, "captured", -1000 - 11);
}

static void test_who_of_player_one_cannot_move_passes_by_herself(void **state)
{
    (void)state;
    struct place place = place_of("HBRQ/RRRS 1 0 cap=3");
    for (int turn = 1; turn <= 6; turn++) {
        expect_moves(&place, "pass");
        play(&place, "pass");
        play(&place, "pass");
        play(&place, "pass");
    }
    expect_end(&place, RESULT_TWO, "turns", -1000);
    place = place_of("HTB/RRQ/STT 1 0 pass=on");
    expect_moves(&place, "right pass");
    play(&place, "pass");
    expect_fen(&place, "HTB/RRQ/STT 1 0 pass=on mover=bird");
    expect_moves(&place, "down left pass");
}

/* -- the seed's agent -- */

static double seed_value(const char *fen)
{
    struct place place = place_of(fen);
    return angry_seed.value(&place.board, &place.position, &place.position, ACTOR_ONE, true);
}

static void test_seed_evaluation(void **state)
{
    (void)state;
    const double tiny = 1e-12;
    /* egg term 10/2 - 10, queen 4 steps off, one pig, five actions, slingshot factor 7 over 3 steps */
    assert_true(fabs(seed_value("HTETQ/TTTTT/TSTTP 1 5") - (-5 + 0.4 + 0.5 - 5 + 7 / 3.0)) < tiny);
    /* the queen is 5 off: no queen term; no eggs: factor 10 */
    assert_true(fabs(seed_value("HTTTTQ/STTTTT 1 5") - (-5 + 10 / 1.0)) < tiny);
    /* nobody reaches anything: 18 everywhere */
    assert_true(fabs(seed_value("HRE/RRS/RRQ 1 0") - (10 / 18.0 - 10 + 7 / 18.0)) < tiny);
    assert_true(fabs(seed_value("THTQ 2 9") - 100) < tiny);     /* won, no eggs */
    assert_true(fabs(seed_value("TTQ/TTS 1 3") + 1000) < tiny); /* captured */
    /* won with an egg left: the slingshot that is gone is 18 off */
    assert_true(fabs(seed_value("HETTTTQ 2 9") - (10 - 10 - 9 + 7 / 18.0)) < tiny);
    struct place place = place_of("HSTQ");
    assert_int_equal(angry_seed.plies(&place.board, &place.position), 7);
}

/* A side without a step ends the seed's search at once. */
static void test_seed_stops_where_a_side_is_stuck(void **state)
{
    (void)state;
    struct place place = place_of("HTT/RRR/SQT 1 0 queen=script");
    angry_seed.prepare(&place.board, &place.position);
    expect_moves(&place, "right");
    struct place queen = place_of("HTT/RRR/SQR 2 0");
    ((struct angry_board *)queen.board.bytes)->stuck_ends = true;
    assert_int_equal(angry_turn(&queen.board, &queen.position), ACTOR_NONE);
    double value = angry_seed.value(&queen.board, &queen.position, &queen.position, ACTOR_ONE, false);
    assert_true(isinf(value) && value > 0);
    struct place hen = place_of("HQT/RTS 1 0");
    ((struct angry_board *)hen.board.bytes)->stuck_ends = true;
    assert_int_equal(angry_turn(&hen.board, &hen.position), ACTOR_NONE);
    value = angry_seed.value(&hen.board, &hen.position, &hen.position, ACTOR_TWO, false);
    assert_true(isinf(value) && value > 0);
    angry_seed.prepare(&hen.board, &hen.position); /* but never at the root */
    assert_int_equal(angry_turn(&hen.board, &hen.position), ACTOR_ONE);
}

/* Alpha-beta as the rules page describes it: cuts on beta <= alpha, the first best is kept. */
static double alpha_beta(const struct place *place, int plies, double alpha, double beta, move_t *best)
{
    const struct board *board = &place->board;
    const struct position *position = &place->position;
    enum actor turn = angry_turn(board, position);
    if (plies == 0 || turn == ACTOR_NONE)
        return angry_seed.value(board, position, position, ACTOR_ONE, plies == 0);
    struct move_list list;
    angry_moves(board, position, &list);
    double value = turn == ACTOR_ONE ? -INFINITY : INFINITY;
    *best = list.at[0];
    for (int i = 0; i < list.count && alpha < beta; i++) {
        struct place next = *place;
        move_t ignored;
        angry_apply(board, &next.position, list.at[i]);
        double found = alpha_beta(&next, plies - 1, alpha, beta, &ignored);
        if (turn == ACTOR_ONE ? found > value : found < value) {
            value = found;
            *best = list.at[i];
        }
        if (turn == ACTOR_ONE)
            alpha = fmax(alpha, value);
        else
            beta = fmin(beta, value);
    }
    return value;
}

/* The rows of a template of the course joined by '/', or false. */
static bool read_template(const char *path, char *fen, size_t capacity)
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    char row[64];
    struct text text = text_in(fen, capacity);
    while (fscanf(file, "%63s", row) == 1)
        text_format(&text, "%s%s", text.length > 0 ? "/" : "", row);
    fclose(file);
    return true;
}

static void check_seed_game(const char *path, const char *letters, int64_t hen_score)
{
    char fen[FEN_MAX];
    if (!read_template(path, fen, sizeof fen - 32)) {
        print_message("%s is not there: skipped\n", path);
        skip();
    }
    strcat(fen, " 1 0 queen=script");
    struct place place = place_of(fen);
    for (; *letters != '\0'; letters++) {
        struct place prepared = place;
        move_t best = MOVE_NONE;
        angry_seed.prepare(&prepared.board, &prepared.position);
        alpha_beta(&prepared, 7, -INFINITY, INFINITY, &best);
        assert_int_equal("UDLR"[best], *letters);
        angry_apply(&place.board, &place.position, best);
    }
    expect_end(&place, RESULT_ONE, "slingshot", hen_score);
}

static void test_seed_on_simple(void **state)
{
    (void)state;
    check_seed_game("../shared/data/angry/simple.txt", "DLLLLDDLLDLLLDDRDDDRURRUUDURU", 1771);
}

static void test_seed_on_hard(void **state)
{
    (void)state;
    check_seed_game("../shared/data/angry/hard.txt", "LUULLLLRRRRDDLLDD", 1183);
}

/* -- maps and the picture -- */

static void test_maps_start_at_zero(void **state)
{
    (void)state;
    for (int i = 0; angry_maps[i].name != NULL; i++) {
        char word[64];
        snprintf(word, sizeof word, "map=%s", angry_maps[i].name);
        struct words words = {.count = 1, .at = {word_from(word)}};
        struct fault fault = {{0}, {0}};
        struct place place;
        assert_true(angry_start(&place.board, &place.position, &words, &fault));
        char fen[FEN_MAX];
        struct text text = text_in(fen, sizeof fen);
        angry_print(&place.board, &place.position, &text);
        assert_memory_equal(fen, angry_maps[i].rows, strlen(angry_maps[i].rows));
        int64_t score[2];
        angry_score(&place.board, &place.position, score);
        assert_int_equal(score[0], 0);
        assert_int_equal(angry_turn(&place.board, &place.position), ACTOR_ONE);
    }
}

/* -- floods -- */

/* One cell further at a time, by rows and columns. */
static int steps_between(unsigned from, unsigned to, const struct cells *open)
{
    static const int row_step[] = {-1, 1, 0, 0}, column_step[] = {0, 0, -1, 1};
    int steps[CELLS_MAX];
    unsigned queue[CELLS_MAX];
    int begin = 0, end = 0;
    for (int i = 0; i < CELLS_MAX; i++)
        steps[i] = -1;
    steps[from] = 0;
    for (queue[end++] = from; begin < end; begin++) {
        int row = (int)queue[begin] / GRID, column = (int)queue[begin] % GRID;
        if (queue[begin] != from && !cells_have(open, queue[begin]))
            continue; /* a goal beside the path */
        for (int way = 0; way < 4; way++) {
            int r = row + row_step[way], c = column + column_step[way];
            if (r < 0 || r >= CELLS_MAX / GRID || c < 0 || c >= GRID || steps[r * GRID + c] >= 0)
                continue;
            steps[r * GRID + c] = steps[queue[begin]] + 1;
            queue[end++] = (unsigned)(r * GRID + c);
        }
    }
    return steps[to];
}

static void test_floods_are_shortest_ways(void **state)
{
    (void)state;
    struct rng rng = {.state = 7};
    for (int i = 0; i < 300; i++) {
        enum { GOALS = 5 };
        struct cells open = {{0}}, goal[GOALS];
        unsigned cell[GOALS], from = (unsigned)rng_below(&rng, CELLS_MAX);
        int distance[GOALS];
        for (unsigned at = 0; at < CELLS_MAX; at++)
            if (rng_below(&rng, 3) > 0)
                cells_add(&open, at);
        for (int k = 0; k < GOALS; k++) {
            cell[k] = (unsigned)rng_below(&rng, CELLS_MAX);
            goal[k] = cells_of(cell[k]);
        }
        cells_distances(cells_of(from), goal, GOALS, open, -1, distance);
        for (int k = 0; k < GOALS; k++) {
            assert_int_equal(distance[k], steps_between(from, cell[k], &open));
            bool stands_open = cells_have(&open, cell[k]) || cell[k] == from;
            assert_int_equal(cells_distance(cells_of(from), goal[k], open, -1),
                             stands_open ? distance[k] : -1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slingshot_wins),
        cmocka_unit_test(test_slingshot_with_the_last_action_wins_and_loses),
        cmocka_unit_test(test_last_action_leaves_no_answer),
        cmocka_unit_test(test_capture),
        cmocka_unit_test(test_items_are_worth_200),
        cmocka_unit_test(test_queen_walls),
        cmocka_unit_test(test_hen_who_cannot_move_passes),
        cmocka_unit_test(test_walled_in_hen_loses_by_turns),
        cmocka_unit_test(test_free_pass),
        cmocka_unit_test(test_script_takes_the_first_of_equal_ways),
        cmocka_unit_test(test_script_walks_round_walls),
        cmocka_unit_test(test_script_stays_when_there_is_no_way),
        cmocka_unit_test(test_script_captures),
        cmocka_unit_test(test_boards_without_queen_or_slingshot_are_won),
        cmocka_unit_test(test_the_eights_are_fixed),
        cmocka_unit_test(test_key_knows_the_rules),
        cmocka_unit_test(test_key_is_of_the_position),
        cmocka_unit_test(test_hen_then_bird_then_queen),
        cmocka_unit_test(test_everything_but_ground_and_queen_is_a_wall_to_the_bird),
        cmocka_unit_test(test_the_bird_is_a_wall_to_hen_and_queen),
        cmocka_unit_test(test_the_bird_takes_the_queen),
        cmocka_unit_test(test_a_round_with_a_bird_is_played_to_its_end),
        cmocka_unit_test(test_who_of_player_one_cannot_move_passes_by_herself),
        cmocka_unit_test(test_seed_evaluation),
        cmocka_unit_test(test_seed_stops_where_a_side_is_stuck),
        cmocka_unit_test(test_seed_on_simple),
        cmocka_unit_test(test_seed_on_hard),
        cmocka_unit_test(test_maps_start_at_zero),
        cmocka_unit_test(test_floods_are_shortest_ways),
    };
    return cmocka_run_group_tests_name("angry", tests, NULL, NULL);
}
