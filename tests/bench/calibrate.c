/* The yardstick of `make pace`: a fixed amount of work, arithmetic and a table that does not fit the caches, alike on
 * every machine. Prints its checksum, so that no compiler can leave it out. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"

enum { SLOTS = 1 << 20, ROUNDS = 20000000 };

int main(void)
{
    uint64_t *table = calloc(SLOTS, sizeof *table);
    if (table == NULL)
        return 1;
    uint64_t sum = 1;
    for (int i = 0; i < ROUNDS; i++) {
        sum = rng_mix(sum);
        uint64_t *slot = &table[sum % SLOTS];
        *slot += sum;
        sum += *slot >> 7;
    }
    printf("%" PRIu64 "\n", sum);
    free(table);
    return 0;
}
