/* Gems: the corners of its rules, each forced. The expected scores are summed by hand from the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "games/gems/gems.h"

struct table {
    struct board board;
    struct position position;
};

static struct table table_from(const char *fen)
{
    struct table table;
    struct fault fault;
    memset(&table, 0, sizeof table);
    if (!game_parse(&gems_game, &table.board, &table.position, fen, &fault))
        fail_msg("%s: %s %s", fen, fault.field, fault.why);
    return table;
}

static void play(struct table *table, const char *line)
{
    struct words words;
    assert_true(words_split(line, strlen(line), &words));
    for (int i = 0; i < words.count; i++) {
        move_t move = gems_game.move_parse(&table->board, words.at[i]);
        assert_true(game_allows(&gems_game, &table->board, &table->position, move));
        gems_game.apply(&table->board, &table->position, move);
    }
}

static void expect_fen(const struct table *table, const char *fen)
{
    char room[FEN_MAX];
    struct text text = text_in(room, sizeof room);
    gems_game.print(&table->board, &table->position, &text);
    assert_string_equal(room, fen);
}

/* After `moves` from `fen` the position prints as `then`. */
static void expect(const char *fen, const char *moves, const char *then)
{
    struct table table = table_from(fen);
    play(&table, moves);
    expect_fen(&table, then);
}

static void expect_moves(const char *fen, const char *line)
{
    char room[FEN_MAX];
    struct text text = text_in(room, sizeof room);
    struct table table = table_from(fen);
    struct move_list list;
    gems_game.moves(&table.board, &table.position, &list);
    for (int i = 0; i < list.count; i++) {
        char word[MOVE_WORD_MAX];
        gems_game.move_print(&table.board, list.at[i], word);
        text_format(&text, "%s%s", i == 0 ? "" : " ", word);
    }
    assert_string_equal(room, line);
    assert_int_equal(gems_game.count_moves(&table.board, &table.position), list.count);
}

static void test_every_action_is_charged(void **state)
{
    (void)state;
    const char *fen = "EEE/EEE/EEE 1 1 b2:0:-:- early=off";
    expect(fen, "up down left right", "EEE/EEE/EEE 1 5 b2:-4:-:- early=off");
    expect(fen, "upright downleft upleft downright noop", "EEE/EEE/EEE 1 6 b2:-8:-:- early=off");
    /* off the map, into a wall, into a door without its key: nobody moves, all the same */
    expect("EWE/EGE/EEE 1 1 a1:0:-:- early=off", "up left upright right downright",
           "EWE/EGE/EEE 1 6 a1:-7:-:- early=off");
}

static void test_diagonals_pass_between_walls(void **state)
{
    (void)state;
    expect("EWE/WEE/EEE 1 1 a1:0:-:- early=off", "downright upright", "EWE/WEE/EEE 1 3 c1:-4:-:- early=off");
}

static void test_legal_moves_do_something(void **state)
{
    (void)state;
    expect_moves("EEE/EEE/EEE 1 1 b2:0:-:- early=off",
                 "up down left right upright upleft downright downleft noop");
    expect_moves("EGE/WRE/EEE 1 1 a1:0:-:r early=off", "downright noop");
    expect_moves("EEE/EEE/EEE 1 1 a1:0:-:- early=off", "down right downright noop");
    expect_moves("EE", "right noop");
    /* a hit, even where the other one stands on a door */
    expect_moves("EGE 1 1 a1:0:-:- b1:0:-:g", "right noop");
    expect_moves("EWWE/EEEE 1 1 a1:0:-:- d1:0:-:-", "down downright noop");
}

static void test_all_nine_are_accepted(void **state)
{
    (void)state;
    struct table table = table_from("EE");
    for (move_t move = 0; move < 20; move++)
        assert_int_equal(game_allows(&gems_game, &table.board, &table.position, move), move < GEMS_ACTIONS);
    assert_int_equal(gems_game.move_parse(&table.board, word_from("UP")), MOVE_NONE);
    assert_int_equal(gems_game.move_parse(&table.board, word_from("")), MOVE_NONE);
}

