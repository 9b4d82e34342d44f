/* Lines that wait for what runs, in the order in which they came. */
#ifndef PANJ_PROTOCOL_QUEUE_H
#define PANJ_PROTOCOL_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

struct command;

struct queued {
    struct queued *next;
    const struct command *command; /* that the line begins with */
    size_t length;
    char line[];
};

struct queue {
    struct queued *first; /* NULL: nothing waits */
    struct queued *last;
    size_t bytes; /* of memory that the lines take */
    int walls;    /* how many of them are `wait` */
    int stops;    /* how many are `stop` */
};

enum { QUEUE_BYTES_MAX = 4 * 1024 * 1024 }; /* nobody should add more: see session_is_full() */

/* False: out of memory. */
bool queue_add(struct queue *, const struct command *, const char *line, size_t length);
struct queued *queue_take(struct queue *); /* the first, which is the caller's to free; there is one */
int queue_drop(struct queue *);            /* all; how many there were */

#endif
