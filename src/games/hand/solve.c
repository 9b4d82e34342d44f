/* The exact method: first who wins, then, where it is cheap or asked for, by how many banners.
 *
 * Who wins is goal 8, the margin the highest goal that can be reached (see proof.h). When every move loses,
 * the choice still matters against a player who errs: the one whose refutation costs most nodes, counted as often as
 * the opponent's answers miss it. */
#include "base/bits.h"
#include "search/solver.h"

#include <math.h>
#include <stdlib.h>

#include "games/hand/court.h"
#include "games/hand/proof.h"
#include "solve/tell.h"

enum {
    CARDS_CHEAP = 19,            /* up to here the margin costs next to nothing */
    CARDS_CHEAP_COMPANIONS = 14, /* with them, who wins */
    NODES_FOR_LINE = 200000,     /* at least, after the proof; what it found is in the table */
    NODES_FOR_TRAPS = 500000,    /* at least */
    TABLE_BYTES_MAX = 1 << 26    /* a whole deal fills a tenth of it, and it must be cleared quickly */
};

struct hand_solver {
    struct hand_deal deal;
    struct hand_proof_table table;
    struct hand_proof proof;
    struct hand_proof_table scales; /* empty whenever a refutation is weighed */
    bool prepared;                  /* `deal` is one */
    struct hand_court court;
};

/* One call of solve(). */
struct quest {
    struct hand_solver *solver;
    const struct means *means;
    const struct board *board;
    const struct position *root;
    struct job *job;
    struct solution *solution;
    int cards; /* that Varys can still come to */
};

static const struct hand_position *hand_of(const struct quest *quest)
{
    return hand_position(quest->root);
}

/* Whether the mover of `position` reaches `goal`, and his move (of the likeliest if not): 1,
 * 0, HAND_UNKNOWN. */
static int ask(const struct quest *quest, const struct position *position, int goal, move_t *move)
{
    int best = HAND_UNKNOWN;
    int decided = 1; /* the goal below the least is reached by any move */
    struct hand_node node;
    if (goal >= GOAL_MIN)
        node = hand_node_from(&quest->solver->deal, hand_position(position), goal, &decided);
    int reached = decided > 0;
    if (decided == 0)
        reached = hand_proof_run(&quest->solver->proof, node, quest->means->threads, &best);
    if (best == HAND_UNKNOWN) {
        struct move_list list;
        hand_game.moves(quest->board, position, &list);
        best = list.at[0];
    }
    assert(best >= 0 && best < HAND_CELLS);
    *move = (move_t)best;
    return reached;
}

static struct position after(const struct quest *quest, const struct position *position, move_t move)
{
    struct position next;
    position_copy(&hand_game, &next, position);
    assert(game_allows(&hand_game, quest->board, position, move));
    hand_game.apply(quest->board, &next, move);
    return next;
}

/* -- what is told -- */

/* Margin of banners of an outcome. */
static int margin_of(int outcome)
{
    assert(outcome >= GOAL_MIN - 1 && outcome <= GOAL_MAX);
    return outcome < GOAL_WIN - 1 ? outcome - (GOAL_WIN - 1) : outcome > GOAL_WIN ? outcome - GOAL_WIN : 0;
}

static struct score score_of_banners(int margin, bool wins, enum score_bound bound)
{
    int win = wins ? 1000 : 0;
    return (struct score){
        .kind = SCORE_PTS, .number = margin, .bound = bound, .has_wdl = true, .wdl = {win, 0, 1000 - win}};
}

static struct score score_of_margin(int outcome, enum score_bound bound)
{
    return score_of_banners(margin_of(outcome), outcome >= GOAL_WIN, bound);
}

/* Continues the line while that is cheap: the table knows most of it from the proof. Whoever is on move reaches
 * his goal, except that of the player who loses when both only want to win; the goals of both add up to `sum`. */
static void find_line(const struct quest *quest, int goal, int sum)
{
    struct solution *solution = quest->solution;
    struct hand_proof *proof = &quest->solver->proof;
    uint64_t taken = atomic_load(&quest->job->nodes);
    assert(solution->best != MOVE_NONE && goal >= GOAL_MIN - 1 && goal <= GOAL_MAX);
    proof->nodes_most = taken + taken / 8 + NODES_FOR_LINE;
    solution->pv[0] = solution->best;
    solution->pv_count = 1;
    struct position position = after(quest, quest->root, solution->best);
    while (!hand_is_over(hand_position(&position)) && solution->pv_count < PV_MAX) {
        move_t move;
        goal = sum - goal;
        if (ask(quest, &position, goal, &move) == HAND_UNKNOWN)
            break;
        solution->pv[solution->pv_count++] = move;
        position = after(quest, &position, move);
    }
    proof->nodes_most = UINT64_MAX;
}

