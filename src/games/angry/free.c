/* The free queen: bounds of the minimax value that close as more sets of pigs are looked at exactly. */
#include <stdlib.h>

#include "base/clock.h"
#include "games/angry/run.h"
#include "games/angry/solve.h"

/* How the counters of the rules become one. */
struct clocks {
    enum run_clock clock;
    int lower; /* the counter of lower bounds, and of upper ones: more time is better for the hen */
    int upper;
};

/* With pass=on the hen can sit out what is left at no cost, so that more of either counter is never worse for
 * her, and counting turns alone from the smaller or the larger one bounds the value. Without it passes are
 * forced and few: at most one between two actions. False: both counters matter. */
static bool choose_clocks(const struct terrain *terrain, const struct angry_position *root,
                          struct clocks *clocks)
{
    const struct angry_board *board = terrain->board;
    int actions = board->cap - root->actions;
    int turns = 2 * board->cap - root->turns;
    assert(actions > 0 && turns > 0);
    int least = actions < turns ? actions : turns;
    if (board->pass || turns <= actions) {
        *clocks = (struct clocks){CLOCK_TURNS, least, board->pass ? turns : least};
        return true;
    }
    bool is_passing = root->side == ANGRY_HEN && angry_stuck(board, root);
    *clocks = (struct clocks){CLOCK_ACTIONS, actions, actions};
    return terrain->dead_ends == 0 || turns >= 2 * actions - 1 + is_passing;
}

/* Before anything is known: is there no time for even the first bound, so that a search should have it? */
static bool is_hopeless(const struct angry_quest *quest, const struct run *run)
{
    enum { VECTORS_PER_MICROSECOND = 400 };
    int64_t deadline = atomic_load(&quest->job->deadline);
    bool is_first = !quest->bounds.has_lower && !quest->bounds.has_upper;
    if (quest->means->to_the_end || deadline == INT64_MAX || !is_first)
        return false;
    const struct terrain *terrain = &run->terrain;
    int64_t layers = (int64_t)run_families(run) << terrain->eggs;
    int64_t vectors = layers * terrain->time * terrain->places * (terrain->width / LANES);
    int64_t threads = quest->means->threads > 0 ? quest->means->threads : 1;
    return vectors / (VECTORS_PER_MICROSECOND * threads) > deadline - clock_now();
}

/* Is there a move to play, and no time to begin anything new? */
static bool is_late(const struct angry_quest *quest)
{
    const _Atomic int64_t *soft = quest->means->soft;
    return quest->bounds.pv_count > 0 && soft != NULL && clock_now() >= atomic_load(soft);
}

static void take_bound(struct angry_quest *quest, const struct run *run, bool is_lower, bool is_upper)
{
    struct angry_bounds line = {.pv_count = 0};
    int value;
    if (path_read(run, &value, line.pv, &line.pv_count))
        angry_quest_bound(quest, &line, value, is_lower, is_upper);
}

/* One run; what came of it. */
static enum layer_end run_all(struct angry_quest *quest, struct run *run, int rich, bool upper)
{
    if (!run_open(run, upper, rich, quest->means->bytes))
        return LAYER_NO_MEMORY;
    bool waits = is_late(quest) || is_hopeless(quest, run);
    return waits ? LAYER_STOPPED : run_compute(run, quest->means->threads);
}

static bool is_done(const struct angry_quest *quest, enum layer_end end)
{
    if (end == LAYER_NO_MEMORY)
        quest->job->note(quest->job->context, "angry: a larger Hash would narrow the bounds further");
    return end == LAYER_DONE;
}

/* A run that computes a bound; false when nothing more will come. */
static bool compute_bound(struct angry_quest *quest, struct run *run, int rich, bool is_lower, bool is_upper)
{
    run->decides = false;
    enum layer_end end = run_all(quest, run, rich, is_upper);
    if (end == LAYER_DONE)
        take_bound(quest, run, is_lower, is_upper);
    run_close(run);
    return is_done(quest, end);
}

/* A run that asks whether a bound is more than `threshold`, and takes the answer if it says something of the
 * value; false when nothing more will come. */
static bool decide_bound(struct angry_quest *quest, struct run *run, int rich, bool upper, int threshold)
{
    bool is_exact = rich == run->terrain.pigs;
    run->decides = true;
    run->threshold = threshold;
    enum layer_end end = run_all(quest, run, rich, upper);
    struct angry_bounds line = {.pv_count = 1, .pv = {run->move}};
    if (end == LAYER_DONE && run->is_more && (!upper || is_exact))
        angry_quest_bound(quest, &line, threshold + 1, true, false);
    if (end == LAYER_DONE && !run->is_more && (upper || is_exact))
        angry_quest_bound(quest, &line, threshold, false, true);
    run_close(run);
    return is_done(quest, end);
}

