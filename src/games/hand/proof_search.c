/* Depth first to the end of the game, and no further than the houses are open.
 *
 * Most of the work is among the last cards, so there a node is a handful of table look-ups. Higher up what is
 * proven goes into the table. Several threads walk the same tree; each leaves for later what another is busy with. */
#include "base/bits.h"
#include "games/hand/proof.h"

#include "games/hand/proof_options.h"
#include "solve/crew.h"

enum {
    CARDS_EARLY = 18,   /* from here up a node is remembered */
    CARDS_SHARED = 20,  /* from here up the threads keep out of each other's way */
    CARDS_THREADS = 24, /* from here up there is work for several */
    TICK = 1024,        /* nodes */
    LEVELS_MAX = HAND_CARDS_MAX + 1
};

struct hand_worker {
    struct hand_proof *proof;
    const struct hand_deal *deal;
    uint64_t nodes; /* since the last tick */
    bool alone;     /* no other thread */
    bool stopped;   /* values mean nothing any more */
    int levels;     /* shared nodes above this one */
    int unwind;     /* a level that another thread has proven: go back there; LEVELS_MAX: none */
    struct hand_node above[LEVELS_MAX];
    struct hand_node root;
    int best;    /* its move, a cell */
    int reached; /* or HAND_UNKNOWN */
};

/* -- the last cards -- */

static bool late(struct hand_worker *worker, struct hand_node node)
{
    bool mover = true; /* on move is who was on move when we came */
    for (;;) {
        struct hand_options options;
        worker->nodes++;
        hand_options_gather(worker->deal, node, &options);
        if (options.count <= 0)
            return (options.count == HAND_OPTIONS_WIN) == mover;
        while (options.count > 1)
            if (!late(worker, hand_node_after(worker->deal, node, hand_options_take(&options))))
                return mover;
        node = hand_node_after(worker->deal, node, options.at[0]);
        mover = !mover;
    }
}

/* -- threads -- */

/* Counts nodes, looks at the clock; true when the worker must go home. */
static bool worker_tick(struct hand_worker *worker)
{
    struct hand_proof *proof = worker->proof;
    assert(proof->job != NULL);
    if (worker->nodes >= TICK) {
        bool end = job_tick(proof->job, worker->nodes) ||
                   atomic_load_explicit(&proof->job->nodes, memory_order_relaxed) >= proof->nodes_most;
        worker->nodes = 0;
        if (end)
            atomic_store_explicit(&proof->enough, true, memory_order_relaxed);
    }
    worker->stopped = worker->stopped || atomic_load_explicit(&proof->enough, memory_order_relaxed);
    return worker->stopped;
}

static uint64_t table_place(struct hand_node node)
{
    return node.where & ((UINT64_C(1) << (VARYS_BIT + 6)) - 1);
}

static int find(const struct hand_worker *worker, struct hand_node node)
{
    return hand_proof_table_find(worker->proof->table, table_place(node), node.lead);
}

static uint64_t busy_word(struct hand_node node)
{
    return (node.where ^ (uint64_t)node.lead << 32) * UINT64_C(0x9E3779B97F4A7C15) | 1;
}

static _Atomic uint64_t *busy_slot(struct hand_proof *proof, uint64_t word)
{
    return &proof->busy[word >> 54];
}

static bool is_busy(struct hand_proof *proof, struct hand_node node)
{
    uint64_t word = busy_word(node);
    return atomic_load_explicit(busy_slot(proof, word), memory_order_relaxed) == word;
}

static void set_busy(struct hand_proof *proof, struct hand_node node, bool busy)
{
    uint64_t word = busy_word(node);
    _Atomic uint64_t *slot = busy_slot(proof, word);
    if (busy || atomic_load_explicit(slot, memory_order_relaxed) == word)
        atomic_store_explicit(slot, busy ? word : 0, memory_order_relaxed);
}

/* Has another thread settled a node above this one? Then there is nothing to do down here. (The root is told
 * by `enough`.) */
static bool is_needless(struct hand_worker *worker)
{
    assert(!worker->alone && worker->unwind == LEVELS_MAX);
    for (int level = 1; level < worker->levels; level++)
        if (find(worker, worker->above[level]) >= 0) {
            worker->unwind = level;
            return true;
        }
    return false;
}

static bool early(struct hand_worker *worker, struct hand_node node);

static bool reaches(struct hand_worker *worker, struct hand_node node)
{
    if (bits_count(hand_node_cells(node)) < CARDS_EARLY)
        return late(worker, node);
    return early(worker, node);
}

/* As reaches(), telling the other threads. */
static bool reaches_shared(struct hand_worker *worker, struct hand_node from, struct hand_node node)
{
    assert(worker->levels < LEVELS_MAX);
    worker->above[worker->levels++] = from;
    set_busy(worker->proof, node, true);
    bool reached = reaches(worker, node);
    set_busy(worker->proof, node, false);
    worker->levels--;
    assert(worker->levels >= 0 && (worker->levels > 0 || worker->unwind != 0));
    return reached;
}

