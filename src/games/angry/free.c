/* The free queen: bounds of the minimax value that close as more sets of pigs are looked at exactly. */
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/text.h"
#include "games/angry/pair.h"
#include "games/angry/run.h"
#include "games/angry/solve.h"
#include "solve/tell.h"

/* What came of a question. */
struct angry_verdict {
    bool is_more;
    move_t move; /* that sees to it, where it is what the mover wishes */
    int least;   /* if it is more: what it is at least */
};

/* How the two counters of the rules are counted down. */
enum method {
    METHOD_TURNS,   /* no more turns than actions are left: only turns end the game */
    METHOD_ACTIONS, /* turns enough for every pass that could be of use: only actions do */
    METHOD_PASSES,  /* pass=on, and not that many */
    METHOD_FORCED   /* pass=off, and not that many */
};

/* With pass=on one wait before every action is all that is of use (see SOLVER.md). Without it passes are
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
    return quest->bounds.line.count > 0 && clock_now() >= means_soft(quest->means);
}

static void take_bound(struct angry_quest *quest, const struct angry_run *run, bool is_lower, bool is_upper)
{
    struct line line = {.count = 0};
    int value;
    if (angry_path_read(run, &value, &line))
        angry_quest_bound(quest, &line, value, is_lower, is_upper);
}

/* Sets of items to be looked at, each a layer. */
static size_t count_layers(const struct terrain *terrain, int rich, bool upper)
{
    size_t families = upper && rich < terrain->pigs;
    for (unsigned eaten = 0; eaten <= run_all_of(terrain->pigs); eaten++)
        families += bits_count(eaten) <= rich;
    return families << terrain->eggs;
}

/* Of a question. */
static void learn_cost(struct angry_quest *quest, const struct angry_plan *plan, uint64_t nodes, size_t bytes)
{
    double layers = (double)count_layers(&plan->terrain, plan->rich, plan->upper);
    struct angry_cost *cost = &quest->cost;
    cost->nodes = fmax(cost->nodes, (double)nodes / layers);
    cost->bytes = fmax(cost->bytes, (double)bytes / layers);
}

enum { OUTLOOK_LEAST = 1000000 }; /* nodes a run: less is done before anybody has read it */

/* Why it goes on, and how far: a run with more pigs costs as much more as there are more sets of items. */
static void tell_outlook(const struct angry_quest *quest, const struct angry_plan *plan, int tried, int rich)
{
    double layers = (double)count_layers(&plan->terrain, rich, true);
    double nodes = quest->cost.nodes * layers;
    double mib = quest->cost.bytes * layers / (1 << 20);
    if (quest->is_silent || nodes < OUTLOOK_LEAST)
        return;
    char room[160];
    struct text text = text_in(room, sizeof room);
    text_format(&text, "angry: open with %d of %d pigs; next run %.0f million nodes, %.0f of %zu MiB", tried,
                plan->terrain.pigs, nodes / 1e6, ceil(mib), plan->bytes >> 20);
    tell_note(quest->job, room);
}

/* One run; what came of it. To be closed. */
static enum layer_end run_all(struct angry_quest *quest, struct angry_run *run, struct angry_plan *plan,
                              int rich, bool upper)
{
    plan->rich = rich;
    plan->upper = upper;
    if (!angry_run_open(run, plan))
        return LAYER_NO_MEMORY;
    if (is_late(quest))
        return LAYER_STOPPED;
    uint64_t before = atomic_load(&quest->job->nodes);
    enum layer_end end = angry_run_compute(run, quest->means->threads);
    if (plan->manner != &angry_values)
        learn_cost(quest, plan, atomic_load(&quest->job->nodes) - before, run->most_used);
    return end;
}

static bool is_done(struct angry_quest *quest, enum layer_end end)
{
    if (end == LAYER_NO_MEMORY)
        quest->lacks_memory = true;
    return end == LAYER_DONE;
}

/* A run that computes a bound; false when nothing more will come. */
static bool compute_bound(struct angry_quest *quest, struct angry_plan *plan, int rich, bool is_lower,
                          bool is_upper)
{
    struct angry_run run;
    plan->manner = &angry_values;
    enum layer_end end = run_all(quest, &run, plan, rich, is_upper);
    if (end == LAYER_DONE)
        take_bound(quest, &run, is_lower, is_upper);
    angry_run_close(&run);
    return is_done(quest, end);
}

