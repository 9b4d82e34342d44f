/* The wire: lines whole whatever the pipe does to them, limits that hold, and nobody left behind. */
#define _GNU_SOURCE
#include "tests/support/check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "adapters/wire/columns.h"
#include "adapters/wire/ending.h"
#include "adapters/wire/program.h"
#include "adapters/wire/wire.h"

/* Far more than anything takes on the busiest machine, far less than what sleeps here would sleep on. */
enum { SOON = 30 * WIRE_SECOND };

static struct wire *open_shell(const char *script)
{
    const char *const command[] = {"sh", "-c", script, NULL};
    struct wire *wire = wire_open(&(struct wire_options){.argv = command});
    assert_non_null(wire);
    return wire;
}

static void expect_line(struct wire *wire, const char *text)
{
    struct wire_line line;
    assert_int_equal(wire_await(wire, &line, wire_clock() + SOON), WIRE_LINE);
    assert_string_equal(line.at, text);
    assert_int_equal(line.length, strlen(text));
}

static void expect_event(struct wire *wire, enum wire_event event)
{
    struct wire_line line;
    assert_int_equal(wire_await(wire, &line, wire_clock() + SOON), event);
}

/* Two wires over the two ends of a socket: one writes what the other reads. */
static void open_pair(struct wire **one, struct wire **two, size_t limit)
{
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    *one = wire_adopt(ends[0], dup(ends[0]), limit);
    *two = wire_adopt(ends[1], dup(ends[1]), limit);
}

static void test_lines_cut_anywhere_come_whole(void **state)
{
    (void)state;
    static const char text[] = "one\ntwo\r\n\n four \t\nfive";
    static const char *const whole[] = {"one", "two", "", " four \t"};
    for (size_t cut = 0; cut <= strlen(text); cut++) {
        struct wire *one, *two;
        struct wire_line line;
        open_pair(&one, &two, 0);
        size_t lines = 0;
        for (int part = 0; part < 2; part++) {
            wire_write(one, part == 0 ? text : text + cut, part == 0 ? cut : sizeof text - 1 - cut);
            wire_flush(one);
            wire_pump(two);
            for (; wire_next(two, &line) == WIRE_LINE; lines++)
                assert_string_equal(line.at, whole[lines]);
        }
        assert_int_equal(lines, 4);
        wire_free(one);
        wire_free(two);
    }
}

static void test_carriage_returns_and_empty_lines(void **state)
{
    (void)state;
    struct wire *wire = open_shell("printf 'one\\r\\n\\n four \\nhalf'");
    expect_line(wire, "one");
    expect_line(wire, "");
    expect_line(wire, " four ");
    expect_event(wire, WIRE_CLOSED); /* what has no newline is no line */
    wire_free(wire);
}

static void test_null_bytes_stay_inside_a_line(void **state)
{
    (void)state;
    struct wire *wire = open_shell("printf 'a\\0b\\n'");
    struct wire_line line;
    assert_int_equal(wire_await(wire, &line, wire_clock() + SOON), WIRE_LINE);
    assert_int_equal(line.length, 3);
    assert_memory_equal(line.at, "a\0b", 4);
    wire_free(wire);
}

static void test_long_line_is_dropped_and_said_once(void **state)
{
    (void)state;
    struct wire *one, *two;
    char bytes[5000];
    open_pair(&one, &two, 1000);
    memset(bytes, 'x', sizeof bytes);
    bytes[1000] = '\n'; /* a line of just the limit, then one above it */
    bytes[4998] = '\n';
    bytes[4999] = '\n';
    wire_write(one, bytes, sizeof bytes);
    wire_flush(one);
    struct wire_line line;
    assert_int_equal(wire_await(two, &line, wire_clock() + SOON), WIRE_LINE);
    assert_int_equal(line.length, 1000);
    expect_event(two, WIRE_LONG_LINE);
    expect_line(two, "");
    wire_free(one);
    wire_free(two);
}

static void test_endless_line_is_said_before_it_ends(void **state)
{
    (void)state;
    struct wire *one, *two;
    struct wire_line line;
    char bytes[600];
    memset(bytes, 'x', sizeof bytes);
    open_pair(&one, &two, 1000);
    for (int i = 0; i < 50; i++) {
        wire_write(one, bytes, sizeof bytes);
        wire_flush(one);
        wire_pump(two);
        assert_int_equal(wire_next(two, &line), i == 1 ? WIRE_LONG_LINE : WIRE_NOTHING);
    }
    wire_printf(one, "x\nnext\n");
    wire_flush(one);
    expect_line(two, "next");
    wire_free(one);
    wire_free(two);
}

