#include "games/gems/bound.h"

#include "base/bits.h"

#include <stdlib.h>

/* -- making -- */

static void count_kinds(const struct spots *spots, int count[GEMS_KINDS])
{
    memset(count, 0, GEMS_KINDS * sizeof *count);
    for (int gem = 0; gem < spots->gems; gem++)
        count[spots->gem_kind[gem] - 1]++;
}

int64_t gems_bound_rows_by_kinds(const struct spots *spots)
{
    int count[GEMS_KINDS];
    int64_t rows = 1;
    count_kinds(spots, count);
    for (int kind = 0; kind < GEMS_KINDS; kind++)
        rows *= count[kind] + 1;
    return rows;
}

static void make_steps(struct bound *bound)
{
    int count[GEMS_KINDS];
    count_kinds(bound->spots, count);
    int32_t step = 1;
    for (int kind = 0; kind < GEMS_KINDS; kind++) {
        bound->step[kind] = step;
        step *= count[kind] + 1;
    }
    bound->top = step - 1;
    assert(bound->top + 1 == gems_bound_rows_by_kinds(bound->spots));
}

static struct bound_arc make_arc(const struct bound *bound, const struct arc *arc)
{
    struct bound_arc made = {.spot = arc->spot, .turns = (uint16_t)arc->turns, .drop = arc->turns};
    if (bound->by == BOUND_BY_TURNS)
        return made;
    int gem = bound->spots->spot[arc->spot].gem;
    int kind = gem < 0 ? 0 : bound->spots->gem_kind[gem];
    made.kind = (uint8_t)(kind == 0 ? 0 : 1 << (kind - 1));
    made.drop = kind == 0 ? 0 : bound->step[kind - 1];
    return made;
}

static bool make_arcs(struct bound *bound)
{
    const struct spots *spots = bound->spots;
    bound->arc = malloc(((size_t)spots->arcs + 1) * sizeof *bound->arc);
    if (bound->arc == NULL)
        return false;
    int count = 0;
    for (int i = 0; i < spots->count; i++) {
        const struct spot *spot = &spots->spot[i];
        bound->spot[i].first = count;
        for (int j = spot->first; j < spot->first + spot->count; j++)
            if (spots->arc[j].free)
                bound->arc[count++] = make_arc(bound, &spots->arc[j]);
        bound->spot[i].count = count - bound->spot[i].first;
    }
    return true;
}

/* No tour takes longer: every gem and key is walked to at most once, by the longest way. */
static int32_t useful_turns(const struct spots *spots)
{
    int32_t longest[WAYS_GEMS_MAX + SPOT_KEYS_MAX + 1] = {0}, sum = 0;
    for (int i = 0; i < spots->arcs; i++) {
        int place = spots->spot[spots->arc[i].spot].place;
        if (spots->arc[i].turns > longest[place])
            longest[place] = spots->arc[i].turns;
    }
    for (int i = 0; i < spots->gems + spots->keys; i++)
        sum += longest[i];
    return sum < spots->turns ? sum : spots->turns;
}

/* A key is no step down by kinds, so the spots that it leads to come before. */
static void make_order(struct bound *bound)
{
    int count = 0;
    for (int keys = GEMS_KEYS; keys >= 0; keys--)
        for (int i = 0; i < bound->spots->count; i++)
            if (bits_count(bound->spots->spot[i].keys) == keys)
                bound->order[count++] = (uint16_t)i;
    assert(count == bound->spots->count);
}

/* By turns: those left when the spot is reached soonest, or all that a tour can use. */
static int32_t last_row(const struct bound *bound, const struct spot *spot)
{
    int32_t left = bound->spots->turns - spot->early;
    assert(left >= 0);
    return bound->by == BOUND_BY_TURNS && left < bound->top ? left : bound->top;
}

/* Bytes that a place takes whose memory has `near` gems: rows of its spots and tables from it. */
static size_t place_bytes(const struct bound *bound, int place, int near)
{
    return (size_t)bound->place_rows[place] * ((1U << near) + 1) * sizeof *bound->value +
           ((size_t)bound->places << near) * sizeof *bound->maps;
}

static void make_rows(struct bound *bound)
{
    for (int i = 0; i < bound->spots->count; i++) {
        const struct spot *spot = &bound->spots->spot[i];
        bound->spot[i].last = last_row(bound, spot);
        bound->spot[i].place = spot->place;
        bound->place_rows[spot->place] += bound->spot[i].last + 1;
    }
    for (int place = 0; place < bound->places; place++)
        bound->bytes += place_bytes(bound, place, 0);
}

