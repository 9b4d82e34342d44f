#include "games/konane/proof_table.h"

#include <assert.h>
#include <stdlib.h>

#include "base/pages.h"
#include "base/rng.h"

enum { BUCKET_ENTRIES = 4, CACHE_LINE = 64, FILL_SAMPLE = 250 };

/* How the second word is made up: mark of a writer, side, phi, delta, work. No entry is all zero: phi and
 * delta are never both. */
enum { SIDE_AT = 1, PHI_AT = 2, DELTA_AT = 28, WORK_AT = 54 };
static const uint64_t being_written = 1;

struct proof_entry {
    _Atomic uint64_t stones;
    _Atomic uint64_t data;
};

struct proof_bucket {
    struct proof_entry at[BUCKET_ENTRIES];
};

struct proof_table {
    struct proof_bucket *buckets; /* fresh zero pages */
    uint64_t count;               /* < 2^32 */
};

struct proof_table *konane_proof_table_create(size_t bytes)
{
    _Static_assert(sizeof(struct proof_bucket) == CACHE_LINE, "a bucket is a cache line");
    uint64_t count = bytes / CACHE_LINE;
    count = count < 1 ? 1 : count > UINT32_MAX ? UINT32_MAX : count;
    struct proof_table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    table->buckets = pages_take(count * CACHE_LINE, true);
    table->count = count;
    if (table->buckets == NULL) {
        free(table);
        return NULL;
    }
    return table;
}

size_t konane_proof_table_bytes(const struct proof_table *table)
{
    return (size_t)table->count * CACHE_LINE;
}

void konane_proof_table_destroy(struct proof_table *table)
{
    if (table == NULL)
        return;
    pages_give(table->buckets, konane_proof_table_bytes(table));
    free(table);
}

static struct proof_bucket *bucket_of(const struct proof_table *table, uint64_t stones, unsigned side)
{
    uint64_t hash = rng_mix(stones + side * UINT64_C(0x9E3779B97F4A7C15));
    return &table->buckets[(hash >> 32) * table->count >> 32];
}

void konane_proof_table_fetch(const struct proof_table *table, uint64_t stones, unsigned side)
{
    __builtin_prefetch(bucket_of(table, stones, side));
}

/* -- packing -- */

/* A floating number of 8 bits; `bits` of 0 is no work. */
static uint64_t pack_work(uint64_t work)
{
    if (work < 8)
        return work;
    unsigned exponent = 63 - (unsigned)__builtin_clzll(work);
    return (uint64_t)(exponent - 2) << 3 | (work >> (exponent - 3) & 7);
}

static uint64_t unpack_work(uint64_t bits)
{
    if (bits < 8)
        return bits;
    return (8 | (bits & 7)) << ((bits >> 3) - 1);
}

static uint64_t pack(unsigned side, struct proof proof, uint64_t work)
{
    assert(proof.phi <= PROOF_INFINITE && proof.delta <= PROOF_INFINITE);
    uint64_t bits = pack_work(work);
    assert(bits < 1024);
    return (uint64_t)side << SIDE_AT | (uint64_t)proof.phi << PHI_AT | (uint64_t)proof.delta << DELTA_AT |
           bits << WORK_AT;
}

static unsigned side_in(uint64_t data)
{
    return data >> SIDE_AT & 1;
}

static struct proof proof_in(uint64_t data)
{
    return (struct proof){.phi = data >> PHI_AT & PROOF_INFINITE, .delta = data >> DELTA_AT & PROOF_INFINITE};
}

/* -- reading and writing -- */

/* The second word if the entry is whole and about this position, else 0. */
static uint64_t read_entry(const struct proof_entry *entry, uint64_t stones, unsigned side)
{
    uint64_t data = atomic_load_explicit(&entry->data, memory_order_acquire);
    uint64_t found = atomic_load_explicit(&entry->stones, memory_order_acquire);
    if (found != stones || data == 0 || (data & being_written) != 0 || side_in(data) != side)
        return 0;
    return atomic_load_explicit(&entry->data, memory_order_relaxed) == data ? data : 0;
}

