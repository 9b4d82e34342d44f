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

#include "base/ints.h"
#include "games/angry/script.h"

enum { TOURS_PART = 3 }; /* of the memory */

static struct angry_tour *make_tour(struct hunt *hunt, struct cells open)
{
    size_t bytes = angry_tour_bytes(hunt->eggs);
    assert(hunt->eggs <= SCRIPT_ITEMS_MAX && hunt->pigs <= SCRIPT_ITEMS_MAX);
    struct angry_tour *tour =
        hunt->bytes + bytes <= hunt->quest->means->bytes
            ? angry_tour_create(&open, hunt->egg_cell, hunt->eggs, hunt->quest->position->slingshot)
            : NULL;
    if (tour == NULL) {
        hunt->is_full = true;
        return NULL;
    }
    hunt->bytes += bytes;
    hunt->tour_bytes += bytes;
    hunt->has_new_tour = true;
    return tour;
}

/* The tour past the pigs that are left. NULL: no memory, or there are many already and the rest is for positions, or the
 * job is to end: a tour takes as long as a thousand of them. */
static struct angry_tour *tour_for(struct hunt *hunt, unsigned pigs)
{
    struct angry_tour **tour = &hunt->tours[pigs];
    size_t bytes = angry_tour_bytes(hunt->eggs);
    bool is_full = hunt->tour_bytes + bytes > hunt->quest->means->bytes / TOURS_PART;
    if (*tour == NULL && (is_full || job_tick(hunt->quest->job, 0)))
        return NULL;
    if (*tour == NULL)
        *tour = make_tour(hunt, cells_minus(hunt->board->land, cells_chosen(hunt->pig_cell, pigs)));
    return *tour;
}

/* Ways of bird and queen, over everything but rocks and the slingshot. */
static bool open_ways(struct hunt *hunt)
{
    hunt->way = angry_hunt_take(hunt, CELLS_MAX, sizeof *hunt->way);
    if (hunt->way == NULL)
        return false;
    struct cells open = cells_minus(hunt->board->land, cells_of(hunt->quest->position->slingshot));
    assert(hunt->board->bird);
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
    hunt->tours = angry_hunt_take(hunt, (size_t)1 << hunt->pigs, sizeof *hunt->tours);
    hunt->free_tour = make_tour(hunt, hunt->board->land);
    return !hunt->is_full && (!hunt->board->bird || open_ways(hunt));
}

void angry_bound_close(struct hunt *hunt)
{
    for (int i = 0; hunt->tours != NULL && i < 1 << hunt->pigs; i++)
        angry_tour_destroy(hunt->tours[i]);
    free(hunt->tours);
    angry_tour_destroy(hunt->free_tour);
    free(hunt->way);
}

/* -- the bird -- */

static bool is_dark(unsigned cell)
{
    return ((cell / GRID + cell % GRID) & 1) != 0;
}

/* What a step of the hen costs with all that goes with it. */
enum pace {
    PACE_ALONE,   /* one action: no bird, or one who need not step */
    PACE_TOGETHER /* two: the bird steps too */
};

/* Ground beside a cell, whoever stands there. */
static struct cells ground_beside(const struct hunt *hunt, unsigned cell, uint64_t cells)
{
    struct cells ways = cells_and(cells_beside(cells_of(cell)), hunt->board->land);
    ways = cells_minus(ways, cells_of(hunt->quest->position->slingshot));
    ways = cells_minus(ways, cells_chosen(hunt->pig_cell, script_pigs(cells)));
    return cells_minus(ways, cells_chosen(hunt->egg_cell, script_eggs(cells)));
}

/* A bird between items and rocks need not step, for they do not move as hen and queen do. */
static enum pace pace_of(const struct hunt *hunt, uint64_t cells)
{
    if (!hunt->board->bird || hunt->board->pass)
        return PACE_ALONE;
    struct cells ways = ground_beside(hunt, script_bird(cells), cells);
    return cells_empty(&ways) ? PACE_ALONE : PACE_TOGETHER;
}

/* A queen between items and rocks takes the hen who opens a way to her, before the bird can come. */
static bool is_safe(const struct hunt *hunt, uint64_t cells)
{
    struct cells ways = ground_beside(hunt, script_queen(cells), cells);
    return cells_empty(&ways);
}

/* Pigs that must be eaten at least until bird and queen can meet, for both are shut in by them; one more than there
 * are: they never can. */
