/* The small parts of panj-gems: the lines of the wire, the tracker, the engine's FEN, the config file. */
#include "tests/support/check.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/gems/action.h"
#include "adapters/gems/config.h"
#include "adapters/gems/init.h"
#include "adapters/gems/options.h"
#include "adapters/gems/start.h"
#include "adapters/gems/table.h"
#include "adapters/gems/thinker.h"
#include "adapters/gems/tracker.h"

/* -- actions -- */

static enum action segment(const char *text)
{
    return action_of_segment(text, strlen(text));
}

static void test_segments(void **state)
{
    (void)state;
    assert_int_equal(segment("UP"), ACTION_UP);
    assert_int_equal(segment("UP_RIGHT\n"), ACTION_UP_RIGHT);
    assert_int_equal(segment(" DOWN_LEFT \r\n"), ACTION_DOWN_LEFT);
    assert_int_equal(segment("NOOP"), ACTION_NOOP);
    static const char *const bad[] = {"",         "\n",  "up",  "UPUP",        "UP DOWN",
                                      "UP\nUP\n", "UP_", "U",   "DOWN_",       "TELEPORT",
                                      "UP\nX",    "XUP", "UP,", "UP_RIGHTDOWN"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(segment(bad[i]), ACTION_NONE);
    assert_int_equal(action_of_segment("UP\0\0", 4), ACTION_NONE);
    assert_int_equal(action_of_move("downright"), ACTION_DOWN_RIGHT);
    assert_int_equal(action_of_move("DOWN"), ACTION_NONE);
}

/* -- init -- */

static const char json_init[] =
    "{\"height\": 7, \"width\": 20, \"character\": \"B\", \"id\": 2, \"score\": -5, \"max_turn_count\": 100, "
    "\"agent_count\": 2, \"probabilities\": {\"normal\": {\"UP\": {\"UP\": 1.0}}}}";

static void demand_init(const struct init *init)
{
    assert_int_equal(init->rows, 7);
    assert_int_equal(init->columns, 20);
    assert_int_equal(init->id, 1);
    assert_int_equal(init->score, -5);
    assert_int_equal(init->turns, 100);
    assert_int_equal(init->players, 2);
}

static void test_init_is_read_in_both_shapes(void **state)
{
    (void)state;
    struct init text = {0}, json = {0};
    assert_null(init_read(&text, "7 20 B 2 -5 100 2 "));
    assert_null(init_read(&json, json_init));
    demand_init(&text);
    demand_init(&json);
}

static const char wordy_height[] = "{\"height\": \"7\", \"width\": 20, \"character\": \"A\", \"id\": 1, "
                                   "\"score\": 0, \"max_turn_count\": 5, \"agent_count\": 1}";
static const char wordy_id[] = "{\"height\": 7, \"width\": 20, \"character\": \"A\", \"id\": \"1\", "
                               "\"score\": 0, \"max_turn_count\": 5, \"agent_count\": 1}";

static void test_bad_inits_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "7 20 B 2 0 100",
                                      "7 20 B 2 0 100 2 3",
                                      "26 20 A 1 0 100 1",
                                      "7 0 A 1 0 100 1",
                                      "7 20 A 2 0 100 2",
                                      "7 20 C 3 0 100 3",
                                      "7 20 B 2 0 100 1",
                                      "7 20 A 1 0 0 1",
                                      "7 20 A 1 0 10001 1",
                                      "7 20 A 1 99999999 100 1",
                                      "7 20 AB 1 0 100 1",
                                      "7x 20 A 1 0 100 1",
                                      "{",
                                      "{}",
                                      "{\"height\": 7}",
                                      wordy_height,
                                      wordy_id};
    struct init init = {.rows = 77};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_non_null(init_read(&init, bad[i]));
    assert_int_equal(init.rows, 77);
}