static void test_every_pair_pays(void **state)
{
    (void)state;
    static const int pays[5][4] = {
        {50, 0, 0, 0}, {50, 200, 100, 0}, {100, 50, 200, 100}, {50, 100, 50, 200}, {250, 50, 100, 50}};
    for (int last = 0; last < 5; last++)
        for (int gem = 1; gem <= 4; gem++) {
            char fen[64], then[64];
            snprintf(fen, sizeof fen, "E%dE 1 1 a1:7:%c:- early=off", gem, "-1234"[last]);
            snprintf(then, sizeof then, "EEE 1 2 b1:%d:%d:- early=off", 7 + pays[last][gem - 1] - 1, gem);
            expect(fen, "right", then);
        }
    expect("E3E pairs=1,2,-3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20 early=off", "right",
           "EEE 1 2 b1:-4:3:- early=off pairs=1,2,-3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20");
}

static void test_keys_open_their_doors_for_good(void **state)
{
    (void)state;
    expect("EgGGE early=off", "right right right right left", "EEGGE 1 6 d1:-5:-:g early=off");
    expect("EgRE early=off", "right right", "EERE 1 3 b1:-2:-:g early=off");
    expect("EryE early=off", "right right", "EEEE 1 3 c1:-2:-:ry early=off");
    /* one's own keys only */
    expect("EgGE/EEEE players=2", "right left noop up", "EEGE/EEEE 1 3 b1:-1:-:g c2:-2:-:-");
    expect("EGgE/EEEE 1 1 d1:0:-:- a1:0:-:-", "left right", "EGEE/EEEE 1 2 c1:-1:-:g a1:-1:-:-");
}

static void test_wire_by_turn(void **state)
{
    (void)state;
    expect("E**E early=off", "right", "E**E 1 2 b1:-21:-:- early=off");
    expect("E**E early=off", "right noop", "E**E 1 3 b1:-41:-:- early=off");
    expect("E**E early=off", "right up right", "E**E 1 4 c1:-63:-:- early=off");
    /* the other one's turn does not count */
    expect("E*E/EEE players=2", "right left noop noop", "E*E/EEE 1 3 b1:-41:-:- b2:-1:-:-");
}

static void test_wire_by_entry(void **state)
{
    (void)state;
    const char *end = "barbed=entry early=off";
    char fen[64], then[64];
    snprintf(fen, sizeof fen, "E**E %s", end);
    snprintf(then, sizeof then, "E**E 1 3 b1:-21:-:- %s", end);
    expect(fen, "right noop", then);
    snprintf(then, sizeof then, "E**E 1 4 c1:-43:-:- %s", end);
    expect(fen, "right up right", then);
    snprintf(then, sizeof then, "E**E 1 4 b1:-43:-:- %s", end);
    expect(fen, "right left right", then);
}

static void test_hits(void **state)
{
    (void)state;
    /* equal or more: the other one loses; less: the mover does; the step is charged after the comparison */
    expect("EEE 1 1 a1:5:-:- b1:5:-:-", "right", "EEE 2 1 a1:4:-:- b1:-15:-:-");
    expect("EEE 1 1 a1:6:-:- b1:5:-:-", "right", "EEE 2 1 a1:5:-:- b1:-15:-:-");
    expect("EEE 1 1 a1:4:-:- b1:5:-:-", "right", "EEE 2 1 a1:-17:-:- b1:5:-:-");
    expect("EEE/EEE 2 1 a1:5:-:- b2:5:-:-", "upleft", "EEE/EEE 1 2 a1:-15:-:- b2:3:-:-");
    /* on wire: a hit enters nothing, a turn that ends there costs */
    expect("E*E/EEE 1 1 b1:0:-:- b2:0:-:-", "down", "E*E/EEE 2 1 b1:-21:-:- b2:-20:-:-");
    expect("E*E/EEE 1 1 b1:0:-:- b2:0:-:- barbed=entry", "down",
           "E*E/EEE 2 1 b1:-1:-:- b2:-20:-:- barbed=entry");
}

static void expect_end(const char *fen, const char *moves, enum result result, const char *reason)
{
    struct table table = table_from(fen);
    play(&table, moves);
    assert_int_equal(gems_game.result(&table.board, &table.position), result);
    assert_string_equal(gems_game.reason(&table.board, &table.position), reason);
    bool over = result != RESULT_NONE;
    assert_int_equal(gems_game.turn(&table.board, &table.position) == ACTOR_NONE, over);
    assert_int_equal(gems_game.count_moves(&table.board, &table.position) == 0, over);
}

