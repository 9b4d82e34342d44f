/* Konane's prover on more processors than this machine has: its threads are coroutines in virtual time, one table.
 *
 *     threads ["rows=6 cols=7" "d4 c4" ...]
 *
 * The code is the prover's own. The linker puts three functions of ours before those that it calls (`--wrap`): making
 * and joining a thread makes and awaits a coroutine, and whoever stores into the table has done one position and the
 * endgames before it, and gives way to the coroutine with the least virtual time. A position costs one unit of time, so
 * efficiency is the nodes of one thread beside those of all. Whatever depends on caches and memory is left out. */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#include "base/clock.h"
#include "games/konane/endgame.h"
#include "games/konane/prover.h"

enum { CROWD_MOST = 64, STACK = 1 << 20, TABLE = 1 << 28 };

struct searcher {
    ucontext_t context;
    uint64_t time; /* positions that it has visited */
    bool lives;
    void *(*work)(void *);
    void *argument;
    char *stack; /* NULL: the main one */
};

static struct searcher crowd[CROWD_MOST];
static int count, now; /* searchers there are, and the one that runs */

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

/* -- runs -- */

struct opening {
    struct board board;
    struct position position;
};

static bool read_opening(struct opening *opening, const char *flags, const char *moves)
{
    struct words words;
    struct fault fault;
    if (!words_split(flags, strlen(flags), &words) ||
        !konane_start(&opening->board, &opening->position, &words, &fault) ||
        !words_split(moves, strlen(moves), &words))
        return false;
    for (int i = 0; i < words.count; i++) {
        move_t move = konane_move_parse(&opening->board, words.at[i]);
        if (move == MOVE_NONE)
            return false;
        konane_game.apply(&opening->board, &opening->position, move);
    }
    return true;
}

struct outcome {
    uint64_t nodes;
    bool won;
};

static struct outcome simulate(const struct opening *opening, int threads)
{
    struct prover *prover = konane_prover_create();
    struct job job = {.began = clock_now(), .node_limit = UINT64_MAX, .deadline = INT64_MAX};
    struct means means = {.bytes = TABLE, .threads = threads};
    struct proof proof = {1, 1};
    count = 1;
    now = 0;
    crowd[0] = (struct searcher){.lives = true};
    bool good = konane_prover_run(prover, konane_board(&opening->board), konane_position(&opening->position),
                                  &means, &job, &proof);
    assert(good && proof_is_final(proof));
    struct outcome outcome = {.nodes = atomic_load(&job.nodes), .won = good && proof_is_won(proof)};
    konane_prover_destroy(prover);
    return outcome;
}

static bool print_row(const char *flags, const char *moves)
{
    static const int threads[] = {1, 2, 4, 16, 64};
    struct opening opening;
    struct outcome alone = {0};
    if (!read_opening(&opening, flags, moves)) {
        fprintf(stderr, "%s %s: no opening of konane\n", flags, moves);
        return false;
    }
    printf("| %s, %s |", flags, moves);
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        struct outcome outcome = simulate(&opening, threads[i]);
        alone = i == 0 ? outcome : alone;
        assert(outcome.won == alone.won);
        if (i == 0)
            printf(" %" PRIu64 " |", alone.nodes);
        else /* nobody runs ahead by more than an endgame: all have worked as long */
            printf(" %.0f %% |", 100 * (double)alone.nodes / (double)outcome.nodes);
        fflush(stdout);
    }
    puts("");
    return true;
}

int main(int words, char **word)
{
    bool good = true;
    puts("| opening | nodes of 1 thread | 2 | 4 | 16 | 64 |\n|---|---|---|---|---|---|");
    for (int i = 1; i + 1 < words; i += 2)
        good = print_row(word[i], word[i + 1]) && good;
    if (words < 3)
        good = print_row("rows=6 cols=7", "a1 b1") && print_row("rows=6 cols=7", "d4 c4");
    for (int i = 0; i < CROWD_MOST; i++)
        free(crowd[i].stack);
    return good ? 0 : 1;
}
