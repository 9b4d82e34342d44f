#include "games/gems/duel.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/gems/duel_table.h"
#include "games/gems/safe.h"
#include "search/line.h"
#include "search/meter.h"
#include "solve/tell.h"

enum {
    PLIES_MAX = 100,  /* of a line */
    PLAIN_PLIES = 12, /* a game this near its end is left to the plain search */
    PROMISES_MAX = 1 << 16,
    WINDOW_FIRST = 24, /* around the value of the iteration before */
    SCORE_FAR = 300,   /* a margin beyond it is only told by its sign */
    SWING_MAX = 400,   /* of what chance brings */
    HISTORY_MAX = 1 << 20
};

/* What the race of a position promises above its margin; many ways lead to one position. */
struct promise {
    uint64_t key;
    int32_t margin;
    bool known;
};

struct duel {
    struct course course;
    struct duel_table table;
    struct promise *promise;
    uint64_t promise_mask; /* their number less 1 */
    struct meter meter;
    bool exact; /* no shortcuts: what is found is proven */
    int seldepth;
    int32_t history[2][GEMS_CELLS][GEMS_ACTIONS]; /* how often a step has cut */
    struct line line[PLIES_MAX + 1];              /* by ply */
};

/* -- moves -- */

static bool is_open(const struct duel *duel, const struct runners *at, int action)
{
    return duel->course.board->open[at->keys[at->side]][at->cell[at->side]] >> action & 1;
}

/* Moves with the most promising first. */
struct duel_choices {
    int count;
    uint8_t action[GEMS_ACTIONS];
    int32_t rank[GEMS_ACTIONS];
};

static int32_t rank_of(const struct duel *duel, const struct runners *at, int action, int first)
{
    enum { RANK_FIRST = 1 << 30, RANK_GEM = 1 << 22, RANK_KEY = 30 };
    if (action == first)
        return RANK_FIRST;
    const struct course *course = &duel->course;
    int cell = at->cell[at->side] + course->board->step[action];
    int item = cell == at->cell[at->side ^ 1] ? -1 : course->item_at[cell];
    if (item >= 0 && runners_left(at, item)) {
        int kind = course->kind[item];
        int32_t points = kind >= GEMS_KEY_G ? RANK_KEY : course->board->pair[at->last[at->side]][kind - 1];
        return RANK_GEM + points;
    }
    return duel->history[at->side][at->cell[at->side]][action];
}

static void choices_open(const struct duel *duel, const struct runners *at, int first,
                         struct duel_choices *choices)
{
    choices->count = 0;
    for (int action = 0; action < GEMS_ACTIONS; action++) {
        int cell = at->cell[at->side] + duel->course.board->step[action];
        bool does_something =
            action == GEMS_NOOP || cell == at->cell[at->side ^ 1] || is_open(duel, at, action);
        if (!does_something)
            continue;
        choices->action[choices->count] = (uint8_t)action;
        choices->rank[choices->count++] = rank_of(duel, at, action, first);
    }
}

static int choices_pick(struct duel_choices *choices, int index)
{
    assert(index < choices->count);
    int best = index;
    for (int i = index + 1; i < choices->count; i++)
        if (choices->rank[i] > choices->rank[best])
            best = i;
    uint8_t action = choices->action[best];
    choices->action[best] = choices->action[index];
    choices->rank[best] = choices->rank[index];
    choices->action[index] = action;
    return action;
}

static void praise(struct duel *duel, const struct runners *at, int action, int depth)
{
    int32_t *slot = &duel->history[at->side][at->cell[at->side]][action];
    *slot += depth * depth;
    if (*slot > HISTORY_MAX)
        *slot /= 2;
}

/* -- keys -- */

/* What of the margin matters: who is hurt by a hit. */
static int32_t margin_class(const struct duel *duel, const struct runners *at)
{
    if (duel->exact)
        return at->margin;
    return at->margin > SCORE_FAR ? SCORE_FAR : at->margin < -SCORE_FAR ? -SCORE_FAR : at->margin;
}

