#include "protocol/reader.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 65536, ROOM = LINE_BYTES_MAX + 2 * CHUNK };

bool reader_open(struct reader *reader, int file, int wake)
{
    *reader = (struct reader){.file = file, .wake = wake, .bytes = malloc(ROOM)};
    return reader->bytes != NULL;
}

void reader_free(struct reader *reader)
{
    free(reader->bytes);
    *reader = (struct reader){.file = -1, .wake = -1};
}

/* Moves what is left to the front when another chunk would not fit behind it. */
static void make_room(struct reader *reader)
{
    if (ROOM - reader->end >= CHUNK)
        return;
    memmove(reader->bytes, reader->bytes + reader->begin, reader->end - reader->begin);
    reader->end -= reader->begin;
    reader->scanned -= reader->begin;
    reader->begin = 0;
    assert(ROOM - reader->end >= CHUNK);
}

/* Waits until there is something to read; false if interrupted. */
static bool wait_readable(const struct reader *reader)
{
    struct pollfd files[2] = {{.fd = reader->file, .events = POLLIN}, {.fd = reader->wake, .events = POLLIN}};
    for (;;) {
        int ready = poll(files, 2, -1);
        if (ready < 0 && errno == EINTR)
            continue;
        return ready < 0 || files[1].revents == 0;
    }
}

static void read_chunk(struct reader *reader)
{
    make_room(reader);
    ssize_t got = read(reader->file, reader->bytes + reader->end, CHUNK);
    if (got > 0)
        reader->end += (size_t)got;
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
        reader->ended = true;
}

/* Hands out bytes[begin .. end_of_line), and goes on behind it and its newline. */
static enum reading hand_out(struct reader *reader, size_t end_of_line, const char **line, size_t *length)
{
    bool dropped = reader->dropping;
    assert(reader->begin <= end_of_line && end_of_line <= reader->end);
    *line = reader->bytes + reader->begin;
    *length = end_of_line - reader->begin;
    if (*length > 0 && (*line)[*length - 1] == '\r')
        (*length)--;
    reader->begin = end_of_line < reader->end ? end_of_line + 1 : end_of_line;
    reader->scanned = reader->begin;
    reader->dropping = false;
    if (dropped)
        *length = 0; /* the rest of a line already told of: an empty line, which means nothing */
    return *length > LINE_BYTES_MAX ? READING_TOO_LONG : READING_LINE;
}

/* More than a line may have is waiting, and no newline: forget it. */
static bool drop_if_too_long(struct reader *reader)
{
    if (reader->end - reader->begin <= LINE_BYTES_MAX + 1)
        return false;
    bool told = reader->dropping;
    reader->dropping = true;
    reader->begin = reader->end = reader->scanned = 0;
    return !told;
}

enum reading reader_next(struct reader *reader, const char **line, size_t *length)
{
    for (;;) {
        assert(reader->begin <= reader->scanned && reader->scanned <= reader->end);
        const char *newline = NULL;
        if (reader->end > reader->scanned)
            newline = memchr(reader->bytes + reader->scanned, '\n', reader->end - reader->scanned);
        if (newline != NULL)
            return hand_out(reader, (size_t)(newline - reader->bytes), line, length);
        reader->scanned = reader->end;
        if (drop_if_too_long(reader))
            return READING_TOO_LONG;
        if (reader->ended)
            return reader->end > reader->begin ? hand_out(reader, reader->end, line, length) : READING_END;
        if (!wait_readable(reader))
            return READING_INTERRUPTED;
        read_chunk(reader);
    }
}

void reader_pause(const struct reader *reader)
{
    struct pollfd wake = {.fd = reader->wake, .events = POLLIN};
    while (poll(&wake, 1, -1) < 0 && errno == EINTR)
        continue;
}
