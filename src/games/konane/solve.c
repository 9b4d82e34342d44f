/* Konane's exact method as the search engine sees it: how much to spend, which move the proof gives, in how
 * many plies at most it is over, and the line. */
#include <math.h>

#include "games/konane/jumps.h"
#include "games/konane/konane.h"
#include "games/konane/prover.h"
#include "search/solver.h"

/* -- how much it takes -- */

/* Positions with 36 stones take some 200,000 nodes in the mean, and twice as many for every two stones more
 * (tests/bench/RESULTS.md); single ones a tenth or ten times of that. */
static double expects(void *self, const struct means *means, const struct board *board,
                      const struct position *position)
{
    enum { KNOWN_STONES = 36, KNOWN_NODES = 200000 };
    (void)self, (void)means, (void)board;
    return KNOWN_NODES * exp2((bits_count(konane_position(position)->stones) - KNOWN_STONES) / 2.0);
}

/* -- what the proof says -- */

/* A player moves at most as often as there are stones to take, and takes one each time. */
static value_t plies_left(const struct konane_board *board, const struct konane_position *position, bool won)
{
    int black = bits_count(position->stones & board->black);
    int white = bits_count(position->stones & ~board->black);
    int jumps = 2 * (black < white ? black : white) - (won ? 1 : 0);
    return konane_phase(board, position) == KONANE_JUMPS ? jumps : jumps + 2;
}

/* For the winner a move after which the other is lost; for the loser the one that took longest to refute;
 * else the one nearest to a win. MOVE_NONE if a winner's move is no longer known. */
static move_t pick_move(struct prover *prover, const struct konane_board *board,
                        const struct konane_position *position, bool must_win)
{
    struct move_list list;
    konane_list(board, position, (enum konane_side)position->side, &list);
    move_t best = MOVE_NONE;
    uint64_t best_rank = 0;
    for (int i = 0; i < list.count; i++) {
        struct konane_position next = *position;
        konane_play(board, &next, list.at[i]);
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

/* The winner's line as far as the table still knows it. */
static void continue_line(struct prover *prover, const struct konane_board *board,
                          struct konane_position position, bool won, struct solution *solution)
{
    assert(solution->best != MOVE_NONE);
    konane_play(board, &position, solution->best);
    solution->pv[0] = solution->best;
    for (solution->pv_count = 1; solution->pv_count < PV_MAX; solution->pv_count++) {
        won = !won;
        if (konane_count(board, &position, (enum konane_side)position.side) == 0)
            return;
        move_t move = pick_move(prover, board, &position, won);
        if (move == MOVE_NONE)
            return;
        solution->pv[solution->pv_count] = move;
        konane_play(board, &position, move);
    }
}

/* -- the solver -- */

static void tell_proof(struct prover *prover, const struct konane_board *board,
                       const struct konane_position *position, struct proof proof, struct solution *solution)
{
    bool won = proof_is_won(proof);
    solution->best = won ? konane_prover_winning_move(prover, position) : MOVE_NONE;
    if (solution->best == MOVE_NONE)
        solution->best = pick_move(prover, board, position, won);
    if (solution->best == MOVE_NONE) /* stopped before it was asked who wins, in a table that forgets */
        return;
    assert(proof_is_final(proof));
    solution->end = END_PROVEN;
    value_t win = VALUE_WIN - plies_left(board, position, won);
    solution->score = score_from(&konane_game, won ? win : -win, BOUND_PROVEN);
    continue_line(prover, board, *position, won, solution);
    solution->depth = solution->pv_count;
}

static void solve(void *self, const struct means *means, const struct board *board,
                  const struct position *position, struct job *job, struct solution *solution)
{
    struct prover *prover = self;
    const struct konane_board *shape = konane_board(board);
    const struct konane_position *at = konane_position(position);
    assert(konane_count(shape, at, (enum konane_side)at->side) > 0);
    *solution = (struct solution){.best = MOVE_NONE};
    struct proof proof;
    if (!konane_prover_run(prover, shape, at, means, job, &proof))
        return;
    if (proof_is_final(proof))
        tell_proof(prover, shape, at, proof, solution);
}

static int remembers(const void *self, const struct board *board, const struct position *position)
{
    /* What led to a proven position may not be in the table itself but has to be seen again: endgames of up to 3,000
     * nodes each behind a handful of moves. */
    enum { AGAIN = 30000 };
    (void)position;
    return konane_prover_is_on(self, konane_board(board)) ? AGAIN : 0;
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

const struct solver konane_solver = {.create = konane_prover_create,
                                     .destroy = konane_prover_destroy,
                                     .clear = konane_prover_clear,
                                     .expects = expects,
                                     .fill = konane_prover_fill,
                                     .remembers = remembers,
                                     .solve = solve,
                                     .numbers = numbers,
                                     .proofs = &konane_proofs};