/* Whether the two can come to hit each other within `depth` plies. */
static bool may_meet(const struct course *course, const struct runners *at, int depth)
{
    int stride = course->board->stride;
    int rows = abs(at->cell[0] / stride - at->cell[1] / stride);
    int columns = abs(at->cell[0] % stride - at->cell[1] % stride);
    return (rows > columns ? rows : columns) <= depth;
}

/* All of a position but its margin. */
static uint64_t mix_of(const struct runners *at)
{
    uint64_t state = (uint64_t)at->cell[0] | (uint64_t)at->cell[1] << 10 | (uint64_t)at->last[0] << 20 |
                     (uint64_t)at->last[1] << 23 | (uint64_t)at->keys[0] << 26 | (uint64_t)at->keys[1] << 29 |
                     (uint64_t)at->side << 32 | (uint64_t)at->plies << 33;
    return rng_mix(at->left[0] + UINT64_C(0x9E3779B97F4A7C15)) ^ rng_mix(at->left[1] + state);
}

static uint64_t key_of(const struct duel *duel, const struct runners *at, int depth)
{
    uint64_t near = may_meet(&duel->course, at, depth) ? (uint32_t)margin_class(duel, at) : UINT64_C(1) << 32;
    return rng_mix(mix_of(at) ^ rng_mix(near + ((uint64_t)duel->exact << 33)));
}

/* -- the recursion -- */

static int32_t own_margin(const struct runners *at)
{
    return at->side == 0 ? at->margin : -at->margin;
}

static int32_t glance(struct duel *duel, const struct runners *at)
{
    uint64_t key = mix_of(at);
    struct promise *promise = &duel->promise[key & duel->promise_mask];
    if (!promise->known || promise->key != key) {
        int32_t margin = gems_race_margin(&duel->course, at, RACE_FADING) - at->margin;
        *promise = (struct promise){.key = key, .margin = margin, .known = true};
    }
    int32_t margin = at->margin + promise->margin;
    return at->side == 0 ? margin : -margin;
}

/* What a node is asked: between which values, how deep, and how far from the root. */
struct duel_window {
    int32_t alpha;
    int32_t beta;
    int depth;
    int ply;
    bool line; /* the moves are wanted too, so the table does not settle it */
};

/* The same window seen by the other, a ply further. */
static struct duel_window window_below(const struct duel_window *window, int reduce)
{
    assert(window->alpha < window->beta);
    return (struct duel_window){.alpha = -window->beta,
                                .beta = -window->alpha,
                                .depth = window->depth - 1 - reduce,
                                .ply = window->ply + 1,
                                .line = window->line};
}

/* Only whether more than alpha can be had. */
static struct duel_window window_null(const struct duel_window *window)
{
    struct duel_window null = *window;
    null.beta = window->alpha + 1;
    null.line = false;
    return null;
}

static bool window_is_null(const struct duel_window *window)
{
    return window->beta - window->alpha == 1;
}

static int32_t seek(struct duel *duel, const struct runners *at, const struct duel_window *window);

/* How much less deep a late quiet move is looked at first. */
static int reduction(const struct duel *duel, int depth, int index, bool quiet)
{
    if (duel->exact || !quiet || depth < 3 || index < 3)
        return 0;
    return index < 6 ? 1 : 2;
}

/* What a teleport is worth that may lead to several gates: the mean, each looked at a ply less deep and as if swings
 * beyond SWING_MAX were no larger. A line ends here. */
static int32_t seek_gates(struct duel *duel, const struct runners *at, const struct duel_window *window,
                          const uint16_t to[GEMS_GATES_MAX], int gates)
{
    struct duel_window wide = {.alpha = window->alpha - SWING_MAX,
                               .beta = window->beta + SWING_MAX,
                               .depth = window->depth,
                               .ply = window->ply};
    struct duel_window below = window_below(&wide, 1);
    int64_t sum = 0;
    assert(gates > 1 && !duel->exact);
    for (int i = 0; i < gates && !duel->meter.stopped; i++) {
        struct runners next = gems_runners_teleport(&duel->course, at, to[i]);
        sum -= seek(duel, &next, &below);
    }
    duel->line[window->ply + 1].count = 0;
    return (int32_t)(sum / gates);
}

