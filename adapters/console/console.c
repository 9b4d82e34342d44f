#include "adapters/console/console.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adapters/console/complete.h"
#include "adapters/console/desk.h"
#include "adapters/console/input.h"
#include "base/clock.h"

struct console {
    struct desk desk;
    int wake[2];         /* a byte arrives with lines, and with Ctrl-C */
    int64_t interrupted; /* when Ctrl-C came last; 0: not since the last line */
    char history_file[4096];
};

/* One terminal, one console; the listeners of readline and of the signal have no other way to it. */
static struct console console;
static volatile sig_atomic_t interrupts; /* Ctrl-C, not yet heard */
static volatile sig_atomic_t dismissed;  /* the process is told to end, or its terminal has gone */
static volatile sig_atomic_t resumed;    /* after Ctrl-Z */

/* -- lines from the session -- */

static void wake_up(void)
{
    if (write(console.wake[1], "!", 1) < 0)
        return; /* full of wake-ups already */
}

/* The session's writer, called from any thread: keeps the line for the main thread. */
static void keep_line(void *context, const char *line, size_t length)
{
    inbox_put(context, line, length);
    wake_up();
}

/* What ran has ended; the main thread goes on with what waits. */
static void hear_idle(void *context, bool lines_wait)
{
    (void)context;
    (void)lines_wait; /* the engine's own game goes on too */
    wake_up();
}

/* -- showing lines -- */

static void show_line(const char *line)
{
    console.desk.pretty.game = session_game(console.desk.session);
    pretty_line(&console.desk.pretty, line);
    if (strncmp(line, "bestmove ", 9) == 0)
        play_take_bestmove(&console.desk, line);
}

static bool show_some(void)
{
    size_t used;
    assert(console.desk.session != NULL);
    char *lines = inbox_take(&console.desk.inbox, 0, &used);
    if (lines == NULL)
        return false;
    input_hide();
    for (size_t at = 0; at < used; at += strlen(lines + at) + 1)
        show_line(lines + at);
    free(lines);
    return true;
}

/* Shows what has come, and goes on as long as that brings forth more and nobody interrupts. */
static void take_lines(void)
{
    do
        play_go_on(&console.desk);
    while (!interrupts && show_some());
}

static void show_lines(void)
{
    take_lines();
    if (input_redraws() || !session_is_searching(console.desk.session))
        input_show();
}

/* -- lines from the person -- */

/* What has come by now is taken before the line. */
static bool hear_line(const char *line)
{
    assert(console.desk.session != NULL);
    input_hide();
    console.interrupted = 0;
    if (line == NULL) {
        putchar('\n');
        console.desk.leaving = true;
        return false;
    }
    take_lines();
    console.desk.pretty.inside_table = false;
    obey_line(&console.desk, line);
    desk_set_prompt(&console.desk);
    wake_up();
    return !console.desk.leaving;
}

static bool hear_candidate(const char *before, int index, char *word, size_t room)
{
    return complete_candidate(console.desk.session, before, index, word, room);
}

/* -- signals -- */

static void hear_signal(int number)
{
    int kept = errno;
    if (number == SIGINT)
        interrupts = 1;
    else if (number == SIGCONT)
        resumed = 1;
    else
        dismissed = 1;
    wake_up();
    errno = kept;
}

/* Stops what runs; with nothing to stop clears the line; twice within two seconds, and no line between,
 * leaves. */
static void hear_interrupt(void)
{
    enum { TWICE = 2000000 };
    struct desk *desk = &console.desk;
    int64_t now = clock_now();
    bool twice = console.interrupted != 0 && now - console.interrupted < TWICE;
    interrupts = 0;
    console.interrupted = now;
    bool stopped = session_is_searching(desk->session) || session_is_counting(desk->session);
    play_interrupt(desk);
    session_stop(desk->session);
    bool cleared = input_clear();
    if ((stopped || cleared) && !twice)
        return;
    input_hide();
    if (desk->question == QUESTION_GAME)
        desk->question = QUESTION_NONE; /* never mind */
    else if (twice && desk->question == QUESTION_NONE)
        ask_leave(desk);
    else if (desk->question == QUESTION_NONE)
        puts("  Ctrl-C once more leaves");
    desk_set_prompt(desk);
}

