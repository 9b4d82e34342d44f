/* What proof-number search knows of positions, shared by its threads without locks that wait.
 *
 * An entry is twelve bytes and holds the whole position, so what it says is about that position and no other;
 * the numbers are kept to eight bits' precision. Five entries and a count stand in a line of the processor's
 * cache: a writer makes the count odd for himself, a reader looks at it before and after the entry. */
#ifndef PANJ_GAMES_KONANE_PROOF_TABLE_H
#define PANJ_GAMES_KONANE_PROOF_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buckets.h"

/* How far a position is from a proof, the view of the player on move: phi positions at least must still be
 * decided to show that he wins, delta to show that he loses. {0, PROOF_INFINITE} is a proven win. */
struct proof {
    uint32_t phi;
    uint32_t delta;
};

enum { PROOF_INFINITE = (1 << 26) - 1 };

static inline struct proof proof_won(void)
{
    return (struct proof){0, PROOF_INFINITE};
}

static inline struct proof proof_lost(void)
{
    return (struct proof){PROOF_INFINITE, 0};
}

/* A number of what is missing, too large perhaps; never "never". */
static inline uint32_t proof_bounded(uint64_t number)
{
    return number < PROOF_INFINITE ? (uint32_t)number : PROOF_INFINITE - 1;
}

static inline bool proof_is_won(struct proof proof)
{
    return proof.phi == 0;
}

static inline bool proof_is_lost(struct proof proof)
{
    return proof.delta == 0;
}

static inline bool proof_is_final(struct proof proof)
{
    return proof.phi == 0 || proof.delta == 0;
}

struct proof_table {
    struct buckets buckets;
};

bool konane_proof_table_open(struct proof_table *, size_t bytes); /* at most; false: out of memory */
int konane_proof_table_fill(const struct proof_table *); /* per mille, from a sample; 0 without a table */

/* The places of the table by number, for those who want to see them all. False: an empty one. */
uint64_t konane_proof_table_places(const struct proof_table *);
bool konane_proof_table_at(const struct proof_table *, uint64_t place, uint64_t *stones, unsigned *side,
                           struct proof *, uint64_t *work);

/* An entry in a file: the stones in eight bytes, side, numbers and work in four, the lowest first. */
enum { PROOF_ENTRY_BYTES = 12 };
bool konane_proof_table_put(const struct proof_table *, uint64_t place, unsigned char[PROOF_ENTRY_BYTES]);
/* False: no table writes such an entry. */
bool konane_proof_entry_read(const unsigned char[PROOF_ENTRY_BYTES], uint64_t *stones, unsigned *side,
                             struct proof *, uint64_t *work);

/* Stores all that `from` knows. Nobody else is at either of them. */
void konane_proof_table_copy(struct proof_table *to, const struct proof_table *from);

/* Asks the memory for the place of a position, so that it is near when it is wanted. */
void konane_proof_table_fetch(const struct proof_table *, uint64_t stones, unsigned side);
/* `work` is how many positions were visited to learn it, roughly. */
bool konane_proof_table_find(const struct proof_table *, uint64_t stones, unsigned side, struct proof *,
                             uint64_t *work);
/* Replaces what the table knew of the position, or the cheapest of its neighbours. */
void konane_proof_table_store(struct proof_table *, uint64_t stones, unsigned side, struct proof,
                              uint64_t work);

#endif
