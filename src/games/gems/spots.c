#include "games/gems/spots.h"

#include "base/bits.h"

#include <stdlib.h>

/* -- what counts -- */

struct gems_reach {
    int16_t turns[GEMS_CELLS]; /* from the root with every key found so far; -1: never */
    unsigned keys;
};

/* Cells in the order in which they are reached. */
struct gems_flood {
    struct gems_reach *reach;
    int16_t cell[GEMS_CELLS];
    int count;
};

static void flood_to(struct gems_flood *flood, int cell, int turns)
{
    if (flood->reach->turns[cell] >= 0)
        return;
    assert(flood->count < GEMS_CELLS);
    flood->reach->turns[cell] = (int16_t)turns;
    flood->cell[flood->count++] = (int16_t)cell;
}

static void flood(const struct gems_board *board, int from, struct gems_reach *reach)
{
    struct gems_flood flood = {.reach = reach};
    memset(reach->turns, -1, sizeof reach->turns);
    flood_to(&flood, from, 0);
    for (int head = 0; head < flood.count; head++) {
        int cell = flood.cell[head], turns = reach->turns[cell] + 1;
        uint16_t to[GEMS_GATES_MAX];
        int gates = gems_may_teleport(board, cell) ? gems_gates_from(board, cell, to) : 0;
        for (unsigned steps = board->open[reach->keys][cell]; steps != 0; steps &= steps - 1)
            flood_to(&flood, cell + board->step[bits_lowest(steps)], turns);
        for (int i = 0; i < gates; i++)
            flood_to(&flood, to[i], turns);
    }
}

/* Every cell that can ever be reached: flood, pick up keys, flood again. */
static void reach_all(const struct gems_board *board, const struct gems_position *root,
                      struct gems_reach *reach)
{
    unsigned before;
    reach->keys = root->keys[0];
    do {
        before = reach->keys;
        flood(board, root->cell[0], reach);
        for (int cell = 0; cell < GEMS_CELLS; cell++) {
            enum gems_item item = reach->turns[cell] < 0 ? GEMS_NOTHING : gems_item_at(root, cell);
            if (gems_item_is_key(item))
                reach->keys |= 1U << (item - GEMS_KEY_G);
        }
    } while (reach->keys != before);
}

void gems_spots_reach(const struct gems_board *board, const struct gems_position *root,
                      int16_t turns[GEMS_CELLS])
{
    struct gems_reach reach;
    reach_all(board, root, &reach);
    memcpy(turns, reach.turns, sizeof reach.turns);
}

static unsigned door_colours(const struct gems_board *board, const struct gems_reach *reach)
{
    unsigned colours = 0;
    for (int key = 0; key < GEMS_KEYS; key++)
        for (int cell = 0; cell < GEMS_CELLS; cell++)
            if (reach->turns[cell] >= 0 && gems_mask_has(&board->door[key], cell))
                colours |= 1U << key;
    return colours;
}

static void add_gem(struct spots *spots, int cell, enum gems_item item)
{
    if (spots->gems == WAYS_GEMS_MAX) {
        spots->all_gems = false;
        spots->ways.gem_at[cell] = WAYS_BLOCKED;
        return;
    }
    assert(spots->ways.gem_at[cell] == WAYS_NO_GEM);
    spots->ways.gem_at[cell] = (int16_t)spots->gems;
    spots->gem_cell[spots->gems] = (int16_t)cell;
    spots->gem_kind[spots->gems++] = (uint8_t)item;
}

static void add_key(struct spots *spots, int cell, enum gems_item item)
{
    int colour = (int)item - GEMS_KEY_G;
    if (!(spots->key_colours >> colour & 1))
        return;
    if (spots->keys == SPOT_KEYS_MAX) {
        spots->all_gems = false;
        return;
    }
    spots->key_cell[spots->keys] = (int16_t)cell;
    spots->key_colour[spots->keys++] = (uint8_t)colour;
}

/* Gems and useful keys, the nearest first, so that those left out when there are too many are
 * the farthest. */
static void collect(struct spots *spots, const struct gems_reach *reach)
{
    for (int turns = 1; turns <= GEMS_CELLS && turns <= spots->turns; turns++)
        for (int cell = 0; cell < GEMS_CELLS; cell++) {
            if (reach->turns[cell] != turns)
                continue;
            enum gems_item item = gems_item_at(spots->root, cell);
            if (gems_item_is_key(item))
                add_key(spots, cell, item);
            else if (item != GEMS_NOTHING)
                add_gem(spots, cell, item);
        }
}

/* -- spots and arcs -- */

static int32_t *index_of(struct spots *spots, int place, int last, unsigned keys)
{
    assert(place < spots->gems + spots->keys && last <= GEMS_KINDS && keys < 8);
    int row = place < spots->gems ? place : spots->gems + (place - spots->gems) * 5 + last;
    return &spots->index[row * 8 + (int)keys];
}

/* The spot, made if it is new; -1 when there is no room. */
static int spot_at(struct spots *spots, int place, int last, unsigned keys)
{
    int32_t *index = index_of(spots, place, last, keys);
    if (*index >= 0)
        return *index;
    if (spots->count == SPOTS_MAX)
        return -1;
    bool gem = place < spots->gems;
    *index = spots->count++;
    spots->spot[*index] =
        (struct spot){.cell = gem ? spots->gem_cell[place] : spots->key_cell[place - spots->gems],
                      .gem = (int16_t)(gem ? place : -1),
                      .place = (int16_t)place,
                      .keys = (uint8_t)keys,
                      .last = (uint8_t)last,
                      .early = INT32_MAX};
    return *index;
}

