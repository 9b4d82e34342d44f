#include "games/gems/drift.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/clock.h"
#include "games/gems/spots.h"
#include "games/gems/tour.h"
#include "solve/tell.h"

enum {
    SETS_FIRST = 16, /* of the first family, which also shows how fast filling is */
    SETS_FACTOR = 2, /* from one to the next */
    EXACT_ITEMS_MAX = 24,
    TOUR_SHARE = 8,    /* of the time: what each of two tours may take */
    TOUR_NODES = 20000 /* of a tour where there is no clock: the same on every machine */
};

/* One solving. */
struct drifting {
    struct drift *drift;
    const struct means *means;
    const struct gems_board *board;
    const struct gems_position *root;
    struct job *job;
    struct solution *solution;
    int orders;
    uint8_t order[FAMILY_ITEMS_MAX]; /* in which items are to be taken */
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
    const struct means *means = drifting->means;
    int64_t soft = means->soft == NULL ? INT64_MAX : atomic_load(means->soft);
    int64_t deadline = job_deadline(drifting->job), end = soft < deadline ? soft : deadline;
    return end == INT64_MAX ? end : end - clock_now();
}

/* Whether so much work fits into what is left. */
static bool is_affordable(const struct drifting *drifting, double work)
{
    const struct pace *pace = &drifting->drift->pace;
    int64_t time = time_left(drifting);
    uint64_t nodes = job_nodes_left(drifting->job);
    if (nodes != UINT64_MAX && work > (double)nodes)
        return false;
    if (time == INT64_MAX || drifting->means->to_the_end)
        return true;
    return time > 0 && work < pace_nodes(pace, time);
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

/* -- the order -- */

/* The tour that luck would bring in so many turns. */
static void find_tour(struct drifting *drifting, int turns, struct tour_stops *stops)
{
    struct gems_board *board = malloc(sizeof *board);
    struct solution tour = {.best = MOVE_NONE};
    struct job part;
    int64_t time = time_left(drifting);
    *stops = (struct tour_stops){.count = 0, .upper = INT64_MAX};
    if (board == NULL)
        return;
    assert(turns > 0 && turns <= drifting->board->turns);
    *board = *drifting->board;
    board->turns = (uint16_t)(drifting->root->turn + turns - 1);
    job_begin_part(&part, drifting->job);
    atomic_store(&part.deadline, time == INT64_MAX ? time : clock_now() + time / TOUR_SHARE);
    atomic_store(&part.node_limit, time == INT64_MAX ? TOUR_NODES : UINT64_MAX);
    struct means means = {.bytes = drifting->means->bytes / 4, .threads = 1};
    gems_solve_tour(&means, board, drifting->root, NULL, &part, &tour, stops);
    free(board);
}

static void add_stops(struct drifting *drifting, const struct odds *odds, const struct tour_stops *stops,
                      uint64_t *rest)
{
    for (int i = 0; i < stops->count; i++)
        for (int item = 0; item < odds->items; item++)
            if (odds->item_cell[item] == stops->cell[i] && (*rest >> item & 1)) {
                drifting->order[drifting->orders++] = (uint8_t)item;
                *rest &= ~(UINT64_C(1) << item);
            }
}

/* How often a step is what was asked for, on ordinary ground: so many of the turns are of use. */
static int turns_of_use(const struct drifting *drifting)
{
    int64_t sure = 0;
    int turns = drifting->board->turns + 1 - drifting->root->turn;
    for (int step = 0; step < GEMS_STEPS; step++)
        sure += drifting->board->slips.weight[GEMS_NORMAL][step][step];
    int of_use = (int)(turns * sure / GEMS_STEPS / GEMS_WHOLE);
    return of_use < 1 ? 1 : of_use;
}

static void add_rest(struct drifting *drifting, const struct odds *odds, uint64_t rest)
{
    for (; rest != 0; rest &= rest - 1)
        drifting->order[drifting->orders++] = (uint8_t)bits_lowest(rest);
    assert(drifting->orders == odds->items);
}

/* A tour with the turns that are of use, then what one with all of them adds, then the rest, the nearest first. */
static void find_order(struct drifting *drifting, const struct odds *odds)
{
    struct tour_stops stops;
    uint64_t rest = odds->all;
    drifting->orders = 0;
    find_tour(drifting, turns_of_use(drifting), &stops);
    add_stops(drifting, odds, &stops, &rest);
    find_tour(drifting, drifting->board->turns + 1 - drifting->root->turn, &stops);
    add_stops(drifting, odds, &stops, &rest);
    tell_upper(drifting, stops.upper);
    add_rest(drifting, odds, rest);
}

/* -- the work -- */

/* Fills a family and answers from it. False: it could not be filled, and what was known before stays. */
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
    gems_drift_forget(drifting->drift);
    drifting->drift->odds = odds;
    answer(drifting, &choice, odds->is_exact);
    return true;
}

/* Of a small family the order is only begun. */
static bool look_along(struct drifting *drifting, int sets, bool *is_all)
{
    struct odds *odds = gems_odds_create(drifting->board, drifting->root);
    assert(sets > 1 && drifting->orders <= FAMILY_ITEMS_MAX);
    int count = drifting->orders < sets ? drifting->orders : sets - 1;
    bool made = odds != NULL && gems_family_along(&odds->family, drifting->order, count, odds->all, sets);
    *is_all = made && odds->family.count < sets;
    if (made)
        return fill_and_answer(drifting, odds);
    gems_odds_destroy(odds);
    return false;
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
        !is_affordable(drifting, gems_odds_work(odds, ldexp(1, odds->items))))
        return false;
    double bytes = bytes_for_all(odds);
    if (bytes <= (double)drifting->means->bytes)
        return look_at_all(drifting);
    if (bytes < (double)SIZE_MAX)
        drifting->solution->lacks = (size_t)bytes;
    return false;
}

/* At first in haste, so that there is an answer; then along tours, further and further off them. Of nodes that are too
 * few for the first family the search makes more. */
static void look(struct drifting *drifting, const struct odds *odds)
{
    bool is_all = false;
    bool is_begun = try_all(drifting, odds);
    if (is_begun || gems_odds_work(odds, SETS_FIRST) > (double)job_nodes_left(drifting->job))
        return;
    add_rest(drifting, odds, odds->all);
    if (!look_along(drifting, SETS_FIRST, &is_all) || try_all(drifting, odds))
        return;
    find_order(drifting, odds);
    is_all = false;
    for (int sets = SETS_FIRST * 4; !is_all && !job_stopped(drifting->job); sets *= SETS_FACTOR)
        if (!is_affordable(drifting, gems_odds_work(odds, sets)) || !look_along(drifting, sets, &is_all))
            return;
}

/* What was filled for an earlier position holds for one that comes after it; exactly, or until something is taken. */
static bool recall(struct drifting *drifting)
{
    struct odds *odds = drifting->drift->odds;
    struct odds_choice choice;
    uint64_t left;
    if (odds == NULL || odds->board.hash != drifting->board->hash ||
        !gems_odds_left(odds, drifting->root, &left) ||
        (!odds->is_exact && (left != odds->all || drifting->means->to_the_end)) ||
        !gems_odds_choose(odds, drifting->root, &choice))
        return false;
    answer(drifting, &choice, odds->is_exact);
    return true;
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
                                .told_upper = INT64_MAX};
    assert(board->players == 1 && position->due == GEMS_SAID);
    if (recall(&drifting))
        return;
    struct odds *odds = gems_odds_create(board, position);
    if (odds != NULL)
        look(&drifting, odds);
    gems_odds_destroy(odds);
}
