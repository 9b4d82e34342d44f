/* Runs every worked session against the binary: the fenced blocks of PROTOCOL.md and the files of
 * tests/sessions/.
 *
 * Lines that begin with "> " are sent, lines that begin with "< " must come, in this order and no others. In
 * an expected line " ..." at the end stands for anything; an expected line "..." stands for any number of
 * lines. A block ends as the input ends: the engine must then leave with status 0. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/engine.h"

enum { LINES_MAX = 4000 };

/* One session: its lines with their marks. */
struct script {
    char name[256];
    int count;
    char *line[LINES_MAX];
};

static int scripts_run;

static bool matches(const char *expected, const char *line)
{
    if (line == NULL)
        return false;
    size_t length = strlen(expected);
    bool open = length >= 4 && strcmp(expected + length - 4, " ...") == 0;
    return open ? strncmp(expected, line, length - 4) == 0 : strcmp(expected, line) == 0;
}

/* Reads lines until one matches `expected`; lines before it are allowed if `skipping`. */
static void expect(struct engine *engine, const char *name, const char *expected, bool skipping)
{
    for (;;) {
        const char *line = engine_line(engine, ENGINE_PATIENCE);
        if (line == NULL)
            fail_msg("%s: expected '%s', nothing came", name, expected);
        if (matches(expected, line))
            return;
        if (!skipping)
            fail_msg("%s: expected '%s', got '%s'", name, expected, line);
    }
}

/* Nothing but what a trailing "..." allows may come after the last expected line. */
static void expect_end(struct engine *engine, const char *name, bool skipping)
{
    engine_close_input(engine);
    for (const char *line; (line = engine_line(engine, ENGINE_PATIENCE)) != NULL;)
        if (!skipping)
            fail_msg("%s: nothing more was expected, got '%s'", name, line);
    int status = engine_end(engine, ENGINE_PATIENCE);
    if (status != 0)
        fail_msg("%s: exit status %d", name, status);
}

static void run_script(const struct script *script)
{
    struct engine engine;
    bool skipping = false;
    assert_true(engine_start(&engine, NULL));
    for (int i = 0; i < script->count; i++) {
        const char *line = script->line[i];
        if (line[0] == '>') {
            engine_say(&engine, line[1] == ' ' ? line + 2 : "");
        } else if (strcmp(line, "< ...") == 0) {
            skipping = true;
        } else {
            expect(&engine, script->name, line + 2, skipping);
            skipping = false;
        }
    }
    expect_end(&engine, script->name, skipping);
    scripts_run++;
}

static void script_clear(struct script *script)
{
    for (int i = 0; i < script->count; i++)
        free(script->line[i]);
    script->count = 0;
}

static void script_add(struct script *script, const char *line)
{
    assert_true(script->count < LINES_MAX);
    script->line[script->count++] = strdup(line);
}

static bool is_session_line(const char *line)
{
    return strncmp(line, "> ", 2) == 0 || strncmp(line, "< ", 2) == 0 || strcmp(line, ">") == 0;
}

/* A block of a Markdown file is a session if its first line is one. */
static void run_markdown(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    static struct script script;
    char *line = NULL;
    size_t room = 0;
    bool inside = false;
    for (int number = 1; getline(&line, &room, file) >= 0; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "```", 3) == 0) {
            if (inside && script.count > 0)
                run_script(&script);
            script_clear(&script);
            inside = !inside;
            snprintf(script.name, sizeof script.name, "%s:%d", path, number);
        } else if (inside && is_session_line(line)) {
            script_add(&script, line);
        } else if (inside && script.count > 0) {
            fail_msg("%s:%d: a session holds only lines with > and <: '%s'", path, number, line);
        }
    }
    free(line);
    fclose(file);
}

/* A file holds sessions divided by empty lines; lines that begin with # are remarks. */
static void run_file(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    static struct script script;
    char *line = NULL;
    size_t room = 0;
    for (int number = 1; getline(&line, &room, file) >= 0; number++) {
        line[strcspn(line, "\n")] = '\0';
        if (is_session_line(line)) {
            if (script.count == 0)
                snprintf(script.name, sizeof script.name, "%s:%d", path, number);
            script_add(&script, line);
        } else if (line[0] == '\0') {
            if (script.count > 0)
                run_script(&script);
            script_clear(&script);
        } else if (line[0] != '#') {
            fail_msg("%s:%d: neither a session line nor a remark: '%s'", path, number, line);
        }
    }
    if (script.count > 0)
        run_script(&script);
    script_clear(&script);
    free(line);
    fclose(file);
}

static void run_all(const char *pattern, void (*run)(const char *path))
{
    glob_t found;
    int before = scripts_run;
    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            run(found.gl_pathv[i]);
    globfree(&found);
    print_message("%s: %d sessions\n", pattern, scripts_run - before);
    assert_true(scripts_run > before);
}

static void test_protocol_page(void **state)
{
    (void)state;
    run_all("PROTOCOL.md", run_markdown);
}

static void test_golden_sessions(void **state)
{
    (void)state;
    run_all("tests/sessions/*.txt", run_file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_protocol_page),
        cmocka_unit_test(test_golden_sessions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
