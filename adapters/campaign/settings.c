#include "adapters/campaign/settings.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/wire/words.h"

enum kind { FLAG, NUMBER, SECONDS, WORD, ENGINE_OPTION };

#define OF(verb) (1u << VERB_##verb)

static const struct option {
    const char *name;
    const char *argument; /* NULL: none */
    enum kind kind;
    unsigned verbs; /* bits of those that know it */
    size_t field;
    int64_t low, high;
    const char *help;
} options[] = {
    {"-j", "N", NUMBER, OF(RUN) | OF(PROVE) | OF(WORK), offsetof(struct settings, jobs), 1, 4096,
     "so many engine processes at once (one a core; prove without a queue: 1)"},
    {"--engine", "CMD", WORD, OF(RUN) | OF(PROVE) | OF(WORK), offsetof(struct settings, command), 0, 0,
     "the engine's command line (panj, beside this program or in PATH)"},
    {"--option", "NAME=VALUE", ENGINE_OPTION, OF(RUN) | OF(PROVE), 0, 0, 0,
     "for the engine; may be repeated"},
    {"--limit", "SECONDS", SECONDS, OF(RUN) | OF(PROVE), offsetof(struct settings, limit), 0, 0,
     "of the wall for a position or job (3600)"},
    {"--winner", NULL, FLAG, OF(RUN), offsetof(struct settings, winner), 0, 0,
     "who wins is enough, by how much is not asked"},
    {"--verify", NULL, FLAG, OF(RUN), offsetof(struct settings, verify), 0, 0,
     "another process checks each proof by the rules alone"},
    {"--proofs", "DIR", WORD, OF(RUN) | OF(PROVE) | OF(WORK), offsetof(struct settings, proofs), 0, 0,
     "verify, and keep proofs there by their SHA-256; work: find them there"},
    {"--again", NULL, FLAG, OF(RUN), offsetof(struct settings, again), 0, 0,
     "also try those that were left open"},
    {"--tables", "DIR", WORD, OF(RUN) | OF(PROVE), offsetof(struct settings, tables), 0, 0,
     "keep what a proof left open knows there: --again and prove go on from it"},
    {"--every", "SECONDS", SECONDS, OF(RUN), offsetof(struct settings, every), 0, 0,
     "with --tables: so often, and at the end (1800)"},
    {"--least", "VISITS", NUMBER, OF(RUN), offsetof(struct settings, least), 1, INT64_MAX,
     "with --tables: leave out what took fewer, for a small file (1)"},
    {"--memory", "MIB", NUMBER, OF(RUN) | OF(PROVE) | OF(WORK), offsetof(struct settings, memory), 32,
     1 << 24, "for all engines together"},
    {"--budget", "NODES", NUMBER, OF(PROVE), offsetof(struct settings, budget), 1, INT64_MAX,
     "of each job of a proof (grows with the tree)"},
    {"--part", "VISITS", NUMBER, OF(PROVE), offsetof(struct settings, part), 1, INT64_MAX,
     "what is decided but took more is opened, and proven in parts"},
    {"--for", "SECONDS", SECONDS, OF(PROVE) | OF(WORK), offsetof(struct settings, duration), 0, 0,
     "then take no more jobs, finish those at hand and leave"},
    {"--queue", "URL", WORD, OF(RUN) | OF(PROVE), offsetof(struct settings, queue), 0, 0,
     "workers elsewhere solve it: redis://HOST, unix:PATH or @FILE"},
    {"--lease", "SECONDS", SECONDS, OF(RUN) | OF(PROVE), offsetof(struct settings, lease), 0, 0,
     "a worker not heard of for so long loses its job (60)"},
    {"--nice", "N", NUMBER, OF(RUN) | OF(PROVE) | OF(WORK), offsetof(struct settings, nice), 0, 19,
     "lets others go first"},
};

enum { OPTIONS = sizeof options / sizeof options[0] };

static const struct verb_row {
    const char *name;
    const char *operands;
    int least, most;
    const char *help;
} verbs[VERBS] = {
    [VERB_RUN] = {"run", "RESULTS LIST", 2, 2, "solve what is in LIST and not yet in RESULTS"},
    [VERB_PROVE] = {"prove", "RESULTS POSITION", 2, 2,
                    "prove one position by many jobs, which RESULTS keeps"},
    [VERB_STATUS] = {"status", "RESULTS [LIST]", 1, 2,
                     "count what is done and what is missing; how far a proof is"},
    [VERB_TABLE] = {"table", "RESULTS [LIST]", 1, 2, "print RESULTS in Markdown, in the order of LIST"},
    [VERB_WORK] = {"work", "URL", 1, 1, "solve what a queue has, for a `run --queue` elsewhere"},
    [VERB_DOCTOR] = {"doctor", "URL", 1, 1, "say what is wrong with a queue, and how fast it is"},
    [VERB_MANIFEST] = {"manifest", "PROOF [PARTS]", 1, 2, "print a proof as a LIST of parts to be checked"},
    [VERB_MERGE] = {"merge", "RESULTS OTHER ...", 2, OPERANDS_MOST, "add to RESULTS what others have found"},
};

static bool wrong(const char *format, const char *word, const char *more)
{
    char room[512];
    snprintf(room, sizeof room, format, word, more);
    ground_say("%s (try --help)", room);
    return false;
}

/* -- reading -- */

