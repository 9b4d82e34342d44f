#include "search/best.h"

#include <stdlib.h>

#include "base/clock.h"
#include "search/deepen.h"
#include "search/exact.h"
#include "search/limits.h"
#include "solve/crew.h"

enum { HASTE_TIME = 5000 /* microseconds */, HASTE_NODES = 20000, HASTE_BYTES = 1 << 20 };
enum { TABLE_FIRST = 16 << 20, TABLE_GROWTH = 4, TABLE_CROWDED = 400 /* per mille */ };

/* A thread beside the first: it deepens on its own, half of them a ply ahead, and leaves what it finds in the
 * table. */
struct helper {
    struct deepening deepening;
    int first_depth;
    int last_depth;
};

/* The search's part of a job. */
struct best {
    struct thinking *thinking;
    struct job job;
    struct job helping; /* the helpers' part of it */
    struct table *table;
    struct exact exact;
    struct deepening deepening;
    bool has_begun;
    bool is_enough; /* proven, or what the limits ask for */
    struct crew crew;
    int helpers;
    void *helper[THREADS_MAX];
};

/* -- the table -- */

static void note_smaller(struct thinking *thinking)
{
    think_note(thinking, "out of memory: taking a smaller table");
}

/* A small one at first, if there is none. */
static struct table *table_of(struct thinking *thinking)
{
    struct workshop *workshop = thinking->workshop;
    size_t first = workshop->table_bytes < TABLE_FIRST ? workshop->table_bytes : TABLE_FIRST;
    for (size_t bytes = first; workshop->table == NULL && bytes >= 1; bytes /= 2) {
        workshop->table = table_create(bytes);
        if (workshop->table == NULL && bytes == first)
            note_smaller(thinking);
    }
    return workshop->table;
}

/* -- beginning and end -- */

static void deepening_for(struct thinking *thinking, struct job *job, struct table *table,
                          struct deepening *deepening)
{
    const struct task *task = &thinking->task;
    seeker_begin(&deepening->seeker, task->game, &task->board, table, job);
    const struct solver *solver = task->game->solver;
    if (solver != NULL && solver->knows != NULL) {
        struct solver_place *place = workshop_place(thinking->workshop, task->game);
        deepening->seeker.oracle = place != NULL ? solver : NULL;
        deepening->seeker.oracle_self = place != NULL ? place->self : NULL;
    }
    int lines = task->multipv - thinking->lines_told;
    deepen_begin(deepening, &task->position, &thinking->moves, lines > 0 ? lines : 1);
}

static void help(void *argument)
{
    struct helper *helper = argument;
    deepen_through(&helper->deepening, helper->first_depth, helper->last_depth);
}

static void helpers_begin(struct best *best)
{
    int wanted = best->thinking->workshop->threads - 1;
    assert(wanted >= 0 && wanted < THREADS_MAX && best->table != NULL);
    job_begin_part(&best->helping, &best->job, UINT64_MAX, INT64_MAX);
    best->helpers = 0;
    while (best->helpers < wanted) {
        struct helper *helper = malloc(sizeof *helper);
        if (helper == NULL)
            break;
        deepening_for(best->thinking, &best->helping, best->table, &helper->deepening);
        helper->first_depth = 1 + (best->helpers + 1) % 2;
        helper->last_depth = limits_last_depth(&best->thinking->task.limits);
        best->helper[best->helpers++] = helper;
    }
    crew_start(&best->crew, best->helpers, help, best->helper);
}

static void helpers_end(struct best *best)
{
    atomic_store(&best->helping.stop, true);
    crew_join(&best->crew);
    for (int i = 0; i < best->helpers; i++) {
        struct helper *helper = best->helper[i];
        meter_tell(&helper->deepening.seeker.meter);
        free(helper);
    }
    best->helpers = 0;
}

