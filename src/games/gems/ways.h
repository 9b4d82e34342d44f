/* The ways from one cell to all others that a walker may want: none of them is beaten in turns, in cost and
 * in the gems it walks over by another. A way over a gem can be gone only when the gem is taken, so each way
 * carries the set of gems under it. Keys under a way do no harm: they are taken on the way, for nothing. Where
 * chance has a say a way is one that luck may bring, at the least that can be charged for it: none is better. */
#ifndef PANJ_GAMES_GEMS_WAYS_H
#define PANJ_GAMES_GEMS_WAYS_H

#include "games/gems/gems.h"

enum { WAYS_GEMS_MAX = 128 };

/* A set of gems by their number. */
struct gem_set {
    uint64_t word[WAYS_GEMS_MAX / 64];
};

enum { WAYS_NO_GEM = -1, WAYS_BLOCKED = -2 };

/* One way, as the step that ends it and the way before that step. */
struct way {
    struct gem_set under; /* gems walked over, the two ends not among them */
    int32_t cost;
    int32_t parent; /* -1: the beginning */
    int32_t next;   /* of the same cell, -1: none */
    int16_t cell;
    int16_t turns;
    uint8_t action; /* the deed: a step or GEMS_TELEPORT */
    bool beaten;
};

struct ways {
    const struct gems_board *board;
    int16_t gem_at[GEMS_CELLS]; /* number of the gem, WAYS_NO_GEM, or WAYS_BLOCKED: nobody walks there */
    int32_t first[GEMS_CELLS];  /* the ways to each cell, latest found first, -1: none */
    struct way *way;            /* in order of turns */
    int count;
    int capacity;
    int beside_max;  /* ways to a cell whose only merit is what they walk around */
    bool incomplete; /* some way that walks around gems was left out; none that is best in turns and cost */
};

static inline bool gem_set_has(const struct gem_set *set, int gem)
{
    return set->word[gem >> 6] >> (gem & 63) & 1;
}

static inline void gem_set_add(struct gem_set *set, int gem)
{
    set->word[gem >> 6] |= UINT64_C(1) << (gem & 63);
}

/* Whether all of `part` is in `whole`. */
static inline bool gem_set_within(const struct gem_set *part, const struct gem_set *whole)
{
    return ((part->word[0] & ~whole->word[0]) | (part->word[1] & ~whole->word[1])) == 0;
}

static inline bool gem_set_same(const struct gem_set *a, const struct gem_set *b)
{
    return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

void gems_ways_free(struct ways *);
/* All ways from `cell` of at most `turns` turns with these keys; false when memory runs out. */
bool gems_ways_search(struct ways *, int cell, unsigned keys, int turns);

#endif
