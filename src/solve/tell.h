/* What an exact method says while it works: bounds as they close. The end is in its solution, and is told by
 * whoever has asked. */
#ifndef PANJ_SOLVE_TELL_H
#define PANJ_SOLVE_TELL_H

#include "search/solver.h"

/* The line of `solution` with this score, which may be another than its own. Who counts nodes, time and
 * memory is the job. */
static inline void tell_line(const struct job *job, int multipv, const struct solution *solution,
                             struct score score)
{
    struct report report = {.depth = solution->depth,
                            .seldepth = solution->seldepth,
                            .multipv = multipv,
                            .score = score,
                            .pv_count = solution->pv_count};
    assert(solution->pv_count > 0 && solution->pv_count <= PV_MAX && solution->depth > 0);
    memcpy(report.pv, solution->pv, (size_t)solution->pv_count * sizeof report.pv[0]);
    if (job->report != NULL)
        job->report(job->context, &report);
}

static inline void tell(const struct job *job, const struct solution *solution, struct score score)
{
    tell_line(job, 1, solution, score);
}

static inline void tell_note(const struct job *job, const char *text)
{
    if (job->note != NULL)
        job->note(job->context, text);
}

/* Whether it is time to say how far a long work has come: every ten seconds, to one of its threads. `told` is 0 when the
 * job begins. */
static inline bool tell_is_due(const struct job *job, _Atomic int64_t *told)
{
    enum { EVERY = 10 * 1000000 };
    int64_t last = atomic_load_explicit(told, memory_order_relaxed);
    int64_t now = job_time(job);
    return now - last >= EVERY && atomic_compare_exchange_strong(told, &last, now);
}

#endif
