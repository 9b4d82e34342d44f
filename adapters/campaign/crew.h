/* Several tasks at the same time, one engine each, watched by one poll. */
#ifndef PANJ_CAMPAIGN_CREW_H
#define PANJ_CAMPAIGN_CREW_H

#include "adapters/campaign/task.h"

/* Where tasks come from and go to. */
struct crew_orders {
    void *context;
    /* Begins what is next, if there is anything; `number` tells files of tasks at the same time apart. */
    void (*begin)(void *context, struct task *, int number);
    void (*keep)(void *context, int number, struct record, const char *bad);
};

struct crew {
    struct crew_orders orders;
    struct task *tasks;
    int count;
};

struct crew crew_open(int count, struct crew_orders);
/* Whatever is at work is given up. */
void crew_close(struct crew *);
/* Something to do for each that has nothing; how many are at work. */
int crew_hand_out(struct crew *);
/* Waits until one of them can go on, at most until `deadline`, and keeps what has been done. */
void crew_wait(struct crew *, int64_t deadline);
/* Until there is no more, or the program is told to end and does not die of it: then what is begun ends soon. */
void crew_work(struct crew *);

#endif
