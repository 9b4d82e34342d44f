/* PROTOCOL.md agrees with the tables that the engine is made of, and gives an example of every error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "protocol/commands.h"
#include "protocol/options.h"

static char *page;

static int read_page(void **state)
{
    (void)state;
    FILE *file = fopen("PROTOCOL.md", "r");
    if (file == NULL)
        return -1;
    enum { PAGE_MAX = 1 << 20 };
    page = calloc(1, PAGE_MAX);
    size_t length = fread(page, 1, PAGE_MAX - 1, file);
    fclose(file);
    return length > 0 ? 0 : -1;
}

static int drop_page(void **state)
{
    (void)state;
    free(page);
    return 0;
}

static void expect_on_page(const char *what)
{
    if (strstr(page, what) == NULL)
        fail_msg("PROTOCOL.md lacks '%s'", what);
}

/* In a table of Markdown a bar inside a cell is escaped. */
static void escape_bars(const char *from, char *to)
{
    for (; *from != '\0'; from++) {
        if (*from == '|')
            *to++ = '\\';
        *to++ = *from;
    }
    *to = '\0';
}

static void test_every_command_has_its_row_and_an_example(void **state)
{
    static const char *const whens[] = {[COMMAND_IDLE] = "idle",
                                        [COMMAND_ALWAYS] = "always",
                                        [COMMAND_ENDS] = "always",
                                        [COMMAND_WAITS] = "waits"};
    (void)state;
    for (const struct command *command = commands; command->name != NULL; command++) {
        char arguments[256], row[512], example[64];
        escape_bars(command->arguments, arguments);
        snprintf(row, sizeof row, "\n| `%s%s%s` | %s | %s |\n", command->name,
                 arguments[0] != '\0' ? " " : "", arguments,
                 whens[command_find(word_from(command->name))->when], command->summary);
        expect_on_page(row);
        snprintf(example, sizeof example, "\n> %s", command->name);
        expect_on_page(example);
    }
}

/* Three errors need a line that no page can print, or an engine in distress. */
static bool can_be_shown(const char *code)
{
    static const char *const hidden[] = {"line_too_long", "bad_byte", "internal"};
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (strcmp(code, hidden[i]) == 0)
            return false;
    return true;
}

static void test_every_error_has_its_row_and_an_example(void **state)
{
    static const struct {
        const char *code;
        const char *meaning;
    } errors[] = {
#define ERROR(code, meaning) {#code, meaning},
#include "protocol/errors.def"
#undef ERROR
    };
    (void)state;
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "\n| `%s` | %s |\n", errors[i].code, errors[i].meaning);
        expect_on_page(text);
        snprintf(text, sizeof text, "\n< error %s ", errors[i].code);
        if (can_be_shown(errors[i].code))
            expect_on_page(text);
    }
}

static void test_every_option_and_query_has_its_row(void **state)
{
    (void)state;
    char text[128];
    for (int i = 0; i < OPTION_COUNT; i++) {
        snprintf(text, sizeof text, "\n| `%s` | ", options[i].name);
        expect_on_page(text);
    }
    for (int i = 0; query_word(i) != NULL; i++) {
        snprintf(text, sizeof text, "\n| `%s", query_word(i));
        expect_on_page(text);
    }
    for (int i = 0; limit_word(i) != NULL; i++)
        expect_on_page(limit_word(i));
}

static void test_names_are_found_in_any_case_and_never_by_prefix(void **state)
{
    (void)state;
    for (const struct command *command = commands; command->name != NULL; command++) {
        char upper[32];
        snprintf(upper, sizeof upper, "%s", command->name);
        upper[0] = (char)(upper[0] - 'a' + 'A');
        const struct command *found = command_find(word_from(upper));
        assert_string_equal(found->name, command->alias_of != NULL ? command->alias_of : command->name);
        assert_non_null(found->run);
    }
    assert_null(command_find(word_from("og")));
    assert_null(command_find(word_from("posit")));
    assert_null(command_find(word_from("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_command_has_its_row_and_an_example),
        cmocka_unit_test(test_every_error_has_its_row_and_an_example),
        cmocka_unit_test(test_every_option_and_query_has_its_row),
        cmocka_unit_test(test_names_are_found_in_any_case_and_never_by_prefix),
    };
    return cmocka_run_group_tests(tests, read_page, drop_page);
}
