/* What the search of two players knows of positions. Entries come in pairs: the first is the deeper one, the
 * second takes what gives way to it. */
#ifndef PANJ_GAMES_GEMS_DUEL_TABLE_H
#define PANJ_GAMES_GEMS_DUEL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum entry_bound { ENTRY_NONE, ENTRY_LOWER, ENTRY_UPPER, ENTRY_EXACT };

/* Values are relative to the margin that the position has. */
struct duel_entry {
    uint32_t check; /* the upper half of the key */
    int32_t value;
    uint8_t depth;
    uint8_t bound; /* enum entry_bound */
    uint8_t move;
    uint8_t unused;
};

struct duel_table {
    struct duel_entry *entry;
    uint64_t mask; /* entries less 2 */
};

/* At most `bytes`, at least a pair. False: out of memory. */
bool gems_duel_table_open(struct duel_table *, size_t bytes);
void gems_duel_table_close(struct duel_table *);
/* NULL: it knows nothing. */
struct duel_entry *gems_duel_table_find(const struct duel_table *, uint64_t key);
void gems_duel_table_store(struct duel_table *, uint64_t key, int depth, int32_t value, enum entry_bound,
                           int move);

#endif
