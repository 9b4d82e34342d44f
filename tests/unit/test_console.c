/* The console, driven as a person does: through a terminal of its own. */
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"

/* A terminal with a panj in it, and all that it has shown since the last look. */
struct terminal {
    int master;
    pid_t pid;
    char shown[1 << 18];
    size_t length;
    bool left_in_order; /* lines are edited and echoed by the terminal again, as they were before */
};

static struct terminal terminal;
static char state_folder[] = "/tmp/panj-console-XXXXXX";

enum { PATIENCE = 20000 };

static void run_console(const char *name)
{
    const char *path = getenv("PANJ");
    close(terminal.master); /* so that the end of the test is the end of the terminal */
    setsid();
    int slave = open(name, O_RDWR);
    ioctl(slave, TIOCSCTTY, 0);
    struct winsize size = {.ws_row = 40, .ws_col = 100};
    ioctl(slave, TIOCSWINSZ, &size);
    for (int file = 0; file < 3; file++)
        dup2(slave, file);
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", "1", 1);
    setenv("XDG_STATE_HOME", state_folder, 1);
    setenv("INPUTRC", "/dev/null", 1);
    path = path != NULL ? path : "./panj";
    execl(path, path, (char *)NULL);
    _exit(127);
}

static void begin(void)
{
    terminal.length = 0;
    terminal.shown[0] = '\0';
    terminal.master = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal.master < 0 || grantpt(terminal.master) != 0 || unlockpt(terminal.master) != 0) {
        print_message("skipped: this machine gives no pseudo-terminals\n");
        skip();
    }
    const char *name = ptsname(terminal.master);
    assert_non_null(name);
    terminal.pid = fork();
    if (terminal.pid == 0)
        run_console(name);
    assert_true(terminal.pid > 0);
}

static bool read_some(int patience)
{
    struct pollfd file = {.fd = terminal.master, .events = POLLIN};
    if (poll(&file, 1, patience) <= 0)
        return false;
    size_t room = sizeof terminal.shown - 1 - terminal.length;
    ssize_t got = read(terminal.master, terminal.shown + terminal.length, room);
    if (got <= 0)
        return false;
    terminal.length += (size_t)got;
    terminal.shown[terminal.length] = '\0';
    return true;
}

/* Waits until `text` has been shown since the last look, and looks away. */
static void expect(const char *text)
{
    int64_t until = clock_now() + (int64_t)PATIENCE * 1000;
    for (;;) {
        char *found = strstr(terminal.shown, text);
        if (found != NULL) {
            size_t end = (size_t)(found - terminal.shown) + strlen(text);
            terminal.length -= end;
            memmove(terminal.shown, terminal.shown + end, terminal.length + 1);
            return;
        }
        if (clock_now() > until || !read_some(100)) {
            if (clock_now() > until)
                fail_msg("'%s' was never shown; on the screen: %s", text, terminal.shown);
        }
    }
}

static void type(const char *keys)
{
    assert_int_equal(write(terminal.master, keys, strlen(keys)), (ssize_t)strlen(keys));
}

