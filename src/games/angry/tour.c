#include "games/angry/tour.h"

#include "base/bits.h"
#include "base/ints.h"

#include <stdlib.h>

size_t angry_tour_bytes(int eggs)
{
    return sizeof(struct angry_tour) + (((size_t)eggs + 1) << eggs) * sizeof(struct angry_ways);
}

static struct angry_ways *ways_at(const struct angry_tour *tour, unsigned left, int egg)
{
    assert(egg >= 0 && egg < tour->eggs && (left >> egg & 1) == 0);
    return &tour->ways[(size_t)left * (size_t)tour->eggs + (size_t)egg];
}

void angry_tour_flood(struct cells open, unsigned goal, int16_t steps[CELLS_MAX])
{
    assert(goal < CELLS_MAX);
    for (int cell = 0; cell < CELLS_MAX; cell++)
        steps[cell] = TOUR_UNREACHED;
    struct cells reached = cells_of(goal);
    struct cells fresh = reached;
    for (int16_t distance = 0; !cells_empty(&fresh); distance++) {
        struct cells border = fresh;
        while (!cells_empty(&border))
            steps[cells_take(&border)] = distance;
        fresh = cells_minus(cells_and(cells_spread(reached), open), reached);
        reached = cells_or(reached, fresh);
    }
}

/* By number of eggs taken, none included. */
struct steps {
    uint16_t anywhere[TOUR_EGGS_MAX + 1];
    uint16_t home[TOUR_EGGS_MAX + 1];
};

static void steps_lower(uint16_t to[TOUR_EGGS_MAX], const uint16_t from[TOUR_EGGS_MAX], uint16_t more)
{
    for (int number = 0; number < TOUR_EGGS_MAX; number++) {
        uint16_t steps = (uint16_t)(from[number] + more);
        to[number] = steps < to[number] ? steps : to[number];
    }
}

static struct steps steps_from(const struct angry_tour *tour, unsigned cell, unsigned left)
{
    assert(cell < CELLS_MAX && left >> tour->eggs == 0);
    struct steps steps;
    for (int number = 0; number <= TOUR_EGGS_MAX; number++)
        steps.anywhere[number] = steps.home[number] = TOUR_UNREACHED;
    steps.anywhere[0] = 0;
    steps.home[0] = (uint16_t)tour->slingshot_steps[cell];
    for (unsigned rest = left; rest != 0; rest &= rest - 1) {
        int egg = bits_lowest(rest);
        const struct angry_ways *ways = ways_at(tour, left & ~(1u << egg), egg);
        steps_lower(steps.anywhere + 1, ways->anywhere, (uint16_t)tour->egg_steps[egg][cell]);
        steps_lower(steps.home + 1, ways->home, (uint16_t)tour->egg_steps[egg][cell]);
    }
    return steps;
}

int angry_tour_value(const struct angry_tour *tour, const struct angry_prizes *prizes, unsigned cell,
                     unsigned left, int most_steps)
{
    struct steps steps = steps_from(tour, cell, left);
    int best = prizes->anywhere;
    for (int number = bits_count(left); number >= 0; number--) {
        int eggs = ANGRY_ITEM * number;
        int anywhere = steps.anywhere[number];
        int home = steps.home[number];
        int prize = prizes->slingshot + (home < most_steps ? 0 : ANGRY_LOSS);
        if (anywhere <= most_steps)
            best = int_most(best, eggs + prizes->anywhere - prizes->step * anywhere);
        if (home <= most_steps)
            best = int_most(best, eggs + prize - prizes->step * home);
    }
    return best;
}

int angry_tour_count(const struct angry_tour *tour, unsigned cell, unsigned left, int most_steps)
{
    assert(most_steps >= 0);
    struct steps steps = steps_from(tour, cell, left);
    int number = bits_count(left);
    while (number > 0 && steps.anywhere[number] > most_steps)
        number--;
    return number;
}

static void tabulate(struct angry_tour *tour, const uint8_t *egg_cell)
{
    for (unsigned left = 0; left < 1u << tour->eggs; left++)
        for (int egg = 0; egg < tour->eggs; egg++) {
            if (left >> egg & 1)
                continue;
            struct steps steps = steps_from(tour, egg_cell[egg], left);
            struct angry_ways *ways = ways_at(tour, left, egg);
            for (int number = 0; number < TOUR_EGGS_MAX; number++) {
                ways->anywhere[number] = (uint16_t)int_least(steps.anywhere[number], TOUR_UNREACHED);
                ways->home[number] = (uint16_t)int_least(steps.home[number], TOUR_UNREACHED);
            }
        }
}

struct angry_tour *angry_tour_create(const struct cells *open, const uint8_t *egg_cell, int eggs,
                                     unsigned slingshot)
{
    assert(eggs >= 0 && eggs <= TOUR_EGGS_MAX);
    struct angry_tour *tour = calloc(1, sizeof *tour);
    if (tour == NULL)
        return NULL;
    tour->eggs = eggs;
    tour->ways = calloc(((size_t)eggs + 1) << eggs, sizeof *tour->ways);
    if (tour->ways == NULL) {
        angry_tour_destroy(tour);
        return NULL;
    }
    struct cells passable = cells_minus(*open, cells_of(slingshot));
    for (int egg = 0; egg < eggs; egg++)
        angry_tour_flood(passable, egg_cell[egg], tour->egg_steps[egg]);
    angry_tour_flood(passable, slingshot, tour->slingshot_steps);
    tabulate(tour, egg_cell);
    return tour;
}

void angry_tour_destroy(struct angry_tour *tour)
{
    if (tour == NULL)
        return;
    free(tour->ways);
    free(tour);
}
