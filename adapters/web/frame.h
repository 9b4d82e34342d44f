/* From WebSocket frames to lines: a text message is one line of the protocol, whatever pieces it comes in. */
#ifndef PANJ_WEB_FRAME_H
#define PANJ_WEB_FRAME_H

#include <stdbool.h>
#include <stddef.h>

enum { FRAME_LINE_MAX = 64 << 10 };

enum frame_event {
    FRAME_MORE,     /* the message goes on */
    FRAME_LINE,     /* bytes[0..length) is a line, without newline */
    FRAME_TOO_LONG, /* more than FRAME_LINE_MAX bytes have come, or are announced */
    FRAME_NO_LINE   /* it is binary, or holds a newline, a carriage return or a NUL: never two lines in one */
};

/* A message as far as it has come. All zero: none has begun. */
struct frame {
    size_t length;
    char bytes[FRAME_LINE_MAX];
};

/* One piece of a message, as the server hands it out. */
struct frame_piece {
    const char *at;
    size_t length;
    size_t announced; /* bytes of the same frame that are still to come */
    bool first;       /* a message begins */
    bool last;        /* and ends */
    bool binary;
};

enum frame_event frame_add(struct frame *, const struct frame_piece *);

#endif