/* -- by how many banners -- */

/* Tries goals upward (or, for the loser, downward) two by two, then the one between: margins of an even
 * number of banners are rare. Returns the outcome or HAND_UNKNOWN; `best` moves along. */
static int find_margin(const struct quest *quest, int known, move_t *best)
{
    bool wins = known >= GOAL_WIN;
    int reached = known;                         /* the best goal known to be in reach */
    int missed = wins ? GOAL_MAX + 1 : GOAL_WIN; /* the least known to be out of reach */
    int step = wins ? 2 : -2;
    int goal = GOAL_WIN + step;
    while (missed - reached > 1) {
        move_t move;
        assert(goal > reached && goal < missed);
        int answer = ask(quest, quest->root, goal, &move);
        if (answer == HAND_UNKNOWN)
            return HAND_UNKNOWN;
        if (answer) {
            reached = goal;
            *best = move;
        } else {
            missed = goal;
        }
        tell(quest->job, quest->solution,
             score_of_margin(answer ? reached : missed - 1, answer ? BOUND_LOWER : BOUND_UPPER));
        bool farther = wins ? missed == GOAL_MAX + 1 : reached == GOAL_MIN - 1;
        goal = farther ? goal + step : (reached + missed) / 2;
        goal = goal > GOAL_MAX ? GOAL_MAX : goal < GOAL_MIN ? GOAL_MIN : goal;
    }
    return reached;
}

/* `known` is a goal in reach: GOAL_WIN or more for the winner. */
static void solve_margin(const struct quest *quest, int known)
{
    struct solution *solution = quest->solution;
    move_t best = solution->best;
    int outcome = find_margin(quest, known, &best);
    if (outcome == HAND_UNKNOWN)
        return;
    assert((outcome >= GOAL_WIN) == (known >= GOAL_WIN));
    solution->best = best;
    solution->score = score_of_margin(outcome, BOUND_PROVEN);
    find_line(quest, outcome, 15);
}

/* -- when every move loses -- */

/* A move of the loser, and how hard it is to answer. */
struct trap {
    move_t move;
    struct position after;
    double nodes; /* that its refutation takes */
    double part;  /* of the answers that do not win */
};

/* Nodes that the proof takes without anything known; false if there was no time to see. */
static bool weigh_refutation(const struct quest *quest, struct trap *trap)
{
    struct hand_solver *solver = quest->solver;
    const struct hand_proof *proof = &solver->proof;
    struct hand_proof bare = {.deal = proof->deal, .table = &solver->scales, .job = proof->job};
    uint64_t before = atomic_load(&quest->job->nodes);
    int decided;
    int best;
    bare.nodes_most = proof->nodes_most;
    hand_proof_table_clear(&solver->scales);
    struct hand_node node = hand_node_from(proof->deal, hand_position(&trap->after), GOAL_WIN, &decided);
    assert(decided >= 0);
    if (decided == 0 && hand_proof_run(&bare, node, 1, &best) == HAND_UNKNOWN)
        return false;
    trap->nodes = (double)(atomic_load(&quest->job->nodes) - before);
    return true;
}

/* How many of the opponent's answers let the win go; false if there was no time to see. */
static bool count_misses(const struct quest *quest, struct trap *trap)
{
    struct move_list list;
    int misses = 0;
    game_successors(&hand_game, quest->board, &trap->after, &list);
    assert(list.count > 0);
    for (int i = 0; i < list.count; i++) {
        struct position next = after(quest, &trap->after, list.at[i]);
        move_t move;
        int escapes = hand_is_over(hand_position(&next))
                          ? hand_leader(hand_position(&next)) == hand_of(quest)->side
                          : ask(quest, &next, GOAL_WIN, &move);
        if (escapes == HAND_UNKNOWN || job_stopped(quest->job))
            return false;
        misses += escapes;
    }
    trap->part = (double)misses / list.count;
    return true;
}

/* All of them; false if there was no time for one. */
static bool measure_all(const struct quest *quest, struct trap *trap, int count,
                        bool (*measure)(const struct quest *, struct trap *))
{
    for (int i = 0; i < count; i++)
        if (!measure(quest, &trap[i]))
            return false;
    return true;
}

/* Moves that do not end the game. */
static int list_traps(const struct quest *quest, struct trap trap[OPTIONS_MAX])
{
    struct move_list list;
    int count = 0;
    hand_game.moves(quest->board, quest->root, &list);
    assert(list.count <= OPTIONS_MAX);
    for (int i = 0; i < list.count; i++) {
        trap[count] = (struct trap){.move = list.at[i], .after = after(quest, quest->root, list.at[i])};
        count += !hand_is_over(hand_position(&trap[count].after));
    }
    return count;
}

