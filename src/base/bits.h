/* Sets of small numbers as the bits of a word. */
#ifndef PANJ_BASE_BITS_H
#define PANJ_BASE_BITS_H

#include <assert.h>
#include <stdint.h>

/* The set of one number. */
static inline uint64_t bits_of(int number)
{
    assert(number >= 0 && number < 64);
    return UINT64_C(1) << number;
}

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
