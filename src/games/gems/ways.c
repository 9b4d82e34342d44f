#include "games/gems/ways.h"

#include "base/bits.h"

#include <stdlib.h>

void gems_ways_free(struct ways *ways)
{
    free(ways->way);
    ways->way = NULL;
    ways->capacity = 0;
}

static bool reserve(struct ways *ways)
{
    if (ways->count < ways->capacity)
        return true;
    int capacity = ways->capacity == 0 ? 1024 : ways->capacity * 2;
    struct way *grown = realloc(ways->way, (size_t)capacity * sizeof *grown);
    if (grown == NULL)
        return false;
    ways->way = grown;
    ways->capacity = capacity;
    return true;
}

/* Marks what `way` beats among the ways of its cell. False if one of them beats it, or if there is no more
 * room for a way whose only merit is what it walks around. */
static bool stands(struct ways *ways, const struct way *way)
{
    int beside = 0;
    bool best = true; /* in turns and cost */
    for (int i = ways->first[way->cell]; i >= 0; i = ways->way[i].next) {
        const struct way *old = &ways->way[i];
        if (old->beaten || old->cost > way->cost)
            continue;
        if (gem_set_within(&old->under, &way->under))
            return false;
        best = false;
        beside++;
    }
    if (!best && beside >= ways->beside_max) {
        ways->incomplete = true;
        return false;
    }
    for (int i = ways->first[way->cell]; i >= 0; i = ways->way[i].next) {
        struct way *old = &ways->way[i];
        if (old->turns == way->turns && old->cost >= way->cost && gem_set_within(&way->under, &old->under))
            old->beaten = true;
    }
    return true;
}

static bool add(struct ways *ways, struct way way)
{
    if (!stands(ways, &way))
        return true;
    if (!reserve(ways))
        return false;
    assert(ways->count == 0 || way.turns >= ways->way[ways->count - 1].turns);
    way.next = ways->first[way.cell];
    ways->first[way.cell] = ways->count;
    ways->way[ways->count++] = way;
    return true;
}

/* One step further, by the deed that leads to `cell`. Charged is the least that is for such a deed. */
static bool extend_to(struct ways *ways, const struct way *from, int index, int deed, int cell)
{
    const struct gems_board *board = ways->board;
    int least = board->slips.least[gems_ground_at(board, from->cell)][deed];
    if (ways->gem_at[cell] == WAYS_BLOCKED || least < 0)
        return true;
    int cost = least + (gems_mask_has(&board->wire, cell) ? GEMS_COST_WIRE : 0);
    return add(ways, (struct way){.under = from->under,
                                  .cost = from->cost + cost,
                                  .parent = index,
                                  .cell = (int16_t)cell,
                                  .turns = (int16_t)(from->turns + 1),
                                  .action = (uint8_t)deed});
}

/* All steps that follow way number `index`. */
static bool extend(struct ways *ways, int index, unsigned keys)
{
    const struct gems_board *board = ways->board;
    struct way from = ways->way[index];
    assert(index < ways->count && from.parent < index);
    if (from.beaten)
        return true;
    if (from.parent >= 0 && ways->gem_at[from.cell] >= 0)
        gem_set_add(&from.under, ways->gem_at[from.cell]);
    for (unsigned steps = board->open[keys][from.cell]; steps != 0; steps &= steps - 1) {
        int action = bits_lowest(steps);
        if (!extend_to(ways, &from, index, action, from.cell + board->step[action]))
            return false;
    }
    uint16_t to[GEMS_GATES_MAX];
    int gates = gems_may_teleport(board, from.cell) ? gems_gates_from(board, from.cell, to) : 0;
    for (int i = 0; i < gates; i++)
        if (!extend_to(ways, &from, index, GEMS_TELEPORT, to[i]))
            return false;
    return true;
}

bool gems_ways_search(struct ways *ways, int cell, unsigned keys, int turns)
{
    assert(cell > 0 && cell < GEMS_CELLS && turns <= GEMS_TURNS_MAX);
    memset(ways->first, -1, sizeof ways->first);
    ways->count = 0;
    ways->incomplete = false;
    if (!add(ways, (struct way){.parent = -1, .next = -1, .cell = (int16_t)cell}))
        return false;
    for (int i = 0; i < ways->count && ways->way[i].turns < turns; i++)
        if (!extend(ways, i, keys))
            return false;
    return true;
}
