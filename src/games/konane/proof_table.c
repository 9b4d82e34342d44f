#include "games/konane/proof_table.h"

#include <assert.h>

#include "base/fetch.h"
#include "base/rng.h"

enum { BUCKET_ENTRIES = 5, FILL_SAMPLE = 200 };

/* What an entry says, from the lowest bit: side, phi, delta, work. None is all zero: phi and delta are never
 * both. */
enum { SIDE_BITS = 1, NUMBER_BITS = 12, WORK_BITS = 7 };
enum { PHI_AT = SIDE_BITS, DELTA_AT = PHI_AT + NUMBER_BITS, WORK_AT = DELTA_AT + NUMBER_BITS };

struct proof_bucket {
    _Atomic uint32_t changes; /* odd: somebody writes here */
    _Atomic uint32_t data[BUCKET_ENTRIES];
    _Atomic uint32_t low[BUCKET_ENTRIES]; /* of the stones */
    _Atomic uint32_t high[BUCKET_ENTRIES];
};

bool konane_proof_table_open(struct proof_table *table, size_t bytes)
{
    return buckets_open(&table->buckets, bytes, SIZE_MAX);
}

static struct proof_bucket *bucket_of(const struct proof_table *table, uint64_t stones, unsigned side)
{
    _Static_assert(sizeof(struct proof_bucket) == BUCKET_BYTES, "a bucket is a cache line");
    return buckets_for(&table->buckets, rng_mix(stones + side * UINT64_C(0x9E3779B97F4A7C15)));
}

void konane_proof_table_fetch(const struct proof_table *table, uint64_t stones, unsigned side)
{
    fetch(bucket_of(table, stones, side));
}

/* -- packing -- */

/* Numbers as floating ones: an exponent over so many bits of the rest. Rounded down, small ones are exact; work is
 * rounded up or down by chance, so that what is added to it bit by bit is not lost each time. */
enum { NUMBER_REST = 7, WORK_REST = 1 };

static uint32_t to_float(uint64_t number, int rest)
{
    if (number >> rest == 0)
        return (uint32_t)number;
    int shift = 63 - __builtin_clzll(number) - rest;
    return (uint32_t)((uint64_t)shift << rest) + (uint32_t)(number >> shift);
}

static uint64_t from_float(uint32_t code, int rest)
{
    uint64_t one = UINT64_C(1) << rest;
    int shift = (int)(code >> rest) - 1;
    return code < one ? code : (one | (code & (one - 1))) << shift;
}

enum { NEVER = (1 << NUMBER_BITS) - 1 };

static uint32_t pack_number(uint32_t number)
{
    uint32_t code = number == PROOF_INFINITE ? NEVER : to_float(number, NUMBER_REST);
    assert(code <= NEVER);
    return code;
}

static uint32_t unpack_number(uint32_t code)
{
    return code == NEVER ? PROOF_INFINITE : (uint32_t)from_float(code, NUMBER_REST);
}

static uint32_t pack_work(uint64_t work, uint64_t chance)
{
    uint32_t below = to_float(work, WORK_REST);
    uint64_t kept = from_float(below, WORK_REST);
    uint64_t step = from_float(below + 1, WORK_REST) - kept;
    return below + (chance % step < work - kept);
}

static uint32_t pack(unsigned side, struct proof proof, uint64_t work, uint64_t chance)
{
    assert(proof.phi <= PROOF_INFINITE && proof.delta <= PROOF_INFINITE && (proof.phi | proof.delta) != 0);
    uint32_t spent = pack_work(work, chance);
    assert(side < 1U << SIDE_BITS && spent < 1U << WORK_BITS);
    return side | pack_number(proof.phi) << PHI_AT | pack_number(proof.delta) << DELTA_AT | spent << WORK_AT;
}

static unsigned side_in(uint32_t data)
{
    return data & ((1U << SIDE_BITS) - 1);
}

static struct proof proof_in(uint32_t data)
{
    return (struct proof){.phi = unpack_number(data >> PHI_AT & NEVER),
                          .delta = unpack_number(data >> DELTA_AT & NEVER)};
}

static uint64_t work_in(uint32_t data)
{
    return from_float(data >> WORK_AT, WORK_REST);
}

/* -- reading and writing -- */

static uint32_t read_word(const _Atomic uint32_t *word)
{
    return atomic_load_explicit(word, memory_order_acquire);
}

static void write_word(_Atomic uint32_t *word, uint32_t value)
{
    atomic_store_explicit(word, value, memory_order_release);
}

/* Where the bucket has the position, -1 if nowhere. */
static int index_in(const struct proof_bucket *bucket, uint64_t stones, unsigned side)
{
    for (int i = 0; i < BUCKET_ENTRIES; i++) {
        uint32_t data = read_word(&bucket->data[i]);
        if (read_word(&bucket->low[i]) == (uint32_t)stones && read_word(&bucket->high[i]) == stones >> 32 &&
            data != 0 && side_in(data) == side)
            return i;
    }
    return -1;
}

bool konane_proof_table_find(const struct proof_table *table, uint64_t stones, unsigned side,
                             struct proof *proof, uint64_t *work)
{
    const struct proof_bucket *bucket = bucket_of(table, stones, side);
    uint32_t changes = read_word(&bucket->changes);
    int index = index_in(bucket, stones, side);
    if (index < 0)
        return false;
    uint32_t data = read_word(&bucket->data[index]);
    if ((changes & 1) != 0 || atomic_load_explicit(&bucket->changes, memory_order_relaxed) != changes)
        return false;
    *proof = proof_in(data);
    *work = work_in(data);
    return true;
}

