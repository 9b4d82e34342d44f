/* Picks the front: protocol in a pipe, console at a terminal, or one command from the command line. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adapters/console/console.h"
#include "protocol/pipe.h"
#include "protocol/session.h"
#include "protocol/writer.h"

static const char usage[] =
    "usage: panj              speak the protocol on standard input and output; at a terminal, a prompt\n"
    "       panj bench        search fixed positions of every game and count nodes\n"
    "       panj bench gain   what the search saves over a textbook's, and what a second thread brings\n"
    "       panj --version\n"
    "       panj --help\n";

/* Carries out one command as a session would and leaves. */
static int run_command(const char *line)
{
    struct writer writer = {.file = STDOUT_FILENO, .wake = -1};
    struct session *session =
        session_create(&(struct session_writer){.context = &writer, .line = writer_line});
    if (session == NULL) {
        fputs("panj: out of memory\n", stderr);
        return 1;
    }
    session_line(session, line, strlen(line));
    session_finish(session);
    session_destroy(session);
    return atomic_load(&writer.trouble) != 0;
}

int main(int count, char **arguments)
{
    if (count == 1)
        return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) ? console_run()
                                                             : pipe_run(STDIN_FILENO, STDOUT_FILENO);
    const char *word = arguments[1];
    if (strcmp(word, "bench") == 0 && count == 2)
        return run_command("bench");
    if (strcmp(word, "bench") == 0 && count == 3 && strcmp(arguments[2], "gain") == 0)
        return run_command("bench gain");
    if (strcmp(word, "--version") == 0) {
        puts("panj " PANJ_VERSION);
        return 0;
    }
    bool asked = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
    fputs(usage, asked ? stdout : stderr);
    return asked ? 0 : 2;
}
