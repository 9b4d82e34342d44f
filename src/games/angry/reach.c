/* When each set of eggs can have been taken at the earliest, as if there were neither queen nor pigs: what comes
 * later on the counter of a layer is never asked for, and need not be computed. The table is by Held and Karp. */
#include <stdlib.h>

#include "games/angry/layer.h"
#include "games/angry/tour.h"

struct reach {
    int eggs;
    int16_t first[ITEMS_MAX];              /* steps from the hen to an egg, */
    int16_t between[ITEMS_MAX][ITEMS_MAX]; /* and from egg to egg */
    int16_t *last;                         /* by set and the egg of it that is taken last: fewest steps */
};

static int16_t *last_at(const struct reach *reach, unsigned set, int egg)
{
    assert(set >> egg & 1);
    return &reach->last[(size_t)set * (size_t)reach->eggs + (size_t)egg];
}

static void measure(struct reach *reach, const struct terrain *terrain, unsigned hen)
{
    struct cells open = cells_minus(terrain->land, cells_of(terrain->slingshot));
    for (int egg = 0; egg < reach->eggs; egg++) {
        int16_t steps[CELLS_MAX];
        angry_tour_flood(open, terrain->egg_cell[egg], steps);
        reach->first[egg] = steps[hen];
        for (int other = 0; other < reach->eggs; other++)
            reach->between[egg][other] = steps[terrain->egg_cell[other]];
    }
}

/* Fewest steps to take a set, `egg` last. */
static int16_t steps_to(const struct reach *reach, unsigned set, int egg)
{
    unsigned before = set & ~(1u << egg);
    int best = before == 0 ? reach->first[egg] : TOUR_UNREACHED;
    for (; before != 0; before &= before - 1) {
        int other = bits_lowest(before);
        int steps = *last_at(reach, set & ~(1u << egg), other) + reach->between[egg][other];
        best = steps < best ? steps : best;
    }
    return (int16_t)(best < TOUR_UNREACHED ? best : TOUR_UNREACHED);
}

static void tabulate(const struct reach *reach, int16_t *least)
{
    least[0] = 0;
    for (unsigned set = 1; set < 1u << reach->eggs; set++) {
        least[set] = TOUR_UNREACHED;
        for (unsigned rest = set; rest != 0; rest &= rest - 1) {
            int egg = bits_lowest(rest);
            int16_t steps = *last_at(reach, set, egg) = steps_to(reach, set, egg);
            least[set] = steps < least[set] ? steps : least[set];
        }
    }
}

int16_t *angry_reach_eggs(const struct terrain *terrain, unsigned hen)
{
    struct reach reach = {.eggs = terrain->eggs};
    size_t sets = (size_t)1 << reach.eggs;
    int16_t *least = malloc(sets * sizeof *least);
    reach.last = malloc(sets * ((size_t)reach.eggs + 1) * sizeof *reach.last);
    if (least != NULL && reach.last != NULL) {
        measure(&reach, terrain, hen);
        tabulate(&reach, least);
    } else {
        free(least);
        least = NULL;
    }
    free(reach.last);
    return least;
}