/* As clients of the course index it: kinds of ground, nine words asked, ten done, whole numbers, in one piece. */
static void test_probabilities_are_whole(void **state)
{
    (void)state;
    static const char *const kinds[] = {"normal", "slider", "barbed", "teleport"};
    static const char *const words[] = {"UP",      "DOWN",       "LEFT",      "RIGHT", "UP_RIGHT",
                                        "UP_LEFT", "DOWN_RIGHT", "DOWN_LEFT", "NOOP",  "TELEPORT"};
    char line[INIT_LINE];
    const struct init init = {
        .rows = 25, .columns = 25, .players = 2, .id = 1, .score = -INIT_SCORE_MAX, .turns = INIT_TURNS_MAX};
    assert_in_range(init_print(&init, INIT_JSON, line), 1, 10239);
    json_t *all = json_loads(line, 0, NULL), *probabilities = json_object_get(all, "probabilities");
    assert_int_equal(json_object_size(probabilities), 4);
    for (int kind = 0; kind < 4; kind++) {
        json_t *ground = json_object_get(probabilities, kinds[kind]);
        assert_int_equal(json_object_size(ground), 9);
        for (int asked = 0; asked < 9; asked++) {
            json_t *row = json_object_get(ground, words[asked]);
            assert_int_equal(json_object_size(row), 10);
            for (int done = 0; done < 10; done++) {
                assert_true(json_is_integer(json_object_get(row, words[done])));
                assert_int_equal(json_integer_value(json_object_get(row, words[done])), done == asked);
            }
        }
    }
    json_decref(all);
}

static void test_init_is_printed(void **state)
{
    (void)state;
    char line[INIT_LINE];
    struct init init = {.rows = 7, .columns = 20, .players = 2, .id = 1, .score = -5, .turns = 100};
    struct init again = {0};
    init_print(&init, INIT_TEXT, line);
    assert_string_equal(line, "7 20 B 2 -5 100 2 \n");
    init_print(&init, INIT_JSON, line);
    assert_true(strchr(line, '\n') == line + strlen(line) - 1);
    assert_null(init_read(&again, line));
    demand_init(&again);
}

/* -- turn lines -- */

static const struct init small = {.rows = 2, .columns = 3, .players = 2, .turns = 9};

static void test_turn_lines(void **state)
{
    (void)state;
    char text[TURN_LINE];
    struct turn_line line;
    assert_null(turn_line_read(&line, &small, " 3 -7 120 1 0 0 2 0 0 1 0 E 4 *A g R EB"));
    assert_true(line.turn == 3 && line.score[0] == -7 && line.score[1] == 120);
    assert_true(line.gems[0][0] == 1 && line.gems[0][3] == 2 && line.gems[1][2] == 1);
    assert_true(line.cell[0] == 2 && line.cell[1] == 5);
    assert_memory_equal(line.map.cell, "E4*gRE", 6);
    turn_line_print(&line, 2, text);
    assert_string_equal(text, " 3 -7 120 1 0 0 2 0 0 1 0 E 4 *A g R EB\n");
}

static void test_bad_turn_lines_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "3",
                                      " 3 0 0 0 0 0 0 0 0 0 0 EA E E E E",
                                      " 3 0 0 0 0 0 0 0 0 0 0 EA E E E E EB E",
                                      " 10 0 0 0 0 0 0 0 0 0 0 EA E E E E EB",
                                      " 0 0 0 0 0 0 0 0 0 0 0 EA E E E E EB",
                                      " 3 0 0 0 0 0 0 0 0 0 0 EA E E E E E",
                                      " 3 0 0 0 0 0 0 0 0 0 0 EA EA E E E EB",
                                      " 3 0 0 0 0 0 0 0 0 0 0 EAB E E E E EC",
                                      " 3 0 0 0 0 0 0 0 0 0 0 EA E x E E EB",
                                      " 3 0 0 0 0 0 0 0 0 0 -1 EA E E E E EB",
                                      " 3 0 99999999999 0 0 0 0 0 0 0 0 EA E E E E EB",
                                      "finish!"};
    struct turn_line line;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_non_null(turn_line_read(&line, &small, bad[i]));
}

/* -- tracker -- */

static void see(struct tracker *tracker, const char *text)
{
    struct turn_line line;
    assert_null(turn_line_read(&line, &tracker->init, text));
    tracker_see(tracker, &line);
}

static void demand_fen(const struct tracker *tracker, const char *wanted)
{
    char fen[STATE_FEN];
    struct state state;
    tracker_state(tracker, &state);
    state_print(&state, fen);
    assert_string_equal(fen, wanted);
}

