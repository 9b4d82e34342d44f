/* The key=value words of a game: one table a game drives parsing, printing, help and completion. */
#ifndef PANJ_BASE_FLAGS_H
#define PANJ_BASE_FLAGS_H

#include "base/fault.h"
#include "base/text.h"
#include "base/words.h"

enum flag_kind {
    FLAG_CHOICE, /* one of the words of `choices`; the value is its index */
    FLAG_NUMBER, /* low .. high */
    FLAG_TEXT    /* the game reads the word itself */
};

enum flag_place {
    FLAG_IN_START = 1, /* newgame knows it */
    FLAG_IN_FEN = 2    /* a FEN knows it */
};

struct flag {
    const char *key;
    const char *choices; /* FLAG_CHOICE: "reference|any"; FLAG_TEXT: what it looks like, for help */
    const char *help;    /* one line */
    enum flag_kind kind;
    int places;       /* of enum flag_place */
    int64_t low;      /* FLAG_NUMBER */
    int64_t high;     /* FLAG_NUMBER */
    int64_t fallback; /* the value of a flag that is missing: number, or index of the choice; 0 if not said */
};

enum { FLAGS_MAX = 16 };

/* One value a row of the table. */
struct flag_values {
    int64_t number[FLAGS_MAX];   /* FLAG_CHOICE and FLAG_NUMBER */
    struct word text[FLAGS_MAX]; /* FLAG_TEXT: the word after '=', length 0 if missing */
    bool given[FLAGS_MAX];       /* the peer said it */
};

bool flag_is_word(struct word word); /* has the form key=value */
/* Where the flags begin: how many words, but `most` at the most, stand before the first. */
int flags_begin(const struct words *words, int most);
/* Reads words[first..] as flags known in `place`. False with `fault` filled (the field is the key) for one
 * that is unknown, given twice or out of range. */
bool flags_parse(const struct flag *flags, int count, enum flag_place place, const struct words *words,
                 int first, struct flag_values *values, struct fault *fault);
/* Appends " key=value" for CHOICE and NUMBER flags of a FEN whose value is not the default. */
void flags_print(const struct flag *flags, int count, const struct flag_values *values, struct text *text);
/* Appends word number `index` of a FLAG_CHOICE. */
void flag_choice_word(const struct flag *flag, int64_t index, struct text *text);

#endif
