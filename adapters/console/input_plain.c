/* Without readline: the terminal edits the line itself and hands it over whole. */
#ifndef PANJ_READLINE

#include "adapters/console/input.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LINE_MAX_PLAIN = 65536 };

static struct {
    struct input_listener listener;
    char prompt[INPUT_PROMPT_MAX];
    char line[LINE_MAX_PLAIN];
    size_t length;
    bool shown;
} input;

void input_begin(const struct input_listener *listener, const char *history_file)
{
    (void)history_file;
    input.listener = *listener;
}

void input_end(void)
{
}

/* The marks around invisible parts mean something to readline only. */
void input_set_prompt(const char *prompt)
{
    size_t length = 0;
    for (; *prompt != '\0' && length + 1 < sizeof input.prompt; prompt++)
        if (*prompt != '\001' && *prompt != '\002')
            input.prompt[length++] = *prompt;
    input.prompt[length] = '\0';
}

void input_ready(void)
{
    ssize_t got = read(STDIN_FILENO, input.line + input.length, sizeof input.line - 1 - input.length);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        input.listener.line(NULL);
        return;
    }
    input.length += (size_t)got;
    assert(input.length < sizeof input.line);
    input.line[input.length] = '\0';
    input.shown = false; /* the terminal has gone to a new line */
    char *at = input.line;
    bool goes_on = true;
    for (char *newline; goes_on && (newline = strchr(at, '\n')) != NULL; at = newline + 1) {
        *newline = '\0';
        goes_on = input.listener.line(at);
    }
    input.length -= (size_t)(at - input.line);
    memmove(input.line, at, input.length + 1);
    if (input.length == sizeof input.line - 1)
        input.length = 0; /* nobody types such a line */
}

void input_hide(void)
{
    if (input.shown)
        putchar('\n');
    input.shown = false;
}

void input_show(void)
{
    if (!input.shown)
        fputs(input.prompt, stdout);
    input.shown = true;
    fflush(stdout);
}

void input_resume(void)
{
    input.shown = false;
}

bool input_redraws(void)
{
    return false;
}

bool input_clear(void)
{
    input.length = 0;
    return false;
}

#else

typedef int input_plain_is_not_in_this_build;

#endif
