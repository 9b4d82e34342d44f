/* Bytes as they come from a pipe, cut into lines. The memory grows with the longest line, up to a limit. */
#ifndef PANJ_WIRE_LINES_H
#define PANJ_WIRE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "adapters/wire/wire.h"

struct wire_lines {
    char *bytes;
    size_t capacity;
    size_t start;   /* the first byte that has not been given out */
    size_t scanned; /* no newline between start and here */
    size_t end;     /* one past the last byte that has come */
    size_t limit;   /* bytes of the longest line accepted, newline not counted */
    bool skipping;  /* the rest of a line that was too long is still coming */
};

struct wire_lines wire_lines_create(size_t limit);
void wire_lines_destroy(struct wire_lines *);
/* Where the next bytes may be put and how many, at least one; NULL: out of memory. Invalidates
 * given lines. */
char *wire_lines_room(struct wire_lines *, size_t *length);
/* So many bytes have been put there. */
void wire_lines_add(struct wire_lines *, size_t length);
/* WIRE_LINE, WIRE_LONG_LINE (once a line, as soon as it is known) or WIRE_NOTHING. */
enum wire_event wire_lines_next(struct wire_lines *, struct wire_line *line);

#endif
