#include "games/konane/prover.h"

#include <stdlib.h>

#include "games/konane/children.h"
#include "games/konane/endgame.h"
#include "games/konane/guess.h"
#include "games/konane/lessons.h"
#include "search/meter.h"
#include "solve/crew.h"

enum {
    PLIES_MAX = KONANE_CELLS_MAX + 1,
    ENDGAME_MOVES = 5,   /* with so many moves of both sides together the endgame is tried at once */
    ENDGAME_BUDGET = 50, /* positions opened in one try */
    PATIENCE = 4,        /* a child is left when it is worse than the next best by one part in so many */
    AVOIDANCE = 128,     /* a child looks worse by one part in so many for every other thread that is there */
    RETURN_NODES =
        10000, /* among several threads one goes back to the root so often, to where work is wanted most */
    CROWD_WORK = 300 /* a position that took so much work is worth looking out for other threads */
};

/* What is worth a longer try of the endgame before a position is opened by proof numbers. */
struct endgame_reach {
    size_t bytes; /* for tables of so many and fewer */
    int moves;    /* of both sides together */
    int budget;
};

struct konane_worker {
    struct prover *prover;
    int index;
    struct meter meter;
    uint64_t endgame_told; /* nodes of the endgame that the meter has */
    unsigned told;         /* how often the meter was told */
    uint64_t return_at;    /* at so many nodes it goes back to the root */
    struct endgame endgame;
    struct proof proof; /* of the root, when it has ended */
    /* The line being worked on, for the other threads; 0: none at this ply. */
    _Atomic uint64_t line[PLIES_MAX];
};

struct prover {
    struct konane_board board;
    struct symmetry symmetry;
    struct proof_table *table;
    struct job *job;
    int threads;
    size_t room; /* bytes that the table may still grow to */
    struct konane_node root;
    struct endgame_reach reach;
    const struct konane_weights *weights;
    struct konane_guess guess;
    atomic_bool done;        /* the root is decided, the job has ended, or the table is full */
    atomic_bool is_spent;    /* the job has ended */
    _Atomic uint64_t winner; /* a child of the root that is lost for its mover; 0: none found */
    struct konane_worker *workers[CREW_MAX]; /* made when first wanted */
    struct konane_lessons lessons;           /* for provers elsewhere */
};

struct prover *konane_prover_create_with(const struct konane_weights *weights)
{
    struct prover *prover = calloc(1, sizeof *prover);
    if (prover != NULL)
        prover->weights = weights;
    return prover;
}

struct prover *konane_prover_create(void)
{
    return konane_prover_create_with(&konane_weights);
}

void konane_prover_clear(struct prover *prover)
{
    konane_proof_table_destroy(prover->table);
    prover->table = NULL;
    prover->symmetry.count = 0;
    prover->symmetry.has = 0;
}

void konane_prover_destroy(struct prover *prover)
{
    if (prover == NULL)
        return;
    konane_prover_clear(prover);
    for (int i = 0; i < CREW_MAX; i++)
        free(prover->workers[i]);
    free(prover);
}

int konane_prover_fill(const struct prover *prover)
{
    return prover->table != NULL ? konane_proof_table_fill(prover->table) : 0;
}

const struct proof_table *konane_prover_table(const struct prover *prover)
{
    return prover->table;
}

size_t konane_prover_bytes(const struct prover *prover)
{
    return prover->table != NULL ? konane_proof_table_bytes(prover->table) : 0;
}

/* -- what a new position is worth -- */

static struct proof measure(struct konane_worker *worker, uint64_t stones, enum konane_side side)
{
    const struct konane_board *board = &worker->prover->board;
    struct konane_view mover = konane_view(board, stones, side);
    struct konane_view other = konane_view(board, stones, konane_opponent(side));
    int moves = konane_count_jumps(board, &mover);
    int replies = konane_count_jumps(board, &other);
    if (moves + replies <= ENDGAME_MOVES) {
        enum endgame_answer answer = konane_endgame_solve(&worker->endgame, &mover, ENDGAME_BUDGET);
        if (answer != ENDGAME_UNKNOWN)
            return answer == ENDGAME_WON ? proof_won() : proof_lost();
    }
    return konane_guess(&worker->prover->guess, stones, side, moves + replies);
}