static int wait_for_end(void)
{
    int64_t until = clock_now() + (int64_t)PATIENCE * 1000;
    int status = -1;
    while (waitpid(terminal.pid, &status, WNOHANG) == 0) {
        read_some(10);
        if (clock_now() > until) {
            kill(terminal.pid, SIGKILL);
            waitpid(terminal.pid, &status, 0);
            fail_msg("the console did not leave");
        }
    }
    struct termios modes;
    terminal.left_in_order =
        tcgetattr(terminal.master, &modes) == 0 && (modes.c_lflag & (ICANON | ECHO)) == (ICANON | ECHO);
    close(terminal.master);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void leave(void)
{
    type("quit\r");
    assert_int_equal(wait_for_end(), 0);
    assert_true(terminal.left_in_order);
}

static void test_a_move_is_played_and_drawn(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("a1\r");
    expect("white (player 2) to move");
    expect("konane 2> ");
    type("b1 a3a1\r"); /* several at once */
    expect("konane 2> ");
    type("undo 3\r");
    expect("konane 1> ");
    type("zz\r");
    expect("error: unknown_command zz");
    leave();
}

static void test_go_answers_and_plays_nothing(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("go depth 3\r");
    expect("depth      score");
    expect("best move ");
    type("query ply\r");
    expect("  0\r\n");
    leave();
}

static void test_auto_plays_one_side(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("newgame konane rows=4 cols=4\r");
    expect("konane 1> ");
    type("auto 2 depth 2\r");
    type("a1\r");
    expect("best move ");
    expect("konane 1> ");
    type("query ply\r");
    expect("  2\r\n");
    leave();
}

static void test_auto_rolls_the_dice(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("newgame monopoly\r");
    expect("monopoly roll> ");
    type("auto 2 nodes 100\r");
    expect("rolled r");
    expect("monopoly 1> ");
    type("auto off\r");
    leave();
}

static void test_auto_both_plays_a_game_to_its_end(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("newgame konane rows=4 cols=4\r");
    expect("konane 1> ");
    type("auto both nodes 50\r");
    expect("p2win"); /* 4x4 is a win for the second player; both play it right */
    expect("konane over> ");
    leave();
}

static void test_auto_ends_when_its_limits_are_refused(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("auto 1 depth\r");
    expect("error: missing_argument go depth takes a number");
    type("auto 2 nodes 100\r");
    type("isready\r");
    expect("readyok");
    leave();
}

/* A word that is no command does not make the engine forget what its search is for. */
static void test_auto_survives_a_typing_error(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("auto 1 infinite\r");
    expect("depth      score");
    type("mvoe\r");
    expect("error: unknown_command mvoe");
    type("stop\r");
    expect("white (player 2) to move");
    leave();
}

static void test_completion(void **state)
{
    (void)state;
#ifdef PANJ_READLINE
    begin();
    expect("konane 1> ");
    type("newg\tha\tdeal=c\t\r");
    expect("newgame hand deal=course");
    expect("hand 1> ");
    type("setopt\tname Algor\tvalue minim\t\r");
    expect("setoption name Algorithm value minimax");
    type("query option Algor\t\r");
    expect("  minimax\r\n");
    leave();
#else
    skip();
#endif
}

static void test_ctrl_c_stops_a_search_and_twice_leaves(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("go infinite\r");
    expect("depth      score");
    type("\003");
    expect("best move ");
    type("\003");
    assert_int_equal(wait_for_end(), 0);
}

/* Each stops what runs; only two in a row leave. */
static void test_ctrl_c_counts_from_the_last_line(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    for (int i = 0; i < 3; i++) {
        type("go infinite\r");
        expect("depth      score");
        type("\003");
        expect("best move ");
    }
    type("perft 30\r");
    expect("perft 3 ");
    type("\003");
    expect("stopped");
    type("query ply\r");
    expect("  0\r\n");
    leave();
}

static void test_ctrl_d_leaves(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("\004");
    assert_int_equal(wait_for_end(), 0);
}

static void test_help_by_topic(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("help\r");
    expect("topics: playing searching");
    type("help playing\r");
    expect("Type a move to make it");
    type("help undo\r");
    expect("undo [N]: take back plies");
    leave();
}

static void test_history_is_kept(void **state)
{
    (void)state;
#ifdef PANJ_READLINE
    char path[256];
    struct stat about;
    begin();
    expect("konane 1> ");
    type("query game\r");
    expect("  konane\r\n");
    leave();
    snprintf(path, sizeof path, "%s/panj/history", state_folder);
    assert_int_equal(stat(path, &about), 0);
    begin();
    expect("konane 1> ");
    type("\020\020\r"); /* twice back: quit, query game */
    expect("  konane\r\n");
    leave();
    unlink(path);
#else
    skip();
#endif
}

/* The shell that gets the terminal back finds it as it was, and the next session what was typed. */
static void test_sigterm_leaves_in_order(void **state)
{
    (void)state;
    char path[256];
    struct stat about;
    snprintf(path, sizeof path, "%s/panj/history", state_folder);
    unlink(path);
    begin();
    expect("konane 1> ");
    type("go infinite\r");
    expect("depth");
    kill(terminal.pid, SIGTERM);
    assert_int_equal(wait_for_end(), 0);
    assert_true(terminal.left_in_order);
#ifdef PANJ_READLINE
    assert_int_equal(stat(path, &about), 0);
#else
    (void)about;
#endif
}

static int make_state_folder(void **state)
{
    (void)state;
    return mkdtemp(state_folder) != NULL ? 0 : -1;
}

static int drop_state_folder(void **state)
{
    (void)state;
    char path[256];
    snprintf(path, sizeof path, "%s/panj/history", state_folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/panj", state_folder);
    rmdir(path);
    rmdir(state_folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_move_is_played_and_drawn),
        cmocka_unit_test(test_go_answers_and_plays_nothing),
        cmocka_unit_test(test_auto_plays_one_side),
        cmocka_unit_test(test_auto_rolls_the_dice),
        cmocka_unit_test(test_auto_both_plays_a_game_to_its_end),
        cmocka_unit_test(test_auto_ends_when_its_limits_are_refused),
        cmocka_unit_test(test_auto_survives_a_typing_error),
        cmocka_unit_test(test_completion),
        cmocka_unit_test(test_ctrl_c_stops_a_search_and_twice_leaves),
        cmocka_unit_test(test_ctrl_c_counts_from_the_last_line),
        cmocka_unit_test(test_ctrl_d_leaves),
        cmocka_unit_test(test_help_by_topic),
        cmocka_unit_test(test_history_is_kept),
        cmocka_unit_test(test_sigterm_leaves_in_order),
    };
    return cmocka_run_group_tests(tests, make_state_folder, drop_state_folder);
}
