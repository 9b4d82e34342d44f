#include "search/turns.h"

#include <time.h>

#include "base/clock.h"

enum {
    LENGTH_MOST = 300000, /* so that a line a second is never late */
    LOOK_AROUND = 4000    /* microseconds: a sleeper asks so often whether its job is stopped */
};

bool turns_begin(struct turns *turns, struct job *first, struct job *second, int64_t length)
{
    assert(first != second && length > 0);
    int64_t now = clock_now();
    *turns = (struct turns){.whose = first,
                            .part = {first, second},
                            .until = length == INT64_MAX ? INT64_MAX : now + length,
                            .length = length,
                            .began = now};
    if (pthread_mutex_init(&turns->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&turns->changed, NULL) != 0) {
        pthread_mutex_destroy(&turns->lock);
        return false;
    }
    first->turns = second->turns = turns;
    return true;
}

void turns_end(struct turns *turns)
{
    turns->part[0]->turns = turns->part[1]->turns = NULL;
    pthread_cond_destroy(&turns->changed);
    pthread_mutex_destroy(&turns->lock);
}

/* Under the lock. Where the other part is gone, this one keeps the turn. */
static void give(struct turns *turns, const struct job *job, int64_t length)
{
    int64_t now = clock_now();
    assert(job == turns->part[0] || job == turns->part[1]);
    if (turns->gone != NULL) {
        job = turns->part[0] == turns->gone ? turns->part[1] : turns->part[0];
        length = INT64_MAX;
    }
    if (atomic_load(&turns->whose) == turns->part[0])
        turns->taken += now - turns->began;
    turns->began = now;
    atomic_store(&turns->until, length == INT64_MAX ? INT64_MAX : now + length);
    atomic_store(&turns->whose, job);
    pthread_cond_broadcast(&turns->changed);
}

/* Under the lock. Turns of both are of the same length, then both grow. */
static void pass_on(struct turns *turns, const struct job *job)
{
    bool is_first = job == turns->part[0];
    if (!is_first && turns->length < LENGTH_MOST)
        turns->length = 2 * turns->length < LENGTH_MOST ? 2 * turns->length : LENGTH_MOST;
    give(turns, is_first ? turns->part[1] : turns->part[0], turns->length);
}

/* The stop of a job wakes nobody, so a sleeper looks around now and then. */
static void sleep_a_little(struct turns *turns)
{
    struct timespec at;
    timespec_get(&at, TIME_UTC);
    at.tv_nsec += LOOK_AROUND * 1000;
    if (at.tv_nsec >= 1000000000) {
        at.tv_nsec -= 1000000000;
        at.tv_sec++;
    }
    pthread_cond_timedwait(&turns->changed, &turns->lock, &at);
}

static bool has_turn(struct turns *turns, const struct job *job)
{
    int64_t until = atomic_load_explicit(&turns->until, memory_order_relaxed);
    return atomic_load_explicit(&turns->whose, memory_order_acquire) == job &&
           (until == INT64_MAX || clock_now() < until);
}

void turns_wait(struct turns *turns, const struct job *job)
{
    if (has_turn(turns, job) || job_stopped(job))
        return;
    pthread_mutex_lock(&turns->lock);
    if (atomic_load(&turns->whose) == job && !has_turn(turns, job))
        pass_on(turns, job);
    while (atomic_load(&turns->whose) != job && !job_stopped(job) && clock_now() < job_deadline(job))
        sleep_a_little(turns);
    pthread_mutex_unlock(&turns->lock);
}

void turns_claim(struct turns *turns, const struct job *job)
{
    pthread_mutex_lock(&turns->lock);
    while (atomic_load(&turns->whose) != job)
        sleep_a_little(turns);
    pthread_mutex_unlock(&turns->lock);
}

void turns_give(struct turns *turns, const struct job *job, int64_t length)
{
    pthread_mutex_lock(&turns->lock);
    if (length != INT64_MAX)
        turns->length = length;
    give(turns, job, length);
    pthread_mutex_unlock(&turns->lock);
}

void turns_leave(struct turns *turns, const struct job *job)
{
    pthread_mutex_lock(&turns->lock);
    turns->gone = job;
    give(turns, job, INT64_MAX);
    pthread_mutex_unlock(&turns->lock);
}

int64_t turns_taken(struct turns *turns)
{
    pthread_mutex_lock(&turns->lock);
    bool running = atomic_load(&turns->whose) == turns->part[0];
    int64_t taken = turns->taken + (running ? clock_now() - turns->began : 0);
    pthread_mutex_unlock(&turns->lock);
    return taken;
}