static int pigs_between(const struct hunt *hunt, uint64_t cells)
{
    struct cells pigs = cells_chosen(hunt->pig_cell, script_pigs(cells));
    struct cells all = cells_minus(hunt->board->land, cells_of(hunt->quest->position->slingshot));
    struct cells open = cells_minus(all, pigs);
    struct cells reached = cells_of(script_bird(cells));
    assert(script_bird(cells) != script_queen(cells));
    for (int eaten = is_safe(hunt, cells) ? hunt->pigs + 1 : 0; eaten <= hunt->pigs; eaten++) {
        reached = cells_flood(reached, open);
        if (cells_have(&reached, script_queen(cells)))
            return eaten;
        reached = cells_or(reached, cells_and(cells_spread(reached), pigs));
    }
    return hunt->pigs + 1;
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
    assert(hunt->way != NULL && script_bird(cells) < CELLS_MAX && script_queen(cells) < CELLS_MAX);
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

/* Steps that the hen can make at most before the counters end the game; a bird does not let them be told. */
static int steps_left(const struct hunt *hunt, const struct script_node *node)
{
    int actions = hunt->board->cap - node->actions;
    int turns = 2 * hunt->board->cap - node->turns;
    return hunt->board->bird ? TOUR_UNREACHED - 1 : int_least(actions, turns);
}

/* What an end is worth; to catch the queen costs `dear` besides. */
static struct angry_prizes prizes_of(const struct hunt *hunt, enum pace pace, int dear)
{
    if (!hunt->board->bird)
        return (struct angry_prizes){.step = 1, .slingshot = ANGRY_WIN, .anywhere = ANGRY_LOSS};
    int step = pace == PACE_TOGETHER ? 2 : 1;
    return (struct angry_prizes){.step = step,
                                 .slingshot =
                                     ANGRY_BIRD_WIN + step - 1, /* the bird does not step after that */
                                 .anywhere = int_most(ANGRY_BIRD_WIN + ANGRY_BIRD_CATCH - dear, ANGRY_LOSS)};
}

/* What `tour` promises if the hunt ends otherwise than by the counters, and to catch the queen costs `dear` besides. */
static int promise_end(const struct hunt *hunt, const struct angry_tour *tour, const struct script_node *node,
                       enum pace pace, int dear)
{
    uint64_t cells = node->cells;
    unsigned eggs = script_eggs(cells);
    assert(node->actions <= hunt->board->cap && node->turns <= 2 * hunt->board->cap);
    struct angry_prizes prizes = prizes_of(hunt, pace, dear);
    int value = angry_tour_value(tour, &prizes, script_hen(cells), eggs, steps_left(hunt, node)) -
                extra_of(cells, pace);
    if (prizes.anywhere <= ANGRY_LOSS || !hunt->board->bird)
        return value;
    int caught = ANGRY_ITEM * bits_count(eggs) + prizes.anywhere - actions_to_queen(hunt, cells, pace);
    int winning = ANGRY_ITEM * bits_count(eggs) + prizes.slingshot -
                  prizes.step * tour->slingshot_steps[script_hen(cells)] - extra_of(cells, pace);
    return int_least(value, int_most(caught, winning));
}

/* And if it ends by them: a turn costs an action at least, or nothing will ever happen again, but for a last one in which
 * the hen stands before the queen and passes. */
static int promise_cap(const struct hunt *hunt, const struct angry_tour *tour, const struct script_node *node,
                       enum pace pace)
{
    int actions = hunt->board->cap - node->actions;
    int turns = 2 * hunt->board->cap - node->turns;
    int left = int_most(int_least(actions, turns - 1), 0);
    int steps = pace == PACE_TOGETHER ? int_least(actions / 2 + 1, turns) : int_least(actions, turns);
    unsigned eggs = script_eggs(node->cells);
    return ANGRY_ITEM * angry_tour_count(tour, script_hen(node->cells), eggs, steps > 0 ? steps : 0) - left +
           ANGRY_LOSS;
}

static int promise(const struct hunt *hunt, const struct angry_tour *tour, const struct script_node *node,
                   enum pace pace, int dear)
{
    return hunt->to_the_cap ? promise_cap(hunt, tour, node, pace) : promise_end(hunt, tour, node, pace, dear);
}

/* The better of eating no pig any more and of paying for one and walking over all: of the pigs that keep bird and queen
 * apart, each has to be paid for by who would catch her. */
int angry_bound(struct hunt *hunt, const struct script_node *node)
{
    enum pace pace = pace_of(hunt, node->cells);
    unsigned pigs = script_pigs(node->cells);
    int between = hunt->board->bird ? pigs_between(hunt, node->cells) : 0;
    const struct angry_tour *tour = tour_for(hunt, pigs);
    int dear = between > hunt->pigs ? POINTS_MAX : ANGRY_ITEM * int_most(between - 1, 0);
    if (tour == NULL)
        return promise(hunt, hunt->free_tour, node, pace, dear);
    int value = promise(hunt, tour, node, pace, between > 0 ? POINTS_MAX : 0);
    return pigs == 0 ? value : int_most(value, promise(hunt, hunt->free_tour, node, pace, dear) - ANGRY_ITEM);
}
