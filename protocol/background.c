/* What runs beside the reading of lines: one search or one count at a time, and how each ends. */
#include <stdarg.h>
#include <stdio.h>

#include "base/clock.h"
#include "protocol/state.h"
#include "search/solver.h"

enum phase session_phase(struct session *session)
{
    pthread_mutex_lock(&session->lock);
    enum phase phase = session->phase;
    pthread_mutex_unlock(&session->lock);
    return phase;
}

bool session_is_searching(struct session *session)
{
    return session_phase(session) == PHASE_SEARCHING;
}

uint64_t session_nodes(struct session *session)
{
    return search_nodes(session->search);
}

bool session_is_counting(struct session *session)
{
    return session_phase(session) == PHASE_COUNTING;
}

bool session_runs_on(struct session *session)
{
    pthread_mutex_lock(&session->lock);
    assert(!session->runs_on || session->phase == PHASE_SEARCHING);
    bool runs_on = session->runs_on;
    pthread_mutex_unlock(&session->lock);
    return runs_on;
}

static void leave_idle(struct session *session, enum phase phase, bool runs_on)
{
    pthread_mutex_lock(&session->lock);
    assert(session->phase == PHASE_IDLE && phase != PHASE_IDLE && !session->is_awaited);
    session->phase = phase;
    session->runs_on = runs_on;
    pthread_mutex_unlock(&session->lock);
}

/* What ran has ended. The engine is idle before anybody can see the last lines, and nothing comes between
 * them: all happens under one lock. */
static void become_idle(struct session *session, const struct text *lines, int count)
{
    pthread_mutex_lock(&session->lock);
    assert(session->phase != PHASE_IDLE);
    session->phase = PHASE_IDLE;
    session->runs_on = false;
    bool lines_wait = session->is_awaited;
    session->is_awaited = false;
    for (int i = 0; i < count; i++)
        session->writer.line(session->writer.context, lines[i].at, lines[i].length);
    pthread_cond_broadcast(&session->idle);
    pthread_mutex_unlock(&session->lock);
    if (session->writer.idle != NULL)
        session->writer.idle(session->writer.context, lines_wait);
}

bool session_await_idle(struct session *session)
{
    pthread_mutex_lock(&session->lock);
    bool runs = session->phase != PHASE_IDLE;
    assert(session->queue.first != NULL);
    session->is_awaited = runs;
    pthread_mutex_unlock(&session->lock);
    return runs;
}

static void wait_idle(struct session *session)
{
    pthread_mutex_lock(&session->lock);
    while (session->phase != PHASE_IDLE)
        pthread_cond_wait(&session->idle, &session->lock);
    pthread_mutex_unlock(&session->lock);
}

/* -- searches -- */

enum { INFO_MAX = 512 + PV_MAX * MOVE_WORD_MAX };

static void hear_report(void *context, const struct report *report)
{
    struct session *session = context;
    char room[INFO_MAX];
    struct text line = text_in(room, sizeof room);
    info_print(session, report, &line);
    session_write(session, &line);
}

static void hear_note(void *context, const char *text)
{
    session_say(context, "info string %s", text);
}

static void remember(struct session *session, const struct search_end *end)
{
    session->memory.known = true;
    session->memory.end = *end;
    board_copy(session->history.game, &session->memory.board, &session->searched_board);
    position_copy(session->history.game, &session->memory.position, &session->searched_position);
}

static void hear_end(void *context, const struct search_end *end)
{
    struct session *session = context;
    char totals[128], answer[64], word[MOVE_WORD_MAX];
    struct text lines[] = {text_in(totals, sizeof totals), text_in(answer, sizeof answer)};
    struct report work = {.nodes = end->nodes, .time = end->time};
    info_print_totals(session, &work, &lines[0]);
    session->history.game->move_print(&session->searched_board, end->best, word);
    text_format(&lines[1], "bestmove %s", word);
    if (session->wants_ponder && end->ponder != MOVE_NONE) {
        session->history.game->move_print(&session->searched_board, end->ponder, word);
        text_format(&lines[1], " ponder %s", word);
    }
    assert(!lines[0].cut && !lines[1].cut);
    remember(session, end);
    become_idle(session, lines, 2);
}

/* Such a solver lives by its own tables, not by the search's. */
static bool has_tables(const struct game *game)
{
    return game->solver != NULL && game->solver->tables != NULL;
}

