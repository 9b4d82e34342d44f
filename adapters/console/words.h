/* The words that a person types: those the console adds to the protocol's, those of the protocol that people
 * use, and the topics of help. */
#ifndef PANJ_ADAPTERS_CONSOLE_WORDS_H
#define PANJ_ADAPTERS_CONSOLE_WORDS_H

#include "base/words.h"

struct desk;

struct console_word {
    const char *name;
    const char *arguments;                       /* as help shows them */
    const char *choices;                         /* what TAB offers, or NULL */
    const char *like;                            /* the command that is completed alike, or NULL */
    const char *summary;                         /* "" where a row above, or the protocol's help, tells it */
    bool always;                                 /* also while a search runs */
    void (*run)(struct desk *, struct cursor *); /* NULL: a command of the protocol */
};

struct console_topic {
    const char *name;
    const char *text; /* lines */
};

extern const struct console_word console_words[];   /* in the order of help; ends with a NULL name */
extern const struct console_topic console_topics[]; /* ends with a NULL name */

/* A word that the console carries out itself; NULL if it is none. */
const struct console_word *console_word_find(struct word);
/* Whether it stands in the list above, whoever carries it out. */
bool console_word_lists(const char *name);
const struct console_topic *console_topic_find(struct word);
/* The word of either kind that was probably meant, or NULL. */
const char *console_word_guess(struct word);

#endif