/* Takes note of a verdict, as far as the bound of the plan says something of the value. `most`: if it is not more. */
static void take_verdict(struct angry_quest *quest, const struct angry_plan *plan,
                         const struct angry_verdict *verdict, const struct line *line, int most)
{
    bool is_exact = plan->rich == plan->terrain.pigs;
    bool is_rushed = plan->manner == &angry_bits && plan->terrain.wait_time < plan->terrain.time;
    if (verdict->is_more && (!plan->upper || is_exact))
        angry_quest_bound(quest, line, verdict->least, true, false);
    if (!verdict->is_more && !is_rushed && (plan->upper || is_exact))
        angry_quest_bound(quest, line, most, false, true);
}

/* A run to bits. */
static enum layer_end run_bits(struct angry_quest *quest, struct angry_plan *plan, int rich, bool upper,
                               struct angry_verdict *verdict)
{
    struct angry_run run;
    plan->manner = quest->board->bird ? &angry_pairs : &angry_bits;
    enum layer_end end = run_all(quest, &run, plan, rich, upper);
    *verdict = (struct angry_verdict){.is_more = run.is_more, .move = run.move, .least = run.least};
    angry_run_close(&run);
    return end;
}

/* Asks whether a bound is more than `threshold`; false when nothing more will come. */
static bool judge_bound(struct angry_quest *quest, struct angry_plan *plan, int rich, bool upper,
                        int threshold, struct angry_verdict *verdict)
{
    plan->threshold = threshold;
    enum layer_end end = run_bits(quest, plan, rich, upper, verdict);
    struct line line = {.count = 1, .at = {verdict->move}};
    if (end == LAYER_DONE)
        take_verdict(quest, plan, verdict, &line, threshold);
    return is_done(quest, end);
}

/* Does the answer say so much more than was asked, seen from what is still possible, that it may be all there is? */
static bool says_more(const struct angry_verdict *verdict, int threshold, int high)
{
    enum { PART = 8 };
    int more = verdict->least - (threshold + 1);
    return verdict->is_more && more > 0 && PART * more >= high - verdict->least;
}

/* No more than all that is on the board. */
static int ceiling_of(const struct angry_quest *quest, const struct angry_plan *plan)
{
    int winning = quest->board->bird ? ANGRY_BIRD_WIN + ANGRY_BIRD_CATCH : ANGRY_WIN;
    return quest->bounds.has_upper ? quest->bounds.upper : ANGRY_ITEM * plan->terrain.eggs + winning;
}

/* What to ask between two bounds, `high` being one that holds. With a bird most games are won, and an answer says more
 * where only a win is more. */
static int middle_of(const struct angry_quest *quest, const struct angry_plan *plan, int low, int high)
{
    int won = ANGRY_ITEM * plan->terrain.eggs + ANGRY_LOSS;
    if (quest->board->bird && low < won && won < high)
        low = won;
    return low + (high - 1 - low) / 2;
}

/* The hen can come to more than her bound with `rich` pigs: how much more? What an answer says beyond the question may
 * be all there is (`is_guess`), then that is asked next. */
static bool raise_lower(struct angry_quest *quest, struct angry_plan *plan, int rich, bool is_guess)
{
    const struct angry_bounds *bounds = &quest->bounds;
    int high = ceiling_of(quest, plan);
    int threshold = is_guess            ? bounds->lower
                    : bounds->has_upper ? high - 1 /* first of all, whether the bounds meet */
                                        : middle_of(quest, plan, bounds->lower, high);
    while (bounds->lower < high) {
        struct angry_verdict verdict;
        if (!judge_bound(quest, plan, rich, false, threshold, &verdict))
            return false;
        if (!verdict.is_more)
            high = threshold;
        is_guess = says_more(&verdict, threshold, high);
        threshold = is_guess ? bounds->lower : middle_of(quest, plan, bounds->lower, high);
    }
    return true;
}

/* The upper bound with `rich` pigs; to an egg, if some are followed, for it costs as much as to follow more. `verdict` is
 * the one on the lower bound: it is more. */
