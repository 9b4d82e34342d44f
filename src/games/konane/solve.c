/* Konane's exact method as the search engine sees it: how much to spend, which move the proof gives, in how
 * many plies at most it is over, and the line. */
#include "base/clock.h"
#include "games/konane/jumps.h"
#include "games/konane/konane.h"
#include "games/konane/prover.h"
#include "search/solver.h"

/* -- how much to spend -- */

enum {
    SHARE_PERCENT = 40,        /* of the time and the nodes that `go` has */
    NODES_PER_MICROSECOND = 1, /* a careful guess */
    NODES_UNTIMED = 1000000,   /* where `go` has no clock: the same work on every machine */
    HOPELESS_TIMES = 8,        /* no try if it would take so many times as long as there is */
    KNOWN_STONES = 36,         /* positions with so many stones ... */
    KNOWN_MICROSECONDS = 50000 /* ... take about so long; double for every two more */
};

static int64_t expected_time(const struct konane_position *position)
{
    int more = konane_count_bits(position->stones) - KNOWN_STONES;
    return more > 0 ? (int64_t)KNOWN_MICROSECONDS << more / 2 : (int64_t)KNOWN_MICROSECONDS >> -more / 2;
}

/* False: hopeless. */
static bool plan(const struct means *means, const struct konane_position *position, const struct job *job,
                 struct effort *effort)
{
    *effort = (struct effort){
        .bytes = means->bytes, .threads = means->threads, .node_most = UINT64_MAX, .until = INT64_MAX};
    if (means->to_the_end)
        return true;
    int64_t deadline = atomic_load(&job->deadline);
    uint64_t nodes = atomic_load(&job->node_limit);
    if (nodes != UINT64_MAX)
        effort->node_most = nodes / 100 * SHARE_PERCENT;
    if (deadline == INT64_MAX) {
        effort->node_most = effort->node_most < NODES_UNTIMED ? effort->node_most : NODES_UNTIMED;
        return expected_time(position) <= HOPELESS_TIMES * (int64_t)effort->node_most / NODES_PER_MICROSECOND;
    }
    int64_t now = clock_now();
    int64_t time = deadline > now ? (deadline - now) / 100 * SHARE_PERCENT : 0;
    effort->until = now + time;
    return expected_time(position) <= HOPELESS_TIMES * time;
}

/* -- what the proof says -- */

/* A player moves at most as often as there are stones to take, and takes one each time. */
static int64_t plies_left(const struct konane_board *board, const struct konane_position *position, bool won)
{
    int black = konane_count_bits(position->stones & board->black);
    int white = konane_count_bits(position->stones & ~board->black);
    int jumps = 2 * (black < white ? black : white) - (won ? 1 : 0);
    return konane_phase(board, position) == KONANE_JUMPS ? jumps : jumps + 2;
}

static struct score score_of(const struct konane_board *board, const struct konane_position *position,
                             struct proof proof)
{
    bool won = proof_is_won(proof);
    int64_t plies = plies_left(board, position, won);
    return (struct score){.kind = SCORE_MATE, .number = won ? plies : -plies, .bound = BOUND_PROVEN};
}

/* For the winner a move after which the other is lost; for the loser the one that took longest to refute;
 * else the one nearest to a win. MOVE_NONE if a winner's move is no longer known. */
static move_t pick_move(struct prover *prover, const struct konane_board *board,
                        const struct konane_position *position, bool must_win)
{
    struct move_list list;
    konane_moves(board, position, (enum konane_side)position->side, &list);
    move_t best = MOVE_NONE;
    uint64_t best_rank = 0;
    for (int i = 0; i < list.count; i++) {
        struct konane_position next = *position;
        konane_apply(board, &next, list.at[i]);
        struct proof proof = {1, 1};
        uint64_t work = 0;
        (void)konane_prover_know(prover, &next, &proof, &work);
        if (must_win && !proof_is_lost(proof))
            continue;
        uint64_t rank = 1 + work + ((uint64_t)(PROOF_INFINITE - proof.delta) << 36);
        if (rank > best_rank) {
            best_rank = rank;
            best = list.at[i];
        }
    }
    return best;
}