static int32_t seek_below(struct duel *duel, const struct runners *next, const struct duel_window *window,
                          int reduce)
{
    struct duel_window below = window_below(window, reduce);
    return -seek(duel, next, &below);
}

/* Behind the first a null window does, less deep at first, unless the value falls out above. */
static int32_t try_action(struct duel *duel, const struct runners *next, const struct duel_window *window,
                          int reduce, bool first)
{
    if (first)
        return seek_below(duel, next, window, 0);
    struct duel_window null = window_null(window);
    int32_t value = seek_below(duel, next, &null, reduce);
    if (value > window->alpha && reduce > 0)
        value = seek_below(duel, next, &null, 0);
    if (value > window->alpha && value < window->beta)
        value = seek_below(duel, next, window, 0);
    return value;
}

/* True when standing still, looked at less deep, is already too good. */
static bool stands_pat(struct duel *duel, const struct runners *at, const struct duel_window *window)
{
    uint16_t to[GEMS_GATES_MAX];
    if (!window_is_null(window) || duel->exact || at->still || window->depth < 3 ||
        glance(duel, at) < window->beta || gems_runners_gates(&duel->course, at, GEMS_NOOP, to) > 0)
        return false;
    struct runners next = gems_runners_after(&duel->course, at, GEMS_NOOP);
    return seek_below(duel, &next, window, 2) >= window->beta;
}

static int32_t seek_action(struct duel *duel, const struct runners *at, const struct duel_window *window,
                           int action, int index)
{
    uint16_t to[GEMS_GATES_MAX];
    int gates = gems_runners_gates(&duel->course, at, action, to);
    if (gates > 1)
        return seek_gates(duel, at, window, to, gates);
    struct runners next = gems_runners_after(&duel->course, at, action);
    bool quiet = next.left[0] == at->left[0] && next.left[1] == at->left[1];
    return try_action(duel, &next, window, reduction(duel, window->depth, index, quiet), index == 0);
}

static int32_t seek_all(struct duel *duel, const struct runners *at, const struct duel_window *window,
                        int *move)
{
    struct duel_choices choices;
    struct duel_window rest = *window;
    int32_t best = INT32_MIN / 2;
    choices_open(duel, at, *move, &choices);
    for (int i = 0; i < choices.count && rest.alpha < rest.beta; i++) {
        int action = choices_pick(&choices, i);
        int32_t value = seek_action(duel, at, &rest, action, i);
        if (duel->meter.stopped)
            return best;
        if (value <= best)
            continue;
        best = value;
        *move = action;
        if (value > rest.alpha) {
            rest.alpha = value;
            line_join(&duel->line[rest.ply], (move_t)action, &duel->line[rest.ply + 1]);
        }
        if (value >= rest.beta)
            praise(duel, at, action, rest.depth);
    }
    return best;
}

/* Whether what the table knows settles the node. The move it remembers comes back either way. */
static bool recall(const struct duel *duel, uint64_t key, const struct duel_window *window, int32_t base,
                   int *move, int32_t *value)
{
    const struct duel_entry *known = gems_duel_table_find(&duel->table, key);
    *move = GEMS_ACTIONS;
    if (known == NULL)
        return false;
    *move = known->move;
    *value = known->value + base;
    bool settles = known->bound == ENTRY_EXACT || (known->bound == ENTRY_LOWER && *value >= window->beta) ||
                   (known->bound == ENTRY_UPPER && *value <= window->alpha);
    return window->ply > 0 && known->depth >= window->depth && settles &&
           (window_is_null(window) || !window->line);
}

