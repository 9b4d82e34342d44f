/* The small base everything stands on: text, words, faults, flags, random numbers, buckets, the clock. */
#include "support/check.h"

#include "base/buckets.h"
#include "base/clock.h"
#include "base/flags.h"
#include "base/rng.h"
#include "base/rows.h"

/* -- text -- */

static void test_text_is_terminated_and_counted(void **state)
{
    (void)state;
    char room[32];
    struct text text = text_in(room, sizeof room);
    assert_string_equal(text.at, "");
    text_string(&text, "ab");
    text_char(&text, 'c');
    text_number(&text, INT64_C(-12));
    text_padded(&text, 7, 4);
    text_format(&text, "%s", "!");
    assert_string_equal(text.at, "abc-12   7!");
    assert_int_equal(text.length, 11);
    assert_false(text.cut);
    text_clear(&text);
    assert_string_equal(text.at, "");
    assert_int_equal(text.length, 0);
}

static void test_text_fills_to_the_last_byte(void **state)
{
    (void)state;
    char room[5] = "xxxx";
    struct text text = text_in(room, 4);
    room[4] = '#'; /* beyond the room: must survive */
    text_string(&text, "abc");
    assert_false(text.cut);
    text_char(&text, 'd');
    assert_true(text.cut);
    assert_string_equal(text.at, "abc");
    text_clear(&text);
    assert_false(text.cut);
    text_format(&text, "%d", 12345);
    assert_true(text.cut);
    assert_string_equal(text.at, "123");
    assert_int_equal(text.length, 3);
    text_format(&text, "%d", 6);
    assert_string_equal(text.at, "123");
    assert_int_equal(room[4], '#');
}

static void test_text_holds_any_number(void **state)
{
    (void)state;
    char room[64];
    struct text text = text_in(room, sizeof room);
    text_number(&text, INT64_MIN);
    text_char(&text, ' ');
    text_number(&text, INT64_MAX);
    assert_string_equal(text.at, "-9223372036854775808 9223372036854775807");
}

static void test_text_style_is_one_byte(void **state)
{
    (void)state;
    assert_true(STYLE_PLAIN > 0);
    for (int style = STYLE_PLAIN; style < STYLE_END; style++)
        assert_true(style < ' ');
}

/* -- words -- */

static void test_cursor_cuts_at_blanks_and_tabs(void **state)
{
    (void)state;
    const char line[] = " \tgo  depth\t8 ";
    struct cursor cursor = cursor_over(line, sizeof line - 1);
    assert_true(word_is(cursor_next(&cursor), "go"));
    assert_true(word_is(cursor_next(&cursor), "depth"));
    assert_true(word_is(cursor_next(&cursor), "8"));
    assert_int_equal(cursor_next(&cursor).length, 0);
    assert_int_equal(cursor_next(&cursor).length, 0);
}

static void test_cursor_rest_keeps_inner_blanks(void **state)
{
    (void)state;
    const char line[] = "name   a  b \t";
    struct cursor cursor = cursor_over(line, sizeof line - 1);
    cursor_next(&cursor);
    assert_true(word_is(cursor_rest(&cursor), "a  b"));
    assert_int_equal(cursor_rest(&cursor).length, 0);
    assert_int_equal(cursor_next(&cursor).length, 0);
}

static void test_cursor_stays_inside(void **state)
{
    (void)state;
    const char line[] = "abcdef"; /* only the first three belong to it */
    struct cursor cursor = cursor_over(line, 3);
    assert_true(word_is(cursor_next(&cursor), "abc"));
    assert_int_equal(cursor_next(&cursor).length, 0);
    cursor = cursor_over(NULL, 0);
    assert_int_equal(cursor_next(&cursor).length, 0);
}

static void test_word_comparisons(void **state)
{
    (void)state;
    struct word word = word_from("GoPonder");
    assert_true(word_is(word, "GoPonder"));
    assert_false(word_is(word, "goponder"));
    assert_false(word_is(word, "GoPonde"));
    assert_false(word_is(word, "GoPonderx"));
    assert_true(word_is_nocase(word, "goPONDER"));
    assert_false(word_is_nocase(word, "goponde"));
    assert_true(word_starts(word, "GoP"));
    assert_true(word_starts(word, ""));
    assert_false(word_starts(word, "GoPonderx"));
    assert_false(word_is_nocase(word_from("@["), "`{")); /* only letters have two cases */
    const char nul[] = {'a', '\0', 'b'};
    assert_false(word_is((struct word){.at = nul, .length = 3}, "a"));
}

