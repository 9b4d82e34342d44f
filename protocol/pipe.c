#include "protocol/pipe.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "protocol/reader.h"
#include "protocol/session.h"
#include "protocol/writer.h"

/* What the threads that wait for signals and for the end of the peer need. */
struct watch {
    sigset_t signals;
    struct session *session;
    int wake;
    int output;
};

static void leave_now(int signal_number)
{
    (void)signal_number;
    _exit(0);
}

/* SIGINT and SIGTERM mean quit. A peer that has stopped reading could hold the last lines back for ever, and
 * with them the lock that stopping needs; it gets a second. */
static void *watch_signals(void *argument)
{
    struct watch *watch = argument;
    int signal_number;
    sigwait(&watch->signals, &signal_number);
    signal(SIGALRM, leave_now);
    alarm(1);
    if (write(watch->wake, "!", 1) < 0)
        _exit(0);
    session_stop(watch->session);
    return NULL;
}

/* When nobody reads the output any more, nobody waits for what runs, even if it would long write nothing. */
static void *watch_output(void *argument)
{
    const struct watch *watch = argument;
    struct pollfd output = {.fd = watch->output, .events = 0};
    while (poll(&output, 1, -1) < 0 && errno == EINTR)
        continue;
    kill(getpid(), SIGTERM);
    return NULL;
}

static bool start_watch(void *(*run)(void *), struct watch *watch)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, watch) != 0)
        return false;
    pthread_detach(thread);
    return true;
}

/* The session's writer. What cannot be written is not worth thinking about either: trouble ends all as a
 * signal does. */
static void write_or_leave(void *context, const char *line, size_t length)
{
    struct writer *writer = context;
    if (atomic_load(&writer->trouble) != 0)
        return;
    writer_line(writer, line, length);
    if (atomic_load(&writer->trouble) != 0)
        kill(getpid(), SIGTERM);
}

static void serve(struct session *session, struct reader *reader)
{
    const char *line;
    size_t length;
    for (;;) {
        switch (reader_next(reader, &line, &length)) {
        case READING_LINE:
            if (!session_line(session, line, length))
                return;
            break;
        case READING_TOO_LONG: session_line_too_long(session); break;
        case READING_END: session_finish(session); return;
        case READING_INTERRUPTED: session_quit(session); return;
        }
    }
}

int pipe_run(int input, int output, const char *store)
{
    static struct watch watch; /* outlives this function: its thread may */
    int wake[2];
    if (pipe(wake) != 0) {
        perror("panj: pipe");
        return 1;
    }
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(&watch.signals);
    sigaddset(&watch.signals, SIGINT);
    sigaddset(&watch.signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &watch.signals, NULL); /* before any thread is made, so that all inherit it */

    struct writer writer = {.file = output};
    struct session *session =
        session_create(&(struct session_writer){.context = &writer, .line = write_or_leave});
    struct reader reader;
    if (session == NULL || (store != NULL && !session_set_store(session, store)) ||
        !reader_open(&reader, input, wake[0])) {
        fputs("panj: out of memory\n", stderr);
        return 1;
    }
    watch.session = session;
    watch.wake = wake[1];
    watch.output = output;
    if (!start_watch(watch_signals, &watch)) /* then the signals end the process as they always do */
        pthread_sigmask(SIG_UNBLOCK, &watch.signals, NULL);
    start_watch(watch_output, &watch);

    serve(session, &reader);
    reader_free(&reader);
    session_quit(session);
    int trouble = atomic_load(&writer.trouble);
    if (trouble != 0 && trouble != EPIPE)
        fprintf(stderr, "panj: writing: %s\n", strerror(trouble));
    return trouble != 0 && trouble != EPIPE;
}
