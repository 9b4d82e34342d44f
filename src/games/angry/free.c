/* The free queen: bounds of the minimax value that close as more sets of pigs are looked at exactly. */
#include <stdlib.h>

#include "base/bits.h"
#include "base/clock.h"
#include "games/angry/run.h"
#include "games/angry/solve.h"

/* How the two counters of the rules are counted down. */
enum method {
    METHOD_TURNS,   /* no more turns than actions are left: only turns end the game */
    METHOD_ACTIONS, /* turns enough for every pass that could be of use: only actions do */
    METHOD_PASSES,  /* pass=on, and not that many */
    METHOD_FORCED   /* pass=off, and not that many */
};

/* With pass=on one wait before every action is all that is of use (see decide.h). Without it passes are
 * forced, at most one between two actions, and only in dead ends. */
static enum method choose_method(const struct terrain *terrain, const struct angry_position *root)
{
    const struct angry_board *board = terrain->board;
    int actions = board->cap - root->actions;
    int turns = 2 * board->cap - root->turns;
    assert(actions > 0 && turns > 0);
    if (turns <= actions)
        return METHOD_TURNS;
    if (board->pass)
        return turns >= 2 * actions ? METHOD_ACTIONS : METHOD_PASSES;
    bool is_passing = root->side == ANGRY_HEN && angry_stuck(board, root);
    bool is_enough = terrain->dead_ends == 0 || turns >= 2 * actions - 1 + is_passing;
    return is_enough ? METHOD_ACTIONS : METHOD_FORCED;
}

/* Is there a move to play, and no time to begin anything new? */
static bool is_late(const struct angry_quest *quest)
{
    const _Atomic int64_t *soft = quest->means->soft;
    return quest->bounds.pv_count > 0 && soft != NULL && clock_now() >= atomic_load(soft);
}

static void take_bound(struct angry_quest *quest, const struct angry_run *run, bool is_lower, bool is_upper)
{
    struct angry_bounds line = {.pv_count = 0};
    int value;
    if (angry_path_read(run, &value, line.pv, &line.pv_count))
        angry_quest_bound(quest, &line, value, is_lower, is_upper);
}

/* One run; what came of it. */
static enum layer_end run_all(struct angry_quest *quest, struct angry_run *run, int rich, bool upper)
{
    if (!angry_run_open(run, upper, rich, quest->means->bytes - run->reserved))
        return LAYER_NO_MEMORY;
    return is_late(quest) ? LAYER_STOPPED : angry_run_compute(run, quest->means->threads);
}

static bool is_done(struct angry_quest *quest, enum layer_end end)
{
    if (end == LAYER_NO_MEMORY)
        quest->lacks_memory = true;
    return end == LAYER_DONE;
}

/* A run that computes a bound; false when nothing more will come. */
static bool compute_bound(struct angry_quest *quest, struct angry_run *run, int rich, bool is_lower,
                          bool is_upper)
{
    run->decides = false;
    enum layer_end end = run_all(quest, run, rich, is_upper);
    if (end == LAYER_DONE)
        take_bound(quest, run, is_lower, is_upper);
    angry_run_close(run);
    return is_done(quest, end);
}

/* Takes note of whether the hen can come to more than a threshold, as far as the bound of a run says
 * something of the value. */
static void take_answer(struct angry_quest *quest, const struct angry_run *run,
                        const struct angry_bounds *line, int most, bool is_lower, bool is_upper)
{
    if (run->is_more && is_lower)
        angry_quest_bound(quest, line, run->threshold + 1, true, false);
    if (!run->is_more && is_upper)
        angry_quest_bound(quest, line, most, false, true);
}

/* A run that asks whether a bound is more than `threshold`; false when nothing more will come. */
static bool decide_bound(struct angry_quest *quest, struct angry_run *run, int rich, bool upper,
                         int threshold)
{
    bool is_exact = rich == run->terrain.pigs;
    bool is_rushed = run->terrain.wait_time < run->terrain.time;
    run->decides = true;
    run->threshold = threshold;
    enum layer_end end = run_all(quest, run, rich, upper);
    struct angry_bounds line = {.pv_count = 1, .pv = {run->move}};
    if (end == LAYER_DONE)
        take_answer(quest, run, &line, threshold, !upper || is_exact, !is_rushed && (upper || is_exact));
    angry_run_close(run);
    return is_done(quest, end);
}

