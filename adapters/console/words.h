/* The words that the console adds to those of the protocol, and its topics of help. */
#ifndef PANJ_ADAPTERS_CONSOLE_WORDS_H
#define PANJ_ADAPTERS_CONSOLE_WORDS_H

#include "base/words.h"

struct console_word {
    const char *name;
    const char *choices; /* what may follow, or NULL */
    const char *summary;
};

struct console_topic {
    const char *name;
    const char *text; /* lines */
};

extern const struct console_word console_words[];   /* ends with a NULL name */
extern const struct console_topic console_topics[]; /* ends with a NULL name */

const struct console_word *console_word_find(struct word); /* NULL if there is none */
const struct console_topic *console_topic_find(struct word);

#endif