/* Between two iterations: a table in which the search has come to stand in its own way becomes a larger one. */
static void make_room(struct best *best)
{
    struct workshop *workshop = best->thinking->workshop;
    size_t now = table_bytes(best->table);
    size_t wanted = now < workshop->table_bytes / TABLE_GROWTH ? now * TABLE_GROWTH : workshop->table_bytes;
    if (wanted < 2 * now || table_fill(best->table) < TABLE_CROWDED)
        return;
    assert(wanted > now && wanted <= workshop->table_bytes);
    helpers_end(best);
    struct table *larger = table_grow(best->table, wanted);
    if (larger == NULL) {
        note_smaller(best->thinking);
        workshop->table_bytes = now;
    } else {
        workshop->table = best->table = best->deepening.seeker.table = larger;
    }
    helpers_begin(best);
}

/* All threads deepen from here. False: there is no table to be had. */
static bool search_begin(struct best *best)
{
    struct thinking *thinking = best->thinking;
    best->table = table_of(thinking);
    if (best->table == NULL) {
        think_note(thinking, "out of memory: no search");
        return false;
    }
    best->has_begun = true;
    table_age(best->table);
    deepening_for(thinking, &best->job, best->table, &best->deepening);
    helpers_begin(best);
    return true;
}

/* True: it was cut short by the exact method, so it may have to begin again. */
static bool search_end(struct best *best)
{
    bool is_cut = !best->is_enough && job_stopped(&best->job) && !job_stopped(&best->thinking->job);
    helpers_end(best);
    return is_cut;
}

/* -- what is told -- */

/* A line that ends at what the table knew goes on with what it knows. */
static void extend_line(const struct thinking *thinking, const struct table *table, struct report *report,
                        int plies)
{
    const struct game *game = thinking->task.game;
    const struct board *board = &thinking->task.board;
    struct position end;
    int legal = line_legal(game, board, &thinking->task.position, report->pv, report->pv_count, &end);
    assert(legal == report->pv_count);
    while (report->pv_count < plies && report->pv_count < PV_MAX) {
        struct knowledge known;
        if (!table_probe(table, game->key(board, &end), &known) || known.move == MOVE_NONE)
            return;
        struct position next;
        legal = line_legal(game, board, &end, &known.move, 1, &next);
        if (legal == 0)
            return;
        report->pv[report->pv_count++] = known.move;
        position_copy(game, &end, &next);
    }
}

static void report_line(struct thinking *thinking, const struct deepening *deepening, int index, int depth)
{
    struct report report = deepen_report(deepening, index, depth);
    report.multipv = thinking->lines_told + index + 1;
    report.hashfull = table_fill(deepening->seeker.table);
    extend_line(thinking, deepening->seeker.table, &report, depth);
    think_report(thinking, &report);
}

static void hear_tick(void *context)
{
    struct best *best = context;
    if (think_is_silent(best->thinking))
        think_tell_work(best->thinking, table_fill(best->table));
}

/* `go mate n` goes on until a win in n plies or fewer is found, or the value cannot be one. */
static bool is_mate_too_long(const struct limits *limits, const struct deepening *deepening)
{
    value_t value = deepening->at[0].verdict.value;
    return limits->mate > 0 && deepening->seeker.game->scale == SCALE_WIN && value >= VALUE_MATE_MIN &&
           VALUE_WIN - value > limits->mate;
}

/* The exact method has stopped this search since it ticked last: it has told lines, or taken moves off the list. */
static bool is_overtaken(const struct best *best)
{
    return atomic_load(&best->job.stop) && !job_stopped(&best->thinking->job);
}