static bool find_upper(struct angry_quest *quest, struct angry_plan *plan, int rich,
                       struct angry_verdict verdict)
{
    assert(verdict.is_more);
    int low = verdict.least;
    int high = ceiling_of(quest, plan);
    bool is_guess = says_more(&verdict, quest->bounds.lower, high);
    int slack = rich > 0 ? ANGRY_ITEM : 0;
    while (low + slack < high) {
        int threshold = is_guess ? low : low + (high - low) / 2;
        if (!judge_bound(quest, plan, rich, true, threshold, &verdict))
            return false;
        if (verdict.is_more)
            low = verdict.least;
        else
            high = threshold;
        is_guess = says_more(&verdict, threshold, high);
    }
    if (!quest->bounds.has_upper) {
        struct line line = {.count = 1, .at = {verdict.move}};
        angry_quest_bound(quest, &line, high, false, true);
    }
    return true;
}

/* With how many pigs to go on that were looked at exactly with `rich` in vain: with one more, or with more if that takes
 * no more than three times the sets of items. */
static int next_rich(const struct terrain *terrain, int rich)
{
    enum { GROWTH = 3 };
    size_t most = GROWTH * count_layers(terrain, rich, true);
    do
        rich++;
    while (rich < terrain->pigs && count_layers(terrain, rich + 1, true) <= most);
    return rich;
}

/* Whenever neither bound has an answer more pigs are looked at exactly; whoever waits for that hears of an upper bound
 * first. */
static void close_bounds(struct angry_quest *quest, struct angry_plan *plan, int rich)
{
    if (!angry_bounds_meet(&quest->bounds))
        tell_outlook(quest, plan, rich - 1, rich);
    while (!angry_bounds_meet(&quest->bounds)) {
        int lower = quest->bounds.lower;
        struct angry_verdict above;
        struct angry_verdict below;
        if (!judge_bound(quest, plan, rich, true, lower, &above) || angry_bounds_meet(&quest->bounds))
            return;
        below = above;
        if (rich < plan->terrain.pigs && !judge_bound(quest, plan, rich, false, lower, &below))
            return;
        if (quest->bounds.lower > lower) {
            if (!raise_lower(quest, plan, rich, says_more(&below, lower, ceiling_of(quest, plan))))
                return;
            continue;
        }
        if (!quest->bounds.has_upper && !find_upper(quest, plan, rich, above))
            return;
        int tried = rich;
        rich = next_rich(&plan->terrain, rich);
        tell_outlook(quest, plan, tried, rich);
    }
}

/* Asks whether the hen's best so far is all there is, first as if one pig paid for all. */
static void decide_all(struct angry_quest *quest, struct angry_plan *plan)
{
    struct angry_verdict verdict;
    if (judge_bound(quest, plan, 0, true, quest->bounds.lower, &verdict) &&
        !angry_bounds_meet(&quest->bounds) && find_upper(quest, plan, 0, verdict))
        close_bounds(quest, plan, 1);
}

/* A run that computes a bound and says nothing but whether it is more than `threshold`, or what it is at
 * most; for two counters, of which it counts turns. Given a threshold, more actions left are better for the
 * hen than less, so that of every position the fewest that she needs are all there is to know: her points to
 * come are these, with another sign and beginning. False when nothing more will come. */
static bool clip_bound(struct angry_quest *quest, struct angry_plan *plan, int rich, bool upper,
                       int threshold, int *most)
{
    struct angry_run run;
    struct line line = {.count = 0};
    plan->manner = &angry_values;
    plan->is_clipped = true;
    plan->threshold = threshold;
    enum layer_end end = run_all(quest, &run, plan, rich, upper);
    if (end == LAYER_DONE && !angry_path_read(&run, most, &line))
        end = LAYER_NO_MEMORY;
    if (end == LAYER_DONE)
        take_verdict(quest, plan,
                     &(struct angry_verdict){.is_more = *most > threshold, .least = threshold + 1}, &line,
                     *most);
    plan->is_clipped = false;
    angry_run_close(&run);
    return is_done(quest, end);
}