static void test_many_lines(void **state)
{
    (void)state;
    int64_t count = check_scaled(100000);
    char script[80];
    snprintf(script, sizeof script, "seq 1 %lld", (long long)count);
    struct wire *wire = open_shell(script);
    for (int64_t i = 1; i <= count; i++) {
        struct wire_line line;
        assert_int_equal(wire_await(wire, &line, wire_clock() + SOON), WIRE_LINE);
        assert_int_equal(strtoll(line.at, NULL, 10), i);
    }
    expect_event(wire, WIRE_CLOSED);
    wire_free(wire);
}

static void test_what_is_sent_comes_back(void **state)
{
    (void)state;
    struct wire *wire = open_shell("cat");
    static char large[100000];
    memset(large, 'y', sizeof large - 1);
    for (int i = 0; i < 20; i++)
        assert_true(wire_printf(wire, "%d %s\n", i, large));
    for (int i = 0; i < 20; i++) {
        struct wire_line line;
        assert_int_equal(wire_await(wire, &line, wire_clock() + SOON), WIRE_LINE);
        assert_int_equal(strtol(line.at, NULL, 10), i);
        assert_true(line.length > sizeof large);
    }
    wire_free(wire);
}

static void test_deadline_is_kept(void **state)
{
    (void)state;
    struct wire *wire = open_shell("sleep 1000");
    int64_t start = wire_clock();
    struct wire_line line;
    assert_int_equal(wire_await(wire, &line, start + 50 * WIRE_MILLISECOND), WIRE_NOTHING);
    int64_t waited = wire_clock() - start;
    assert_true(waited >= 50 * WIRE_MILLISECOND && waited < SOON);
    wire_free(wire);
}

static void test_await_word_passes_over_others(void **state)
{
    (void)state;
    struct wire *wire = open_shell("echo id name x; echo readyokay; echo ' readyok now'");
    struct wire_line line;
    assert_int_equal(wire_await_word(wire, "readyok", &line, wire_clock() + SOON), WIRE_LINE);
    assert_string_equal(line.at, " readyok now");
    assert_int_equal(wire_await_word(wire, "readyok", &line, wire_clock() + SOON), WIRE_CLOSED);
    wire_free(wire);
}

