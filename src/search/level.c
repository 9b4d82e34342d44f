/* Weaker play, for people: the search is cut at so many nodes, and now and then a move is passed over for the next
 * best. The same position, the same Seed and the same level give the same move. */
#include "search/level.h"

#include <stdlib.h>

#include "base/rng.h"
#include "search/deepen.h"
#include "search/limits.h"

enum { LEVEL_TABLE_BYTES = 1 << 18 };

/* Of games for which nobody has measured any yet; `make levels` measures, tests/bench/RESULTS.md has the others. */
static const struct strength usual_levels[LEVEL_MAX] = {{20, 700},   {40, 600},  {80, 500},   {160, 400},
                                                        {320, 300},  {640, 200}, {1800, 110}, {5000, 60},
                                                        {15000, 10}, {30000, 0}};

static struct strength strength_of(const struct task *task)
{
    assert(task->level >= 1 && task->level <= LEVEL_MAX);
    const struct strength *levels = task->game->levels != NULL ? task->game->levels : usual_levels;
    struct strength strength = levels[task->level - 1];
    assert(strength.nodes > 0 && strength.slip >= 0 && strength.slip <= 1000);
    return strength;
}

/* How many moves are passed over: mostly none, then one, then two ... */
static int draw_slips(const struct thinking *thinking)
{
    const struct task *task = &thinking->task;
    uint64_t key = task->game->key(&task->board, &task->position);
    struct rng rng = {.state = rng_mix(task->random_seed) ^ rng_mix(key)};
    int slip = strength_of(task).slip;
    int slips = 0;
    while (slips + 1 < thinking->moves.count && rng_below(&rng, 1000) < (uint64_t)slip)
        slips++;
    return slips;
}

/* As many moves behind the best as were passed over, if so many are known. */
static int choose(const struct deepening *deepening, int slips)
{
    assert(slips >= 0 && slips < MOVES_MAX);
    for (int index = slips; index > 0; index--)
        if (deepening->at[index].known)
            return index;
    return 0;
}

static void report_choice(struct thinking *thinking, const struct deepening *deepening, int slips)
{
    int chosen = choose(deepening, slips);
    if (!deepening->at[chosen].known)
        return;
    struct report report = deepen_report(deepening, chosen, deepening->depth > 0 ? deepening->depth : 1);
    think_report(thinking, &report);
}

static void search_a_little(struct thinking *thinking, struct table *table, struct deepening *deepening)
{
    const struct task *task = &thinking->task;
    int slips = draw_slips(thinking);
    struct job little;
    uint64_t nodes = (uint64_t)strength_of(task).nodes * (uint64_t)(slips + 1); /* more lines cost more */
    job_begin_part(&little, &thinking->job, nodes, INT64_MAX);
    seeker_begin(&deepening->seeker, task->game, &task->board, table, &little);
    deepen_begin(deepening, &task->position, &thinking->moves, slips + 1);
    deepen_through(deepening, 1, limits_last_depth(&task->limits));
    meter_tell(&deepening->seeker.meter);
    report_choice(thinking, deepening, slips);
}

void level_think(struct thinking *thinking)
{
    struct deepening *deepening = malloc(sizeof *deepening);
    struct table *table = table_create(LEVEL_TABLE_BYTES);
    if (deepening != NULL && table != NULL)
        search_a_little(thinking, table, deepening);
    else
        think_note(thinking, "out of memory: no search");
    table_destroy(table);
    free(deepening);
}