static bool reserve_arc(struct spots *spots)
{
    if (spots->arcs < spots->arc_room)
        return true;
    int room = spots->arc_room == 0 ? 4096 : spots->arc_room * 2;
    struct arc *grown = realloc(spots->arc, (size_t)room * sizeof *grown);
    if (grown == NULL)
        return false;
    spots->arc = grown;
    spots->arc_room = room;
    return true;
}

/* Whether no other way to its cell is as good in turns and cost. */
static bool is_free(const struct ways *ways, int index)
{
    const struct way *way = &ways->way[index];
    for (int i = ways->first[way->cell]; i >= 0; i = ways->way[i].next) {
        const struct way *other = &ways->way[i];
        bool better = other->turns < way->turns || other->cost < way->cost || i < index;
        if (!other->beaten && better && other->turns <= way->turns && other->cost <= way->cost)
            return false;
    }
    return true;
}

/* Arcs along all ways to `cell`, where the spot `to` is. */
static bool add_arcs(struct spots *spots, int from, int to, int cell, int32_t points)
{
    const struct ways *ways = &spots->ways;
    assert(to >= 0 && to < spots->count && spots->spot[to].cell == cell);
    for (int i = ways->first[cell]; i >= 0; i = ways->way[i].next) {
        const struct way *way = &ways->way[i];
        int32_t early = spots->spot[from].early + way->turns;
        if (way->beaten || early > spots->turns)
            continue;
        if (!reserve_arc(spots))
            return false;
        spots->arc[spots->arcs++] = (struct arc){.under = way->under,
                                                 .gain = points - way->cost,
                                                 .turns = way->turns,
                                                 .spot = (uint16_t)to,
                                                 .free = is_free(ways, i)};
        if (early < spots->spot[to].early)
            spots->spot[to].early = early;
    }
    return true;
}

static bool arcs_to(struct spots *spots, int from, int place, int last, unsigned keys, int32_t points)
{
    int cell = place < spots->gems ? spots->gem_cell[place] : spots->key_cell[place - spots->gems];
    if (spots->ways.first[cell] < 0)
        return true;
    int to = spot_at(spots, place, last, keys);
    if (to >= 0)
        return add_arcs(spots, from, to, cell, points);
    spots->all_gems = false;
    return true;
}

static bool make_arcs(struct spots *spots, int from)
{
    struct spot *spot = &spots->spot[from];
    assert(!spot->done && spot->early <= spots->turns);
    spot->done = true;
    spot->first = spots->arcs;
    if (!gems_ways_search(&spots->ways, spot->cell, spot->keys, spots->turns - spot->early))
        return false;
    spot->incomplete = spots->ways.incomplete;
    for (int gem = 0; gem < spots->gems; gem++) {
        int kind = spots->gem_kind[gem];
        if (gem != spot->gem &&
            !arcs_to(spots, from, gem, kind, spot->keys, spots->board->pair[spot->last][kind - 1]))
            return false;
    }
    for (int key = 0; key < spots->keys; key++) {
        unsigned held = spot->keys | 1U << spots->key_colour[key];
        if (held != spot->keys && !arcs_to(spots, from, spots->gems + key, spot->last, held, 0))
            return false;
    }
    spot->count = spots->arcs - spot->first;
    assert(spot->count >= 0 && spots->arcs <= spots->arc_room);
    return true;
}

/* The spot without arcs that is reached first. */
static int next_spot(const struct spots *spots)
{
    int next = -1;
    for (int i = 0; i < spots->count; i++)
        if (!spots->spot[i].done && spots->spot[i].early < INT32_MAX &&
            (next < 0 || spots->spot[i].early < spots->spot[next].early))
            next = i;
    return next;
}

/* The more gems, the fewer ways around them. */
static int beside_max(int gems)
{
    return gems <= 32 ? 1024 : gems <= 64 ? 16 : 4;
}

bool gems_spots_build(struct spots *spots, const struct gems_board *board, const struct gems_position *root,
                      const int16_t until[GEMS_CELLS], struct job *job)
{
    struct gems_reach reach;
    assert(board->players == 1 && !gems_is_over(board, root));
    memset(spots, 0, sizeof *spots);
    memset(spots->index, -1, sizeof spots->index);
    memset(spots->ways.gem_at, -1, sizeof spots->ways.gem_at);
    spots->board = spots->ways.board = board;
    spots->root = root;
    spots->turns = gems_plies_left(board, root);
    spots->all_gems = true;
    reach_all(board, root, &reach);
    spots->key_colours = door_colours(board, &reach) & ~(unsigned)root->keys[0];
    collect(spots, &reach);
    for (int gem = 0; gem < spots->gems; gem++)
        spots->gem_until[gem] = until == NULL ? INT16_MAX : until[spots->gem_cell[gem]];
    spots->ways.beside_max = beside_max(spots->gems);
    spots->spot[0] = (struct spot){.cell = (int16_t)root->cell[0],
                                   .gem = -1,
                                   .place = (int16_t)(spots->gems + spots->keys),
                                   .keys = root->keys[0],
                                   .last = root->last[0]};
    spots->count = 1;
    for (int i = 0; i >= 0; i = next_spot(spots))
        if (!make_arcs(spots, i) || job_tick(job, 0))
            return false;
    return true;
}

void gems_spots_free(struct spots *spots)
{
    gems_ways_free(&spots->ways);
    free(spots->arc);
    spots->arc = NULL;
}