/* A new position with few moves is worth a longer try than its measure. */
static bool decide_soon(struct konane_worker *worker, const struct konane_node *node, struct proof *proof)
{
    const struct prover *prover = worker->prover;
    const struct konane_board *board = &prover->board;
    if (konane_is_opening(board, node->stones, node->side))
        return false;
    struct konane_view mover = konane_view(board, node->stones, node->side);
    struct konane_view other = konane_view(board, node->stones, konane_opponent(node->side));
    if (konane_count_jumps(board, &mover) + konane_count_jumps(board, &other) > prover->reach.moves)
        return false;
    enum endgame_answer answer = konane_endgame_solve(&worker->endgame, &mover, prover->reach.budget);
    if (answer == ENDGAME_UNKNOWN)
        return false;
    *proof = answer == ENDGAME_WON ? proof_won() : proof_lost();
    return true;
}

static bool is_stuck(const struct prover *prover, uint64_t stones, enum konane_side side)
{
    struct konane_view view = konane_view(&prover->board, stones, side);
    return !konane_can_jump(&prover->board, &view);
}

/* Fills in what is known or guessed of the children. False: one of them is lost for its mover. */
static bool measure_children(struct konane_worker *worker, struct konane_children *children,
                             enum konane_side side)
{
    const struct prover *prover = worker->prover;
    for (int i = 0; i < children->count; i++) {
        if (is_stuck(prover, children->at[i].stones, side)) {
            children->at[i].proof = proof_lost();
            return false;
        }
        konane_proof_table_fetch(prover->table, children->at[i].stones, side);
    }
    for (int i = 0; i < children->count; i++) {
        struct konane_child *child = &children->at[i];
        uint64_t work;
        if (!konane_proof_table_find(prover->table, child->stones, side, &child->proof, &work))
            child->proof = measure(worker, child->stones, side);
        if (proof_is_lost(child->proof))
            return false;
    }
    return true;
}

/* Opening positions are few; they need no measure. */
static bool begin_children(struct konane_worker *worker, struct konane_children *children,
                           enum konane_side side)
{
    if (children->count == 0 || !konane_is_opening(&worker->prover->board, children->at[0].stones, side))
        return measure_children(worker, children, side);
    for (int i = 0; i < children->count; i++) {
        struct konane_child *child = &children->at[i];
        uint64_t work;
        (void)konane_proof_table_find(worker->prover->table, child->stones, side, &child->proof, &work);
    }
    return true;
}

/* Other threads may have learnt more. */
static void refresh_children(struct konane_worker *worker, struct konane_children *children,
                             enum konane_side side)
{
    uint64_t work;
    for (int i = 0; i < children->count; i++)
        if (!proof_is_final(children->at[i].proof))
            (void)konane_proof_table_find(worker->prover->table, children->at[i].stones, side,
                                          &children->at[i].proof, &work);
}

/* -- the choice of a child -- */

/* How many other threads are below a child. */
static uint64_t count_visitors(const struct konane_worker *worker, uint64_t stones, int ply)
{
    const struct prover *prover = worker->prover;
    uint64_t visitors = 0;
    for (int i = 0; i < prover->threads; i++)
        visitors += i != worker->index &&
                    atomic_load_explicit(&prover->workers[i]->line[ply], memory_order_relaxed) == stones;
    return visitors;
}

struct favourite {
    struct konane_child *child;
    uint32_t second; /* delta of the next best */
};

