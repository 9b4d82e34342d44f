/* Commands that count positions: perft, divide, bench. Each runs in the background, so that stop is heard. */
#include <inttypes.h>

#include "bench.h"
#include "perft.h"
#include "protocol/state.h"
#include "seeds.h"

static uint64_t count_below(struct session *session, const struct position *position, int depth)
{
    return perft(session->game, &session->history.board, position, depth, &session->count.job.stop);
}

static bool stopped(struct session *session)
{
    return job_stopped(&session->count.job);
}

static void run_perft(struct session *session)
{
    for (int depth = 1; depth <= (int)session->count.argument; depth++) {
        uint64_t nodes = count_below(session, &session->position, depth);
        if (stopped(session))
            return;
        session_say(session, "perft %d %" PRIu64, depth, nodes);
    }
}

static void run_divide(struct session *session)
{
    const struct game *game = session->game;
    const struct board *board = &session->history.board;
    struct move_list list;
    game_successors(game, board, &session->position, &list);
    uint64_t total = 0;
    for (int i = 0; i < list.count; i++) {
        struct position next;
        char word[MOVE_WORD_MAX];
        position_copy(game, &next, &session->position);
        game->apply(board, &next, list.at[i]);
        uint64_t nodes = count_below(session, &next, (int)session->count.argument - 1);
        if (stopped(session))
            return;
        game->move_print(board, list.at[i], word);
        session_say(session, "%s %" PRIu64, word, nodes);
        total += nodes;
    }
    session_say(session, "total %" PRIu64, total);
}

static void start_count(struct session *session, struct cursor *cursor, const char *name,
                        void (*run)(struct session *))
{
    int64_t depth;
    struct word word = cursor_next(cursor);
    if (word_number(word, 1, 99, &depth))
        session_count(session, run, depth);
    else
        session_error_word(session, ERROR_bad_argument, name, word);
}

void command_perft(struct session *session, struct cursor *cursor)
{
    start_count(session, cursor, "perft takes a depth from 1 to 99, not", run_perft);
}

void command_divide(struct session *session, struct cursor *cursor)
{
    start_count(session, cursor, "divide takes a depth from 1 to 99, not", run_divide);
}

/* -- bench -- */

static void say_figure(struct session *session, const char *name, const struct bench_figure *figure)
{
    bool hidden = session->options.at[OPTION_DETERMINISTIC] != 0;
    int64_t time = figure->time > 0 ? figure->time : 1;
    uint64_t speed = (uint64_t)((double)figure->nodes * 1e6 / (double)time);
    session_say(session, "bench %s nodes %" PRIu64 " time %" PRId64 " cpu %" PRId64 " nps %" PRIu64, name,
                figure->nodes, hidden ? 0 : time / 1000, hidden ? 0 : figure->cpu / 1000, hidden ? 0 : speed);
}

static void run_bench(struct session *session)
{
    struct bench_figure total = {0};
    for (int i = 0; games[i] != NULL; i++) {
        struct bench_figure figure;
        if (!bench_game(games[i], &session->count.job.stop, &figure))
            return;
        say_figure(session, games[i]->name, &figure);
        total.nodes += figure.nodes;
        total.time += figure.time;
        total.cpu += figure.cpu;
    }
    say_figure(session, "total", &total);
}

static void say_ratio(struct session *session, const char *name, double above, double below)
{
    session_say(session, "bench %s %.2f", name, below > 0 ? above / below : 0.0);
}

static double speed_of(const struct bench_figure *figure)
{
    return figure->time > 0 ? (double)figure->nodes / (double)figure->time : 0;
}

static void run_gain(struct session *session)
{
    struct bench_gain gain;
    if (!bench_gain(&session->count.job.stop, &gain))
        return;
    say_figure(session, "textbook", &gain.textbook);
    say_figure(session, "search", &gain.search);
    say_ratio(session, "saved", (double)gain.textbook.nodes, (double)gain.search.nodes);
    say_figure(session, "one-thread", &gain.one);
    say_figure(session, "two-threads", &gain.two);
    say_ratio(session, "speedup", speed_of(&gain.two), speed_of(&gain.one));
}

/* -- bench seeds -- */

static void say_row(void *context, const struct seeds_row *row)
{
    session_say(context, "bench seeds %s %s: printed: %s: measured: %s", row->game, row->name, row->printed,
                row->measured);
}

static void run_seeds(struct session *session)
{
    struct job *job = &session->count.job;
    struct seeds_listener listener = {.context = session, .row = say_row};
    seeds_konane(job, &listener);
    seeds_hand(job, &listener);
    for (int i = 0; i < session->count.words.count; i++)
        seeds_angry(job, &listener, session->count.words.at[i]);
    if (session->count.words.count == 0)
        session_say(session, "info string angry: give the boards of the project, bench seeds ROWS ROWS");
    seeds_monopoly(job, &listener);
}

/* The words outlive the line: the count runs beside it. */
static bool keep_words(struct session *session, struct word rest)
{
    struct count *count = &session->count;
    if (rest.length >= sizeof count->line) {
        session_error(session, ERROR_bad_argument, "bench seeds takes at most %zu bytes",
                      sizeof count->line - 1);
        return false;
    }
    memcpy(count->line, rest.at, rest.length);
    if (words_split(count->line, rest.length, &count->words))
        return true;
    session_error(session, ERROR_bad_argument, "bench seeds takes at most %d words", WORDS_MAX);
    return false;
}

void command_bench(struct session *session, struct cursor *cursor)
{
    struct word word = cursor_next(cursor);
    struct word rest = cursor_rest(cursor);
    bool known = word.length == 0 || word_is_nocase(word, "gain") || word_is_nocase(word, "seeds");
    if (!known || (rest.length > 0 && !word_is_nocase(word, "seeds")))
        session_error_word(session, ERROR_bad_argument, "bench takes gain, seeds or nothing, not",
                           known ? rest : word);
    else if (word.length == 0)
        session_count(session, run_bench, 0);
    else if (word_is_nocase(word, "gain"))
        session_count(session, run_gain, 0);
    else if (keep_words(session, rest))
        session_count(session, run_seeds, 0);
}
