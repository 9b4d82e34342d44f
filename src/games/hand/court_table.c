#include "games/hand/court_table.h"

#include <assert.h>
#include <stdbool.h>

#include "games/hand/proof_table.h"

void hand_court_table_resize(struct hand_court_table *table, size_t bytes)
{
    enum { BYTES_MIN = 1 << 16 };
    buckets_resize(&table->buckets, bytes, BYTES_MIN, 0);
}

static struct hand_court_bucket *bucket_of(const struct hand_court_table *table, uint64_t hash)
{
    _Static_assert(sizeof(struct hand_court_bucket) == BUCKET_BYTES, "a bucket is a cache line");
    return buckets_at(&table->buckets, hash & (table->buckets.count - 1));
}

int hand_court_table_find(const struct hand_court_table *table, uint64_t hash, uint32_t lead)
{
    if (table->buckets.line == NULL)
        return -1;
    const struct hand_court_bucket *bucket = bucket_of(table, hash);
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
    if (table->buckets.line == NULL)
        return;
    struct hand_court_bucket *bucket = bucket_of(table, hash);
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
    for (int b = 0; b < SAMPLE && table->buckets.line != NULL; b++) {
        const struct hand_court_bucket *bucket = buckets_at(&table->buckets, (uint64_t)b);
        for (int i = 0; i < COURT_BUCKET; i++)
            used += bucket->entry[i].weight != 0;
    }
    return used;
}
