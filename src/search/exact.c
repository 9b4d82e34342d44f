#include "search/exact.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/text.h"

enum { HASTE_TIME = 5000 /* microseconds */, HASTE_NODES = 2000 };

/* -- whether to try -- */

static bool wants_solver(const struct task *task)
{
    const struct limits *limits = &task->limits;
    const struct solver *solver = task->game->solver;
    struct fault fault;
    if (solver == NULL || limits->mate > 0)
        return false;
    if (solver->covers != NULL && !solver->covers(&task->board, &fault))
        return false;
    return limits->solve || limits->nodes == 0 || limits->nodes >= solver->node_least;
}

static bool is_unbounded(const struct limits *limits)
{
    return limits->solve || limits->infinite || limits->ponder;
}

struct means exact_means(const struct thinking *thinking)
{
    const struct task *task = &thinking->task;
    const struct workshop *workshop = thinking->workshop;
    size_t tables = (size_t)task->table_mib << 20;
    return (struct means){.bytes = tables > 0 ? tables : workshop->table_bytes,
                          .threads = workshop->threads,
                          .to_the_end = is_unbounded(&task->limits),
                          .answer = task->limits.winner ? ANSWER_WINNER : ANSWER_MOVE,
                          .soft = &thinking->soft,
                          .multipv = task->multipv,
                          .only = &task->limits.only};
}

static struct purse purse_of(const struct thinking *thinking)
{
    int64_t soft = atomic_load(&thinking->soft);
    int64_t left = soft - clock_now();
    return (struct purse){.time = soft == INT64_MAX ? soft
                                  : left > 0        ? left
                                                    : 0,
                          .nodes = job_nodes_left(&thinking->job)};
}

static bool is_hopeless(const struct exact *exact)
{
    const struct solver *solver = exact->place->game->solver;
    return !is_unbounded(&exact->thinking->task.limits) &&
           effort_is_hopeless(&exact->purse, exact->expected, solver->expects_surely, &exact->place->pace);
}

/* -- its thread -- */

struct report exact_report(const struct solution *solution)
{
    assert(solution->best != MOVE_NONE && solution->pv_count <= PV_MAX);
    int depth = solution->depth > 0 ? solution->depth : 1;
    struct report report = {.depth = depth, .seldepth = solution->seldepth, .score = solution->score};
    report.pv_count = solution->pv_count > 0 ? solution->pv_count : 1;
    memcpy(report.pv, solution->pv, sizeof report.pv);
    report.pv[0] = solution->best;
    return report;
}

static int lines_wanted(const struct thinking *thinking)
{
    int wanted = thinking->task.multipv;
    assert(wanted >= 1 && thinking->moves.count > 0);
    return wanted < thinking->moves.count ? wanted : thinking->moves.count;
}

static bool is_plain(const struct thinking *thinking)
{
    return lines_wanted(thinking) <= 1 && thinking->task.limits.only.count == 0;
}

/* From now on the search has no turn until the exact method has come to its end, nor any nodes. */
static void overrule(struct exact *exact)
{
    atomic_store(&exact->job.node_limit, UINT64_MAX);
    atomic_store(&exact->has_say, true);
    atomic_store(&exact->search->stop, true);
}

bool exact_has_say(const struct exact *exact)
{
    return atomic_load(&exact->has_say);
}

int exact_fill(const struct exact *exact)
{
    const struct solver *solver = exact->place->game->solver;
    return solver->fill != NULL ? solver->fill(exact->place->self) : 0;
}

/* A line on the way to the end. A proven one leaves nothing to the search, nor does any of a method that sees
 * more than a search. */
static void hear_line(void *context, const struct report *report)
{
    struct exact *exact = context;
    const struct solver *solver = exact->place->game->solver;
    bool is_proven = report->score.bound == BOUND_PROVEN;
    assert(report->pv_count > 0 && report->multipv <= exact->thinking->task.multipv);
    if (is_plain(exact->thinking) && (is_proven || solver->outsees_search))
        overrule(exact);
    struct report full = *report;
    full.hashfull = exact_fill(exact);
    think_report(exact->thinking, &full);
}

static void hear_note(void *context, const char *text)
{
    struct exact *exact = context;
    think_note(exact->thinking, text);
}

