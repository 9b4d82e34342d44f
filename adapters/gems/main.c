/* panj-gems: the courses' game of gems over TCP, as a player or as the server. */
#include <stdio.h>
#include <string.h>

#include "adapters/gems/client.h"
#include "adapters/gems/options.h"
#include "adapters/gems/server.h"
#include "adapters/wire/complain.h"

static int play(int count, char **words)
{
    struct settings settings;
    return options_parse(&settings, VERB_PLAY, count, words) ? client_run(&settings) : STATUS_USAGE;
}

static int serve(int count, char **words)
{
    struct settings settings;
    return options_parse(&settings, VERB_SERVE, count, words) ? server_run(&settings) : STATUS_USAGE;
}

static const struct verb_entry {
    const char *name;
    int (*run)(int count, char **words); /* the words after it */
} verbs[] = {{"play", play}, {"serve", serve}};

static int run(int count, char **words)
{
    for (size_t i = 0; count > 1 && i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(words[1], verbs[i].name) == 0)
            return verbs[i].run(count - 2, words + 2);
    if (wire_introduce("panj-gems", PANJ_VERSION_LONG, count, words, options_print_help))
        return STATUS_DONE;
    if (count > 1)
        fprintf(stderr, "panj-gems: %s is not known\n", words[1]);
    options_print_help(stderr);
    return STATUS_USAGE;
}

int main(int count, char **words)
{
    wire_begin();
    return wire_finish("panj-gems", run(count, words), STATUS_FAILED);
}
