/* An upper bound of what can still be won from a spot: the best tour of a relaxed game in which a gem may be
 * taken again, but
 *   - a resource runs out: turns; or, kind by kind, how many gems of it are left;
 *   - a spot remembers some gems (its neighbours) for as long as they lie near the tour, and those it
 *     remembers cannot be taken again soon;
 *   - every gem has a price that is paid each time it is taken, and the prices of all gems not yet taken are
 *     given back: whoever takes each at most once has lost nothing. Where the resource is not turns, a turn
 *     has a price too, given back for those that are left.
 * Good prices are found by raising those of gems that the relaxed tour takes twice and lowering those of gems
 * it leaves; gems that it takes twice are remembered along the way between. Bounds count in fractions of a
 * point, so that prices can be fine; they are exact integers, the same on every machine. */
#ifndef PANJ_GAMES_GEMS_BOUND_H
#define PANJ_GAMES_GEMS_BOUND_H

#include "games/gems/spots.h"
#include "search/job.h"

enum { BOUND_UNIT = 64, BOUND_NEAR_MAX = 12, BOUND_NONE = INT32_MIN / 2 };

enum bound_resource { BOUND_BY_TURNS, BOUND_BY_KINDS };

/* An arc as the bound needs it. */
struct bound_arc {
    int32_t gain; /* in units, the prices of the gem taken and of the turns taken off */
    int32_t drop; /* rows down */
    int32_t map;  /* where in `maps` the table from memory to memory of this pair of places begins */
    uint16_t spot;
    uint16_t turns;
    uint8_t kind; /* by kinds: a bit that says which must be left, 0: none */
};

/* The rows of a spot: one for each amount of the resource, in it one value for each memory and a last one
 * that says never. */
struct bound_spot {
    size_t rows;  /* where they begin */
    int32_t last; /* the last row there is */
    int32_t first;
    int32_t count;
    int16_t place;
    uint8_t near; /* gems remembered */
};

/* What is paid for each time a gem is taken, and by kinds for a turn. */
struct bound_prices {
    int32_t of[WAYS_GEMS_MAX];
    int32_t sum;
    int32_t turn;
};

struct bound {
    const struct spots *spots;
    enum bound_resource by;
    int32_t top;              /* the row of the root */
    int32_t step[GEMS_KINDS]; /* by kinds: rows down when one is taken */
    int places;
    uint8_t near_count[WAYS_GEMS_MAX + SPOT_KEYS_MAX + 1];
    uint8_t near[WAYS_GEMS_MAX + SPOT_KEYS_MAX + 1][BOUND_NEAR_MAX];
    struct bound_prices price;
    struct bound_spot spot[SPOTS_MAX];
    uint16_t order[SPOTS_MAX]; /* of filling a row: more keys first */
    struct bound_arc *arc;
    uint16_t *maps;
    size_t map_room;
    int32_t *value;
    size_t value_room;
    int64_t place_rows[WAYS_GEMS_MAX + SPOT_KEYS_MAX + 1]; /* of all spots of a place */
    size_t bytes;    /* that the tables take for the memories as they are */
    size_t limit;    /* that they may take */
    uint64_t work;   /* arcs looked at since the beginning, each for a row of memories */
    uint64_t ticked; /* of this work told to the job */
    uint64_t fill;   /* work of one filling, the last */
};

/* Rows that a table by kinds of this game has. */
int64_t gems_bound_rows_by_kinds(const struct spots *);
bool gems_bound_create(struct bound *, const struct spots *, enum bound_resource by, size_t bytes);
void gems_bound_destroy(struct bound *);
/* Fills the table for the prices as they are. False when memory runs out or the job must stop. */
bool gems_bound_fill(struct bound *, struct job *);
/* The bound at the root in units, from a filled table. */
int32_t gems_bound_at_root(const struct bound *);
/* Betters prices and memories for some rounds, given a value that can be reached (in points above the root),
 * and fills the table with the best found. False as gems_bound_fill. */
bool gems_bound_better(struct bound *, int rounds, int near_max, int32_t reached, struct job *);

/* The memory of a spot that is reached with these gems taken. */
static inline unsigned bound_memory(const struct bound *bound, int place, const struct gem_set *taken)
{
    unsigned memory = 0;
    for (int i = 0; i < bound->near_count[place]; i++)
        memory |= (unsigned)gem_set_has(taken, bound->near[place][i]) << i;
    return memory;
}

static inline int32_t bound_value(const struct bound *bound, int spot, int32_t row, unsigned memory)
{
    const struct bound_spot *at = &bound->spot[spot];
    assert(row >= 0 && row <= at->last);
    return bound->value[at->rows + (size_t)row * ((1U << at->near) + 1) + memory];
}

#endif
