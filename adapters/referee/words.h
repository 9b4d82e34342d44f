/* Numbers and words as a user or an engine writes them: never guessed, never half read. */
#ifndef PANJ_REFEREE_WORDS_H
#define PANJ_REFEREE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/wire/words.h"

/* All of `word` as a decimal fraction. */
bool real_parse(const char *word, double *number);
/* "10", "0.25" or minutes and seconds "1:30" in microseconds. `end`: the first character not read. */
bool seconds_parse(const char *word, int64_t *microseconds, const char **end);
/* Splits at blanks in place, as a shell would: '..' and ".." keep blanks, \ takes the next character as it
 * is. Returns how many words, -1 if there are more than `limit` or a quote is open. */
int words_split_quoted(char *text, const char **words, int limit);
/* A word of an engine that may stand in a move list. */
bool word_is_move(const char *word);

#endif
