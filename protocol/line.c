/* One line from the peer: is it carried out now, does it wait for what runs, or is it refused?
 *
 * Lines are carried out in order. Work that ends by itself (a search with a bound, solve, a count) and work that
 * was told to stop is waited for: what comes meanwhile stands in a queue and goes on when the engine is idle.
 * Three kinds of commands do not stand in line: those that are heard during a search (isready, query, help, quit),
 * those that end one (stop, ponderhit), which pass even a `wait`, and all others while a search runs on that nobody
 * has told to stop: they are refused. */
#include <stdlib.h>

#include "protocol/commands.h"
#include "protocol/state.h"

enum verdict { VERDICT_NOW, VERDICT_LATER, VERDICT_BUSY };

/* What becomes of a command that has nobody before it in the queue. */
static enum verdict judge(struct session *session, const struct command *command)
{
    enum phase phase = session_phase(session);
    if (phase == PHASE_IDLE || command->when == COMMAND_ENDS)
        return VERDICT_NOW;
    if (command->when == COMMAND_WAITS)
        return VERDICT_LATER;
    if (command->when == COMMAND_ALWAYS)
        return phase == PHASE_COUNTING && command->run == command_quit ? VERDICT_LATER : VERDICT_NOW;
    return session_runs_on(session) ? VERDICT_BUSY : VERDICT_LATER;
}

/* Whether lines that wait hold this one up. */
static bool is_held_up(const struct session *session, const struct command *command)
{
    switch (command->when) {
    case COMMAND_ENDS: return false;
    case COMMAND_ALWAYS: return session->queue.walls > 0;
    default: return session->queue.first != NULL;
    }
}

/* Whether there are enough words behind the name, and not too many. */
static bool check_arguments(struct session *session, const struct command *command, struct cursor cursor)
{
    assert(command->least <= command->most);
    int count = 0;
    while (count <= command->most && count < WORDS_MAX) {
        struct word word = cursor_next(&cursor);
        if (word.length == 0)
            break;
        count++;
        if (count > command->most) {
            session_error_at_word(session, ERROR_bad_argument, word, "%s takes %s, not", command->name,
                                  command->most > 0 ? command->arguments : "nothing");
            return false;
        }
    }
    if (count < command->least) {
        session_error(session, ERROR_missing_argument, "%s takes %s", command->name, command->arguments);
        return false;
    }
    return true;
}

/* Returns false after quit. */
static bool carry_out(struct session *session, const struct command *command, const char *line, size_t length)
{
    struct cursor cursor = cursor_over(line, length);
    cursor_next(&cursor);
    if (check_arguments(session, command, cursor))
        command->run(session, &cursor);
    return command->run != command_quit;
}

static void keep(struct session *session, const struct command *command, const char *line, size_t length)
{
    if (!queue_add(&session->queue, command, line, length))
        session_error(session, ERROR_internal, "out of memory");
    else if (session_is_full(session) && session_runs_on(session))
        session_stop(session); /* the peer's own stop could not be heard any more */
}

bool session_is_full(const struct session *session)
{
    return session->queue.bytes >= QUEUE_BYTES_MAX;
}

bool session_go_on(struct session *session)
{
    struct queue *queue = &session->queue;
    if (atomic_load(&session->abandoned))
        queue_drop(queue);
    while (queue->first != NULL) {
        enum verdict verdict = judge(session, queue->first->command);
        if (verdict == VERDICT_LATER) {
            if (session_await_idle(session))
                return true;
            continue;
        }
        struct queued *next = queue_take(queue);
        bool stays = true;
        if (verdict == VERDICT_BUSY)
            session_error(session, ERROR_busy, "%s", next->command->name);
        else
            stays = carry_out(session, next->command, next->line, next->length);
        free(next);
        if (queue->stops > 0) /* it was asked for before a stop that has come */
            session_stop(session);
        if (!stays)
            return false;
    }
    return true;
}

/* A known command from the peer. Returns false after quit. */
static bool take_command(struct session *session, const struct command *command, const char *line,
                         size_t length)
{
    /* It also ends what was asked for before it and has not begun. */
    if (command->when == COMMAND_ENDS && session->queue.first != NULL)
        keep(session, command, line, length);
    enum verdict verdict = is_held_up(session, command) ? VERDICT_LATER : judge(session, command);
    if (verdict == VERDICT_BUSY)
        session_error(session, ERROR_busy, "%s", command->name);
    else if (verdict == VERDICT_LATER) {
        keep(session, command, line, length);
        return session_go_on(session); /* what ran may have ended meanwhile; else its end is waited for */
    } else {
        if (command->run == command_quit && session->queue.first != NULL)
            session_say(session, "info string quit: %d lines that waited are dropped",
                        queue_drop(&session->queue));
        return carry_out(session, command, line, length);
    }
    return true;
}

bool session_line(struct session *session, const char *line, size_t length)
{
    if (!session_go_on(session))
        return false;
    if (length > 0 && memchr(line, '\0', length) != NULL) {
        session_error(session, ERROR_bad_byte, "NUL");
        return true;
    }
    struct cursor cursor = cursor_over(line, length);
    struct word name = cursor_next(&cursor);
    if (name.length == 0 || name.at[0] == '#')
        return true;
    const struct command *command = command_find(name);
    if (command != NULL)
        return take_command(session, command, line, length);
    session_error_word(session, ERROR_unknown_command, "", name);
    return true;
}

void session_line_too_long(struct session *session)
{
    session_error(session, ERROR_line_too_long, "more than 4 MiB");
}

void command_wait(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    assert(session_phase(session) == PHASE_IDLE);
    (void)session;
}

void command_quit(struct session *session, struct cursor *cursor)
{
    (void)cursor;
    session_quit(session);
}
