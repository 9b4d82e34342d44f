#include "games/konane/worker.h"

#include "base/bits.h"

enum {
    ENDGAME_MOVES = 5,   /* with so many moves of both sides together the endgame is tried at once */
    ENDGAME_BUDGET = 50, /* positions opened in one try */
    PATIENCE = 6,        /* a child is left when it is worse than the next best by one part in so many */
    AVOIDANCE = 32,     /* a child looks worse by one part in so many for every other thread that is there, */
    AVOIDANCE_MORE = 2, /* and so many more for every thread that there is */
    RETURN_NODES = 30000, /* among several threads one goes back to the root so often, to look around */
    CROWD_WORK = 300      /* a position that took so much work is worth looking out for other threads */
};

/* -- what a new position is worth -- */

/* Unknown, if there are more moves than that; `moves` of both sides. */
static enum endgame_answer decide_at_once(struct konane_worker *worker, uint64_t stones,
                                          enum konane_side side, int *moves)
{
    const struct konane_board *board = &worker->prover->board;
    struct konane_view mover = konane_view(board, stones, side);
    struct konane_view other = konane_view(board, stones, konane_opponent(side));
    *moves = konane_count_jumps(board, &mover) + konane_count_jumps(board, &other);
    return *moves <= ENDGAME_MOVES ? konane_endgame_solve(&worker->endgame, &mover, ENDGAME_BUDGET)
                                   : ENDGAME_UNKNOWN;
}

static struct proof measure(struct konane_worker *worker, uint64_t stones, enum konane_side side)
{
    int moves;
    switch (decide_at_once(worker, stones, side, &moves)) {
    case ENDGAME_WON: return proof_won();
    case ENDGAME_LOST: return proof_lost();
    default: return konane_guess(&worker->prover->guess, stones, side, moves);
    }
}

/* How one-sided the numbers of an undecided position look: how often the one can be doubled before it is the other. */
static int doublings(struct proof proof)
{
    enum { MOST = 8 };
    uint32_t less = proof.phi < proof.delta ? proof.phi : proof.delta;
    uint32_t more = proof.phi < proof.delta ? proof.delta : proof.phi;
    assert(!proof_is_final(proof) && less > 0);
    int count = 31 - __builtin_clz(more / less);
    return count < MOST ? count : MOST;
}

/* What the endgame would take: ten times the logarithm of the positions, less a constant. Stones say more of it than
 * moves do, the other's moves more than one's own, and what looks even takes longest. */
static int effort_of(const struct konane_board *board, const struct konane_node *node,
                     const struct konane_view *mover, struct proof proof)
{
    struct konane_view other = konane_view(board, node->stones, konane_opponent(node->side));
    return 4 * bits_count(node->stones) + konane_count_jumps(board, mover) +
           3 * konane_count_jumps(board, &other) - 3 * doublings(proof) - 7 * bits_count(board->cells) / 10;
}

/* What is worth a longer try of the endgame before it is opened by proof numbers: an effort, as above, and what may be
 * spent. Longer tries leave less for the table to hold, which pays when there is no more room in it. */
static const struct endgame_reach {
    int effort;
    int budget;
} reaches[] = {[false] = {74, 800}, [true] = {81, 2000}}; /* by is_tight */

