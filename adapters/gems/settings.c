#include "adapters/gems/settings.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adapters/gems/words.h"
#include "adapters/wire/wire.h"

enum { PORT = 9921, TURNS = 100 };

struct settings settings_default(void)
{
    struct settings settings = {.host = "127.0.0.1",
                                .port = PORT,
                                .timeout = WIRE_SECOND,
                                .patience = 10 * WIRE_SECOND,
                                .map = "orchard",
                                .players = 1,
                                .turns = TURNS,
                                .rounds = 1,
                                .seed = -1};
    return settings;
}

bool settings_copy(char *room, int size, const char *word)
{
    assert(size > 0);
    return snprintf(room, (size_t)size, "%s", word) < size;
}

bool settings_set_engine(struct settings *settings, const char *command)
{
    return settings_copy(settings->command_text, SETTINGS_TEXT, command) &&
           command_split(settings->command_text, settings->command, COMMAND_WORDS) > 0;
}

void settings_print_rules(const struct settings *settings, const struct slips *slips,
                          char room[SETTINGS_RULES])
{
    char flags[SLIPS_FLAGS];
    bool pairs = settings->pairs[0] != '\0';
    slips_flags(slips, flags);
    int length = snprintf(room, SETTINGS_RULES, "barbed=%s%s%s%s", settings->barbed_turn ? "turn" : "entry",
                          pairs ? " pairs=" : "", settings->pairs, flags);
    assert(length < SETTINGS_RULES);
    (void)length;
}
