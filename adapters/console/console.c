#include "adapters/console/console.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adapters/console/complete.h"
#include "adapters/console/input.h"
#include "adapters/console/pretty.h"
#include "adapters/console/words.h"
#include "base/clock.h"
#include "protocol/commands.h"
#include "protocol/session.h"

/* Lines that the session has written and that nobody has seen yet. */
struct inbox {
    pthread_mutex_t lock;
    char *bytes; /* strings one behind the other */
    size_t used;
    size_t room;
};

struct console {
    struct session *session;
    struct pretty pretty;
    struct inbox inbox;
    int wake[2]; /* a byte arrives with lines, and with Ctrl-C */
    bool leaving;
    bool plays[3];        /* auto: the engine plays player 1, player 2 */
    char limits[256];     /* what auto says behind go */
    bool thinks_for_auto; /* a search chooses a move to play: its bestmove has not been seen yet */
    int64_t interrupted;  /* when Ctrl-C came last; 0: not since the last line */
    char history_file[4096];
};

/* One terminal, one console; the listeners of readline and of the signal have no other way to it. */
static struct console console;
static volatile sig_atomic_t interrupts; /* Ctrl-C, not yet heard */
static volatile sig_atomic_t dismissed;  /* the process is told to end, or its terminal has gone */

/* -- lines from the session -- */

static void wake_up(void)
{
    if (write(console.wake[1], "!", 1) < 0)
        return; /* full of wake-ups already */
}

/* The session's writer, called from any thread: keeps the line for the main thread. */
static void keep_line(void *context, const char *line, size_t length)
{
    struct inbox *inbox = context;
    pthread_mutex_lock(&inbox->lock);
    if (inbox->used + length + 1 > inbox->room) {
        size_t room = (inbox->used + length + 1) * 2;
        char *bytes = realloc(inbox->bytes, room);
        if (bytes != NULL) {
            inbox->bytes = bytes;
            inbox->room = room;
        }
    }
    if (inbox->used + length + 1 <= inbox->room) {
        memcpy(inbox->bytes + inbox->used, line, length);
        inbox->used += length;
        inbox->bytes[inbox->used++] = '\0';
    }
    pthread_mutex_unlock(&inbox->lock);
    wake_up();
}

/* Takes all lines there are; the caller frees them. */
static char *take_lines(struct inbox *inbox, size_t *used)
{
    pthread_mutex_lock(&inbox->lock);
    char *bytes = inbox->bytes;
    *used = inbox->used;
    inbox->bytes = NULL;
    inbox->used = inbox->room = 0;
    pthread_mutex_unlock(&inbox->lock);
    return bytes;
}

/* How many bytes wait, and whether an error is among those behind the first `from`. */
static bool has_error(struct inbox *inbox, size_t from, size_t *used)
{
    bool found = false;
    pthread_mutex_lock(&inbox->lock);
    for (size_t at = from; at < inbox->used && !found; at += strlen(inbox->bytes + at) + 1)
        found = strncmp(inbox->bytes + at, "error ", 6) == 0;
    *used = inbox->used;
    pthread_mutex_unlock(&inbox->lock);
    return found;
}

/* -- what stands on the screen -- */

static enum actor turn_now(void)
{
    return session_game(console.session)
        ->turn(session_board(console.session), session_position(console.session));
}

static void set_prompt(void)
{
    static const char *const who[] = {
        [ACTOR_NONE] = "over", [ACTOR_ONE] = "1", [ACTOR_TWO] = "2", [ACTOR_CHANCE] = "roll"};
    static const enum style styles[] = {[ACTOR_NONE] = STYLE_FAINT,
                                        [ACTOR_ONE] = STYLE_FIRST,
                                        [ACTOR_TWO] = STYLE_SECOND,
                                        [ACTOR_CHANCE] = STYLE_MAGENTA};
    char prompt[128];
    enum actor turn = turn_now();
    snprintf(prompt, sizeof prompt, "\001%s\002%s \001%s\002%s\001%s\002> ",
             pretty_style(&console.pretty, STYLE_STRONG), session_game(console.session)->name,
             pretty_style(&console.pretty, styles[turn]), who[turn],
             pretty_style(&console.pretty, STYLE_PLAIN));
    input_set_prompt(prompt);
}

static void send_line(const char *line)
{
    if (!session_line(console.session, line, strlen(line)))
        console.leaving = true;
}

