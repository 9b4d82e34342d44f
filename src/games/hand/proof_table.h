/* What has been proven: a table of positions and goals, shared by threads without locks.
 *
 * An entry is one word and holds all of its position: 42 bits of cards and Varys (mixed by a bijection, so
 * that 14 of them are told by the place in the table), eight nibbles of standings and goal, who wins. No two
 * positions can be taken for each other. */
#ifndef PANJ_GAMES_HAND_PROOF_TABLE_H
#define PANJ_GAMES_HAND_PROOF_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buckets.h"

enum { HAND_BUCKET = 8 };

/* Every nibble of `a` is at least that of `b`. */
static inline bool hand_standings_cover(uint32_t a, uint32_t b)
{
    const uint32_t low = 0x0F0F0F0F;
    const uint32_t guard = 0x80808080;
    uint32_t even = ((a & low) | guard) - (b & low);
    uint32_t odd = ((a >> 4 & low) | guard) - (b >> 4 & low);
    return (even & odd & guard) == guard;
}

struct hand_bucket {
    _Alignas(64) _Atomic uint64_t entry[HAND_BUCKET]; /* 0: empty */
};

struct hand_proof_table {
    struct buckets buckets; /* none: nothing is remembered; else at least 2^14 */
};

enum { HAND_TABLE_BYTES_MIN = 1 << 20 };

/* At most `bytes`; halved until there is memory. A smaller table than that is kept, with what it knows, if
 * there is none larger to be had. Returns the bytes taken, 0 without a table. */
size_t hand_proof_table_resize(struct hand_proof_table *, size_t bytes);
void hand_proof_table_clear(struct hand_proof_table *);
/* `where` has 42 bits. 1 the mover reaches his goal, 0 he does not, -1 not known. */
int hand_proof_table_find(const struct hand_proof_table *, uint64_t where, uint32_t lead);
/* `weight` 0 .. 7: how dear the entry is. */
void hand_proof_table_store(struct hand_proof_table *, uint64_t where, uint32_t lead, int reached,
                            unsigned weight);
int hand_proof_table_fill(const struct hand_proof_table *); /* per mille, from a sample */

#endif