static void hear_tick(void *context)
{
    struct exact *exact = context;
    if (think_is_silent(exact->thinking))
        think_tell_work(exact->thinking, exact_fill(exact));
}

void exact_change(struct exact *exact)
{
    atomic_store(&exact->search->stop, true);
}

static bool solve_root(struct exact *exact)
{
    const struct task *task = &exact->thinking->task;
    struct means means = exact_means(exact->thinking);
    exact->answer = (struct solution){.best = MOVE_NONE};
    task->game->solver->solve(exact->place->self, &means, &task->board, &task->position, &exact->job,
                              &exact->answer);
    assert(exact->answer.end == END_OPEN || exact->answer.best != MOVE_NONE);
    return exact->answer.end != END_OPEN;
}

/* Moves of which there are several are solved one by one only if that is the solver's way, and if each can
 * have enough nodes. */
static bool can_rank(const struct task *task, int moves)
{
    const struct solver *solver = task->game->solver;
    uint64_t nodes = task->limits.nodes;
    if (solver->proves != NULL && !solver->proves(&task->board))
        return false;
    return nodes == 0 || nodes / (uint64_t)moves >= solver->node_least;
}

static bool has_ranks(const struct thinking *thinking)
{
    return is_plain(thinking) || thinking->task.game->solver->ranks_moves ||
           can_rank(&thinking->task, thinking->moves.count);
}

/* Whoever can end the game at once needs no proof, and says exactly in how many plies. */
static bool is_won_by(const struct task *task, move_t move)
{
    const struct game *game = task->game;
    struct position next;
    position_copy(game, &next, &task->position);
    game->apply(&task->board, &next, move);
    value_t value =
        game->turn(&task->board, &next) == ACTOR_NONE ? game_worth(game, &task->board, &next, 1) : 0;
    bool is_one = game->turn(&task->board, &task->position) == ACTOR_ONE;
    return is_one ? value >= VALUE_MATE_MIN : value <= -VALUE_MATE_MIN;
}

static bool find_end(struct exact *exact)
{
    const struct thinking *thinking = exact->thinking;
    const struct game *game = thinking->task.game;
    if (game->scale != SCALE_WIN || game->solver->final != NULL || !is_plain(thinking))
        return false;
    for (int i = 0; i < thinking->moves.count && !exact->is_settled; i++) {
        move_t move = thinking->moves.at[i];
        exact->is_settled = is_won_by(&thinking->task, move);
        if (exact->is_settled)
            exact->answer = (struct solution){.end = END_PROVEN,
                                              .best = move,
                                              .score = score_from(game, VALUE_WIN - 1, BOUND_PROVEN),
                                              .depth = 1,
                                              .pv_count = 1,
                                              .pv = {move}};
    }
    return exact->is_settled;
}

static bool solve(struct exact *exact)
{
    int lines = lines_wanted(exact->thinking);
    if (is_plain(exact->thinking) || exact->thinking->task.game->solver->ranks_moves)
        return solve_root(exact);
    return exact_rank(exact, lines > 1 ? lines : 1);
}

static bool lacks_memory(const struct exact *exact)
{
    return exact->answer.end != END_PROVEN && exact->answer.lacks > 0;
}

/* What a proof lacks, with the number to set, if it can be. */
static void note_memory(const struct exact *exact)
{
    const struct task *task = &exact->thinking->task;
    const char *option = task->game->solver->tables != NULL ? "TableMB" : "Hash";
    char room[120];
    struct text text = text_in(room, sizeof room);
    size_t given = exact_means(exact->thinking).bytes;
    uint64_t wanted = (exact->answer.lacks + (1 << 20) - 1) >> 20;
    assert(exact->answer.lacks > given); /* or it would not be for want of it */
    text_format(&text, "not proven in %zu MiB: ", given >> 20);
    if (wanted <= HASH_MAX)
        text_format(&text, "try setoption name %s value %" PRIu64, option, wanted);
    else
        text_format(&text, "it takes about %" PRIu64 ", and %s can be %d", wanted, option, HASH_MAX);
    think_note(exact->thinking, room);
}