bool gems_bound_create(struct bound *bound, const struct spots *spots, enum bound_resource by, size_t bytes)
{
    memset(bound, 0, sizeof *bound);
    assert(spots->count > 0 && spots->spot[0].early == 0);
    bound->spots = spots;
    bound->by = by;
    bound->places = spots->gems + spots->keys + 1;
    bound->limit = bytes;
    if (by == BOUND_BY_TURNS)
        bound->top = useful_turns(spots);
    else
        make_steps(bound);
    make_order(bound);
    make_rows(bound);
    return bound->bytes <= bound->limit && make_arcs(bound);
}

void gems_bound_destroy(struct bound *bound)
{
    free(bound->arc);
    free(bound->maps);
    free(bound->value);
    bound->arc = NULL;
    bound->maps = NULL;
    bound->value = NULL;
}

/* -- memories -- */

/* The memory at `to` of one who was at `from` with `memory`; one past the last when `to` is remembered. */
static uint16_t memory_after(const struct bound *bound, int from, int to, unsigned memory)
{
    int gems = bound->spots->gems;
    unsigned after = 0;
    for (int i = 0; i < bound->near_count[from]; i++) {
        if (!(memory >> i & 1))
            continue;
        if (bound->near[from][i] == to)
            return (uint16_t)(1U << bound->near_count[to]);
        for (int j = 0; j < bound->near_count[to]; j++)
            after |= (unsigned)(bound->near[to][j] == bound->near[from][i]) << j;
    }
    for (int j = 0; from < gems && j < bound->near_count[to]; j++)
        after |= (unsigned)(bound->near[to][j] == from) << j;
    return (uint16_t)after;
}

/* One table for each pair of places, pairs from one place side by side. */
static bool make_maps(struct bound *bound)
{
    size_t room = 0;
    for (int from = 0; from < bound->places; from++)
        room += (size_t)bound->places << bound->near_count[from];
    if (room > bound->map_room) {
        uint16_t *grown = realloc(bound->maps, room * sizeof *grown);
        if (grown == NULL)
            return false;
        bound->maps = grown;
        bound->map_room = room;
    }
    return true;
}

static void fill_maps(struct bound *bound, size_t start[])
{
    size_t at = 0;
    for (int from = 0; from < bound->places; from++) {
        start[from] = at;
        for (int to = 0; to < bound->places; to++)
            for (unsigned memory = 0; memory < 1U << bound->near_count[from]; memory++)
                bound->maps[at++] = memory_after(bound, from, to, memory);
    }
}

/* Lays out rows, points arcs to their tables and takes prices off gains. */
static bool prepare(struct bound *bound)
{
    const struct spots *spots = bound->spots;
    size_t start[WAYS_GEMS_MAX + SPOT_KEYS_MAX + 1];
    size_t room = 0;
    if (!make_maps(bound))
        return false;
    fill_maps(bound, start);
    for (int i = 0; i < spots->count; i++) {
        struct bound_spot *spot = &bound->spot[i];
        spot->near = bound->near_count[spot->place];
        spot->rows = room;
        room += (size_t)(spot->last + 1) * ((1U << spot->near) + 1);
        int k = spot->first;
        for (int j = spots->spot[i].first; j < spots->spot[i].first + spots->spot[i].count; j++) {
            if (!spots->arc[j].free)
                continue;
            const struct spot *to = &spots->spot[spots->arc[j].spot];
            bound->arc[k].map = (int32_t)(start[spot->place] + ((size_t)to->place << spot->near));
            bound->arc[k].gain = spots->arc[j].gain * BOUND_UNIT -
                                 (to->gem >= 0 ? bound->price.of[to->gem] : 0) -
                                 bound->price.turn * bound->arc[k].turns;
            k++;
        }
    }
    if (room <= bound->value_room)
        return true;
    int32_t *grown = malloc(room * sizeof *grown);
    if (grown == NULL)
        return false;
    free(bound->value);
    bound->value = grown;
    bound->value_room = room;
    return true;
}

/* -- filling -- */

static bool is_affordable(const struct bound *bound, const struct bound_arc *arc, int32_t row, unsigned kinds)
{
    return bound->by == BOUND_BY_TURNS ? arc->drop <= row : (arc->kind & ~kinds) == 0;
}