static void test_ends(void **state)
{
    (void)state;
    expect_end("E1E turns=3", "noop noop", RESULT_NONE, "none");
    expect_end("E1E turns=3", "noop noop noop", RESULT_ONE, "turns");
    expect_end("E1E turns=3", "right", RESULT_ONE, "gems");
    expect_end("E1E turns=3 early=off", "right", RESULT_NONE, "none");
    expect_end("E1E turns=1", "right", RESULT_ONE, "turns");
    /* a map without gems is noticed after its first turn */
    expect_end("EEE", "", RESULT_NONE, "none");
    expect_end("EEE", "noop", RESULT_ONE, "gems");
    /* of two players early=on says nothing */
    expect_end("EEE/EEE players=2 turns=2", "noop noop noop", RESULT_NONE, "none");
    expect_end("EEE/EEE players=2 turns=2", "noop noop noop noop", RESULT_DRAW, "turns");
    expect_end("EEE/EEE players=2 turns=1", "right noop", RESULT_TWO, "turns");
    expect_end("EEE/EEE players=2 turns=1", "noop upleft", RESULT_ONE, "turns");
}

static void test_horizon_is_exact_for_turns(void **state)
{
    (void)state;
    struct table table = table_from("E1E/EEE 2 3 a1:0:-:- c1:0:-:- turns=5");
    for (int left = 5; left >= 0; left--) {
        assert_int_equal(gems_game.horizon(&table.board, &table.position), left);
        if (left > 0)
            play(&table, "noop");
    }
    assert_int_equal(gems_game.turn(&table.board, &table.position), ACTOR_NONE);
}

static void test_same_position_same_key(void **state)
{
    (void)state;
    struct table walked = table_from("E1E/EgE/E3E early=off"), other = walked;
    play(&walked, "right downright downleft upleft");
    play(&other, "downright downright left upleft");
    expect_fen(&walked, "EEE/EgE/EEE 1 5 a2:143:3:- early=off");
    struct table read = table_from("EEE/EgE/EEE 1 5 a2:143:3:- early=off");
    assert_memory_equal(&walked.position, &read.position, gems_game.position_size);
    assert_memory_equal(&walked.board, &read.board, gems_game.board_size);
    assert_true(gems_game.key(&walked.board, &walked.position) == gems_game.key(&read.board, &read.position));
    assert_true(gems_game.key(&walked.board, &walked.position) !=
                gems_game.key(&other.board, &other.position));
}

/* A score at the limit stays in bounds however badly or well one plays, and can be read back each time. */
static void test_limits_hold_to_the_end(void **state)
{
    (void)state;
    struct table table = table_from("E***E/EEEEE 1 1 b1:-19999160:-:- c1:19999160:-:- turns=10");
    for (int turn = 0; turn < 10; turn++) {
        char room[FEN_MAX];
        struct text text = text_in(room, sizeof room);
        play(&table, "right noop");
        gems_game.print(&table.board, &table.position, &text);
        table_from(room);
    }
    int64_t score[2];
    gems_game.score(&table.board, &table.position, score);
    assert_int_equal(score[0], -19999160 - 10 * (20 + 20 + 1));
    assert_int_equal(gems_game.worth(&table.board, &table.position), score[0] - score[1]);
}

static void test_maps_ship(void **state)
{
    (void)state;
    int count = 0, largest = 0;
    for (; gems_maps[count].name != NULL; count++) {
        struct table table;
        struct fault fault;
        char word[64];
        snprintf(word, sizeof word, "map=%s", gems_maps[count].name);
        struct words words = {.count = 2, .at = {word_from(word), word_from("players=2")}};
        memset(&table, 0, sizeof table);
        if (!gems_game.start(&table.board, &table.position, &words, &fault))
            fail_msg("%s: %s %s", word, fault.field, fault.why);
        const struct gems_board *board = gems_board(&table.board);
        assert_true(gems_position(&table.position)->gems >= 5);
        char rows[FEN_MAX];
        struct text text = text_in(rows, sizeof rows);
        gems_game.print(&table.board, &table.position, &text);
        assert_int_equal(strcspn(rows, " "), strlen(gems_maps[count].rows));
        largest += board->rows == GEMS_SIDE_MAX && board->columns == GEMS_SIDE_MAX;
    }
    assert_true(count >= 6 && largest >= 1);
}

/* -- slips and teleports -- */

