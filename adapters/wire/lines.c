#include "adapters/wire/lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_FIRST = 65536, LINES_READ = 65536, LINES_SHOWN = 256 };

struct wire_lines wire_lines_create(size_t limit)
{
    assert(limit > LINES_SHOWN);
    return (struct wire_lines){.limit = limit};
}

void wire_lines_destroy(struct wire_lines *lines)
{
    free(lines->bytes);
    *lines = (struct wire_lines){0};
}

static void wire_lines_compact(struct wire_lines *lines)
{
    assert(lines->start <= lines->scanned && lines->scanned <= lines->end);
    if (lines->start == 0)
        return;
    memmove(lines->bytes, lines->bytes + lines->start, lines->end - lines->start);
    lines->scanned -= lines->start;
    lines->end -= lines->start;
    lines->start = 0;
}

static bool wire_lines_grow(struct wire_lines *lines)
{
    assert(lines->end <= lines->capacity);
    size_t capacity = lines->capacity == 0 ? LINES_FIRST : lines->capacity * 2;
    char *bytes = realloc(lines->bytes, capacity);
    if (bytes == NULL)
        return false;
    lines->bytes = bytes;
    lines->capacity = capacity;
    return true;
}

char *wire_lines_room(struct wire_lines *lines, size_t *length)
{
    wire_lines_compact(lines);
    if (lines->capacity - lines->end < LINES_FIRST / 2 && !wire_lines_grow(lines))
        return NULL;
    *length = lines->capacity - lines->end;
    if (*length > LINES_READ)
        *length = LINES_READ;
    assert(*length > 0 && lines->end + *length <= lines->capacity);
    return lines->bytes + lines->end;
}

void wire_lines_add(struct wire_lines *lines, size_t length)
{
    assert(length <= lines->capacity - lines->end);
    lines->end += length;
}

static enum wire_event wire_lines_give(struct wire_lines *lines, char *newline, struct wire_line *line)
{
    assert(*newline == '\n');
    line->at = lines->bytes + lines->start;
    line->length = (size_t)(newline - line->at);
    bool too_long = line->length > lines->limit;
    if (line->length > 0 && line->at[line->length - 1] == '\r')
        line->length--;
    if (too_long)
        line->length = LINES_SHOWN;
    line->at[line->length] = '\0';
    lines->start = lines->scanned = (size_t)(newline - lines->bytes) + 1;
    return too_long ? WIRE_LONG_LINE : WIRE_LINE;
}

/* What has come of a line without end. Once it is too long that is said, and the rest is dropped as
 * it comes. */
static enum wire_event wire_lines_wait(struct wire_lines *lines, struct wire_line *line)
{
    assert(lines->scanned <= lines->end);
    bool too_long = !lines->skipping && lines->end - lines->start > lines->limit;
    lines->scanned = lines->end;
    if (too_long) {
        lines->skipping = true;
        *line = (struct wire_line){lines->bytes + lines->start, LINES_SHOWN};
        line->at[line->length] = '\0';
    }
    if (lines->skipping)
        lines->start = lines->end;
    return too_long ? WIRE_LONG_LINE : WIRE_NOTHING;
}

enum wire_event wire_lines_next(struct wire_lines *lines, struct wire_line *line)
{
    while (lines->scanned < lines->end) {
        char *from = lines->bytes + lines->scanned;
        char *newline = memchr(from, '\n', lines->end - lines->scanned);
        if (newline == NULL)
            return wire_lines_wait(lines, line);
        if (!lines->skipping)
            return wire_lines_give(lines, newline, line);
        lines->skipping = false; /* here it ends */
        lines->start = lines->scanned = (size_t)(newline - lines->bytes) + 1;
    }
    return WIRE_NOTHING;
}
