#include "games/gems/drift.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "games/gems/order.h"
#include "games/gems/tour.h"
#include "games/gems/trace.h"
#include "solve/tell.h"

enum {
    WORK_FIRST = 1000000, /* cells of the first family, which also shows how fast filling is */
    HASTE_SHARE = 4,      /* of what there is: the plan that is made in haste */
    EXACT_ITEMS_MAX = 24,
    TOUR_SHARE = 8,          /* of the time: what each of two tours may take */
    TOUR_NODES_SHARE = 4,    /* and of the nodes, */
    TOUR_NODES_LEAST = 1000, /* a tour does not look at its limit more often */
    TOUR_NODES = 20000       /* where there is no clock, at most: the same on every machine */
};

static const double PROMISE_KEPT = 1e-6; /* a plan made anew may say so much less by rounding */

/* One solving. */
struct drifting {
    struct drift *drift;
    const struct means *means;
    const struct gems_board *board;
    const struct gems_position *root;
    struct job *job;
    struct solution *solution;
    double value;    /* that is promised of what is to come */
    bool to_the_end; /* by a plan that looks so far */
    int64_t told_upper;
};

void gems_drift_forget(struct drift *drift)
{
    gems_odds_destroy(drift->odds);
    drift->odds = NULL;
}

/* -- what there is to spend -- */

static int64_t time_left(const struct drifting *drifting)
{
    int64_t soft = means_soft(drifting->means);
    int64_t deadline = job_deadline(drifting->job), end = soft < deadline ? soft : deadline;
    return end == INT64_MAX ? end : end - clock_now();
}

/* Whether so much work fits into what is left. How fast it goes shows the first time. */
static bool is_affordable(const struct drifting *drifting, double work)
{
    const struct pace *pace = &drifting->drift->pace;
    int64_t time = time_left(drifting);
    uint64_t nodes = job_nodes_left(drifting->job);
    if (nodes != UINT64_MAX && work > (double)nodes * ODDS_CELLS_A_NODE)
        return false;
    if (time == INT64_MAX || drifting->means->to_the_end)
        return true;
    double most = time > 0 ? pace_nodes(pace, time) : 0;
    return time > 0 && work < (most > 0 ? most : WORK_FIRST);
}

/* -- telling -- */

static void answer(struct drifting *drifting, const struct odds_choice *choice, bool is_exact)
{
    struct solution *solution = drifting->solution;
    int64_t points = drifting->root->score[0] + llround(choice->value);
    assert(choice->action >= 0 && choice->action < GEMS_ACTIONS);
    solution->end = is_exact ? END_PROVEN : END_BEST;
    solution->best = solution->pv[0] = (move_t)choice->action;
    solution->pv_count = 1;
    solution->depth = drifting->board->turns + 1 - drifting->root->turn;
    solution->score = score_from(&gems_game, (value_t)points, is_exact ? BOUND_PROVEN : BOUND_ESTIMATE);
    if (!is_exact)
        tell(drifting->job, solution, solution->score);
    if (drifting->means->to_the_end) {
        char text[64];
        snprintf(text, sizeof text, "expected score %.4f", drifting->root->score[0] + choice->value);
        tell_note(drifting->job, text);
    }
}

static void tell_upper(struct drifting *drifting, int64_t upper)
{
    if (upper >= drifting->told_upper || drifting->solution->best == MOVE_NONE)
        return;
    drifting->told_upper = upper;
    tell(drifting->job, drifting->solution,
         (struct score){.kind = SCORE_PTS, .number = upper, .bound = BOUND_UPPER});
}

/* -- tours -- */

/* The tour that luck would bring in so many turns. */
static void find_tour(struct drifting *drifting, int turns, struct tour_stops *stops)
{
    uint64_t nodes = job_nodes_left(drifting->job) / TOUR_NODES_SHARE;
    struct gems_board *board = nodes >= TOUR_NODES_LEAST ? malloc(sizeof *board) : NULL;
    struct solution tour = {.best = MOVE_NONE};
    struct job part;
    int64_t time = time_left(drifting);
    *stops = (struct tour_stops){.count = 0, .upper = INT64_MAX};
    if (board == NULL)
        return;
    assert(turns > 0 && turns <= drifting->board->turns);
    *board = *drifting->board;
    board->turns = (uint16_t)(drifting->root->turn + turns - 1);
    job_begin_part(&part, drifting->job, time == INT64_MAX && nodes > TOUR_NODES ? TOUR_NODES : nodes,
                   time == INT64_MAX ? time : clock_now() + time / TOUR_SHARE);
    struct means means = {.bytes = drifting->means->bytes / 4, .threads = 1};
    gems_tour_solve(&means, board, drifting->root, NULL, &part, &tour, stops);
    free(board);
}