/* The largest threshold to which the answer of clip_bound is yes; most likely it is the upper bound. */
static bool clip_all(struct angry_quest *quest, struct angry_plan *plan, int rich, bool upper)
{
    int low = quest->bounds.lower;
    int high = quest->bounds.upper;
    for (int threshold = high - 1; low < high; threshold = low + (high - low) / 2) {
        int most = threshold;
        assert(threshold >= low && threshold < high); /* so that either answer brings them together */
        if (!clip_bound(quest, plan, rich, upper, threshold, &most))
            return false;
        if (most > threshold)
            low = threshold + 1;
        else
            high = most > low ? most : low;
    }
    return true;
}

static void count_actions(struct angry_plan *plan, int actions, int wait_time)
{
    assert(actions >= 0 && wait_time >= 0);
    plan->terrain.clock = CLOCK_ACTIONS;
    plan->terrain.time = actions;
    plan->terrain.wait_time = wait_time < actions ? wait_time : actions;
}

/* The value if there were turns enough, which they may be: an upper bound. */
static bool try_patience(struct angry_quest *quest, struct angry_plan *plan)
{
    struct angry_quest dream = *quest;
    dream.is_silent = true;
    decide_all(&dream, plan);
    quest->lacks_memory |= dream.lacks_memory;
    if (dream.bounds.has_upper)
        angry_quest_bound(quest, &dream.bounds.line, dream.bounds.upper, false, true);
    return angry_bounds_meet(&dream.bounds);
}

/* pass=on: of turns there are fewer than two an action, but more than one. */
static void solve_passes(struct angry_quest *quest, struct angry_plan *plan, int actions)
{
    int turns = 2 * plan->terrain.board->cap - quest->position->turns;
    struct angry_verdict verdict;
    if (!try_patience(quest, plan) || angry_bounds_meet(&quest->bounds))
        return;
    count_actions(plan, actions, turns - actions);
    if (!judge_bound(quest, plan, plan->rich, false, quest->bounds.upper - 1, &verdict))
        return;
    plan->terrain.clock = CLOCK_TURNS;
    plan->terrain.time = turns;
    for (int rich = 0; rich <= plan->terrain.pigs && !angry_bounds_meet(&quest->bounds); rich++)
        if (!clip_all(quest, plan, rich, true) || !clip_all(quest, plan, rich, false))
            return;
}

/* One counter for both bounds: a first bound with a line of play, then thresholds. With pass=on the first
 * bound counts turns, no more than there are actions. */
static void solve_actions(struct angry_quest *quest, struct angry_plan *plan, bool is_enough)
{
    bool pass = plan->terrain.board->pass;
    bool is_exact = plan->terrain.pigs == 0 && !pass;
    int actions = plan->terrain.board->cap - quest->position->actions;
    count_actions(plan, actions, actions);
    plan->terrain.clock = pass ? CLOCK_TURNS : CLOCK_ACTIONS;
    if (!compute_bound(quest, plan, 0, true, is_exact) || is_exact)
        return;
    plan->terrain.clock = CLOCK_ACTIONS;
    if (is_enough)
        decide_all(quest, plan);
    else
        solve_passes(quest, plan, actions);
}

/* pass=off and both counters: one after another is computed what no turn to spare is worth, one, two ...
 * until there are as many as the root has or one more changes nothing at any dead end. False when nothing
 * more will come. */
static bool count_spare(struct angry_quest *quest, struct angry_plan *plan, int rich, bool upper, int spare,
                        size_t notes)
{
    struct terrain *terrain = &plan->terrain;
    enum layer_end end = LAYER_DONE;
    int actions = terrain->time;
    bool is_same = false;
    terrain->time++; /* the root may have to pass */
    plan->manner = &angry_values;
    for (int turns = 0; turns < spare && !is_same && end == LAYER_DONE; turns++) {
        terrain->clock = turns == 0 ? CLOCK_TURNS : CLOCK_BOTH;
        struct angry_run run;
        end = run_all(quest, &run, plan, rich, upper);
        angry_run_close(&run);
        is_same = turns > 0 && memcmp(plan->passed, plan->passing, notes * sizeof *plan->passed) == 0;
        int16_t *passed = plan->passed;
        plan->passed = plan->passing;
        plan->passing = passed;
    }
    terrain->time = actions;
    return is_done(quest, end);
}

