/* Whole matches, by the program itself, between engines of tests/faults: what is played, what is kept, who is
 * to blame, and that nothing is lost or left behind. */
#define _GNU_SOURCE
#include "tests/support/check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COMMAND_ROOM = 16384, LINE_ROOM = 16384 };

/* A folder of its own, and a mark by which this test's processes are known. */
struct match_room {
    char folder[64];
    char referee[128];
    char pile[128];
    int mark;
};

static pid_t start_shell(const char *command)
{
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    return pid;
}

static int run_shell(const char *command)
{
    int status = -1;
    waitpid(start_shell(command), &status, 0);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int set_up(void **state)
{
    struct match_room *room = test_calloc(1, sizeof *room);
    const char *panj = getenv("PANJ"), *faults = getenv("FAULTS");
    panj = panj == NULL ? "./panj" : panj;
    snprintf(room->referee, sizeof room->referee, "./panj-referee%s", panj + strlen("./panj"));
    snprintf(room->pile, sizeof room->pile, "%s/pile", faults == NULL ? "build/release/faults" : faults);
    strcpy(room->folder, "/tmp/panj-referee-XXXXXX");
    room->mark = (int)getpid() * 100 + (int)(random() % 100);
    *state = room;
    return mkdtemp(room->folder) == NULL;
}

static int tear_down(void **state)
{
    struct match_room *room = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", room->folder);
    int status = run_shell(command);
    test_free(room);
    return status;
}

/* The command line of a match: `options` may speak of $pile (the engine), $mark and $dir. */
static void compose(const struct match_room *room, const char *options, char command[COMMAND_ROOM])
{
    int length = snprintf(command, COMMAND_ROOM,
                          "pile='%s salt=%d'; dir=%s; exec %s -arbiter cmd=\"$pile\" %s >$dir/out 2>$dir/err",
                          room->pile, room->mark, room->folder, room->referee, options);
    assert_true(length < COMMAND_ROOM);
}

static int run_match(const struct match_room *room, const char *options)
{
    char command[COMMAND_ROOM];
    compose(room, options, command);
    return run_shell(command);
}

/* `VERB $dir/match.db REST` with output to $dir/said. */
static int run_verb(const struct match_room *room, const char *verb, const char *rest)
{
    char command[1024];
    snprintf(command, sizeof command, "pile=%s; dir=%s; exec %s %s %s >$dir/said 2>$dir/err", room->pile,
             room->folder, room->referee, verb, rest);
    return run_shell(command);
}

static FILE *open_file(const struct match_room *room, const char *name, const char *mode)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", room->folder, name);
    FILE *file = fopen(path, mode);
    assert_non_null(file);
    return file;
}

static char *read_file(const struct match_room *room, const char *name)
{
    FILE *file = open_file(room, name, "r");
    char *text = NULL;
    size_t size = 0;
    if (getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = calloc(1, 1);
    }
    fclose(file);
    assert_non_null(text);
    return text;
}

static char *export_match(const struct match_room *room, const char *name)
{
    char rest[128];
    snprintf(rest, sizeof rest, "%s/%s", room->folder, name);
    assert_int_equal(run_verb(room, "export", rest), 0);
    return read_file(room, "said");
}

/* Copies what stands after "key": in one line of JSON, up to the next comma or quote. */
static const char *field(const char *line, const char *key, char room[256])
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(line, quoted);
    assert_non_null(at);
    at += strlen(quoted);
    bool string = *at == '"';
    size_t length = strcspn(at + string, string ? "\"" : ",}");
    assert_true(length < 256);
    memcpy(room, at + string, length);
    room[length] = '\0';
    return room;
}

static int count_lines_with(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

/* Processes whose command line holds this room's mark. */
static int count_processes(const struct match_room *room)
{
    char wanted[32];
    int count = 0;
    snprintf(wanted, sizeof wanted, "salt=%d", room->mark);
    DIR *directory = opendir("/proc");
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[300], text[512];
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        int file = open(path, O_RDONLY);
        ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
        if (file >= 0)
            close(file);
        for (ssize_t i = 0; i < length; i++)
            text[i] = text[i] == '\0' ? ' ' : text[i];
        text[length > 0 ? length : 0] = '\0';
        count += strstr(text, wanted) != NULL;
    }
    closedir(directory);
    return count;
}

