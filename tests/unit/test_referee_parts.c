/* The small parts of the referee, one by one: words, what engines say of their search, clocks, the schedule,
 * openings. */
#include "tests/support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/referee/clock.h"
#include "adapters/referee/draw.h"
#include "adapters/referee/info.h"
#include "adapters/referee/openings.h"
#include "adapters/referee/packet.h"
#include "adapters/referee/schedule.h"
#include "adapters/referee/words.h"

/* -- words -- */

static void test_numbers(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "-",
                                      "+5",
                                      " 5",
                                      "5 ",
                                      "5x",
                                      "0x10",
                                      "1e3",
                                      "11",
                                      "-11",
                                      "9223372036854775808",
                                      "99999999999999999999999"};
    int64_t number = 77;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(wire_number_parse(bad[i], -10, 10, &number));
    assert_int_equal(number, 77);
    assert_true(wire_number_parse("-10", -10, 10, &number) && number == -10);
    assert_true(wire_number_parse("007", -10, 10, &number) && number == 7);
    assert_true(wire_number_parse("9223372036854775807", 0, INT64_MAX, &number) && number == INT64_MAX);
}

static void test_seconds(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        int64_t microseconds;
    } rows[] = {{"1", 1000000}, {"0.25", 250000}, {"1:30", 90000000}, {"0:00.001", 1000}, {"100", 100000000}};
    const char *end;
    int64_t microseconds;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(seconds_parse(rows[i].word, &microseconds, &end));
        assert_int_equal(microseconds, rows[i].microseconds);
        assert_string_equal(end, "");
    }
    assert_false(seconds_parse("", &microseconds, &end));
    assert_false(seconds_parse("-1", &microseconds, &end));
    assert_false(seconds_parse("1e300", &microseconds, &end));
}

static void test_quoted_words(void **state)
{
    (void)state;
    char text[] = "  one 'two three' \"four \\\"five\\\"\" si\\ x 'a'\"b\" '' ";
    static const char *const wanted[] = {"one", "two three", "four \"five\"", "si x", "ab", ""};
    const char *words[8];
    assert_int_equal(words_split_quoted(text, words, 8), 6);
    for (int i = 0; i < 6; i++)
        assert_string_equal(words[i], wanted[i]);
    char open[] = "a 'b", many[] = "a b c";
    assert_int_equal(words_split_quoted(open, words, 8), -1);
    assert_int_equal(words_split_quoted(many, words, 2), -1);
}

static void test_moves_are_words(void **state)
{
    (void)state;
    assert_true(word_is_move("a1") && word_is_move("downright") && word_is_move("abcdefghijklmno"));
    assert_false(word_is_move("") || word_is_move("a-1") || word_is_move("abcdefghijklmnop") ||
                 word_is_move("a\n"));
}

static struct info info_of(const char *text)
{
    char line[256];
    struct info info = {0};
    snprintf(line, sizeof line, "%s", text);
    info_read(&info, line);
    return info;
}

static void test_info(void **state)
{
    (void)state;
    struct info info =
        info_of("depth 7 seldepth 9 multipv 1 score cp -31 nodes 1234 nps 5 hashfull 0 time 12 pv a1 b2");
    assert_true(info.depth == 7 && info.nodes == 1234 && info.time_ms == 12);
    assert_true(info.kind == SCORE_CP && info.score == -31);
    assert_int_equal(info_of("score mate -3 proven").kind, SCORE_MATE);
    assert_int_equal(info_of("score wp 500000").score, 500000);
    assert_int_equal(info_of("score pts 17 lowerbound").score, 17);
    assert_int_equal(info_of("pv depth 9").depth, 0);
    assert_int_equal(info_of("string score cp 5").kind, SCORE_NONE);
    assert_int_equal(info_of("depth").depth, 0);
    assert_int_equal(info_of("score cp").score, 0);
    assert_int_equal(info_of("score").kind, SCORE_NONE);
    assert_int_equal(info_of("depth 99999999999999999999 nodes 5").nodes, 5);
}

/* -- clocks -- */

static const char *go_of(const struct clock clocks[2], const struct limits *one, const struct limits *two,
                         int seat, enum greeting greeting)
{
    static char line[256];
    const struct limits *limits[2] = {one, two};
    clock_print_go(clocks, limits, seat, greeting, false, line, sizeof line);
    return line;
}