/* -- the work -- */

/* A plan that goes to the end promises what it says; what another one says is held against its like. */
static bool is_better(const struct drifting *drifting, const struct odds *odds, double value)
{
    bool to_the_end = odds->horizon == odds->orders;
    return to_the_end != drifting->to_the_end ? to_the_end : value >= drifting->value - PROMISE_KEPT;
}

/* Fills a family and answers from it, if it promises more than what was known before, which stays otherwise. */
static bool fill_and_answer(struct drifting *drifting, struct odds *odds)
{
    struct odds_choice choice;
    int64_t began = clock_now();
    if (!gems_odds_fill(odds, drifting->means->bytes, drifting->job) ||
        !gems_odds_choose(odds, drifting->root, &choice)) {
        gems_odds_destroy(odds);
        return false;
    }
    pace_learn(&drifting->drift->pace, odds->work, clock_now() - began);
    if (!odds->is_exact && !is_better(drifting, odds, choice.value)) {
        gems_odds_destroy(odds);
        return true;
    }
    gems_drift_forget(drifting->drift);
    drifting->drift->odds = odds;
    drifting->value = choice.value;
    drifting->to_the_end = odds->horizon == odds->orders;
    answer(drifting, &choice, odds->is_exact);
    return true;
}

/* The plan in this game, NULL: none yet. */
static struct odds *plan_at_hand(const struct drifting *drifting)
{
    struct odds *plan = drifting->drift->odds;
    bool is_of_this = plan != NULL && !plan->is_exact && plan->board.hash == drifting->board->hash;
    return is_of_this ? plan : NULL;
}

/* The plan that was made here. */
static struct odds *plan_from_here(const struct drifting *drifting)
{
    struct odds *plan = plan_at_hand(drifting);
    return plan != NULL && memcmp(&plan->root, drifting->root, sizeof plan->root) == 0 ? plan : NULL;
}

static bool is_same_order(const struct odds *a, const struct odds *b)
{
    return a->orders == b->orders && memcmp(a->order, b->order, (size_t)a->orders) == 0;
}

/* A family along an order, as much of it as a share of what is left is enough for. */
static struct odds *begin_along(const struct drifting *drifting, struct order *order, int share)
{
    struct odds *odds = gems_odds_create(drifting->board, drifting->root);
    const struct odds *plan = plan_from_here(drifting);
    if (odds == NULL)
        return NULL;
    gems_order_greedily(order, odds);
    gems_order_rest(order);
    memcpy(odds->order, order->item, sizeof odds->order);
    odds->orders = odds->horizon = order->count;
    while (odds->horizon > 0 && !is_affordable(drifting, gems_odds_work(odds, odds->horizon + 1) * share))
        odds->horizon--;
    bool is_known = plan != NULL && is_same_order(plan, odds) && plan->horizon >= odds->horizon;
    if (odds->horizon > 0 && !is_known &&
        gems_family_follow(&odds->family, odds->order, odds->horizon, odds->all))
        return odds;
    gems_odds_destroy(odds);
    return NULL;
}

static void look_along(struct drifting *drifting, struct order *order, int share)
{
    struct odds *odds = begin_along(drifting, order, share);
    if (odds != NULL)
        fill_and_answer(drifting, odds);
}

/* A little off the plan, so many sets. False: that is not possible, or nothing comes of it any more. */
static bool look_around(struct drifting *drifting, int sets)
{
    struct odds *plan = plan_from_here(drifting);
    double value = drifting->value;
    if (plan == NULL ||
        !is_affordable(drifting, (double)plan->work / plan->family.count * (sets + plan->family.count)))
        return false;
    struct odds *odds = gems_trace_widen(plan, sets, drifting->means->bytes, drifting->job);
    bool is_all = odds != NULL && odds->family.count < sets;
    return odds != NULL && fill_and_answer(drifting, odds) &&
           (!is_all || drifting->value > value + PROMISE_KEPT);
}

static bool look_at_all(struct drifting *drifting)
{
    struct odds *odds = gems_odds_create(drifting->board, drifting->root);
    bool made = odds != NULL && gems_family_all(&odds->family, odds->all);
    if (made) {
        odds->is_exact = true;
        return fill_and_answer(drifting, odds);
    }
    gems_odds_destroy(odds);
    return false;
}

