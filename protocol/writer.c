#include "protocol/writer.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/text.h"

enum { ROOM = 16384 };

static void write_all(struct writer *writer, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(writer->file, bytes, length);
        if (written >= 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) {
            struct pollfd file = {.fd = writer->file, .events = POLLOUT};
            poll(&file, 1, -1);
        } else if (errno != EINTR) {
            atomic_store(&writer->trouble, errno);
            return;
        }
    }
}

static bool is_blank(char character)
{
    return character == ' ' || (character >= STYLE_PLAIN && character < STYLE_END);
}

void writer_line(void *context, const char *line, size_t length)
{
    struct writer *writer = context;
    if (atomic_load(&writer->trouble) != 0)
        return;
    while (length > 0 && is_blank(line[length - 1]))
        length--;
    char room[ROOM];
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        if (line[i] < STYLE_PLAIN || line[i] >= STYLE_END)
            room[used++] = line[i];
        if (used == ROOM - 1) {
            write_all(writer, room, used);
            used = 0;
        }
    }
    room[used++] = '\n';
    write_all(writer, room, used);
}
