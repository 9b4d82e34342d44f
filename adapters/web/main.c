/* panj-web: any game of panj in a browser. */
#include <stdio.h>
#include <string.h>

#include "adapters/web/options.h"
#include "adapters/web/server.h"
#include "adapters/wire/complain.h"

enum { STATUS_FAILED = 1, STATUS_USAGE = 2 };

static int run(int count, char **words)
{
    struct settings settings;
    if (count == 2 && (strcmp(words[1], "--version") == 0 || strcmp(words[1], "-v") == 0)) {
        puts("panj-web " PANJ_VERSION_LONG);
        return 0;
    }
    if (count == 2 && (strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0)) {
        options_print_help(stdout);
        return 0;
    }
    return options_parse(&settings, count - 1, words + 1) ? server_run(&settings) : STATUS_USAGE;
}

int main(int count, char **words)
{
    return wire_finish("panj-web", run(count, words), STATUS_FAILED);
}
