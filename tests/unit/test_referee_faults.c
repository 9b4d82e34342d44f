/* Engines that misbehave, by tests/faults: who is to blame, what the clock says, and that the referee stays small. */
#define _GNU_SOURCE
#include "tests/support/check.h"
#include "tests/support/match_room.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* -- who is to blame -- */

static const struct {
    const char *fault;
    const char *verdict; /* of a game against an honest engine; "rules": it gets away with it */
} blames[] = {
    {"crash", "crash"},          {"exit", "crash"},
    {"hang", "stall"},           {"illegal", "illegal"},
    {"junk_move", "illegal"},    {"no_move", "illegal"},
    {"resign", "illegal"},       {"flood", "protocol"},
    {"long_line", "protocol"},   {"loris", "stall"},
    {"half_exit", "crash"},      {"half_hang", "stall"},
    {"twice", "protocol"},       {"wrong_result", "protocol"},
    {"wrong_over", "protocol"},  {"ignore_quit", "rules"},
    {"exit_early", "crash"},     {"hang_early", "stall"},
    {"flood_early", "protocol"}, {"never_ready", "stall"},
    {"junk", "rules"},           {"deaf", "stall"},
    {"mute", "crash"},           {"brood", "crash"},
    {"padded", "rules"},
};
enum { BLAMES = sizeof blames / sizeof blames[0] };

static const char *blame_of(const char *name)
{
    for (int i = 0; i < BLAMES; i++)
        if (strcmp(blames[i].fault, name) == 0)
            return blames[i].verdict;
    fail_msg("no engine is called %s", name);
    return NULL;
}

/* On a machine too busy to let it talk fast, an engine that floods runs out of time instead. */
static bool is_flood_too_slow(const char *fault, const char *verdict)
{
    bool floods = strncmp(fault, "flood", 5) == 0 || strcmp(fault, "long_line") == 0;
    return floods && strcmp(verdict, "stall") == 0;
}

static void check_blame(const char *line)
{
    char first[256], second[256], verdict[256], result[256];
    json_field(line, "first", first);
    json_field(line, "second", second);
    bool honest_first = strcmp(first, "honest") == 0;
    const char *fault = honest_first ? second : first;
    const char *wanted = blame_of(fault);
    json_field(line, "verdict", verdict);
    if (strcmp(verdict, wanted) != 0 && !is_flood_too_slow(fault, verdict))
        fail_msg("not %s: %s", wanted, line);
    if (strcmp(wanted, "rules") != 0)
        assert_string_equal(json_field(line, "result", result), honest_first ? "1-0" : "0-1");
}

static void compose_gauntlet(char options[COMMAND_ROOM], const char *rest)
{
    strcpy(options, "-engine cmd=\"$pile play=best\" name=honest");
    for (int i = 0; i < BLAMES; i++)
        snprintf(options + strlen(options), 200,
                 " -engine cmd=\"$pile fault=%s at=2 after=$dir/%s\" name=%s restart=on", blames[i].fault,
                 blames[i].fault, blames[i].fault);
    snprintf(options + strlen(options), 400, " -game pile stones=9 -tournament gauntlet %s", rest);
}

static void test_every_fault_has_its_verdict(void **state)
{
    const struct match_room *room = *state;
    char options[COMMAND_ROOM];
    compose_gauntlet(options, "-concurrency 20 -deadline 5 -db $dir/match.db");
    assert_int_equal(run_match(room, options), 0);
    char *text = export_match(room, "match.db");
    assert_int_equal(count_lines_with(text, "\"type\":\"game\""), 2 * BLAMES);
    char *rest = NULL;
    strtok_r(text, "\n", &rest);
    for (char *line; (line = strtok_r(NULL, "\n", &rest)) != NULL;)
        check_blame(line);
    free(text);
    assert_nobody_is_left(room);
}