void exact_note_lack(const struct exact *exact)
{
    struct thinking *thinking = exact->thinking;
    const struct limits *limits = &thinking->task.limits;
    char text[120] = "not proven: stopped";
    if (!limits->solve || thinking->last.score.bound == BOUND_PROVEN)
        return;
    if (lacks_memory(exact)) {
        note_memory(exact);
        return;
    }
    if (job_nodes_left(&thinking->job) == 0)
        snprintf(text, sizeof text, "not proven in %" PRIu64 " nodes", limits->nodes);
    else if (clock_now() >= job_deadline(&thinking->job))
        snprintf(text, sizeof text, "not proven in %" PRId64 " ms", limits->movetime);
    else if (!job_stopped(&thinking->job))
        snprintf(text, sizeof text, "not proven: searched to the last depth");
    think_note(thinking, text);
}

/* No proof will come: what is left is for the move. */
static void end_soon(const struct exact *exact)
{
    enum { MOMENT = 1000000 /* microseconds */ };
    struct job *whole = &exact->thinking->job;
    int64_t end = clock_now() + MOMENT;
    if (end < job_deadline(whole))
        atomic_store(&whole->deadline, end);
}

static void *exact_main(void *argument)
{
    struct exact *exact = argument;
    const struct limits *limits = &exact->thinking->task.limits;
    exact->is_settled = solve(exact);
    if (lacks_memory(exact) && is_unbounded(limits) && !limits->solve) /* which says it at its end */
        note_memory(exact);
    if (exact->is_settled)
        overrule(exact);
    else if (lacks_memory(exact) && limits->solve && limits->nodes == 0)
        end_soon(exact);
    turns_leave(&exact->turns, &exact->job);
    return NULL;
}

/* -- seen from the search -- */

static bool find_place(struct exact *exact, struct thinking *thinking)
{
    const struct task *task = &thinking->task;
    if (!wants_solver(task) || !has_ranks(thinking))
        return false;
    exact->place = workshop_place(thinking->workshop, task->game);
    if (exact->place == NULL) {
        think_note(thinking, "out of memory: no exact method");
        return false;
    }
    return true;
}

static void look_ahead(struct exact *exact)
{
    const struct task *task = &exact->thinking->task;
    const struct solver *solver = task->game->solver;
    struct means means = exact_means(exact->thinking);
    exact->purse = purse_of(exact->thinking);
    exact->expected = solver->expects == NULL
                          ? 0
                          : solver->expects(exact->place->self, &means, &task->board, &task->position);
}

/* A moment beyond the limits: what is known already is found again, and what is small is proven. */
static void solve_in_haste(struct exact *exact, uint64_t nodes, int64_t time)
{
    struct thinking *thinking = exact->thinking;
    const struct task *task = &thinking->task;
    struct job haste = {.began = clock_now(), .node_limit = nodes};
    atomic_store(&haste.deadline, time == INT64_MAX ? time : haste.began + time);
    struct means means = exact_means(thinking);
    means.to_the_end = false;
    task->game->solver->solve(exact->place->self, &means, &task->board, &task->position, &haste,
                              &exact->answer);
    exact->is_settled = exact->answer.end == END_PROVEN;
    if (exact->is_settled)
        job_tick(&thinking->job, atomic_load(&haste.nodes));
}

static bool is_hurried(const struct exact *exact)
{
    return exact->purse.time < HASTE_TIME || exact->purse.nodes < HASTE_NODES;
}

/* What a solver knows from earlier solves is asked before the clock is, however late this thread comes. */
static bool recall(struct exact *exact)
{
    const struct task *task = &exact->thinking->task;
    const struct solver *solver = task->game->solver;
    int nodes = solver->remembers == NULL || !is_plain(exact->thinking)
                    ? 0
                    : solver->remembers(exact->place->self, &task->board, &task->position);
    if (nodes > 0)
        solve_in_haste(exact, is_hurried(exact) || nodes < HASTE_NODES ? (uint64_t)nodes : HASTE_NODES,
                       INT64_MAX);
    return exact->is_settled;
}

static int64_t first_turn(const struct exact *exact)
{
    bool solves = exact->thinking->task.limits.solve;
    return solves ? INT64_MAX : effort_first_turn(&exact->purse, exact->is_tried);
}

