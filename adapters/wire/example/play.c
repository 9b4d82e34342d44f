/* Two engines play a game of Konane:  play ./panj ./panj
 * cc play.c $(pkg-config --cflags --libs panj-wire) -o play */
#include <panj/wire.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void ask(struct wire *engine, const char *wanted, struct wire_line *line)
{
    if (wire_await_word(engine, wanted, line, wire_clock() + 10 * WIRE_SECOND) == WIRE_LINE)
        return;
    fprintf(stderr, "the engine says no %s\n", wanted);
    exit(1);
}

static struct wire *start(const char *program)
{
    const char *const command[] = {program, NULL};
    struct wire *engine = wire_open(&(struct wire_options){.argv = command});
    struct wire_line line;
    if (engine == NULL || !wire_printf(engine, "ugi\nnewgame konane rows=6 cols=6\nisready\n"))
        exit(1);
    ask(engine, "readyok", &line);
    return engine;
}

int main(int count, char **programs)
{
    if (count != 3)
        return 2;
    struct wire *engines[2] = {start(programs[1]), start(programs[2])};
    struct wire_line line;
    char moves[1024] = "";
    for (int turn = 0;; turn = 1 - turn) {
        wire_printf(engines[turn], "position startpos moves%s\nquery result\n", moves);
        ask(engines[turn], "response", &line);
        if (strcmp(line.at, "response none") != 0)
            break;
        wire_printf(engines[turn], "go depth 3\n");
        ask(engines[turn], "bestmove", &line);
        snprintf(moves + strlen(moves), sizeof moves - strlen(moves), " %.7s", line.at + strlen("bestmove "));
    }
    printf("%s\n%s\n", moves + 1, line.at);
    return !wire_close(engines[0], 10 * WIRE_SECOND) + !wire_close(engines[1], 10 * WIRE_SECOND);
}
