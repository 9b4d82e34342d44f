/* The life of a job: its thread, its clock, and who may end it when. One lock guards what the owner and the
 * job's thread share; thinking itself takes no lock. */
#include "search/search.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/pages.h"
#include "search/limits.h"
#include "search/think.h"

enum { ONLY_MOVE_SHARE = 16 };

struct run {
    struct search *search;
    struct thinking thinking;
    struct budget budget; /* begins to count when pondering ends */
    uint64_t nodes;       /* the limit on nodes, the same */
    bool pondering;       /* guarded by the lock, as what follows */
    bool stopped;         /* by the owner */
    bool over;            /* nothing but to be joined */
    pthread_t thread;
    struct run *next; /* in search->ended */
};

struct search {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* some run's pondering, stopped or over */
    struct workshop workshop;
    struct run *current; /* NULL: nothing runs */
    struct run *ended;   /* their answers are given, or being given */
    int64_t lateness;    /* microseconds that answers have lately come behind their deadline */
};

/* -- the object -- */

struct search *search_create(void)
{
    struct search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return NULL;
    if (pthread_mutex_init(&search->lock, NULL) != 0) {
        free(search);
        return NULL;
    }
    if (pthread_cond_init(&search->changed, NULL) != 0) {
        pthread_mutex_destroy(&search->lock);
        free(search);
        return NULL;
    }
    search->workshop.threads = 1;
    search_set_hash(search, 0);
    return search;
}

static size_t bytes_by_default(void)
{
    const size_t least = (size_t)64 << 20, most = (size_t)2 << 30;
    size_t quarter = pages_installed() / 4;
    return quarter < least ? least : quarter < most ? quarter : most;
}

static void drop_table(struct search *search)
{
    table_destroy(search->workshop.table);
    search->workshop.table = NULL;
}

void search_destroy(struct search *search)
{
    search_stop(search);
    search_wait(search);
    drop_table(search);
    workshop_destroy(&search->workshop);
    pthread_cond_destroy(&search->changed);
    pthread_mutex_destroy(&search->lock);
    free(search);
}

void search_set_hash(struct search *search, int mib)
{
    assert(mib >= 0 && search->current == NULL);
    drop_table(search);
    search->workshop.table_bytes = mib > 0 ? (size_t)mib << 20 : bytes_by_default();
}

void search_set_threads(struct search *search, int threads)
{
    assert(threads > 0 && threads <= THREADS_MAX && search->current == NULL);
    search->workshop.threads = threads;
}

void search_clear(struct search *search)
{
    assert(search->current == NULL);
    drop_table(search); /* fresh pages come cheaper than wiping these */
    workshop_forget(&search->workshop);
}

void *search_solver(struct search *search, const struct game *game)
{
    assert(search->current == NULL);
    struct solver_place *place = workshop_place(&search->workshop, game);
    return place != NULL ? place->self : NULL;
}

size_t search_table_bytes(const struct search *search)
{
    return search->workshop.table_bytes;
}

int search_threads(const struct search *search)
{
    return search->workshop.threads;
}

/* -- the job's thread -- */

/* An answer to infinite or ponder is held back until the owner wants it. */
static void hold_answer(struct run *run)
{
    pthread_mutex_lock(&run->search->lock);
    while (!run->stopped && (run->thinking.task.limits.infinite || run->pondering))
        pthread_cond_wait(&run->search->changed, &run->search->lock);
    pthread_mutex_unlock(&run->search->lock);
}

/* The second move of the line, if it is the other player's. */
static move_t ponder_move(const struct task *task, const struct report *report)
{
    assert(report->pv_count > 0);
    if (report->pv_count < 2)
        return MOVE_NONE;
    struct position next;
    position_copy(task->game, &next, &task->position);
    enum actor mover = task->game->turn(&task->board, &next);
    task->game->apply(&task->board, &next, report->pv[0]);
    enum actor turn = task->game->turn(&task->board, &next);
    bool other = (turn == ACTOR_ONE || turn == ACTOR_TWO) && turn != mover;
    return other ? report->pv[1] : MOVE_NONE;
}

/* The worst is remembered, and fades. */
static void learn_lateness(struct search *search, const struct job *job)
{
    int64_t deadline = atomic_load(&job->deadline);
    int64_t late = deadline == INT64_MAX ? 0 : clock_now() - deadline;
    search->lateness -= search->lateness / 4;
    if (late > search->lateness)
        search->lateness = late;
}

static void *run_main(void *argument)
{
    struct run *run = argument;
    struct search *search = run->search;
    think(&run->thinking);
    learn_lateness(search, &run->thinking.job);
    hold_answer(run);
    const struct thinking *thinking = &run->thinking;
    struct search_end end = {.best = thinking->last.pv[0],
                             .ponder = ponder_move(&thinking->task, &thinking->last),
                             .nodes = atomic_load(&thinking->job.nodes),
                             .time = job_time(&thinking->job)};
    pthread_mutex_lock(&search->lock);
    assert(search->current == run);
    search->current = NULL;
    run->next = search->ended;
    search->ended = run;
    pthread_mutex_unlock(&search->lock);

    run->thinking.listener.done(run->thinking.listener.context, &end);

    pthread_mutex_lock(&search->lock);
    run->over = true;
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->lock);
    return NULL;
}

/* -- starting -- */

