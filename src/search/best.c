/* The best play there is: the game's exact method first, then alpha-beta on all threads over one table. */
#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "search/deepen.h"
#include "search/limits.h"
#include "search/think.h"

enum { HASTE_TIME = 5000 /* microseconds */, HASTE_NODES = 20000, HASTE_BYTES = 1 << 20 };

/* -- the table -- */

/* As large as asked for, or as can be had. */
static struct table *table_of(struct thinking *thinking)
{
    struct workshop *workshop = thinking->workshop;
    size_t bytes = workshop->table_bytes;
    while (workshop->table == NULL && bytes >= 1) {
        workshop->table = table_create(bytes);
        if (workshop->table == NULL && bytes == workshop->table_bytes)
            think_note(thinking, "out of memory: taking a smaller table");
        bytes /= 2;
    }
    return workshop->table;
}

/* -- the threads -- */

/* A thread beside the first: it deepens on its own, half of them a ply ahead, and leaves what it finds in the
 * table. */
struct helper {
    struct deepening deepening;
    int first_depth;
    int last_depth;
    pthread_t thread;
};

static void *help(void *argument)
{
    struct helper *helper = argument;
    for (int depth = helper->first_depth; depth <= helper->last_depth; depth++)
        if (!deepen_once(&helper->deepening, depth) || deepen_is_proven(&helper->deepening))
            break;
    return NULL;
}

static void deepening_for(struct thinking *thinking, struct job *job, struct table *table,
                          struct deepening *deepening)
{
    const struct task *task = &thinking->task;
    seeker_begin(&deepening->seeker, task->game, &task->board, table, job);
    const struct solver *solver = task->game->solver;
    if (solver != NULL && solver->knows != NULL) {
        deepening->seeker.oracle_self = workshop_solver(thinking->workshop, task->game);
        deepening->seeker.oracle = deepening->seeker.oracle_self != NULL ? solver : NULL;
    }
    int lines = task->multipv - thinking->lines_told;
    deepen_begin(deepening, &task->position, &thinking->moves, lines > 0 ? lines : 1);
}

/* Starts as many as can be had of those wanted; returns how many. */
static int helpers_start(struct thinking *thinking, struct table *table, struct helper *helpers[])
{
    int count = 0;
    for (int wanted = thinking->workshop->threads - 1; wanted > 0; wanted--) {
        struct helper *helper = malloc(sizeof *helper);
        if (helper == NULL)
            break;
        deepening_for(thinking, &thinking->job, table, &helper->deepening);
        helper->first_depth = 1 + (count + 1) % 2;
        helper->last_depth = limits_last_depth(&thinking->task.limits);
        if (pthread_create(&helper->thread, NULL, help, helper) != 0) {
            free(helper);
            break;
        }
        helpers[count++] = helper;
    }
    return count;
}

static void helpers_end(struct thinking *thinking, struct helper *helpers[], int count)
{
    assert(count < THREADS_MAX);
    atomic_store(&thinking->job.stop, true);
    for (int i = 0; i < count; i++) {
        pthread_join(helpers[i]->thread, NULL);
        meter_tell(&helpers[i]->deepening.seeker.meter);
        free(helpers[i]);
    }
}

/* -- the search -- */

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

static void report_line(struct thinking *thinking, struct deepening *deepening, int index, int depth)
{
    const struct root_move *root = &deepening->at[index];
    assert(root->line.count > 0 && root->line.at[0] == root->move);
    struct report report = {.depth = depth,
                            .seldepth = deepening->seeker.seldepth,
                            .multipv = thinking->lines_told + index + 1,
                            .score = deepen_score(deepening, index),
                            .hashfull = table_fill(deepening->seeker.table),
                            .pv_count = root->line.count};
    memcpy(report.pv, root->line.at, sizeof report.pv);
    extend_line(thinking, deepening->seeker.table, &report, depth);
    think_report(thinking, &report);
}

/* `go mate n` goes on until a win in n plies or fewer is found, or the value cannot be one. */
static bool is_mate_too_long(const struct limits *limits, const struct deepening *deepening)
{
    value_t value = deepening->at[0].verdict.value;
    return limits->mate > 0 && deepening->seeker.game->scale == SCALE_WIN && value >= VALUE_MATE_MIN &&
           VALUE_WIN - value > limits->mate;
}

/* An estimate that a side has just moved for differs from one that it is about to; where the last depth is
 * known, only depths like it are looked at on the way: a quarter fewer nodes. */
static void deepen_until_done(struct thinking *thinking, struct deepening *deepening)
{
    const struct limits *limits = &thinking->task.limits;
    int last = limits_last_depth(limits);
    int step = limits_are_depth_alone(limits) ? 2 : 1;
    for (int depth = step == 1 ? 1 : 2 - last % 2; depth <= last; depth += step) {
        bool whole = deepen_once(deepening, depth);
        meter_tell(&deepening->seeker.meter);
        if (!whole) { /* a better move may have been found all the same */
            if (deepening->at[0].known && deepening->at[0].move != thinking->last.pv[0])
                report_line(thinking, deepening, 0, depth);
            return;
        }
        for (int line = 0; line < deepening->lines; line++)
            report_line(thinking, deepening, line, depth);
        if (think_is_late(thinking) || (deepen_is_proven(deepening) && !is_mate_too_long(limits, deepening)))
            return;
    }
}

static void search_on_threads(struct thinking *thinking, struct table *table, struct deepening *deepening)
{
    struct helper *helpers[THREADS_MAX];
    deepening_for(thinking, &thinking->job, table, deepening);
    int count = helpers_start(thinking, table, helpers);
    deepen_until_done(thinking, deepening);
    helpers_end(thinking, helpers, count);
}

/* The exact method was stopped with nothing to say. A few milliseconds find a better move than a glance. They
 * must not go into the first touch of the pages of a large table, which may take as long each. */
static void search_in_haste(struct thinking *thinking, struct deepening *deepening)
{
    struct table *table = table_create(HASTE_BYTES);
    if (table == NULL)
        return;
    struct job haste = {.began = clock_now()};
    atomic_store(&haste.node_limit, HASTE_NODES);
    atomic_store(&haste.deadline, haste.began + HASTE_TIME);
    deepening_for(thinking, &haste, table, deepening);
    for (int depth = 1; depth <= limits_last_depth(&thinking->task.limits); depth++)
        if (!deepen_once(deepening, depth) || deepen_is_proven(deepening))
            break;
    meter_tell(&deepening->seeker.meter);
    job_tick(&thinking->job, atomic_load(&haste.nodes));
    if (deepening->at[0].known)
        report_line(thinking, deepening, 0, deepening->depth > 0 ? deepening->depth : 1);
    table_destroy(table);
}

static void search_in_time(struct thinking *thinking, struct deepening *deepening)
{
    struct table *table = table_of(thinking);
    if (table == NULL) {
        think_note(thinking, "out of memory: no search");
        return;
    }
    table_age(table);
    search_on_threads(thinking, table, deepening);
}

static void search_best(struct thinking *thinking)
{
    struct deepening *deepening = malloc(sizeof *deepening);
    if (deepening == NULL)
        think_note(thinking, "out of memory: no search");
    else if (job_stopped(&thinking->job))
        search_in_haste(thinking, deepening);
    else
        search_in_time(thinking, deepening);
    free(deepening);
}

void think_best(struct thinking *thinking)
{
    if (!exact_think(thinking))
        search_best(thinking);
}
