#include "games/hand/court_table.h"

#include <assert.h>
#include <stdbool.h>

#include "base/pages.h"
#include "games/hand/proof_table.h"

enum { BYTES_MIN = 1 << 16 };

static size_t bytes_of(const struct hand_court_table *table)
{
    return table->bucket == NULL ? 0 : (table->mask + 1) * sizeof *table->bucket;
}

void hand_court_table_resize(struct hand_court_table *table, size_t bytes)
{
    size_t size = BYTES_MIN;
    while (size <= bytes / 2)
        size *= 2;
    for (; size >= BYTES_MIN && size > bytes_of(table); size /= 2) {
        struct hand_court_bucket *bucket = pages_take(size, false);
        if (bucket == NULL)
            continue;
        hand_court_table_free(table);
        table->bucket = bucket;
        table->mask = size / sizeof *bucket - 1;
    }
}

void hand_court_table_free(struct hand_court_table *table)
{
    pages_give(table->bucket, bytes_of(table));
    *table = (struct hand_court_table){.bucket = NULL};
}

int hand_court_table_find(const struct hand_court_table *table, uint64_t hash, uint32_t lead)
{
    if (table->bucket == NULL)
        return -1;
    const struct hand_court_bucket *bucket = &table->bucket[hash & table->mask];
    for (int i = 0; i < COURT_BUCKET; i++) {
        const struct hand_court_entry *entry = &bucket->entry[i];
        if (entry->hash != hash || entry->weight == 0)
            continue;
        if (entry->won ? hand_standings_cover(lead, entry->lead) : hand_standings_cover(entry->lead, lead))
            return entry->won;
    }
    return -1;
}

/* Whether the news says all that the entry says. */
static bool supersedes(const struct hand_court_entry *news, const struct hand_court_entry *entry)
{
    if (news->hash != entry->hash || news->won != entry->won)
        return false;
    return news->won ? hand_standings_cover(entry->lead, news->lead)
                     : hand_standings_cover(news->lead, entry->lead);
}

void hand_court_table_store(struct hand_court_table *table, uint64_t hash, uint32_t lead, int won,
                            unsigned weight)
{
    assert(weight > 0 && (won == 0 || won == 1));
    if (table->bucket == NULL)
        return;
    struct hand_court_bucket *bucket = &table->bucket[hash & table->mask];
    struct hand_court_entry news = {
        .hash = hash, .lead = lead, .weight = (uint16_t)weight, .won = (uint16_t)won};
    struct hand_court_entry *victim = &bucket->entry[lead % COURT_BUCKET];
    for (int i = 0; i < COURT_BUCKET; i++) {
        struct hand_court_entry *entry = &bucket->entry[i];
        if (entry->weight == 0 || supersedes(&news, entry)) {
            victim = entry;
            break;
        }
        if (entry->weight < victim->weight)
            victim = entry;
    }
    *victim = news;
}

int hand_court_table_fill(const struct hand_court_table *table)
{
    enum { SAMPLE = 250 };
    int used = 0;
    for (int b = 0; b < SAMPLE && table->bucket != NULL; b++)
        for (int i = 0; i < COURT_BUCKET; i++)
            used += table->bucket[b].entry[i].weight != 0;
    return used;
}
