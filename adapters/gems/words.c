#include "adapters/gems/words.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool number_parse(const char *word, int64_t low, int64_t high, int64_t *number)
{
    assert(word != NULL && low <= high);
    if (*word != '-' && (*word < '0' || *word > '9'))
        return false;
    char *end;
    errno = 0;
    long long value = strtoll(word, &end, 10);
    if (errno != 0 || *end != '\0' || end == word || value < low || value > high)
        return false;
    *number = value;
    return true;
}

bool seconds_parse(const char *word, int64_t *microseconds)
{
    if (*word == '\0' || strspn(word, ".0123456789") != strlen(word))
        return false;
    char *end;
    double seconds = strtod(word, &end);
    if (*end != '\0' || !(seconds >= 0.001 && seconds <= 3600))
        return false;
    *microseconds = (int64_t)(seconds * 1e6 + 0.5);
    return true;
}

char *word_next(char **line)
{
    assert(line != NULL && *line != NULL);
    char *word = *line + strspn(*line, " \t\r\n");
    size_t length = strcspn(word, " \t\r\n");
    if (length == 0)
        return NULL;
    *line = word + length;
    if (**line != '\0')
        *(*line)++ = '\0';
    return word;
}

int command_split(char *text, const char **words, int limit)
{
    assert(limit > 0);
    int count = 0;
    for (char *word; (word = word_next(&text)) != NULL; count++) {
        if (count == limit)
            return -1;
        words[count] = word;
    }
    words[count] = NULL;
    return count;
}