bool konane_proof_table_find(const struct proof_table *table, uint64_t stones, unsigned side,
                             struct proof *proof, uint64_t *work)
{
    const struct proof_bucket *bucket = bucket_of(table, stones, side);
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        uint64_t data = read_entry(&bucket->at[i], stones, side);
        if (data == 0)
            continue;
        *proof = proof_in(data);
        *work = unpack_work(data >> WORK_AT);
        return true;
    }
    return false;
}

/* If somebody else writes here at this moment, what we know is lost; that is rare and does no harm. */
static void write_entry(struct proof_entry *entry, uint64_t old, uint64_t stones, uint64_t data)
{
    if ((old & being_written) != 0 ||
        !atomic_compare_exchange_strong_explicit(&entry->data, &old, being_written, memory_order_acq_rel,
                                                 memory_order_relaxed))
        return;
    atomic_store_explicit(&entry->stones, stones, memory_order_release);
    atomic_store_explicit(&entry->data, data, memory_order_release);
}

/* Where a position is kept, or the place that costs least to give up; `data` is what stands there. */
static struct proof_entry *place_for(struct proof_bucket *bucket, uint64_t stones, unsigned side,
                                     uint64_t *data)
{
    struct proof_entry *place = NULL;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        struct proof_entry *entry = &bucket->at[i];
        uint64_t found = read_entry(entry, stones, side);
        if (found != 0) {
            *data = found;
            return entry;
        }
        uint64_t there = atomic_load_explicit(&entry->data, memory_order_relaxed);
        if (place == NULL || there >> WORK_AT < least) {
            place = entry;
            least = there >> WORK_AT;
            *data = there;
        }
    }
    return place;
}

void konane_proof_table_store(struct proof_table *table, uint64_t stones, unsigned side, struct proof proof,
                              uint64_t work)
{
    assert(work > 0);
    uint64_t old;
    struct proof_entry *entry = place_for(bucket_of(table, stones, side), stones, side, &old);
    bool is_same = old != 0 && read_entry(entry, stones, side) == old;
    if (is_same && proof_is_final(proof_in(old)) && !proof_is_final(proof))
        return; /* another thread has proven it meanwhile */
    write_entry(entry, old, stones, pack(side, proof, work));
}

uint64_t konane_proof_table_places(const struct proof_table *table)
{
    return table->count * BUCKET_ENTRIES;
}

bool konane_proof_table_at(const struct proof_table *table, uint64_t place, uint64_t *stones, unsigned *side,
                           struct proof *proof, uint64_t *work)
{
    assert(place < konane_proof_table_places(table));
    const struct proof_entry *entry = &table->buckets[place / BUCKET_ENTRIES].at[place % BUCKET_ENTRIES];
    uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
    *stones = atomic_load_explicit(&entry->stones, memory_order_relaxed);
    *side = side_in(data);
    *proof = proof_in(data);
    *work = unpack_work(data >> WORK_AT);
    return data != 0;
}

void konane_proof_table_copy(struct proof_table *to, const struct proof_table *from)
{
    uint64_t stones, work;
    unsigned side;
    struct proof proof;
    for (uint64_t place = 0; place < konane_proof_table_places(from); place++)
        if (konane_proof_table_at(from, place, &stones, &side, &proof, &work))
            konane_proof_table_store(to, stones, side, proof, work);
}

int konane_proof_table_fill(const struct proof_table *table)
{
    assert(table->count > 0);
    uint64_t step = table->count / FILL_SAMPLE > 0 ? table->count / FILL_SAMPLE : 1;
    int used = 0;
    int seen = 0;
    for (uint64_t b = 0; b < table->count && seen < FILL_SAMPLE * BUCKET_ENTRIES; b += step)
        for (int i = 0; i < BUCKET_ENTRIES; i++, seen++)
            used += atomic_load_explicit(&table->buckets[b].at[i].data, memory_order_relaxed) != 0;
    assert(seen > 0);
    return used * 1000 / seen;
}