static void test_word_number(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        int64_t low, high;
        bool good;
        int64_t number;
    } cases[] = {
        {"0", 0, 0, true, 0},
        {"7", 1, 9, true, 7},
        {"-7", -9, 9, true, -7},
        {"007", 0, 9, true, 7},
        {"-0", 0, 9, true, 0},
        {"999999999999999999", 0, INT64_MAX, true, INT64_C(999999999999999999)},
        {"10", 0, 9, false, 0},
        {"-10", -9, 9, false, 0},
        {"1000000000000000000", 0, INT64_MAX, false, 0},
        {"9223372036854775808", INT64_MIN, INT64_MAX, false, 0},
        {"99999999999999999999999999", INT64_MIN, INT64_MAX, false, 0},
        {"", INT64_MIN, INT64_MAX, false, 0},
        {"-", INT64_MIN, INT64_MAX, false, 0},
        {"--1", INT64_MIN, INT64_MAX, false, 0},
        {"+1", INT64_MIN, INT64_MAX, false, 0},
        {"1x", INT64_MIN, INT64_MAX, false, 0},
        {"0x1", INT64_MIN, INT64_MAX, false, 0},
        {"1.5", INT64_MIN, INT64_MAX, false, 0},
        {"1e3", INT64_MIN, INT64_MAX, false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t number = 4711;
        bool good = word_number(word_from(cases[i].word), cases[i].low, cases[i].high, &number);
        if (good != cases[i].good || number != (good ? cases[i].number : 4711))
            fail_msg("\"%s\"", cases[i].word);
    }
}

static void test_words_split_counts_to_the_limit(void **state)
{
    (void)state;
    char line[2 * (WORDS_MAX + 1) + 1];
    for (int i = 0; i <= WORDS_MAX; i++)
        memcpy(line + 2 * i, "x ", 3);
    struct words words;
    assert_true(words_split(line, 2 * WORDS_MAX, &words));
    assert_int_equal(words.count, WORDS_MAX);
    assert_false(words_split(line, 2 * (WORDS_MAX + 1), &words));
    assert_true(words_split("", 0, &words));
    assert_int_equal(words.count, 0);
}

/* -- rows -- */

static void test_word_cut_gives_every_part_once(void **state)
{
    (void)state;
    struct word rest = word_from("ab//c/");
    const char *const parts[] = {"ab", "", "c", ""};
    for (int i = 0; i < 4; i++)
        assert_true(word_is(word_cut(&rest, '/'), parts[i]));
    assert_null(word_cut(&rest, '/').at);
    assert_null(word_cut(&rest, '/').at);
}

/* Whatever is printed is read again, on boards of any size and with any gaps. */
static void test_rows_are_read_as_printed(void **state)
{
    (void)state;
    static struct rows rows, again;
    char room[ROWS_SIDE_MAX * (ROWS_SIDE_MAX + 1) + 1];
    struct rng rng = {.state = 7};
    struct fault fault;
    for (int round = 0; round < 2000; round++) {
        struct rows_form form = {.letters = "xyz", .least = 1, .most = ROWS_SIDE_MAX, .gaps = round % 2 == 0};
        rows.count = 1 + (int)rng_below(&rng, ROWS_SIDE_MAX);
        rows.columns = 1 + (int)rng_below(&rng, ROWS_SIDE_MAX);
        for (int cell = 0; cell < rows.count * rows.columns; cell++)
            rows.at[cell / rows.columns][cell % rows.columns] =
                form.gaps && rng_below(&rng, 3) > 0 ? '\0' : "xyz"[rng_below(&rng, 3)];
        struct text text = text_in(room, sizeof room);
        rows_print(&rows, &text);
        assert_false(text.cut);
        assert_true(rows_read(&again, word_from(room), &form, &fault));
        assert_int_equal(again.count, rows.count);
        assert_int_equal(again.columns, rows.columns);
        for (int row = 0; row < rows.count; row++)
            assert_memory_equal(again.at[row], rows.at[row], (size_t)rows.columns);
    }
}

