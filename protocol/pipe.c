#include "protocol/pipe.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "protocol/reader.h"
#include "protocol/session.h"
#include "protocol/writer.h"

/* What the thread that waits for signals needs. */
struct watch {
    sigset_t signals;
    struct session *session;
    int wake;
};

/* SIGINT and SIGTERM mean quit. A peer that has stopped reading could hold the last lines back for ever; it
 * gets a second. */
static void *watch_signals(void *argument)
{
    struct watch *watch = argument;
    int signal_number;
    sigwait(&watch->signals, &signal_number);
    if (write(watch->wake, "!", 1) < 0)
        _exit(0);
    struct timespec patience = {.tv_sec = 1};
    session_stop(watch->session);
    nanosleep(&patience, NULL);
    _exit(0);
}

static void start_watch(struct watch *watch)
{
    pthread_t thread;
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    if (pthread_create(&thread, &detached, watch_signals, watch) != 0)
        pthread_sigmask(SIG_UNBLOCK, &watch->signals,
                        NULL); /* then the signals end the process as they always do */
    pthread_attr_destroy(&detached);
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

    struct writer writer = {.file = output, .wake = wake[1]};
    struct session *session =
        session_create(&(struct session_writer){.context = &writer, .line = writer_line});
    struct reader reader;
    if (session == NULL || (store != NULL && !session_set_store(session, store)) ||
        !reader_open(&reader, input, wake[0])) {
        fputs("panj: out of memory\n", stderr);
        return 1;
    }
    watch.session = session;
    watch.wake = wake[1];
    start_watch(&watch);

    serve(session, &reader);
    reader_free(&reader);
    session_quit(session);
    int trouble = atomic_load(&writer.trouble);
    if (trouble != 0 && trouble != EPIPE)
        fprintf(stderr, "panj: writing: %s\n", strerror(trouble));
    return trouble != 0 && trouble != EPIPE;
}