static void assert_nobody_is_left(const struct match_room *room)
{
    for (int i = 0; i < 3000 && count_processes(room) > 0; i++)
        usleep(10000);
    assert_int_equal(count_processes(room), 0);
}

/* -- a golden match -- */

/* The game and its players once more, as tests/faults/pile.c tells them in words. */
struct twin {
    int64_t stones;
    int side;
    int64_t score[2];
    int plies;
    char moves[4096];
};

static int64_t twin_choice(int64_t stones, uint64_t salt)
{
    uint64_t hash = ((uint64_t)stones * 2654435761u + salt) * UINT64_C(0x9E3779B97F4A7C15);
    int64_t limit = stones < 3 ? stones : 3;
    return 1 + (int64_t)((hash >> 33) % (uint64_t)limit);
}

static struct twin twin_play(int64_t stones, const uint64_t salts[2])
{
    struct twin twin = {.stones = stones};
    while (twin.stones > 0) {
        int64_t taken = twin_choice(twin.stones, salts[twin.side]);
        twin.score[twin.side] += twin.stones % 3 == 0 ? 3 : 1;
        twin.stones -= taken;
        twin.side = 1 - twin.side;
        snprintf(twin.moves + strlen(twin.moves), 16, "%s\"t%d\"", twin.plies++ > 0 ? "," : "", (int)taken);
    }
    return twin;
}

/* Game `id`: pairs have one opening, the second game of a pair is played with sides swapped. */
static void twin_line(int id, char line[LINE_ROOM])
{
    int round = (id + 1) / 2;
    bool swapped = id % 2 == 0;
    const uint64_t salts[2] = {swapped ? 7 : 5, swapped ? 5 : 7};
    int64_t stones = 19 + round;
    struct twin twin = twin_play(stones, salts);
    snprintf(
        line, LINE_ROOM,
        "{\"type\":\"game\",\"id\":%d,\"round\":%d,\"game\":\"pile\",\"start\":\"%" PRId64 " 1 0 0 0 take=3 "
        "players=2\",\"first\":\"%s\",\"second\":\"%s\",\"result\":\"%s\",\"verdict\":\"rules\","
        "\"reason\":\"pile_is_empty\",\"moves\":[%s],\"opening\":0,\"score\":[%" PRId64 ",%" PRId64
        "],\"plies\":%d,\"pair\":%d,\"opening_number\":%d}\n",
        id, round, stones, swapped ? "seven" : "five", swapped ? "five" : "seven",
        twin.side == 1 ? "1-0" : "0-1", twin.moves, twin.score[0], twin.score[1], twin.plies, round, round);
}