void session_search(struct session *session, const struct limits *limits)
{
    const int64_t *option = session->options.at;
    struct task task = {
        .game = session->history.game,
        .limits = *limits,
        .manner = (enum manner)option[OPTION_STYLE],
        .algorithm = (enum algorithm)option[OPTION_ALGORITHM],
        .level = (int)option[OPTION_LEVEL],
        .seed_evaluation = option[OPTION_EVALUATION] != 0,
        .multipv = (int)option[OPTION_MULTIPV],
        .random_seed = (uint64_t)option[OPTION_SEED],
        .move_overhead = option[OPTION_MOVE_OVERHEAD],
        .table_mib = has_tables(session->history.game) ? (int)option[OPTION_TABLE_MB] : 0,
    };
    board_copy(session->history.game, &task.board, &session->history.board);
    position_copy(session->history.game, &task.position, &session->history.now);
    board_copy(task.game, &session->searched_board, &task.board);
    position_copy(task.game, &session->searched_position, &task.position);
    session->infinite = limits->infinite;
    session->wants_ponder = option[OPTION_PONDER] != 0;
    session->hides_time = option[OPTION_DETERMINISTIC] != 0;
    leave_idle(session, PHASE_SEARCHING, limits->infinite || limits->ponder);
    struct search_listener listener = {
        .context = session, .report = hear_report, .note = hear_note, .done = hear_end};
    if (!search_start(session->search, &task, &listener)) {
        become_idle(session, NULL, 0);
        session_error(session, ERROR_internal, "no thread to be had");
    } else if (session->input_ended && session_runs_on(session)) {
        session_stop(session);
    }
}

/* The answer that is owed where nothing can be searched, if one is. */
static void answer_nothing(struct session *session)
{
    char answer[] = "bestmove 0000";
    struct text line = {.at = answer, .capacity = sizeof answer, .length = strlen(answer)};
    pthread_mutex_lock(&session->lock);
    bool owed = session->owes_answer;
    session->owes_answer = false;
    pthread_mutex_unlock(&session->lock);
    if (owed)
        become_idle(session, &line, 1);
}

void session_search_nothing(struct session *session, bool infinite, bool ponder)
{
    bool runs_on = (infinite || ponder) && !session->input_ended;
    assert(session->speaks_uci && !session->owes_answer);
    session->infinite = infinite;
    session->owes_answer = true;
    leave_idle(session, PHASE_SEARCHING, runs_on);
    if (!runs_on)
        answer_nothing(session);
}

void session_ponderhit(struct session *session)
{
    search_ponderhit(session->search);
    pthread_mutex_lock(&session->lock);
    session->runs_on = session->runs_on && session->infinite;
    bool runs_on = session->runs_on;
    pthread_mutex_unlock(&session->lock);
    if (!runs_on)
        answer_nothing(session);
}

/* -- counts -- */

static void join_count(struct session *session)
{
    if (session->count.joinable)
        pthread_join(session->count.thread, NULL);
    session->count.joinable = false;
}

static void begin_job(struct session *session)
{
    struct job *job = &session->count.job;
    atomic_store(&job->stop, false);
    atomic_store(&job->nodes, 0);
    atomic_store(&job->node_limit, UINT64_MAX);
    atomic_store(&job->deadline, INT64_MAX);
    job->began = clock_now();
    job->context = session;
    job->note = hear_note;
}

void count_ends(struct session *session, const char *format, ...)
{
    assert(session->count.last[0] == '\0');
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(session->count.last, sizeof session->count.last, format, arguments);
    va_end(arguments);
}

void count_fails(struct session *session, enum error error, const char *format, ...)
{
    char why[900];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    count_ends(session, "error %s %s", error_word(error), why);
}

static void *count_thread(void *argument)
{
    struct session *session = argument;
    struct count *count = &session->count;
    char room[] = "info string stopped";
    struct text stopped = {.at = room, .capacity = sizeof room, .length = strlen(room)};
    count->run(session);
    struct text last = {.at = count->last, .capacity = sizeof count->last, .length = strlen(count->last)};
    struct text lines[2];
    int said = 0;
    if (last.length > 0)
        lines[said++] = last;
    if (job_stopped(&count->job))
        lines[said++] = stopped;
    become_idle(session, lines, said);
    return NULL;
}

void session_count(struct session *session, void (*run)(struct session *), int64_t argument)
{
    assert(run != NULL && session_phase(session) == PHASE_IDLE);
    join_count(session);
    session->count.run = run;
    session->count.argument = argument;
    session->count.last[0] = '\0';
    begin_job(session);
    leave_idle(session, PHASE_COUNTING, false);
    session->count.joinable = pthread_create(&session->count.thread, NULL, count_thread, session) == 0;
    if (!session->count.joinable) {
        become_idle(session, NULL, 0);
        session_error(session, ERROR_internal, "no thread to be had");
    }
}

/* -- ends -- */

void session_stop(struct session *session)
{
    pthread_mutex_lock(&session->lock);
    enum phase phase = session->phase;
    session->runs_on = false;
    pthread_mutex_unlock(&session->lock);
    if (phase == PHASE_SEARCHING)
        search_stop(session->search);
    answer_nothing(session);
    if (phase == PHASE_COUNTING)
        atomic_store(&session->count.job.stop, true);
}

void session_abandon(struct session *session)
{
    atomic_store(&session->abandoned, true);
    session_stop(session);
}

void session_finish(struct session *session)
{
    session->input_ended = true;
    do {
        session_go_on(session);
        if (session_runs_on(session))
            session_stop(session);
        wait_idle(session);
        search_wait(session->search);
        join_count(session);
    } while (session->queue.first != NULL);
    assert(session_phase(session) == PHASE_IDLE);
    session->input_ended = false;
}

void session_quit(struct session *session)
{
    queue_drop(&session->queue);
    session_stop(session);
    session_finish(session);
}
