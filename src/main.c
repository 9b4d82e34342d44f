/* Picks the front: protocol in a pipe, console at a terminal, or one command from the command line. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adapters/console/console.h"
#include "base/text.h"
#include "protocol/pipe.h"
#include "protocol/session.h"
#include "protocol/writer.h"

static const char usage[] =
    "usage: panj [--store FILE] [COMMAND [WORD ...]]\n"
    "\n"
    "Without a command panj speaks its protocol on standard input and output; at a\n"
    "terminal it shows a prompt. With one it carries it out and leaves:\n"
    "\n"
    "  panj bench          search fixed positions of every game and count nodes\n"
    "  panj bench gain     what the search saves over a textbook's, and a second thread\n"
    "  panj --store FILE proof verify   check a stored proof by the rules alone\n"
    "  panj games          the games with their rules and flags\n"
    "  panj help           all commands\n"
    "\n"
    "  --store FILE        the file that the commands `tables` and `proof` read and write\n"
    "  --version, --help\n";

/* Writes the lines of the one command and remembers whether an error was among them. */
struct teller {
    struct writer writer;
    bool failed;
};

static void tell(void *context, const char *line, size_t length)
{
    struct teller *teller = context;
    if (length >= 6 && memcmp(line, "error ", 6) == 0)
        teller->failed = true;
    writer_line(&teller->writer, line, length);
}

/* Carries out one command as a session would and leaves. */
static int run_command(const char *store, const char *line)
{
    struct teller teller = {.writer = {.file = STDOUT_FILENO}};
    struct session *session = session_create(&(struct session_writer){.context = &teller, .line = tell});
    if (session == NULL || (store != NULL && !session_set_store(session, store))) {
        fputs("panj: out of memory\n", stderr);
        session_destroy(session);
        return 1;
    }
    session_line(session, line, strlen(line));
    session_finish(session);
    session_destroy(session);
    int trouble = atomic_load(&teller.writer.trouble);
    return teller.failed ? 2 : trouble != 0 && trouble != EPIPE;
}

/* The words of the command line, as one line of the protocol. */
static int run_words(const char *store, int count, char **words)
{
    char room[65536];
    struct text line = text_in(room, sizeof room);
    for (int i = 0; i < count; i++)
        text_format(&line, "%s%s", i > 0 ? " " : "", words[i]);
    if (!line.cut)
        return run_command(store, room);
    fputs("panj: the command is too long\n", stderr);
    return 2;
}

int main(int count, char **arguments)
{
    const char *store = NULL;
    int first = 1;
    if (count > 2 && strcmp(arguments[1], "--store") == 0) {
        store = arguments[2];
        first = 3;
    }
    if (first == count)
        return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? console_run(store)
                                                             : pipe_run(STDIN_FILENO, STDOUT_FILENO, store);
    const char *word = arguments[first];
    if (strcmp(word, "--version") == 0) {
        puts("panj " PANJ_VERSION_LONG);
        return 0;
    }
    if (word[0] != '-')
        return run_words(store, count - first, arguments + first);
    bool asked = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
    fputs(usage, asked ? stdout : stderr);
    return asked ? 0 : 2;
}