/* The child with the least delta; among several threads one that another is at looks worse than it is. */
static struct favourite choose_child(const struct konane_worker *worker, struct konane_children *children,
                                     int ply, bool is_crowded)
{
    struct favourite favourite = {.second = PROOF_INFINITE};
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < children->count; i++) {
        struct konane_child *child = &children->at[i];
        uint64_t delta = child->proof.delta;
        if (is_crowded && delta < PROOF_INFINITE) {
            uint64_t visitors = count_visitors(worker, child->stones, ply);
            delta = proof_bounded(delta + visitors * (delta / AVOIDANCE + 1));
        }
        if (delta < least || (delta == least && child->proof.phi < favourite.child->proof.phi)) {
            favourite.second = least < PROOF_INFINITE ? (uint32_t)least : PROOF_INFINITE;
            least = delta;
            favourite.child = child;
        } else if (delta < favourite.second) {
            favourite.second = (uint32_t)delta;
        }
    }
    assert(favourite.child != NULL && !proof_is_final(favourite.child->proof));
    return favourite;
}

/* How far to go below the chosen child before its sisters or cousins are the better place again. */
static struct proof child_limit(const struct favourite *favourite, struct proof now, struct proof limit)
{
    struct proof child = favourite->child->proof;
    uint64_t delta = (uint64_t)favourite->second + favourite->second / PATIENCE + 1;
    delta = delta < limit.phi ? delta : limit.phi;
    if (delta <= child.delta) /* chosen because of another thread, though not the best */
        delta = (uint64_t)child.delta + child.delta / PATIENCE + 1;
    uint64_t phi = (uint64_t)limit.delta - now.delta + child.phi;
    return (struct proof){.phi = (uint32_t)(phi < PROOF_INFINITE ? phi : PROOF_INFINITE),
                          .delta = (uint32_t)(delta < PROOF_INFINITE ? delta : PROOF_INFINITE)};
}

/* -- the search -- */

/* Full enough for a larger table to pay. Seldom looked at, by one thread. */
static bool is_full(const struct konane_worker *worker)
{
    enum { LOOK_EVERY = 256, FULL = 600 };
    const struct prover *prover = worker->prover;
    return worker->index == 0 && worker->told % LOOK_EVERY == 0 &&
           konane_proof_table_bytes(prover->table) < prover->room &&
           konane_proof_table_fill(prover->table) >= FULL;
}

static void tell_nodes(struct konane_worker *worker)
{
    struct prover *prover = worker->prover;
    worker->told++;
    if (meter_tell(&worker->meter)) {
        atomic_store_explicit(&prover->is_spent, true, memory_order_relaxed);
        atomic_store_explicit(&prover->done, true, memory_order_relaxed);
    } else if (is_full(worker)) {
        atomic_store_explicit(&prover->done, true, memory_order_relaxed);
    }
}

/* Positions that this thread has visited, those of the endgame among them. */
static uint64_t visited(const struct konane_worker *worker)
{
    return worker->meter.counted + worker->endgame.nodes - worker->endgame_told;
}

/* Counts what this thread has done. True when it must end. */
static bool count_nodes(struct konane_worker *worker)
{
    struct prover *prover = worker->prover;
    struct meter *meter = &worker->meter;
    uint64_t nodes = 1 + visited(worker) - meter->counted;
    worker->endgame_told = worker->endgame.nodes;
    meter->counted += nodes;
    meter->untold += (uint32_t)nodes;
    if (meter->untold >= meter->batch)
        tell_nodes(worker);
    return atomic_load_explicit(&prover->done, memory_order_relaxed);
}

static struct proof explore(struct konane_worker *worker, const struct konane_node *node, struct proof proof,
                            struct proof limit, int ply);

/* Goes below a child, for the other threads to see if they may come by. */
static void enter_child(struct konane_worker *worker, const struct favourite *favourite,
                        enum konane_side side, struct proof limit, int ply, bool is_crowded)
{
    struct konane_node node = {.stones = favourite->child->stones, .side = side};
    if (is_crowded)
        atomic_store_explicit(&worker->line[ply], node.stones, memory_order_relaxed);
    favourite->child->proof = explore(worker, &node, favourite->child->proof, limit, ply);
    if (is_crowded)
        atomic_store_explicit(&worker->line[ply], 0, memory_order_relaxed);
}

