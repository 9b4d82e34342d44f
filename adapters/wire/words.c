#include "adapters/wire/words.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

char *wire_word_rest(char *line, const char *word)
{
    assert(*word != '\0');
    line += strspn(line, blanks);
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || strcspn(line, blanks) != length)
        return NULL;
    line += length + strspn(line + length, blanks);
    size_t end = strlen(line);
    while (end > 0 && strchr(blanks, line[end - 1]) != NULL)
        line[--end] = '\0';
    return line;
}

bool wire_number_parse(const char *word, int64_t low, int64_t high, int64_t *number)
{
    assert(low <= high);
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

char *wire_word_next(char **line)
{
    assert(*line != NULL);
    char *word = *line + strspn(*line, blanks);
    if (*word == '\0')
        return NULL;
    char *end = word + strcspn(word, blanks);
    *line = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word;
}
