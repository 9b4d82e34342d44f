/* The bound of the scripted queen's game: what hen and bird could come to if the queen did them no harm and stood
 * wherever the bird would like her.
 *
 * Without a bird a step of the hen costs one action, and the tours say the rest. With a bird it costs two, for the
 * bird must step too, but for two cases. One is a bird between items, who may have no step for long: then a step
 * costs one. The other is a bird in a blind alley with the hen in its mouth. That one saves an action, and not
 * twice: the bird has no step only where her cell and the hen's are of different colours (of a chessboard) when it
 * is her turn, and having passed she is of the same colour in all turns to come, until the hen, too, has had to
 * pass, which costs the bird's action of that turn without a step of the hen. So it is one action at most that may
 * be saved, and none where the colours are wrong. */
#include <stdlib.h>

#include "games/angry/script.h"

enum { TOURS_PART = 4 }; /* of the memory */

/* The tour past the pigs that are left; NULL: no memory. */
static struct angry_tour *make_tour(struct hunt *hunt, struct cells open, enum pace pace)
{
    const struct angry_position *root = hunt->quest->position;
    struct angry_prizes prizes = {.step = 1, .slingshot = ANGRY_WIN, .anywhere = ANGRY_LOSS};
    if (hunt->board->bird) {
        bool meets = pace != PACE_LOCKED && hunt->way[root->bird][root->queen] != WAY_NONE;
        prizes.step = pace == PACE_TOGETHER ? 2 : 1;
        prizes.slingshot = ANGRY_BIRD_WIN + prizes.step - 1; /* the bird does not step after that */
        prizes.anywhere = meets ? ANGRY_BIRD_WIN + ANGRY_BIRD_CATCH : ANGRY_LOSS;
    }
    size_t bytes = angry_tour_bytes(hunt->eggs);
    struct angry_tour *tour =
        hunt->bytes + bytes <= hunt->quest->means->bytes
            ? angry_tour_create(&open, hunt->egg_cell, hunt->eggs, root->slingshot, &prizes)
            : NULL;
    if (tour == NULL) {
        hunt->is_full = true;
        return NULL;
    }
    hunt->bytes += bytes;
    hunt->tour_bytes += bytes;
    return tour;
}

/* NULL also where there are many already: the rest of the memory is for positions. */
static struct angry_tour *tour_for(struct hunt *hunt, unsigned pigs, enum pace pace)
{
    struct angry_tour **tour = &hunt->tours[pace][pigs];
    size_t bytes = angry_tour_bytes(hunt->eggs);
    if (*tour == NULL && hunt->tour_bytes + bytes > hunt->quest->means->bytes / TOURS_PART)
        return NULL;
    if (*tour == NULL)
        *tour = make_tour(hunt, cells_minus(hunt->board->land, script_items(pigs, hunt->pig_cell)), pace);
    return *tour;
}

static struct angry_tour *free_tour_for(struct hunt *hunt, enum pace pace)
{
    if (hunt->free_tour[pace] == NULL)
        hunt->free_tour[pace] = make_tour(hunt, hunt->board->land, pace);
    return hunt->free_tour[pace];
}

/* Ways of bird and queen, over everything but rocks and the slingshot. */
static bool open_ways(struct hunt *hunt)
{
    hunt->way = angry_hunt_take(hunt, CELLS_MAX, sizeof *hunt->way);
    if (hunt->way == NULL)
        return false;
    struct cells open = cells_minus(hunt->board->land, cells_of(hunt->quest->position->slingshot));
    for (unsigned cell = 0; cell < CELLS_MAX; cell++) {
        int16_t steps[CELLS_MAX];
        angry_tour_flood(open, cell, steps);
        for (int to = 0; to < CELLS_MAX; to++)
            hunt->way[cell][to] = (uint8_t)(steps[to] < WAY_NONE ? steps[to] : WAY_NONE);
    }
    return true;
}

bool angry_bound_open(struct hunt *hunt)
{
    for (int pace = 0; pace < PACES; pace++)
        hunt->tours[pace] = angry_hunt_take(hunt, (size_t)1 << hunt->pigs, sizeof **hunt->tours);
    return !hunt->is_full && (!hunt->board->bird || open_ways(hunt));
}

void angry_bound_close(struct hunt *hunt)
{
    for (int pace = 0; pace < PACES; pace++) {
        for (int i = 0; hunt->tours[pace] != NULL && i < 1 << hunt->pigs; i++)
            angry_tour_destroy(hunt->tours[pace][i]);
        free(hunt->tours[pace]);
        angry_tour_destroy(hunt->free_tour[pace]);
    }
    free(hunt->way);
}

/* -- the bird -- */

static bool is_dark(unsigned cell)
{
    return ((cell / GRID + cell % GRID) & 1) != 0;
}

/* A bird between items and rocks need not step, for they do not move as hen and queen do; where no egg is among
 * them, only a pig that is taken sets her free. */