static void test_cells_are_called_by_column_and_row(void **state)
{
    (void)state;
    static const char *const none[] = {"", "a", "1", "a0", "a01", "A1", "a27", "a-1", "?1"};
    for (int cell = 0; cell < 26 * 25; cell++) {
        char room[8];
        struct text text = text_in(room, sizeof room);
        rows_print_cell(cell, 25, &text);
        text_char(&text, '!');
        struct word word = word_from(room);
        assert_int_equal(rows_take_cell(&word, 26, 25), cell);
        assert_true(word_is(word, "!"));
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct word word = word_from(none[i]);
        assert_int_equal(rows_take_cell(&word, 26, 25), -1);
    }
    struct word beyond = word_from("z1"); /* the 26th column */
    assert_int_equal(rows_take_cell(&beyond, 26, 25), -1);
}

/* -- faults -- */

static void test_fault_returns_false_and_is_cut(void **state)
{
    (void)state;
    struct fault fault;
    assert_false(fault_set(&fault, "rows", "has %d cells, not %d", 7, 8));
    assert_string_equal(fault.field, "rows");
    assert_string_equal(fault.why, "has 7 cells, not 8");
    assert_false(fault_set(&fault, "a field of more than two dozen letters", "%200d", 1));
    assert_int_equal(strlen(fault.field), sizeof fault.field - 1);
    assert_int_equal(strlen(fault.why), sizeof fault.why - 1);
}

static void test_fault_quotes_only_what_prints(void **state)
{
    (void)state;
    struct fault fault;
    const char bytes[] = {'a', '\0', '\n', (char)0xC3, '~', ' '};
    assert_false(fault_word(&fault, "side", "not 1 or 2:", (struct word){.at = bytes, .length = 6}));
    assert_string_equal(fault.why, "not 1 or 2: a???~ ");
    fault_word(&fault, "side", "missing:", (struct word){.at = "", .length = 0});
    assert_string_equal(fault.why, "missing: (nothing)");
    char room[4] = "###";
    fault_quote(word_from("abcdef"), room, 2);
    assert_string_equal(room, "ab");
    assert_int_equal(room[3], '\0');
}

/* -- flags -- */

enum { OPEN, CAP, SEED, FLAG_COUNT };
static const struct flag flags[FLAG_COUNT] = {
    [OPEN] = {"open", "reference|any", "", FLAG_CHOICE, FLAG_IN_START | FLAG_IN_FEN, 0, 0, 0},
    [CAP] = {"cap", NULL, "", FLAG_NUMBER, FLAG_IN_START | FLAG_IN_FEN, 1, 1000, 150},
    [SEED] = {"seed", "text", "", FLAG_TEXT, FLAG_IN_START, 0, 0, 0},
};

static bool read_flags(const char *line, enum flag_place place, struct flag_values *values,
                       struct fault *fault)
{
    static struct words words; /* the values point into it */
    assert_true(words_split(line, strlen(line), &words));
    return flags_parse(flags, FLAG_COUNT, place, &words, 0, values, fault);
}

static void test_flags_have_defaults(void **state)
{
    (void)state;
    struct flag_values values;
    struct fault fault;
    assert_true(read_flags("", FLAG_IN_FEN, &values, &fault));
    assert_int_equal(values.number[OPEN], 0);
    assert_int_equal(values.number[CAP], 150);
    assert_int_equal(values.text[SEED].length, 0);
    assert_false(values.given[OPEN] || values.given[CAP] || values.given[SEED]);
}

static void test_flags_in_any_order(void **state)
{
    (void)state;
    struct flag_values values;
    struct fault fault;
    assert_true(read_flags("seed=x=y cap=12 open=any", FLAG_IN_START, &values, &fault));
    assert_int_equal(values.number[OPEN], 1);
    assert_int_equal(values.number[CAP], 12);
    assert_true(word_is(values.text[SEED], "x=y"));
    assert_true(values.given[OPEN] && values.given[CAP] && values.given[SEED]);
}