static bool set_option(struct settings *settings, const struct option *option, const char *word)
{
    void *field = (char *)settings + option->field;
    char *end;
    switch (option->kind) {
    case FLAG: *(bool *)field = true; return true;
    case WORD: *(const char **)field = word; return *word != '\0';
    case NUMBER: return wire_number_parse(word, option->low, option->high, field);
    case SECONDS:
        *(double *)field = strtod(word, &end);
        return end != word && *end == '\0' && *(double *)field > 0 && *(double *)field < 1e9;
    case ENGINE_OPTION: return engine_add_option(&settings->engine, word);
    }
    assert(!"a kind is not handled");
    return false;
}

static const struct option *find_option(enum verb verb, const char *name)
{
    for (int i = 0; i < OPTIONS; i++)
        if (strcmp(options[i].name, name) == 0 && (options[i].verbs >> verb & 1) != 0)
            return &options[i];
    return NULL;
}

/* Takes one or two words; how many, 0 if they are wrong. */
static int take_option(struct settings *settings, int count, char **words)
{
    assert(count > 0);
    const struct option *option = find_option(settings->verb, words[0]);
    if (option == NULL)
        return wrong("%s: %s does not know it", words[0], verbs[settings->verb].name);
    if (option->argument != NULL && count < 2)
        return wrong("%s wants %s", words[0], option->argument);
    if (!set_option(settings, option, option->argument == NULL ? "" : words[1])) {
        ground_say("%s wants %s, not %s", words[0], option->argument, words[1]);
        return 0;
    }
    return option->argument == NULL ? 1 : 2;
}

static bool take_words(struct settings *settings, int count, char **words)
{
    int taken;
    for (int i = 0; i < count; i += taken) {
        taken = 1;
        if (words[i][0] == '-' && words[i][1] != '\0') {
            taken = take_option(settings, count - i, words + i);
            if (taken == 0)
                return false;
        } else if (settings->count < OPERANDS_MOST) {
            settings->operands[settings->count++] = words[i];
        }
    }
    const struct verb_row *verb = &verbs[settings->verb];
    return (settings->count >= verb->least && settings->count <= verb->most) ||
           wrong("%s wants %s", verb->name, verb->operands);
}

static bool find_engine(struct settings *settings)
{
    struct string setup = settings->engine.setup;
    bool good = engine_set(&settings->engine, settings->command);
    if (setup.length > 0)
        string_add(&settings->engine.setup, setup.at, setup.length);
    string_free(&setup);
    return good || wrong("--engine %s: no command%s", settings->command, "");
}

/* What all may take is shared, unless the tables' size was said. */
static void share_memory(struct settings *settings)
{
    char option[48];
    if (settings->memory == 0 || strstr(settings->engine.setup.at, "setoption name Hash ") != NULL)
        return;
    bool is_elsewhere = settings->verb == VERB_PROVE && settings->queue != NULL; /* one a machine */
    int64_t each = settings->memory / (is_elsewhere ? 1 : settings->jobs);
    snprintf(option, sizeof option, "Hash=%lld", (long long)(each < 1 ? 1 : each));
    engine_add_option(&settings->engine, option);
}

bool settings_parse(struct settings *settings, enum verb verb, int count, char **words)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *settings = (struct settings){.verb = verb, .limit = 3600, .lease = 60};
    if (!take_words(settings, count, words) || !find_engine(settings))
        return false;
    bool is_one = (verb == VERB_PROVE && settings->queue == NULL) || cores < 1;
    settings->jobs = settings->jobs > 0 ? settings->jobs : is_one ? 1 : cores;
    if (verb != VERB_WORK)
        share_memory(settings);
    settings->verify = settings->verify || settings->proofs != NULL;
    if (settings->queue != NULL && (settings->tables != NULL || settings->part > 0))
        return wrong("%s is of this machine, not of a queue's workers%s",
                     settings->tables != NULL ? "--tables" : "--part", "");
    if (settings->tables == NULL && (settings->every > 0 || settings->least > 0))
        return wrong("%s says how --tables keeps%s", settings->every > 0 ? "--every" : "--least", "");
    settings->every = settings->every > 0 ? settings->every : 1800;
    settings->least = settings->least > 0 ? settings->least : 1;
    if (nice((int)settings->nice) == -1 && settings->nice != 0)
        ground_say("--nice %d has no effect here", (int)settings->nice);
    return true;
}

void settings_free(struct settings *settings)
{
    engine_free(&settings->engine);
}

/* -- help -- */

static void print_verbs_of(FILE *file, const struct option *option)
{
    const char *between = "";
    for (int verb = 0; verb < VERBS; verb++)
        if ((option->verbs >> verb & 1) != 0) {
            fprintf(file, "%s%s", between, verbs[verb].name);
            between = ", ";
        }
}

void settings_print_help(FILE *file)
{
    fprintf(file, "usage:\n");
    for (int verb = 0; verb < VERBS; verb++)
        if (verbs[verb].name != NULL)
            fprintf(file, "  panj-campaign %s %s\n      %s\n", verbs[verb].name, verbs[verb].operands,
                    verbs[verb].help);
    fprintf(file, "  panj-campaign --help | --version\n\noptions:\n");
    for (int i = 0; i < OPTIONS; i++) {
        const struct option *option = &options[i];
        fprintf(file, "  %s %-*s [", option->name, 20 - (int)strlen(option->name),
                option->argument == NULL ? "" : option->argument);
        print_verbs_of(file, option);
        fprintf(file, "]\n      %s\n", option->help);
    }
    fprintf(file, "\nLIST has one position a line, the words of newgame, `|`, the words of position:\n"
                  "  konane rows=6 cols=6 | startpos moves a1 b1\n"
                  "  hand seed=1..400     | startpos\n"
                  "RESULTS is a file of JSON lines; the same command goes on where it was.\n"
                  "See panj-campaign(6).\n");
}