static void test_go_words(void **state)
{
    (void)state;
    const struct limits fischer = {.base = 10000000, .increment = 100000}, fixed = {.move_time = 250000};
    const struct limits control = {.base = 60000000, .moves_to_go = 40}, both = {.depth = 5, .nodes = 1000};
    struct clock clocks[2] = {clock_start(&fischer), clock_start(&control)};
    clocks[1].moves = 41;
    assert_string_equal(go_of(clocks, &fischer, &control, 0, GREETING_UGI),
                        "go p1time 10100 p2time 60000 p1inc 100 p2inc 0\n");
    assert_string_equal(go_of(clocks, &fischer, &control, 1, GREETING_UCI),
                        "go wtime 10100 btime 60000 winc 100 binc 0 movestogo 39\n");
    assert_string_equal(go_of(clocks, &fixed, &fischer, 0, GREETING_UGI), "go movetime 250\n");
    assert_string_equal(go_of(clocks, &fischer, &both, 1, GREETING_UGI), "go depth 5 nodes 1000\n");
    assert_string_equal(go_of(clocks, &fischer, NULL, 0, GREETING_UGI), "go p1time 10100 p1inc 100\n");
}

static void test_clock_is_charged(void **state)
{
    (void)state;
    const struct limits limits = {.base = 1000000, .increment = 100000, .margin = 50000};
    struct clock clock = clock_start(&limits);
    assert_int_equal(clock.left, 1100000);
    assert_int_equal(clock_patience(&clock, &limits), 1150000);
    assert_true(clock_charge(&clock, &limits, 600000));
    assert_int_equal(clock.left, 600000);
    /* Within the margin: nothing left but the increment. */
    assert_true(clock_charge(&clock, &limits, 640000));
    assert_int_equal(clock.left, 100000);
    assert_false(clock_charge(&clock, &limits, 150001));
}

static void test_control_comes_again(void **state)
{
    (void)state;
    const struct limits limits = {.base = 1000000, .moves_to_go = 2};
    struct clock clock = clock_start(&limits);
    assert_true(clock_charge(&clock, &limits, 300000));
    assert_int_equal(clock.left, 700000);
    assert_true(clock_charge(&clock, &limits, 300000));
    assert_int_equal(clock.left, 1400000);
    assert_false(clock_charge(&clock, &limits, 1400001));
}

static void test_without_clock_the_deadline_rules(void **state)
{
    (void)state;
    const struct limits limits = {.nodes = 5, .deadline = 7000000};
    struct clock clock = clock_start(&limits);
    assert_false(clock_rules(&limits));
    assert_int_equal(clock_patience(&clock, &limits), 7000000);
    assert_true(clock_charge(&clock, &limits, 99000000)); /* who is late has failed before */
}

/* -- the schedule -- */

static void test_round_robin_is_complete(void **state)
{
    (void)state;
    const struct settings settings = {
        .entrant_count = 5, .rounds = 3, .games = 2, .repeat = true, .openings.start = 4};
    int met[5][5] = {{0}};
    assert_int_equal(schedule_count(&settings, 2), 3 * 10 * 2);
    for (int64_t id = 1; id <= 60; id++) {
        struct fixture fixture = schedule_fixture(&settings, 2, id);
        met[fixture.first][fixture.second]++;
        assert_int_equal(fixture.id, id);
        assert_int_equal(fixture.pair, (id + 1) / 2);
        assert_int_equal(fixture.round, (id - 1) / 20 + 1);
        assert_int_equal(fixture.opening, fixture.round + 3);
        if (id % 2 == 0) {
            struct fixture other = schedule_fixture(&settings, 2, id - 1);
            assert_true(other.first == fixture.second && other.second == fixture.first);
        }
    }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            assert_int_equal(met[i][j], i == j ? 0 : 3);
}

static void test_gauntlet(void **state)
{
    (void)state;
    const struct settings settings = {.entrant_count = 4,
                                      .rounds = 2,
                                      .games = 1,
                                      .repeat = true,
                                      .tournament = GAUNTLET,
                                      .openings.start = 1};
    assert_int_equal(schedule_count(&settings, 2), 6);
    for (int64_t id = 1; id <= 6; id++) {
        struct fixture fixture = schedule_fixture(&settings, 2, id);
        int second_round = id > 3; /* with one game the rounds swap sides */
        assert_int_equal(second_round ? fixture.second : fixture.first, 0);
        assert_int_equal(second_round ? fixture.first : fixture.second, (id - 1) % 3 + 1);
    }
}