static bool open_notes(struct angry_plan *plan, size_t notes)
{
    assert(notes > 0);
    size_t bytes = 2 * notes * sizeof *plan->passed;
    if (bytes > plan->bytes)
        return false;
    plan->bytes -= bytes;
    plan->passed = calloc(notes, sizeof *plan->passed);
    plan->passing = calloc(notes, sizeof *plan->passing);
    return plan->passed != NULL && plan->passing != NULL;
}

/* A bound by values, when passes are forced or cost no more than other turns. */
static bool spare_bound(struct angry_quest *quest, struct angry_plan *plan, int rich, bool is_lower,
                        bool is_upper, int spare)
{
    if (spare <= 0)
        return compute_bound(quest, plan, rich, is_lower, is_upper);
    assert(plan->terrain.dead_ends > 0);
    size_t layers = count_layers(&plan->terrain, rich, is_upper);
    size_t notes = layers * (size_t)plan->terrain.dead_ends * (size_t)plan->terrain.pass_times;
    bool more = open_notes(plan, notes) ? count_spare(quest, plan, rich, is_upper, spare, notes)
                                        : is_done(quest, LAYER_NO_MEMORY);
    free(plan->passing);
    plan->passing = NULL;
    plan->terrain.clock = CLOCK_BOTH;
    more = more && compute_bound(quest, plan, rich, is_lower, is_upper);
    free(plan->passed);
    plan->passed = NULL;
    plan->bytes = quest->means->bytes;
    return more;
}

/* Time does not say how many actions were spent, or not alone, so all goes by values. */
static void solve_turns(struct angry_quest *quest, struct angry_plan *plan)
{
    int actions = plan->terrain.board->cap - quest->position->actions;
    int turns = 2 * plan->terrain.board->cap - quest->position->turns;
    plan->terrain.clock = CLOCK_TURNS;
    plan->terrain.time = turns < actions ? turns : actions;
    plan->terrain.pass_times = actions + 1;
    for (int rich = 0; rich <= plan->terrain.pigs && !angry_bounds_meet(&quest->bounds); rich++) {
        bool is_exact = rich == plan->terrain.pigs;
        if (!spare_bound(quest, plan, rich, true, is_exact, turns - actions) || is_exact)
            return;
        if (!spare_bound(quest, plan, rich, false, true, turns - actions))
            return;
    }
}

/* Where there is a bird a question takes long: first what she can come to without a pig, then whether that is all. */
static void solve_pair(struct angry_quest *quest, struct angry_plan *plan)
{
    struct angry_bounds *bounds = &quest->bounds;
    int actions = plan->terrain.board->cap - quest->position->actions;
    bool is_queen = quest->position->side == ANGRY_QUEEN;
    quest->is_silent = is_queen; /* her first bounds are no advice */
    count_actions(plan, actions > 0 ? actions : 1, actions > 0 ? actions : 1);
    /* Any end is more. */
    bounds->lower = ANGRY_LOSS - ANGRY_ITEM * plan->terrain.pigs - (actions > 0 ? actions : 0) - 2;
    struct angry_verdict verdict;
    if (raise_lower(quest, plan, 0, false) && judge_bound(quest, plan, 0, true, bounds->lower, &verdict))
        close_bounds(quest, plan, 1);
    if (is_queen && !angry_bounds_meet(&quest->bounds))
        bounds->line.count = 0;
}

static void choose_and_solve(struct angry_quest *quest, struct angry_plan *plan)
{
    enum method method = choose_method(&plan->terrain, quest->position);
    if (method == METHOD_TURNS || method == METHOD_FORCED)
        solve_turns(quest, plan);
    else
        solve_actions(quest, plan, method == METHOD_ACTIONS);
}

void angry_solve_free(struct angry_quest *quest)
{
    struct angry_plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL)
        return;
    plan->terrain.job = quest->job;
    plan->root = quest->position;
    plan->bytes = quest->means->bytes;
    if (!angry_terrain_survey(&plan->terrain, quest->board, quest->position))
        tell_note(quest->job, "angry: too many eggs or pigs to solve");
    else if (!quest->board->bird)
        choose_and_solve(quest, plan);
    else if (angry_pair_covers(quest->board, quest->position))
        solve_pair(quest, plan);
    else
        tell_note(quest->job, "angry: too few turns are left to solve a board with a bird");
    free(plan->terrain.egg_steps);
    free(plan);
}