static double bytes_for_all(const struct odds *odds)
{
    assert(odds->items <= EXACT_ITEMS_MAX);
    double sets = ldexp(1, odds->items);
    return sets * (odds->items / 2.0 + ODDS_LASTS) * (odds->turns + 1) * sizeof(double) + sets * 64;
}

/* All sets, if they can be looked at with what there is. */
static bool try_all(struct drifting *drifting, const struct odds *odds)
{
    if (!odds->counts_all || odds->items > EXACT_ITEMS_MAX ||
        !is_affordable(drifting, gems_odds_work_of_all(odds)))
        return false;
    double bytes = bytes_for_all(odds);
    if (bytes <= (double)drifting->means->bytes)
        return look_at_all(drifting);
    if (bytes < (double)SIZE_MAX)
        drifting->solution->lacks = (size_t)bytes;
    return false;
}

static void look_along_tour(struct drifting *drifting, const struct odds *odds, int turns)
{
    struct tour_stops stops;
    struct order order = {.rest = odds->all};
    find_tour(drifting, turns, &stops);
    for (int i = 0; i < stops.count; i++)
        gems_order_cell(&order, odds, stops.cell[i]);
    if (order.count > 0)
        look_along(drifting, &order, 1);
    if (turns == odds->turns)
        tell_upper(drifting, stops.upper);
}

static void look_greedily(struct drifting *drifting, const struct odds *odds, int share)
{
    struct order order = {.rest = odds->all};
    look_along(drifting, &order, share);
}

/* What comes of an earlier plan, seen from here. */
static void look_along_plan(struct drifting *drifting, const struct odds *odds)
{
    const struct odds *plan = plan_at_hand(drifting);
    struct order order = {.rest = odds->all};
    for (int i = 0; plan != NULL && i < plan->orders; i++)
        gems_order_cell(&order, odds, plan->item_cell[plan->order[i]]);
    struct odds *again = plan != NULL ? begin_along(drifting, &order, 1) : NULL;
    if (again == NULL)
        return;
    if (!is_affordable(drifting, (double)plan->work) || gems_odds_come_of(again, plan))
        fill_and_answer(drifting, again);
    else
        gems_odds_destroy(again);
}

/* At first in haste, so that there is an answer; then along tours; then further and further off the best of them. */
static void look(struct drifting *drifting, const struct odds *odds)
{
    if (try_all(drifting, odds))
        return;
    look_along_plan(drifting, odds);
    if (drifting->solution->best == MOVE_NONE)
        look_greedily(drifting, odds, HASTE_SHARE);
    if (drifting->solution->best == MOVE_NONE)
        look_greedily(drifting, odds, 1);
    if (drifting->solution->best == MOVE_NONE) /* not one set can be filled: all of it is the search's */
        return;
    if (try_all(drifting, odds))
        return;
    look_along_tour(drifting, odds, gems_odds_turns_of_use(drifting->board, odds->turns));
    look_along_tour(drifting, odds, odds->turns);
    look_greedily(drifting, odds, 1);
    const struct odds *plan = plan_from_here(drifting);
    int sets = plan == NULL ? 0 : plan->family.count;
    sets = sets > odds->items ? sets : odds->items + 1;
    do
        sets *= 2;
    while (look_around(drifting, sets));
}

/* What was filled for an earlier position holds for one that comes after it; exactly, or until something is taken. */
static bool recall(struct drifting *drifting)
{
    struct odds *odds = drifting->drift->odds;
    struct odds_choice choice;
    uint64_t left;
    if (odds == NULL || odds->board.hash != drifting->board->hash ||
        !gems_odds_left(odds, drifting->root, &left) || !gems_odds_choose(odds, drifting->root, &choice))
        return false;
    drifting->value = choice.value;
    drifting->to_the_end = odds->horizon == odds->orders;
    answer(drifting, &choice, odds->is_exact);
    return odds->is_exact || (left == odds->all && !drifting->means->to_the_end);
}

void gems_drift_solve(struct drift *drift, const struct means *means, const struct gems_board *board,
                      const struct gems_position *position, struct job *job, struct solution *solution)
{
    struct drifting drifting = {.drift = drift,
                                .means = means,
                                .board = board,
                                .root = position,
                                .job = job,
                                .solution = solution,
                                .value = -INFINITY,
                                .told_upper = INT64_MAX};
    assert(board->players == 1 && position->due == GEMS_SAID);
    if (recall(&drifting))
        return;
    struct odds *odds = gems_odds_create(board, position);
    if (odds != NULL)
        look(&drifting, odds);
    gems_odds_destroy(odds);
}