/* Deep in one place a thread does not see what the others have learnt above it. */
static bool wants_root(struct konane_worker *worker, int ply)
{
    if (worker->prover->threads == 1 || worker->meter.counted < worker->return_at)
        return false;
    if (ply > 0)
        return true;
    worker->return_at = worker->meter.counted + RETURN_NODES;
    return false;
}

/* Goes below the best child until the position is decided or a limit is reached. Where little work has been
 * done, other threads seldom come, and looking out for them would cost more than it saves: `spent` is what
 * was spent on the position before. */
static struct proof work_on_children(struct konane_worker *worker, struct konane_children *children,
                                     enum konane_side side, struct proof limit, int ply, uint64_t spent)
{
    bool is_alone = worker->prover->threads == 1;
    uint64_t seen = worker->meter.counted; /* when the children were last looked up */
    uint64_t begin = seen;
    for (;;) {
        uint64_t counted = worker->meter.counted;
        bool is_crowded = !is_alone && spent + (counted - begin) >= CROWD_WORK;
        if (is_crowded && counted - seen >= CROWD_WORK) {
            refresh_children(worker, children, side);
            seen = counted;
        }
        struct proof now = konane_children_join(children);
        if (now.phi >= limit.phi || now.delta >= limit.delta || proof_is_final(now))
            return now;
        struct favourite favourite = choose_child(worker, children, ply + 1, is_crowded);
        enter_child(worker, &favourite, side, child_limit(&favourite, now, limit), ply + 1, is_crowded);
        if (atomic_load_explicit(&worker->prover->done, memory_order_relaxed) || wants_root(worker, ply))
            return konane_children_join(children);
    }
}

/* The root is opened even if the table knows it, for the sake of the move. */
static void name_winner(struct prover *prover, const struct konane_children *children)
{
    for (int i = 0; i < children->count; i++)
        if (proof_is_lost(children->at[i].proof))
            atomic_store(&prover->winner, children->at[i].stones);
}

static struct proof open_node(struct konane_worker *worker, const struct konane_node *node,
                              struct proof limit, int ply, uint64_t before)
{
    struct konane_children children;
    struct proof proof = proof_won();
    enum konane_side side = konane_opponent(node->side);
    konane_children_find(&worker->prover->board, &worker->prover->symmetry, node, &children);
    if (begin_children(worker, &children, side))
        proof = work_on_children(worker, &children, side, limit, ply, before);
    if (ply == 0)
        name_winner(worker->prover, &children);
    return proof;
}

/* `proof` is what is thought of the position so far; it stands if the effort ends here. */
static struct proof explore(struct konane_worker *worker, const struct konane_node *node, struct proof proof,
                            struct proof limit, int ply)
{
    assert(ply < PLIES_MAX);
    struct proof_table *table = worker->prover->table;
    uint64_t before = 0;
    uint64_t start = visited(worker);
    bool is_known = konane_proof_table_find(table, node->stones, node->side, &proof, &before);
    if (is_known && ply > 0 &&
        (proof_is_final(proof) || proof.phi >= limit.phi || proof.delta >= limit.delta))
        return proof;
    if (count_nodes(worker))
        return proof;
    if (is_known || ply == 0 || !decide_soon(worker, node, &proof))
        proof = open_node(worker, node, limit, ply, before);
    uint64_t work = before + visited(worker) - start;
    konane_proof_table_store(table, node->stones, node->side, proof, work);
    if (proof_is_final(proof) && work >= worker->prover->lessons.least)
        konane_lessons_note(&worker->prover->lessons, node->stones, node->side, proof, work);
    return proof;
}

/* -- threads -- */

