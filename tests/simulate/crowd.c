#define _XOPEN_SOURCE 700
#include "tests/simulate/crowd.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <ucontext.h>

#include "games/konane/endgame.h"
#include "games/konane/proof_table.h"

enum { STACK = 1 << 20 };

void (*crowd_stored)(uint64_t, unsigned);

struct searcher {
    ucontext_t context;
    uint64_t time; /* positions that it has visited, or waited for */
    bool lives;
    void *(*work)(void *);
    void *argument;
    char *stack; /* NULL: the main one */
};

static struct searcher crowd[CROWD_MOST] = {{.lives = true}};
static int count = 1, now; /* searchers there are, and the one that runs: the first is who calls */

/* -- what the prover calls -- */

int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_join(pthread_t, void **);
void __real_konane_proof_table_store(struct proof_table *, uint64_t, unsigned, struct proof, uint64_t);
void __wrap_konane_proof_table_store(struct proof_table *, uint64_t, unsigned, struct proof, uint64_t);
enum endgame_answer __real_konane_endgame_solve(struct endgame *, const struct konane_view *, int);
enum endgame_answer __wrap_konane_endgame_solve(struct endgame *, const struct konane_view *, int);

static int next_in_time(void)
{
    int best = -1;
    for (int i = 0; i < count; i++)
        if (crowd[i].lives && (best < 0 || crowd[i].time < crowd[best].time))
            best = i;
    return best;
}

static void go_to(int next)
{
    int from = now;
    assert(next >= 0 && crowd[next].lives);
    if (next == from)
        return;
    now = next;
    swapcontext(&crowd[from].context, &crowd[next].context);
}

static void begin_searcher(void)
{
    crowd[now].work(crowd[now].argument);
    crowd[now].lives = false;
    go_to(next_in_time());
}

/* The place of one that has ended, or a new one: a table that grows lets all threads end and begins others. */
static int free_place(void)
{
    for (int i = 1; i < count; i++)
        if (!crowd[i].lives)
            return i;
    assert(count < CROWD_MOST);
    return count++;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *),
                          void *argument)
{
    (void)attributes;
    int place = free_place();
    struct searcher *searcher = &crowd[place];
    char *stack = searcher->stack != NULL ? searcher->stack : malloc(STACK);
    *searcher = (struct searcher){
        .lives = true, .time = crowd[now].time, .work = work, .argument = argument, .stack = stack};
    getcontext(&searcher->context);
    searcher->context.uc_stack = (stack_t){.ss_sp = stack, .ss_size = STACK};
    makecontext(&searcher->context, begin_searcher, 0);
    *thread = (pthread_t)place;
    return stack == NULL;
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
    (void)result;
    uint64_t time = crowd[now].time;
    while (crowd[thread].lives) {
        crowd[now].time = UINT64_MAX; /* waits for the others */
        go_to(next_in_time());
    }
    crowd[now].time = time > crowd[thread].time ? time : crowd[thread].time;
    return 0;
}

void __wrap_konane_proof_table_store(struct proof_table *table, uint64_t stones, unsigned side,
                                     struct proof proof, uint64_t work)
{
    __real_konane_proof_table_store(table, stones, side, proof, work);
    if (crowd_stored != NULL)
        crowd_stored(stones, side);
    crowd[now].time++;
    go_to(next_in_time());
}

enum endgame_answer __wrap_konane_endgame_solve(struct endgame *endgame, const struct konane_view *view,
                                                int budget)
{
    uint64_t before = endgame->nodes;
    enum endgame_answer answer = __real_konane_endgame_solve(endgame, view, budget);
    crowd[now].time += endgame->nodes - before;
    return answer;
}

/* -- from outside -- */

uint64_t crowd_time(void)
{
    return crowd[now].time;
}

void crowd_free(void)
{
    for (int i = 0; i < CROWD_MOST; i++)
        free(crowd[i].stack);
}
