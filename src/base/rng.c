#include "base/rng.h"

#include <assert.h>

uint64_t rng_below(struct rng *rng, uint64_t bound)
{
    assert(bound > 0);
    /* 2^64 mod bound: numbers below it would make small results likelier. */
    uint64_t rest = (0 - bound) % bound;
    uint64_t number;
    do
        number = rng_next(rng);
    while (number < rest);
    return number % bound;
}
