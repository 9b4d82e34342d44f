#include "games/angry/tour.h"

#include "base/bits.h"

#include <stdlib.h>

size_t angry_tour_bytes(int eggs)
{
    size_t entries = ((size_t)eggs + 1) << eggs;
    return sizeof(struct angry_tour) + entries * (sizeof(int32_t) + sizeof(int16_t) * ((size_t)eggs + 1));
}

static int32_t *value_at(const struct angry_tour *tour, unsigned left, int egg)
{
    assert(egg >= 0 && egg < tour->eggs && (left >> egg & 1) == 0);
    return &tour->value[(size_t)left * (size_t)tour->eggs + (size_t)egg];
}

static int16_t *steps_at(const struct angry_tour *tour, unsigned left, int egg, int number)
{
    assert(egg >= 0 && egg < tour->eggs && (left >> egg & 1) == 0);
    assert(number >= 0 && number <= tour->eggs);
    size_t entry = (size_t)left * (size_t)tour->eggs + (size_t)egg;
    return &tour->steps[entry * ((size_t)tour->eggs + 1) + (size_t)number];
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

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

int angry_tour_value(const struct angry_tour *tour, unsigned cell, unsigned left)
{
    assert(cell < CELLS_MAX && left >> tour->eggs == 0);
    const struct angry_prizes *prizes = &tour->prizes;
    int best = most(prizes->anywhere, prizes->slingshot - prizes->step * tour->slingshot_steps[cell]);
    for (unsigned rest = left; rest != 0; rest &= rest - 1) {
        int egg = bits_lowest(rest);
        int value = ANGRY_ITEM - prizes->step * tour->egg_steps[egg][cell] +
                    *value_at(tour, left & ~(1u << egg), egg);
        best = most(best, value);
    }
    return best;
}

/* Fewest steps from `cell` to take `number` of `left`. */
static int steps_for(const struct angry_tour *tour, unsigned cell, unsigned left, int number)
{
    if (number == 0)
        return 0;
    int best = TOUR_UNREACHED;
    for (unsigned rest = left; rest != 0; rest &= rest - 1) {
        int egg = bits_lowest(rest);
        int steps = tour->egg_steps[egg][cell] + *steps_at(tour, left & ~(1u << egg), egg, number - 1);
        best = least(best, steps);
    }
    return best;
}

int angry_tour_count(const struct angry_tour *tour, unsigned cell, unsigned left, int steps)
{
    assert(cell < CELLS_MAX && left >> tour->eggs == 0 && steps >= 0);
    int number = bits_count(left);
    while (number > 0 && steps_for(tour, cell, left, number) > steps)
        number--;
    return number;
}

static void tabulate(struct angry_tour *tour, const uint8_t *egg_cell)
{
    for (unsigned left = 0; left < 1u << tour->eggs; left++)
        for (int egg = 0; egg < tour->eggs; egg++) {
            if (left >> egg & 1)
                continue;
            *value_at(tour, left, egg) = angry_tour_value(tour, egg_cell[egg], left);
            for (int number = 0; number <= tour->eggs; number++)
                *steps_at(tour, left, egg, number) =
                    (int16_t)(number <= bits_count(left) ? steps_for(tour, egg_cell[egg], left, number)
                                                         : TOUR_UNREACHED);
        }
}

struct angry_tour *angry_tour_create(const struct cells *open, const uint8_t *egg_cell, int eggs,
                                     unsigned slingshot, const struct angry_prizes *prizes)
{
    assert(eggs >= 0 && eggs <= TOUR_EGGS_MAX);
    struct angry_tour *tour = calloc(1, sizeof *tour);
    if (tour == NULL)
        return NULL;
    size_t entries = ((size_t)eggs + 1) << eggs;
    tour->eggs = eggs;
    tour->prizes = *prizes;
    tour->value = calloc(entries, sizeof *tour->value);
    tour->steps = calloc(entries * ((size_t)eggs + 1), sizeof *tour->steps);
    if (tour->value == NULL || tour->steps == NULL) {
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
    free(tour->value);
    free(tour->steps);
    free(tour);
}
