/* Sets of small numbers as the bits of a word. */
#ifndef PANJ_BASE_BITS_H
#define PANJ_BASE_BITS_H

#include <assert.h>
#include <stdint.h>

static inline int bits_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* The smallest number of a set that is not empty. */
static inline int bits_lowest(uint64_t set)
{
    assert(set != 0);
    return __builtin_ctzll(set);
}

#endif