/* A typing error costs no game: nothing is played, and nothing is in the store. */
static void test_an_engine_that_never_greets_ends_the_match(void **state)
{
    const struct match_room *room = *state;
    static const struct {
        const char *command, *said;
    } rows[] = {{"./nope", "engine bad: ./nope: cannot be started: No such file or directory"},
                {"$pile fault=exit_early", "engine bad: ended: exit status 1"},
                {"$pile fault=hang_early", "engine bad: no ugiok after"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char options[512], store[128];
        snprintf(options, sizeof options,
                 "-engine cmd=\"$pile\" name=good -engine cmd=\"%s\" name=bad -game pile -rounds 10000"
                 " -deadline 0.3 -db $dir/match.db",
                 rows[i].command);
        assert_int_equal(run_match(room, options), 1);
        char *text = read_file(room, "err");
        assert_non_null(strstr(text, rows[i].said));
        free(text);
        text = read_file(room, "out");
        assert_string_equal(text, "");
        free(text);
        snprintf(store, sizeof store, "%s/match.db", room->folder);
        assert_int_equal(access(store, F_OK), -1);
    }
    assert_nobody_is_left(room);
}

static void test_without_a_tryout_it_loses_its_games(void **state)
{
    const struct match_room *room = *state;
    static const char *const commands[] = {"./nope", "$pile fault=exit_early", "$pile fault=hang_early"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char options[512];
        snprintf(
            options, sizeof options,
            "-engine cmd=\"$pile\" name=good -engine cmd=\"%s\" name=bad deadline=0.3 -game pile -notryout"
            " -db $dir/match%zu.db",
            commands[i], i);
        assert_int_equal(run_match(room, options), 0);
        char store[32];
        snprintf(store, sizeof store, "match%zu.db", i);
        char *text = export_match(room, store);
        assert_int_equal(count_lines_with(text, "\"first\":\"good\",\"second\":\"bad\",\"result\":\"1-0\""),
                         1);
        assert_int_equal(count_lines_with(text, "\"first\":\"bad\",\"second\":\"good\",\"result\":\"0-1\""),
                         1);
        free(text);
    }
    assert_nobody_is_left(room);
}

static void test_incidents_can_be_seen_again(void **state)
{
    const struct match_room *room = *state;
    assert_int_equal(run_match(room,
                               "-engine cmd=\"$pile\" name=good -engine cmd=\"$pile fault=illegal\" name=bad"
                               " option.Salt=3 -game pile stones=9 -strict"),
                     1);
    char *text = read_file(room, "out");
    char *command = strstr(text, "    printf ");
    assert_non_null(command);
    command[strcspn(command, "\n")] = '\0';
    assert_non_null(strstr(command, "setoption name Salt value 3\\n"));
    FILE *script = open_file(room, "script", "w");
    fprintf(script, "%s >%s/answers\n", command, room->folder);
    fclose(script);
    char run[128];
    snprintf(run, sizeof run, "sh %s/script", room->folder);
    assert_int_equal(run_shell(run), 0);
    char *answers = read_file(room, "answers");
    assert_non_null(strstr(answers, "\nbestmove t9\n"));
    free(answers);
    free(text);
}

static void test_both_deny_the_truth(void **state)
{
    const struct match_room *room = *state;
    assert_int_equal(
        run_match(room, "-engine cmd=\"$pile fault=wrong_result\" name=A"
                        " -engine cmd=\"$pile fault=wrong_result\" name=B -game pile -db $dir/match.db"),
        0);
    char *text = export_match(room, "match.db");
    assert_int_equal(count_lines_with(text, "\"result\":\"*\",\"verdict\":\"void\""), 2);
    free(text);
    text = read_file(room, "out");
    assert_non_null(strstr(text, "both players deny"));
    assert_non_null(strstr(text, "A against B: 0 won, 0 lost, 0 drawn"));
    free(text);
}

/* -- clocks -- */

/* All four at once, since each waits for its clock. */
static void test_clocks_rule(void **state)
{
    const struct match_room *room = *state;
    static const char *const limits[] = {"st=1", "tc=1", "tc=10/1", "tc=0.9+0.1"};
    enum { LIMITS = sizeof limits / sizeof limits[0] };
    pid_t matches[LIMITS];
    for (size_t i = 0; i < LIMITS; i++) {
        char options[512];
        snprintf(options, sizeof options,
                 "-engine cmd=\"$pile\" name=quick -engine cmd=\"$pile delay=20000\" name=slow -each %s "
                 "timemargin=1000 -game pile -games 1 -db $dir/%zu.db",
                 limits[i], i);
        matches[i] = start_match(room, options);
    }
    for (size_t i = 0; i < LIMITS; i++) {
        char name[16], verdict[256];
        int status = -1;
        assert_int_equal(waitpid(matches[i], &status, 0), matches[i]);
        assert_int_equal(status, 0);
        snprintf(name, sizeof name, "%zu.db", i);
        char *text = export_match(room, name);
        const char *game = strchr(text, '\n') + 1;
        assert_string_equal(json_field(game, "verdict", verdict), "time");
        assert_string_equal(json_field(game, "result", verdict), "1-0");
        free(text);
    }
}

/* -- staying small -- */

static long memory_of_match(const struct match_room *room, int rounds)
{
    char options[COMMAND_ROOM];
    snprintf(options, sizeof options,
             "-engine cmd=\"$pile play=best\" name=honest -engine cmd=\"$pile fault=crash\" name=X"
             " -engine cmd=\"$pile fault=flood\" name=Y"
             " -engine cmd=\"$pile fault=exit_early after=$dir/Z%d\" name=Z restart=on -game pile stones=9"
             " -tournament gauntlet -concurrency 4 -deadline 0.3 -quiet -rounds %d",
             rounds, rounds);
    pid_t pid = start_match(room, options);
    int status;
    struct rusage usage;
    assert_int_equal(wait4(pid, &status, 0, &usage), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return usage.ru_maxrss;
}

static void test_memory_stays_flat(void **state)
{
    const struct match_room *room = *state;
    if (strstr(room->referee, "referee-") != NULL)
        skip(); /* a sanitizer keeps freed memory for a while */
    long few = memory_of_match(room, 2), many = memory_of_match(room, 2 + (int)check_scaled(20));
    assert_true(many <
                few + 4096); /* kilobytes; ten times the games, each with its row in the store in memory */
    assert_nobody_is_left(room);
}

static void test_bad_command_lines(void **state)
{
    const struct match_room *room = *state;
    static const char *const lines[] = {"",
                                        "-engine",
                                        "-engine name=A",
                                        "-engine cmd=x -engine cmd=y -rounds 0",
                                        "-engine cmd=x tc=abc",
                                        "-engine cmd=x tc=0",
                                        "-engine cmd=x st=-1",
                                        "-engine cmd=x nodes=1e9",
                                        "-engine cmd=x what=1",
                                        "-rounds 5",
                                        "-engine cmd=x -games 3",
                                        "-engine cmd=x -sprt elo0=5 elo1=5",
                                        "-engine cmd=x -sprt alpha=2",
                                        "-engine cmd=x -openings order=best",
                                        "-engine cmd=x -openings seeds=5..1",
                                        "-engine cmd=x -engine cmd=y -what",
                                        "-engine cmd=x proto=xboard",
                                        "-engine cmd='\"x'",
                                        "-engine cmd=x -concurrency 65",
                                        "-engine cmd=x extra",
                                        "-engine cmd=x -engin panj",
                                        "-engine cmd=x -engine cmd=y -engine cmd=z -sprt elo0=0 elo1=5",
                                        "-engine person -engine cmd=x -concurrency 2"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        int status = run_match(room, lines[i]);
        char *text = read_file(room, "err");
        if (status != 2)
            fail_msg("status %d for: %s\n%s", status, lines[i], text);
        assert_non_null(strstr(text, "panj-referee: "));
        free(text);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, match_room_open, match_room_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_every_fault_has_its_verdict),
        TEST(test_an_engine_that_never_greets_ends_the_match),
        TEST(test_without_a_tryout_it_loses_its_games),
        TEST(test_incidents_can_be_seen_again),
        TEST(test_both_deny_the_truth),
        TEST(test_clocks_rule),
        TEST(test_memory_stays_flat),
        TEST(test_bad_command_lines),
    };
    return cmocka_run_group_tests_name("referee faults", tests, NULL, NULL);
}
