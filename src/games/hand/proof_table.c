#include "games/hand/proof_table.h"

#include <assert.h>
#include <stdbool.h>

/* Bits of an entry: 0-31 standings and goal, 32 reached, 33-35 weight, 36-63 the upper bits of the mixed
 * place. Standings are never 0, so an entry is not 0. */
enum { WHERE_BITS = 42, INDEX_BITS_MIN = 14, REACHED_BIT = 32, WEIGHT_BIT = 33, TAG_BIT = 36 };

_Static_assert(TAG_BIT + WHERE_BITS - INDEX_BITS_MIN == 64, "an entry holds the whole position");

static const uint64_t where_mask = (UINT64_C(1) << WHERE_BITS) - 1;

/* A bijection of 42 bits: every step can be undone. */
static uint64_t mix(uint64_t where)
{
    assert(where <= where_mask);
    where ^= where >> 21;
    where = where * UINT64_C(0x2545F4914F6CDD1D) & where_mask;
    where ^= where >> 19;
    where = where * UINT64_C(0x9E3779B97F4A7C15) & where_mask;
    return where ^ where >> 22;
}

static uint64_t load(const _Atomic uint64_t *entry)
{
    return atomic_load_explicit(entry, memory_order_relaxed);
}

size_t hand_proof_table_resize(struct hand_proof_table *table, size_t bytes)
{
    enum { HUGE_BYTES_MAX = 64 << 20 }; /* larger ones would be slow to touch for the first time */
    _Static_assert(HAND_TABLE_BYTES_MIN / BUCKET_BYTES == 1 << INDEX_BITS_MIN,
                   "the place tells so many bits");
    return buckets_resize(&table->buckets, bytes, HAND_TABLE_BYTES_MIN, HUGE_BYTES_MAX);
}

/* Fresh pages come cheaper than wiping the old. */
void hand_proof_table_clear(struct hand_proof_table *table)
{
    size_t bytes = buckets_bytes(&table->buckets);
    buckets_close(&table->buckets);
    hand_proof_table_resize(table, bytes);
}

static struct hand_bucket *bucket_of(const struct hand_proof_table *table, uint64_t mixed)
{
    _Static_assert(sizeof(struct hand_bucket) == BUCKET_BYTES, "a bucket is a cache line");
    return buckets_at(&table->buckets, mixed & (table->buckets.count - 1));
}

int hand_proof_table_find(const struct hand_proof_table *table, uint64_t where, uint32_t lead)
{
    if (table->buckets.line == NULL)
        return -1;
    uint64_t mixed = mix(where);
    const struct hand_bucket *bucket = bucket_of(table, mixed);
    for (int i = 0; i < HAND_BUCKET; i++) {
        uint64_t entry = load(&bucket->entry[i]);
        if (entry >> TAG_BIT != mixed >> INDEX_BITS_MIN || entry == 0)
            continue;
        bool reached = entry >> REACHED_BIT & 1;
        if (reached ? hand_standings_cover(lead, (uint32_t)entry)
                    : hand_standings_cover((uint32_t)entry, lead))
            return reached;
    }
    return -1;
}

/* Whether the news makes the entry needless. */
static bool supersedes(uint64_t news, uint64_t entry)
{
    if (news >> TAG_BIT != entry >> TAG_BIT || (news ^ entry) >> REACHED_BIT & 1)
        return false;
    return news >> REACHED_BIT & 1 ? hand_standings_cover((uint32_t)entry, (uint32_t)news)
                                   : hand_standings_cover((uint32_t)news, (uint32_t)entry);
}

void hand_proof_table_store(struct hand_proof_table *table, uint64_t where, uint32_t lead, int reached,
                            unsigned weight)
{
    assert(weight < 8 && (reached == 0 || reached == 1));
    if (table->buckets.line == NULL)
        return;
    uint64_t mixed = mix(where);
    struct hand_bucket *bucket = bucket_of(table, mixed);
    uint64_t news = lead | (uint64_t)reached << REACHED_BIT | (uint64_t)weight << WEIGHT_BIT |
                    mixed >> INDEX_BITS_MIN << TAG_BIT;
    int victim = 0;
    unsigned lightest = 8;
    for (int k = 0; k < HAND_BUCKET; k++) {
        unsigned i = ((unsigned)k + lead) % HAND_BUCKET; /* so that equals do not always hit the first */
        uint64_t entry = load(&bucket->entry[i]);
        if (entry == 0 || supersedes(news, entry)) {
            victim = (int)i;
            break;
        }
        unsigned has = entry >> WEIGHT_BIT & 7;
        if (has < lightest) {
            lightest = has;
            victim = (int)i;
        }
    }
    atomic_store_explicit(&bucket->entry[victim], news, memory_order_relaxed);
}

int hand_proof_table_fill(const struct hand_proof_table *table)
{
    enum { SAMPLE = 125 };
    int used = 0;
    if (table->buckets.line == NULL)
        return 0;
    for (int b = 0; b < SAMPLE; b++) {
        const struct hand_bucket *bucket = buckets_at(&table->buckets, (uint64_t)b);
        for (int i = 0; i < HAND_BUCKET; i++)
            used += load(&bucket->entry[i]) != 0;
    }
    return used;
}