/* By kinds: a bit for each of which some are left. */
static unsigned kinds_left(const struct bound *bound, int32_t row)
{
    unsigned kinds = 0;
    for (int kind = GEMS_KINDS - 1; kind >= 0 && bound->by == BOUND_BY_KINDS; kind--) {
        kinds |= (unsigned)(row >= bound->step[kind]) << kind;
        row %= bound->step[kind];
    }
    return kinds;
}

static int32_t *row_of(const struct bound *bound, const struct bound_spot *spot, int32_t row)
{
    assert(row >= 0 && row <= spot->last);
    return bound->value + spot->rows + (size_t)row * ((1U << spot->near) + 1);
}

enum { ROW_WORK = 3 }; /* of an arc beside that of its memories */

/* One row of a spot: from every memory the best of stopping here and of every arc. */
static void fill_row(struct bound *bound, const struct bound_spot *spot, int32_t row, unsigned kinds)
{
    unsigned memories = 1U << spot->near;
    int32_t *best = row_of(bound, spot, row);
    memset(best, 0, memories * sizeof *best);
    best[memories] = BOUND_NONE;
    for (int i = spot->first; i < spot->first + spot->count; i++) {
        const struct bound_arc *arc = &bound->arc[i];
        if (!is_affordable(bound, arc, row, kinds))
            continue;
        const struct bound_spot *to = &bound->spot[arc->spot];
        const int32_t *from = row_of(bound, to, row - arc->drop);
        const uint16_t *map = bound->maps + arc->map;
        for (unsigned memory = 0; memory < memories; memory++) {
            int32_t value = from[map[memory]] + arc->gain;
            best[memory] = value > best[memory] ? value : best[memory];
        }
    }
    bound->work += (uint64_t)spot->count * (memories + ROW_WORK);
}

static bool tick(struct bound *bound, struct job *job)
{
    enum { TICK_WORK = 200000 };
    if (bound->work - bound->ticked < TICK_WORK)
        return false;
    bound->ticked = bound->work;
    return job_tick(job, 0);
}

bool gems_bound_fill(struct bound *bound, struct job *job)
{
    assert(bound->bytes <= bound->limit);
    uint64_t before = bound->work;
    if (!prepare(bound))
        return false;
    for (int32_t row = 0; row <= bound->top; row++) {
        unsigned kinds = kinds_left(bound, row);
        for (int i = 0; i < bound->spots->count; i++) {
            const struct bound_spot *spot = &bound->spot[bound->order[i]];
            if (row <= spot->last)
                fill_row(bound, spot, row, kinds);
            if (tick(bound, job))
                return false;
        }
    }
    bound->fill = bound->work - before;
    assert(bound->value_room > 0 && bound->fill < UINT64_MAX / 2);
    return true;
}

int32_t gems_bound_at_root(const struct bound *bound)
{
    return bound->price.sum + bound->price.turn * bound->spots->turns + bound_value(bound, 0, bound->top, 0);
}

/* -- prices -- */

enum { TOUR_PLACES = 1024 };

/* The gems that the best relaxed tour takes, in order. */
struct bound_tour {
    int count;
    int turns;
    int16_t place[TOUR_PLACES];
    int visits[WAYS_GEMS_MAX];
};

static const struct bound_arc *best_arc(const struct bound *bound, int spot, int32_t row, unsigned memory)
{
    int32_t value = bound_value(bound, spot, row, memory);
    unsigned kinds = kinds_left(bound, row);
    const struct bound_spot *at = &bound->spot[spot];
    for (int i = at->first; value > 0 && i < at->first + at->count; i++) {
        const struct bound_arc *arc = &bound->arc[i];
        unsigned after = bound->maps[(size_t)arc->map + memory];
        if (is_affordable(bound, arc, row, kinds) &&
            bound_value(bound, arc->spot, row - arc->drop, after) + arc->gain == value)
            return arc;
    }
    return NULL;
}

static void walk_tour(const struct bound *bound, struct bound_tour *tour)
{
    int spot = 0;
    int32_t row = bound->top;
    unsigned memory = 0;
    memset(tour, 0, sizeof *tour);
    for (;;) {
        const struct bound_arc *arc = best_arc(bound, spot, row, memory);
        assert(row >= 0);
        if (arc == NULL || tour->count == TOUR_PLACES)
            return;
        memory = bound->maps[(size_t)arc->map + memory];
        row -= arc->drop;
        tour->turns += arc->turns;
        spot = arc->spot;
        int gem = bound->spots->spot[spot].gem;
        tour->place[tour->count++] = bound->spot[spot].place;
        if (gem >= 0)
            tour->visits[gem]++;
    }
}

