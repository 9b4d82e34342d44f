/* Whatever a server may send for turn lines: what is accepted can be printed and read again, and makes a
 * position that can be printed as a FEN and read again. The first two bytes are the size of the map. */
#include <stdlib.h>
#include <string.h>

#include "adapters/gems/tracker.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds)
{
    if (!holds)
        abort();
}

static void demand_same_line(const struct init *init, const struct turn_line *line)
{
    char text[TURN_LINE];
    struct turn_line again;
    size_t cells = (size_t)init->rows * (size_t)init->columns;
    demand(turn_line_print(line, init->players, text) == strlen(text));
    demand(turn_line_read(&again, init, text) == NULL);
    demand(again.turn == line->turn && memcmp(again.cell, line->cell, sizeof line->cell) == 0);
    demand(memcmp(again.map.cell, line->map.cell, cells) == 0);
}

static void demand_same_state(const struct tracker *tracker)
{
    char fen[STATE_FEN], again[STATE_FEN];
    struct state state;
    tracker_state(tracker, &state);
    state_print(&state, fen);
    demand(state_read(&state, fen));
    state_print(&state, again);
    demand(strcmp(fen, again) == 0);
}

static void hear(struct tracker *tracker, const char *text)
{
    struct turn_line line;
    if (turn_line_read(&line, &tracker->init, text) != NULL)
        return;
    demand_same_line(&tracker->init, &line);
    tracker_see(tracker, &line);
    demand_same_state(tracker);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    int players = 1 + data[0] / 128;
    struct tracker tracker = {.init = {.rows = 1 + data[0] % MAP_SIDE,
                                       .columns = 1 + data[1] % MAP_SIDE,
                                       .players = players,
                                       .id = players - 1,
                                       .turns = INIT_TURNS_MAX}};
    char *text = malloc(size - 1);
    memcpy(text, data + 2, size - 2);
    text[size - 2] = '\0';
    for (char *line = text, *end; line != NULL; line = end == NULL ? NULL : end + 1) {
        end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        hear(&tracker, line);
    }
    free(text);
    return 0;
}
