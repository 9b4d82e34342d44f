#include "adapters/web/frame.h"

#include <assert.h>
#include <string.h>

static bool piece_breaks_the_line(const struct frame_piece *piece)
{
    return memchr(piece->at, '\n', piece->length) != NULL || memchr(piece->at, '\r', piece->length) != NULL ||
           memchr(piece->at, '\0', piece->length) != NULL;
}

enum frame_event frame_add(struct frame *frame, const struct frame_piece *piece)
{
    if (piece->first)
        frame->length = 0;
    assert(frame->length <= FRAME_LINE_MAX);
    size_t room = FRAME_LINE_MAX - frame->length;
    if (piece->length > room || piece->announced > room - piece->length)
        return FRAME_TOO_LONG;
    if (piece->binary || (piece->length > 0 && piece_breaks_the_line(piece)))
        return FRAME_NO_LINE;
    if (piece->length > 0)
        memcpy(frame->bytes + frame->length, piece->at, piece->length);
    frame->length += piece->length;
    assert(frame->length <= FRAME_LINE_MAX);
    return piece->last ? FRAME_LINE : FRAME_MORE;
}
