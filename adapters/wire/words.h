/* Numbers and words as a user or a peer writes them: never guessed, never half read. This header is not
 * installed. */
#ifndef PANJ_WIRE_WORDS_H
#define PANJ_WIRE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* All of `word` as a decimal number in low..high. */
bool wire_number_parse(const char *word, int64_t low, int64_t high, int64_t *number);
/* The next word of `*line`, terminated in place; NULL at the end. */
char *wire_word_next(char **line);

#endif