static void run_worker(void *context)
{
    struct konane_worker *worker = context;
    struct prover *prover = worker->prover;
    const struct proof no_limit = {PROOF_INFINITE, PROOF_INFINITE};
    worker->proof = explore(worker, &prover->root, (struct proof){1, 1}, no_limit, 0);
    assert(proof_is_final(worker->proof) || atomic_load(&prover->done));
    atomic_store(&prover->done, true);
    meter_tell(&worker->meter);
}

/* Keeps as many threads as can be had, at least one. */
static bool make_workers(struct prover *prover)
{
    int wanted = prover->threads < CREW_MAX ? prover->threads : CREW_MAX;
    prover->threads = 0;
    for (int i = 0; i < wanted; i++) {
        if (prover->workers[i] == NULL)
            prover->workers[i] = calloc(1, sizeof(struct konane_worker));
        if (prover->workers[i] == NULL)
            break;
        struct konane_worker *worker = prover->workers[i];
        memset(worker, 0, sizeof *worker);
        worker->prover = prover;
        worker->index = i;
        worker->endgame.board = &prover->board;
        worker->meter = meter_of(prover->job);
        prover->threads++;
    }
    return prover->threads > 0;
}

/* Positions that find no room in the processor's caches cost the more the larger the table is, those of the
 * endgame always the same. */
static struct endgame_reach reach_for(size_t bytes)
{
    static const struct endgame_reach reaches[] = {{(size_t)1 << 25, 12, 200},
                                                   {(size_t)1 << 28, 13, 400},
                                                   {(size_t)1 << 31, 15, 1000},
                                                   {SIZE_MAX, 17, 3000}};
    const struct endgame_reach *reach = reaches;
    while (bytes > reach->bytes)
        reach++;
    return *reach;
}

static struct proof run_workers(struct prover *prover)
{
    void *member[CREW_MAX];
    for (int i = 0; i < prover->threads; i++)
        member[i] = prover->workers[i];
    prover->reach = reach_for(konane_proof_table_bytes(prover->table));
    atomic_store(&prover->done, false);
    int ran = crew_run(prover->threads, run_worker, member);
    struct proof proof = prover->workers[0]->proof;
    for (int i = 1; i < ran; i++)
        if (proof_is_final(prover->workers[i]->proof))
            proof = prover->workers[i]->proof;
    return proof;
}

/* -- from outside -- */

/* The table begins small, because fresh memory costs time, and grows when it is full. */
enum { BYTES_FIRST = 1 << 25, GROWTH = 8 };

static void note_smaller(const struct job *job)
{
    if (job->note != NULL)
        job->note(job->context, "out of memory: taking a smaller table of proofs");
}

static bool make_table(struct prover *prover, size_t bytes, const struct job *job)
{
    enum { BYTES_LEAST = 1 << 12 };
    prover->room = bytes;
    if (prover->table != NULL && konane_proof_table_bytes(prover->table) <= bytes)
        return true;
    konane_prover_clear(prover);
    size_t wanted = bytes < BYTES_FIRST ? bytes : BYTES_FIRST;
    size_t size = wanted;
    while ((prover->table = konane_proof_table_create(size)) == NULL && size > BYTES_LEAST)
        size /= 2;
    if (size < wanted) {
        note_smaller(job);
        prover->room = size;
    }
    return prover->table != NULL;
}

static void grow_table(struct prover *prover)
{
    size_t bytes = konane_proof_table_bytes(prover->table);
    size_t wanted = bytes < prover->room / GROWTH ? bytes * GROWTH : prover->room;
    for (size_t size = wanted; size >= 2 * bytes || size == wanted; size /= 2) {
        struct proof_table *larger = konane_proof_table_create(size);
        if (larger != NULL) {
            konane_proof_table_copy(larger, prover->table);
            konane_proof_table_destroy(prover->table);
            prover->table = larger;
            return;
        }
        if (size == wanted)
            note_smaller(prover->job);
    }
    prover->room = bytes;
}

