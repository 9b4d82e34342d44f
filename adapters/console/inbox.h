/* Lines that the session or the console itself has written and that nobody has seen yet, in their order. */
#ifndef PANJ_ADAPTERS_CONSOLE_INBOX_H
#define PANJ_ADAPTERS_CONSOLE_INBOX_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct inbox {
    pthread_mutex_t lock;
    char *bytes; /* strings one behind the other */
    size_t used;
    size_t room;
};

/* Any thread. A line for which there is no memory is lost. */
void inbox_put(struct inbox *, const char *line, size_t length);
size_t inbox_mark(struct inbox *); /* where the next line will stand */
/* Takes the lines from `mark` on out of it; NULL: there are none. The caller frees them. */
char *inbox_take(struct inbox *, size_t mark, size_t *used);
/* Whether an error is among the lines from `mark` on. */
bool inbox_has_error(struct inbox *, size_t mark);

#endif