static void test_flags_faults(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        enum flag_place place;
        const char *field;
        const char *why;
    } cases[] = {
        {"open", FLAG_IN_FEN, "flags", "not of the form key=value: open"},
        {"shut=any", FLAG_IN_FEN, "flags", "unknown flag shut"},
        {"=any", FLAG_IN_FEN, "flags", "unknown flag (nothing)"},
        {"seed=1", FLAG_IN_FEN, "flags", "unknown flag seed"},
        {"Open=any", FLAG_IN_FEN, "flags", "unknown flag Open"},
        {"open=", FLAG_IN_FEN, "open", "must be one of reference|any"},
        {"open=an", FLAG_IN_FEN, "open", "must be one of reference|any"},
        {"open=anyx", FLAG_IN_FEN, "open", "must be one of reference|any"},
        {"open=reference|any", FLAG_IN_FEN, "open", "must be one of reference|any"},
        {"open=any open=any", FLAG_IN_FEN, "open", "given twice"},
        {"cap=0", FLAG_IN_FEN, "cap", "must be a number from 1 to 1000"},
        {"cap=1001", FLAG_IN_FEN, "cap", "must be a number from 1 to 1000"},
        {"cap=", FLAG_IN_FEN, "cap", "must be a number from 1 to 1000"},
        {"cap=99999999999999999999", FLAG_IN_FEN, "cap", "must be a number from 1 to 1000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct flag_values values;
        struct fault fault;
        if (read_flags(cases[i].line, cases[i].place, &values, &fault))
            fail_msg("\"%s\" is accepted", cases[i].line);
        assert_string_equal(fault.field, cases[i].field);
        assert_string_equal(fault.why, cases[i].why);
    }
}

static void test_flags_print_what_is_not_default(void **state)
{
    (void)state;
    struct flag_values values;
    struct fault fault;
    char room[64];
    struct text text = text_in(room, sizeof room);
    assert_true(read_flags("cap=150 open=reference", FLAG_IN_FEN, &values, &fault));
    flags_print(flags, FLAG_COUNT, &values, &text);
    assert_string_equal(text.at, "");
    assert_true(read_flags("seed=3 cap=7 open=any", FLAG_IN_START, &values, &fault));
    flags_print(flags, FLAG_COUNT, &values, &text);
    assert_string_equal(text.at, " open=any cap=7");
    text_clear(&text);
    flag_choice_word(&flags[OPEN], 1, &text);
    assert_string_equal(text.at, "any");
}

/* -- random numbers -- */

/* The first numbers of splitmix64 from 1234567, as its author's test gives them. */
static void test_rng_is_splitmix64(void **state)
{
    (void)state;
    static const uint64_t wanted[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                      UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                      UINT64_C(16408922859458223821)};
    struct rng rng = {.state = 1234567};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_true(rng_next(&rng) == wanted[i]);
}

/* Chi-squared over six faces; the bound is passed by chance once in a million seeds. */
static void test_rng_below_is_even(void **state)
{
    (void)state;
    enum { FACES = 6, ROLLS = 60000 };
    int seen[FACES] = {0};
    struct rng rng = {.state = 42};
    for (int i = 0; i < ROLLS; i++) {
        uint64_t face = rng_below(&rng, FACES);
        assert_true(face < FACES);
        seen[face]++;
    }
    double chi = 0;
    for (int i = 0; i < FACES; i++) {
        double off = seen[i] - ROLLS / (double)FACES;
        chi += off * off / (ROLLS / (double)FACES);
    }
    assert_true(chi < 35.9);
}

static void test_rng_below_takes_any_bound(void **state)
{
    (void)state;
    struct rng rng = {.state = 7};
    for (int i = 0; i < 100; i++) {
        assert_int_equal(rng_below(&rng, 1), 0);
        assert_true(rng_below(&rng, UINT64_MAX) < UINT64_MAX);
        assert_true(rng_below(&rng, (UINT64_C(1) << 63) + 1) <= UINT64_C(1) << 63);
    }
}

/* -- the clock -- */

static void test_clock_goes_forward(void **state)
{
    (void)state;
    int64_t began = clock_now();
    int64_t cpu = clock_cpu();
    int64_t thread = clock_cpu_thread();
    while (clock_cpu_thread() - thread < 2000)
        ;
    assert_true(clock_now() - began >= 2000 - 1); /* one thread uses no more than passes */
    assert_true(clock_cpu() > cpu);
}

