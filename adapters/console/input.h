/* The line being typed: readline where the build has it, plain lines of the terminal otherwise. There is one
 * terminal, so there is one input. */
#ifndef PANJ_ADAPTERS_CONSOLE_INPUT_H
#define PANJ_ADAPTERS_CONSOLE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/* What can stand at the cursor: called with index 0, 1, 2 ... until it writes no word.
 * `line` is what stands before the word being completed. */
typedef bool input_candidate(const char *line, int index, char *word, size_t room);

struct input_listener {
    bool (*line)(const char *line); /* NULL: the person ended the input. False: no more are heard */
    input_candidate *candidate;
};

enum { INPUT_PROMPT_MAX = 192 };

void input_begin(const struct input_listener *, const char *history_file);
void input_end(void);
/* What stands before the line; may hold SGR sequences between \001 and \002. */
void input_set_prompt(const char *prompt);
/* Standard input is readable. */
void input_ready(void);
/* Output goes between the two: the line being typed is taken away and put back as it was. */
void input_hide(void);
void input_show(void);
/* Whether the line can be taken away and put back at all: otherwise a prompt is shown only where one can type. */
bool input_redraws(void);
/* The process was stopped, and others have had the terminal. */
void input_resume(void);
/* Forget what was typed. True if there was something. */
bool input_clear(void);

#endif