/* A new position that looks as if it could be decided by one is worth a longer try than its measure. */
static bool decide_soon(struct konane_worker *worker, const struct konane_node *node, struct proof *proof)
{
    const struct prover *prover = worker->prover;
    const struct konane_board *board = &prover->board;
    if (konane_is_opening(board, node->stones, node->side))
        return false;
    const struct endgame_reach *reach =
        &reaches[atomic_load_explicit(&prover->is_tight, memory_order_relaxed)];
    struct konane_view mover = konane_view(board, node->stones, node->side);
    if (effort_of(board, node, &mover, *proof) > reach->effort)
        return false;
    enum endgame_answer answer = konane_endgame_solve(&worker->endgame, &mover, reach->budget);
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

struct proof konane_worker_measure(struct konane_worker *worker, uint64_t stones, enum konane_side side)
{
    return is_stuck(worker->prover, stones, side) ? proof_lost() : measure(worker, stones, side);
}

bool konane_worker_sees_loss(struct konane_worker *worker, uint64_t stones, enum konane_side side)
{
    int moves;
    return is_stuck(worker->prover, stones, side) ||
           decide_at_once(worker, stones, side, &moves) == ENDGAME_LOST;
}

/* Fills in what is known or guessed of the children. False: one of them is lost for its mover. */
static bool measure_children(struct konane_worker *worker, struct konane_children *children)
{
    const struct prover *prover = worker->prover;
    enum konane_side side = children->side;
    for (int i = 0; i < children->count; i++) {
        if (is_stuck(prover, children->at[i].stones, side)) {
            children->at[i].proof = proof_lost();
            return false;
        }
        konane_proof_table_fetch(&prover->table, children->at[i].stones, side);
    }
    for (int i = 0; i < children->count; i++) {
        struct konane_child *child = &children->at[i];
        uint64_t work;
        if (!konane_proof_table_find(&prover->table, child->stones, side, &child->proof, &work))
            child->proof = measure(worker, child->stones, side);
        if (proof_is_lost(child->proof))
            return false;
    }
    return true;
}

/* What the table knows; other threads may have learnt more. */
static void refresh_children(struct konane_worker *worker, struct konane_children *children)
{
    uint64_t work;
    for (int i = 0; i < children->count; i++)
        if (!proof_is_final(children->at[i].proof))
            (void)konane_proof_table_find(&worker->prover->table, children->at[i].stones, children->side,
                                          &children->at[i].proof, &work);
}

/* Opening positions are few; they need no measure. */
static bool begin_children(struct konane_worker *worker, struct konane_children *children)
{
    if (children->count == 0 ||
        !konane_is_opening(&worker->prover->board, children->at[0].stones, children->side))
        return measure_children(worker, children);
    refresh_children(worker, children);
    return true;
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

/* Few threads keep farther apart than many: where there are many, most would be sent to where little is to be gained. */
static uint64_t avoidance_of(const struct prover *prover)
{
    return AVOIDANCE + AVOIDANCE_MORE * (uint64_t)prover->threads;
}

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
            delta = proof_bounded(delta + visitors * (delta / avoidance_of(worker->prover) + 1));
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
    assert(now.phi < limit.phi && now.delta < limit.delta); /* else it would be left */
    uint64_t delta = (uint64_t)favourite->second + favourite->second / PATIENCE + 1;
    delta = delta < limit.phi ? delta : limit.phi;
    if (delta <= child.delta) /* chosen because of another thread, though not the best */
        delta = (uint64_t)child.delta + child.delta / PATIENCE + 1;
    uint64_t phi = (uint64_t)limit.delta - now.delta + child.phi;
    return (struct proof){.phi = (uint32_t)(phi < PROOF_INFINITE ? phi : PROOF_INFINITE),
                          .delta = (uint32_t)(delta < PROOF_INFINITE ? delta : PROOF_INFINITE)};
}

/* -- the search -- */

static bool may_grow(const struct prover *prover)
{
    return buckets_bytes(&prover->table.buckets) < prover->room;
}

bool konane_worker_is_tight(const struct prover *prover)
{
    enum { TIGHT = 900 };
    return !may_grow(prover) && konane_proof_table_fill(&prover->table) >= TIGHT;
}

/* Full enough for a larger table to pay. */
static bool wants_table(const struct prover *prover)
{
    enum { FULL = 600 };
    return may_grow(prover) && konane_proof_table_fill(&prover->table) >= FULL;
}

/* One thread looks, and seldom. */
static void look_at_table(struct konane_worker *worker)
{
    enum { LOOK_EVERY = 256 };
    struct prover *prover = worker->prover;
    if (worker->index != 0 || worker->told % LOOK_EVERY != 0)
        return;
    if (wants_table(prover))
        atomic_store_explicit(&prover->done, true, memory_order_relaxed);
    else if (konane_worker_is_tight(prover))
        atomic_store_explicit(&prover->is_tight, true, memory_order_relaxed);
}

static void tell_nodes(struct konane_worker *worker)
{
    struct prover *prover = worker->prover;
    worker->told++;
    if (meter_tell(&worker->meter)) {
        atomic_store_explicit(&prover->is_spent, true, memory_order_relaxed);
        atomic_store_explicit(&prover->done, true, memory_order_relaxed);
    } else {
        look_at_table(worker);
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
                                     struct proof limit, int ply, uint64_t spent)
{
    bool is_alone = worker->prover->threads == 1;
    uint64_t seen = worker->meter.counted; /* when the children were last looked up */
    uint64_t begin = seen;
    for (;;) {
        uint64_t counted = worker->meter.counted;
        bool is_crowded = !is_alone && spent + (counted - begin) >= CROWD_WORK;
        if (is_crowded && counted - seen >= CROWD_WORK) {
            refresh_children(worker, children);
            seen = counted;
        }
        struct proof now = konane_children_join(children);
        if (now.phi >= limit.phi || now.delta >= limit.delta || proof_is_final(now))
            return now;
        struct favourite favourite = choose_child(worker, children, ply + 1, is_crowded);
        enter_child(worker, &favourite, children->side, child_limit(&favourite, now, limit), ply + 1,
                    is_crowded);
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
    konane_children_find(&worker->prover->board, &worker->prover->symmetry, node, &children);
    if (begin_children(worker, &children))
        proof = work_on_children(worker, &children, limit, ply, before);
    if (ply == 0)
        name_winner(worker->prover, &children);
    return proof;
}

/* `proof` is what is thought of the position so far; it stands if the effort ends here. */
static struct proof explore(struct konane_worker *worker, const struct konane_node *node, struct proof proof,
                            struct proof limit, int ply)
{
    assert(ply < KONANE_PLIES_MAX);
    struct proof_table *table = &worker->prover->table;
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
    if (work >= worker->prover->lessons.least)
        konane_lessons_note(&worker->prover->lessons, node->stones, node->side, proof, work);
    return proof;
}

struct proof konane_worker_run(struct konane_worker *worker)
{
    const struct proof no_limit = {PROOF_INFINITE, PROOF_INFINITE};
    return explore(worker, &worker->prover->root, (struct proof){1, 1}, no_limit, 0);
}