static void find_trap(const struct quest *quest)
{
    const double part_least = 0.02; /* what is plain to answer now may be hard later */
    struct trap trap[OPTIONS_MAX];
    double most = -1;
    int count = list_traps(quest, trap);
    hand_proof_table_resize(&quest->solver->scales, HAND_TABLE_BYTES_MIN);
    if (!measure_all(quest, trap, count, weigh_refutation))
        return;
    bool counted = measure_all(quest, trap, count, count_misses);
    for (int i = 0; i < count; i++) {
        double hardness = trap[i].nodes * (counted ? trap[i].part + part_least : 1);
        if (hardness > most) {
            most = hardness;
            quest->solution->best = trap[i].move;
        }
    }
}

/* -- the plan -- */

/* Nothing is left to the search. */
static bool is_unhurried(const struct quest *quest)
{
    return quest->means->to_the_end || quest->cards <= CARDS_CHEAP;
}

/* Of the job: twice as many more as the proof took, but not less than a moment's. */
static uint64_t nodes_for_traps(const struct job *job)
{
    uint64_t taken = atomic_load(&job->nodes);
    return taken + (2 * taken < NODES_FOR_TRAPS ? NODES_FOR_TRAPS : 2 * taken);
}

static void prepare(const struct quest *quest)
{
    struct hand_solver *solver = quest->solver;
    const struct hand_board *board = hand_board(quest->board);
    const struct position *above = quest->means->above;
    const struct hand_position *whole = above != NULL ? hand_position(above) : hand_of(quest);
    size_t wanted = quest->means->bytes < TABLE_BYTES_MAX ? quest->means->bytes : TABLE_BYTES_MAX;
    if (!solver->prepared || !hand_deal_covers(&solver->deal, board, hand_of(quest))) {
        hand_deal_prepare(&solver->deal, board, whole);
        hand_proof_table_clear(&solver->table);
        solver->prepared = true;
    }
    if (quest->cards > CARDS_CHEAP && hand_proof_table_resize(&solver->table, wanted) < wanted / 2)
        tell_note(quest->job, "not enough memory for the solver's table: a smaller one");
    solver->proof.deal = &solver->deal;
    solver->proof.table = &solver->table;
    solver->proof.job = quest->job;
}

/* Who wins: 1, 0 or HAND_UNKNOWN, and `known`, a goal in reach. If the margin will be asked for as well, a
 * win by a banner is tried first: it takes as long, and is what a win usually is. */
static int find_winner(const struct quest *quest, bool margin, int *known)
{
    for (int goal = margin ? GOAL_WIN + 1 : GOAL_WIN; goal >= GOAL_WIN; goal--) {
        int answer = ask(quest, quest->root, goal, &quest->solution->best);
        *known = answer > 0 ? goal : GOAL_MIN - 1;
        if (answer != 0)
            return answer;
    }
    return 0;
}

/* Whether the margin is asked for too: the loser looks for a trap instead, unless only the value counts. */
static bool wants_margin(const struct quest *quest, bool wins)
{
    switch (quest->means->answer) {
    case ANSWER_MOVE: return quest->means->to_the_end || (wins && is_unhurried(quest));
    case ANSWER_VALUE: return is_unhurried(quest);
    case ANSWER_WINNER: break;
    }
    return false;
}

/* Said before the traps are looked for: the search has nothing more to find, and its time is theirs. */
static void tell_loss(const struct quest *quest)
{
    struct solution *solution = quest->solution;
    solution->pv[0] = solution->best;
    solution->pv_count = 1;
    tell(quest->job, solution, solution->score);
}

static void pursue(const struct quest *quest)
{
    struct hand_proof *proof = &quest->solver->proof;
    struct solution *solution = quest->solution;
    bool to_the_end = quest->means->to_the_end;
    int known;
    int wins = find_winner(quest, to_the_end && quest->means->answer != ANSWER_WINNER, &known);
    if (wins == HAND_UNKNOWN) {
        solution->score = score_from(&hand_game, hand_evaluate(quest->board, quest->root), BOUND_ESTIMATE);
        return;
    }
    solution->end = END_PROVEN;
    value_t win = VALUE_WIN - quest->cards; /* in as many plies at most */
    solution->score = score_from(&hand_game, wins ? win : -win, BOUND_PROVEN);
    if (!wins && !to_the_end && quest->means->answer == ANSWER_MOVE) {
        tell_loss(quest);
        proof->nodes_most = nodes_for_traps(quest->job);
        find_trap(quest);
    }
    find_line(quest, GOAL_WIN, 2 * GOAL_WIN);
    if (!wants_margin(quest, wins))
        return;
    tell(quest->job, solution, solution->score);
    solve_margin(quest, known);
}

