#define _GNU_SOURCE
/* What two runs of one command must have in common: its answer without what depends on the machine. */
#include <string.h>

#include "adapters/campaign/many.h"

/* Without what depends on the machine: nps, time, hashfull. */
static void add_line(struct string *signature, char *line)
{
    char *rest = line, *word;
    while ((word = strsep(&rest, " ")) != NULL) {
        if (strcmp(word, "nps") == 0 || strcmp(word, "time") == 0 || strcmp(word, "hashfull") == 0)
            strsep(&rest, " ");
        else
            string_print(signature, " %s", word);
    }
}

void many_signature(const struct engine *engine, struct string *signature)
{
    struct wire *wire = engine_start(engine, NULL);
    struct wire_line line;
    int64_t deadline = wire_clock() + 60 * WIRE_SECOND;
    string_print(signature, "%s:", engine->name);
    wire_printf(wire, "position startpos\ngo depth 5\n");
    while (wire_await(wire, &line, deadline) == WIRE_LINE) {
        bool last = line_begins(line.at, "bestmove");
        if (last || strstr(line.at, " pv ") != NULL)
            add_line(signature, line.at);
        if (last)
            break;
    }
    wire_close(wire, WIRE_SECOND);
}