/* -- buckets -- */

static void test_buckets_are_empty_lines_for_any_hash(void **state)
{
    (void)state;
    struct rng rng = {.state = 1};
    struct buckets buckets;
    assert_true(buckets_open(&buckets, 100 * BUCKET_BYTES + 63, 0));
    assert_int_equal(buckets_bytes(&buckets), 100 * BUCKET_BYTES);
    bool seen[100] = {false};
    for (int i = 0; i < 10000; i++) {
        char *line = buckets_for(&buckets, rng_next(&rng));
        ptrdiff_t place = line - (char *)buckets.line;
        assert_true(place >= 0 && place < 100 * BUCKET_BYTES && place % BUCKET_BYTES == 0);
        assert_ptr_equal(line, buckets_at(&buckets, (uint64_t)place / BUCKET_BYTES));
        assert_true(line[0] == 0 && line[BUCKET_BYTES - 1] == 0);
        seen[place / BUCKET_BYTES] = true;
    }
    for (int i = 0; i < 100; i++)
        assert_true(seen[i]);
    assert_ptr_equal(buckets_for(&buckets, 0), buckets_at(&buckets, 0));
    assert_ptr_equal(buckets_for(&buckets, UINT64_MAX), buckets_at(&buckets, 99));
    buckets_close(&buckets);
    assert_null(buckets.line);
    assert_true(buckets_open(&buckets, 1, SIZE_MAX));
    assert_int_equal(buckets_bytes(&buckets), BUCKET_BYTES);
    buckets_close(&buckets);
}

static void test_buckets_keep_what_they_know_in_the_same_size(void **state)
{
    (void)state;
    enum { LEAST = 1 << 12 };
    static const struct {
        size_t bytes, taken;
        bool kept; /* what stands in them */
    } steps[] = {{LEAST - 1, 0, false},        {LEAST, LEAST, false},
                 {2 * LEAST - 1, LEAST, true}, {2 * LEAST, 2 * LEAST, false},
                 {3 * LEAST, 2 * LEAST, true}, {9 * LEAST, 8 * LEAST, false},
                 {LEAST, LEAST, false},        {0, 0, false}};
    struct buckets buckets = {.line = NULL};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        assert_int_equal(buckets_resize(&buckets, steps[i].bytes, LEAST, 0), steps[i].taken);
        assert_int_equal(buckets_bytes(&buckets), steps[i].taken);
        if (steps[i].taken == 0) {
            assert_null(buckets.line);
            continue;
        }
        char *last = buckets_at(&buckets, buckets.count - 1);
        assert_int_equal(*last, steps[i].kept);
        *last = 1;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_is_terminated_and_counted),
        cmocka_unit_test(test_text_fills_to_the_last_byte),
        cmocka_unit_test(test_text_holds_any_number),
        cmocka_unit_test(test_text_style_is_one_byte),
        cmocka_unit_test(test_cursor_cuts_at_blanks_and_tabs),
        cmocka_unit_test(test_cursor_rest_keeps_inner_blanks),
        cmocka_unit_test(test_cursor_stays_inside),
        cmocka_unit_test(test_word_comparisons),
        cmocka_unit_test(test_word_number),
        cmocka_unit_test(test_words_split_counts_to_the_limit),
        cmocka_unit_test(test_word_cut_gives_every_part_once),
        cmocka_unit_test(test_rows_are_read_as_printed),
        cmocka_unit_test(test_cells_are_called_by_column_and_row),
        cmocka_unit_test(test_fault_returns_false_and_is_cut),
        cmocka_unit_test(test_fault_quotes_only_what_prints),
        cmocka_unit_test(test_flags_have_defaults),
        cmocka_unit_test(test_flags_in_any_order),
        cmocka_unit_test(test_flags_faults),
        cmocka_unit_test(test_flags_print_what_is_not_default),
        cmocka_unit_test(test_rng_is_splitmix64),
        cmocka_unit_test(test_rng_below_is_even),
        cmocka_unit_test(test_rng_below_takes_any_bound),
        cmocka_unit_test(test_clock_goes_forward),
        cmocka_unit_test(test_buckets_are_empty_lines_for_any_hash),
        cmocka_unit_test(test_buckets_keep_what_they_know_in_the_same_size),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
