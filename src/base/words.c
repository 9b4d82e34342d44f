#include "base/words.h"

#include <assert.h>
#include <string.h>

struct cursor cursor_over(const char *at, size_t length)
{
    assert(at != NULL || length == 0);
    return (struct cursor){.at = at, .end = at + length};
}

static bool is_blank(char character)
{
    return character == ' ' || character == '\t';
}

struct word cursor_next(struct cursor *cursor)
{
    while (cursor->at < cursor->end && is_blank(*cursor->at))
        cursor->at++;
    struct word word = {.at = cursor->at};
    while (cursor->at < cursor->end && !is_blank(*cursor->at))
        cursor->at++;
    word.length = (size_t)(cursor->at - word.at);
    return word;
}

struct word cursor_rest(struct cursor *cursor)
{
    const char *end = cursor->end;
    assert(cursor->at <= end);
    while (cursor->at < end && is_blank(*cursor->at))
        cursor->at++;
    while (end > cursor->at && is_blank(end[-1]))
        end--;
    struct word rest = {.at = cursor->at, .length = (size_t)(end - cursor->at)};
    cursor->at = cursor->end;
    return rest;
}

struct word word_from(const char *string)
{
    return (struct word){.at = string, .length = strlen(string)};
}

bool word_is(struct word word, const char *string)
{
    return strlen(string) == word.length && memcmp(word.at, string, word.length) == 0;
}

/* Of ASCII only, whatever the locale. */
static char lower(char character)
{
    return character >= 'A' && character <= 'Z' ? (char)(character - 'A' + 'a') : character;
}

bool word_is_nocase(struct word word, const char *string)
{
    if (strlen(string) != word.length)
        return false;
    for (size_t i = 0; i < word.length; i++)
        if (lower(word.at[i]) != lower(string[i]))
            return false;
    return true;
}

bool word_starts(struct word word, const char *prefix)
{
    size_t length = strlen(prefix);
    return word.length >= length && memcmp(word.at, prefix, length) == 0;
}

bool word_number(struct word word, int64_t low, int64_t high, int64_t *number)
{
    enum { DIGITS_MAX = 18 }; /* so many fit, whatever they are */
    size_t first = word.length > 0 && word.at[0] == '-';
    size_t digits = word.length - first;
    if (digits < 1 || digits > DIGITS_MAX)
        return false;
    int64_t value = 0;
    for (size_t i = first; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return false;
        value = value * 10 + (word.at[i] - '0');
    }
    if (first)
        value = -value;
    if (value < low || value > high)
        return false;
    *number = value;
    return true;
}

struct word word_cut(struct word *rest, char separator)
{
    const char *end = rest->length > 0 ? memchr(rest->at, separator, rest->length) : NULL;
    struct word part = *rest;
    assert(separator != '\0');
    *rest = (struct word){0};
    if (end != NULL) {
        *rest = (struct word){.at = end + 1, .length = (size_t)(part.at + part.length - end - 1)};
        part.length = (size_t)(end - part.at);
    }
    return part;
}

bool words_split(const char *string, size_t length, struct words *words)
{
    struct cursor cursor = cursor_over(string, length);
    words->count = 0;
    for (;;) {
        struct word word = cursor_next(&cursor);
        if (word.length == 0)
            return true;
        if (words->count == WORDS_MAX)
            return false;
        words->at[words->count++] = word;
    }
}
