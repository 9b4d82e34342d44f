/* panj-web: any game of panj in a browser. */
#include <stdio.h>
#include <string.h>

#include "adapters/web/options.h"
#include "adapters/web/server.h"

enum { STATUS_USAGE = 2 };

int main(int count, char **words)
{
    struct settings settings;
    if (count == 2 && (strcmp(words[1], "--version") == 0 || strcmp(words[1], "-v") == 0))
        return puts("panj-web " PANJ_VERSION_LONG) < 0;
    if (count == 2 && (strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0)) {
        options_print_help(stdout);
        return 0;
    }
    return options_parse(&settings, count - 1, words + 1) ? server_run(&settings) : STATUS_USAGE;
}
