#include "protocol/pipe.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "protocol/reader.h"
#include "protocol/session.h"
#include "protocol/writer.h"

/* What wakes the reader, a byte each. */
enum { WAKE_LEAVE = '!', WAKE_IDLE = '.' };

/* Where the session writes, and how it and the watchers reach the reader. */
struct pipe_front {
    struct writer writer;
    struct session *session;
    sigset_t signals;
    int wake[2];
};

/* A process has one; its watchers outlive pipe_run(). */
static struct pipe_front the_front;

/* Output that is closed is the peer's good-bye; what else cannot be written is lost. */
static bool has_lost_lines(struct pipe_front *front)
{
    int trouble = atomic_load(&front->writer.trouble);
    return trouble != 0 && trouble != EPIPE;
}

static void leave_now(int signal_number)
{
    (void)signal_number;
    _exit(has_lost_lines(&the_front));
}

static void wake_reader(const struct pipe_front *front, char why)
{
    assert(why == WAKE_IDLE || why == WAKE_LEAVE);
    if (write(front->wake[1], &why, 1) < 0)
        return; /* full: it wakes up anyway */
}

/* SIGINT and SIGTERM mean quit. A peer that has stopped reading could hold the last lines back for ever, and
 * with them the lock that stopping needs; it gets a second. */
static void *watch_signals(void *argument)
{
    struct pipe_front *front = argument;
    int signal_number;
    sigwait(&front->signals, &signal_number);
    signal(SIGALRM, leave_now);
    alarm(1);
    wake_reader(front, WAKE_LEAVE);
    session_abandon(front->session);
    return NULL;
}

/* When nobody reads the output any more, nobody waits for what runs, even if it would long write nothing. */
static void *watch_output(void *argument)
{
    const struct pipe_front *front = argument;
    struct pollfd output = {.fd = front->writer.file, .events = 0};
    while (poll(&output, 1, -1) < 0 && errno == EINTR)
        continue;
    kill(getpid(), SIGTERM);
    return NULL;
}

static bool start_watch(void *(*run)(void *), struct pipe_front *front)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, front) != 0)
        return false;
    pthread_detach(thread);
    return true;
}

/* The session's writer. What cannot be written is not worth thinking about either: trouble ends all as a
 * signal does. */
static void write_or_leave(void *context, const char *line, size_t length)
{
    struct pipe_front *front = context;
    if (atomic_load(&front->writer.trouble) != 0)
        return;
    writer_line(&front->writer, line, length);
    if (atomic_load(&front->writer.trouble) != 0)
        kill(getpid(), SIGTERM);
}

static void hear_idle(void *context, bool lines_wait)
{
    if (lines_wait)
        wake_reader(context, WAKE_IDLE);
}

/* Whether any of the bytes that woke the reader says to leave. */
static bool is_told_to_leave(const struct pipe_front *front)
{
    char bytes[256];
    ssize_t count = read(front->wake[0], bytes, sizeof bytes);
    return count > 0 && memchr(bytes, WAKE_LEAVE, (size_t)count) != NULL;
}

static void serve(const struct pipe_front *front, struct reader *reader)
{
    struct session *session = front->session;
    assert(session != NULL && reader->wake == front->wake[0]);
    const char *line;
    size_t length;
    bool stays = true;
    while (stays) {
        enum reading reading = READING_INTERRUPTED;
        if (session_is_full(session))
            reader_pause(reader);
        else
            reading = reader_next(reader, &line, &length);
        switch (reading) {
        case READING_LINE: stays = session_line(session, line, length); break;
        case READING_TOO_LONG: session_line_too_long(session); break;
        case READING_END: session_finish(session); return;
        case READING_INTERRUPTED: stays = !is_told_to_leave(front) && session_go_on(session); break;
        }
    }
    session_quit(session);
}

/* From here on no thread dies of a signal: SIGINT and SIGTERM wait for their watcher. */
static bool front_open(struct pipe_front *front, int output)
{
    if (pipe(front->wake) != 0)
        return false;
    assert(output >= 0 && front->session == NULL); /* a process has one front */
    fcntl(front->wake[1], F_SETFL, O_NONBLOCK);
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&front->signals);
    sigaddset(&front->signals, SIGINT);
    sigaddset(&front->signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &front->signals, NULL); /* before any thread is made, so that all inherit it */
    front->writer = (struct writer){.file = output};
    front->session =
        session_create(&(struct session_writer){.context = front, .line = write_or_leave, .idle = hear_idle});
    return front->session != NULL;
}

int pipe_run(int input, int output, const char *store, const char *game)
{
    struct pipe_front *front = &the_front;
    struct reader reader;
    if (!front_open(front, output) || !session_set_up(front->session, store, game) ||
        !reader_open(&reader, input, front->wake[0])) {
        fputs("panj: out of memory or descriptors\n", stderr);
        return 1;
    }
    if (!start_watch(watch_signals, front)) /* then the signals end the process as they always do */
        pthread_sigmask(SIG_UNBLOCK, &front->signals, NULL);
    start_watch(watch_output, front);

    serve(front, &reader);
    reader_free(&reader);
    bool lost = has_lost_lines(front);
    if (lost)
        fprintf(stderr, "panj: writing: %s\n", strerror(atomic_load(&front->writer.trouble)));
    return lost;
}
