/* The store of a match: nothing is lost or played twice, what is kept replays, disks that are full or read-only. */
#define _GNU_SOURCE
#include "tests/support/check.h"
#include "tests/support/match_room.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* -- nothing is lost -- */

static const char *const long_match =
    "-engine cmd=\"$pile salt=1\" name=A -engine cmd=\"$pile salt=2\" name=B"
    " -engine cmd=\"$pile salt=3 fault=brood at=6\" name=C"
    " -game pile stones=30 chance=on -openings plies=2 -rounds 20 -concurrency 2";

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
    usleep(2000);
    kill(pid, SIGINT); /* as `timeout` does, the process and its group */
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

/* The words of such a game make no start without the seed of an opening. */
static void test_random_maps_replay(void **state)
{
    const struct match_room *room = *state;
    char rest[256], command[512];
    snprintf(command, sizeof command,
             "%s -game 'angry bird=on queen=script cap=20' -openings seeds=1..2 -rounds 2 -engine panj-random"
             " name=A -engine panj-random name=B -db %s/match.db >%s/out",
             room->referee, room->folder, room->folder);
    assert_int_equal(run_shell(command), 0);
    snprintf(rest, sizeof rest, "%s/match.db", room->folder);
    assert_int_equal(run_verb(room, "check", rest), 0);
    snprintf(rest, sizeof rest, "%s/match.db record", room->folder);
    assert_int_equal(run_verb(room, "export", rest), 0);
    snprintf(command, sizeof command, "${PANJ:-./panj} <%s/said >%s/answers", room->folder, room->folder);
    assert_int_equal(run_shell(command), 0);
    char *answers = read_file(room, "answers");
    assert_int_equal(count_lines_with(answers, "response p"), 4);
    assert_int_equal(count_lines_with(answers, "error"), 0);
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
    snprintf(command, sizeof command, "exec %s report %s/match.db page=/dev/full >/dev/null 2>%s/err",
             room->referee, room->folder, room->folder);
    assert_int_equal(run_shell(command), 1);
    char *text = read_file(room, "err");
    assert_string_equal(text, "panj-referee: /dev/full: No space left on device\n");
    free(text);
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, match_room_open, match_room_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_killed_and_resumed),
        TEST(test_interrupted),
        TEST(test_another_match_is_refused),
        TEST(test_export_comes_back),
        TEST(test_record_replays),
        TEST(test_check_finds_what_is_wrong),
        TEST(test_random_maps_replay),
        TEST(test_a_full_disk_is_an_error),
        TEST(test_a_store_is_read_where_nothing_can_be_written),
    };
    return cmocka_run_group_tests_name("referee stores", tests, NULL, NULL);
}