static bool is_closed(const struct angry_quest *quest)
{
    const struct angry_bounds *bounds = &quest->bounds;
    return bounds->has_lower && bounds->has_upper && bounds->lower == bounds->upper;
}

/* The hen can come to more than her bound with `rich` pigs: how much more? */
static bool raise_lower(struct angry_quest *quest, struct run *run, int rich)
{
    int high = quest->bounds.upper - 1; /* first of all, whether the bounds meet */
    int threshold = high;
    while (quest->bounds.lower <= high) {
        int before = quest->bounds.lower;
        if (!decide_bound(quest, run, rich, false, threshold))
            return false;
        if (quest->bounds.lower == before)
            high = threshold - 1;
        threshold = quest->bounds.lower + (high - quest->bounds.lower) / 2;
    }
    return true;
}

/* The upper bound without a pig looked at exactly; at worst all that is on the board. */
static bool find_upper(struct angry_quest *quest, struct run *run)
{
    int low = quest->bounds.lower + 1;
    int high = ANGRY_ITEM * run->terrain.eggs + ANGRY_WIN;
    while (low < high) {
        int threshold = low + (high - low) / 2;
        if (!decide_bound(quest, run, 0, true, threshold))
            return false;
        if (run->is_more)
            low = threshold + 1;
        else
            high = threshold;
    }
    if (!quest->bounds.has_upper) {
        struct angry_bounds line = {.pv_count = 1, .pv = {run->move}};
        angry_quest_bound(quest, &line, high, false, true);
    }
    return true;
}

/* Asks again and again whether the hen's best so far is all there is; whenever neither bound has an answer
 * one pig more is looked at exactly. */
static void decide_all(struct angry_quest *quest, struct run *run)
{
    if (!decide_bound(quest, run, 0, true, quest->bounds.lower) || is_closed(quest) ||
        !find_upper(quest, run))
        return;
    for (int rich = 1; !is_closed(quest);) {
        int lower = quest->bounds.lower;
        if (!decide_bound(quest, run, rich, true, lower) || is_closed(quest))
            return;
        if (rich < run->terrain.pigs && !decide_bound(quest, run, rich, false, lower))
            return;
        if (quest->bounds.lower == lower)
            rich++;
        else if (!raise_lower(quest, run, rich))
            return;
    }
}

/* One counter for both bounds: a first bound with a line of play, then thresholds. */
static void solve_actions(struct angry_quest *quest, struct run *run)
{
    bool is_exact = run->terrain.pigs == 0;
    if (compute_bound(quest, run, 0, true, is_exact) && !is_exact)
        decide_all(quest, run);
}

/* Turns are counted: time does not say how many actions were spent, so all goes by values. */
static void solve_turns(struct angry_quest *quest, struct run *run, const struct clocks *clocks)
{
    for (int rich = 0; rich <= run->terrain.pigs && !is_closed(quest); rich++) {
        bool is_exact = rich == run->terrain.pigs && clocks->lower == clocks->upper;
        run->terrain.time = clocks->lower;
        if (!compute_bound(quest, run, rich, true, is_exact) || is_exact)
            return;
        run->terrain.time = clocks->upper;
        if (!compute_bound(quest, run, rich, false, true))
            return;
    }
}

static void solve_all(struct angry_quest *quest, struct run *run, const struct clocks *clocks)
{
    run->terrain.clock = clocks->clock;
    run->terrain.time = clocks->lower;
    if (clocks->clock == CLOCK_ACTIONS)
        solve_actions(quest, run);
    else
        solve_turns(quest, run, clocks);
}

void angry_solve_free(struct angry_quest *quest)
{
    struct run *run = calloc(1, sizeof *run);
    struct clocks clocks;
    if (run == NULL)
        return;
    run->terrain.job = quest->job;
    run->root_position = quest->position;
    if (!terrain_survey(&run->terrain, quest->board, quest->position))
        quest->job->note(quest->job->context, "angry: too many eggs or pigs to solve");
    else if (!choose_clocks(&run->terrain, quest->position, &clocks))
        quest->job->note(quest->job->context, "angry: both actions and turns are about to end, not solved");
    else
        solve_all(quest, run, &clocks);
    free(run);
}