static int64_t moment(int64_t begin, int64_t duration)
{
    assert(begin >= 0 && duration >= 0);
    return duration == INT64_MAX ? INT64_MAX : begin + duration;
}

/* From now on the limits count. */
static void run_start_clock(struct run *run, int64_t now)
{
    struct thinking *thinking = &run->thinking;
    atomic_store(&thinking->soft, moment(now, run->budget.soft));
    atomic_store(&thinking->job.deadline, moment(now, run->budget.hard));
    if (run->nodes > 0)
        atomic_store(&thinking->job.node_limit, atomic_load(&thinking->job.nodes) + run->nodes);
}

static bool has_only_move(const struct task *task)
{
    if (task->limits.only.count > 0)
        return task->limits.only.count == 1;
    return game_count_moves(task->game, &task->board, &task->position) == 1;
}

/* The agent of the seed has a depth of its own and no clock. A move that must be played needs no thought but
 * for its score; what a clock gives for it is better spent later. */
static void run_set_limits(struct run *run)
{
    const struct task *task = &run->thinking.task;
    run->budget = (struct budget){.soft = INT64_MAX, .hard = INT64_MAX};
    if (task->manner == MANNER_SEED && task->game->seed != NULL)
        return;
    int horizon = task->game->horizon(&task->board, &task->position);
    enum actor mover = task->game->turn(&task->board, &task->position);
    int64_t overhead = task->move_overhead + run->search->lateness / 1000;
    run->budget = limits_budget(&task->limits, mover, overhead, horizon);
    run->nodes = task->limits.nodes;
    bool has_clock = task->limits.has_clock[0] || task->limits.has_clock[1];
    if (has_clock && has_only_move(task))
        run->budget.soft /= ONLY_MOVE_SHARE;
}

static struct run *run_create(struct search *search, const struct task *task,
                              const struct search_listener *listener)
{
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return NULL;
    assert(task->game->scale <= SCALE_CHANCE && task->move_overhead >= 0 && task->multipv >= 0);
    run->search = search;
    run->pondering = task->limits.ponder;
    if (pthread_mutex_init(&run->thinking.telling, NULL) != 0) {
        free(run);
        return NULL;
    }
    struct thinking *thinking = &run->thinking;
    thinking->task = *task;
    if (task->game->forget != NULL)
        task->game->forget(&thinking->task.board, &thinking->task.position);
    thinking->workshop = &search->workshop;
    thinking->listener = *listener;
    struct job *job = &thinking->job;
    job->began = clock_now();
    atomic_store(&thinking->told, job->began);
    atomic_store(&job->node_limit, UINT64_MAX);
    atomic_store(&job->deadline, INT64_MAX);
    atomic_store(&thinking->soft, INT64_MAX);
    run_set_limits(run);
    if (!run->pondering)
        run_start_clock(run, job->began);
    return run;
}

static void run_destroy(struct run *run)
{
    pthread_mutex_destroy(&run->thinking.telling);
    free(run);
}

/* Joins the threads of runs that are over; with `all`, waits for those that are not yet. */
static void reap(struct search *search, bool all)
{
    pthread_mutex_lock(&search->lock);
    struct run **link = &search->ended;
    while (*link != NULL) {
        struct run *run = *link;
        while (all && !run->over)
            pthread_cond_wait(&search->changed, &search->lock);
        if (run->over) {
            assert(run != search->current);
            *link = run->next;
            pthread_join(run->thread, NULL); /* it needs the lock no more */
            run_destroy(run);
        } else {
            link = &run->next;
        }
    }
    pthread_mutex_unlock(&search->lock);
}

bool search_start(struct search *search, const struct task *task, const struct search_listener *listener)
{
    assert(search->current == NULL);
    assert(task->limits.only.count >= 0 && task->limits.only.count <= MOVES_MAX);
    assert(listener->report != NULL && listener->note != NULL && listener->done != NULL);
    reap(search, false);
    struct run *run = run_create(search, task, listener);
    if (run == NULL)
        return false;
    pthread_mutex_lock(&search->lock);
    search->current = run;
    bool started = pthread_create(&run->thread, NULL, run_main, run) == 0;
    if (!started)
        search->current = NULL;
    pthread_mutex_unlock(&search->lock);
    if (!started)
        run_destroy(run);
    return started;
}

void search_stop(struct search *search)
{
    pthread_mutex_lock(&search->lock);
    if (search->current != NULL) {
        search->current->stopped = true;
        atomic_store(&search->current->thinking.job.stop, true);
        pthread_cond_broadcast(&search->changed);
    }
    pthread_mutex_unlock(&search->lock);
}

void search_ponderhit(struct search *search)
{
    pthread_mutex_lock(&search->lock);
    struct run *run = search->current;
    if (run != NULL && run->pondering) {
        run->pondering = false;
        run_start_clock(run, clock_now());
        pthread_cond_broadcast(&search->changed);
    }
    pthread_mutex_unlock(&search->lock);
}

void search_wait(struct search *search)
{
    pthread_mutex_lock(&search->lock);
    while (search->current != NULL)
        pthread_cond_wait(&search->changed, &search->lock);
    pthread_mutex_unlock(&search->lock);
    reap(search, true);
}

uint64_t search_nodes(struct search *search)
{
    pthread_mutex_lock(&search->lock);
    uint64_t nodes = search->current != NULL ? atomic_load(&search->current->thinking.job.nodes) : 0;
    pthread_mutex_unlock(&search->lock);
    return nodes;
}
