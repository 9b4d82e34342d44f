/* Several tasks at the same time, one engine each, watched by one poll. */
#ifndef PANJ_CAMPAIGN_CREW_H
#define PANJ_CAMPAIGN_CREW_H

#include "adapters/campaign/task.h"

/* Where positions come from and go to. */
struct crew_orders {
    void *context;
    const char *(*next)(void *context); /* NULL: no more */
    void (*keep)(void *context, struct record, const char *bad);
};

/* Until there are no more. */
void crew_work(const struct manner *, int jobs, const struct crew_orders *);

/* Waits until one of the tasks can go on, at most until `deadline`, and steps all. */
void crew_wait(struct task *tasks, int count, int64_t deadline);

#endif