static void test_norepeat_gives_each_game_its_opening(void **state)
{
    (void)state;
    const struct settings settings = {.entrant_count = 2, .rounds = 3, .games = 2, .openings.start = 1};
    for (int64_t id = 1; id <= 6; id++)
        assert_int_equal(schedule_fixture(&settings, 2, id).opening, id);
}

static void test_alone_everybody_plays_every_start(void **state)
{
    (void)state;
    const struct settings settings = {
        .entrant_count = 3, .rounds = 2, .games = 2, .repeat = true, .openings.start = 1};
    assert_int_equal(schedule_count(&settings, 1), 6);
    for (int64_t id = 1; id <= 6; id++) {
        struct fixture fixture = schedule_fixture(&settings, 1, id);
        assert_int_equal(fixture.first, (id - 1) % 3);
        assert_int_equal(fixture.second, -1);
        assert_int_equal(fixture.opening, (id - 1) / 3 + 1);
        assert_int_equal(fixture.pair, fixture.round);
    }
}

/* -- openings and draws -- */

static void expect_setup(const struct settings *settings, int64_t number, const char *wanted,
                         const char *moves)
{
    struct openings openings;
    const char *given;
    assert_true(openings_load(&openings, settings));
    char *setup = openings_setup(&openings, number, &given);
    assert_string_equal(setup, wanted);
    if (moves == NULL)
        assert_null(given);
    else
        assert_string_equal(given, moves);
    free(setup);
    openings_free(&openings);
}

static void test_setups(void **state)
{
    (void)state;
    struct settings settings = {.game = "konane rows=6 cols=6", .openings = {.seed_first = 1}};
    expect_setup(&settings, 9, "newgame konane rows=6 cols=6\n", NULL);
    settings.openings.seed_first = 5, settings.openings.seed_last = 7;
    settings.game = "hand deal=course";
    expect_setup(&settings, 4, "newgame hand deal=course seed=5\n", NULL);
    settings.openings.key = "map";
    settings.game = "gems fen EE/EE 1";
    expect_setup(&settings, 2, "newgame gems\nposition fen EE/EE 1 map=6\n", NULL);
}

static void test_the_other_word_for_a_seed(void **state)
{
    (void)state;
    struct settings settings = {.game = "pile", .openings = {.seed_first = 1}};
    struct openings openings;
    const char *moves;
    assert_true(openings_load(&openings, &settings));
    assert_false(openings_other_key(&openings)); /* no seeds */
    settings.openings.seed_last = 7;
    assert_true(openings_other_key(&openings));
    assert_false(openings_other_key(&openings)); /* nor a third */
    char *setup = openings_setup(&openings, 3, &moves);
    assert_string_equal(setup, "newgame pile dice=3\n");
    free(setup);
    settings.openings.key = "map";
    assert_true(openings_load(&openings, &settings));
    assert_false(openings_other_key(&openings));
    openings_free(&openings);
}

static void test_file_of_openings(void **state)
{
    (void)state;
    char path[] = "/tmp/panj-openings-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    fputs("# three\n\n  12 1\r\n13 2 moves t1 t2\n14 1 moves\n", file);
    fclose(file);
    struct settings settings = {.game = "pile", .openings = {.file = path, .seed_first = 1}};
    expect_setup(&settings, 1, "newgame pile\nposition fen 12 1\n", NULL);
    expect_setup(&settings, 5, "newgame pile\nposition fen 13 2\n", " t1 t2");
    expect_setup(&settings, 3, "newgame pile\nposition fen 14 1\n", "");
    settings.openings.order = ORDER_RANDOM;
    int seen = 0;
    for (settings.seed = 0; settings.seed < 40; settings.seed++) {
        struct openings openings;
        const char *moves;
        assert_true(openings_load(&openings, &settings));
        char *setup = openings_setup(&openings, 1, &moves);
        seen |= 1 << (strstr(setup, "fen 1")[5] - '2');
        free(setup);
        openings_free(&openings);
    }
    assert_int_equal(seen, 7); /* every line comes first for some seed */
    remove(path);
}

static void test_draws_are_fair_and_fixed(void **state)
{
    (void)state;
    int64_t count[6] = {0}, draws = check_scaled(60000);
    for (int64_t i = 0; i < draws; i++) {
        int64_t drawn = draw_below(1, 2, (uint64_t)i, 6);
        assert_int_equal(drawn, draw_below(1, 2, (uint64_t)i, 6));
        count[drawn]++;
    }
    double expected = (double)draws / 6, distance = 0;
    for (int face = 0; face < 6; face++)
        distance += ((double)count[face] - expected) * ((double)count[face] - expected) / expected;
    assert_true(distance < 20.5); /* chi square of five, one in a thousand */
}

