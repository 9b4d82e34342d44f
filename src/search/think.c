#include "search/think.h"

#include "base/clock.h"
#include "base/rng.h"
#include "search/best.h"
#include "search/level.h"
#include "search/line.h"
#include "search/study.h"
#include "search/view.h"

void think_note(struct thinking *thinking, const char *text)
{
    thinking->listener.note(thinking->listener.context, text);
}

bool think_is_late(const struct thinking *thinking)
{
    return job_stopped(&thinking->job) ||
           clock_now() >= atomic_load_explicit(&thinking->soft, memory_order_relaxed);
}

static void send(struct thinking *thinking, struct report *report)
{
    report->nodes = atomic_load_explicit(&thinking->job.nodes, memory_order_relaxed);
    report->time = job_time(&thinking->job);
    atomic_store(&thinking->told, clock_now());
    thinking->listener.report(thinking->listener.context, report);
}

void think_report(struct thinking *thinking, const struct report *report)
{
    const struct task *task = &thinking->task;
    struct report full = *report;
    full.multipv = report->multipv > 0 ? report->multipv : 1;
    full.seldepth = report->seldepth > report->depth ? report->seldepth : report->depth;
    full.pv_count = line_legal(task->game, &task->board, &task->position, report->pv, report->pv_count, NULL);
    assert(full.pv_count > 0);
    pthread_mutex_lock(&thinking->telling);
    if (full.multipv == 1)
        thinking->last = full;
    send(thinking, &full);
    pthread_mutex_unlock(&thinking->telling);
}

bool think_has_told(struct thinking *thinking, move_t first)
{
    const struct report *last = &thinking->last;
    pthread_mutex_lock(&thinking->telling);
    bool has = (last->pv_count > 0 ? last->pv[0] : MOVE_NONE) == first;
    pthread_mutex_unlock(&thinking->telling);
    return has;
}

static bool is_same_score(const struct score *a, const struct score *b)
{
    return a->kind == b->kind && a->number == b->number && a->bound == b->bound && a->has_wdl == b->has_wdl &&
           memcmp(a->wdl, b->wdl, sizeof a->wdl) == 0;
}

bool think_has_said(struct thinking *thinking, const struct report *report)
{
    const struct report *last = &thinking->last;
    pthread_mutex_lock(&thinking->telling);
    bool same = last->depth == report->depth && last->pv_count == report->pv_count &&
                is_same_score(&last->score, &report->score) &&
                memcmp(last->pv, report->pv, (size_t)last->pv_count * sizeof last->pv[0]) == 0;
    pthread_mutex_unlock(&thinking->telling);
    return same;
}

bool think_is_silent(const struct thinking *thinking)
{
    enum { SILENCE_MOST = 900000 /* microseconds */ };
    return clock_now() - atomic_load_explicit(&thinking->told, memory_order_relaxed) >= SILENCE_MOST;
}

void think_tell_work(struct thinking *thinking, int hashfull)
{
    struct report work = {.hashfull = hashfull};
    pthread_mutex_lock(&thinking->telling);
    if (think_is_silent(thinking)) /* still: another thread may have come first */
        send(thinking, &work);
    pthread_mutex_unlock(&thinking->telling);
}

/* What the position after `move` is worth to the mover, at a glance. */
static value_t glance(const struct thinking *thinking, move_t move)
{
    const struct task *task = &thinking->task;
    struct position next;
    position_copy(task->game, &next, &task->position);
    task->game->apply(&task->board, &next, move);
    enum actor turn = task->game->turn(&task->board, &next);
    value_t value = view_value(task->game, &task->board, &next, turn, 1);
    return view_of(turn) == task->game->turn(&task->board, &task->position) ? value : -value;
}

/* Reports a move that nobody has searched. */
static void report_glance(struct thinking *thinking, move_t move)
{
    struct report report = {.depth = 1, .seldepth = 1, .pv_count = 1, .pv = {move}};
    report.score = score_from(thinking->task.game, glance(thinking, move), BOUND_ESTIMATE);
    think_report(thinking, &report);
}

static void think_first(struct thinking *thinking)
{
    job_tick(&thinking->job, 1);
    report_glance(thinking, thinking->moves.at[0]);
}

/* The same move in the same position with the same seed. */
static void think_random(struct thinking *thinking)
{
    const struct task *task = &thinking->task;
    struct rng rng = {.state = task->random_seed ^ rng_mix(task->game->key(&task->board, &task->position))};
    assert(thinking->moves.count > 0);
    uint64_t index = rng_below(&rng, (uint64_t)thinking->moves.count);
    job_tick(&thinking->job, 1);
    report_glance(thinking, thinking->moves.at[index]);
}

/* The search was stopped before it knew anything. */
static void think_at_a_glance(struct thinking *thinking)
{
    move_t best = thinking->moves.at[0];
    value_t most = glance(thinking, best);
    for (int i = 1; i < thinking->moves.count; i++) {
        value_t value = glance(thinking, thinking->moves.at[i]);
        if (value > most) {
            most = value;
            best = thinking->moves.at[i];
        }
    }
    report_glance(thinking, best);
}

static void tell_what_is_missing(struct thinking *thinking)
{
    const struct task *task = &thinking->task;
    if (task->game->seed == NULL && task->manner == MANNER_SEED)
        think_note(thinking, "this game has no agent of its own: playing best");
    else if (task->game->seed == NULL && task->seed_evaluation)
        think_note(thinking, "this game has no evaluation of its own: taking the best");
}

void think(struct thinking *thinking)
{
    const struct task *task = &thinking->task;
    bool has_seed = task->game->seed != NULL;
    thinking->moves = task->limits.only;
    if (thinking->moves.count == 0)
        task->game->moves(&task->board, &task->position, &thinking->moves);
    assert(thinking->moves.count > 0);
    tell_what_is_missing(thinking);
    if (task->manner == MANNER_FIRST)
        think_first(thinking);
    else if (task->manner == MANNER_RANDOM)
        think_random(thinking);
    else if (task->manner == MANNER_SEED && has_seed)
        study_seed(thinking);
    else if (task->algorithm != ALGORITHM_AUTO || (task->seed_evaluation && has_seed))
        study_textbook(thinking);
    else if (task->level > 0 && !task->limits.solve)
        level_think(thinking);
    else
        best_think(thinking);
    if (thinking->last.pv_count == 0)
        think_at_a_glance(thinking);
    assert(thinking->last.pv_count > 0);
}