void exact_begin(struct exact *exact, struct thinking *thinking, struct job *search)
{
    memset(exact, 0, sizeof *exact);
    exact->thinking = thinking;
    exact->search = search;
    exact->answer.best = MOVE_NONE;
    if (!find_place(exact, thinking))
        return;
    if (thinking->task.limits.depth > 0) { /* a search so deep is wanted, unless more is known already */
        (void)recall(exact);
        return;
    }
    look_ahead(exact);
    if (find_end(exact)) {
        job_tick(&thinking->job, (uint64_t)thinking->moves.count);
        return;
    }
    bool is_no_use = is_hopeless(exact);
    if ((is_no_use || is_hurried(exact)) && recall(exact))
        return;
    if (is_no_use || job_stopped(&thinking->job))
        return;
    struct job *job = &exact->job;
    assert(exact->place != NULL && !exact->is_settled);
    bool has_end = !thinking->task.game->solver->outsees_search && !is_unbounded(&thinking->task.limits);
    job_begin_part(job, &thinking->job, has_end ? effort_nodes(&exact->purse) : UINT64_MAX, INT64_MAX);
    job->context = exact;
    job->report = hear_line;
    job->note = hear_note;
    job->tick = hear_tick;
    exact->is_tried = exact->purse.time != INT64_MAX && exact->expected > 0 &&
                      !is_unbounded(&thinking->task.limits) && exact->place->pace.microseconds <= 0;
    if (!turns_begin(&exact->turns, job, search, first_turn(exact)))
        return;
    exact->is_running = pthread_create(&exact->thread, NULL, exact_main, exact) == 0;
    if (!exact->is_running)
        turns_end(&exact->turns);
}

static void learn_pace(struct exact *exact)
{
    pace_learn(&exact->place->pace, atomic_load(&exact->job.nodes), turns_taken(&exact->turns));
}

static void join(struct exact *exact)
{
    if (!exact->is_running)
        return;
    turns_give(&exact->turns, &exact->job, INT64_MAX); /* it may be waiting for its turn to end */
    pthread_join(exact->thread, NULL);
    learn_pace(exact);
    turns_end(&exact->turns);
    exact->is_running = false;
}

/* Its first turn is over: how fast was it? */
static void judge_try(struct exact *exact)
{
    struct job *job = &exact->job;
    assert(exact->is_running && exact->is_tried);
    exact->is_tried = false;
    learn_pace(exact);
    if (is_hopeless(exact)) {
        atomic_store(&job->stop, true);
        join(exact); /* a job that is told to stop waits for no turn: it may still take moves off the list */
        return;
    }
    turns_give(&exact->turns, job, effort_first_turn(&exact->purse, false));
    turns_wait(&exact->turns, exact->search);
}

bool exact_gives_turn(struct exact *exact)
{
    const struct job *whole = &exact->thinking->job;
    do { /* it may change the moves while the search waits */
        atomic_store(&exact->search->stop, false);
        if (exact->is_running && !exact_has_say(exact))
            turns_wait(&exact->turns, exact->search);
        if (exact->is_running && exact->is_tried && !exact_has_say(exact))
            judge_try(exact);
    } while (atomic_load(&exact->search->stop) && !exact_has_say(exact) && !job_stopped(whole));
    if (atomic_exchange(&exact->has_say, false)) {
        join(exact);
        atomic_store(&exact->search->stop, false);
    }
    return !exact->is_settled && !job_stopped(whole);
}

void exact_end(struct exact *exact, bool is_enough)
{
    struct thinking *thinking = exact->thinking;
    if (exact->is_running && is_enough)
        atomic_store(&exact->job.stop, true);
    bool was_running = exact->is_running;
    join(exact);
    const struct solution *answer = &exact->answer;
    if (was_running && thinking->last.pv_count == 0 && answer->end == END_OPEN && is_plain(thinking) &&
        !exact->place->game->solver->outsees_search)
        solve_in_haste(exact, HASTE_NODES, HASTE_TIME);
    bool is_more = thinking->last.pv_count == 0 && answer->score.bound != BOUND_ESTIMATE;
    if (answer->best == MOVE_NONE || (!exact->is_settled && !is_more))
        return;
    struct report report = exact_report(answer);
    report.hashfull = exact_fill(exact);
    if (!think_has_said(thinking, &report))
        think_report(thinking, &report);
}
