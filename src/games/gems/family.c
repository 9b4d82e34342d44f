#include "games/gems/family.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/rng.h"

static uint32_t slot_of(const struct gems_family *family, uint64_t left)
{
    return (uint32_t)rng_mix(left + UINT64_C(0x9E3779B97F4A7C15)) & (family->slots - 1);
}

static void hash_one(struct gems_family *family, int index)
{
    uint32_t slot = slot_of(family, family->left[index]);
    /* So there is an empty one. */
    assert(index < family->count + 1 && (uint32_t)family->count < family->slots);
    while (family->slot[slot] >= 0)
        slot = (slot + 1) & (family->slots - 1);
    family->slot[slot] = index;
}

static void hash_all(struct gems_family *family)
{
    memset(family->slot, -1, family->slots * sizeof *family->slot);
    for (int i = 0; i < family->count; i++)
        hash_one(family, i);
}

static bool grow(struct gems_family *family)
{
    int room = family->room == 0 ? 256 : family->room * 2;
    uint64_t *left = realloc(family->left, (size_t)room * sizeof *left);
    if (left == NULL)
        return false;
    family->left = left;
    int32_t *slot = realloc(family->slot, (size_t)room * 2 * sizeof *slot);
    if (slot == NULL)
        return false;
    family->slot = slot;
    family->room = room;
    family->slots = (uint32_t)room * 2;
    assert((family->slots & (family->slots - 1)) == 0);
    hash_all(family);
    return true;
}

int gems_family_find(const struct gems_family *family, uint64_t left)
{
    if (family->count == 0)
        return -1;
    for (uint32_t slot = slot_of(family, left); family->slot[slot] >= 0;
         slot = (slot + 1) & (family->slots - 1))
        if (family->left[family->slot[slot]] == left)
            return family->slot[slot];
    return -1;
}

bool gems_family_add(struct gems_family *family, uint64_t left)
{
    if (gems_family_find(family, left) >= 0)
        return true;
    if (family->count == family->room && !grow(family))
        return false;
    family->left[family->count] = left;
    hash_one(family, family->count++);
    return true;
}

bool gems_family_all(struct gems_family *family, uint64_t items)
{
    uint64_t left = items;
    for (;; left = (left - 1) & items) {
        if (!gems_family_add(family, left))
            return false;
        if (left == 0)
            return true;
    }
}

bool gems_family_follow(struct gems_family *family, const uint8_t *order, int count, uint64_t left)
{
    for (int i = 0; gems_family_find(family, left) < 0; i++) {
        if (!gems_family_add(family, left))
            return false;
        while (i < count && !(left >> order[i] & 1))
            i++;
        if (i == count)
            return true;
        left &= ~(UINT64_C(1) << order[i]);
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    int items = bits_count(one) - bits_count(other);
    return items != 0 ? items : one < other ? -1 : one > other;
}

void gems_family_close(struct gems_family *family)
{
    assert(family->count > 0);
    qsort(family->left, (size_t)family->count, sizeof *family->left, compare);
    hash_all(family);
}

void gems_family_free(struct gems_family *family)
{
    free(family->left);
    free(family->slot);
    *family = (struct gems_family){.count = 0};
}
