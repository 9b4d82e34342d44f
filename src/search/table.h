/* The transposition table: what is known of positions met before. All threads read and write it without a
 * lock; an entry is two words of 64 bits, the key mixed with the data, so that an entry torn by two writers
 * matches no key. */
#ifndef PANJ_SEARCH_TABLE_H
#define PANJ_SEARCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game.h"

/* What `value` says. The first two hold for a search of `depth` plies, the last two for the game itself and
 * so for every depth. */
enum {
    KNOWN_AT_LEAST = 1,
    KNOWN_AT_MOST = 2,
    PROVEN_AT_LEAST = 4,
    PROVEN_AT_MOST = 8,
    KNOWN_EXACTLY = KNOWN_AT_LEAST | KNOWN_AT_MOST
};

struct knowledge {
    value_t value;
    move_t move; /* MOVE_NONE: not known */
    int depth;
    int marks; /* of the enum above */
};

struct table;

/* At least one cache line, at most `bytes`; pages are touched when they are used. NULL: out of memory. */
struct table *table_create(size_t bytes);
/* A table of `bytes` that knows all that this one does, which is gone then. NULL: there is not so much, and
 * this one stays. Nobody else is at it. */
struct table *table_grow(struct table *, size_t bytes);
void table_destroy(struct table *); /* NULL is fine */
size_t table_bytes(const struct table *);
/* A new search: what is older is the first to go. */
void table_age(struct table *);
bool table_probe(const struct table *, uint64_t key, struct knowledge *);
void table_store(struct table *, uint64_t key, const struct knowledge *);
void table_prefetch(const struct table *, uint64_t key);
int table_fill(const struct table *); /* per mille, of this search */

#endif
