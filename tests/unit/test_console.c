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
#include "game.h"

/* A terminal with a panj in it, and all that it has shown since the last look. */
struct terminal {
    int master;
    pid_t pid;
    char shown[1 << 18];
    size_t length;
    char passed[1 << 14]; /* what the last look passed over, or the end of it */
    bool left_in_order;   /* lines are edited and echoed by the terminal again, as they were before */
};

static struct terminal terminal;
static const char *locale = "C.UTF-8";
static int window_columns = 100;
static char state_folder[] = "/tmp/panj-console-XXXXXX";

enum { PATIENCE = 20000 };

static void run_console(const char *name)
{
    const char *path = getenv("PANJ");
    close(terminal.master); /* so that the end of the test is the end of the terminal */
    setsid();
    int slave = open(name, O_RDWR);
    ioctl(slave, TIOCSCTTY, 0);
    struct winsize size = {.ws_row = 40, .ws_col = (unsigned short)window_columns};
    ioctl(slave, TIOCSWINSZ, &size);
    for (int file = 0; file < 3; file++)
        dup2(slave, file);
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", "1", 1);
    setenv("XDG_STATE_HOME", state_folder, 1);
    setenv("INPUTRC", "/dev/null", 1);
    setenv("LC_ALL", locale, 1);
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
            size_t kept = end < sizeof terminal.passed ? end : sizeof terminal.passed - 1;
            memcpy(terminal.passed, terminal.shown + end - kept, kept);
            terminal.passed[kept] = '\0';
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
    expect("white (o) to move");
    expect("konane 2> ");
    type("b1 a3a1\r"); /* several at once */
    expect("konane 2> ");
    type("undo 3\r");
    expect("konane 1> ");
    type("zz\r");
    expect("no such command or move: zz");
    type("konane\r");
    expect("no such command or move: konane; help konane tells about it");
    type("go movetime 1e3\r");
    expect("  go movetime takes a number from 0 to 999999999999999999, not 1e3");
    leave();
}

/* A terminal marks what is pasted, and then its lines are one to readline, as they are behind Ctrl-V Ctrl-J. */
static void test_lines_that_are_pasted(void **state)
{
    (void)state;
#ifdef PANJ_READLINE
    begin();
    expect("konane 1> ");
    type("\033[200~newgame konane rows=4 cols=4\na1\nb1\n\033[201~\r");
    expect("black (x) to move   last move b1");
    expect("konane 1> ");
    type("query ply\026\nlegal\r");
    expect("  2\r\n");
    expect("  1 a3a1\r\n");
    type("\033[200~quit\nnewgame hand\n\033[201~\r");
    assert_int_equal(wait_for_end(), 0);
    assert_null(strstr(terminal.shown, "Stark"));
#else
    skip();
#endif
}

/* What looks like a move, and how else it may be written. */
static void test_words_that_look_like_moves(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("A1\r");
    expect("konane 2> ");
    type("c3\r");
    expect("c3 is not legal here; legal: b1 a2");
    type("B1\r");
    expect("konane 1> ");
    type("a3-a1\r");
    expect("konane 2> ");
    type("mvoe\r");
    expect("no such command or move: mvoe");
    expect("legal: d1b1 c2a2 b3b1\r\n"); /* into the holes b1 and, a3a1 being played, a2 */
    type("d2d3\r");                      /* no jump at all */
    expect("d2d3 is not legal here; legal: d1b1 c2a2 b3b1\r\n");
    type("d9d9\r");
    expect("d9d9 is not legal here; legal: d1b1 c2a2 b3b1\r\n");
    type("unod\r");
    expect("did you mean undo?");
    type("setopt\r");
    expect("did you mean setoption?");
    type("undo 9\r");
    expect("  undo 3 plies at most");
    type("newgame konane rows=2 cols=2\r");
    expect("konane 1> ");
    type("a1 a2\r");
    expect("konane over> ");
    type("b2\r");
    expect("the game is over: newgame or undo");
    type("newgame monopoly\r");
    expect("monopoly roll> ");
    type("pass\r");
    expect("pass is not due: the dice are; type roll");
    type("go\r");
    expect("the dice are due: roll");
    leave();
}

