/* panj-campaign: lists of positions, and one huge proof, solved on one machine or many. */
#include <stdio.h>
#include <string.h>

#include "adapters/campaign/many.h"
#include "adapters/campaign/prove.h"
#include "adapters/campaign/report.h"
#include "adapters/campaign/run.h"
#include "adapters/campaign/share.h"
#include "adapters/wire/complain.h"

static int run(struct settings *settings)
{
    return settings->queue == NULL ? run_list(settings) : many_collect(settings);
}

static int table(struct settings *settings)
{
    return report_print_table(settings->operands[0], settings->operands[1]);
}

static int status(struct settings *settings)
{
    const char *path = settings->operands[0];
    return proof_print_status(path) ? STATUS_DONE : report_print_status(path, settings->operands[1]);
}

static int merge(struct settings *settings)
{
    return report_merge(settings->operands[0], settings->operands + 1, settings->count - 1);
}

static int manifest(struct settings *settings)
{
    return share_manifest(settings->operands[0], settings->operands[1]);
}

static const struct verb_entry {
    const char *name;
    enum verb verb;
    int (*run)(struct settings *);
} verbs[] = {
    {"run", VERB_RUN, run},          {"prove", VERB_PROVE, prove_position},
    {"work", VERB_WORK, many_work},  {"doctor", VERB_DOCTOR, many_examine},
    {"status", VERB_STATUS, status}, {"table", VERB_TABLE, table},
    {"merge", VERB_MERGE, merge},    {"manifest", VERB_MANIFEST, manifest},
};

static int run_verb(const struct verb_entry *verb, int count, char **words)
{
    struct settings settings;
    int result = settings_parse(&settings, verb->verb, count, words) ? verb->run(&settings) : STATUS_USAGE;
    settings_free(&settings);
    return result;
}

static int run_words(int count, char **words)
{
    const char *word = count > 1 ? words[1] : "";
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(word, verbs[i].name) == 0)
            return run_verb(&verbs[i], count - 2, words + 2);
    if (wire_introduce("panj-campaign", PANJ_VERSION_LONG, count, words, settings_print_help))
        return STATUS_DONE;
    if (count > 1)
        ground_say("%s is not known", word);
    settings_print_help(stderr);
    return STATUS_USAGE;
}

int main(int count, char **words)
{
    wire_begin();
    return wire_finish("panj-campaign", run_words(count, words), STATUS_FAILED);
}
