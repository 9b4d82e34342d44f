/* Words of a line: slices of somebody else's memory, never terminated, never changed. */
#ifndef PANJ_BASE_WORDS_H
#define PANJ_BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct word {
    const char *at; /* not terminated */
    size_t length;
};

enum { WORDS_MAX = 64 };

/* The words of a FEN or of newgame. */
struct words {
    int count;
    struct word at[WORDS_MAX];
};

/* Where reading of a line stands. */
struct cursor {
    const char *at;
    const char *end;
};

struct cursor cursor_over(const char *at, size_t length);
/* The next word, or a word of length 0 at the end. Blanks and tabs separate. */
struct word cursor_next(struct cursor *cursor);
/* What is left, without blanks around it. */
struct word cursor_rest(struct cursor *cursor);

struct word word_from(const char *string);
bool word_is(struct word word, const char *string);        /* exactly */
bool word_is_nocase(struct word word, const char *string); /* ASCII letters of either case */
bool word_starts(struct word word, const char *prefix);
/* All of `word` as a decimal number with optional '-', at most 18 digits, within low..high. */
bool word_number(struct word word, int64_t low, int64_t high, int64_t *number);
/* The part before the separator, which is cut off `*rest` with it. Of the last part nothing is left, and after it there
 * is none: at is NULL. */
struct word word_cut(struct word *rest, char separator);
/* All words of a string; false if there are more than WORDS_MAX. */
bool words_split(const char *string, size_t length, struct words *words);

#endif
