/* Picks the front: protocol in a pipe, console at a terminal, or one command from the command line, whose answer is the
 * protocol in a pipe and for a person at a terminal. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adapters/console/console.h"
#include "adapters/console/pretty.h"
#include "adapters/wire/complain.h"
#include "base/text.h"
#include "protocol/pipe.h"
#include "protocol/session.h"
#include "protocol/writer.h"

static const char usage[] = "usage: panj [--game WORDS] [--store FILE] [COMMAND [WORD ...]]\n"
                            "\n"
                            "Without a command panj speaks its protocol on standard input and output; at a\n"
                            "terminal it shows a prompt. With one it carries it out and leaves:\n"
                            "\n"
                            "  panj bench          search fixed positions of every game and count nodes\n"
                            "  panj bench gain     what search and a second thread save over a textbook's\n"
                            "  panj bench seeds    the original agents' own tables\n"
                            "  panj --store FILE proof verify   check a stored proof by the rules alone\n"
                            "  panj games          the games with their rules and flags\n"
                            "  panj help           all commands\n"
                            "  panj help GAME      its rules, the signs of its board, how moves are written\n"
                            "\n"
                            "  --game WORDS        begin as newgame WORDS does: --game \"hand seed=3\"\n"
                            "  --store FILE        what the commands `tables` and `proof` read and write\n"
                            "  --version, -v, --help, -h\n";

/* Writes the lines of the one command and remembers whether an error was among them. */
struct teller {
    struct writer writer;
    struct pretty *pretty; /* for a person; NULL: as the protocol has it */
    const struct session *session;
    bool failed;
};

static void tell(void *context, const char *line, size_t length)
{
    struct teller *teller = context;
    if (length >= 6 && memcmp(line, "error ", 6) == 0)
        teller->failed = true;
    if (teller->pretty == NULL) {
        writer_line(&teller->writer, line, length);
        return;
    }
    assert(line[length] == '\0');
    teller->pretty->game = teller->session != NULL ? session_game(teller->session) : games[0];
    pretty_line(teller->pretty, line);
    fflush(stdout);
}

/* -- Ctrl-C -- */

/* What a signal finds while the one command runs. */
struct watch {
    struct session *session;
    sigset_t signals;
    pthread_t thread;
    bool is_on;
    atomic_int caught; /* 0: none */
};

/* Ends what runs as `stop` does, so that its answer is not lost; a second signal ends the program. */
static void *wait_for_signal(void *argument)
{
    struct watch *watch = argument;
    int number;
    sigwait(&watch->signals, &number);
    pthread_sigmask(SIG_UNBLOCK, &watch->signals, NULL);
    atomic_store(&watch->caught, number);
    session_abandon(watch->session);
    return NULL;
}

/* Before any other thread is made, so that all inherit it. */
static void watch_begin(struct watch *watch)
{
    *watch = (struct watch){.is_on = false};
    sigemptyset(&watch->signals);
    sigaddset(&watch->signals, SIGINT);
    sigaddset(&watch->signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &watch->signals, NULL);
}

static void watch_over(struct watch *watch, struct session *session)
{
    watch->session = session;
    watch->is_on = pthread_create(&watch->thread, NULL, wait_for_signal, watch) == 0;
    if (!watch->is_on) /* then they end the process as they always do */
        pthread_sigmask(SIG_UNBLOCK, &watch->signals, NULL);
}

/* Everything has been said: whoever started the program hears which signal it was. */
static void watch_end(struct watch *watch)
{
    if (watch->is_on) {
        pthread_cancel(watch->thread);
        pthread_join(watch->thread, NULL);
    }
    pthread_sigmask(SIG_UNBLOCK, &watch->signals, NULL);
    int caught = atomic_load(&watch->caught);
    if (caught != 0) {
        signal(caught, SIG_DFL); /* a shell lets what it starts behind & ignore SIGINT */
        raise(caught);
    }
}

/* -- one command -- */

/* What the command line says before the command. */
struct wanted {
    const char *store; /* NULL: none */
    const char *game;  /* the words of newgame; NULL: the first game */
};

/* Carries out one command as a session would, NULL for none, and leaves. */
static int run_command(const struct wanted *choice, const char *line, int output)
{
    struct pretty pretty = pretty_for_terminal();
    struct picture_room room = pretty_room(&pretty);
    struct teller teller = {.writer = {.file = output},
                            .pretty = output == STDOUT_FILENO && isatty(output) ? &pretty : NULL};
    struct watch watch;
    watch_begin(&watch);
    struct session *session = session_create(&(struct session_writer){.context = &teller, .line = tell});
    if (session == NULL || !session_set_up(session, choice->store, choice->game)) {
        fputs("panj: out of memory\n", stderr);
        session_destroy(session);
        return 1;
    }
    teller.session = session;
    watch_over(&watch, session);
    if (teller.pretty != NULL)
        session_set_picture_room(session, &room);
    if (!teller.failed && line != NULL)
        session_line(session, line, strlen(line));
    session_finish(session);
    watch_end(&watch);
    session_destroy(session);
    int trouble = atomic_load(&teller.writer.trouble);
    if (trouble != 0 && trouble != EPIPE) {
        wire_complain("panj", "writing: %s", strerror(trouble));
        return 1;
    }
    return teller.failed ? 2 : 0;
}

/* The words of the command line, as one line of the protocol. */
static int run_line(const struct wanted *choice, int count, char **words)
{
    char room[65536];
    struct text line = text_in(room, sizeof room);
    for (int i = 0; i < count; i++)
        text_format(&line, "%s%s", i > 0 ? " " : "", words[i]);
    if (!line.cut)
        return run_command(choice, room, STDOUT_FILENO);
    fputs("panj: the command is too long\n", stderr);
    return 2;
}

/* A game that cannot be begun is told before anybody talks to it. */
static int run_front(const struct wanted *choice)
{
    int refused = choice->game != NULL ? run_command(choice, NULL, STDERR_FILENO) : 0;
    if (refused != 0)
        return refused;
    bool person = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    return person ? console_run(choice->store, choice->game)
                  : pipe_run(STDIN_FILENO, STDOUT_FILENO, choice->store, choice->game);
}

/* Takes `--name VALUE` off the front of the words. */
static bool take_choice(const char *name, int *count, char ***words, const char **value)
{
    if (*count < 2 || strcmp((*words)[0], name) != 0)
        return false;
    *value = (*words)[1];
    *words += 2;
    *count -= 2;
    return true;
}

static int run_words(const struct wanted *choice, int count, char **words)
{
    const char *word = words[0];
    if (strcmp(word, "--version") == 0 || strcmp(word, "-v") == 0) {
        puts("panj " PANJ_VERSION_LONG);
        return 0;
    }
    if (word[0] != '-')
        return run_line(choice, count, words);
    bool asked = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
    bool lacks = strcmp(word, "--store") == 0 || strcmp(word, "--game") == 0;
    if (!asked)
        fprintf(stderr, "panj: %s %s\n", word, lacks ? "takes a word behind it" : "is not known");
    fputs(usage, asked ? stdout : stderr);
    return asked ? 0 : 2;
}

int main(int count, char **arguments)
{
    struct wanted choice = {0};
    char **words = arguments + 1;
    wire_begin();
    count--;
    while (take_choice("--store", &count, &words, &choice.store) ||
           take_choice("--game", &count, &words, &choice.game))
        continue;
    if (count <= 0)
        return run_front(&choice);
    return wire_finish("panj", run_words(&choice, count, words), 1);
}