/* The place that costs least to give up. */
static int cheapest_in(const struct proof_bucket *bucket)
{
    int place = 0;
    for (int i = 1; i < BUCKET_ENTRIES; i++)
        if (read_word(&bucket->data[i]) >> WORK_AT < read_word(&bucket->data[place]) >> WORK_AT)
            place = i;
    return place;
}

/* If somebody else writes here at this moment, what we know is lost; that is rare and does no harm. */
static bool claim(struct proof_bucket *bucket, uint32_t *changes)
{
    *changes = atomic_load_explicit(&bucket->changes, memory_order_relaxed);
    return (*changes & 1) == 0 &&
           atomic_compare_exchange_strong_explicit(&bucket->changes, changes, *changes + 1,
                                                   memory_order_acq_rel, memory_order_relaxed);
}

void konane_proof_table_store(struct proof_table *table, uint64_t stones, unsigned side, struct proof proof,
                              uint64_t work)
{
    assert(work > 0);
    struct proof_bucket *bucket = bucket_of(table, stones, side);
    uint32_t changes;
    if (!claim(bucket, &changes))
        return;
    int index = index_in(bucket, stones, side);
    bool is_proven = index >= 0 && proof_is_final(proof_in(read_word(&bucket->data[index])));
    if (!is_proven || proof_is_final(proof)) { /* another thread may have proven it meanwhile */
        index = index >= 0 ? index : cheapest_in(bucket);
        uint64_t chance = rng_mix(stones ^ (uint64_t)changes << 32); /* another one each time */
        write_word(&bucket->data[index], pack(side, proof, work, chance));
        write_word(&bucket->low[index], (uint32_t)stones);
        write_word(&bucket->high[index], (uint32_t)(stones >> 32));
    }
    write_word(&bucket->changes, changes + 2);
}

/* -- in a file -- */

bool konane_proof_table_put(const struct proof_table *table, uint64_t place,
                            unsigned char bytes[PROOF_ENTRY_BYTES])
{
    assert(place < konane_proof_table_places(table));
    const struct proof_bucket *bucket = buckets_at(&table->buckets, place / BUCKET_ENTRIES);
    uint64_t index = place % BUCKET_ENTRIES;
    uint32_t word[] = {read_word(&bucket->low[index]), read_word(&bucket->high[index]),
                       read_word(&bucket->data[index])};
    for (int i = 0; i < PROOF_ENTRY_BYTES; i++)
        bytes[i] = (unsigned char)(word[i / 4] >> 8 * (i % 4) & 0xFF);
    return word[2] != 0;
}

/* A number that pack_number() gives: no larger than the largest below "never". */
static bool is_number(uint32_t code)
{
    return code == NEVER || from_float(code, NUMBER_REST) < PROOF_INFINITE;
}

bool konane_proof_entry_read(const unsigned char bytes[PROOF_ENTRY_BYTES], uint64_t *stones, unsigned *side,
                             struct proof *proof, uint64_t *work)
{
    uint32_t word[PROOF_ENTRY_BYTES / 4] = {0};
    for (int i = 0; i < PROOF_ENTRY_BYTES; i++)
        word[i / 4] |= (uint32_t)bytes[i] << 8 * (i % 4);
    uint32_t data = word[2];
    if (!is_number(data >> PHI_AT & NEVER) || !is_number(data >> DELTA_AT & NEVER))
        return false;
    *stones = (uint64_t)word[1] << 32 | word[0];
    *side = side_in(data);
    *proof = proof_in(data);
    *work = work_in(data);
    bool is_decided = proof_is_final(*proof);
    bool is_infinite = proof->phi == PROOF_INFINITE || proof->delta == PROOF_INFINITE;
    return *work > 0 && (proof->phi | proof->delta) != 0 && is_decided == is_infinite &&
           (!is_decided || proof->phi + proof->delta == PROOF_INFINITE);
}

/* -- all of it -- */

uint64_t konane_proof_table_places(const struct proof_table *table)
{
    return table->buckets.count * BUCKET_ENTRIES;
}

bool konane_proof_table_at(const struct proof_table *table, uint64_t place, uint64_t *stones, unsigned *side,
                           struct proof *proof, uint64_t *work)
{
    assert(place < konane_proof_table_places(table));
    const struct proof_bucket *bucket = buckets_at(&table->buckets, place / BUCKET_ENTRIES);
    uint64_t index = place % BUCKET_ENTRIES;
    uint32_t data = read_word(&bucket->data[index]);
    *stones = (uint64_t)read_word(&bucket->high[index]) << 32 | read_word(&bucket->low[index]);
    *side = side_in(data);
    *proof = proof_in(data);
    *work = work_in(data);
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
    uint64_t count = table->buckets.count;
    uint64_t step = count / FILL_SAMPLE > 0 ? count / FILL_SAMPLE : 1;
    int used = 0;
    int seen = 0;
    for (uint64_t b = 0; b < count && seen < FILL_SAMPLE * BUCKET_ENTRIES; b += step) {
        const struct proof_bucket *bucket = buckets_at(&table->buckets, b);
        for (int i = 0; i < BUCKET_ENTRIES; i++, seen++)
            used += read_word(&bucket->data[i]) != 0;
    }
    return seen > 0 ? used * 1000 / seen : 0;
}
