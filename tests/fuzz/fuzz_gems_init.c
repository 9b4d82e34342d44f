/* Whatever may stand in an init line, a config file and a segment of a player: what is accepted is in its
 * limits and comes back when it is printed in either shape. */
#include <stdlib.h>
#include <string.h>

#include "adapters/gems/action.h"
#include "adapters/gems/config.h"
#include "adapters/gems/init.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds)
{
    if (!holds)
        abort();
}

/* What a table means to the engine, roundings aside: it comes back whole. */
static bool same_flags(const struct slips *one, const struct slips *other)
{
    char flags[2][SLIPS_FLAGS];
    slips_flags(one, flags[0]);
    slips_flags(other, flags[1]);
    return strcmp(flags[0], flags[1]) == 0;
}

static void demand_same_init(const struct init *init, enum init_format format)
{
    char line[INIT_LINE];
    struct init again = {0};
    demand(init_print(init, format, line) == strlen(line));
    demand(init_read(&again, line) == NULL);
    demand(again.rows == init->rows && again.columns == init->columns && again.players == init->players);
    demand(again.id == init->id && again.score == init->score && again.turns == init->turns);
    demand(format == INIT_TEXT || same_flags(&again.slips, &init->slips));
}

static void try_init(const char *text)
{
    struct init init;
    if (init_read(&init, text) != NULL)
        return;
    demand(init.rows >= 1 && init.rows <= MAP_SIDE && init.columns >= 1 && init.columns <= MAP_SIDE);
    demand(init.id >= 0 && init.id < init.players && init.players <= PLAYERS);
    demand_same_init(&init, INIT_TEXT);
    demand_same_init(&init, INIT_JSON);
}

static void try_config(const char *text, size_t length)
{
    struct settings settings = settings_default();
    char why[64] = "";
    if (!config_read_text(&settings, text, length, "/nowhere", why, sizeof why))
        demand(why[0] != '\0');
    demand(settings.players >= 1 && settings.players <= PLAYERS && settings.timeout > 0);
    demand(settings.turns >= 1 && settings.rounds >= 1 && settings.port >= 0 && settings.port <= 65535);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    try_init(text);
    try_config(text, size);
    demand(action_of_segment(text, size) <= ACTION_NONE);
    free(text);
    return 0;
}