static void expect_chance(const char *fen, const char *moves, const char *line)
{
    char room[FEN_MAX] = "";
    struct text text = text_in(room, sizeof room);
    struct table table = table_from(fen);
    struct chance chance;
    play(&table, moves);
    assert_int_equal(gems_game.turn(&table.board, &table.position), ACTOR_CHANCE);
    gems_game.chance(&table.board, &table.position, &chance);
    for (int i = 0; i < chance.count; i++) {
        char word[MOVE_WORD_MAX];
        gems_game.move_print(&table.board, chance.at[i].outcome, word);
        text_format(&text, "%s%d@%s", i == 0 ? "" : " ", (int)chance.at[i].weight, word);
    }
    assert_string_equal(room, line);
}

/* The course's table, row by row. */
static void test_course_slips(void **state)
{
    (void)state;
    const char *fen = "EEE/EEE/EEE 1 1 b2:0:-:- slip=course early=off";
    expect_chance(fen, "up", "900000@up 100000@upright");
    expect_chance(fen, "down", "900000@down 100000@downright");
    expect_chance(fen, "left", "900000@left 100000@noop");
    expect_chance(fen, "right", "900000@right 100000@upleft");
    expect_chance(fen, "upright", "100000@up 100000@right 800000@upright");
    expect_chance(fen, "upleft", "100000@up 100000@left 800000@upleft");
    expect_chance(fen, "downright", "100000@down 100000@right 800000@downright");
    expect_chance(fen, "downleft", "100000@down 100000@left 800000@downleft");
    expect(fen, "noop", "EEE/EEE/EEE 1 2 b2:0:-:- early=off slip=course");
    expect_chance("EEE/E*E/EEE 1 1 b2:0:-:- slip=course", "up", "500000@up 500000@noop");
    expect("EEE/E*E/EEE 1 1 b2:0:-:- slip=course early=off barbed=entry", "noop",
           "EEE/E*E/EEE 1 2 b2:0:-:- barbed=entry early=off slip=course");
    expect_chance("EEE/ETT/EEE 1 1 b2:0:-:- slip=course", "noop", "500000@noop 500000@teleport");
    expect_chance("EEE/ETT/EEE 1 1 b2:0:-:- slip=course", "downleft", "500000@downleft 500000@teleport");
}

/* Charged is what was asked for; what is done takes gems and enters wire. */
static void test_slips_cost_what_was_asked(void **state)
{
    (void)state;
    const char *fen = "EE1E/EE*E 1 1 b2:0:-:- slip=course";
    expect(fen, "up", "EE1E/EE*E 1 1:up b2:-1:-:- slip=course");
    expect(fen, "up upright", "EEEE/EE*E 1 2 c1:49:1:- slip=course");
    expect(fen, "upright right", "EE1E/EE*E 1 2 c2:-22:-:- slip=course");
    expect("EE1E/EE*E 1 1 a1:0:-:- slip=course", "up upright", "EE1E/EE*E 1 2 a1:-1:-:- slip=course");
    expect("EE1E/EE*E 1 1 a1:0:-:- slip=course", "left left", "EE1E/EE*E 1 2 a1:-1:-:- slip=course");
}

static void test_slips_lead_to_gates(void **state)
{
    (void)state;
    /* There is one other. */
    expect("EEE/ETT/E1E 1 1 b2:0:-:- slip=course", "up teleport", "EEE/ETT/E1E 1 2 c2:-1:-:- slip=course");
    expect_chance("ETE/ETT/E1E 1 1 b2:0:-:- slip=course", "up teleport", "1@b1 1@c2");
    expect("ETE/ETT/E1E 1 1 b2:0:-:- slip=course", "up teleport",
           "ETE/ETT/E1E 1 1:teleport b2:-1:-:- slip=course");
    expect("ETE/ETT/E1E 1 1 b2:0:-:- slip=course", "up teleport b1", "ETE/ETT/E1E 1 2 b1:-1:-:- slip=course");
}

static void test_slips_and_what_is_listed(void **state)
{
    (void)state;
    /* up may go right, left stands still at best */
    expect_moves("EE 1 1 a1:0:-:- slip=course", "right upright downright noop");
    expect_moves("EE/EE 1 1 b2:0:-:- slip=course", "up left right upright upleft downleft noop");
    expect_moves("ETTE 1 1 b1:0:-:- slip=course",
                 "up down left right upright upleft downright downleft noop");
}