static void test_go_answers_and_plays_nothing(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("go depth 3\r");
    expect("depth score");
    expect("best move ");
    type("query ply\r");
    expect("  0\r\n");
    leave();
}

/* Not what it had done when the last row of the table came. */
static void test_a_search_is_told_with_all_its_time(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("newgame konane rows=4 cols=4\r");
    expect("konane 1> ");
    type("go infinite\r");
    expect("proven"); /* in no time; then it waits */
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    type("stop\r");
    expect("nodes in ");
    expect(" s, ");
    assert_true(strtod(terminal.passed, NULL) >= 0.3);
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
    expect("konane 1 (auto 2)> ");
    type("a1\r");
    expect("player 2 plays ");
    expect("konane 1 (auto 2)> ");
    type("query ply\r");
    expect("  2\r\n");
    type("newgame\r");
    expect("auto is off: a new game");
    leave();
}

/* Typed ahead of the engine's move, when that may have been found but not read: a move comes too early, or later is
 * the person's, and what the engine found is never played for the other side. */
static void test_a_move_ahead_of_the_engines(void **state)
{
    enum { TRIES = 24 };
    (void)state;
    begin();
    for (int i = 0; i < TRIES; i++) {
        type("new konane rows=4 cols=4\rauto 2 depth 1\ra1\rb1\rauto off\r");
        expect("auto is off");
        assert_null(strstr(terminal.passed, "player 1 plays"));
    }
    leave();
}

/* One move, one score, one board; the table only for who asks. */
static void test_auto_is_quiet(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("auto 2 depth 4\r");
    type("a1\r");
    expect("konane 1 (auto 2)> ");
    expect("player 2 plays ");
    assert_null(strstr(terminal.passed, "white (o) to move")); /* the board between the two moves */
    assert_null(strstr(terminal.passed, "depth score"));
    expect("konane 1 (auto 2)> ");
    type("auto 2 table depth 4\r");
    expect("konane 1 (auto 2)> ");
    type("undo\r");
    expect("black (x) to move");
    type("d4\r");
    expect("depth score");
    expect("player 2 plays ");
    leave();
}

/* Taking back goes to one's own move, and an engine that plays both sides does not play it again. */
static void test_undo_against_the_engine(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("auto 2 depth 3\r");
    type("undo\r");
    expect("you have made no move to take back");
    type("a1\r");
    expect("player 2 plays ");
    expect("konane 1 (auto 2)> ");
    type("undo\r");
    expect("black (x) to move");
    expect("konane 1 (auto 2)> ");
    type("query ply\r");
    expect("  0\r\n");
    type("d4\r");
    expect("player 2 plays ");
    expect("konane 1 (auto 2)> ");
    type("undo 1\r");
    expect("auto is off: it is the engine's turn");
    expect("konane 2> ");
    leave();
}

/* At the prompt roll plays what it rolls; the dice of an engine's turns roll by themselves, also when
 * somebody types while they do. */
static void test_dice(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("newgame monopoly\r");
    expect("monopoly roll> ");
    type("roll\r");
    expect("rolled r");
    expect("monopoly 1> ");
    type("roll\r");
    expect("no die is due here");
    expect("monopoly 1> ");
    type("newgame monopoly\r");
    expect("monopoly roll> ");
    type("auto 2 nodes 100\r");
    expect("rolled r");
    expect("monopoly 1 (auto 2)> ");
    type("pass\r");
    expect("player 2 plays ");
    expect("monopoly 1 (auto 2)> ");
    type("legal\r");
    expect("pass");
    type("nonsense\r");
    expect("no such command or move: nonsense");
    leave();
}

static void play_to_the_end(const char *start, const char *prompt, const char *over)
{
    type(start);
    expect(prompt);
    type("auto both nodes 50\r");
    expect(over);
    type("query gameover\r");
    expect("  true\r\n");
}