/* The position has changed: show it, and say how it ended if it did. */
static void show_position(void)
{
    send_line("display");
    if (turn_now() == ACTOR_NONE)
        send_line("query result");
    set_prompt();
}

/* -- automatic play -- */

static void play_word(const char *word)
{
    char line[64];
    snprintf(line, sizeof line, "play %s", word);
    send_line(line);
    show_position();
}

/* Draws an outcome of the chance event due, says which, and plays it. */
static void play_roll(void)
{
    size_t used;
    send_line("roll");
    char *lines = take_lines(&console.inbox, &used);
    if (lines != NULL && strncmp(lines, "response ", 9) == 0) {
        printf("  rolled %s\n", lines + 9);
        play_word(lines + 9);
    }
    free(lines);
}

static bool anybody_is_automatic(void)
{
    return console.plays[ACTOR_ONE] || console.plays[ACTOR_TWO];
}

/* Lets the engine think about a move to play. If `go` refuses the limits it would do so for ever: no more of
 * it. */
static void think_for_auto(void)
{
    char line[300];
    size_t before, after;
    snprintf(line, sizeof line, "go %s", console.limits);
    has_error(&console.inbox, 0, &before);
    send_line(line);
    console.thinks_for_auto = !has_error(&console.inbox, before, &after);
    if (!console.thinks_for_auto)
        memset(console.plays, 0, sizeof console.plays);
}

/* Whose turn is it, and is that one played by the engine? */
static void auto_go(void)
{
    if (console.leaving || console.thinks_for_auto || session_is_searching(console.session))
        return;
    enum actor turn = turn_now();
    if (turn == ACTOR_CHANCE && anybody_is_automatic())
        play_roll();
    else if ((turn == ACTOR_ONE || turn == ACTOR_TWO) && console.plays[turn])
        think_for_auto();
}

static void command_auto(struct cursor *cursor)
{
    struct word who = cursor_next(cursor);
    struct word limits = cursor_rest(cursor);
    bool both = word_is_nocase(who, "both");
    bool known = both || word_is_nocase(who, "1") || word_is_nocase(who, "2") || word_is_nocase(who, "off");
    if (!known) {
        puts("  auto 1, auto 2, auto both or auto off; limits as behind go may follow: auto 2 movetime 300");
        return;
    }
    console.plays[ACTOR_ONE] = both || word_is_nocase(who, "1");
    console.plays[ACTOR_TWO] = both || word_is_nocase(who, "2");
    snprintf(console.limits, sizeof console.limits, "%.*s", (int)limits.length, limits.at);
    if (!anybody_is_automatic())
        console.thinks_for_auto = false;
}

/* -- showing lines -- */

/* The engine's choice: told, and played if it was asked for by auto. */
static void take_bestmove(const char *line)
{
    struct cursor cursor = cursor_over(line, strlen(line));
    cursor_next(&cursor);
    struct word word = cursor_next(&cursor);
    char move[MOVE_WORD_MAX];
    snprintf(move, sizeof move, "%.*s", (int)word.length, word.at);
    if (!console.thinks_for_auto)
        return;
    console.thinks_for_auto = false;
    play_word(move);
}

static void show_line(const char *line)
{
    console.pretty.game = session_game(console.session);
    pretty_line(&console.pretty, line);
    if (strncmp(line, "bestmove ", 9) == 0)
        take_bestmove(line);
}

/* Shows what has come, and goes on as long as showing brings forth more and nobody interrupts. */
static void show_lines(void)
{
    while (!interrupts) {
        size_t used;
        char *lines = take_lines(&console.inbox, &used);
        if (lines == NULL)
            break;
        input_hide();
        for (size_t at = 0; at < used; at += strlen(lines + at) + 1)
            show_line(lines + at);
        free(lines);
        auto_go();
    }
    input_show();
}

/* -- lines from the person -- */

static void command_help(struct cursor *cursor, const char *line)
{
    struct word word = cursor_next(cursor);
    const struct console_topic *topic = console_topic_find(word);
    const struct console_word *own = console_word_find(word);
    if (topic != NULL)
        fputs(topic->text, stdout);
    else if (own != NULL)
        printf("  %s\n", own->summary);
    else
        send_line(line);
    if (word.length > 0)
        return;
    for (int i = 0; console_words[i].name != NULL; i++)
        printf("  %s\n", console_words[i].summary);
    fputs("  topics:", stdout);
    for (int i = 0; console_topics[i].name != NULL; i++)
        printf(" %s", console_topics[i].name);
    putchar('\n');
}