static void test_how_it_ended(void **state)
{
    (void)state;
    static const struct {
        const char *script;
        int how, value;
        const char *text;
    } rows[] = {{"exit 3", WIRE_EXITED, 3, "exit status 3"},
                {"kill -11 $$", WIRE_KILLED, 11, "killed by signal 11 (Segmentation fault)"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire *wire = open_shell(rows[i].script);
        struct wire_exit ended = wire_await_exit(wire, wire_clock() + SOON);
        char text[100];
        wire_describe_exit(wire, text, sizeof text);
        assert_int_equal(ended.how, rows[i].how);
        assert_int_equal(ended.value, rows[i].value);
        assert_string_equal(text, rows[i].text);
        wire_free(wire);
    }
}

static void test_what_cannot_be_started_says_so(void **state)
{
    (void)state;
    const char *const command[] = {"./there is no such program", NULL};
    struct wire *wire = wire_open(&(struct wire_options){.argv = command});
    expect_event(wire, WIRE_CLOSED);
    struct wire_exit ended = wire_await_exit(wire, wire_clock() + SOON);
    assert_int_equal(ended.how, WIRE_NOT_STARTED);
    assert_int_equal(ended.value, ENOENT);
    char text[100];
    wire_describe_exit(wire, text, sizeof text);
    assert_string_equal(text, "./there is no such program: cannot be started: No such file or directory");
    wire_free(wire);
}

/* Beside this program stands the program itself; what is not there is left to PATH, and a path is a path. */
static void test_a_program_is_found_beside_this_one(void **state)
{
    (void)state;
    char room[4096];
    const char *found = wire_program_find("test_wire", room, sizeof room);
    assert_int_equal(found[0], '/');
    assert_string_equal(strrchr(found, '/'), "/test_wire");
    assert_int_equal(access(found, X_OK), 0);
    assert_string_equal(wire_program_find("sh", room, sizeof room), "sh");
    assert_string_equal(wire_program_find("./test_wire", room, sizeof room), "./test_wire");
    char small[4];
    assert_string_equal(wire_program_find("test_wire", small, sizeof small), "test_wire");
}

static void test_a_program_beside_this_one_is_started(void **state)
{
    (void)state;
    char room[4096], link[4096 + 16];
    snprintf(link, sizeof link, "%s.beside", wire_program_find("test_wire", room, sizeof room));
    unlink(link);
    assert_int_equal(symlink("/bin/echo", link), 0);
    const char *const command[] = {"test_wire.beside", "here", NULL};
    struct wire *wire = wire_open(&(struct wire_options){.argv = command, .directory = "/"});
    struct wire_line line;
    assert_int_equal(wire_await_word(wire, "here", &line, wire_clock() + SOON), WIRE_LINE);
    wire_free(wire);
    unlink(link);
}

static void test_directory_and_environment(void **state)
{
    (void)state;
    const char *const command[] = {"sh", "-c", "pwd; echo $WIRE_TEST", NULL};
    const char *const environment[] = {"WIRE_TEST=a b", NULL};
    struct wire *wire =
        wire_open(&(struct wire_options){.argv = command, .directory = "/", .environment = environment});
    expect_line(wire, "/");
    expect_line(wire, "a b");
    wire_free(wire);
}

static void test_flood_is_noticed(void **state)
{
    (void)state;
    const char *const command[] = {"yes", NULL};
    struct wire *wire =
        wire_open(&(struct wire_options){.argv = command, .burst_limit = 1 << 20, .rate_limit = 1 << 20});
    struct wire_line line;
    enum wire_event event;
    while ((event = wire_await(wire, &line, wire_clock() + SOON)) == WIRE_LINE)
        continue;
    assert_int_equal(event, WIRE_FLOOD);
    assert_true(wire_received(wire) < 8 << 20);
    wire_free(wire);
}

/* One that does not read must not make us wait. */
static void test_deaf_engine_does_not_block(void **state)
{
    (void)state;
    struct wire *wire = open_shell("sleep 1000");
    static char megabyte[1 << 20];
    int64_t start = wire_clock();
    int written = 0;
    while (written < 200 && wire_write(wire, megabyte, sizeof megabyte) && wire_flush(wire))
        written++;
    assert_true(written >= 63 && written < 200); /* the limit of the queue */
    assert_true(wire_clock() - start < SOON);
    wire_free(wire);
}

static void test_closed_input_is_no_signal_for_us(void **state)
{
    (void)state;
    struct wire *wire = open_shell("exec <&-; echo closed; sleep 1000");
    expect_line(wire, "closed");
    int64_t deadline = wire_clock() + SOON;
    bool open = true;
    while (open && wire_clock() < deadline)
        open = wire_printf(wire, "are you there?\n") && wire_flush(wire);
    assert_false(open);
    wire_free(wire);
}

static void test_polite_and_stubborn_ends(void **state)
{
    (void)state;
    struct wire *polite = open_shell("read word; test \"$word\" = quit");
    assert_true(wire_close(polite, SOON));
    struct wire *stubborn = open_shell("trap '' TERM; while :; do sleep 1; done");
    int64_t start = wire_clock();
    assert_false(wire_close(stubborn, 50 * WIRE_MILLISECOND));
    assert_true(wire_clock() - start < SOON);
}

static bool is_alive(pid_t pid)
{
    char path[64], text[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    const char *after_name = length == 0 ? NULL : strrchr(text, ')');
    return after_name != NULL && after_name[2] != 'Z' && after_name[2] != 'X';
}

static bool dies_soon(pid_t pid)
{
    for (int i = 0; i < 3000 && is_alive(pid); i++)
        usleep(10000);
    return !is_alive(pid);
}

/* Grandchildren in sessions of their own, the last one an orphan: each tells its pid. */
static const char *const brood =
    "setsid sh -c 'echo $$; sleep 1000' & (setsid sh -c 'trap \"\" HUP TERM; echo $$; sleep 1000' &) ;";

static void read_pids(struct wire *wire, pid_t pids[2])
{
    for (int i = 0; i < 2; i++) {
        struct wire_line line;
        assert_int_equal(wire_await(wire, &line, wire_clock() + SOON), WIRE_LINE);
        pids[i] = (pid_t)strtol(line.at, NULL, 10);
        assert_true(pids[i] > 1);
    }
}

static void test_nobody_survives_the_engine(void **state)
{
    (void)state;
    static const char *const endings[] = {"sleep 1000", "sleep 0.2; kill -9 $$", "sleep 0.2; exit 0"};
    for (int i = 0; i < 3; i++) {
        char script[400];
        snprintf(script, sizeof script, "%s %s", brood, endings[i]);
        struct wire *wire = open_shell(script);
        pid_t pids[2];
        read_pids(wire, pids);
        if (i == 0)
            wire_kill(wire);
        int64_t deadline = wire_clock() + SOON;
        while (!wire_is_gone(wire) && wire_clock() < deadline)
            wire_wait(&wire, 1, deadline);
        assert_true(wire_is_gone(wire));
        assert_false(is_alive(pids[0]) || is_alive(pids[1]));
        wire_free(wire);
    }
}

/* A program that is killed by -9 in the middle of it all. */
static void test_nobody_survives_the_program(void **state)
{
    (void)state;
    int tell[2];
    assert_int_equal(pipe(tell), 0);
    pid_t program = fork();
    if (program == 0) {
        char script[400];
        snprintf(script, sizeof script, "%s sleep 1000", brood);
        struct wire *wire = open_shell(script);
        pid_t pids[2];
        read_pids(wire, pids);
        _exit(write(tell[1], pids, sizeof pids) == sizeof pids && pause() == 0);
    }
    pid_t pids[2];
    assert_int_equal(read(tell[0], pids, sizeof pids), sizeof pids);
    assert_true(is_alive(pids[0]) && is_alive(pids[1]));
    kill(program, SIGKILL);
    waitpid(program, NULL, 0);
    assert_true(dies_soon(pids[0]) && dies_soon(pids[1]));
    close(tell[0]);
    close(tell[1]);
}

static int count_descriptors(void)
{
    int count = 0;
    for (int i = 0; i < 256; i++)
        count += fcntl(i, F_GETFD) >= 0;
    return count;
}

static void test_nothing_leaks(void **state)
{
    (void)state;
    int before = count_descriptors();
    for (int i = 0; i < 20; i++) {
        struct wire *wires[8];
        for (int k = 0; k < 8; k++)
            wires[k] = open_shell("echo hello; cat");
        for (int k = 0; k < 8; k++) {
            expect_line(wires[k], "hello");
            wire_free(wires[k]);
        }
    }
    assert_int_equal(count_descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left, not even a zombie */
}

static void test_one_loop_for_many(void **state)
{
    (void)state;
    enum { MANY = 40 };
    struct wire *wires[MANY + 1] = {NULL};
    int heard[MANY] = {0}, total = 0;
    for (int i = 0; i < MANY; i++)
        wires[i] = open_shell("while read word; do echo $word; done");
    for (int i = 0; i < MANY; i++)
        wire_printf(wires[i], "%d\n%d\n", i, i);
    int64_t deadline = wire_clock() + 4 * SOON;
    while (total < 2 * MANY && wire_clock() < deadline) {
        wire_wait(wires, MANY + 1, deadline);
        struct wire_line line;
        for (int i = 0; i < MANY; i++)
            for (; wire_next(wires[i], &line) == WIRE_LINE; heard[i]++, total++)
                assert_int_equal(strtol(line.at, NULL, 10), i);
    }
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(heard[i], 2);
        wire_free(wires[i]);
    }
}

/* The example plays a whole game with itself. */
static void test_example_plays(void **state)
{
    (void)state;
    const char *panj = getenv("PANJ"), *faults = getenv("FAULTS");
    panj = panj == NULL ? "./panj" : panj;
    char program[256], moves[1024], result[64];
    snprintf(program, sizeof program, "%s/../example", faults == NULL ? "build/release/faults" : faults);
    const char *const command[] = {program, panj, panj, NULL};
    struct wire *wire = wire_open(&(struct wire_options){.argv = command, .errors = "-"});
    struct wire_line line;
    assert_int_equal(wire_await(wire, &line, wire_clock() + 10 * SOON), WIRE_LINE);
    snprintf(moves, sizeof moves, "%s", line.at);
    assert_int_equal(wire_await(wire, &line, wire_clock() + SOON), WIRE_LINE);
    snprintf(result, sizeof result, "%s", line.at);
    assert_int_equal(wire_await_exit(wire, wire_clock() + SOON).value, 0);
    wire_free(wire);
    int plies = 1;
    for (const char *at = moves; *at != '\0'; at++)
        plies += *at == ' ';
    assert_in_range(plies, 8, 34); /* two removals, then at most one jump a stone */
    /* Who moved last has won. */
    assert_string_equal(result, plies % 2 == 1 ? "result p1win" : "result p2win");
}

static void test_what_an_engine_used_is_known_at_its_end(void **state)
{
    (void)state;
    struct wire *busy = open_shell("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; sleep 0");
    struct wire *idle = open_shell("sleep 0.2");
    assert_int_equal(wire_usage_at_exit(busy).cpu, 0);
    assert_int_equal(wire_await_exit(busy, wire_clock() + SOON).how, WIRE_EXITED);
    assert_int_equal(wire_await_exit(idle, wire_clock() + SOON).how, WIRE_EXITED);
    assert_true(wire_usage_at_exit(busy).cpu > 4 * wire_usage_at_exit(idle).cpu);
    assert_in_range(wire_usage_at_exit(idle).memory, 100, 1 << 20);
    wire_free(busy);
    wire_free(idle);
}

/* -- a program that is told to end -- */

static void in_child_expect(void (*run)(void), int signal_number)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        run();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, signal_number); /* 0: all was as it should be */
}

