#include "adapters/gems/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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

int command_split(char *text, const char **words, int limit)
{
    assert(limit > 0);
    int count = 0;
    for (char *word; (word = wire_word_next(&text)) != NULL; count++) {
        if (count == limit)
            return -1;
        words[count] = word;
    }
    words[count] = NULL;
    return count;
}
