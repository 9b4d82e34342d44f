/* A long computation as seen from inside it: when it must stop, how much it has done, where it tells. Search,
 * textbook and solvers share it. Whoever starts a job owns it; any thread may set `stop`. */
#ifndef PANJ_SEARCH_JOB_H
#define PANJ_SEARCH_JOB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "game.h"

enum { PV_MAX = 128 };

enum score_kind { SCORE_CP, SCORE_MATE, SCORE_PTS, SCORE_WP };
enum score_bound { BOUND_ESTIMATE, BOUND_LOWER, BOUND_UPPER, BOUND_PROVEN };

/* As PROTOCOL.md prints it, the mover's view. */
struct score {
    enum score_kind kind;
    int64_t number;
    enum score_bound bound;
    bool has_wdl;
    int wdl[3]; /* per mille: win, draw, loss */
};

/* One `info` line. Without a pv it tells nodes, time and hashfull alone: that the work goes on. */
struct report {
    int depth;
    int seldepth;
    int multipv; /* from 1 */
    struct score score;
    uint64_t nodes;
    int hashfull; /* per mille */
    int64_t time; /* microseconds since the job began */
    int pv_count;
    move_t pv[PV_MAX];
};

struct job {
    atomic_bool stop;            /* set by anybody, and when a limit is reached: end soon */
    _Atomic uint64_t nodes;      /* positions visited so far, all threads */
    _Atomic uint64_t node_limit; /* UINT64_MAX: none */
    int64_t began;               /* clock_now() */
    _Atomic int64_t deadline;    /* clock_now() that ends it; INT64_MAX: none (pondering, infinite) */
    struct job *parent;  /* not NULL: this job is a part of that one, counts for it and ends with it */
    struct turns *turns; /* not NULL: it works in turns with another part; its threads wait in job_tick */
    void *context;       /* handed to both below; they may be called from any thread, one at a time */
    void (*report)(void *context, const struct report *);
    void (*note)(void *context, const char *text); /* info string */
    void (*tick)(void *context);                   /* NULL, or called by job_tick: now and then is enough */
};

/* Adds `nodes` to the count, looks at the clock and the limit; true when the job must end. Call it every
 * thousand positions or so, and at least every millisecond. */
bool job_tick(struct job *job, uint64_t nodes);
static inline bool job_stopped(const struct job *job)
{
    for (; job != NULL; job = job->parent)
        if (atomic_load_explicit(&job->stop, memory_order_relaxed))
            return true;
    return false;
}
/* Of this job and all that it is a part of: the moment that ends it, INT64_MAX for none; how many nodes may
 * still be visited, UINT64_MAX for any number. */
int64_t job_deadline(const struct job *job);
uint64_t job_nodes_left(const struct job *job);
/* A part of `parent`, which is not stopped, with limits of its own: UINT64_MAX and INT64_MAX for none. */
void job_begin_part(struct job *job, struct job *parent, uint64_t nodes, int64_t deadline);
int64_t job_time(const struct job *job); /* microseconds since it began */

/* The score of `value` (the mover's view) on a game's scale. A win is PROVEN by its value; elsewhere `bound`
 * says. */
struct score score_from(const struct game *game, value_t value, enum score_bound bound);

#endif
