/* What TAB offers: commands, options with their values, games with their flags, queries, legal moves. */
#ifndef PANJ_ADAPTERS_CONSOLE_COMPLETE_H
#define PANJ_ADAPTERS_CONSOLE_COMPLETE_H

#include <stdbool.h>
#include <stddef.h>

struct session;

/* The candidate number `index` for the word that follows `before`; false behind the last. */
bool complete_candidate(const struct session *, const char *before, int index, char *word, size_t room);

#endif
