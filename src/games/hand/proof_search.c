/* Depth first to the end of the game, and no further than the houses are open.
 *
 * Most of the work is among the last cards, so there a node is a handful of table look-ups and the order of
 * moves is what a house gains less what the opponent may choose from. Higher up a move is worth more thought:
 * it is ordered by the chance to win most races after two more plies, and what is proven goes into the table.
 * Several threads walk the same tree; each leaves for later what another is busy with. */
#include "games/hand/proof.h"

#include <pthread.h>

#include "base/clock.h"

enum {
    CARDS_EARLY = 15,   /* from here up a node thinks about the order */
    CARDS_TABLE = 18,   /* from here up it is remembered */
    CARDS_LOOK = 20,    /* from here up it looks ahead to order its moves */
    CARDS_SHARED = 20,  /* from here up the threads keep out of each other's way */
    CARDS_THREADS = 24, /* from here up there is work for several */
    OPTIONS_MAX = 10,
    TICK = 1024, /* nodes */
    LEVELS_MAX = HAND_CARDS_MAX + 1,
    THREADS_LIMIT = 64
};

struct worker {
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

/* -- moves -- */

struct options {
    int count; /* OPTIONS_WIN: a move reaches the goal at once */
    uint32_t at[OPTIONS_MAX];
};
enum { OPTIONS_WIN = -1 };

static inline int option_cell(uint32_t option)
{
    return (int)(option & OPTION_CELL_MASK);
}

static inline unsigned option_captured(uint32_t option)
{
    return option >> OPTION_CAPTURED & 15;
}

static inline unsigned option_standing(uint32_t option)
{
    return option >> OPTION_STANDING & 15;
}

static inline unsigned option_decides(uint32_t option)
{
    return option >> OPTION_DECIDES & 1;
}

static inline uint32_t standings_with(uint32_t lead, int shift, unsigned standing)
{
    return (lead & ~(UINT32_C(15) << shift)) | standing << shift;
}

static inline void options_insert(struct options *options, uint32_t option)
{
    int i = options->count++;
    for (; i > 0 && options->at[i - 1] < option; i--)
        options->at[i] = options->at[i - 1];
    options->at[i] = option;
}

/* All moves that do not lose at once, unless one wins at once: then that one alone. The innermost loop. */
static inline __attribute__((always_inline)) void
options_gather(const struct hand_deal *deal, struct hand_node node, struct options *options)
{
    uint64_t cells = hand_node_cells(node);
    int varys = hand_node_varys(node);
    unsigned wanted = (unsigned)hand_node_wanted(node);
    options->count = 0;
    for (uint64_t targets = deal->cross[varys] & cells; targets != 0; targets &= targets - 1) {
        int cell = hand_lowest(targets);
        if (deal->farthest && (deal->beyond[varys][cell] & cells) != 0)
            continue;
        int shift = deal->shift[cell];
        uint64_t captured = deal->path[varys][cell] & cells;
        uint32_t step =
            deal->step[node.lead >> shift & 15][node.left >> shift & 15][hand_popcount(captured) - 1];
        int replies = hand_popcount(deal->cross[cell] & cells & ~captured);
        bool wins = option_decides(step) == wanted;
        if (replies == 0 && !wins) { /* the game ends here */
            wins =
                hand_outcome(standings_with(node.lead, shift, option_standing(step))) >= hand_node_goal(node);
            if (!wins)
                continue;
        }
        if (wins) {
            options->count = OPTIONS_WIN;
            options->at[0] = (uint32_t)cell;
            return;
        }
        options_insert(options, step + (uint32_t)cell - ((uint32_t)(RANK_REPLY * replies) << OPTION_RANK));
    }
}

/* The position after a move as the opponent sees it. */
static inline struct hand_node node_after(const struct hand_deal *deal, struct hand_node node,
                                          uint32_t option)
{
    int cell = option_cell(option);
    int shift = deal->shift[cell];
    uint64_t cells = hand_node_cells(node) & ~deal->path[hand_node_varys(node)][cell];
    uint64_t wanted = (uint64_t)hand_node_wanted(node) - option_decides(option);
    uint32_t lead = standings_with(node.lead, shift, option_standing(option));
    return (struct hand_node){
        .where = cells | (uint64_t)cell << VARYS_BIT | (uint64_t)hand_node_feared(node) << WANTED_BIT |
                 wanted << FEARED_BIT,
        .lead = ~lead + UINT32_C(0x11111111), /* 16 - nibble */
        .left = node.left - (option_captured(option) << shift),
    };
}

/* -- the last cards -- */

static bool late(struct worker *worker, struct hand_node node)
{
    bool mover = true; /* on move is who was on move when we came */
    for (;;) {
        struct options options;
        worker->nodes++;
        options_gather(worker->deal, node, &options);
        if (options.count <= 0)
            return (options.count == OPTIONS_WIN) == mover;
        for (int i = 0; i < options.count - 1; i++)
            if (!late(worker, node_after(worker->deal, node, options.at[i])))
                return mover;
        node = node_after(worker->deal, node, options.at[options.count - 1]);
        mover = !mover;
    }
}

/* -- order -- */

static const float per_reply = 0.015F;    /* what a move of the opponent weighs against a chance of one */
static const float weight_of_look = 0.4F; /* against the first glance */

/* The open houses as races by tosses of a coin. */
struct races {
    float chance[HOUSES]; /* the mover's in each house */
    float pivot[HOUSES];  /* how likely that house makes the difference */
    float win;            /* the chance to reach the goal */
};

/* Spread of the number of races won when one more is run. */
static void spread_add(float spread[HOUSES + 1], int races, float chance)
{
    spread[races + 1] = 0;
    for (int k = races + 1; k > 0; k--)
        spread[k] = spread[k] * (1 - chance) + spread[k - 1] * chance;
    spread[0] *= 1 - chance;
}

/* How likely exactly `won` are won without the race of this chance, which is one of `races`. */
static float spread_without(const float spread[HOUSES + 1], int races, float chance, int won)
{
    if (won > races - 1)
        return 0;
    float rest = 0;
    if (chance < 0.5F) { /* from whichever end does not magnify errors */
        float scale = 1 / (1 - chance);
        for (int k = 0; k <= won; k++)
            rest = (spread[k] - rest * chance) * scale;
        return rest;
    }
    float scale = 1 / chance;
    for (int k = races - 1; k >= won; k--)
        rest = (spread[k + 1] - rest * (1 - chance)) * scale;
    return rest;
}

static void races_weigh(const struct hand_deal *deal, struct hand_node node, struct races *races)
{
    float spread[HOUSES + 1] = {1};
    int count = 0;
    int wanted = hand_node_wanted(node);
    for (int house = 0; house < HOUSES; house++) {
        float chance = deal->chance[node.lead >> 4 * house & 15][node.left >> 4 * house & 15];
        races->chance[house] = chance;
        if (chance > 0 && chance < 1)
            spread_add(spread, count++, chance);
    }
    races->win = 0;
    for (int k = wanted; k <= count; k++)
        races->win += spread[k];
    for (int house = 0; house < HOUSES; house++) {
        float chance = races->chance[house];
        bool open = chance > 0 && chance < 1;
        races->pivot[house] = open ? spread_without(spread, count, chance, wanted - 1) : 0;
    }
}

/* The chance to reach the goal after a move, less what the opponent may choose from then. */
static float glance(const struct hand_deal *deal, struct hand_node node, const struct races *races,
                    uint32_t option)
{
    int cell = option_cell(option);
    int shift = deal->shift[cell];
    int house = shift / 4;
    unsigned left = (node.left >> shift & 15) - option_captured(option);
    float chance = deal->chance[option_standing(option)][left];
    uint64_t cells = hand_node_cells(node) & ~deal->path[hand_node_varys(node)][cell];
    int replies = hand_popcount(deal->cross[cell] & cells);
    return races->win + races->pivot[house] * (chance - races->chance[house]) - per_reply * (float)replies;
}

/* The best glance after `plies` more moves, from the view of the player on move. */
static float look(const struct hand_deal *deal, struct hand_node node, int plies, float alpha, float beta)
{
    struct options options;
    struct races races;
    options_gather(deal, node, &options);
    if (options.count <= 0)
        return options.count == OPTIONS_WIN ? 2 : -2;
    float best = -3;
    if (plies == 1)
        races_weigh(deal, node, &races);
    for (int i = 0; i < options.count && best < beta; i++) {
        float value = plies == 1 ? glance(deal, node, &races, options.at[i])
                                 : 1 - look(deal, node_after(deal, node, options.at[i]), plies - 1, 1 - beta,
                                            1 - alpha);
        best = value > best ? value : best;
        alpha = value > alpha ? value : alpha;
    }
    return best;
}

static void options_order(const struct hand_deal *deal, struct hand_node node, int cards,
                          struct options *options)
{
    enum { PLIES = 2, PARTS = 1 << 14, RANK_MIDDLE = 1 << 16 }; /* |value| < 4 */
    struct options ordered = {.count = 0};
    struct races races;
    races_weigh(deal, node, &races);
    for (int i = 0; i < options->count; i++) {
        uint32_t option = options->at[i];
        float value = glance(deal, node, &races, option);
        if (cards >= CARDS_LOOK) {
            float ahead = 1 - look(deal, node_after(deal, node, option), PLIES, -3, 3);
            value += (ahead - value) * weight_of_look;
        }
        uint32_t rank = (uint32_t)(RANK_MIDDLE + (int)(value * PARTS));
        options_insert(&ordered, rank << OPTION_RANK | (option & ((1U << OPTION_RANK) - 1)));
    }
    *options = ordered;
}

/* -- threads -- */

/* Counts nodes, looks at the clock; true when the worker must go home. */
static bool worker_tick(struct worker *worker)
{
    struct hand_proof *proof = worker->proof;
    if (worker->nodes >= TICK) {
        bool end = job_tick(proof->job, worker->nodes) || clock_now() >= proof->give_up;
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

static int find(const struct worker *worker, struct hand_node node)
{
    return hand_table_find(worker->proof->table, table_place(node), node.lead);
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
static bool is_needless(struct worker *worker)
{
    for (int level = 1; level < worker->levels; level++)
        if (find(worker, worker->above[level]) >= 0) {
            worker->unwind = level;
            return true;
        }
    return false;
}

static bool early(struct worker *worker, struct hand_node node);

static bool reaches(struct worker *worker, struct hand_node node)
{
    if (hand_popcount(hand_node_cells(node)) < CARDS_EARLY)
        return late(worker, node);
    return early(worker, node);
}

/* As reaches(), telling the other threads. */
static bool reaches_shared(struct worker *worker, struct hand_node from, struct hand_node node)
{
    assert(worker->levels < LEVELS_MAX);
    worker->above[worker->levels++] = from;
    set_busy(worker->proof, node, true);
    bool reached = reaches(worker, node);
    set_busy(worker->proof, node, false);
    worker->levels--;
    return reached;
}

/* Tries the moves in order, those that others are busy with last. The move that reaches the goal, or -1; what
 * it says counts only if the worker has neither stopped nor to unwind. */
static int try_shared(struct worker *worker, struct hand_node node, const struct options *options)
{
    unsigned done = 0;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < options->count; i++) {
            struct hand_node next = node_after(worker->deal, node, options->at[i]);
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

static int try_alone(struct worker *worker, struct hand_node node, const struct options *options)
{
    for (int i = 0; i < options->count; i++) {
        bool reached = !reaches(worker, node_after(worker->deal, node, options->at[i]));
        if (worker->stopped)
            return -1;
        if (reached)
            return i;
    }
    return -1;
}

static bool early(struct worker *worker, struct hand_node node)
{
    int cards = hand_popcount(hand_node_cells(node));
    bool shared = !worker->alone && cards >= CARDS_SHARED;
    struct options options;
    worker->nodes++;
    if (worker_tick(worker) || (shared && is_needless(worker)))
        return false;
    int known = cards >= CARDS_TABLE ? find(worker, node) : HAND_UNKNOWN;
    if (known != HAND_UNKNOWN)
        return known;
    options_gather(worker->deal, node, &options);
    if (options.count <= 0)
        return options.count == OPTIONS_WIN;
    options_order(worker->deal, node, cards, &options);
    for (;;) {
        int best = shared ? try_shared(worker, node, &options) : try_alone(worker, node, &options);
        if (worker->stopped)
            return false;
        if (worker->unwind == LEVELS_MAX) {
            if (cards >= CARDS_TABLE)
                hand_table_store(worker->proof->table, table_place(node), node.lead, best >= 0,
                                 (unsigned)(cards - CARDS_TABLE) / 3);
            return best >= 0;
        }
        if (worker->unwind < worker->levels)
            return false;
        worker->unwind = LEVELS_MAX; /* it is this node; if its entry is gone again, go on searching */
        known = find(worker, node);
        if (known != HAND_UNKNOWN)
            return known;
    }
}

/* One thread's walk from the root. Who comes to the end first tells all to stop. */
static void *work(void *context)
{
    struct worker *worker = context;
    struct hand_proof *proof = worker->proof;
    struct hand_node root = worker->root;
    struct options options;
    int cards = hand_popcount(hand_node_cells(root));
    bool shared = !worker->alone && cards >= CARDS_SHARED;
    options_gather(worker->deal, root, &options);
    worker->best = options.count == 0 ? HAND_UNKNOWN : option_cell(options.at[0]);
    worker->reached = options.count == OPTIONS_WIN;
    if (options.count <= 0)
        return NULL;
    if (cards >= CARDS_EARLY)
        options_order(worker->deal, root, cards, &options);
    int best = shared ? try_shared(worker, root, &options) : try_alone(worker, root, &options);
    if (worker->stopped) {
        worker->reached = HAND_UNKNOWN;
        return NULL;
    }
    worker->reached = best >= 0;
    worker->best = option_cell(options.at[best >= 0 ? best : 0]);
    atomic_store_explicit(&proof->enough, true, memory_order_relaxed);
    return NULL;
}

int hand_proof_run(struct hand_proof *proof, struct hand_node root, int threads, int *best)
{
    struct worker worker[THREADS_LIMIT];
    pthread_t thread[THREADS_LIMIT];
    int count = hand_popcount(hand_node_cells(root)) < CARDS_THREADS ? 1 : threads;
    int started = 1;
    count = count > THREADS_LIMIT ? THREADS_LIMIT : count;
    atomic_store(&proof->enough, false);
    for (int i = 0; i < count; i++)
        worker[i] = (struct worker){
            .proof = proof, .deal = proof->deal, .root = root, .alone = count == 1, .unwind = LEVELS_MAX};
    while (started < count && pthread_create(&thread[started], NULL, work, &worker[started]) == 0)
        started++;
    work(&worker[0]);
    for (int i = 1; i < started; i++)
        pthread_join(thread[i], NULL);
    int winner = 0;
    for (int i = 0; i < started; i++) {
        job_tick(proof->job, worker[i].nodes);
        if (worker[i].reached != HAND_UNKNOWN)
            winner = i;
    }
    *best = worker[winner].best;
    return worker[winner].reached;
}
