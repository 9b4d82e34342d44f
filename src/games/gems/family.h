/* Sets of items that are still left, each of which a value is kept for: all there are, or those along an order in which
 * the items are to be taken and a little off it. */
#ifndef PANJ_GAMES_GEMS_FAMILY_H
#define PANJ_GAMES_GEMS_FAMILY_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FAMILY_ITEMS_MAX = 64 };

struct gems_family {
    int count;
    int room;
    uint64_t *left; /* the sets; closed: those with the fewest items first */
    int32_t *slot;  /* a hash of them, -1: empty */
    uint32_t slots;
};

/* All three are false when memory runs out. */
bool gems_family_add(struct gems_family *, uint64_t left);
/* Every set of these items. */
bool gems_family_all(struct gems_family *, uint64_t items);
/* A set and what follows when the first so many of an order are taken one after the other, up to a set that is known. */
bool gems_family_follow(struct gems_family *, const uint8_t *order, int count, uint64_t left);
/* Puts the sets in order, so that what comes of a set comes before it. */
void gems_family_close(struct gems_family *);
void gems_family_free(struct gems_family *);
/* Its number, -1: it is none of them. */
int gems_family_find(const struct gems_family *, uint64_t left);

#endif