static uint64_t checksum(const char *text)
{
    uint64_t sum = UINT64_C(14695981039346656037); /* FNV-1a */
    for (; *text != '\0'; text++)
        sum = (sum ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return sum;
}

static void test_golden_match(void **state)
{
    const struct match_room *room = *state;
    FILE *openings = open_file(room, "openings", "w");
    fputs("# piles of 20 to 119\n\n", openings);
    for (int stones = 20; stones < 120; stones++)
        fprintf(openings, "%d 1\n", stones);
    fclose(openings);
    assert_int_equal(
        run_match(room, "-engine cmd=\"$pile salt=5\" name=five -engine cmd=\"$pile salt=7\" name=seven"
                        " -game pile -openings file=$dir/openings -rounds 100 -concurrency 3"
                        " -db $dir/match.db"),
        0);
    char *text = export_match(room, "match.db");
    uint64_t sum = checksum(text);
    char *line = text + strcspn(text, "\n") + 1;
    for (int id = 1; id <= 200; id++) {
        char wanted[LINE_ROOM];
        twin_line(id, wanted);
        size_t length = strcspn(line, "\n") + 1;
        assert_int_equal(length, strlen(wanted));
        assert_memory_equal(line, wanted, length);
        line += length;
    }
    assert_string_equal(line, "");
    assert_int_equal(sum, UINT64_C(0x2b32c1619787fb93));
    free(text);
    assert_nobody_is_left(room);
}

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
    field(line, "first", first);
    field(line, "second", second);
    bool honest_first = strcmp(first, "honest") == 0;
    const char *fault = honest_first ? second : first;
    const char *wanted = blame_of(fault);
    field(line, "verdict", verdict);
    if (strcmp(verdict, wanted) != 0 && !is_flood_too_slow(fault, verdict))
        fail_msg("not %s: %s", wanted, line);
    if (strcmp(wanted, "rules") != 0)
        assert_string_equal(field(line, "result", result), honest_first ? "1-0" : "0-1");
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
    compose_gauntlet(options, "-concurrency 8 -deadline 5 -db $dir/match.db");
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

static void test_clocks_rule(void **state)
{
    const struct match_room *room = *state;
    static const char *const limits[] = {"st=1", "tc=1", "tc=10/1", "tc=0.9+0.1"};
    for (size_t i = 0; i < 4; i++) {
        char options[512];
        snprintf(options, sizeof options,
                 "-engine cmd=\"$pile\" name=quick -engine cmd=\"$pile delay=20000\" name=slow -each %s "
                 "timemargin=1000"
                 " -game pile -games 1 -db $dir/%zu.db",
                 limits[i], i);
        assert_int_equal(run_match(room, options), 0);
        char name[16], verdict[256];
        snprintf(name, sizeof name, "%zu.db", i);
        char *text = export_match(room, name);
        const char *game = strchr(text, '\n') + 1;
        assert_string_equal(field(game, "verdict", verdict), "time");
        assert_string_equal(field(game, "result", verdict), "1-0");
        free(text);
    }
}

/* An engine of the other protocol is greeted in it and not asked what only UGI knows. */
static void test_uci_engines(void **state)
{
    const struct match_room *room = *state;
    assert_int_equal(run_match(room,
                               "-engine cmd=\"$pile fault=wrong_result\" name=A proto=uci tc=1+1"
                               " -engine cmd=\"$pile\" name=B depth=3 -game pile -strict -debug $dir/trace"),
                     0);
    char *trace = read_file(room, "trace");
    assert_non_null(strstr(trace, " A > uci\n"));
    assert_non_null(strstr(trace, " A > ucinewgame\n"));
    assert_non_null(strstr(trace, " A > go wtime 2000 winc 1000\n"));
    assert_null(strstr(trace, " A > query"));
    assert_non_null(strstr(trace, " B > query gameover\n"));
    assert_non_null(strstr(trace, " B > go depth 3\n"));
    free(trace);
}

static void test_pondering_changes_no_game(void **state)
{
    const struct match_room *room = *state;
    char options[512];
    char *exported[2];
    for (int i = 0; i < 2; i++) {
        snprintf(options, sizeof options,
                 "-engine cmd=\"$pile salt=1\" name=A tc=5 %s -engine cmd=\"$pile salt=2\" name=B tc=5 %s "
                 "-game pile"
                 " -openings plies=2 -rounds 20 -concurrency 2 -strict -db $dir/%d.db -debug $dir/trace",
                 i == 1 ? "ponder" : "", i == 1 ? "ponder" : "", i);
        assert_int_equal(run_match(room, options), 0);
        snprintf(options, sizeof options, "%d.db", i);
        exported[i] = export_match(room, options);
    }
    assert_string_equal(exported[0], exported[1]);
    char *trace = read_file(room, "trace");
    int pondered = count_lines_with(trace, "> go ponder p1time"),
        hits = count_lines_with(trace, "> ponderhit");
    int stops = count_lines_with(trace, "> stop");
    assert_true(hits > 20 && stops > 20);
    assert_int_equal(pondered, hits + stops);
    free(trace);
    free(exported[0]);
    free(exported[1]);
}

/* -- openings and dice -- */

static void test_pairs_share_opening_and_dice(void **state)
{
    const struct match_room *room = *state;
    assert_int_equal(
        run_match(room, "-engine cmd=\"$pile play=first\" name=A -engine cmd=\"$pile play=first\" name=B"
                        " -game pile stones=60 chance=on -openings plies=4 -rounds 20 -concurrency 2"
                        " -db $dir/match.db"),
        0);
    char *text = export_match(room, "match.db"), *rest = NULL, last[LINE_ROOM] = "";
    strtok_r(text, "\n", &rest);
    int different = 0;
    for (int id = 1; id <= 40; id++) {
        const char *moves = strstr(strtok_r(NULL, "\n", &rest), "\"moves\":");
        char now[LINE_ROOM];
        snprintf(now, sizeof now, "%.*s", (int)(strstr(moves, ",\"pair\"") - moves), moves);
        assert_non_null(strstr(now, "\"opening\":8,")); /* four moves and the rolls before them */
        if (id % 2 == 0)
            assert_string_equal(now, last); /* equal players: equal games */
        else
            different += strcmp(now, last) != 0;
        strcpy(last, now);
    }
    assert_int_equal(different, 20);
    free(text);
}

static void test_games_for_one(void **state)
{
    const struct match_room *room = *state;
    assert_int_equal(
        run_match(room, "-engine cmd=\"$pile play=first\" name=A -engine cmd=\"$pile play=last\" name=B"
                        " -engine cmd=\"$pile fault=crash at=2\" name=C -game pile players=1"
                        " -openings seeds=20..29 -rounds 10 -db $dir/match.db"),
        0);
    char *text = export_match(room, "match.db"), *rest = NULL, start[2][256];
    assert_int_equal(count_lines_with(text, "\"second\":null"), 30);
    assert_int_equal(count_lines_with(text, "\"verdict\":\"crash\""), 10);
    strtok_r(text, "\n", &rest);
    for (int id = 1; id <= 30; id++) {
        field(strtok_r(NULL, "\n", &rest), "start", start[id % 3 == 1 ? 0 : 1]);
        assert_string_equal(start[0], start[id % 3 == 1 ? 0 : 1]); /* everybody plays the same starts */
    }
    free(text);
    text = read_file(room, "out");
    assert_non_null(strstr(text, "  1 A           20    20.0  100.0%"));
    free(text);
}

static void test_opening_moves_belong_to_the_game(void **state)
{
    const struct match_room *room = *state;
    FILE *openings = open_file(room, "openings", "w");
    fputs("12 1 moves t2 t1\n", openings);
    fclose(openings);
    assert_int_equal(run_match(room,
                               "-engine cmd=\"$pile\" name=A -engine cmd=\"$pile\" name=B -game pile -games 1"
                               " -openings file=$dir/openings -db $dir/match.db"),
                     0);
    char *text = export_match(room, "match.db");
    assert_non_null(strstr(text, "\"start\":\"12 1 0 0 0 take=3 players=2\""));
    assert_non_null(strstr(text, "\"moves\":[\"t2\",\"t1\",\""));
    assert_non_null(strstr(text, "],\"opening\":2,"));
    free(text);
}

static void test_broken_openings_stop_the_match(void **state)
{
    const struct match_room *room = *state;
    static const char *const lines[] = {"12 1 moves t9\n", "nonsense\n", "# nothing\n"};
    for (int i = 0; i < 3; i++) {
        FILE *openings = open_file(room, "openings", "w");
        fputs(lines[i], openings);
        fclose(openings);
        assert_int_equal(run_match(room, "-engine cmd=\"$pile\" -engine cmd=\"$pile\" -game pile"
                                         " -openings file=$dir/openings"),
                         1);
        char *text = read_file(room, "err");
        assert_non_null(strstr(text, "opening"));
        free(text);
    }
    assert_nobody_is_left(room);
}

/* -- nothing is lost -- */

static const char *const long_match =
    "-engine cmd=\"$pile salt=1\" name=A -engine cmd=\"$pile salt=2\" name=B"
    " -engine cmd=\"$pile salt=3 fault=brood at=6\" name=C"
    " -game pile stones=30 chance=on -openings plies=2 -rounds 20 -concurrency 2";

static pid_t start_match(const struct match_room *room, const char *options)
{
    char command[COMMAND_ROOM];
    compose(room, options, command);
    return start_shell(command);
}

static void test_killed_and_resumed(void **state)
{
    const struct match_room *room = *state;
    char options[1024];
    snprintf(options, sizeof options, "%s -db $dir/whole.db", long_match);
    assert_int_equal(run_match(room, options), 0);
    char *whole = export_match(room, "whole.db");
    snprintf(options, sizeof options, "%s -db $dir/match.db", long_match);
    int64_t kills = check_scaled(15);
    unsigned seed = 1;
    for (int64_t i = 0; i < kills; i++) {
        pid_t pid = start_match(room, options);
        usleep(5000 + (unsigned)rand_r(&seed) % 100000);
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        assert_nobody_is_left(room);
    }
    assert_int_equal(run_match(room, options), 0);
    char *pieces = export_match(room, "match.db");
    assert_string_equal(pieces, whole);
    char rest[128];
    snprintf(rest, sizeof rest, "%s/match.db cmd=$pile", room->folder);
    assert_int_equal(run_verb(room, "check", rest), 0); /* integrity_check is part of it */
    free(whole);
    free(pieces);
}

static void test_interrupted(void **state)
{
    const struct match_room *room = *state;
    char options[1024];
    snprintf(options, sizeof options, "%s -rounds 100000 -db $dir/match.db", long_match);
    pid_t pid = start_match(room, options);
    usleep(300000);
    kill(pid, SIGINT);
    int status;
    waitpid(pid, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
    assert_nobody_is_left(room);
    char *text = read_file(room, "out"), *last = strstr(text, "\nstopped after ");
    assert_non_null(last);
    assert_non_null(strstr(last, " games; the same command goes on\n"));
    free(text);
}

static void test_another_match_is_refused(void **state)
{
    const struct match_room *room = *state;
    const char *const match =
        "-engine cmd=\"$pile\" name=A -engine cmd=\"$pile\" name=B -game pile -db $dir/match.db";
    char other[256];
    assert_int_equal(run_match(room, match), 0);
    snprintf(other, sizeof other, "%s -srand 2", match);
    assert_int_equal(run_match(room, other), 1);
    snprintf(other, sizeof other, "%s -rounds 3", match); /* more rounds of the same match */
    assert_int_equal(run_match(room, other), 0);
    char *text = export_match(room, "match.db");
    assert_int_equal(count_lines_with(text, "\"type\":\"game\""), 6);
    free(text);
}

static void test_export_comes_back(void **state)
{
    const struct match_room *room = *state;
    char options[1024], rest[256];
    snprintf(options, sizeof options, "%s -rounds 5 -db $dir/match.db", long_match);
    assert_int_equal(run_match(room, options), 0);
    char *before = export_match(room, "match.db");
    FILE *file = open_file(room, "lines", "w");
    fputs(before, file);
    fclose(file);
    snprintf(rest, sizeof rest, "%s/copy.db <%s/lines", room->folder, room->folder);
    assert_int_equal(run_verb(room, "import", rest), 0);
    char *after = export_match(room, "copy.db");
    assert_string_equal(after, before);
    free(before);
    free(after);
    assert_int_equal(run_verb(room, "import", rest), 1); /* it is there already */
}

static void test_record_replays(void **state)
{
    const struct match_room *room = *state;
    char rest[256], command[512];
    assert_int_equal(
        run_match(room, "-engine cmd=\"$pile salt=1\" name=A -engine cmd=\"$pile salt=2\" name=B -game pile"
                        " -openings plies=3 -rounds 5 -db $dir/match.db"),
        0);
    snprintf(rest, sizeof rest, "%s/match.db record", room->folder);
    assert_int_equal(run_verb(room, "export", rest), 0);
    char *record = read_file(room, "said");
    int first_wins = count_lines_with(record, "# result 1-0"),
        second_wins = count_lines_with(record, "# result 0-1");
    assert_int_equal(first_wins + second_wins, 10);
    free(record);
    snprintf(command, sizeof command, "%s <%s/said >%s/answers", room->pile, room->folder, room->folder);
    assert_int_equal(run_shell(command), 0);
    char *answers = read_file(room, "answers");
    assert_int_equal(count_lines_with(answers, "response p1win"), first_wins);
    assert_int_equal(count_lines_with(answers, "response p2win"), second_wins);
    free(answers);
}

static void test_check_finds_what_is_wrong(void **state)
{
    const struct match_room *room = *state;
    static const char *const changes[][2] = {{"\"result\":\"1-0\"", "\"result\":\"0-1\""},
                                             {"\"score\":[", "\"score\":[9"},
                                             {"\"moves\":[\"t", "\"moves\":[\"x"}};
    char rest[256];
    for (int i = 0; i < 3; i++) {
        snprintf(rest, sizeof rest,
                 "-engine cmd=\"$pile play=best\" name=A -engine cmd=\"$pile\" name=B -game pile"
                 " -games 1 -db $dir/match%d.db",
                 i);
        assert_int_equal(run_match(room, rest), 0);
        snprintf(rest, sizeof rest, "match%d.db", i);
        char *text = export_match(room, rest), *at = strstr(text, changes[i][0]);
        assert_non_null(at);
        FILE *file = open_file(room, "lines", "w");
        fprintf(file, "%.*s%s%s", (int)(at - text), text, changes[i][1], at + strlen(changes[i][0]));
        fclose(file);
        free(text);
        snprintf(rest, sizeof rest, "%s/wrong%d.db <%s/lines", room->folder, i, room->folder);
        assert_int_equal(run_verb(room, "import", rest), 0);
        snprintf(rest, sizeof rest, "%s/wrong%d.db cmd=$pile", room->folder, i);
        assert_int_equal(run_verb(room, "check", rest), 1);
    }
}

static void test_page_is_written(void **state)
{
    const struct match_room *room = *state;
    char rest[256];
    assert_int_equal(
        run_match(room,
                  "-engine cmd=\"$pile salt=1\" name='<A&B>' -engine cmd=\"$pile fault=crash at=3\" name=B"
                  " -game pile -openings plies=3 -rounds 5 -db $dir/match.db"),
        0);
    snprintf(rest, sizeof rest, "%s/match.db cmd=$pile", room->folder);
    assert_int_equal(run_verb(room, "report", rest), 0);
    char *page = read_file(room, "match.html");
    assert_non_null(strstr(page, "&lt;A&amp;B&gt;"));
    assert_non_null(strstr(page, "\\u003cA&B>"));
    assert_null(strstr(page, "<A&B>"));
    assert_true(count_lines_with(page, "<svg") >= 4);
    assert_int_equal(count_lines_with(page, "\"f\":["), 10);
    assert_null(strstr(page, "src="));
    assert_non_null(strstr(page, "killed by signal 11"));
    free(page);
}

/* -- what a person reads -- */

/* The arbiter pads its lines with blanks and says remarks between them, in the match and when it is replayed. */
static void test_a_padding_arbiter_is_understood(void **state)
{
    const struct match_room *room = *state;
    char command[1024];
    snprintf(
        command, sizeof command,
        "cd %s; here=$OLDPWD; cd $here; pile='%s fault=padded'; exec %s -arbiter cmd=\"$pile\" -engine "
        "cmd=\"$pile\" name=A -engine cmd=\"$pile salt=1\" name=B -game pile -openings plies=2 -rounds 5 "
        "-strict -db %s/match.db >%s/out",
        room->folder, room->pile, room->referee, room->folder, room->folder);
    assert_int_equal(run_shell(command), 0);
    snprintf(command, sizeof command, "exec %s check %s/match.db cmd='%s fault=padded' >%s/said",
             room->referee, room->folder, room->pile, room->folder);
    assert_int_equal(run_shell(command), 0);
    char *said = read_file(room, "said");
    assert_string_equal(said, "10 games replayed, 0 wrong\n");
    free(said);
}

static void test_a_person_is_asked(void **state)
{
    const struct match_room *room = *state;
    FILE *typed = open_file(room, "typed", "w");
    fputs("help\nt9\n2-2\nt3\nresign\n", typed);
    fclose(typed);
    assert_int_equal(run_match(room, "-engine person name=Me -engine cmd=\"$pile play=first\" name=Easy"
                                     " -game pile stones=9 -games 1 -db $dir/match.db <$dir/typed"),
                     0);
    char *text = read_file(room, "out");
    assert_non_null(
        strstr(text, "Me, player 1 (a move, help, resign): a move is one word; legal now: t1 t2 t3\n"));
    assert_non_null(strstr(text, "t9 is not a legal move here\n"));
    assert_int_equal(count_lines_with(text, "legal now: t1 t2 t3\n"), 2); /* no word at all: he is helped */
    assert_non_null(strstr(text, "\nEasy has won: Me gave up; score "));
    assert_null(strstr(text, "game 1/1"));
    free(text);
}

static void test_the_numbers_have_intervals(void **state)
{
    const struct match_room *room = *state;
    assert_int_equal(
        run_match(room, "-engine cmd=\"$pile play=best\" name=A -engine cmd=\"$pile play=first\" name=B"
                        " -game pile stones=33 -rounds 10 -openings plies=1 -quiet"),
        0);
    char *text = read_file(room, "out");
    assert_non_null(strstr(text, "; Elo +"));
    assert_non_null(strstr(text, ", inf], LOS 99.9 %\n"));
    assert_null(strstr(text, "100.0 %"));
    free(text);
}

static void test_a_full_disk_is_an_error(void **state)
{
    const struct match_room *room = *state;
    char command[512];
    assert_int_equal(run_match(room,
                               "-engine cmd=\"$pile\" name=A -engine cmd=\"$pile salt=1\" name=B -game pile"
                               " -db $dir/match.db"),
                     0);
    static const char *const verbs[] = {"export %s/match.db", "export %s/match.db record", "--help"};
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        char verb[128];
        snprintf(verb, sizeof verb, verbs[i], room->folder);
        snprintf(command, sizeof command, "exec %s %s >/dev/full 2>%s/err", room->referee, verb,
                 room->folder);
        assert_int_equal(run_shell(command), 1);
        char *text = read_file(room, "err");
        assert_string_equal(text, "panj-referee: writing: No space left on device\n");
        free(text);
    }
}

/* On a disk that cannot be written a store is still read; the page goes where it is told. */
static void test_a_store_is_read_where_nothing_can_be_written(void **state)
{
    const struct match_room *room = *state;
    char command[1024];
    if (run_shell("unshare -rm true 2>/dev/null") != 0)
        skip();
    assert_int_equal(run_match(room,
                               "-engine cmd=\"$pile\" name=A -engine cmd=\"$pile salt=1\" name=B -game pile"
                               " -db \"$dir/a #1?.db\""),
                     0);
    snprintf(
        command, sizeof command,
        "dir=%s; mkdir $dir/there; mv \"$dir/a #1?.db\" $dir/there; exec unshare -rm sh -c 'mount --bind -o "
        "ro "
        "%s/there %s/there && cd %s/there && referee=$0; \"$referee\" report \"a #1?.db\" cmd=\"$1\" "
        ">../plain "
        "2>../err; echo $? >../status; \"$referee\" report \"a #1?.db\" page=../x.html cmd=\"$1\" >../said' "
        "$PWD/%s $PWD/%s",
        room->folder, room->folder, room->folder, room->folder, room->referee, room->pile);
    assert_int_equal(run_shell(command), 0);
    char *text = read_file(room, "status");
    assert_string_equal(text, "1\n");
    free(text);
    text = read_file(room, "err");
    assert_non_null(strstr(text, "a #1?.html: Read-only file system (page=FILE writes it elsewhere)"));
    free(text);
    text = read_file(room, "said");
    assert_non_null(strstr(text, "A against B: "));
    assert_non_null(strstr(text, "\nwrote ../x.html\n"));
    free(text);
}

/* -- stopping early, and staying small -- */

static void test_sprt_stops_the_match(void **state)
{
    const struct match_room *room = *state;
    static const char *const styles[2][2] = {{"best", "first"}, {"first", "best"}};
    static const char *const words[2] = {"H1 accepted", "H0 accepted"};
    for (int i = 0; i < 2; i++) {
        char options[512];
        snprintf(
            options, sizeof options,
            "-engine cmd=\"$pile play=%s\" name=A -engine cmd=\"$pile play=%s\" name=B -game pile stones=33"
            " -openings plies=3 -rounds 100000 -concurrency 2 -quiet -sprt elo0=0 elo1=20",
            styles[i][0], styles[i][1]);
        assert_int_equal(run_match(room, options), 0);
        char *text = read_file(room, "out");
        assert_non_null(strstr(text, words[i]));
        free(text);
    }
    assert_nobody_is_left(room);
}

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

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_golden_match),
        TEST(test_every_fault_has_its_verdict),
        TEST(test_an_engine_that_never_greets_ends_the_match),
        TEST(test_without_a_tryout_it_loses_its_games),
        TEST(test_incidents_can_be_seen_again),
        TEST(test_both_deny_the_truth),
        TEST(test_clocks_rule),
        TEST(test_uci_engines),
        TEST(test_pondering_changes_no_game),
        TEST(test_pairs_share_opening_and_dice),
        TEST(test_games_for_one),
        TEST(test_opening_moves_belong_to_the_game),
        TEST(test_broken_openings_stop_the_match),
        TEST(test_killed_and_resumed),
        TEST(test_interrupted),
        TEST(test_another_match_is_refused),
        TEST(test_export_comes_back),
        TEST(test_record_replays),
        TEST(test_check_finds_what_is_wrong),
        TEST(test_page_is_written),
        TEST(test_a_padding_arbiter_is_understood),
        TEST(test_a_person_is_asked),
        TEST(test_the_numbers_have_intervals),
        TEST(test_a_full_disk_is_an_error),
        TEST(test_a_store_is_read_where_nothing_can_be_written),
        TEST(test_sprt_stops_the_match),
        TEST(test_memory_stays_flat),
        TEST(test_bad_command_lines),
    };
    return cmocka_run_group_tests_name("referee matches", tests, NULL, NULL);
}