static void test_auto_both_plays_every_game_to_its_end(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    /* Whoever plays it right. */
    play_to_the_end("newgame konane rows=4 cols=4\r", "konane 1> ", "the game is over: player 2 wins");
    play_to_the_end("newgame konane\r", "konane 1> ", "konane over (auto both)> ");
    play_to_the_end("newgame hand\r", "hand 1> ", "hand over (auto both)> ");
    play_to_the_end("newgame gems turns=20\r", "gems 1> ", "gems over (auto both)> ");
    play_to_the_end("newgame angry\r", "angry 1> ", "angry over (auto both)> ");
    play_to_the_end("newgame monopoly\r", "monopoly roll> ", "monopoly over (auto both)> ");
    type("undo\r");
    expect("auto is off: taken back");
    type("query gameover\r");
    expect("  false\r\n");
    leave();
}

static void test_auto_ends_when_its_limits_are_refused(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("auto 1 depth\r");
    expect("  go depth takes a number");
    expect("auto is off");
    type("auto 2 level 3\r"); /* what go would pass over would be full strength */
    expect("auto takes limits as go does, not level; level N says how strongly it plays");
    expect("konane 1> ");
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
    type("auto 1 table infinite\r");
    expect("depth score");
    type("mvoe\r");
    expect("no such command or move: mvoe");
    type("a1\r");
    expect("a search is running: stop or Ctrl-C ends it");
    type("stop\r");
    expect("white (o) to move");
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
    type("new ko\trows=4 cols=4\r");
    expect("konane 1> ");
    type("load /etc/hostn\t\r");
    expect("/etc/hostname line 1: ");
    type("bench ga\t");
    expect("bench gain");
    type("\003\t\t"); /* on an empty line: the moves, then what people type, then the rest of the protocol */
    expect("\r\na1 ");
    expect("\r\nb2 ");
    expect("\r\nauto ");
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
    expect("depth score");
    type("\003");
    expect("best move ");
    type("\003");
    assert_int_equal(wait_for_end(), 0);
}

/* What is typed next is a line again, and not a line of the history that it finds. */
static void test_ctrl_c_ends_a_search_in_the_history(void **state)
{
    (void)state;
#ifdef PANJ_READLINE
    begin();
    expect("konane 1> ");
    type("query fen\r");
    expect("  bwbw");
    expect("konane 1> ");
    type("\022fen");
    expect("n': query ");
    type("\003");
    expect("konane 1> ");
    type("query ply\r");
    expect("  0\r\n");
    leave();
#else
    skip();
#endif
}

/* Stopped by Ctrl-Z and called back by fg: the shell has set the terminal as it likes it, and written there. */
static void test_back_from_ctrl_z(void **state)
{
    (void)state;
#ifdef PANJ_READLINE
    struct termios modes;
    begin();
    expect("konane 1> ");
    type("a");
    expect("a");
    kill(terminal.pid, SIGSTOP);
    assert_int_equal(tcgetattr(terminal.master, &modes), 0);
    modes.c_lflag |= ICANON | ECHO;
    assert_int_equal(tcsetattr(terminal.master, TCSANOW, &modes), 0);
    kill(terminal.pid, SIGCONT);
    expect("konane 1> a");
    type("1\r");
    expect("white (o) to move");
    leave();
#else
    skip();
#endif
}

/* A game that is not over is not lost by a key too many. */
static void test_ctrl_c_asks_before_a_game_is_lost(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("a1\r");
    expect("konane 2> ");
    type("\003");
    expect("Ctrl-C once more leaves");
    type("\003");
    expect("leave? (y/n) ");
    type("n\r");
    expect("konane 2> ");
    type("query ply\r");
    expect("  1\r\n");
    type("\003");
    expect("Ctrl-C once more leaves");
    type("\003");
    expect("leave? (y/n) ");
    type("y\r");
    assert_int_equal(wait_for_end(), 0);
}

/* The engine moves at once; against itself it plays no further. */
static void test_ctrl_c_while_the_engine_thinks(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("auto 2 table infinite\r");
    type("a1\r");
    expect("depth score");
    type("\003");
    expect("stopped: it plays the best move it has");
    expect("player 2 plays ");
    expect("konane 1 (auto 2)> ");
    type("auto both table infinite\r");
    expect("depth score");
    type("\003");
    expect("auto is off: Ctrl-C");
    expect("player 1 plays ");
    expect("konane 2> ");
    leave();
}

