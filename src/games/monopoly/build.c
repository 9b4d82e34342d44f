#include "games/monopoly/build.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/ints.h"
#include "games/monopoly/block.h"
#include "solve/crew.h"
#include "solve/tell.h"

enum { LEVELS = DEEDS + 1, PERCENT_STEP = 5 };

/* What the threads share. All but the atomics changes only between the two barriers of a level. */
struct site {
    struct ledger *ledger;
    struct job *job;
    int goal;        /* wealth to reach */
    int wealth;      /* of the layer at work */
    int level;       /* squares owned in the blocks at work */
    atomic_int next; /* index into `work` of the next block that nobody has taken */
    enum build_end end;
    bool finished;
    int percent; /* last noted */
    double tolerance;
    int level_begin[LEVELS + 1]; /* into `work` */
    uint16_t work[HOLDINGS];     /* holdings by level, one of each mirrored pair */
    pthread_mutex_t gate;        /* held until the barrier knows how many come */
    pthread_barrier_t barrier;
};

struct monopoly_worker {
    struct site *site;
    struct monopoly_block block;
};

/* -- one block -- */

static void set_landings(const struct census *census, struct monopoly_block *block, int holding)
{
    for (int square = 0; square < MONOPOLY_SQUARES; square++) {
        int owner = monopoly_census_owner(census, holding, square);
        for (int player = 0; player < 2; player++) {
            enum landing *landing = &block->landing[player][square];
            if (square == MONOPOLY_SQUARE_FINE)
                *landing = LANDING_OUT;
            else if (census->digit[square] == 0)
                *landing = LANDING_PASS;
            else
                *landing = owner == 2 - player ? LANDING_RENT : LANDING_CHOICE;
        }
    }
}

/* Where a way out leads, and what it costs the one who takes it. */
struct build_way {
    int wealth;
    int holding;
    int cost;
};

static struct build_way way_out(const struct census *census, int wealth, int holding, int player, int square)
{
    if (square == MONOPOLY_SQUARE_FINE)
        return (struct build_way){.wealth = wealth - census->fine, .holding = holding, .cost = census->fine};
    int digit = census->digit[square];
    int owner = monopoly_census_owner(census, holding, square);
    if (owner == 0)
        return (struct build_way){
            .wealth = wealth, .holding = holding + (player + 1) * digit, .cost = census->price[square]};
    assert(owner == player + 1);
    return (struct build_way){.wealth = wealth - census->price[square] + census->back[square],
                              .holding = holding - owner * digit,
                              .cost = -census->back[square]};
}

/* `player` on `at` has paid, or lost where he cannot; the other rolls with the cash he had. By player 1's cash. */
static void read_way(const struct ledger *ledger, const struct build_way *way, int player, int at, int other,
                     int cashes, double *out)
{
    int poor = int_least(int_most(way->cost, 0), cashes);
    for (int c = 0; c < poor; c++)
        out[player == 0 ? c : cashes - 1 - c] = player;
    if (poor == cashes)
        return;
    assert(cashes - poor <= ledger_cashes(ledger, way->wealth, way->holding));
    int seen = player == 0 ? ledger->census.mirror[way->holding] : way->holding; /* by him who rolls */
    const unsigned char *row = monopoly_ledger_row(ledger, way->wealth, seen, other, at);
    if (player == 0)
        monopoly_ledger_read_other(ledger, row, 0, cashes - poor, out + poor);
    else
        monopoly_ledger_read(ledger, row, 0, cashes - poor, out);
}

static void read_ways(const struct ledger *ledger, struct monopoly_block *block, int wealth, int holding)
{
    for (int square = 0; square < MONOPOLY_SQUARES; square++)
        for (int player = 0; player < 2; player++) {
            enum landing landing = block->landing[player][square];
            if (landing != LANDING_CHOICE && landing != LANDING_OUT)
                continue;
            struct build_way way = way_out(&ledger->census, wealth, holding, player, square);
            for (int other = 0; other < MONOPOLY_SQUARES; other++)
                read_way(ledger, &way, player, square, other, block->cashes,
                         player == 0 ? block_out(block, 0, square, other)
                                     : block_out(block, 1, other, square));
        }
}

static void write_block(const struct ledger *ledger, struct monopoly_block *block, int wealth, int holding)
{
    int mirror = ledger->census.mirror[holding];
    assert(holding <= mirror);
    for (int s = 0; s < MONOPOLY_SQUARES; s++) {
        monopoly_block_rolls(block, s);
        for (int t = 0; t < MONOPOLY_SQUARES; t++) {
            size_t at = (size_t)t * block->stride;
            monopoly_ledger_write(ledger, monopoly_ledger_row(ledger, wealth, holding, s, t), block->cashes,
                                  block->roll[0] + at);
            if (mirror != holding)
                monopoly_ledger_write_other(ledger, monopoly_ledger_row(ledger, wealth, mirror, t, s),
                                            block->cashes, block->roll[1] + at);
        }
    }
}