/* A line that begins with a move that could be made now means play. */
static bool is_move(struct word word)
{
    const struct game *game = session_game(console.session);
    const struct board *board = session_board(console.session);
    move_t move = game->move_parse(board, word);
    return command_find(word) == NULL && move != MOVE_NONE &&
           game_allows(game, board, session_position(console.session), move);
}

static uint64_t position_stamp(void)
{
    const struct game *game = session_game(console.session);
    return game->key(session_board(console.session), session_position(console.session)) ^ (uintptr_t)game;
}

static void obey(const char *line)
{
    struct cursor cursor = cursor_over(line, strlen(line));
    struct word word = cursor_next(&cursor);
    uint64_t before = position_stamp();
    char play[4096];
    if (session_is_counting(console.session) && !word_is_nocase(word, "stop")) {
        puts("  a count is running: stop or Ctrl-C ends it");
        return;
    }
    if (word_is_nocase(word, "exit"))
        send_line("quit");
    else if (word_is_nocase(word, "auto"))
        command_auto(&cursor);
    else if (word_is_nocase(word, "help"))
        command_help(&cursor, line);
    else if (is_move(word) && snprintf(play, sizeof play, "play %s", line) < (int)sizeof play)
        send_line(play);
    else
        send_line(line);
    if (!console.leaving && position_stamp() != before)
        show_position();
}

static void hear_line(const char *line)
{
    input_hide();
    if (line == NULL) {
        putchar('\n');
        console.leaving = true;
        return;
    }
    console.pretty.inside_table = false;
    console.interrupted = 0;
    obey(line);
    set_prompt();
    auto_go();
    wake_up();
}

static bool hear_candidate(const char *before, int index, char *word, size_t room)
{
    return complete_candidate(console.session, before, index, word, room);
}

/* -- signals -- */

static void hear_signal(int number)
{
    int kept = errno;
    if (number == SIGINT)
        interrupts = 1;
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
    int64_t now = clock_now();
    bool twice = console.interrupted != 0 && now - console.interrupted < TWICE;
    interrupts = 0;
    console.interrupted = now;
    memset(console.plays, 0, sizeof console.plays);
    if (twice) {
        console.leaving = true;
        return;
    }
    console.thinks_for_auto = false;
    bool stopped = session_is_searching(console.session) || session_is_counting(console.session);
    session_stop(console.session);
    bool cleared = input_clear();
    if (stopped || cleared)
        return;
    input_hide();
    puts("  Ctrl-C once more leaves");
    input_show();
}

/* Whichever ends it, the terminal is left as it was found and the history is kept. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = hear_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
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

static void wait_and_act(void)
{
    struct pollfd files[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                              {.fd = console.wake[0], .events = POLLIN}};
    if (poll(files, 2, -1) < 0 && errno != EINTR) {
        console.leaving = true;
        return;
    }
    drain_wake_ups();
    if (dismissed)
        console.leaving = true;
    else if (interrupts)
        hear_interrupt();
    else if (files[0].revents != 0)
        input_ready();
    if (!console.leaving)
        show_lines();
}

static void greet(void)
{
    printf("panj " PANJ_VERSION ": type a move, go, newgame GAME, or help; TAB completes\n");
    show_position();
}

int console_run(const char *store)
{
    struct input_listener listener = {.line = hear_line, .candidate = hear_candidate};
    pthread_mutex_init(&console.inbox.lock, NULL);
    console.session = session_create(&(struct session_writer){.context = &console.inbox, .line = keep_line});
    if (console.session == NULL || (store != NULL && !session_set_store(console.session, store)) ||
        pipe(console.wake) != 0) {
        fputs("panj: out of memory or descriptors\n", stderr);
        return 1;
    }
    fcntl(console.wake[0], F_SETFL, O_NONBLOCK);
    fcntl(console.wake[1], F_SETFL, O_NONBLOCK);
    console.pretty = pretty_for_terminal();
    catch_signals();
    input_begin(&listener, find_history_file());
    input_hide();
    greet();
    show_lines();
    while (!console.leaving)
        wait_and_act();
    session_quit(console.session);
    input_hide();
    input_end();
    session_destroy(console.session);
    free(console.inbox.bytes);
    return 0;
}
