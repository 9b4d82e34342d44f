/* A small random generator (splitmix64), the same stream on every machine. It deals cards, draws random
 * moves and fills hash tables; nothing about it is secret. */
#ifndef PANJ_BASE_RNG_H
#define PANJ_BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t state; /* the seed, then the counter of the stream */
};

/* A bijection of 64 bits that mixes well: hash of a number. */
static inline uint64_t rng_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

static inline uint64_t rng_next(struct rng *rng)
{
    rng->state += UINT64_C(0x9E3779B97F4A7C15);
    return rng_mix(rng->state);
}

/* Uniform in 0 .. bound-1, without bias. bound > 0. */
uint64_t rng_below(struct rng *rng, uint64_t bound);

#endif