static void test_tracker_remembers_gems_and_keys(void **state)
{
    (void)state;
    struct tracker tracker = {.init = small};
    see(&tracker, " 1 0 0 0 0 0 0 0 0 0 0 EA 2 g r 1 EB");
    demand_fen(&tracker, "E2g/r1E 1 1 a1:0:-:- c2:0:-:-");
    see(&tracker, " 2 -1 49 0 1 0 0 1 0 0 0 E EA g r EB E");
    demand_fen(&tracker, "EEg/rEE 1 2 b1:-1:2:- b2:49:1:-");
    see(&tracker, " 3 -2 48 0 1 0 0 1 0 0 0 E E EA EB E E");
    demand_fen(&tracker, "EEE/EEE 1 3 c1:-2:2:g a2:48:1:r");
}

static void test_tracker_follows_rounds_and_gaps(void **state)
{
    (void)state;
    struct tracker tracker = {.init = small};
    see(&tracker, " 1 0 0 0 0 0 0 0 0 0 0 EA 2 g r 1 EB");
    /* A line was missed: the gem is known by its count. */
    see(&tracker, " 3 0 0 0 1 0 0 0 0 0 0 E E EA r 1 EB");
    demand_fen(&tracker, "EEE/r1E 1 3 c1:0:2:g c2:0:-:-");
    see(&tracker, " 1 0 0 0 0 0 0 0 0 0 0 EA 2 g r 1 EB"); /* another round */
    demand_fen(&tracker, "E2g/r1E 1 1 a1:0:-:- c2:0:-:-");
    struct tracker second = {.init = {.rows = 2, .columns = 3, .players = 2, .id = 1, .turns = 9}};
    /* The first has moved before the second sees a map. */
    see(&second, " 1 0 0 0 0 0 1 0 0 0 0 E EA g r 1 EB");
    demand_fen(&second, "EEg/r1E 2 1 b1:0:4:- c2:0:-:-");
}

/* -- FEN -- */

static void test_fen_comes_back(void **state)
{
    (void)state;
    static const char *const fens[] = {"E2g/r1E 2 7 a1:-31:4:gry c2:205:-:y barbed=entry init=5",
                                       "E 1 1 a1:0:-:-",
                                       "EEEEEEEEEEEEEEEEEEEEEEEEE/EEEEEEEEEEEEEEEEEEEEEEEEE 1 100 y2:0:1:-"};
    char fen[STATE_FEN];
    struct state read;
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        assert_true(state_read(&read, fens[i]));
        state_print(&read, fen);
        assert_string_equal(fen, fens[i]);
    }
    static const char *const bad[] = {"",
                                      "E 1 1",
                                      "E 1 1 b1:0:-:-",
                                      "E/EE 1 1 a1:0:-:-",
                                      "E 1 1 a1:0:-",
                                      "E 2 1 a1:0:-:-",
                                      "E 1 1 a1:x:-:-",
                                      "EQ 1 1 a1:0:-:-"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(state_read(&read, bad[i]));
}

static void test_corners_are_drawn(void **state)
{
    (void)state;
    struct state start;
    uint64_t seed = 1;
    bool seen[4] = {false};
    for (int i = 0; i < 200; i++) {
        assert_true(state_read(&start, "EEE/EEE/EEE 1 1 a1:0:-:- c3:0:-:-"));
        start_shuffle(&start, &seed);
        int one = start.player[0].cell, other = start.player[1].cell;
        assert_true(one != other && (one == 0 || one == 2 || one == 6 || one == 8));
        seen[one == 0 ? 0 : one == 2 ? 1 : one == 6 ? 2 : 3] = true;
    }
    assert_true(seen[0] && seen[1] && seen[2] && seen[3]);
}

/* -- what is counted -- */

static void follow(struct table *table, const char *fen)
{
    struct state state;
    assert_true(state_read(&state, fen));
    table_follow(table, &state);
}

