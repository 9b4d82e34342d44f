/* The memory of a table that may forget: lines of the processor's cache, all zero at first. What stands in a
 * line, what gives way in it and how threads agree about it is for each table to say. */
#ifndef PANJ_BASE_BUCKETS_H
#define PANJ_BASE_BUCKETS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUCKET_BYTES = 64 };

struct buckets {
    void *line;     /* NULL: none */
    uint64_t count; /* below 2^32 */
};

/* As many as `bytes` hold, one at least. Up to `huge_most` bytes lie in large pages, which are faster to walk
 * and slower to touch first. False: out of memory, and there are none. */
bool buckets_open(struct buckets *, size_t bytes, size_t huge_most);

/* Makes them a power of two, as many as `bytes` hold, or half of that, and so on, until there is memory; none
 * where that is below `least`. Those that there are stay, with what is in them, where no more are to be had,
 * and while they are not too many. Returns the bytes taken. */
size_t buckets_resize(struct buckets *, size_t bytes, size_t least, size_t huge_most);

void buckets_close(struct buckets *);

static inline size_t buckets_bytes(const struct buckets *buckets)
{
    return (size_t)buckets->count * BUCKET_BYTES;
}

static inline void *buckets_at(const struct buckets *buckets, uint64_t index)
{
    assert(index < buckets->count);
    return (char *)buckets->line + index * BUCKET_BYTES;
}

/* By the upper half of a hash: so it serves any count, and is below it. */
static inline void *buckets_for(const struct buckets *buckets, uint64_t hash)
{
    return (char *)buckets->line + ((hash >> 32) * buckets->count >> 32) * BUCKET_BYTES;
}

#endif