/* -- a game as text -- */

static void test_a_game_travels_as_it_is(void **state)
{
    (void)state;
    struct ply plies[] = {
        {.word = "a1", .mover = MOVER_OPENING},
        {.word = "r6", .mover = MOVER_CHANCE},
        {.word = "b1b3", .mover = 1, .elapsed = 51000, .info = {4, 1200, 51, -13, SCORE_CP}}};
    struct record record = {.fixture = {.id = 7},
                            .start = "bw/wb 1",
                            .plies = plies,
                            .ply_count = 3,
                            .opening_plies = 1,
                            .outcome = OUTCOME_LOSS,
                            .verdict = VERDICT_CRASH,
                            .reason = "100 %\nof it",
                            .score = "5 3",
                            .latency = {120, -1},
                            .incident_count = 1};
    record.incidents[0] =
        (struct incident){.entrant = 1, .verdict = VERDICT_CRASH, .what = "it ended", .transcript = "a\nb"};
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    packet_write(out, &record);
    fclose(out);
    char *at = text;
    struct record read;
    assert_true(packet_read(&at, &read));
    assert_string_equal(at, "");
    assert_int_equal(read.fixture.id, 7);
    assert_string_equal(read.start, "bw/wb 1");
    assert_string_equal(read.reason, "100 %\nof it");
    assert_string_equal(read.score, "5 3");
    assert_true(read.outcome == OUTCOME_LOSS && read.verdict == VERDICT_CRASH && read.opening_plies == 1);
    assert_true(read.latency[0] == 120 && read.latency[1] == -1 && read.ply_count == 3);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(read.plies[i].word, plies[i].word);
        assert_int_equal(read.plies[i].mover, plies[i].mover);
    }
    assert_true(read.plies[2].elapsed == 51000 && read.plies[2].info.score == -13 &&
                read.plies[2].info.nodes == 1200);
    assert_string_equal(read.incidents[0].what, "it ended");
    assert_string_equal(read.incidents[0].transcript, "a\nb");
    packet_free(&read);
    free(text);
}

static void test_what_is_no_game_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "end\n",
                                      "game 1 0 1 1 0 0\n",
                                      "game 0 0 1 1 0 0\nend\n",
                                      "game 1 0 4 1 0 0\nend\n",
                                      "game 1 0 1 0 0 0\nend\n",
                                      "game 1 0 1 1 0\nend\n",
                                      "game 1 0 1 1 0 0 0\nend\n",
                                      "game 1 2 1 1 0 0\nply a1 0 0 0 0 0 0 0\nend\n",
                                      "game 1 0 1 1 0 0\nply a1 2 0 0 0 0 0 0\nend\n",
                                      "game 1 0 1 1 0 0\nply a1\nend\n",
                                      "game 1 0 1 1 0 0\nwhat x\nend\n",
                                      "game 1 0 1 1 0 0\nincident 0 5\nend\n",
                                      "game 1 0 1 1 0 0\ncommand rm\nend\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char *text = strdup(bad[i]), *at = text;
        struct record record;
        assert_false(packet_read(&at, &record));
        packet_free(&record);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_seconds),
        cmocka_unit_test(test_quoted_words),
        cmocka_unit_test(test_moves_are_words),
        cmocka_unit_test(test_info),
        cmocka_unit_test(test_go_words),
        cmocka_unit_test(test_clock_is_charged),
        cmocka_unit_test(test_control_comes_again),
        cmocka_unit_test(test_without_clock_the_deadline_rules),
        cmocka_unit_test(test_round_robin_is_complete),
        cmocka_unit_test(test_gauntlet),
        cmocka_unit_test(test_norepeat_gives_each_game_its_opening),
        cmocka_unit_test(test_alone_everybody_plays_every_start),
        cmocka_unit_test(test_setups),
        cmocka_unit_test(test_the_other_word_for_a_seed),
        cmocka_unit_test(test_file_of_openings),
        cmocka_unit_test(test_draws_are_fair_and_fixed),
        cmocka_unit_test(test_a_game_travels_as_it_is),
        cmocka_unit_test(test_what_is_no_game_is_refused),
    };
    return cmocka_run_group_tests_name("referee parts", tests, NULL, NULL);
}
