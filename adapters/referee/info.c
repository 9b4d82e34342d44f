#include "adapters/referee/info.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "adapters/referee/words.h"

static const char *const kinds[] = {"", "cp", "mate", "pts", "wp"};

const char *score_kind_word(enum score_kind kind)
{
    assert((size_t)kind < sizeof kinds / sizeof kinds[0]);
    return kinds[kind];
}

static void info_read_number(char **words, int64_t *number)
{
    char *word = wire_word_next(words);
    if (word != NULL)
        wire_number_parse(word, INT64_MIN, INT64_MAX, number);
}

static void info_read_score(struct info *info, char **words)
{
    char *kind = wire_word_next(words);
    for (size_t i = 1; kind != NULL && i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kind, kinds[i]) == 0) {
            info->kind = (enum score_kind)i;
            info_read_number(words, &info->score);
        }
}

void info_read(struct info *info, char *words)
{
    char *word;
    while ((word = wire_word_next(&words)) != NULL) {
        if (strcmp(word, "depth") == 0)
            info_read_number(&words, &info->depth);
        else if (strcmp(word, "nodes") == 0)
            info_read_number(&words, &info->nodes);
        else if (strcmp(word, "time") == 0)
            info_read_number(&words, &info->time_ms);
        else if (strcmp(word, "score") == 0)
            info_read_score(info, &words);
        else if (strcmp(word, "pv") == 0 || strcmp(word, "string") == 0)
            return;
    }
}
