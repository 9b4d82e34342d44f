/* Two engines play a game of Konane:  play ./panj ./panj
 * cc play.c $(pkg-config --cflags --libs panj-wire) -o play */
#include <panj/wire.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What follows `word` in the line that begins with it. */
static char *await(struct wire *engine, const char *word)
{
    struct wire_line line;
    if (wire_await_word(engine, word, &line, wire_clock() + 10 * WIRE_SECOND) == WIRE_LINE)
        return line.at + strlen(word);
    fprintf(stderr, "the engine says no %s\n", word);
    exit(1);
}

int main(int count, char **programs)
{
    struct wire *engines[2];
    for (int i = 0; i < 2; i++) {
        const char *const command[] = {count == 3 ? programs[i + 1] : "panj", NULL};
        if ((engines[i] = wire_open(&(struct wire_options){.argv = command})) == NULL)
            return 1;
        wire_printf(engines[i], "ugi\nnewgame konane rows=6 cols=6\nisready\n");
        await(engines[i], "readyok");
    }
    char moves[1024] = "", *result;
    for (int turn = 0;; turn = 1 - turn) {
        wire_printf(engines[turn], "position startpos moves%s\nquery result\n", moves);
        if (strcmp(result = await(engines[turn], "response"), " none") != 0)
            break;
        wire_printf(engines[turn], "go depth 3\n");
        snprintf(moves + strlen(moves), sizeof moves - strlen(moves), "%.8s",
                 await(engines[turn], "bestmove"));
    }
    printf("%s\nresult%s\n", moves + 1, result);
    return !wire_close(engines[0], 10 * WIRE_SECOND) + !wire_close(engines[1], 10 * WIRE_SECOND);
}
