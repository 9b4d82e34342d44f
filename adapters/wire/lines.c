#include "adapters/wire/lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_FIRST = 4096, LINES_READ = 65536, LINES_SHOWN = 256 };

struct lines lines_create(size_t limit)
{
    assert(limit > LINES_SHOWN);
    return (struct lines){.limit = limit};
}

void lines_destroy(struct lines *lines)
{
    free(lines->bytes);
    *lines = (struct lines){0};
}

static void lines_compact(struct lines *lines)
{
    assert(lines->start <= lines->scanned && lines->scanned <= lines->end);
    if (lines->start == 0)
        return;
    memmove(lines->bytes, lines->bytes + lines->start, lines->end - lines->start);
    lines->scanned -= lines->start;
    lines->end -= lines->start;
    lines->start = 0;
}

/* A line that has outgrown the limit keeps its beginning only. */
static void lines_shorten(struct lines *lines)
{
    size_t length = lines->end - lines->start;
    if (lines->scanned != lines->end || (!lines->skipping && length <= lines->limit))
        return;
    lines->skipping = true;
    if (length > LINES_SHOWN)
        lines->end = lines->start + LINES_SHOWN;
    lines->scanned = lines->end;
}

static bool lines_grow(struct lines *lines)
{
    size_t capacity = lines->capacity == 0 ? LINES_FIRST : lines->capacity * 2;
    char *bytes = realloc(lines->bytes, capacity);
    if (bytes == NULL)
        return false;
    lines->bytes = bytes;
    lines->capacity = capacity;
    return true;
}

char *lines_room(struct lines *lines, size_t *length)
{
    lines_shorten(lines);
    lines_compact(lines);
    if (lines->capacity - lines->end < LINES_FIRST / 2 && !lines_grow(lines))
        return NULL;
    *length = lines->capacity - lines->end;
    if (*length > LINES_READ)
        *length = LINES_READ;
    assert(*length > 0 && lines->end + *length <= lines->capacity);
    return lines->bytes + lines->end;
}

void lines_add(struct lines *lines, size_t length)
{
    assert(length <= lines->capacity - lines->end);
    lines->end += length;
}

static enum wire_event lines_give(struct lines *lines, char *newline, struct wire_line *line)
{
    assert(*newline == '\n');
    line->at = lines->bytes + lines->start;
    line->length = (size_t)(newline - line->at);
    bool too_long = lines->skipping || line->length > lines->limit;
    if (line->length > 0 && line->at[line->length - 1] == '\r')
        line->length--;
    if (too_long && line->length > LINES_SHOWN)
        line->length = LINES_SHOWN;
    line->at[line->length] = '\0';
    lines->start = lines->scanned = (size_t)(newline - lines->bytes) + 1;
    lines->skipping = false;
    return too_long ? WIRE_LONG_LINE : WIRE_LINE;
}

enum wire_event lines_next(struct lines *lines, struct wire_line *line)
{
    if (lines->scanned == lines->end)
        return WIRE_NOTHING;
    char *from = lines->bytes + lines->scanned;
    char *newline = memchr(from, '\n', lines->end - lines->scanned);
    if (newline != NULL)
        return lines_give(lines, newline, line);
    lines->scanned = lines->end;
    return WIRE_NOTHING;
}
