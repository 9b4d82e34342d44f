/* A list over a queue on more cores than there are, in virtual time: `panj-campaign run --queue` and `work`.
 *
 *     list LENGTHS [JOBS CORES]
 *
 * Lengths are drawn from those in a file of results (the first "N.NN s" of each line), as long as they were measured. A
 * worker is a machine of ENGINES engines and one connection, as worker.c does it: in one turn, there and back, it sends
 * what has been found and asks for as many jobs as it has idle engines. The server does
 * one command after the other. Efficiency is the length of all jobs beside all cores' time until the last is done. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

enum {
    ENGINES = 16,
    COMMAND =
        10, /* microseconds of the server for a command; `doctor` counts 7 a job, 13,000 jobs a second */
    START = 4000,  /* microseconds until a fresh engine thinks */
    PAUSE = 20000, /* within which workers begin */
    LENGTHS_MOST = 4096,
    WORKERS_MOST = 4096
};

struct worker {
    int64_t turn;          /* when it looks again */
    int64_t ends[ENGINES]; /* INT64_MAX: idle */
    int engines;
};

struct swarm {
    struct worker *workers;
    int *heap; /* of workers, by their turns */
    int count;
    int64_t left; /* jobs that nobody has taken */
    int64_t server_until, latency, last;
    const int64_t *lengths;
    int length_count;
    int64_t scale; /* lengths are divided by it */
    struct rng rng;
    int64_t work; /* of all jobs */
};

/* -- the heap -- */

static void sink(struct swarm *swarm, int at)
{
    for (int child; (child = 2 * at + 1) < swarm->count; at = child) {
        if (child + 1 < swarm->count &&
            swarm->workers[swarm->heap[child + 1]].turn < swarm->workers[swarm->heap[child]].turn)
            child++;
        if (swarm->workers[swarm->heap[at]].turn <= swarm->workers[swarm->heap[child]].turn)
            return;
        int other = swarm->heap[at];
        swarm->heap[at] = swarm->heap[child];
        swarm->heap[child] = other;
    }
}

/* -- a turn -- */

/* There and back, with so many commands in one piece; when the answer is here. */
static int64_t ask(struct swarm *swarm, int64_t now, int commands)
{
    int64_t there = now + swarm->latency;
    swarm->server_until = (swarm->server_until > there ? swarm->server_until : there) + commands * COMMAND;
    return swarm->server_until + swarm->latency;
}

static int64_t draw(struct swarm *swarm)
{
    int64_t length = swarm->lengths[rng_below(&swarm->rng, (uint64_t)swarm->length_count)] / swarm->scale;
    swarm->work += length;
    return length + START;
}

/* Results are four commands of the worker and two of the collector, jobs one for all. */
static void take_turn(struct swarm *swarm, struct worker *worker)
{
    int found = 0, idle = 0;
    int64_t now = worker->turn, next = INT64_MAX;
    for (int i = 0; i < worker->engines; i++)
        if (worker->ends[i] <= now) {
            worker->ends[i] = INT64_MAX;
            found++;
        }
    for (int i = 0; i < worker->engines; i++)
        idle += worker->ends[i] == INT64_MAX;
    now = ask(swarm, now, 6 * found + (idle > 0));
    swarm->last = found > 0 && now > swarm->last ? now : swarm->last;
    for (int i = 0; i < worker->engines; i++) {
        if (worker->ends[i] == INT64_MAX && swarm->left > 0) {
            swarm->left--;
            worker->ends[i] = now + draw(swarm);
        }
        next = worker->ends[i] < next ? worker->ends[i] : next;
    }
    worker->turn = next > now ? next : now;
}

/* -- runs -- */

static double simulate(const int64_t *lengths, int length_count, int64_t scale, int64_t jobs, int cores,
                       int64_t latency)
{
    int workers = (cores + ENGINES - 1) / ENGINES;
    struct swarm swarm = {.workers = calloc((size_t)workers, sizeof *swarm.workers),
                          .heap = calloc((size_t)workers, sizeof *swarm.heap),
                          .count = workers,
                          .left = jobs,
                          .latency = latency,
                          .lengths = lengths,
                          .length_count = length_count,
                          .scale = scale,
                          .rng = {1}};
    for (int i = 0; i < workers; i++) {
        swarm.heap[i] = i;
        swarm.workers[i].turn = i * PAUSE / workers;
        swarm.workers[i].engines = cores < ENGINES ? cores : ENGINES;
        for (int e = 0; e < ENGINES; e++)
            swarm.workers[i].ends[e] = INT64_MAX;
    }
    while (swarm.workers[swarm.heap[0]].turn < INT64_MAX) {
        take_turn(&swarm, &swarm.workers[swarm.heap[0]]);
        sink(&swarm, 0);
    }
    free(swarm.workers);
    free(swarm.heap);
    return 100 * (double)swarm.work / (double)swarm.last / cores;
}

static int read_lengths(const char *path, int64_t *lengths)
{
    char line[1024];
    int count = 0;
    FILE *file = fopen(path, "r");
    while (file != NULL && count < LENGTHS_MOST && fgets(line, sizeof line, file) != NULL) {
        char *seconds = line;
        while ((seconds = strpbrk(seconds, "0123456789")) != NULL) {
            char *end;
            double value = strtod(seconds, &end);
            if (end[0] == ' ' && end[1] == 's' && (end[2] == ' ' || end[2] == '\n')) {
                lengths[count++] = (int64_t)(value * 1e6);
                break;
            }
            seconds = end;
        }
    }
    if (file != NULL)
        fclose(file);
    return count;
}

static void print_row(const int64_t *lengths, int count, int64_t scale, int64_t jobs)
{
    static const int cores[] = {2, 16, 256, 4096};
    static const int64_t latencies[] = {100, 5000, 50000};
    double mean = 0;
    for (int i = 0; i < count; i++)
        mean += (double)lengths[i] / 1e6 / (double)scale / count;
    for (size_t l = 0; l < sizeof latencies / sizeof latencies[0]; l++) {
        printf("| %" PRId64 " of %.2f s | %.1f ms |", jobs, mean, (double)latencies[l] / 1e3);
        for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++)
            printf(" %.1f %% |", simulate(lengths, count, scale, jobs, cores[i], latencies[l]));
        puts("");
    }
}

int main(int words, char **word)
{
    static int64_t lengths[LENGTHS_MOST];
    int count = words > 1 ? read_lengths(word[1], lengths) : 0;
    if (count == 0) {
        fprintf(stderr, "usage: list LENGTHS, a file with \"N.NN s\" in its lines\n");
        return 2;
    }
    puts("| jobs | latency | 2 cores | 16 | 256 | 4096 |\n|---|---|---|---|---|---|");
    print_row(lengths, count, 1, 10000);
    print_row(lengths, count, 1, 100000);
    print_row(lengths, count, 1, 1000000);
    print_row(lengths, count, 100, 1000000);
    return 0;
}
