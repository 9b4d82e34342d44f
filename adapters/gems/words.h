/* Words: numbers and blank-separated lists, without surprises. */
#ifndef PANJ_GEMS_WORDS_H
#define PANJ_GEMS_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/wire/words.h"

/* Seconds such as 1 or 0.25, as microseconds; from a millisecond to an hour. */
bool seconds_parse(const char *word, int64_t *microseconds);
/* Cuts `text` at blanks into at most `limit` words and a NULL after them; -1: there are more. */
int command_split(char *text, const char **words, int limit);

#endif