static enum pace pace_of(const struct hunt *hunt, uint64_t cells)
{
    if (!hunt->board->bird)
        return PACE_ALONE;
    struct cells here = cells_of(script_bird(cells));
    struct cells ways = cells_and(cells_minus(cells_spread(here), here), hunt->board->land);
    ways = cells_minus(ways, cells_of(hunt->quest->position->slingshot));
    ways = cells_minus(ways, script_items(script_pigs(cells), hunt->pig_cell));
    if (cells_empty(&ways))
        return PACE_LOCKED;
    ways = cells_minus(ways, script_items(script_eggs(cells), hunt->egg_cell));
    return hunt->board->pass || cells_empty(&ways) ? PACE_ALONE : PACE_TOGETHER;
}

/* Actions besides the tour's: the step that the bird is about to make, less one that may be saved. */
static int extra_of(uint64_t cells, enum pace pace)
{
    if (pace != PACE_TOGETHER)
        return 0;
    bool moves = script_bird_moves(cells);
    bool same = is_dark(script_hen(cells)) == is_dark(script_bird(cells));
    return moves - (moves != same);
}

/* Turns of the bird at least until she has the queen, who may come half of the way. */
static int turns_to_queen(const struct hunt *hunt, uint64_t cells)
{
    return hunt->way[script_bird(cells)][script_queen(cells)] / 2 + 1;
}

/* Actions at least until then. */
static int actions_to_queen(const struct hunt *hunt, uint64_t cells, enum pace pace)
{
    if (pace != PACE_TOGETHER)
        return 1;
    int turns = turns_to_queen(hunt, cells) - script_bird_moves(cells);
    return 2 * turns + extra_of(cells, pace);
}

/* -- promises -- */

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Steps that the hen can make at most before the counters end the game; a bird does not let them be told. */
static int steps_left(const struct hunt *hunt, const struct script_node *node)
{
    int actions = hunt->board->cap - node->actions;
    int turns = 2 * hunt->board->cap - node->turns;
    return hunt->board->bird ? TOUR_UNREACHED - 1 : least(actions, turns);
}

/* What `tour` promises if the hunt ends otherwise than by the counters. */
static int promise_end(const struct hunt *hunt, const struct angry_tour *tour, const struct script_node *node,
                       enum pace pace)
{
    uint64_t cells = node->cells;
    unsigned eggs = script_eggs(cells);
    int value =
        angry_tour_value(tour, script_hen(cells), eggs, steps_left(hunt, node)) - extra_of(cells, pace);
    if (tour->prizes.anywhere <= ANGRY_LOSS || !hunt->board->bird)
        return value;
    int caught = ANGRY_ITEM * bits_count(eggs) + tour->prizes.anywhere - actions_to_queen(hunt, cells, pace);
    int winning = ANGRY_ITEM * bits_count(eggs) + tour->prizes.slingshot -
                  tour->prizes.step * tour->slingshot_steps[script_hen(cells)] - extra_of(cells, pace);
    caught = caught > winning ? caught : winning;
    return least(value, caught);
}

/* And if it ends by them: a turn costs an action at least, or nothing will ever happen again, but for a last one in which
 * the hen stands before the queen and passes. */
static int promise_cap(const struct hunt *hunt, const struct angry_tour *tour, const struct script_node *node,
                       enum pace pace)
{
    int actions = hunt->board->cap - node->actions;
    int turns = 2 * hunt->board->cap - node->turns;
    int left = least(actions, turns - 1) > 0 ? least(actions, turns - 1) : 0;
    int steps = pace == PACE_TOGETHER ? least(actions / 2 + 1, turns) : least(actions, turns);
    unsigned eggs = script_eggs(node->cells);
    return ANGRY_ITEM * angry_tour_count(tour, script_hen(node->cells), eggs, steps > 0 ? steps : 0) - left +
           ANGRY_LOSS;
}

static int promise(const struct hunt *hunt, const struct angry_tour *tour, const struct script_node *node,
                   enum pace pace)
{
    return hunt->to_the_cap ? promise_cap(hunt, tour, node, pace) : promise_end(hunt, tour, node, pace);
}

int angry_bound(struct hunt *hunt, const struct script_node *node)
{
    enum pace pace = pace_of(hunt, node->cells);
    unsigned pigs = script_pigs(node->cells);
    enum pace later = pace == PACE_LOCKED ? PACE_ALONE : pace; /* once a pig has been taken */
    const struct angry_tour *free_tour = free_tour_for(hunt, later);
    const struct angry_tour *tour = tour_for(hunt, pigs, pace);
    if (free_tour == NULL)
        return POINTS_MAX;
    if (tour == NULL)
        return promise(hunt, free_tour, node, later);
    int value = promise(hunt, tour, node, pace);
    if (pigs != 0) {
        int with_pig = promise(hunt, free_tour, node, later) - ANGRY_ITEM;
        value = with_pig > value ? with_pig : value;
    }
    return value;
}
