#include "search/job.h"

#include <string.h>

#include "base/clock.h"
#include "search/turns.h"

void job_begin_part(struct job *job, struct job *parent, uint64_t nodes, int64_t deadline)
{
    memset(job, 0, sizeof *job);
    job->parent = parent;
    job->began = parent->began;
    atomic_store(&job->node_limit, nodes);
    atomic_store(&job->deadline, deadline);
}

int64_t job_deadline(const struct job *job)
{
    int64_t deadline = INT64_MAX;
    for (; job != NULL; job = job->parent) {
        int64_t one = atomic_load_explicit(&job->deadline, memory_order_relaxed);
        deadline = one < deadline ? one : deadline;
    }
    return deadline;
}

uint64_t job_nodes_left(const struct job *job)
{
    uint64_t left = UINT64_MAX;
    for (; job != NULL; job = job->parent) {
        uint64_t limit = atomic_load_explicit(&job->node_limit, memory_order_relaxed);
        uint64_t nodes = atomic_load_explicit(&job->nodes, memory_order_relaxed);
        uint64_t one = limit == UINT64_MAX ? limit : limit > nodes ? limit - nodes : 0;
        left = one < left ? one : left;
    }
    return left;
}

bool job_tick(struct job *job, uint64_t nodes)
{
    if (job->parent != NULL && job_tick(job->parent, nodes))
        atomic_store_explicit(&job->stop, true, memory_order_relaxed);
    uint64_t total = atomic_fetch_add_explicit(&job->nodes, nodes, memory_order_relaxed) + nodes;
    int64_t deadline = atomic_load_explicit(&job->deadline, memory_order_relaxed);
    if (total >= atomic_load_explicit(&job->node_limit, memory_order_relaxed) ||
        (deadline != INT64_MAX && clock_now() >= deadline))
        atomic_store_explicit(&job->stop, true, memory_order_relaxed);
    if (job->tick != NULL)
        job->tick(job->context);
    if (job->turns != NULL)
        turns_wait(job->turns, job);
    return job_stopped(job);
}

int64_t job_time(const struct job *job)
{
    return clock_now() - job->began;
}

/* A mate value says in how many plies; "at most", so it is rounded to nothing. */
static struct score score_of_win(value_t value, enum score_bound bound)
{
    if (value >= VALUE_MATE_MIN)
        return (struct score){.kind = SCORE_MATE, .number = VALUE_WIN - value, .bound = BOUND_PROVEN};
    if (value <= -VALUE_MATE_MIN)
        return (struct score){.kind = SCORE_MATE, .number = -(VALUE_WIN + value), .bound = BOUND_PROVEN};
    return (struct score){.kind = SCORE_CP, .number = value, .bound = bound};
}

struct score score_from(const struct game *game, value_t value, enum score_bound bound)
{
    assert(value > -VALUE_INFINITE && value < VALUE_INFINITE);
    switch (game->scale) {
    case SCALE_WIN: return score_of_win(value, bound);
    case SCALE_POINTS:
        return (struct score){
            .kind = bound == BOUND_ESTIMATE ? SCORE_CP : SCORE_PTS, .number = value, .bound = bound};
    case SCALE_CHANCE: break;
    }
    /* parts per million, rounded */
    return (struct score){
        .kind = SCORE_WP, .number = ((int64_t)value + VALUE_WIN + 1000) / 2000, .bound = bound};
}
