#include "adapters/web/caps.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "adapters/wire/words.h"

enum { WORDS = 6, WORD_ROOM = 40 };

/* The first words of a line. One that does not fit is none that is looked for, and no number: "?". */
struct first_words {
    int count;
    char at[WORDS][WORD_ROOM];
};

static bool is_blank(char character)
{
    return character == ' ' || character == '\t';
}

static struct first_words words_of(const char *line, size_t length)
{
    struct first_words words = {0};
    for (size_t at = 0; at < length && words.count < WORDS;) {
        size_t end = at;
        while (end < length && !is_blank(line[end]))
            end++;
        bool long_one = end - at >= WORD_ROOM;
        if (end > at)
            memcpy(words.at[words.count++], long_one ? "?" : line + at, long_one ? 1 : end - at);
        at = end + 1;
    }
    assert(words.count <= WORDS);
    return words;
}

static bool words_set(const struct first_words *words, const char *option)
{
    return words->count >= 3 && strcasecmp(words->at[0], "setoption") == 0 &&
           strcasecmp(words->at[1], "name") == 0 && strcasecmp(words->at[2], option) == 0;
}

static bool words_set_at_most(const struct first_words *words, int64_t most)
{
    int64_t value; /* 0 leaves it to the engine how much that is */
    return words->count == 5 && strcasecmp(words->at[3], "value") == 0 &&
           wire_number_parse(words->at[4], 1, most, &value);
}

bool caps_allow(const struct caps *caps, const char *line, size_t length, char *answer, size_t room)
{
    const struct {
        const char *option;
        int64_t most;
    } rows[] = {{"Hash", caps->hash}, {"Threads", caps->threads}, {"TableMB", caps->table_mb}};
    struct first_words words = words_of(line, length);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (words_set(&words, rows[i].option) && !words_set_at_most(&words, rows[i].most)) {
            snprintf(answer, room, "error option_value %s at most %lld here", rows[i].option,
                     (long long)rows[i].most);
            return false;
        }
    return true;
}

size_t caps_first_lines(const struct caps *caps, char *lines, size_t room)
{
    int length = snprintf(lines, room, "setoption name Hash value %lld\nsetoption name TableMB value %lld\n",
                          (long long)caps->hash, (long long)caps->table_mb);
    assert(length > 0 && (size_t)length < room);
    return (size_t)length;
}

bool line_starts_work(const char *line, size_t length)
{
    static const char *const long_ones[] = {"go",     "solve", "bestmove", "perft",
                                            "divide", "bench", "tables",   "proof"};
    struct first_words words = words_of(line, length);
    for (size_t i = 0; words.count > 0 && i < sizeof long_ones / sizeof long_ones[0]; i++)
        if (strcasecmp(words.at[0], long_ones[i]) == 0)
            return true;
    return false;
}