/* The mover reaches `least`; does he reach more? */
static void weigh(const struct quest *quest, int least)
{
    struct solution *solution = quest->solution;
    int answer = least == GOAL_MAX ? 0 : ask(quest, quest->root, least + 1, &solution->best);
    if (answer == HAND_UNKNOWN) {
        solution->best = MOVE_NONE;
        return;
    }
    solution->score = score_of_margin(least + answer, answer ? BOUND_LOWER : BOUND_PROVEN);
    if (answer)
        return;
    move_t move;
    if (ask(quest, quest->root, least, &move) != HAND_UNKNOWN)
        solution->best = move;
    solution->end = END_PROVEN;
    find_line(quest, least, 15);
}

static void solve(void *self, const struct means *means, const struct board *board,
                  const struct position *position, struct job *job, struct solution *solution)
{
    *solution = (struct solution){.best = MOVE_NONE};
    if (hand_board(board)->companions) {
        hand_court_solve(&((struct hand_solver *)self)->court, means, board, position, job, solution);
        return;
    }
    struct quest quest = {
        .solver = self,
        .means = means,
        .board = board,
        .root = position,
        .job = job,
        .solution = solution,
        .cards = bits_count(hand_reachable(hand_position(position))),
    };
    assert(hand_game.turn(board, position) != ACTOR_NONE && means->threads >= 1);
    solution->depth = quest.cards;
    prepare(&quest);
    quest.solver->proof.nodes_most = UINT64_MAX;
    if (means->floor != NULL)
        weigh(&quest, hand_outcome_of((int)means->floor->number, means->floor->wdl[0] > 0));
    else
        pursue(&quest);
}

/* Both players' banners are in it, as in the margins that are proven. */
static struct score final(const struct board *board, const struct position *position)
{
    const struct hand_position *hand = hand_position(position);
    (void)board;
    return score_of_banners(hand_banners(hand, 0) - hand_banners(hand, 1), hand_leader(hand) == 0,
                            BOUND_PROVEN);
}

/* Of 23 cards some 18,000 nodes, twice as many for each more; with companions 140,000 of 20. Below that it costs
 * nothing. */
static double expects(void *self, const struct means *means, const struct board *board,
                      const struct position *position)
{
    const struct hand_position *hand = hand_position(position);
    (void)self, (void)means;
    if (hand_board(board)->companions) {
        int cards = bits_count(hand_cards(hand));
        return cards <= CARDS_CHEAP_COMPANIONS ? 0 : 140000 * pow(2.35, cards - 20);
    }
    int cards = bits_count(hand_reachable(hand));
    assert(cards >= 0 && cards <= HAND_CARDS_MAX);
    return cards <= CARDS_CHEAP ? 0 : 18000 * pow(2, cards - 23);
}

static int remembers(const void *self, const struct board *board, const struct position *position)
{
    enum { AGAIN = 30000, AGAIN_AT_COURT = 2000 }; /* a node with companions is some fifteen times as dear */
    const struct hand_solver *solver = self;
    if (hand_board(board)->companions)
        return solver->court.table.buckets.line != NULL ? AGAIN_AT_COURT : 0;
    return solver->prepared && hand_deal_covers(&solver->deal, hand_board(board), hand_position(position))
               ? AGAIN
               : 0;
}

static int fill(const void *self)
{
    const struct hand_solver *solver = self;
    int proof = hand_proof_table_fill(&solver->table), court = hand_court_table_fill(&solver->court.table);
    return proof > court ? proof : court;
}

static void *create(void)
{
    return calloc(1, sizeof(struct hand_solver));
}

static void destroy(void *self)
{
    struct hand_solver *solver = self;
    buckets_close(&solver->table.buckets);
    buckets_close(&solver->scales.buckets);
    buckets_close(&solver->court.table.buckets);
    free(solver);
}

static void clear(void *self)
{
    struct hand_solver *solver = self;
    solver->prepared = false;
    buckets_close(&solver->court.table.buckets);
}

/* With companions whole deals are out of reach. */
static bool ends(const struct board *board)
{
    return !hand_board(board)->companions;
}

const struct solver hand_solver = {.create = create,
                                   .destroy = destroy,
                                   .clear = clear,
                                   .solve = solve,
                                   .expects = expects,
                                   .remembers = remembers,
                                   .fill = fill,
                                   .ends = ends,
                                   .weighs = true,
                                   .final = final};
