/* panj-referee: matches between engine processes. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "adapters/referee/export.h"
#include "adapters/referee/match.h"
#include "adapters/referee/options.h"
#include "adapters/referee/report.h"
#include "adapters/wire/complain.h"

static int play(int count, char **words)
{
    struct settings settings;
    int status = options_parse(&settings, count, words) ? match_run(&settings) : STATUS_USAGE;
    settings_free(&settings);
    return status;
}

static int work(int count, char **words)
{
    struct settings settings;
    bool good = options_parse(&settings, count, words);
    if (good && settings.queue == NULL) {
        fputs("panj-referee: work wants -queue URL\n", stderr);
        good = false;
    }
    settings.works = settings.quiet = true;
    settings.database = NULL;
    int status = good ? match_run(&settings) : STATUS_USAGE;
    settings_free(&settings);
    return status;
}

static const struct verb {
    const char *name;
    int (*run)(int count, char **words); /* the words after it */
} verbs[] = {
    {"work", work},         {"export", export_run}, {"import", import_run},
    {"report", report_run}, {"check", check_run},
};

static int run(int count, char **words)
{
    for (size_t i = 0; count > 1 && i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(words[1], verbs[i].name) == 0)
            return verbs[i].run(count - 2, words + 2);
    if (wire_introduce("panj-referee", PANJ_VERSION_LONG, count, words, options_print_help))
        return STATUS_DONE;
    if (count < 2) {
        options_print_help(stderr);
        return STATUS_USAGE;
    }
    return play(count - 1, words + 1);
}

int main(int count, char **words)
{
    wire_begin();
    return wire_finish("panj-referee", run(count, words), STATUS_ERROR);
}