static int32_t seek(struct duel *duel, const struct runners *at, const struct duel_window *window)
{
    int ply = window->ply, move;
    int32_t value;
    assert(window->alpha < window->beta && ply <= PLIES_MAX);
    duel->line[ply].count = 0;
    if (ply > duel->seldepth)
        duel->seldepth = ply;
    if (meter_count(&duel->meter) || at->plies == 0)
        return own_margin(at);
    if (window->depth <= 0 || ply >= PLIES_MAX)
        return glance(duel, at);
    int32_t base = own_margin(at);
    uint64_t key = key_of(duel, at, window->depth);
    if (recall(duel, key, window, base, &move, &value))
        return value;
    if (stands_pat(duel, at, window))
        return window->beta;
    int32_t best = seek_all(duel, at, window, &move);
    if (duel->meter.stopped)
        return best;
    enum entry_bound bound = best >= window->beta   ? ENTRY_LOWER
                             : best > window->alpha ? ENTRY_EXACT
                                                    : ENTRY_UPPER;
    gems_duel_table_store(&duel->table, key, window->depth, best - base, bound, move);
    return best;
}

/* -- deepening -- */

static void tell_depth(struct duel *duel, int depth, int32_t value, struct solution *solution)
{
    assert(duel->line[0].count > 0 && !duel->meter.stopped);
    solution->best = duel->line[0].at[0];
    solution->end = duel->exact ? END_PROVEN : END_OPEN;
    solution->score = score_from(&gems_game, value, duel->exact ? BOUND_PROVEN : BOUND_ESTIMATE);
    solution->pv_count = duel->line[0].count;
    assert(solution->pv_count <= PV_MAX);
    memcpy(solution->pv, duel->line[0].at, sizeof solution->pv);
    solution->depth = depth;
    solution->seldepth = duel->seldepth;
    if (!duel->exact)
        tell(duel->meter.job, solution, solution->score);
}

/* One iteration in a window around `centre`, opened where the value falls out. */
static int32_t seek_root(struct duel *duel, const struct runners *root, int depth, int32_t centre)
{
    int64_t margin = depth < 4 ? POINTS_MAX : WINDOW_FIRST;
    int64_t alpha = centre - margin, beta = centre + margin;
    for (;;) {
        struct duel_window window = {.alpha = (int32_t)(alpha < -POINTS_MAX ? -POINTS_MAX : alpha),
                                     .beta = (int32_t)(beta > POINTS_MAX ? POINTS_MAX : beta),
                                     .depth = depth,
                                     .line = true};
        int32_t value = seek(duel, root, &window);
        if (duel->meter.stopped || (value > window.alpha && value < window.beta))
            return value;
        margin *= 4;
        if (value <= window.alpha)
            alpha = value - margin;
        else
            beta = value + margin;
    }
}

/* One depth; false when it was cut short. What was found better until then counts. */
static bool deepen_once(struct duel *duel, const struct runners *root, int depth, int32_t *value,
                        struct solution *solution)
{
    duel->seldepth = 0;
    int32_t found = seek_root(duel, root, depth, *value);
    if (duel->meter.stopped) {
        if (duel->line[0].count > 0) {
            solution->best = solution->pv[0] = duel->line[0].at[0];
            solution->pv_count = 1;
        }
        return false;
    }
    *value = found;
    tell_depth(duel, depth, found, solution);
    return true;
}

/* A search to the end of the game is done again without shortcuts; then the value is proven, unless chance has a say
 * in it: means are rounded. */
static void deepen(struct duel *duel, const struct means *means, const struct runners *root,
                   struct solution *solution)
{
    int32_t value = 0;
    int last = root->plies < PLIES_MAX ? root->plies : PLIES_MAX;
    for (int depth = 1; depth <= last && !means_are_late(means, duel->meter.job); depth++)
        if (!deepen_once(duel, root, depth, &value, solution))
            return;
    if (duel->course.board->gates > 2)
        return;
    duel->exact = true;
    if (root->plies <= PLIES_MAX && !means_are_late(means, duel->meter.job))
        deepen_once(duel, root, root->plies, &value, solution);
}

