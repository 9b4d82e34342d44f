/* Any bytes as a whole conversation: every line goes through a session, every answer is looked at. */
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "protocol/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One line of printable characters (styles in a picture aside) without a blank at its end. */
static void check_answer(void *context, const char *line, size_t length)
{
    size_t *answers = context;
    bool good = length > 0 && line[length - 1] != ' ';
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)line[i];
        good = good &&
               ((byte >= ' ' && byte != 0x7F) || (byte >= STYLE_PLAIN && byte < STYLE_END && byte != '\n'));
    }
    if (!good) {
        fprintf(stderr, "not a line of the protocol: \"%.*s\"\n", (int)length, line);
        abort();
    }
    ++*answers;
}

/* Whether a line asks for more memory, threads or time than a fuzzer has. */
static bool is_greedy(const char *line, size_t length)
{
    static const struct {
        const char *command;
        int64_t modest; /* the largest number behind it that is not greedy */
    } commands[] = {{"setoption", 8}, {"perft", 3}, {"divide", 3}, {"bench", -1}};
    struct cursor cursor = cursor_over(line, length);
    struct word command = cursor_next(&cursor);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (!word_is_nocase(command, commands[i].command))
            continue;
        struct word word;
        int64_t number = 0;
        while ((word = cursor_next(&cursor)).length > 0)
            if (word_number(word, INT64_MIN, INT64_MAX, &number) && number > commands[i].modest)
                return true;
        return number > commands[i].modest;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t answers = 0;
    struct session *session =
        session_create(&(struct session_writer){.context = &answers, .line = check_answer});
    if (session == NULL)
        return 0;
    bool on = session_line(session, "setoption name Hash value 1", 27);
    for (size_t at = 0; on && at < size;) {
        const char *line = (const char *)data + at;
        const char *end = memchr(line, '\n', size - at);
        size_t length = end != NULL ? (size_t)(end - line) : size - at;
        if (!is_greedy(line, length))
            on = session_line(session, line, length);
        at += length + 1;
    }
    session_quit(session);
    session_destroy(session);
    return 0;
}
