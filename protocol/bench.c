/* The command bench: fixed searches and what they cost, in the background. */
#include "bench.h"

#include <inttypes.h>
#include <stdlib.h>

#include "protocol/state.h"
#include "seeds.h"

/* session_say(), or count_ends() for the last line. */
typedef void say_function(struct session *, const char *format, ...);

static void say_figure(struct session *session, say_function *say, const char *name,
                       const struct bench_figure *figure)
{
    bool hidden = session->options.at[OPTION_DETERMINISTIC] != 0;
    int64_t time = figure->time > 0 ? figure->time : 1;
    uint64_t speed = (uint64_t)((double)figure->nodes * 1e6 / (double)time);
    say(session, "bench %s nodes %" PRIu64 " time %" PRId64 " cpu %" PRId64 " nps %" PRIu64, name,
        figure->nodes, hidden ? 0 : time / 1000, hidden ? 0 : figure->cpu / 1000, hidden ? 0 : speed);
}

static void run_bench(struct session *session)
{
    struct bench_figure total = {0};
    for (int i = 0; games[i] != NULL; i++) {
        struct bench_figure figure;
        if (!bench_game(games[i], &session->count.job.stop, &figure))
            return;
        say_figure(session, session_say, games[i]->name, &figure);
        assert(figure.nodes > 0 && figure.time >= 0 && figure.cpu >= 0);
        total.nodes += figure.nodes;
        total.time += figure.time;
        total.cpu += figure.cpu;
    }
    say_figure(session, count_ends, "total", &total);
}

static void say_ratio(struct session *session, say_function *say, const char *name, double above,
                      double below)
{
    say(session, "bench %s %.2f", name, below > 0 ? above / below : 0.0);
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
    assert(gain.textbook.nodes > 0 && gain.search.nodes > 0);
    say_figure(session, session_say, "textbook", &gain.textbook);
    say_figure(session, session_say, "search", &gain.search);
    say_ratio(session, session_say, "saved", (double)gain.textbook.nodes, (double)gain.search.nodes);
    say_figure(session, session_say, "one-thread", &gain.one);
    say_figure(session, session_say, "two-threads", &gain.two);
    say_ratio(session, count_ends, "speedup", speed_of(&gain.two), speed_of(&gain.one));
}

/* -- bench seeds -- */

static void say_row(void *context, const struct seeds_row *row)
{
    session_say(context, "bench seeds %s %s: printed: %s: measured: %s", row->game, row->name, row->printed,
                row->measured);
}

static void run_seeds(struct session *session)
{
    struct seeds_listener listener = {.context = session, .row = say_row};
    for (int i = 0; games[i] != NULL; i++)
        if (games[i]->seed != NULL)
            games[i]->seed->table(&session->count.job, &listener, &session->count.words);
}

/* The words outlive the line: the count runs beside it. */
static bool keep_words(struct session *session, struct word rest)
{
    struct count *count = &session->count;
    free(count->text);
    count->text = malloc(rest.length + 1);
    if (count->text == NULL) {
        session_error(session, ERROR_internal, "out of memory");
        return false;
    }
    memcpy(count->text, rest.at, rest.length);
    if (words_split(count->text, rest.length, &count->words))
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