/* Returns how many positions that were. */
static uint64_t solve_pair(const struct site *site, struct monopoly_block *block, int holding)
{
    const struct ledger *ledger = site->ledger;
    assert(ledger->census.count[holding] == site->level);
    int cashes = ledger_cashes(ledger, site->wealth, holding);
    if (cashes <= 0)
        return 0;
    monopoly_block_resize(block, cashes, ledger->census.rent);
    set_landings(&ledger->census, block, holding);
    read_ways(ledger, block, site->wealth, holding);
    monopoly_block_solve(block, site->tolerance);
    write_block(ledger, block, site->wealth, holding);
    return (uint64_t)cashes * MONOPOLY_SQUARES * MONOPOLY_SQUARES * 2;
}

/* -- the order of things -- */

static void note_progress(struct site *site)
{
    const struct census *census = &site->ledger->census;
    double done = (double)monopoly_ledger_bytes(census, 1, site->ledger->reach);
    int percent = (int)(100 * done / (double)monopoly_ledger_bytes(census, 1, site->goal));
    percent -= percent % PERCENT_STEP;
    if (percent <= site->percent)
        return;
    site->percent = percent;
    char text[80];
    snprintf(text, sizeof text, "tables %d percent, wealth %d of %d", percent,
             site->ledger->reach * census->unit, site->goal * census->unit);
    tell_note(site->job, text);
}

static void finish(struct site *site, enum build_end end)
{
    assert(!site->finished);
    site->finished = true;
    site->end = end;
}

/* Opens the layer above what is solved. */
static void open_layer(struct site *site)
{
    struct ledger *ledger = site->ledger;
    assert(ledger->reach < ledger->layers);
    if (ledger->reach >= site->goal) {
        finish(site, BUILD_DONE);
        return;
    }
    site->wealth = ledger->reach + 1;
    site->level = DEEDS; /* a layer that a stop has left half done begins again */
    if (ledger->layers <= site->wealth && !monopoly_ledger_add_layer(ledger))
        finish(site, BUILD_NO_MEMORY);
}

/* One thread alone, between the levels. */
static void advance(struct site *site)
{
    assert(!site->finished && site->wealth == site->ledger->reach + 1);
    if (job_stopped(site->job)) {
        finish(site, BUILD_STOPPED);
        return;
    }
    if (site->level > 0) {
        site->level--;
    } else {
        site->ledger->reach = site->wealth;
        note_progress(site);
        open_layer(site);
    }
    if (!site->finished)
        atomic_store(&site->next, site->level_begin[site->level]);
}

static void work(void *argument)
{
    struct monopoly_worker *worker = argument;
    struct site *site = worker->site;
    pthread_mutex_lock(&site->gate);
    pthread_mutex_unlock(&site->gate);
    while (!site->finished) {
        int end = site->level_begin[site->level + 1];
        for (int i; (i = atomic_fetch_add(&site->next, 1)) < end;)
            if (job_tick(site->job, solve_pair(site, &worker->block, site->work[i])))
                break;
        if (pthread_barrier_wait(&site->barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            advance(site);
        pthread_barrier_wait(&site->barrier);
    }
}

static void list_work(struct site *site)
{
    const struct census *census = &site->ledger->census;
    int count = 0;
    for (int level = 0; level < LEVELS; level++) {
        site->level_begin[level] = count;
        for (int holding = 0; holding < HOLDINGS; holding++)
            if (census->count[holding] == level && holding <= census->mirror[holding])
                site->work[count++] = (uint16_t)holding;
    }
    site->level_begin[LEVELS] = count;
    assert(count == (HOLDINGS + 1) / 2);
}

/* The barrier must know how many have come. */
static void work_together(struct site *site, struct monopoly_worker *workers, int count)
{
    struct crew others;
    void *member[CREW_MAX];
    for (int i = 0; i < count; i++)
        member[i] = &workers[i];
    pthread_mutex_lock(&site->gate);
    int started = crew_start(&others, count - 1, work, member + 1);
    pthread_barrier_init(&site->barrier, NULL, (unsigned)started + 1);
    pthread_mutex_unlock(&site->gate);
    work(member[0]);
    crew_join(&others);
    pthread_barrier_destroy(&site->barrier);
}

enum build_end monopoly_ledger_build(struct ledger *ledger, int wealth, int threads, struct job *job)
{
    assert(threads >= 1);
    struct site site = {.ledger = ledger,
                        .job = job,
                        .goal = wealth,
                        .tolerance = ledger->width == 4 ? 1e-10 : 1e-7,
                        .gate = PTHREAD_MUTEX_INITIALIZER};
    open_layer(&site);
    if (site.finished)
        return site.end;
    list_work(&site);
    atomic_store(&site.next, site.level_begin[site.level]);
    struct monopoly_worker workers[CREW_MAX];
    int count = 0;
    for (; count < threads && count < CREW_MAX; count++) {
        workers[count].site = &site;
        if (!monopoly_block_create(&workers[count].block, wealth))
            break;
    }
    if (count > 0)
        work_together(&site, workers, count);
    for (int i = 0; i < count; i++)
        monopoly_block_destroy(&workers[i].block);
    return count > 0 ? site.end : BUILD_NO_MEMORY;
}
