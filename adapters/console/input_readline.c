/* With readline: editing, history over sessions, completion; what is being typed survives other output. */
#ifdef PANJ_READLINE

#include "adapters/console/input.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/history.h>
#include <readline/readline.h>

enum { HISTORY_LINES = 1000 };

/* readline keeps its state in globals; this is ours beside it. */
static struct {
    struct input_listener listener;
    const char *history_file;
    bool shown;
    char *kept_line; /* what was typed, while hidden */
    int kept_point;
} input;

/* What was pasted may be several. */
static void tell_lines(char *line)
{
    for (bool goes_on = true; goes_on;) {
        char *end = line + strcspn(line, "\r\n");
        goes_on = *end != '\0';
        *end = '\0';
        if (line[strspn(line, " \t")] != '\0')
            add_history(line);
        goes_on = input.listener.line(line) && goes_on;
        line = end + 1;
    }
}

/* The cursor stands on a new line and nothing is typed; when the listener is done readline shows
 * its prompt. */
static void take_line(char *line)
{
    free(input.kept_line);
    input.kept_line = NULL;
    input.shown = false;
    rl_replace_line("", 0); /* or a prompt that tells how far something is would show it once more */
    if (line != NULL)
        tell_lines(line);
    else
        input.listener.line(NULL);
    free(line);
    input.shown = true;
}

static char *next_candidate(const char *typed, int first)
{
    static int index;
    if (first == 0)
        index = 0;
    char word[256];
    assert(rl_point >= (int)strlen(typed));
    char *line = strndup(rl_line_buffer, (size_t)(rl_point - (int)strlen(typed)));
    char *found = NULL;
    while (found == NULL && line != NULL && input.listener.candidate(line, index++, word, sizeof word))
        if (strncmp(word, typed, strlen(typed)) == 0)
            found = strdup(word);
    free(line);
    return found;
}

static char **complete(const char *typed, int begin, int end)
{
    (void)begin;
    (void)end;
    bool file = strncmp(rl_line_buffer, "save ", 5) == 0 || strncmp(rl_line_buffer, "load ", 5) == 0;
    rl_attempted_completion_over = !file; /* names of files for these two alone */
    if (file)
        return NULL;
    char **matches = rl_completion_matches(typed, next_candidate);
    if (matches != NULL && matches[0] != NULL && matches[0][0] != '\0' && strchr(matches[0], '=') != NULL)
        rl_completion_append_character = '\0';
    return matches;
}

void input_begin(const struct input_listener *listener, const char *history_file)
{
    input.listener = *listener;
    input.history_file = history_file;
    rl_readline_name = "panj";
    rl_catch_signals = 0;
    rl_basic_word_break_characters = " \t";
    rl_completer_word_break_characters = " \t";
    rl_attempted_completion_function = complete;
    rl_sort_completion_matches = 0; /* moves first */
    stifle_history(HISTORY_LINES);
    if (history_file != NULL)
        read_history(history_file);
    rl_callback_handler_install("", take_line);
    input.shown = true;
}

void input_end(void)
{
    rl_callback_handler_remove();
    if (input.history_file != NULL)
        write_history(input.history_file);
    free(input.kept_line);
    input.kept_line = NULL;
}

void input_set_prompt(const char *prompt)
{
    rl_set_prompt(prompt);
}

void input_ready(void)
{
    rl_callback_read_char();
}

void input_hide(void)
{
    if (!input.shown)
        return;
    input.shown = false;
    free(input.kept_line);
    input.kept_line = strdup(rl_line_buffer);
    input.kept_point = rl_point;
    fputs("\r\033[K", stdout);
}

void input_show(void)
{
    if (input.shown)
        return;
    input.shown = true;
    fflush(stdout);
    rl_on_new_line();
    if (input.kept_line != NULL)
        rl_replace_line(input.kept_line, 0);
    rl_point = input.kept_point <= rl_end ? input.kept_point : rl_end;
    rl_redisplay();
}

void input_resume(void)
{
    rl_deprep_terminal();
    rl_prep_terminal(1);
    if (input.shown)
        rl_forced_update_display();
}

bool input_redraws(void)
{
    return true;
}

bool input_clear(void)
{
    bool typed = rl_end > 0;
    rl_free_line_state();
    rl_callback_sigcleanup(); /* of a search in the history that the next key would go on with */
    rl_replace_line("", 0);
    rl_point = 0;
    rl_redisplay();
    return typed;
}

#else

typedef int input_readline_is_not_in_this_build;

#endif
