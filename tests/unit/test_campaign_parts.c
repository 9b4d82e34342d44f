/* What panj-campaign is made of: digests as the standard prints them, lines of results that survive writing and
 * reading, files that a kill has cut, lists with ranges. */
#include "tests/support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "adapters/campaign/engine.h"
#include "adapters/campaign/json.h"
#include "adapters/campaign/list.h"
#include "adapters/campaign/parts.h"
#include "adapters/campaign/progress.h"
#include "adapters/campaign/results.h"

/* -- SHA-256: the examples of FIPS 180-4 and of the validation suite -- */

static void expect_digest(const char *bytes, size_t length, size_t piece, const char *expected)
{
    char name[SHA256_NAME];
    struct sha256 hash = sha256_begin();
    for (size_t at = 0; at < length; at += piece)
        sha256_take(&hash, bytes + at, length - at < piece ? length - at : piece);
    sha256_end(&hash, name);
    assert_string_equal(name, expected);
}

static void test_digests_are_those_of_the_standard(void **state)
{
    (void)state;
    static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    static char million[1000000];
    memset(million, 'a', sizeof million);
    expect_digest("", 0, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    for (size_t piece = 1; piece <= 64; piece++) {
        expect_digest("abc", 3, piece, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        expect_digest(two_blocks, strlen(two_blocks), piece,
                      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    }
    expect_digest(million, sizeof million, 977,
                  "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void test_only_digests_name_parts(void **state)
{
    (void)state;
    assert_true(parts_is_name("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    assert_false(parts_is_name("../../../etc/passwd"));
    assert_false(parts_is_name("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85/"));
    assert_false(parts_is_name(""));
}

/* -- JSON -- */

static void test_text_survives_json(void **state)
{
    (void)state;
    char every[257] = {0};
    for (int i = 1; i < 256; i++)
        every[i - 1] = (char)i;
    struct string written = {0}, read = {0};
    json_put_text(&written, every);
    struct json json = json_read(written.at, written.length);
    json_get_text(&json, &read);
    assert_true(json_ended(&json));
    assert_string_equal(read.at, every);
    string_free(&written);
    string_free(&read);
}

static void test_records_survive_and_pass_over_what_they_do_not_know(void **state)
{
    (void)state;
    static const char *const good[] = {
        "{\"position\": \"hand | startpos\", \"outcome\": \"proven\", \"score\": \"pts 3, win\", \"best\": "
        "\"a1\", "
        "\"nodes\": 12345678901, \"verified\": true, \"note\": \"\\\"\\u0041\\u00e9\\n\", \"wall\": 1.5, "
        "\"cpu\": 0.25, \"mib\": 17}",
        "{\"more\":[1,{\"a\":[]},\"]}\",null,-2.5e3],\"position\":\" hand|  startpos "
        "\",\"outcome\":\"open\",\"x\":{}}"};
    struct record record;
    assert_true(record_read(&record, good[0], strlen(good[0])));
    assert_int_equal(record.nodes, 12345678901);
    assert_int_equal(record.verified, VERIFIED_YES);
    assert_string_equal(record.note, "\"A\xc3\xa9\n");
    struct string line = {0};
    record_write(&record, &line);
    struct record again;
    assert_true(record_read(&again, line.at, line.length));
    assert_string_equal(again.score, "pts 3, win");
    assert_string_equal(again.note, record.note);
    assert_true(again.wall == 1.5 && again.cpu == 0.25 && again.mib == 17);
    record_free(&again);
    record_free(&record);
    string_free(&line);
    assert_true(record_read(&record, good[1], strlen(good[1])));
    assert_string_equal(record.position, "hand | startpos");
    record_free(&record);
}

static void test_what_is_no_record_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "{}",
                                      "[]",
                                      "{\"position\": \"hand\"}",
                                      "{\"position\": \"hand | startpos\"",
                                      "{\"position\": \"hand | startpos\"} x",
                                      "{\"position\": \"hand | startpos\",}",
                                      "{\"position\": \"hand | startpos\" \"a\": 1}",
                                      "{\"position\": \"hand | startpos\", \"nodes\": x}",
                                      "{\"position\": \"hand | startpos\", \"a\": [1}",
                                      "{\"position\": \"hand | startpos\", \"a\": \"\\q\"}",
                                      "{\"position\": \"hand | startpos\", \"a\": \"\\u12\"}",
                                      "{\"position\": 7}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct record record;
        if (record_read(&record, bad[i], strlen(bad[i])))
            fail_msg("taken: %s", bad[i]);
    }
}

/* Every beginning of a good line is a half line, not a record. */
static void test_a_half_record_is_none(void **state)
{
    (void)state;
    struct record record = record_make("hand | startpos"), read;
    record.verified = VERIFIED_NO;
    record_set(&record.note, "why");
    struct string line = {0};
    record_write(&record, &line);
    record_free(&record);
    for (size_t length = 0; length < line.length; length++)
        assert_false(record_read(&read, line.at, length));
    string_free(&line);
}

/* -- the file -- */

static const char *file_with(const char *bytes)
{
    static char path[] = "/tmp/test_campaign_XXXXXX";
    strcpy(path + sizeof path - 7, "XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, strlen(bytes)), strlen(bytes));
    close(file);
    return path;
}

static struct record found(const char *position, const char *outcome, enum verified verified)
{
    struct record record = record_make(position);
    record_set(&record.outcome, outcome);
    record.verified = verified;
    return record;
}

static void test_a_file_is_read_as_it_was_written_whatever_was_cut(void **state)
{
    (void)state;
    const char *path = file_with("");
    struct results results = results_open(path);
    results_add(&results, found("a | 1", "open", VERIFIED_NOT_ASKED));
    results_add(&results, found("b | 1", "proven", VERIFIED_YES));
    results_add(&results, found("a | 1", "proven", VERIFIED_NOT_ASKED)); /* better */
    results_add(&results, found("b | 1", "open", VERIFIED_NOT_ASKED));   /* says less */
    results_sync(&results);
    results_close(&results);
    FILE *file = fopen(path, "a");
    fputs("{\"position\": \"half", file);
    fclose(file);
    for (int round = 0; round < 2; round++) {
        results = round == 0 ? results_read(path) : results_open(path);
        assert_int_equal(results.count, 2);
        assert_string_equal(results_find(&results, "a | 1")->outcome, "proven");
        assert_int_equal(results_find(&results, "b | 1")->verified, VERIFIED_YES);
        assert_null(results_find(&results, "half"));
        results_close(&results);
    }
    unlink(path);
}

/* Runs in a child because it ends the program; its status. */
static int status_of_opening(const char *path)
{
    pid_t child = fork();
    if (child == 0) {
        close(STDERR_FILENO); /* then no message may land in the file either */
        results_open(path);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_a_damaged_or_taken_file_is_refused(void **state)
{
    (void)state;
    const char *path = file_with("{\"position\": \"a | 1\"}\nrubbish\n{\"position\": \"b | 1\"}\n");
    assert_int_equal(status_of_opening(path), STATUS_FAILED);
    unlink(path);
    path = file_with("{\"position\": \"a | 1\"}\n");
    struct results results = results_open(path);
    assert_int_equal(status_of_opening(path), STATUS_FAILED);
    results_close(&results);
    assert_int_equal(status_of_opening(path), 0);
    unlink(path);
}

/* -- lists -- */

static void test_lists_expand_ranges(void **state)
{
    (void)state;
    static const char *const expected[] = {"hand seed=9 | startpos",   "hand seed=10 | startpos",
                                           "konane rows=4 cols=5 | s", "konane rows=4 cols=6 | s",
                                           "konane rows=5 cols=5 | s", "konane rows=5 cols=6 | s",
                                           "hand seed=11 | startpos x"};
    struct list list = {.path = "x"};
    assert_true(list_add_line(&list, "# remark | 1..2", 1));
    assert_true(list_add_line(&list, " hand  seed=9..10|startpos\n", 2));
    assert_true(list_add_line(&list, "konane rows=4..5 cols=5..6 | s", 3));
    assert_true(list_add_line(&list, "hand seed=10..11 | startpos x", 4));
    assert_true(list_add_line(&list, "hand seed=9 | startpos", 5)); /* there already */
    assert_int_equal(list.count, 8);
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(list.at[i].position, expected[i]);
    assert_string_equal(list.at[7].position, expected[6]);
    struct string place = {0};
    list_place(&list, "hand seed=11 | startpos x", &place);
    assert_string_equal(place.at, "x:4");
    string_free(&place);
    list_free(&list);
}

static void test_lines_that_are_no_positions_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"hand",
                                      "| startpos",
                                      "hand |",
                                      "hand | a | b",
                                      "hand seed=5..4 | startpos",
                                      "hand seed=1..99999999999 | startpos"};
    struct list list = {.path = "x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(list_add_line(&list, bad[i], 1));
    assert_int_equal(list.count, 0);
    assert_true(list_add_line(&list, "hand x=1.. y=..2 seed=a1..2 | startpos 1..2", 2)); /* no ranges */
    assert_int_equal(list.count, 1);
    list_free(&list);
}

/* -- what engines say -- */

static void test_information_is_read_by_name(void **state)
{
    (void)state;
    struct told told = {0};
    assert_false(told_read(&told, "info nodes 7 nps 1 time 2"));
    assert_false(told_read(&told, "information score pts 1 pv a"));
    assert_true(
        told_read(&told, "info new 5 depth 1 score pts 0 proven wdl 1000 0 0 other x nodes 77 pv nodes 5"));
    assert_string_equal(told.score, "pts 0");
    assert_string_equal(told.outcome, ", win");
    assert_true(told.proven);
    assert_int_equal(told.nodes, 77);
    assert_true(told_read(&told, "info score cp -3 lowerbound nodes 78 pv a1"));
    assert_string_equal(told.score, "cp -3");
    assert_false(told.proven);
    assert_string_equal(told.outcome, "");
}

static void test_times_are_told_in_two_units(void **state)
{
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } rows[] = {{0, "0 s"}, {59.4, "59 s"}, {60, "1 min 0 s"}, {3725, "1 h 2 min"}, {180000, "2 d 2 h"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct string text = {0};
        progress_print_time(&text, rows[i].seconds);
        assert_string_equal(text.at, rows[i].text);
        string_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_digests_are_those_of_the_standard),
        cmocka_unit_test(test_only_digests_name_parts),
        cmocka_unit_test(test_text_survives_json),
        cmocka_unit_test(test_records_survive_and_pass_over_what_they_do_not_know),
        cmocka_unit_test(test_what_is_no_record_is_refused),
        cmocka_unit_test(test_a_half_record_is_none),
        cmocka_unit_test(test_a_file_is_read_as_it_was_written_whatever_was_cut),
        cmocka_unit_test(test_a_damaged_or_taken_file_is_refused),
        cmocka_unit_test(test_lists_expand_ranges),
        cmocka_unit_test(test_lines_that_are_no_positions_are_refused),
        cmocka_unit_test(test_information_is_read_by_name),
        cmocka_unit_test(test_times_are_told_in_two_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