/* After an iteration, `whole` or cut short; true if another is wanted. */
static bool wants_deeper(struct best *best, int depth, bool whole)
{
    struct thinking *thinking = best->thinking;
    const struct deepening *deepening = &best->deepening;
    meter_tell(&best->deepening.seeker.meter);
    if (is_overtaken(best)) /* an iteration may end all the same, but its lines are those of another list */
        return false;
    if (!whole) { /* a better move may have been found all the same */
        if (deepening->at[0].known && job_stopped(&thinking->job) && !exact_has_say(&best->exact) &&
            !think_has_told(thinking, deepening->at[0].move))
            report_line(thinking, deepening, 0, depth);
        return false;
    }
    for (int line = 0; line < deepening->lines; line++)
        report_line(thinking, deepening, line, depth);
    bool is_proven = deepen_is_proven(deepening) && !is_mate_too_long(&thinking->task.limits, deepening);
    best->is_enough = is_proven || think_is_late(thinking);
    if (!best->is_enough)
        make_room(best);
    return !best->is_enough;
}

/* -- in haste -- */

/* At most as many as the exact method has had. Who wants so many for a proof wants few for the move. */
static uint64_t haste_nodes(const struct limits *limits)
{
    enum { SHARE = 100 };
    uint64_t nodes = limits->solve ? limits->nodes / SHARE + 1 : limits->nodes;
    return limits->nodes > 0 && nodes < HASTE_NODES ? nodes : HASTE_NODES;
}

/* Where nodes alone are limited no clock may decide: the same is wanted twice. */
static int64_t haste_deadline(const struct thinking *thinking, int64_t began)
{
    bool is_counted = thinking->task.limits.nodes > 0 && job_deadline(&thinking->job) == INT64_MAX;
    return is_counted ? INT64_MAX : began + HASTE_TIME;
}

/* Time was over before anybody had something to say. A few milliseconds find a better move than a glance.
 * They must not go into the first touch of the pages of a large table, which may take as long each. */
static void search_in_haste(struct thinking *thinking, struct deepening *deepening)
{
    struct table *table = table_create(HASTE_BYTES);
    if (table == NULL)
        return;
    struct job haste = {.began = clock_now(), .node_limit = haste_nodes(&thinking->task.limits)};
    atomic_store(&haste.deadline, haste_deadline(thinking, haste.began));
    deepening_for(thinking, &haste, table, deepening);
    deepen_through(deepening, 1, limits_last_depth(&thinking->task.limits));
    meter_tell(&deepening->seeker.meter);
    job_tick(&thinking->job, atomic_load(&haste.nodes));
    if (deepening->at[0].known)
        report_line(thinking, deepening, 0, deepening->depth > 0 ? deepening->depth : 1);
    table_destroy(table);
}

/* -- all of it -- */

static struct best *best_open(struct thinking *thinking)
{
    struct best *best = malloc(sizeof *best);
    if (best == NULL) {
        think_note(thinking, "out of memory: no search");
        return NULL;
    }
    best->thinking = thinking;
    best->has_begun = best->is_enough = false;
    job_begin_part(&best->job, &thinking->job, UINT64_MAX, INT64_MAX);
    best->job.context = best;
    best->job.tick = hear_tick;
    return best;
}

/* An estimate that a side has just moved for differs from one that it is about to; where the last depth is
 * known, only depths like it are looked at on the way: a quarter fewer nodes. */
void best_think(struct thinking *thinking)
{
    const struct limits *limits = &thinking->task.limits;
    int last = limits_last_depth(limits);
    int step = limits_are_depth_alone(limits) ? 2 : 1;
    struct best *best = best_open(thinking);
    if (best == NULL)
        return;
    exact_begin(&best->exact, thinking, &best->job);
    while (exact_gives_turn(&best->exact) && search_begin(best)) {
        bool deeper = true;
        for (int depth = step == 1 ? 1 : 2 - last % 2; deeper && depth <= last; depth += step)
            deeper = wants_deeper(best, depth, deepen_once(&best->deepening, depth));
        if (!search_end(best))
            break;
    }
    exact_end(&best->exact, best->is_enough || job_stopped(&thinking->job));
    if (thinking->last.pv_count == 0 && !best->has_begun)
        search_in_haste(thinking, &best->deepening);
    exact_note_lack(&best->exact);
    free(best);
}
