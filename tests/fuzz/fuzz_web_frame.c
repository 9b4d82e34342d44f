/* Whatever a browser may send, in pieces of any size: what comes out is one line, and no line that passes lets the
 * engine take more than it may. Input: pieces of a byte of flags, a byte of length and so many bytes. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "adapters/web/caps.h"
#include "adapters/web/frame.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct caps caps = {.hash = 64, .threads = 2, .table_mb = 128};

/* As an engine of the generous kind would read it: the last number behind the name of the option. */
static long long generous_value(char *line, const char *option)
{
    char *rest = line;
    const char *word = strtok_r(line, " \t", &rest);
    if (word == NULL || strcasecmp(word, "setoption") != 0)
        return 0;
    word = strtok_r(NULL, " \t", &rest);
    if (word == NULL || strcasecmp(word, "name") != 0)
        return 0;
    word = strtok_r(NULL, " \t", &rest);
    if (word == NULL || strcasecmp(word, option) != 0)
        return 0;
    long long value = 0;
    while ((word = strtok_r(NULL, " \t", &rest)) != NULL)
        if (isdigit((unsigned char)word[0]))
            value = strtoll(word, NULL, 10);
    return value;
}

static void demand_within(const struct frame *frame, const char *option, long long most)
{
    char *line = malloc(frame->length + 1);
    memcpy(line, frame->bytes, frame->length);
    line[frame->length] = '\0';
    if (generous_value(line, option) > most)
        abort();
    free(line);
}

static void demand_sense(const struct frame *frame)
{
    char answer[128] = "";
    if (frame->length > FRAME_LINE_MAX || memchr(frame->bytes, '\n', frame->length) != NULL ||
        memchr(frame->bytes, '\0', frame->length) != NULL)
        abort();
    line_starts_work(frame->bytes, frame->length);
    if (caps_allow(&caps, frame->bytes, frame->length, answer, sizeof answer)) {
        demand_within(frame, "Hash", caps.hash);
        demand_within(frame, "Threads", caps.threads);
        demand_within(frame, "TableMB", caps.table_mb);
    } else if (strncmp(answer, "error option_value ", 19) != 0) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct frame *frame = calloc(1, sizeof *frame);
    while (size >= 2) {
        size_t length = data[1] < size - 2 ? data[1] : size - 2;
        struct frame_piece piece = {.at = (const char *)data + 2,
                                    .length = length,
                                    .announced = data[0] & 8 ? (size_t)data[0] << 12 : 0,
                                    .first = data[0] & 1,
                                    .last = data[0] & 2,
                                    .binary = data[0] & 4};
        enum frame_event event = frame_add(frame, &piece);
        if (event == FRAME_LINE)
            demand_sense(frame);
        if (event == FRAME_TOO_LONG || event == FRAME_NO_LINE)
            break;
        data += 2 + length;
        size -= 2 + length;
    }
    free(frame);
    return 0;
}