static bool remember(struct bound *bound, int place, int gem, int near_max)
{
    assert(place < bound->places && gem < bound->spots->gems && near_max <= BOUND_NEAR_MAX);
    int near = bound->near_count[place];
    for (int i = 0; i < near; i++)
        if (bound->near[place][i] == gem)
            return true;
    size_t more = place_bytes(bound, place, near + 1) - place_bytes(bound, place, near);
    if (near >= near_max || bound->bytes + more > bound->limit)
        return false;
    bound->bytes += more;
    bound->near[place][bound->near_count[place]++] = (uint8_t)gem;
    return true;
}

/* Between two visits of a gem every place learns to remember it, where there is room. */
static void remember_cycles(struct bound *bound, const struct bound_tour *tour, int near_max)
{
    for (int i = 0; i < tour->count; i++) {
        int gem = tour->place[i];
        if (gem >= bound->spots->gems || tour->visits[gem] < 2)
            continue;
        int j = i + 1;
        while (j < tour->count && tour->place[j] != gem)
            j++;
        if (j == tour->count)
            continue;
        bool room = true;
        for (int k = i + 1; k < j; k++)
            room = room && bound->near_count[tour->place[k]] < near_max;
        for (int k = i + 1; k < j && room; k++)
            remember(bound, tour->place[k], gem, near_max);
    }
}

enum { TURN_WEIGHT = 16 }; /* a turn too many counts as a 16th of a visit too many, squared */

/* How far the tour is from one that takes every gem that has a price once, squared. */
static int64_t tour_fault(const struct bound *bound, const struct bound_tour *tour)
{
    int64_t fault = 0;
    for (int gem = 0; gem < bound->spots->gems; gem++) {
        int off = tour->visits[gem] - 1;
        if (off > 0 || bound->price.of[gem] > 0)
            fault += (int64_t)off * off;
    }
    int64_t over = tour->turns - bound->spots->turns;
    if (bound->by == BOUND_BY_KINDS && (over > 0 || bound->price.turn > 0))
        fault += over * over / TURN_WEIGHT + 1;
    return fault;
}

static int32_t moved_price(int32_t price, int64_t by)
{
    return price + by < 0 ? 0 : (int32_t)(price + by);
}

/* Moves prices against the tour's visits by a share of the gap. False when the tour is a true one. */
static bool move_prices(struct bound *bound, const struct bound_tour *tour, int64_t gap, int share)
{
    int64_t fault = tour_fault(bound, tour);
    if (fault == 0 || gap <= 0)
        return false;
    int64_t step = gap * share / (fault * 100);
    step = step < 1 ? 1 : step;
    bound->price.sum = 0;
    for (int gem = 0; gem < bound->spots->gems; gem++) {
        bound->price.of[gem] = moved_price(bound->price.of[gem], step * (tour->visits[gem] - 1));
        bound->price.sum += bound->price.of[gem];
    }
    if (bound->by == BOUND_BY_KINDS)
        bound->price.turn =
            moved_price(bound->price.turn, step * (tour->turns - bound->spots->turns) / TURN_WEIGHT);
    return true;
}

bool gems_bound_better(struct bound *bound, int rounds, int near_max, int32_t reached, struct job *job)
{
    assert(rounds > 0);
    struct bound_prices best = bound->price;
    struct bound_tour tour;
    int32_t lowest = INT32_MAX;
    int share = 100, fruitless = 0;
    for (int round = 0; round < rounds; round++) {
        if (!gems_bound_fill(bound, job))
            return false;
        int32_t root = gems_bound_at_root(bound);
        if (root < lowest) {
            lowest = root;
            best = bound->price;
            fruitless = 0;
        } else if (++fruitless == 3) {
            share = share * 2 / 3;
            fruitless = 0;
        }
        walk_tour(bound, &tour);
        remember_cycles(bound, &tour, near_max);
        if (!move_prices(bound, &tour, (int64_t)root - (int64_t)reached * BOUND_UNIT, share))
            break;
    }
    bound->price = best;
    return gems_bound_fill(bound, job);
}
