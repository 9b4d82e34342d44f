/* The parts of panj-web that judge what strangers send: frames, caps, hosts, origins, tokens. */
#include "tests/support/check.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/web/caps.h"
#include "adapters/web/files.h"
#include "adapters/web/frame.h"
#include "adapters/web/guard.h"

/* -- frames -- */

static struct frame_piece piece_of(const char *bytes, size_t length, bool first, bool last)
{
    return (struct frame_piece){.at = bytes, .length = length, .first = first, .last = last};
}

static void test_pieces_make_a_line(void **state)
{
    (void)state;
    struct frame *frame = calloc(1, sizeof *frame);
    struct frame_piece pieces[] = {piece_of("que", 3, true, false), piece_of("", 0, false, false),
                                   piece_of("ry fen", 6, false, true)};
    assert_int_equal(frame_add(frame, &pieces[0]), FRAME_MORE);
    assert_int_equal(frame_add(frame, &pieces[1]), FRAME_MORE);
    assert_int_equal(frame_add(frame, &pieces[2]), FRAME_LINE);
    assert_int_equal(frame->length, 9);
    assert_memory_equal(frame->bytes, "query fen", 9);
    free(frame);
}

static void test_a_line_has_a_limit(void **state)
{
    (void)state;
    struct frame *frame = calloc(1, sizeof *frame);
    char *bytes = malloc(FRAME_LINE_MAX + 1);
    memset(bytes, 'x', FRAME_LINE_MAX + 1);
    struct frame_piece whole = piece_of(bytes, FRAME_LINE_MAX, true, true);
    assert_int_equal(frame_add(frame, &whole), FRAME_LINE);
    struct frame_piece more = piece_of(bytes, 1, false, true);
    assert_int_equal(frame_add(frame, &more), FRAME_TOO_LONG);
    struct frame_piece longer = piece_of(bytes, FRAME_LINE_MAX + 1, true, true);
    assert_int_equal(frame_add(frame, &longer), FRAME_TOO_LONG);
    struct frame_piece liar = {.at = "x", .length = 1, .announced = SIZE_MAX, .first = true};
    assert_int_equal(frame_add(frame, &liar), FRAME_TOO_LONG);
    free(bytes);
    free(frame);
}

static void test_one_line_only(void **state)
{
    (void)state;
    static const char bad[][4] = {"a\nb", "a\rb", "a\0b", "\n"};
    struct frame *frame = calloc(1, sizeof *frame);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct frame_piece piece = piece_of(bad[i], 3, true, true);
        assert_int_equal(frame_add(frame, &piece), FRAME_NO_LINE);
    }
    struct frame_piece binary = {.at = "isready", .length = 7, .first = true, .last = true, .binary = true};
    assert_int_equal(frame_add(frame, &binary), FRAME_NO_LINE);
    free(frame);
}

/* -- caps -- */

static const struct caps caps = {.hash = 64, .threads = 2, .table_mb = 128};

static bool passes(const char *line)
{
    char answer[128] = "";
    bool allowed = caps_allow(&caps, line, strlen(line), answer, sizeof answer);
    assert_true(allowed == (answer[0] == '\0'));
    return allowed;
}