/* A safe plan, unless the search sees more. */
static void follow_plan(struct duel *duel, const struct solution *plan, struct solution *solution)
{
    bool sees_more = solution->depth > 0 && solution->score.number >= plan->score.number;
    if (plan->best == MOVE_NONE || sees_more)
        return;
    *solution = *plan;
    solution->depth = duel->seldepth > 0 ? duel->seldepth : 1;
    solution->pv_count = 1; /* the plan is silent about the other */
    tell(duel->meter.job, solution, solution->score);
}

/* A new table has to be touched before it is of use: no more than the time is enough to fill. */
static size_t bytes_for_table(const struct means *means, const struct job *job, const struct pace *pace)
{
    enum { BYTES_LEAST = 8 << 20 };
    int64_t deadline = job_deadline(job);
    size_t most = means->bytes - means->bytes / 4;
    if (deadline == INT64_MAX)
        return most;
    int64_t now = clock_now();
    double fills = pace_nodes(pace, deadline > now ? deadline - now : 0) * sizeof(struct duel_entry);
    fills = fills > BYTES_LEAST ? fills : BYTES_LEAST;
    return fills < (double)most ? (size_t)fills : most;
}

static bool open_promises(struct duel *duel, size_t bytes)
{
    uint64_t promises = 1;
    while (promises < PROMISES_MAX && promises * 2 * sizeof *duel->promise <= bytes)
        promises *= 2;
    assert(promises <= PROMISES_MAX && (promises & (promises - 1)) == 0);
    duel->promise_mask = promises - 1;
    duel->promise = calloc(promises, sizeof *duel->promise);
    return duel->promise != NULL;
}

/* A plan first; the memory that it has used serves the promises then. */
static void plan_and_deepen(struct duel *duel, const struct means *means, const struct position *position,
                            struct solution *solution)
{
    struct runners root;
    struct solution plan = {.best = MOVE_NONE};
    size_t bytes = means->bytes / 4;
    gems_runners_from(&root, &duel->course, gems_position(position));
    gems_safe_plan(&duel->course, position, bytes, duel->meter.job, &plan);
    if (!open_promises(duel, bytes))
        return;
    deepen(duel, means, &root, solution);
    if (solution->end == END_PROVEN)
        return;
    follow_plan(duel, &plan, solution);
    if (solution->best != MOVE_NONE &&
        means_are_late(means, duel->meter.job)) /* nothing is left to a plain search */
        solution->end = END_BEST;
}

static bool open_course(struct course *course, const struct gems_board *board,
                        const struct gems_position *position)
{
    if (gems_course_covers(course, board, position)) {
        course->board = board;
        return true;
    }
    gems_course_destroy(course);
    return gems_course_create(course, board, position);
}

void gems_duel_forget(struct duel_memory *memory)
{
    gems_course_destroy(&memory->course);
}

void gems_duel_search(struct duel_memory *memory, const struct means *means, const struct board *board,
                      const struct position *position, struct job *job, struct solution *solution)
{
    if (gems_plies_left(gems_board(board), gems_position(position)) <= PLAIN_PLIES)
        return;
    struct duel *duel = calloc(1, sizeof *duel);
    if (duel == NULL)
        return;
    duel->meter = meter_of(job);
    bool ready = open_course(&memory->course, gems_board(board), gems_position(position)) &&
                 gems_duel_table_open(&duel->table, bytes_for_table(means, job, &memory->pace));
    int64_t began = clock_now();
    uint64_t before = atomic_load(&job->nodes);
    duel->course = memory->course;
    if (ready)
        plan_and_deepen(duel, means, position, solution);
    meter_tell(&duel->meter);
    pace_learn(&memory->pace, atomic_load(&job->nodes) - before, clock_now() - began);
    gems_duel_table_close(&duel->table);
    free(duel->promise);
    free(duel);
}
