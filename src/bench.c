#include "bench.h"

#include <time.h>

#include "base/clock.h"
#include "search/search.h"

enum { BENCH_HASH = 4, GAIN_DEPTH = 8, GAIN_TIME = 1000, PATIENCE = 2000000 /* nanoseconds */ };

struct hearing {
    struct report last;
    atomic_bool ended;
};

static void hear_report(void *context, const struct report *report)
{
    ((struct hearing *)context)->last = *report;
}

static void hear_note(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static void hear_end(void *context, const struct search_end *end)
{
    (void)end;
    atomic_store(&((struct hearing *)context)->ended, true);
}

static bool is_stopped(const atomic_bool *stop)
{
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

/* Runs the task to its end and adds to `figure`. */
static bool run(struct search *search, const struct task *task, const atomic_bool *stop,
                struct bench_figure *figure)
{
    struct hearing hearing = {.ended = false};
    struct search_listener listener = {&hearing, hear_report, hear_note, hear_end};
    int64_t cpu = clock_cpu();
    if (!search_start(search, task, &listener))
        return false;
    while (!atomic_load(&hearing.ended)) {
        if (is_stopped(stop))
            search_stop(search);
        nanosleep(&(struct timespec){.tv_nsec = PATIENCE}, NULL);
    }
    search_wait(search);
    figure->nodes += hearing.last.nodes;
    figure->time += hearing.last.time;
    figure->cpu += clock_cpu() - cpu;
    return !is_stopped(stop);
}

static void task_begin(struct task *task, const struct game *game, const char *fen)
{
    struct fault fault;
    *task = (struct task){.game = game, .multipv = 1};
    bool good = game_parse(game, &task->board, &task->position, fen, &fault);
    assert(good);
    (void)good;
}

bool bench_game(const struct game *game, const atomic_bool *stop, struct bench_figure *figure)
{
    *figure = (struct bench_figure){0};
    struct search *search = search_create();
    if (search == NULL)
        return false;
    search_set_hash(search, BENCH_HASH);
    bool whole = true;
    for (const struct bench *bench = game->bench; whole && bench != NULL && bench->fen != NULL; bench++) {
        struct task task;
        task_begin(&task, game, bench->fen);
        task.limits.depth = bench->depth;
        search_clear(search);
        whole = run(search, &task, stop, figure);
    }
    search_destroy(search);
    return whole;
}

/* The first game that names one. */
static const struct game *gain_place(void)
{
    int index = 0;
    while (games[index]->gain == NULL) {
        index++;
        assert(games[index] != NULL);
    }
    return games[index];
}

static bool run_gain(struct search *search, const atomic_bool *stop, struct bench_gain *gain)
{
    struct task task;
    const struct game *game = gain_place();
    task_begin(&task, game, game->gain);
    task.limits.depth = GAIN_DEPTH;
    task.algorithm = ALGORITHM_ALPHABETA;
    task.seed_evaluation = true; /* the same yardstick whatever the game's own evaluation */
    if (!run(search, &task, stop, &gain->textbook))
        return false;
    task.algorithm = ALGORITHM_AUTO;
    task.seed_evaluation = false;
    if (!run(search, &task, stop, &gain->search))
        return false;
    task.limits.depth = DEPTH_MAX; /* a depth keeps the exact method away */
    task.limits.has_movetime = true;
    task.limits.movetime = GAIN_TIME;
    search_clear(search);
    if (!run(search, &task, stop, &gain->one))
        return false;
    search_set_threads(search, 2);
    search_clear(search);
    return run(search, &task, stop, &gain->two);
}

bool bench_gain(const atomic_bool *stop, struct bench_gain *gain)
{
    *gain = (struct bench_gain){0};
    struct search *search = search_create();
    if (search == NULL)
        return false;
    search_set_hash(search, BENCH_HASH);
    bool whole = run_gain(search, stop, gain);
    search_destroy(search);
    return whole;
}
