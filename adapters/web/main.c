/* panj-web: any game of panj in a browser. */
#include "adapters/web/options.h"
#include "adapters/web/server.h"
#include "adapters/wire/complain.h"

enum { STATUS_FAILED = 1, STATUS_USAGE = 2 };

static int run(int count, char **words)
{
    struct settings settings;
    if (wire_introduce("panj-web", PANJ_VERSION_LONG, count, words, options_print_help))
        return 0;
    return options_parse(&settings, count - 1, words + 1) ? server_run(&settings) : STATUS_USAGE;
}

int main(int count, char **words)
{
    wire_begin();
    return wire_finish("panj-web", run(count, words), STATUS_FAILED);
}
