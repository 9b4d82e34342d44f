/* What reading the command line shares: complaints, and words of the form key=value. */
#ifndef PANJ_REFEREE_OPTIONS_WORDS_H
#define PANJ_REFEREE_OPTIONS_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/referee/settings.h"

/* One line on stderr; returns false. */
bool options_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The value if `word` is key=value, else NULL. */
const char *options_value(const char *word, const char *key);
/* A number within limits, or a complaint that names it. */
bool options_count(const char *word, const char *name, int64_t low, int64_t high, int64_t *number);
/* A time in seconds above 0. */
bool options_seconds(const char *word, int64_t *microseconds);
/* One word of an engine. */
bool options_entrant_word(struct settings *, struct entrant *, const char *word);

#endif
