/* A crew: several threads that do the same work, each on its own member. The caller is one of them, and a
 * thread that cannot be had is not missed. */
#ifndef PANJ_SOLVE_CREW_H
#define PANJ_SOLVE_CREW_H

#include <pthread.h>

enum { CREW_MAX = 64 };

struct crew {
    int count; /* that have been started */
    pthread_t thread[CREW_MAX];
};

/* Starts work(member[i]) for each i below `count`, as many as can be had; returns how many that are, the
 * first of them. */
int crew_start(struct crew *, int count, void (*work)(void *), void *const member[]);
void crew_join(struct crew *);

/* Runs work(member[0]) in this thread and the others beside it, and waits for all. Members beyond the number
 * it returns have not worked. */
int crew_run(int count, void (*work)(void *), void *const member[]);
/* The same for shares that must all be done: this thread does those for which no other could be had. */
void crew_run_all(int count, void (*work)(void *), void *const member[]);

#endif