/* Whichever ends it, the terminal is left as it was found and the history is kept. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = hear_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    sigaction(SIGCONT, &action, NULL);
}

/* -- life -- */

static void make_folders(char *path)
{
    for (char *at = path + 1; (at = strchr(at, '/')) != NULL; at++) {
        *at = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST) {
            *at = '/';
            return;
        }
        *at = '/';
    }
}

/* XDG's place for what should survive but is not worth a backup. */
static const char *find_history_file(void)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    char *path = console.history_file;
    size_t room = sizeof console.history_file;
    if (state != NULL && state[0] == '/')
        snprintf(path, room, "%s/panj/history", state);
    else if (home != NULL && home[0] == '/')
        snprintf(path, room, "%s/.local/state/panj/history", home);
    else
        return NULL;
    make_folders(path);
    return path;
}

static void drain_wake_ups(void)
{
    char bytes[256];
    while (read(console.wake[0], bytes, sizeof bytes) > 0)
        continue;
}

/* A search that takes long says every second how far it is; 0 at the end of one. */
static void watch_search(void)
{
    assert(console.desk.search_began >= 0);
    struct desk *desk = &console.desk;
    bool searching = session_is_searching(desk->session);
    if (searching && desk->search_began == 0) {
        desk->search_began = clock_now();
    } else if (searching || desk->search_began != 0) {
        if (!searching)
            desk->search_began = 0;
        input_hide();
        desk_set_prompt(desk);
    }
}

static void wait_and_act(void)
{
    enum { SECOND = 1000 };
    struct pollfd files[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                              {.fd = console.wake[0], .events = POLLIN}};
    int patience = session_is_searching(console.desk.session) ? SECOND : -1;
    if (poll(files, 2, patience) < 0 && errno != EINTR) {
        console.desk.leaving = true;
        return;
    }
    drain_wake_ups();
    if (resumed) {
        resumed = 0;
        input_resume();
    }
    if (dismissed)
        console.desk.leaving = true;
    else if (interrupts)
        hear_interrupt();
    else if (files[0].revents != 0)
        input_ready();
    if (!session_go_on(console.desk.session))
        console.desk.leaving = true;
    watch_search();
    if (!console.desk.leaving)
        show_lines();
}

static void greet(void)
{
    printf("panj " PANJ_VERSION ": type a move, go, new, or help; %s\n",
           input_redraws() ? "TAB completes" : "rlwrap panj would let you edit lines");
    desk_show_board(&console.desk);
}

int console_run(const char *store, const char *game)
{
    struct input_listener listener = {.line = hear_line, .candidate = hear_candidate};
    pthread_mutex_init(&console.desk.inbox.lock, NULL);
    console.desk.session = session_create(
        &(struct session_writer){.context = &console.desk.inbox, .line = keep_line, .idle = hear_idle});
    if (console.desk.session == NULL || !session_set_up(console.desk.session, store, game) ||
        pipe(console.wake) != 0) {
        fputs("panj: out of memory or descriptors\n", stderr);
        return 1;
    }
    fcntl(console.wake[0], F_SETFL, O_NONBLOCK);
    fcntl(console.wake[1], F_SETFL, O_NONBLOCK);
    console.desk.interrupts = &interrupts;
    console.desk.pretty = pretty_for_terminal();
    catch_signals();
    input_begin(&listener, find_history_file());
    input_hide();
    greet();
    show_lines();
    while (!console.desk.leaving)
        wait_and_act();
    session_quit(console.desk.session);
    input_hide();
    input_end();
    session_destroy(console.desk.session);
    free(console.desk.inbox.bytes);
    return 0;
}
