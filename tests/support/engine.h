/* An engine process as a test sees it: lines in, lines out, with a deadline on everything. */
#ifndef PANJ_TESTS_ENGINE_H
#define PANJ_TESTS_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct engine {
    pid_t pid;
    int input;   /* we write here; -1 when closed */
    int output;  /* we read here; -1 when closed */
    char *bytes; /* read and not yet handed out */
    size_t used;
    size_t room;
    char *line; /* the last line handed out */
};

enum { ENGINE_PATIENCE = 20000 }; /* milliseconds; far more than anything may take */

/* The binary that $PANJ names, or ./panj. Its stderr is ours. `words` of its command line end with a NULL;
 * NULL is none. */
bool engine_start(struct engine *, const char *const *words);
void engine_send(struct engine *, const char *bytes, size_t length);
void engine_say(struct engine *, const char *line); /* and a newline */
void engine_close_input(struct engine *);
void engine_close_output(struct engine *);
/* The next line without its newline, NULL at the end or after `patience` milliseconds. Valid until the next
 * call. */
const char *engine_line(struct engine *, int patience);
/* Waits for the end of the process and returns its exit status; 1000 + signal if one ended it, -1 if it did
 * not end in time (then it is killed). Frees everything. */
int engine_end(struct engine *, int patience);

#endif