static bool is_closed(const struct angry_quest *quest)
{
    const struct angry_bounds *bounds = &quest->bounds;
    assert(!bounds->has_lower || !bounds->has_upper || bounds->lower <= bounds->upper);
    return bounds->has_lower && bounds->has_upper && bounds->lower == bounds->upper;
}

/* The hen can come to more than her bound with `rich` pigs: how much more? */
static bool raise_lower(struct angry_quest *quest, struct angry_run *run, int rich)
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
static bool find_upper(struct angry_quest *quest, struct angry_run *run)
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
static void decide_all(struct angry_quest *quest, struct angry_run *run)
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

/* A run that computes a bound and says nothing but whether it is more than `threshold`, or what it is at
 * most; for two counters, of which it counts turns. Given a threshold, more actions left are better for the
 * hen than less, so that of every position the fewest that she needs are all there is to know: her points to
 * come are these, with another sign and beginning. False when nothing more will come. */
static bool clip_bound(struct angry_quest *quest, struct angry_run *run, int rich, bool upper, int threshold,
                       int *most)
{
    bool is_exact = rich == run->terrain.pigs;
    struct angry_bounds line = {.pv_count = 0};
    run->decides = false;
    run->is_clipped = true;
    run->threshold = threshold;
    enum layer_end end = run_all(quest, run, rich, upper);
    if (end == LAYER_DONE && !angry_path_read(run, most, line.pv, &line.pv_count))
        end = LAYER_NO_MEMORY;
    run->is_more = end == LAYER_DONE && *most > threshold;
    if (end == LAYER_DONE)
        take_answer(quest, run, &line, *most, !upper || is_exact, upper || is_exact);
    run->is_clipped = false;
    angry_run_close(run);
    return is_done(quest, end);
}

/* The largest threshold to which the answer of clip_bound is yes; most likely it is the upper bound. */
static bool clip_all(struct angry_quest *quest, struct angry_run *run, int rich, bool upper)
{
    int low = quest->bounds.lower;
    int high = quest->bounds.upper;
    for (int threshold = high - 1; low < high; threshold = low + (high - low) / 2) {
        int most = threshold;
        assert(threshold >= low && threshold < high); /* so that either answer brings them together */
        if (!clip_bound(quest, run, rich, upper, threshold, &most))
            return false;
        if (run->is_more)
            low = threshold + 1;
        else
            high = most > low ? most : low;
    }
    return true;
}

static void count_actions(struct angry_run *run, int actions, int wait_time)
{
    assert(actions >= 0 && wait_time >= 0);
    run->terrain.clock = CLOCK_ACTIONS;
    run->terrain.time = actions;
    run->terrain.wait_time = wait_time < actions ? wait_time : actions;
}

/* The value if there were turns enough, which they may be: an upper bound. */
static bool try_patience(struct angry_quest *quest, struct angry_run *run)
{
    struct angry_quest dream = *quest;
    dream.is_silent = true;
    decide_all(&dream, run);
    quest->lacks_memory |= dream.lacks_memory;
    if (dream.bounds.has_upper)
        angry_quest_bound(quest, &dream.bounds, dream.bounds.upper, false, true);
    return is_closed(&dream);
}

/* pass=on: of turns there are fewer than two an action, but more than one. */
static void solve_passes(struct angry_quest *quest, struct angry_run *run, int actions)
{
    int turns = 2 * run->terrain.board->cap - quest->position->turns;
    if (!try_patience(quest, run) || is_closed(quest))
        return;
    count_actions(run, actions, turns - actions);
    if (!decide_bound(quest, run, run->rich, false, quest->bounds.upper - 1))
        return;
    run->terrain.clock = CLOCK_TURNS;
    run->terrain.time = turns;
    for (int rich = 0; rich <= run->terrain.pigs && !is_closed(quest); rich++)
        if (!clip_all(quest, run, rich, true) || !clip_all(quest, run, rich, false))
            return;
}

/* One counter for both bounds: a first bound with a line of play, then thresholds. With pass=on the first
 * bound counts turns, no more than there are actions. */
static void solve_actions(struct angry_quest *quest, struct angry_run *run, bool is_enough)
{
    bool pass = run->terrain.board->pass;
    bool is_exact = run->terrain.pigs == 0 && !pass;
    int actions = run->terrain.board->cap - quest->position->actions;
    count_actions(run, actions, actions);
    run->terrain.clock = pass ? CLOCK_TURNS : CLOCK_ACTIONS;
    if (!compute_bound(quest, run, 0, true, is_exact) || is_exact)
        return;
    run->terrain.clock = CLOCK_ACTIONS;
    if (is_enough)
        decide_all(quest, run);
    else
        solve_passes(quest, run, actions);
}

