/* Bytes from a file descriptor -> whole lines. */
#ifndef PANJ_PROTOCOL_READER_H
#define PANJ_PROTOCOL_READER_H

#include <stdbool.h>
#include <stddef.h>

enum { LINE_BYTES_MAX = 4 * 1024 * 1024 }; /* without its ending */

struct reader {
    int file;
    int wake;    /* a descriptor that becomes readable when reading shall be interrupted; -1: none */
    char *bytes; /* what was read and not yet handed out is bytes[begin .. end) */
    size_t room; /* bytes at `bytes` */
    size_t begin;
    size_t end;
    size_t scanned; /* no newline stands before bytes[scanned] */
    bool dropping;  /* inside a line that was too long */
    bool ended;     /* end of input was seen */
};

enum reading {
    READING_LINE,
    READING_TOO_LONG,   /* told once; the line is dropped up to its newline */
    READING_END,        /* no more lines */
    READING_INTERRUPTED /* `wake` became readable */
};

/* Room for the longest line is taken at once; memory is used only as lines need it. False: out of memory. */
bool reader_open(struct reader *, int file, int wake);
void reader_free(struct reader *);
/* Waits for the next line. It stands without its LF or CRLF at *line until the next call. */
enum reading reader_next(struct reader *, const char **line, size_t *length);
/* Reads nothing, waits for `wake`. */
void reader_pause(const struct reader *);

#endif