static void test_noop_teleports(void **state)
{
    (void)state;
    expect("ETTE 1 1 b1:0:-:- d1:0:-:- teleport=noop", "noop", "ETTE 2 1 c1:0:-:- d1:0:-:- teleport=noop");
    expect("ETTE 1 1 a1:0:-:- d1:0:-:- teleport=noop", "noop", "ETTE 2 1 a1:0:-:- d1:0:-:- teleport=noop");
    expect_chance("ETTTE 1 1 b1:0:-:- e1:0:-:- teleport=noop", "noop", "1@c1 1@d1");
    expect("ETTTE 1 1 b1:0:-:- e1:0:-:- teleport=noop", "noop d1 left",
           "ETTTE 1 2 d1:-20:-:- e1:-1:-:- teleport=noop");
    /* a hit through a teleport: of equals the one who is hit loses, and nobody moves */
    expect("ETTE 1 1 b1:0:-:- c1:0:-:- teleport=noop", "noop", "ETTE 2 1 b1:0:-:- c1:-20:-:- teleport=noop");
    expect("ETTE 1 1 b1:0:-:- c1:5:-:- teleport=noop", "noop", "ETTE 2 1 b1:-20:-:- c1:5:-:- teleport=noop");
    expect("ETTTE 2 1 d1:0:-:- b1:9:-:- teleport=noop", "noop d1",
           "ETTTE 1 2 d1:-20:-:- b1:9:-:- teleport=noop");
    expect("ETTE 1 1 b1:0:-:- teleport=noop early=off", "noop", "ETTE 1 2 c1:0:-:- early=off teleport=noop");
}

static void test_teleports_bring_their_pairs(void **state)
{
    (void)state;
    static const int pays[5][4] = {{10, 20, 30, 40},
                                   {200, 100, 50, 150},
                                   {100, 300, 200, 150},
                                   {100, 200, 300, 150},
                                   {100, 250, 200, 300}};
    for (int last = 0; last < 5; last++)
        for (int gem = 1; gem <= 4; gem++) {
            char fen[80], then[80];
            snprintf(fen, sizeof fen, "E%dE 1 1 a1:7:%c:- teleport=noop", gem, "-1234"[last]);
            snprintf(then, sizeof then, "EEE 1 2 b1:%d:%d:- teleport=noop", 7 + pays[last][gem - 1] - 1, gem);
            expect(fen, "right", then);
        }
}

static void test_explanation_sums_to_the_evaluation(void **state)
{
    (void)state;
    static const char *const fens[] = {"E1E/E2E/E3E", "E1E/E2E/E3E players=2",
                                       "E1GE/EgE4/E3EE 2 7 a1:30:2:- d3:11:4:g", "EEE/EWE/EEE 1 1 c1:5:-:-"};
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        struct table table = table_from(fens[i]);
        struct term term[TERMS_MAX];
        int64_t sum = 0;
        int count = gems_game.explain(&table.board, &table.position, term);
        for (int j = 0; j < count; j++)
            sum += term[j].value;
        assert_int_equal(sum, gems_game.evaluate(&table.board, &table.position));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_action_is_charged),
        cmocka_unit_test(test_diagonals_pass_between_walls),
        cmocka_unit_test(test_legal_moves_do_something),
        cmocka_unit_test(test_all_nine_are_accepted),
        cmocka_unit_test(test_every_pair_pays),
        cmocka_unit_test(test_keys_open_their_doors_for_good),
        cmocka_unit_test(test_wire_by_turn),
        cmocka_unit_test(test_wire_by_entry),
        cmocka_unit_test(test_hits),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_horizon_is_exact_for_turns),
        cmocka_unit_test(test_same_position_same_key),
        cmocka_unit_test(test_limits_hold_to_the_end),
        cmocka_unit_test(test_maps_ship),
        cmocka_unit_test(test_course_slips),
        cmocka_unit_test(test_slips_cost_what_was_asked),
        cmocka_unit_test(test_slips_lead_to_gates),
        cmocka_unit_test(test_slips_and_what_is_listed),
        cmocka_unit_test(test_noop_teleports),
        cmocka_unit_test(test_teleports_bring_their_pairs),
        cmocka_unit_test(test_explanation_sums_to_the_evaluation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
