/* The table of options, made from options.def. */
#ifndef PANJ_PROTOCOL_OPTIONS_H
#define PANJ_PROTOCOL_OPTIONS_H

#include "base/text.h"
#include "base/words.h"

enum option_kind { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_BUTTON };

enum option_id {
#define OPTION(id, name, kind, low, high, fallback, choices, take, summary) OPTION_##id,
#include "protocol/options.def"
#undef OPTION
    OPTION_COUNT
};

struct session;

struct option {
    const char *name;
    enum option_kind kind;
    int64_t low; /* of a spin */
    int64_t high;
    int64_t fallback;    /* number, 0 or 1, or index of the choice */
    const char *choices; /* of a combo: "best|seed"; OPTION_GAME: NULL, the registry has them */
    /* Brings a new value to where it works. False, with the error written, if that cannot be. */
    bool (*take)(struct session *, int64_t value);
    const char *summary;
};

extern const struct option options[OPTION_COUNT];

/* What a session has set. */
struct option_values {
    int64_t at[OPTION_COUNT];
};

struct option_values option_defaults(void);
/* The row with this name in any case of letters, or -1. */
int option_find(struct word name);
/* False if `word` is no value of the option; then *value stands. */
bool option_parse(enum option_id, struct word word, int64_t *value);
/* Word number `index` of a combo into `text`; false if there are not so many. */
bool option_choice(enum option_id, int64_t index, struct text *text);
void option_print_value(enum option_id, int64_t value, struct text *text);
/* "option name Hash type spin default 16 min 1 max 65536" */
void option_print_line(enum option_id, struct text *text);

#endif
