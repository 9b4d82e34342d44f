#include "games/gems/duel_table.h"

#include <assert.h>
#include <stdlib.h>

bool gems_duel_table_open(struct duel_table *table, size_t bytes)
{
    uint64_t entries = 2;
    while (entries * 2 * sizeof *table->entry <= bytes)
        entries *= 2;
    assert((entries & (entries - 1)) == 0);
    *table = (struct duel_table){.entry = calloc(entries, sizeof *table->entry), .mask = entries - 2};
    return table->entry != NULL;
}

void gems_duel_table_close(struct duel_table *table)
{
    free(table->entry);
    table->entry = NULL;
}

struct duel_entry *gems_duel_table_find(const struct duel_table *table, uint64_t key)
{
    struct duel_entry *pair = &table->entry[key & table->mask];
    for (int i = 0; i < 2; i++)
        if (pair[i].bound != ENTRY_NONE && pair[i].check == (uint32_t)(key >> 32))
            return &pair[i];
    return NULL;
}

void gems_duel_table_store(struct duel_table *table, uint64_t key, int depth, int32_t value,
                           enum entry_bound bound, int move)
{
    assert(depth > 0 && depth <= UINT8_MAX && bound != ENTRY_NONE && move >= 0 && move <= UINT8_MAX);
    struct duel_entry *pair = &table->entry[key & table->mask];
    struct duel_entry *old = gems_duel_table_find(table, key);
    if (old == NULL)
        old = pair[0].bound == ENTRY_NONE || depth >= pair[0].depth ? &pair[0] : &pair[1];
    if (old == &pair[0] && old->bound != ENTRY_NONE && old->check != (uint32_t)(key >> 32))
        pair[1] = pair[0];
    *old = (struct duel_entry){.check = (uint32_t)(key >> 32),
                               .value = value,
                               .depth = (uint8_t)depth,
                               .bound = (uint8_t)bound,
                               .move = (uint8_t)move};
}
