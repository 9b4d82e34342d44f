/* Chance of the referee: every draw is a fixed function of the match's seed, the opening and a count, so both
 * games of a pair, and a game that is played again, see the same. */
#ifndef PANJ_REFEREE_DRAW_H
#define PANJ_REFEREE_DRAW_H

#include <assert.h>
#include <stdint.h>

/* A bijection of 64 bits that mixes well (the finalizer of splitmix64). */
static inline uint64_t draw_mix(uint64_t x)
{
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

/* Number `count` of a stream, in 0 .. bound-1; the bias is below bound / 2^64. */
static inline int64_t draw_below(uint64_t seed, uint64_t stream, uint64_t count, int64_t bound)
{
    assert(bound > 0);
    uint64_t bits = draw_mix(draw_mix(draw_mix(seed) ^ stream) ^ count);
    return (int64_t)(bits % (uint64_t)bound);
}

#endif
