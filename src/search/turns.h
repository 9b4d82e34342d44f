/* Two parts of a job that work in turns: while one has the turn, the threads of the other wait inside
 * job_tick. So whoever ticks can be put to sleep and woken without knowing of it, and an exact method goes on
 * where it was when its next turn comes. */
#ifndef PANJ_SEARCH_TURNS_H
#define PANJ_SEARCH_TURNS_H

#include <pthread.h>

#include "search/job.h"

struct turns {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const struct job *_Atomic whose; /* the part that has the turn */
    struct job *part[2];
    const struct job *gone; /* a part that has come to its end; NULL: both go on */
    _Atomic int64_t until;  /* clock_now() at which it ends; INT64_MAX: when its owner gives it away */
    int64_t length;         /* of this turn and the next, in microseconds; grows as long as both go on */
    int64_t began;          /* this turn */
    int64_t taken;          /* microseconds of all turns of part[0] */
};

/* Both jobs tick with these turns from now on, until turns_end. part[0] begins, with a turn of `length`
 * (INT64_MAX: no end to it). False: no lock to be had. */
bool turns_begin(struct turns *, struct job *first, struct job *second, int64_t length);
void turns_end(struct turns *); /* no thread of either part may be left */
/* Waits until `job` has the turn, is stopped or past its deadline; passes the turn on if it has lasted long enough. */
void turns_wait(struct turns *, const struct job *job);
/* Waits until `job` has the turn though it may be stopped: whoever changes what the other part reads. The other part
 * gives its turn away in the end, if only to wait for this one. */
void turns_claim(struct turns *, const struct job *job);
/* Gives the turn to `job`, for good if the length is INT64_MAX. */
void turns_give(struct turns *, const struct job *job, int64_t length);
/* `job` has come to its end and wants no turn any more. */
void turns_leave(struct turns *, const struct job *job);
/* Microseconds that part[0] has worked. */
int64_t turns_taken(struct turns *);

#endif