/* Each stops what runs; only two in a row leave. */
static void test_ctrl_c_counts_from_the_last_line(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    for (int i = 0; i < 3; i++) {
        type("go infinite\r");
        expect("depth score");
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
    int rows = 0;
    for (const char *at = terminal.passed; *at != '\0'; at++)
        rows += *at == '\n';
    assert_in_range(rows, 10, 23); /* with the prompt below it the screen of 24 is full */
    type("help playing\r");
    expect("Type a move to make it");
    type("help undo\r");
    expect("take your move back");
    type("help load\r");
    expect("  save FILE                keep the game; load brings it back");
    type("help unod\r");
    expect("did you mean undo?");
    leave();
}

/* A row too long for the terminal goes on below the place where its text begins. */
static void test_long_rows_of_help_are_broken_in_their_column(void **state)
{
    (void)state;
    window_columns = 60;
    begin();
    window_columns = 100;
    expect("konane 1> ");
    type("help level\r");
    expect("  level 0..10              how strong auto plays: 1 easy to\r\n"
           "                           10 hard, 0 full\r\n");
    leave();
}

/* The rules of each game, on one screen of 24 rows and 80 columns. */
static void test_help_about_a_game(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("help konane\r");
    expect("Konane, the Hawaiian game of jumps");
    expect("Signs:");
    expect("Moves:");
    type("help monopoly\r");
    expect("one pays 100 rent");
    type("newgame gems\r");
    expect("gems 1> ");
    type("up\r");
    expect("up leads nowhere from there: score -1");
    leave();
}

static void test_help_of_games_fits_a_screen(void **state)
{
    (void)state;
    for (int i = 0; games[i] != NULL; i++) {
        int rows = 0;
        int columns = 0;
        for (const char *at = games[i]->help; *at != '\0'; at++) {
            columns += ((unsigned char)*at & 0xC0) != 0x80;
            rows += *at == '\n';
            if (*at == '\n') {
                assert_in_range(columns, 1, 77); /* the newline counts */
                columns = 0;
            }
        }
        assert_in_range(rows, 10, 20);
        assert_int_equal(columns, 0);
    }
}

static void test_level(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("level 11\r");
    expect("level 1, easy, to level 10, hard");
    type("level 2\r");
    expect("auto plays at level 2 of 10");
    type("auto 1\r");
    expect("player 1 plays ");
    expect("konane 2 (auto 1, level 2)> ");
    type("query option Level\r"); /* of auto alone */
    expect("  0\r\n");
    leave();
}

/* 4x4 is a win for the second player, but after c3 not with c4: by brute force, and since the board is symmetric
 * not with d3 either. */
static void test_review_and_why(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("new konane rows=4 cols=4\r");
    expect("konane 1> ");
    type("review\r");
    expect("no move is known to have given anything up");
    type("c3 c4\r");
    expect("konane 1> ");
    type("review\r");
    expect("   2  player 2  c4 ");
    expect("loss");
    expect("but ");
    expect("win");
    expect("1 move gave something up");
    type("why 2\r");
    expect("c4 is worth loss");
    expect("is worth win");
    type("why c4\r");
    expect("why MOVE, of a legal move");
    type("newgame konane rows=4 cols=4\r");
    type("why b2\r"); /* c3 is the same turned around */
    expect("b2 is worth ");
    expect("nothing better is known");
    leave();
}

/* A game for one: the engine that plays it plays for everybody. */
static void test_auto_in_a_game_for_one(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("new gems turns=3\r");
    expect("gems 1> ");
    type("auto 2\r");
    expect("this game has one player: auto 1");
    type("auto 1 nodes 1000\r");
    expect("gems over (auto 1)> ");
    type("undo\r");
    expect("auto is off: taken back");
    expect("turn        3 of 3");
    expect("gems 1> ");
    leave();
}

/* The end in the seed's own evaluation is a word, not a number of ten digits. */
static void test_an_evaluation_that_knows_the_end(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("setoption name Style value seed\r");
    type("new konane rows=2 cols=2\r");
    expect("konane 1> ");
    type("a1\r");
    expect("konane 2> ");
    type("hint\r"); /* of the best play */
    expect("win in 1, proven");
    type("auto 2\r");
    expect("player 2 plays ");
    expect("   win\r\n");
    expect("konane over");
    leave();
}

/* Where the exact method ends on every board, review waits for it, however long, and Ctrl-C ends it with what it has. */
static void test_review_waits_for_proofs(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("new hand seed=3\r");
    expect("hand 1> ");
    type("f5 f3\r");
    expect("hand 1> ");
    type("review\r");
    expect("(review: 2 to go, ");
    expect(" s for this one, Ctrl-C stops) ");             /* a proof takes far longer */
    assert_null(strstr(terminal.passed, "stops) review")); /* what was typed is done with */
    type("\003");
    expect("stopped: the first 2 plies were not looked at");
    expect("no move is known to have given anything up");
    leave();
}

/* Where the locale has no other signs, boards are drawn in ASCII and keep their shape. */
static void test_boards_without_utf8(void **state)
{
    (void)state;
    locale = "C";
    begin();
    locale = "C.UTF-8";
    expect("konane 1> ");
    type("new hand\r");
    expect("S Stark");
    type("new gems map=keys\r");
    expect("###|R|####");
    expect("gems 1> ");
    type("help gems\r");
    expect("# wall");
    for (const char *at = terminal.passed; *at != '\0'; at++)
        assert_true((unsigned char)*at < 0x80);
    leave();
}

static int run_program(const char *arguments, char *shown, size_t size)
{
    char command[512];
    const char *path = getenv("PANJ");
    snprintf(command, sizeof command, "%s %s 2>&1 </dev/null", path != NULL ? path : "./panj", arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    shown[fread(shown, 1, size - 1, pipe)] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_the_command_line(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        const char *shown;
        int status;
    } lines[] = {
        {"-v", "panj ", 0},
        {"--version", "panj ", 0},
        {"-h", "usage: panj ", 0},
        {"--help", "usage: panj ", 0},
        {"games", "game konane", 0},
        {"help angry", "help Angry", 0},
        {"--foo", "panj: --foo is not known", 2},
        {"nonsense", "unknown_command nonsense", 2},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char shown[16384];
        assert_int_equal(run_program(lines[i].arguments, shown, sizeof shown), lines[i].status);
        if (strstr(shown, lines[i].shown) == NULL)
            fail_msg("panj %s does not say %s but %s", lines[i].arguments, lines[i].shown, shown);
    }
}

static void test_new_game_from_a_list(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("new\r");
    expect("2 hand ");
    expect("which game? ");
    type("2 seed=7\r");
    expect("hand 1> ");
    type("new\r");
    expect("which game? ");
    type("\r");
    expect("hand 1> ");
    type("new ganes\r");
    expect("there is no game ganes");
    type("new konane rows=4 cols=4\r");
    expect("konane 1> ");
    leave();
}

/* What is saved comes back whole, and is what the protocol calls a record; what is no record changes nothing. */
static void test_save_and_load(void **state)
{
    (void)state;
    char path[256], save[300], load[300];
    snprintf(path, sizeof path, "%s/a game", state_folder);
    snprintf(save, sizeof save, "save %s\r", path);
    snprintf(load, sizeof load, "load %s\r", path);
    begin();
    expect("konane 1> ");
    type("new konane rows=4 cols=4\r");
    expect("konane 1> ");
    type("a1 b1 a3a1\r");
    expect("konane 2> ");
    type("record\r");
    expect("position fen bwbw/wbwb/bwbw/wbwb 1 moves a1 b1 a3a1");
    type(save);
    expect(": 3 plies");
    type("new hand\r");
    expect("hand 1> ");
    type("load /dev/null\r");
    expect("no record of a game");
    type("save /nowhere/game\r");
    expect("/nowhere/game: No such file or directory");
    type("query game\r");
    expect("  hand\r\n");
    type(load);
    expect("konane 2> ");
    type("query fen\r");
    expect("  b1bw/1bwb/1wbw/wbwb 2");
    type("undo 3\r");
    expect("konane 1> ");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("newgame hand\nposition fen nonsense\n", file);
    assert_int_equal(fclose(file), 0);
    type(load);
    expect("line 2: ");
    type("query game\r");
    expect("  konane\r\n");
    type(save);
    expect("no game of panj: not overwritten");
    unlink(path);
    leave();
}

static void test_hint_and_line(void **state)
{
    (void)state;
    begin();
    expect("konane 1> ");
    type("line\r");
    expect("nothing has been searched yet");
    type("new konane rows=4 cols=4\r");
    expect("konane 1> ");
    type("setoption name Style value first\r");
    type("a1\r");
    expect("konane 2> ");
    type("hint\r");
    expect("hint: ");
    expect(", proven");
    type("line\r");
    expect(", proven: ");
    type("query option Style\r"); /* the opponent chosen stays */
    expect("  first\r\n");
    leave();
}

/* Silence is not what one sees of a long search. */
static void test_a_long_search_tells_how_far_it_is(void **state)
{
    (void)state;
#ifdef PANJ_READLINE
    begin();
    expect("konane 1> ");
    type("solve\r");
    expect("nodes, Ctrl-C stops)> ");
    type("\003");
    expect("best move ");
    expect("konane 1> ");
    leave();
#else
    skip();
#endif
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
        cmocka_unit_test(test_lines_that_are_pasted),
        cmocka_unit_test(test_words_that_look_like_moves),
        cmocka_unit_test(test_go_answers_and_plays_nothing),
        cmocka_unit_test(test_a_search_is_told_with_all_its_time),
        cmocka_unit_test(test_auto_plays_one_side),
        cmocka_unit_test(test_a_move_ahead_of_the_engines),
        cmocka_unit_test(test_auto_is_quiet),
        cmocka_unit_test(test_undo_against_the_engine),
        cmocka_unit_test(test_dice),
        cmocka_unit_test(test_auto_both_plays_every_game_to_its_end),
        cmocka_unit_test(test_auto_ends_when_its_limits_are_refused),
        cmocka_unit_test(test_auto_survives_a_typing_error),
        cmocka_unit_test(test_completion),
        cmocka_unit_test(test_ctrl_c_stops_a_search_and_twice_leaves),
        cmocka_unit_test(test_ctrl_c_ends_a_search_in_the_history),
        cmocka_unit_test(test_back_from_ctrl_z),
        cmocka_unit_test(test_ctrl_c_asks_before_a_game_is_lost),
        cmocka_unit_test(test_ctrl_c_while_the_engine_thinks),
        cmocka_unit_test(test_ctrl_c_counts_from_the_last_line),
        cmocka_unit_test(test_ctrl_d_leaves),
        cmocka_unit_test(test_help_by_topic),
        cmocka_unit_test(test_long_rows_of_help_are_broken_in_their_column),
        cmocka_unit_test(test_help_about_a_game),
        cmocka_unit_test(test_help_of_games_fits_a_screen),
        cmocka_unit_test(test_level),
        cmocka_unit_test(test_review_and_why),
        cmocka_unit_test(test_review_waits_for_proofs),
        cmocka_unit_test(test_auto_in_a_game_for_one),
        cmocka_unit_test(test_an_evaluation_that_knows_the_end),
        cmocka_unit_test(test_boards_without_utf8),
        cmocka_unit_test(test_the_command_line),
        cmocka_unit_test(test_new_game_from_a_list),
        cmocka_unit_test(test_save_and_load),
        cmocka_unit_test(test_hint_and_line),
        cmocka_unit_test(test_a_long_search_tells_how_far_it_is),
        cmocka_unit_test(test_history_is_kept),
        cmocka_unit_test(test_sigterm_leaves_in_order),
    };
    return cmocka_run_group_tests(tests, make_state_folder, drop_state_folder);
}
