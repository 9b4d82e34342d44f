#include "games/angry/run.h"

#include <stdlib.h>

#include "base/bits.h"
#include "solve/crew.h"

/* -- all sets of eggs of a size, on all threads -- */

static bool worker_open(struct angry_worker *worker, struct angry_run *run)
{
    size_t values = (size_t)run->plan->terrain.places * (size_t)run->plan->terrain.width;
    size_t exits = (size_t)(run_families(run) * run->plan->terrain.pigs) + 1;
    worker->run = run;
    worker->rows = calloc(2 * values, sizeof(int16_t));
    worker->pig_exits = calloc(exits, sizeof(union exit));
    worker->room.now = worker->rows;
    worker->room.before = worker->rows != NULL ? worker->rows + values : NULL;
    if (worker->rows == NULL || worker->pig_exits == NULL)
        return false;
    const struct angry_plan *plan = run->plan;
    return plan->manner != &angry_pairs ||
           angry_floor_open(&worker->floor,
                            &(struct floor_plan){.terrain = &plan->terrain,
                                                 .purse = &run->purse,
                                                 .actions = plan->terrain.board->cap - plan->root->actions,
                                                 .threshold = plan->threshold});
}

static void worker_close(struct angry_worker *worker)
{
    if (worker == NULL)
        return;
    free(worker->rows);
    free(worker->pig_exits);
    angry_floor_close(&worker->floor);
    free(worker);
}

static void worker_work(void *argument)
{
    struct angry_worker *worker = argument;
    struct angry_run *run = worker->run;
    while (atomic_load(&run->end) == LAYER_DONE) {
        int index = atomic_fetch_add(&run->next, 1);
        if (index >= run->todo_count)
            break;
        enum layer_end end = angry_family_compute_eggs(worker, run->todo[index]);
        if (end != LAYER_DONE)
            atomic_store(&run->end, (int)end);
    }
}

static bool workers_open(struct angry_run *run, void *workers[], int count)
{
    bool opened = true;
    for (int i = 0; i < count; i++) {
        struct angry_worker *worker = workers[i] = calloc(1, sizeof *worker);
        opened = opened && worker != NULL && worker_open(worker, run);
    }
    return opened;
}

static void level_list(struct angry_run *run, int size)
{
    run->todo_count = 0;
    for (unsigned eggs = 0; eggs <= run_all_of(run->plan->terrain.eggs); eggs++)
        if (bits_count(eggs) == size)
            run->todo[run->todo_count++] = (uint16_t)eggs;
}

/* Sets of eggs of `size` are no longer read. */
static void level_close(struct angry_run *run, int size)
{
    for (unsigned eggs = 0; eggs <= run_all_of(run->plan->terrain.eggs); eggs++)
        if (bits_count(eggs) == size)
            angry_family_forget_eggs(run, eggs);
}

enum layer_end angry_run_compute(struct angry_run *run, int threads)
{
    void *workers[CREW_MAX] = {NULL};
    int count = threads < 1 ? 1 : threads < CREW_MAX ? threads : CREW_MAX;
    atomic_store(&run->end, LAYER_DONE);
    if (!workers_open(run, workers, count))
        atomic_store(&run->end, LAYER_NO_MEMORY);
    for (int size = 0; size <= run->plan->terrain.eggs && atomic_load(&run->end) == LAYER_DONE; size++) {
        level_list(run, size);
        atomic_store(&run->next, 0);
        crew_run(count < run->todo_count ? count : run->todo_count, worker_work, workers);
        size_t used = atomic_load(&run->purse.used);
        run->most_used = used > run->most_used ? used : run->most_used;
        if (size > 0)
            level_close(run, size - 1);
    }
    for (int i = 0; i < count; i++)
        worker_close(workers[i]);
    return (enum layer_end)atomic_load(&run->end);
}

/* -- a run -- */

/* Sets of at most `rich` pigs, the largest first. */
static void list_families(struct angry_run *run)
{
    run->family_count = 0;
    for (int size = run->plan->rich; size >= 0; size--)
        for (unsigned eaten = 0; eaten <= run_all_of(run->plan->terrain.pigs); eaten++)
            if (bits_count(eaten) == size)
                run->eaten[run->family_count++] = (uint16_t)eaten;
    for (unsigned eaten = 0; eaten <= run_all_of(run->plan->terrain.pigs); eaten++)
        run->family_of[eaten] = -1;
    for (int family = 0; family < run->family_count; family++)
        run->family_of[run->eaten[family]] = (int32_t)family;
    assert(run->family_count > 0 && run->eaten[run->family_count - 1] == 0);
}

bool angry_run_open(struct angry_run *run, const struct angry_plan *plan)
{
    assert(plan->rich >= 0 && plan->rich <= plan->terrain.pigs && plan->manner != NULL);
    memset(run, 0, sizeof *run);
    run->plan = plan;
    size_t egg_sets = (size_t)1 << plan->terrain.eggs;
    size_t pig_sets = (size_t)1 << plan->terrain.pigs;
    run->has_relaxed = plan->upper && plan->rich < plan->terrain.pigs;
    run->purse.limit = plan->bytes;
    run->eaten = malloc(pig_sets * sizeof *run->eaten);
    run->family_of = malloc(pig_sets * sizeof *run->family_of);
    run->egg_exits = calloc(egg_sets, sizeof *run->egg_exits);
    run->todo = malloc(egg_sets * sizeof *run->todo);
    if (run->eaten == NULL || run->family_of == NULL || run->egg_exits == NULL || run->todo == NULL)
        return false;
    list_families(run);
    return true;
}

void angry_run_close(struct angry_run *run)
{
    for (unsigned eggs = 0; run->egg_exits != NULL && eggs <= run_all_of(run->plan->terrain.eggs); eggs++)
        angry_family_forget_eggs(run, eggs);
    free(run->eaten);
    free(run->family_of);
    free(run->egg_exits);
    free(run->todo);
    free(run->history);
}
