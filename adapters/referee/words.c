#include "adapters/referee/words.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE_LENGTH = 15 };

bool real_parse(const char *word, double *number)
{
    if (*word == '\0' || strspn(word, "-.0123456789") != strlen(word))
        return false;
    char *end;
    *number = strtod(word, &end);
    return *end == '\0' && isfinite(*number);
}

bool seconds_parse(const char *word, int64_t *microseconds, const char **end)
{
    double minutes = 0;
    char *rest;
    if (*word < '0' || *word > '9')
        return false;
    double seconds = strtod(word, &rest);
    if (*rest == ':' && rest[1] >= '0' && rest[1] <= '9') {
        minutes = seconds;
        seconds = strtod(rest + 1, &rest);
    }
    double all = (minutes * 60 + seconds) * 1e6;
    *end = rest;
    *microseconds = (int64_t)(all + 0.5);
    return all >= 0 && all < 1e15;
}

/* Copies one word over itself without its quotes; returns the first character after it, NULL: open quote. */
static char *word_unquote(char *from)
{
    assert(*from != '\0');
    char *to = from;
    char quote = '\0';
    for (; *from != '\0' && (quote != '\0' || strchr(" \t", *from) == NULL); from++) {
        if (*from == quote)
            quote = '\0';
        else if (quote == '\0' && (*from == '\'' || *from == '"'))
            quote = *from;
        else if (*from == '\\' && quote != '\'' && from[1] != '\0')
            *to++ = *++from;
        else
            *to++ = *from;
    }
    char *after = *from == '\0' ? from : from + 1;
    *to = '\0';
    return quote == '\0' ? after : NULL;
}

int words_split_quoted(char *text, const char **words, int limit)
{
    assert(limit >= 0);
    int count = 0;
    for (char *at = text + strspn(text, " \t"); at != NULL && *at != '\0'; at += strspn(at, " \t")) {
        if (count == limit)
            return -1;
        words[count++] = at;
        at = word_unquote(at);
        if (at == NULL)
            return -1;
    }
    return count;
}

bool word_is_move(const char *word)
{
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    return length > 0 && length <= MOVE_LENGTH && word[length] == '\0';
}
