/* What has been proven with companions: a table of positions by hash and of standings that win or lose there. */
#ifndef PANJ_GAMES_HAND_COURT_TABLE_H
#define PANJ_GAMES_HAND_COURT_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/buckets.h"

enum { COURT_BUCKET = 4 };

struct hand_court_entry {
    uint64_t hash; /* of all but the standings */
    uint32_t lead;
    uint16_t weight; /* how dear it is, at least 1; 0: empty */
    uint16_t won;
};

struct hand_court_bucket {
    _Alignas(64) struct hand_court_entry entry[COURT_BUCKET];
};

struct hand_court_table {
    struct buckets buckets; /* none: nothing is remembered */
};

/* At most `bytes`, less if there is no more memory; what it knows stays only in a table of the same size. */
void hand_court_table_resize(struct hand_court_table *, size_t bytes);
/* 1 the mover wins, 0 he does not, -1 not known. */
int hand_court_table_find(const struct hand_court_table *, uint64_t hash, uint32_t lead);
void hand_court_table_store(struct hand_court_table *, uint64_t hash, uint32_t lead, int won,
                            unsigned weight);
int hand_court_table_fill(const struct hand_court_table *); /* per mille, from a sample */

#endif