bool konane_prover_is_on(const struct prover *prover, const struct konane_board *board)
{
    return memcmp(&prover->board, board, sizeof *board) == 0;
}

static void take_board(struct prover *prover, const struct konane_board *board)
{
    if (konane_prover_is_on(prover, board))
        return;
    konane_prover_clear(prover);
    atomic_store(&prover->lessons.count, 0);
    prover->board = *board;
    konane_guess_init(&prover->guess, board, prover->weights);
}

static bool prove(struct prover *prover, const struct konane_position *position, struct job *job,
                  struct proof *proof)
{
    assert(prover->table != NULL);
    prover->job = job;
    prover->root = (struct konane_node){.side = (enum konane_side)position->side};
    prover->root.stones = symmetry_smallest(&prover->symmetry, position->stones);
    atomic_store(&prover->winner, 0);
    atomic_store(&prover->is_spent, false);
    if (!make_workers(prover))
        return false;
    *proof = run_workers(prover);
    while (!proof_is_final(*proof) && !atomic_load(&prover->is_spent)) {
        grow_table(prover);
        *proof = run_workers(prover);
    }
    return true;
}

bool konane_prover_run(struct prover *prover, const struct konane_board *board,
                       const struct konane_position *position, const struct means *means, struct job *job,
                       struct proof *proof)
{
    assert(means->threads >= 1);
    take_board(prover, board);
    if (!make_table(prover, means->bytes, job))
        return false;
    konane_symmetry_widen(&prover->symmetry, board, position->stones);
    prover->threads = means->threads;
    prover->lessons.least = konane_lessons_least(job_nodes_left(job));
    return prove(prover, position, job, proof);
}

bool konane_prover_again(struct prover *prover, const struct konane_position *position, struct job *job,
                         struct proof *proof)
{
    prover->threads = 1;
    return prove(prover, position, job, proof);
}

bool konane_prover_wins_by(const struct prover *prover, uint64_t stones)
{
    return symmetry_smallest(&prover->symmetry, stones) == atomic_load(&prover->winner);
}

bool konane_prover_know(struct prover *prover, const struct konane_position *position, struct proof *proof,
                        uint64_t *work)
{
    if (prover->table == NULL || prover->workers[0] == NULL) /* nothing has been tried */
        return false;
    enum konane_side side = (enum konane_side)position->side;
    uint64_t stones = symmetry_smallest(&prover->symmetry, position->stones);
    if (konane_proof_table_find(prover->table, stones, side, proof, work))
        return true;
    if (konane_is_opening(&prover->board, stones, side))
        return false;
    *work = 0;
    *proof = is_stuck(prover, stones, side) ? proof_lost() : measure(prover->workers[0], stones, side);
    return true;
}

int konane_prover_tell(struct prover *prover, struct text *words)
{
    return konane_lessons_tell(&prover->lessons, words);
}

/* What is proven already stays; a guess gives way. */
static bool learn(struct prover *prover, const struct konane_lesson *lesson)
{
    struct proof known;
    uint64_t work;
    uint64_t stones = symmetry_smallest(&prover->symmetry, lesson->stones);
    if (konane_proof_table_find(prover->table, stones, lesson->side, &known, &work) && proof_is_final(known))
        return false;
    konane_proof_table_store(prover->table, stones, lesson->side, lesson->won ? proof_won() : proof_lost(),
                             lesson->work);
    return true;
}

bool konane_prover_learn(struct prover *prover, const struct konane_board *board, struct cursor words,
                         int *learnt)
{
    struct konane_lesson lesson;
    struct cursor again = words;
    struct word word;
    bool has_use = prover->table != NULL && konane_prover_is_on(prover, board);
    *learnt = 0;
    while ((word = cursor_next(&words)).length > 0)
        if (!konane_lesson_read(word, board, &lesson))
            return false;
    while (has_use && (word = cursor_next(&again)).length > 0)
        *learnt += konane_lesson_read(word, board, &lesson) && learn(prover, &lesson);
    return true;
}