/* Tries the moves in order, those that others are busy with last. The move that reaches the goal, or -1; what
 * it says counts only if the worker has neither stopped nor to unwind. */
static int try_shared(struct hand_worker *worker, struct hand_node node, const struct hand_options *options)
{
    unsigned done = 0;
    assert(!worker->alone && options->count > 0);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < options->count; i++) {
            struct hand_node next = hand_node_after(worker->deal, node, options->at[i]);
            if (done >> i & 1 || (round == 0 && i > 0 && is_busy(worker->proof, next)))
                continue;
            bool reached = !reaches_shared(worker, node, next);
            if (worker->stopped || worker->unwind != LEVELS_MAX)
                return -1;
            if (reached)
                return i;
            done |= 1U << i;
        }
    return -1;
}

static int try_alone(struct hand_worker *worker, struct hand_node node, const struct hand_options *options)
{
    assert(options->count > 0);
    for (int i = 0; i < options->count; i++) {
        bool reached = !reaches(worker, hand_node_after(worker->deal, node, options->at[i]));
        if (worker->stopped)
            return -1;
        if (reached)
            return i;
    }
    return -1;
}

static bool early(struct hand_worker *worker, struct hand_node node)
{
    int cards = bits_count(hand_node_cells(node));
    bool shared = !worker->alone && cards >= CARDS_SHARED;
    struct hand_options options;
    assert(cards >= CARDS_EARLY && hand_node_wanted(node) > 0 && hand_node_feared(node) > 0);
    worker->nodes++;
    if (worker_tick(worker) || (shared && is_needless(worker)))
        return false;
    int known = find(worker, node);
    if (known != HAND_UNKNOWN)
        return known;
    hand_options_gather(worker->deal, node, &options);
    if (options.count <= 0)
        return options.count == HAND_OPTIONS_WIN;
    hand_options_sort(&options);
    for (;;) {
        int best = shared ? try_shared(worker, node, &options) : try_alone(worker, node, &options);
        if (worker->stopped)
            return false;
        if (worker->unwind == LEVELS_MAX) {
            hand_proof_table_store(worker->proof->table, table_place(node), node.lead, best >= 0,
                                   (unsigned)(cards - CARDS_EARLY) / 3);
            return best >= 0;
        }
        if (worker->unwind < worker->levels)
            return false;
        assert(shared && worker->unwind == worker->levels);
        worker->unwind = LEVELS_MAX; /* it is this node; if its entry is gone again, go on searching */
        known = find(worker, node);
        if (known != HAND_UNKNOWN)
            return known;
    }
}

/* The first move that is not known to fail. */
static int likeliest(const struct hand_worker *worker, struct hand_node node,
                     const struct hand_options *options)
{
    for (int i = 0; i < options->count; i++)
        if (find(worker, hand_node_after(worker->deal, node, options->at[i])) != 1)
            return i;
    return 0;
}

/* One thread's walk from the root. Who comes to the end first tells all to stop. */
static void work(void *context)
{
    struct hand_worker *worker = context;
    struct hand_proof *proof = worker->proof;
    struct hand_node root = worker->root;
    struct hand_options options;
    int cards = bits_count(hand_node_cells(root));
    bool shared = !worker->alone && cards >= CARDS_SHARED;
    hand_options_gather(worker->deal, root, &options);
    hand_options_sort(&options);
    worker->best = options.count == 0 ? HAND_UNKNOWN : hand_option_cell(options.at[0]);
    worker->reached = options.count == HAND_OPTIONS_WIN;
    if (options.count <= 0)
        return;
    int best = shared ? try_shared(worker, root, &options) : try_alone(worker, root, &options);
    worker->reached = worker->stopped ? HAND_UNKNOWN : best >= 0;
    worker->best = hand_option_cell(options.at[best >= 0 ? best : likeliest(worker, root, &options)]);
    if (!worker->stopped)
        atomic_store_explicit(&proof->enough, true, memory_order_relaxed);
}

int hand_proof_run(struct hand_proof *proof, struct hand_node root, int threads, int *best)
{
    struct hand_worker worker[CREW_MAX];
    void *member[CREW_MAX];
    int count = bits_count(hand_node_cells(root)) < CARDS_THREADS ? 1 : threads;
    count = count > CREW_MAX ? CREW_MAX : count;
    assert(threads >= 1 && count >= 1);
    atomic_store(&proof->enough, false);
    for (int i = 0; i < count; i++) {
        worker[i] = (struct hand_worker){
            .proof = proof, .deal = proof->deal, .root = root, .alone = count == 1, .unwind = LEVELS_MAX};
        member[i] = &worker[i];
    }
    int started = crew_run(count, work, member);
    int winner = 0;
    for (int i = 0; i < started; i++) {
        job_tick(proof->job, worker[i].nodes);
        if (worker[i].reached != HAND_UNKNOWN)
            winner = i;
    }
    assert(worker[winner].reached != HAND_UNKNOWN || worker[winner].stopped);
    *best = worker[winner].best;
    return worker[winner].reached;
}
