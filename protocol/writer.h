/* Lines -> a file descriptor: whole lines only, each at once, without styles and trailing blanks. */
#ifndef PANJ_PROTOCOL_WRITER_H
#define PANJ_PROTOCOL_WRITER_H

#include <stdatomic.h>
#include <stddef.h>

struct writer {
    int file;
    _Atomic int trouble; /* 0, or the errno that ended writing: nothing is written after it */
};

/* The function of struct session_writer; `context` is the struct writer. Not two at once. */
void writer_line(void *context, const char *line, size_t length);

#endif
