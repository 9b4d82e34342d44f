#include "base/buckets.h"

#include "base/pages.h"

bool buckets_open(struct buckets *buckets, size_t bytes, size_t huge_most)
{
    uint64_t count = bytes / BUCKET_BYTES;
    count = count < 1 ? 1 : count > UINT32_MAX ? UINT32_MAX : count;
    bytes = (size_t)count * BUCKET_BYTES;
    void *line = pages_take(bytes, bytes <= huge_most);
    *buckets = (struct buckets){.line = line, .count = line != NULL ? count : 0};
    return line != NULL;
}

void buckets_close(struct buckets *buckets)
{
    pages_give(buckets->line, buckets_bytes(buckets));
    *buckets = (struct buckets){.line = NULL};
}

size_t buckets_resize(struct buckets *buckets, size_t bytes, size_t least, size_t huge_most)
{
    size_t size = least;
    assert(least >= BUCKET_BYTES && (least & (least - 1)) == 0);
    while (size <= bytes / 2)
        size *= 2;
    if (buckets_bytes(buckets) > size || bytes < least)
        buckets_close(buckets);
    for (; bytes >= least && size >= least && size > buckets_bytes(buckets); size /= 2) {
        struct buckets fresh;
        if (!buckets_open(&fresh, size, huge_most))
            continue;
        buckets_close(buckets);
        *buckets = fresh;
    }
    return buckets_bytes(buckets);
}
