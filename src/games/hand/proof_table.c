#include "games/hand/proof_table.h"

#include <assert.h>
#include <stdbool.h>

#include "base/pages.h"

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

static size_t bytes_of(const struct hand_proof_table *table)
{
    return (table->mask + 1) * sizeof *table->bucket;
}

/* Larger ones would be slow to touch for the first time. */
enum { HUGE_BYTES_MAX = 64 << 20 };

size_t hand_proof_table_resize(struct hand_proof_table *table, size_t bytes)
{
    size_t size = HAND_TABLE_BYTES_MIN;
    while (size <= bytes / 2)
        size *= 2;
    if (table->bucket != NULL && bytes_of(table) == size)
        return size;
    if (bytes_of(table) > size || bytes < size)
        hand_proof_table_free(table);
    if (bytes < size)
        return 0;
    for (; size >= HAND_TABLE_BYTES_MIN; size /= 2) {
        if (table->bucket != NULL && bytes_of(table) == size)
            return size;
        struct hand_bucket *bucket = pages_take(size, size <= HUGE_BYTES_MAX);
        if (bucket == NULL)
            continue;
        hand_proof_table_free(table);
        table->bucket = bucket;
        table->mask = size / sizeof *bucket - 1;
        assert(table->mask + 1 >= UINT64_C(1) << INDEX_BITS_MIN);
        return size;
    }
    hand_proof_table_free(table);
    return 0;
}

void hand_proof_table_free(struct hand_proof_table *table)
{
    pages_give(table->bucket, bytes_of(table));
    *table = (struct hand_proof_table){.bucket = NULL};
}

/* Fresh pages come cheaper than wiping the old. */
void hand_proof_table_clear(struct hand_proof_table *table)
{
    size_t bytes = bytes_of(table);
    if (table->bucket == NULL)
        return;
    hand_proof_table_free(table);
    hand_proof_table_resize(table, bytes);
}

int hand_proof_table_find(const struct hand_proof_table *table, uint64_t where, uint32_t lead)
{
    if (table->bucket == NULL)
        return -1;
    uint64_t mixed = mix(where);
    const struct hand_bucket *bucket = &table->bucket[mixed & table->mask];
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
    if (table->bucket == NULL)
        return;
    uint64_t mixed = mix(where);
    struct hand_bucket *bucket = &table->bucket[mixed & table->mask];
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
    if (table->bucket == NULL)
        return 0;
    for (int b = 0; b < SAMPLE; b++)
        for (int i = 0; i < HAND_BUCKET; i++)
            used += load(&table->bucket[b].entry[i]) != 0;
    return used;
}