static move_t winning_move(const struct prover *prover, const struct konane_board *board,
                           const struct konane_position *position)
{
    struct move_list list;
    konane_moves(board, position, (enum konane_side)position->side, &list);
    for (int i = 0; i < list.count; i++) {
        struct konane_position next = *position;
        konane_apply(board, &next, list.at[i]);
        if (konane_prover_wins_by(prover, next.stones))
            return list.at[i];
    }
    return MOVE_NONE;
}

/* The winner's line as far as the table still knows it. */
static void continue_line(struct prover *prover, const struct konane_board *board,
                          struct konane_position position, bool won, struct solution *solution)
{
    konane_apply(board, &position, solution->best);
    solution->pv[0] = solution->best;
    for (solution->pv_count = 1; solution->pv_count < PV_MAX; solution->pv_count++) {
        won = !won;
        if (konane_count(board, &position, (enum konane_side)position.side) == 0)
            return;
        move_t move = pick_move(prover, board, &position, won);
        if (move == MOVE_NONE)
            return;
        solution->pv[solution->pv_count] = move;
        konane_apply(board, &position, move);
    }
}

static void report(const struct prover *prover, struct job *job, const struct solution *solution)
{
    struct report line = {.depth = solution->pv_count,
                          .seldepth = solution->pv_count,
                          .multipv = 1,
                          .score = solution->score,
                          .nodes = atomic_load(&job->nodes),
                          .hashfull = konane_prover_fill(prover),
                          .time = job_time(job),
                          .pv_count = solution->pv_count};
    memcpy(line.pv, solution->pv, sizeof line.pv);
    if (job->report != NULL)
        job->report(job->context, &line);
}

/* -- the solver -- */

static void tell_proof(struct prover *prover, const struct konane_board *board,
                       const struct konane_position *position, struct proof proof, struct job *job,
                       struct solution *solution)
{
    bool won = proof_is_won(proof);
    solution->best = won ? winning_move(prover, board, position) : pick_move(prover, board, position, false);
    assert(solution->best != MOVE_NONE);
    solution->proven = true;
    solution->score = score_of(board, position, proof);
    continue_line(prover, board, *position, won, solution);
    report(prover, job, solution);
}

static void solve(void *self, const struct means *means, const struct board *board,
                  const struct position *position, struct job *job, struct solution *solution)
{
    struct prover *prover = self;
    const struct konane_board *shape = konane_board(board);
    const struct konane_position *at = konane_position(position);
    assert(konane_count(shape, at, (enum konane_side)at->side) > 0);
    *solution = (struct solution){.best = MOVE_NONE};
    struct effort effort;
    struct proof proof;
    if (!plan(means, at, job, &effort) || !konane_prover_run(prover, shape, at, &effort, job, &proof))
        return;
    if (proof_is_final(proof)) {
        tell_proof(prover, shape, at, proof, job, solution);
    } else if (job_stopped(job)) { /* nobody else will have time to look for a move */
        solution->best = solution->pv[0] = pick_move(prover, shape, at, false);
        solution->pv_count = 1;
        solution->score = score_from(&konane_game, konane_evaluate(board, position), BOUND_ESTIMATE);
    }
}

static uint64_t shown(uint32_t number)
{
    return number < PROOF_INFINITE ? number : NUMBER_INFINITE;
}

static bool numbers(void *self, const struct board *board, const struct position *position,
                    struct proof_numbers *numbers)
{
    struct proof proof = {1, 1};
    uint64_t work = 0;
    if (!konane_prover_is_on(self, konane_board(board)))
        return false;
    (void)konane_prover_know(self, konane_position(position), &proof, &work);
    *numbers = (struct proof_numbers){.won = shown(proof.phi), .lost = shown(proof.delta), .work = work};
    return true;
}

static void *create(void)
{
    return konane_prover_create();
}

static void destroy(void *self)
{
    konane_prover_destroy(self);
}

static void clear(void *self)
{
    konane_prover_clear(self);
}

const struct solver konane_solver = {.create = create,
                                     .destroy = destroy,
                                     .clear = clear,
                                     .solve = solve,
                                     .numbers = numbers,
                                     .proofs = &konane_proofs};
