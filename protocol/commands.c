#include "protocol/commands.h"

#include "protocol/state.h"

#define MANY COMMAND_MANY
const struct command commands[] = {
#define COMMAND(name, arguments, least, most, when, completes, summary)                                      \
    {#name, arguments, least, most, COMMAND_##when, COMPLETES_##completes, summary, command_##name, NULL},
#define ALIAS(word, of) {.name = #word, .arguments = "", .summary = "another name of " #of, .alias_of = #of},
#include "protocol/commands.def"
#undef ALIAS
#undef COMMAND
    {0},
};
#undef MANY

const struct command *command_find(struct word name)
{
    for (const struct command *command = commands; command->name != NULL; command++)
        if (word_is_nocase(name, command->name))
            return command->alias_of != NULL ? command_find(word_from(command->alias_of)) : command;
    return NULL;
}
