#include "search/table.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/buckets.h"
#include "base/fetch.h"

enum { BUCKET_ENTRIES = 4, GENERATIONS = 16, FILL_SAMPLE = 250 };

/* Huge pages make the search a fifth faster, but each has to be zeroed when it is first touched: in a table
 * that has very many of them, a short search would do nothing else. */
enum { HUGE_BYTES_MAX = 128 << 20 };

struct entry {
    _Atomic uint64_t lock; /* key ^ data */
    _Atomic uint64_t data; /* see pack(); 0: empty */
};

struct bucket {
    struct entry at[BUCKET_ENTRIES];
};

struct table {
    struct buckets buckets;
    unsigned generation; /* < GENERATIONS */
};

/* value 32, move 16, depth 8, marks 4, generation 4. No entry packs to 0: an entry has a mark. */
static uint64_t pack(const struct knowledge *known, unsigned generation)
{
    assert(known->marks > 0 && known->marks < 16 && generation < GENERATIONS);
    assert(known->depth >= 0 && known->depth < 256);
    return (uint64_t)(uint32_t)known->value | (uint64_t)known->move << 32 | (uint64_t)known->depth << 48 |
           (uint64_t)known->marks << 56 | (uint64_t)generation << 60;
}

static struct knowledge unpack(uint64_t data)
{
    return (struct knowledge){.value = (value_t)(uint32_t)data,
                              .move = (move_t)(data >> 32),
                              .depth = (int)(data >> 48 & 0xFF),
                              .marks = (int)(data >> 56 & 0xF)};
}

struct table *table_create(size_t bytes)
{
    struct table *table = calloc(1, sizeof *table);
    if (table != NULL && buckets_open(&table->buckets, bytes, HUGE_BYTES_MAX))
        return table;
    free(table);
    return NULL;
}

size_t table_bytes(const struct table *table)
{
    return buckets_bytes(&table->buckets);
}

void table_destroy(struct table *table)
{
    if (table == NULL)
        return;
    buckets_close(&table->buckets);
    free(table);
}

void table_age(struct table *table)
{
    table->generation = (table->generation + 1) % GENERATIONS;
}

static struct bucket *bucket_of(const struct table *table, uint64_t key)
{
    _Static_assert(sizeof(struct bucket) == BUCKET_BYTES, "a bucket is a cache line");
    return buckets_for(&table->buckets, key);
}

static uint64_t entry_load(const struct entry *entry, uint64_t *key)
{
    uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
    *key = atomic_load_explicit(&entry->lock, memory_order_relaxed) ^ data;
    return data;
}

static void entry_write(struct entry *entry, uint64_t key, uint64_t data)
{
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
    atomic_store_explicit(&entry->lock, key ^ data, memory_order_relaxed);
}

bool table_probe(const struct table *table, uint64_t key, struct knowledge *known)
{
    const struct bucket *bucket = bucket_of(table, key);
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        uint64_t found;
        uint64_t data = entry_load(&bucket->at[i], &found);
        if (found == key && data != 0) {
            *known = unpack(data);
            return true;
        }
    }
    return false;
}

static unsigned generation_of(uint64_t data)
{
    return (unsigned)(data >> 60);
}

static unsigned age_of(const struct table *table, uint64_t data)
{
    return (table->generation + GENERATIONS - generation_of(data)) % GENERATIONS;
}

/* How much it would hurt to lose an entry. */
static int entry_worth(const struct table *table, uint64_t data)
{
    if (data == 0)
        return -1000;
    return (int)(data >> 48 & 0xFF) - 4 * (int)age_of(table, data);
}

/* New knowledge of the same position is taken unless the old is final, or much deeper and of this search. */
static bool keeps_old(const struct table *table, uint64_t data, const struct knowledge *known)
{
    enum { FINAL = PROVEN_AT_LEAST | PROVEN_AT_MOST };
    struct knowledge old = unpack(data);
    if ((old.marks & FINAL) == FINAL)
        return (known->marks & FINAL) != FINAL;
    if ((known->marks & FINAL) != 0 || (known->marks & KNOWN_EXACTLY) == KNOWN_EXACTLY)
        return false;
    return age_of(table, data) == 0 && old.depth > known->depth + 2;
}

/* The entry that can best be spared. */
static struct entry *victim_for(const struct table *table, struct bucket *bucket)
{
    struct entry *victim = &bucket->at[0];
    int least = INT32_MAX;
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        uint64_t data = atomic_load_explicit(&bucket->at[i].data, memory_order_relaxed);
        int worth = entry_worth(table, data);
        if (worth < least) {
            least = worth;
            victim = &bucket->at[i];
        }
    }
    return victim;
}

void table_store(struct table *table, uint64_t key, const struct knowledge *known)
{
    struct bucket *bucket = bucket_of(table, key);
    struct entry *place = NULL;
    struct knowledge fresh = *known;
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        uint64_t found;
        uint64_t data = entry_load(&bucket->at[i], &found);
        if (found == key && data != 0) {
            if (keeps_old(table, data, known))
                return;
            if (fresh.move == MOVE_NONE)
                fresh.move = unpack(data).move;
            place = &bucket->at[i];
            break;
        }
    }
    if (place == NULL)
        place = victim_for(table, bucket);
    entry_write(place, key, pack(&fresh, table->generation));
}

struct table *table_grow(struct table *table, size_t bytes)
{
    assert(bytes > table_bytes(table));
    struct table *larger = table_create(bytes);
    if (larger == NULL)
        return NULL;
    larger->generation = table->generation;
    for (uint64_t i = 0; i < table->buckets.count; i++)
        for (int j = 0; j < BUCKET_ENTRIES; j++) {
            uint64_t key;
            const struct bucket *bucket = buckets_at(&table->buckets, i);
            uint64_t data = entry_load(&bucket->at[j], &key);
            if (data != 0)
                entry_write(victim_for(larger, bucket_of(larger, key)), key, data);
        }
    table_destroy(table);
    return larger;
}

int table_fill(const struct table *table)
{
    uint64_t sample = table->buckets.count < FILL_SAMPLE ? table->buckets.count : FILL_SAMPLE;
    uint64_t used = 0;
    unsigned now = table->generation;
    assert(sample > 0);
    for (uint64_t i = 0; i < sample; i++) {
        const struct bucket *bucket = buckets_at(&table->buckets, i);
        for (int j = 0; j < BUCKET_ENTRIES; j++) {
            uint64_t data = atomic_load_explicit(&bucket->at[j].data, memory_order_relaxed);
            used += data != 0 && generation_of(data) == now;
        }
    }
    assert(used <= sample * BUCKET_ENTRIES);
    return (int)(used * 1000 / (sample * BUCKET_ENTRIES));
}

void table_prefetch(const struct table *table, uint64_t key)
{
    fetch(bucket_of(table, key));
}
