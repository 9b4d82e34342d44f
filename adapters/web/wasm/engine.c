/* The engine as a library of WebAssembly: a session whose lines go out to script.
 *
 * Script calls from one thread, the one the module was loaded in. Lines that a search's thread writes cross over to
 * it; all lines go through one outbox, so that they arrive in the order in which they were written. */
#include <assert.h>
#include <emscripten.h>
#include <emscripten/threading.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/session.h"

/* Lines that wait to be handed over, each with its newline. */
static struct outbox {
    pthread_mutex_t lock;
    char *bytes;
    size_t length, room;
} outbox = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct session *session;
static bool finishing; /* a thread of its own carries out what waits; only script's thread looks */

static void hand_over(void)
{
    pthread_mutex_lock(&outbox.lock);
    char *bytes = outbox.bytes;
    size_t length = outbox.length;
    outbox.bytes = NULL;
    outbox.length = outbox.room = 0;
    pthread_mutex_unlock(&outbox.lock);
    if (length > 0)
        EM_ASM({ Module.onLines(UTF8ToString($0, $1)); }, bytes, length);
    free(bytes);
}

static void hand_over_and_go_on(void)
{
    hand_over();
    if (!finishing)
        session_go_on(session);
}

static void on_own_thread(void (*what)(void))
{
    emscripten_async_run_in_main_runtime_thread(EM_FUNC_SIG_V, what);
}

static void outbox_add(const char *line, size_t length)
{
    if (outbox.length + length + 1 > outbox.room) {
        outbox.room = 2 * (outbox.length + length + 1);
        char *bytes = realloc(outbox.bytes, outbox.room);
        if (bytes == NULL)
            abort();
        outbox.bytes = bytes;
    }
    memcpy(outbox.bytes + outbox.length, line, length);
    outbox.bytes[outbox.length + length] = '\n';
    outbox.length += length + 1;
    assert(outbox.length <= outbox.room);
}

static void take_line(void *context, const char *line, size_t length)
{
    (void)context;
    pthread_mutex_lock(&outbox.lock);
    bool first = outbox.length == 0;
    outbox_add(line, length);
    pthread_mutex_unlock(&outbox.lock);
    if (first)
        on_own_thread(hand_over);
}

static void hear_idle(void *context, bool lines_wait)
{
    (void)context;
    if (lines_wait)
        on_own_thread(hand_over_and_go_on);
}

EMSCRIPTEN_KEEPALIVE int engine_open(void)
{
    session = session_create(&(struct session_writer){.line = take_line, .idle = hear_idle});
    return session != NULL;
}

/* 0 after quit. */
EMSCRIPTEN_KEEPALIVE int engine_line(const char *line, size_t length)
{
    bool stays = session_line(session, line, length);
    hand_over();
    return stays;
}

EMSCRIPTEN_KEEPALIVE void engine_line_too_long(void)
{
    session_line_too_long(session);
    hand_over();
}

static void tell_end(void)
{
    hand_over();
    EM_ASM({ Module.onEnd(); });
}

static void *finish(void *quits)
{
    if (quits != NULL)
        session_quit(session);
    else
        session_finish(session);
    on_own_thread(tell_end);
    return NULL;
}

/* The end of input, or quit. Waiting would keep the caller's thread from what the others need of it, so a thread of its
 * own waits and onEnd is called when all answers are out. Nothing may be called after this. */
EMSCRIPTEN_KEEPALIVE int engine_finish(int quits)
{
    pthread_t thread;
    finishing = true;
    return pthread_create(&thread, NULL, finish, quits ? session : NULL) == 0;
}
