#include "games/monopoly/tape.h"

#include <assert.h>

#include "base/rng.h"

int monopoly_tape_roll(int64_t tape, int64_t k)
{
    assert(tape >= 0 && k >= 0);
    const uint64_t golden = UINT64_C(0x9E3779B97F4A7C15);
    struct rng rng = {.state = rng_mix(rng_mix((uint64_t)tape + golden) + (uint64_t)k)};
    return 1 + (int)rng_below(&rng, 6); /* throws away numbers below 2^64 mod 6 = 4 */
}
