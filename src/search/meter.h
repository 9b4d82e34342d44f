/* Counts the positions of one thread and asks the job, seldom enough to cost nothing and often enough to stop
 * within a fraction of a millisecond, whether it is time to end. With one thread a limit on nodes is kept to
 * the node. */
#ifndef PANJ_SEARCH_METER_H
#define PANJ_SEARCH_METER_H

#include "search/job.h"

enum { METER_BATCH = 256 };

struct meter {
    struct job *job;
    uint64_t counted; /* by this meter, told to the job or not */
    uint32_t untold;  /* counted since the job was last told */
    uint32_t batch;   /* tell it at so many */
    bool stopped;     /* the job must end; never cleared */
};

/* How many positions may pass before the limit or the clock wants a look. */
static inline uint32_t meter_next_batch(const struct job *job)
{
    uint64_t left = job_nodes_left(job);
    return left < 1 ? 1 : left < METER_BATCH ? (uint32_t)left : METER_BATCH;
}

static inline struct meter meter_of(struct job *job)
{
    return (struct meter){.job = job, .batch = meter_next_batch(job), .stopped = job_stopped(job)};
}

/* Tells the job what it does not know yet. True when the job must end. */
static inline bool meter_tell(struct meter *meter)
{
    if (job_tick(meter->job, meter->untold))
        meter->stopped = true;
    meter->untold = 0;
    meter->batch = meter_next_batch(meter->job);
    return meter->stopped;
}

/* One more position. True when the job must end. */
static inline bool meter_count(struct meter *meter)
{
    if (meter->stopped)
        return true;
    meter->counted++;
    return ++meter->untold >= meter->batch && meter_tell(meter);
}

#endif
