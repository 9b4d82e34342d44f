/* What is wrong with something a peer sent: the place and the reason, in words for a person. */
#ifndef PANJ_BASE_FAULT_H
#define PANJ_BASE_FAULT_H

#include <stdbool.h>

#include "base/words.h"

struct fault {
    char field[24]; /* the part that is wrong, one word: rows, side, cash1 ... */
    char why[96];   /* a few words, printable ASCII */
};

/* Both fill `fault` and return false, so that a parser can say: return fault_set(...). */
bool fault_set(struct fault *fault, const char *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool fault_word(struct fault *fault, const char *field, const char *why, struct word word);

/* Writes at most `limit` bytes of a word with everything that is not printable ASCII as '?'. */
void fault_quote(struct word word, char *room, int limit);

#endif