static void test_caps(void **state)
{
    (void)state;
    static const char *const good[] = {"",
                                       "isready",
                                       "setoption name Hash value 64",
                                       "  setoption\tname  hash VALUE 1 ",
                                       "setoption name Threads value 2",
                                       "setoption name TableMB value 128",
                                       "setoption name MultiPV value 128",
                                       "setoption Hash value 99999",
                                       "newgame gems map=wilds"};
    static const char *const bad[] = {"setoption name Hash value 65",
                                      "SETOPTION NAME HASH VALUE 65536",
                                      "setoption name Threads value 3",
                                      "setoption name TableMB value 129",
                                      "setoption name Hash value 064x",
                                      "setoption name Hash value -1",
                                      "setoption name Hash value 0", /* as much as it likes */
                                      "setoption name Hash value",
                                      "setoption name Hash",
                                      "setoption name Hash value 64 65536",
                                      ("setoption name Hash value 00000000000000000"
                                       "000000000000000000000000065536"),
                                      "\t setoption name hash value 65"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(passes(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(passes(bad[i]));
}

static void test_an_engine_begins_within_its_caps(void **state)
{
    (void)state;
    char lines[CAPS_FIRST_MAX];
    size_t length = caps_first_lines(&caps, lines, sizeof lines);
    assert_int_equal(length, strlen(lines));
    assert_string_equal(lines, "setoption name Hash value 64\nsetoption name TableMB value 128\n");
    const struct caps largest = {.hash = INT64_MAX, .threads = 64, .table_mb = INT64_MAX};
    assert_true(caps_first_lines(&largest, lines, sizeof lines) < sizeof lines);
}

static void test_what_starts_work(void **state)
{
    (void)state;
    static const char *const work[] = {"go",    " GO infinite", "solve",       "perft 9",
                                       "bench", "bestmove",     "tables build"};
    static const char *const none[] = {"", "gone", "stop", "query legal", "play go", "# go"};
    for (size_t i = 0; i < sizeof work / sizeof work[0]; i++)
        assert_true(line_starts_work(work[i], strlen(work[i])));
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_false(line_starts_work(none[i], strlen(none[i])));
}

/* -- guard -- */

static void test_hosts(void **state)
{
    (void)state;
    static const char *const local[] = {"127.0.0.1:8421", "localhost:8421", "LOCALHOST:8421", "[::1]:8421"};
    static const char *const foreign[] = {"",
                                          "127.0.0.1",
                                          "127.0.0.1:8422",
                                          "127.0.0.1:84211",
                                          "127.0.0.1.evil.example:8421",
                                          "evil.example:8421",
                                          "localhost.:8421",
                                          "x127.0.0.1:8421"};
    for (size_t i = 0; i < sizeof local / sizeof local[0]; i++)
        assert_true(guard_host_is_local(local[i], 8421));
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        assert_false(guard_host_is_local(foreign[i], 8421));
    assert_true(guard_host_is_local("localhost", 80));
}

static void test_origins(void **state)
{
    (void)state;
    assert_true(guard_origin_is_host("http://127.0.0.1:8421", "127.0.0.1:8421"));
    assert_true(guard_origin_is_host("HTTPS://Panj.Example", "panj.example"));
    assert_false(guard_origin_is_host("http://evil.example", "127.0.0.1:8421"));
    assert_false(guard_origin_is_host("http://127.0.0.1:8421.evil.example", "127.0.0.1:8421"));
    assert_false(guard_origin_is_host("http://127.0.0.1:8421/", "127.0.0.1:8421"));
    assert_false(guard_origin_is_host("null", "null"));
    assert_false(guard_origin_is_host("http://", ""));
    assert_false(guard_origin_is_host("", ""));
    assert_false(guard_origin_is_host("file://127.0.0.1:8421", "127.0.0.1:8421"));
}

static void test_tokens(void **state)
{
    (void)state;
    assert_true(guard_token_is("open-sesame", "open-sesame"));
    static const char *const wrong[] = {
        "", "open", "open-sesam", "open-sesamf", "Open-sesame", "open-sesame1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(guard_token_is(wrong[i], "open-sesame"));
}

/* -- files -- */

static void test_files(void **state)
{
    (void)state;
    static const char *const here[] = {"/", "/index.html", "/panj.js", "/panj.css", "/icon.svg"};
    static const char *const nowhere[] = {"",           "index.html", "/../panj.js",
                                          "/panj.js?x", "/PANJ.JS",   "/panj.js/"};
    struct file file;
    for (size_t i = 0; i < sizeof here / sizeof here[0]; i++)
        assert_true(file_find(here[i], &file) && file.type[0] != '\0');
    for (size_t i = 0; i < sizeof nowhere / sizeof nowhere[0]; i++)
        assert_false(file_find(nowhere[i], &file));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces_make_a_line),
        cmocka_unit_test(test_a_line_has_a_limit),
        cmocka_unit_test(test_one_line_only),
        cmocka_unit_test(test_caps),
        cmocka_unit_test(test_an_engine_begins_within_its_caps),
        cmocka_unit_test(test_what_starts_work),
        cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_origins),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