/* Sets of items to be looked at, each a layer. */
static size_t count_layers(const struct terrain *terrain, int rich, bool upper)
{
    size_t families = upper && rich < terrain->pigs;
    for (unsigned eaten = 0; eaten <= run_all_of(terrain->pigs); eaten++)
        families += bits_count(eaten) <= rich;
    return families << terrain->eggs;
}

/* pass=off and both counters: one after another is computed what no turn to spare is worth, one, two ...
 * until there are as many as the root has or one more changes nothing at any dead end. False when nothing
 * more will come. */
static bool count_spare(struct angry_quest *quest, struct angry_run *run, int rich, bool upper, int spare,
                        size_t notes)
{
    struct terrain *terrain = &run->terrain;
    enum layer_end end = LAYER_DONE;
    int actions = terrain->time;
    bool is_same = false;
    terrain->time++; /* the root may have to pass */
    run->decides = false;
    for (int turns = 0; turns < spare && !is_same && end == LAYER_DONE; turns++) {
        terrain->clock = turns == 0 ? CLOCK_TURNS : CLOCK_BOTH;
        end = run_all(quest, run, rich, upper);
        angry_run_close(run);
        is_same = turns > 0 && memcmp(run->passed, run->passing, notes * sizeof *run->passed) == 0;
        int16_t *passed = run->passed;
        run->passed = run->passing;
        run->passing = passed;
    }
    terrain->time = actions;
    return is_done(quest, end);
}

static bool open_notes(struct angry_quest *quest, struct angry_run *run, size_t notes)
{
    assert(notes > 0);
    run->reserved = 2 * notes * sizeof *run->passed;
    bool has_room = run->reserved <= quest->means->bytes;
    run->passed = has_room ? calloc(notes, sizeof *run->passed) : NULL;
    run->passing = has_room ? calloc(notes, sizeof *run->passing) : NULL;
    return run->passed != NULL && run->passing != NULL;
}

/* A bound by values, when passes are forced or cost no more than other turns. */
static bool spare_bound(struct angry_quest *quest, struct angry_run *run, int rich, bool is_lower,
                        bool is_upper, int spare)
{
    if (spare <= 0)
        return compute_bound(quest, run, rich, is_lower, is_upper);
    assert(run->terrain.dead_ends > 0);
    size_t layers = count_layers(&run->terrain, rich, is_upper);
    size_t notes = layers * (size_t)run->terrain.dead_ends * (size_t)run->terrain.pass_times;
    bool more = open_notes(quest, run, notes) ? count_spare(quest, run, rich, is_upper, spare, notes)
                                              : is_done(quest, LAYER_NO_MEMORY);
    free(run->passing);
    run->passing = NULL;
    run->terrain.clock = CLOCK_BOTH;
    more = more && compute_bound(quest, run, rich, is_lower, is_upper);
    free(run->passed);
    run->passed = NULL;
    return more;
}

/* Time does not say how many actions were spent, or not alone, so all goes by values. */
static void solve_turns(struct angry_quest *quest, struct angry_run *run)
{
    int actions = run->terrain.board->cap - quest->position->actions;
    int turns = 2 * run->terrain.board->cap - quest->position->turns;
    run->terrain.clock = CLOCK_TURNS;
    run->terrain.time = turns < actions ? turns : actions;
    run->terrain.pass_times = actions + 1;
    for (int rich = 0; rich <= run->terrain.pigs && !is_closed(quest); rich++) {
        bool is_exact = rich == run->terrain.pigs;
        if (!spare_bound(quest, run, rich, true, is_exact, turns - actions) || is_exact)
            return;
        if (!spare_bound(quest, run, rich, false, true, turns - actions))
            return;
    }
}

void angry_solve_free(struct angry_quest *quest)
{
    struct angry_run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return;
    run->terrain.job = quest->job;
    run->root_position = quest->position;
    if (!angry_terrain_survey(&run->terrain, quest->board, quest->position)) {
        quest->job->note(quest->job->context, "angry: too many eggs or pigs to solve");
        free(run);
        return;
    }
    enum method method = choose_method(&run->terrain, quest->position);
    if (method == METHOD_TURNS || method == METHOD_FORCED)
        solve_turns(quest, run);
    else
        solve_actions(quest, run, method == METHOD_ACTIONS);
    free(run);
}