static void test_table_counts(void **state)
{
    (void)state;
    struct table table;
    struct state start;
    assert_true(state_read(&start, "E1*/EEE 1 1 a1:0:-:- b2:0:-:-"));
    table_begin(&table, &start);
    follow(&table, "EE*/EEE 2 1 b1:49:1:- b2:0:-:-");
    follow(&table, "EE*/EEE 1 2 b1:49:1:- b2:-21:-:-"); /* the second hits the first, who has more: -20 -1 */
    follow(&table, "EE*/EEE 2 2 b1:48:1:- b2:-41:-:-"); /* the first hits the second */
    follow(&table, "EE*/EEE 1 3 b1:48:1:- b2:-41:-:-");
    follow(&table, "EE*/EEE 2 3 c1:27:1:- b2:-41:-:-");
    assert_true(table.gems[0][0] == 1 && table.gems[1][0] == 0);
    assert_true(table.hits[0] == 0 && table.hits[1] == 2);
    assert_true(table.barbed[0] == 1 && table.barbed[1] == 0);
}

/* -- config and options -- */

static bool config(struct settings *settings, const char *text, char why[256])
{
    why[0] = '\0';
    *settings = settings_default();
    return config_read_text(settings, text, strlen(text), ".", why, 256);
}

static void test_config(void **state)
{
    (void)state;
    struct settings settings;
    char why[256];
    assert_true(config(&settings,
                       "{\"map\": \"nowhere.txt\", \"server_ip\": \"localhost\", \"server_port\": 1234, "
                       "\"player_count\": 2, \"time_out\": 0.5, \"init_score\": 7, \"turn_count\": 50, "
                       "\"init_random_location\": true, \"round_repeat\": 3, \"else\": []}",
                       why));
    assert_string_equal(settings.map, "nowhere.txt");
    assert_string_equal(settings.host, "localhost");
    assert_true(settings.port == 1234 && settings.players == 2 && settings.timeout == 500000);
    assert_true(settings.init_score == 7 && settings.turns == 50 && settings.random && settings.rounds == 3);
    static const char *const bad[] = {"",
                                      "[]",
                                      "{\"server_port\": 70000}",
                                      "{\"player_count\": 3}",
                                      "{\"time_out\": \"1\"}",
                                      "{\"time_out\": 0}",
                                      "{\"turn_count\": 1.5}",
                                      "{\"map\": 1}",
                                      "{\"server_ip\": null}",
                                      "{\"init_random_location\": \"no\"}",
                                      "{\"round_repeat\": 0}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(config(&settings, bad[i], why));
        assert_true(why[0] != '\0');
    }
}

static void test_options_win_over_config(void **state)
{
    (void)state;
    char path[] = "/tmp/panj-gems-XXXXXX";
    int file = mkstemp(path);
    static const char text[] = "{\"turn_count\": 50, \"player_count\": 2}";
    assert_int_equal(write(file, text, sizeof text - 1), sizeof text - 1);
    close(file);
    char *words[] = {(char[]){"--turns"}, (char[]){"9"}, (char[]){"--config"}, path};
    struct settings settings;
    bool good = options_parse(&settings, VERB_SERVE, 4, words);
    unlink(path);
    assert_true(good && settings.turns == 9 && settings.players == 2);
}

/* -- the thinker's moments -- */

static void test_moments_are_in_order(void **state)
{
    (void)state;
    struct thinker_question question = {.came_at = 5000, .timeout = 1000000};
    assert_true(question.came_at < thinker_stop_at(&question));
    assert_true(thinker_stop_at(&question) < thinker_answer_at(&question));
    assert_true(thinker_answer_at(&question) < thinker_late_at(&question));
    assert_true(thinker_late_at(&question) < question.came_at + question.timeout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_segments),
        cmocka_unit_test(test_init_is_read_in_both_shapes),
        cmocka_unit_test(test_bad_inits_are_refused),
        cmocka_unit_test(test_init_is_printed),
        cmocka_unit_test(test_probabilities_are_whole),
        cmocka_unit_test(test_turn_lines),
        cmocka_unit_test(test_bad_turn_lines_are_refused),
        cmocka_unit_test(test_tracker_remembers_gems_and_keys),
        cmocka_unit_test(test_tracker_follows_rounds_and_gaps),
        cmocka_unit_test(test_fen_comes_back),
        cmocka_unit_test(test_corners_are_drawn),
        cmocka_unit_test(test_table_counts),
        cmocka_unit_test(test_config),
        cmocka_unit_test(test_options_win_over_config),
        cmocka_unit_test(test_moments_are_in_order),
    };
    return cmocka_run_group_tests_name("gems over TCP: parts", tests, NULL, NULL);
}
