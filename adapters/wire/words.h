/* Numbers and words as a user or a peer writes them: never guessed, never half read. This header is not
 * installed. */
#ifndef PANJ_WIRE_WORDS_H
#define PANJ_WIRE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* All of `word` as a decimal number in low..high. */
bool wire_number_parse(const char *word, int64_t low, int64_t high, int64_t *number);
/* What follows the first word of the line if that is `word`, without blanks at either end, which are cut off in
 * place; NULL: it is another word. */
char *wire_word_rest(char *line, const char *word);
/* The next word of `*line`, terminated in place; NULL at the end. */
char *wire_word_next(char **line);

#endif