static void be_told(bool ending, int signal_number)
{
    raise(signal_number);
    if (wire_is_ending() != ending)
        _exit(1);
}

static void be_told_twice_at_once(void)
{
    wire_heed_ending();
    be_told(true, SIGTERM);
    be_told(true, SIGINT);
}

static void be_told_again(void)
{
    be_told_twice_at_once();
    sleep(2);
    raise(SIGINT);
}

static void be_told_what_was_ignored(void)
{
    signal(SIGHUP, SIG_IGN);
    wire_heed_ending();
    be_told(false, SIGHUP);
    be_told(true, SIGTERM);
}

static void test_a_program_that_is_told_to_end(void **state)
{
    (void)state;
    in_child_expect(be_told_twice_at_once, 0);
    in_child_expect(be_told_again, SIGINT);
    in_child_expect(be_told_what_was_ignored, 0);
}

static void test_letters_of_any_script_take_a_column(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int columns;
        size_t first_two; /* bytes */
    } table[] = {{"", 0, 0},
                 {"a", 1, 1},
                 {"abc", 3, 2},
                 {"\u00e9t\u00e9", 3, 3},
                 {"\u0641\u0627\u0631\u0633\u06cc", 5, 4},
                 {"\u2264\U0001F600x", 3, 7}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        assert_int_equal(wire_columns(table[i].text), table[i].columns);
        assert_int_equal(wire_columns_cut(table[i].text, 2), table[i].first_two);
        assert_int_equal(wire_columns_cut(table[i].text, 0), 0);
        assert_int_equal(wire_columns_cut(table[i].text, 9), strlen(table[i].text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_cut_anywhere_come_whole),
        cmocka_unit_test(test_carriage_returns_and_empty_lines),
        cmocka_unit_test(test_null_bytes_stay_inside_a_line),
        cmocka_unit_test(test_long_line_is_dropped_and_said_once),
        cmocka_unit_test(test_endless_line_is_said_before_it_ends),
        cmocka_unit_test(test_many_lines),
        cmocka_unit_test(test_what_is_sent_comes_back),
        cmocka_unit_test(test_deadline_is_kept),
        cmocka_unit_test(test_await_word_passes_over_others),
        cmocka_unit_test(test_how_it_ended),
        cmocka_unit_test(test_what_cannot_be_started_says_so),
        cmocka_unit_test(test_a_program_is_found_beside_this_one),
        cmocka_unit_test(test_a_program_beside_this_one_is_started),
        cmocka_unit_test(test_directory_and_environment),
        cmocka_unit_test(test_flood_is_noticed),
        cmocka_unit_test(test_deaf_engine_does_not_block),
        cmocka_unit_test(test_closed_input_is_no_signal_for_us),
        cmocka_unit_test(test_polite_and_stubborn_ends),
        cmocka_unit_test(test_nobody_survives_the_engine),
        cmocka_unit_test(test_nobody_survives_the_program),
        cmocka_unit_test(test_nothing_leaks),
        cmocka_unit_test(test_one_loop_for_many),
        cmocka_unit_test(test_example_plays),
        cmocka_unit_test(test_what_an_engine_used_is_known_at_its_end),
        cmocka_unit_test(test_a_program_that_is_told_to_end),
        cmocka_unit_test(test_letters_of_any_script_take_a_column),
    };
    return cmocka_run_group_tests_name("wire", tests, NULL, NULL);
}
