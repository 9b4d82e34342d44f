#include "adapters/referee/options.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/options_words.h"
#include "adapters/referee/words.h"
#include "adapters/wire/wire.h"

/* The words of one option: they end where the next one begins. */
struct group {
    char **words;
    int count;
};

static bool parse_range(const char *value, struct opening_settings *openings)
{
    char *end;
    openings->seed_first = strtoll(value, &end, 10);
    return (end > value && strncmp(end, "..", 2) == 0 &&
            wire_number_parse(end + 2, openings->seed_first, INT64_MAX / 2, &openings->seed_last)) ||
           options_complain("seeds must be A..B: %s", value);
}

static bool parse_order(const char *value, enum opening_order *order)
{
    *order = strcmp(value, "random") == 0 ? ORDER_RANDOM : ORDER_SEQUENTIAL;
    return *order == ORDER_RANDOM || strcmp(value, "sequential") == 0 ||
           options_complain("order must be sequential or random");
}

static bool parse_opening_word(struct opening_settings *openings, const char *word)
{
    const char *value;
    if ((value = options_value(word, "file")) != NULL)
        openings->file = value;
    else if ((value = options_value(word, "key")) != NULL)
        openings->key = value;
    else if ((value = options_value(word, "order")) != NULL)
        return parse_order(value, &openings->order);
    else if ((value = options_value(word, "start")) != NULL)
        return options_count(value, "start", 1, INT32_MAX, &openings->start);
    else if ((value = options_value(word, "plies")) != NULL)
        return options_count(value, "plies", 0, 1000, &openings->plies);
    else if ((value = options_value(word, "seeds")) != NULL)
        return parse_range(value, openings);
    else
        return options_complain("unknown word after -openings: %s", word);
    return true;
}

static bool parse_openings(struct settings *settings, struct group group)
{
    for (int i = 0; i < group.count; i++)
        if (!parse_opening_word(&settings->openings, group.words[i]))
            return false;
    return true;
}

static bool parse_sprt(struct settings *settings, struct group group)
{
    struct sprt_settings *sprt = &settings->sprt;
    struct {
        const char *key;
        double *to;
    } const keys[] = {
        {"elo0", &sprt->elo0}, {"elo1", &sprt->elo1}, {"alpha", &sprt->alpha}, {"beta", &sprt->beta}};
    sprt->on = true;
    for (int i = 0; i < group.count; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
            const char *value = options_value(group.words[i], keys[k].key);
            known = known || (value != NULL && real_parse(value, keys[k].to));
        }
        if (!known)
            return options_complain("unknown word after -sprt: %s", group.words[i]);
    }
    return (sprt->elo0 < sprt->elo1 && sprt->alpha > 0 && sprt->alpha < 0.5 && sprt->beta > 0 &&
            sprt->beta < 0.5) ||
           options_complain("-sprt needs elo0 < elo1, alpha and beta between 0 and 0.5");
}

static bool parse_tournament(struct settings *settings, struct group group)
{
    assert(group.count == 1);
    const char *word = group.words[0];
    settings->tournament = strcmp(word, "gauntlet") == 0 ? GAUNTLET : ROUND_ROBIN;
    return settings->tournament == GAUNTLET || strcmp(word, "roundrobin") == 0 ||
           strcmp(word, "round-robin") == 0 || options_complain("-tournament must be roundrobin or gauntlet");
}

static bool parse_game(struct settings *settings, struct group group)
{
    assert(group.count >= 1);
    char words[8192] = "";
    for (int i = 0; i < group.count; i++) {
        if (strlen(words) + strlen(group.words[i]) + 2 > sizeof words)
            return options_complain("-game is too long");
        strcat(strcat(words, i > 0 ? " " : ""), group.words[i]);
    }
    settings->game = settings_keep(settings, words);
    return true;
}

static bool parse_rounds(struct settings *settings, struct group group)
{
    return options_count(group.words[0], "-rounds", 1, 10000000, &settings->rounds);
}

static bool parse_games(struct settings *settings, struct group group)
{
    return options_count(group.words[0], "-games", 1, 2, &settings->games);
}

static bool parse_concurrency(struct settings *settings, struct group group)
{
    return options_count(group.words[0], "-concurrency", 1, CONCURRENCY_MAX, &settings->concurrency);
}

static bool parse_seed(struct settings *settings, struct group group)
{
    return options_count(group.words[0], "-srand", 0, INT64_MAX, &settings->seed);
}

static bool parse_deadline(struct settings *settings, struct group group)
{
    return options_seconds(group.words[0], &settings->deadline);
}

static bool parse_max_plies(struct settings *settings, struct group group)
{
    return options_count(group.words[0], "-maxplies", 1, 10000000, &settings->max_plies);
}

static bool parse_database(struct settings *settings, struct group group)
{
    settings->database = group.words[0];
    return true;
}

static bool parse_queue(struct settings *settings, struct group group)
{
    settings->queue = group.words[0];
    return true;
}

static bool parse_lease(struct settings *settings, struct group group)
{
    return options_seconds(group.words[0], &settings->lease);
}

static bool parse_debug(struct settings *settings, struct group group)
{
    settings->debug = group.words[0];
    return true;
}

static bool parse_quiet(struct settings *settings, struct group group)
{
    (void)group;
    return settings->quiet = true;
}

static bool parse_strict(struct settings *settings, struct group group)
{
    (void)group;
    return settings->strict = true;
}

static bool parse_pin(struct settings *settings, struct group group)
{
    (void)group;
    return settings->pin = true;
}

static bool parse_repeat(struct settings *settings, struct group group)
{
    (void)group;
    return settings->repeat = true;
}

static bool parse_norepeat(struct settings *settings, struct group group)
{
    (void)group;
    settings->repeat = false;
    return true;
}

static bool parse_notryout(struct settings *settings, struct group group)
{
    (void)group;
    return settings->untried = true;
}

/* What others need to be told to do, this referee does always. */
static bool parse_always(struct settings *settings, struct group group)
{
    (void)settings;
    (void)group;
    return true;
}

/* Rows with parse NULL are read in a second pass, when what they refer to is known. */
static const struct option {
    const char *name;
    int low, high; /* words that follow */
    bool (*parse)(struct settings *, struct group);
    const char *help;
} options[] = {
    {"-engine", 1, 99, NULL, "KEY=VALUE...    an engine (once or more); the keys are below"},
    {"-each", 1, 99, NULL, "KEY=VALUE...    the same for every engine; its own words win"},
    {"-arbiter", 1, 99, NULL, "KEY=VALUE...    the engine that knows the rules (cmd=panj)"},
    {"-game", 1, 99, parse_game, "WORDS           as for newgame, or NAME fen FEN (konane)"},
    {"-openings", 1, 99, parse_openings,
     "KEY=VALUE...    file=F order=sequential|random start=N;\n"
     "                               plies=N; seeds=A..B key=WORD"},
    {"-rounds", 1, 1, parse_rounds, "N               rounds, each with its opening (1)"},
    {"-games", 1, 1, parse_games, "1|2             games of an encounter; 2: sides swapped (2)"},
    {"-repeat", 0, 1, parse_repeat, "                both games begin alike (as they do anyway)"},
    {"-norepeat", 0, 0, parse_norepeat, "                every game has its own opening"},
    {"-tournament", 1, 1, parse_tournament, "KIND            roundrobin, or gauntlet: first against all"},
    {"-concurrency", 1, 1, parse_concurrency, "N               games at once (1)"},
    {"-srand", 1, 1, parse_seed, "N               seed of dice, random plies and order (0)"},
    {"-sprt", 1, 4, parse_sprt, "KEY=VALUE...    elo0= elo1= alpha= beta=: stop when decided"},
    {"-deadline", 1, 1, parse_deadline, "SECONDS         for every answer that no clock rules (10)"},
    {"-maxplies", 1, 1, parse_max_plies, "N               a longer game is drawn by adjudication"},
    {"-db", 1, 1, parse_database, "FILE            the store; an existing one is resumed"},
    {"-queue", 1, 1, parse_queue, "URL             workers play it: redis://HOST, unix:PATH, @FILE"},
    {"-lease", 1, 1, parse_lease, "SECONDS         a worker silent for so long loses its games (60)"},
    {"-notryout", 0, 0, parse_notryout, "                an engine that never greets loses its games"},
    {"-recover", 0, 0, parse_always, "                engines are restarted after a fault (always so)"},
    {"-strict", 0, 0, parse_strict, "                exit status 1 if there was any incident"},
    {"-pin", 0, 0, parse_pin, "                engines of a game share a CPU of their own"},
    {"-quiet", 0, 0, parse_quiet, "                the result only"},
    {"-debug", 1, 1, parse_debug, "FILE            all traffic with times"},
};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };

static const struct option *find_option(const char *word)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (strcmp(word, options[i].name) == 0)
            return &options[i];
    return NULL;
}

/* Calls `each` for every option of the command line with its words. */
static bool walk(struct settings *settings, int count, char **words,
                 bool (*each)(struct settings *, const struct option *, struct group))
{
    assert(count >= 0);
    for (int i = 0; i < count;) {
        const struct option *option = find_option(words[i]);
        if (option == NULL)
            return options_complain("no such option: %s", words[i]);
        struct group group = {words + i + 1, 0};
        while (i + 1 + group.count < count && find_option(group.words[group.count]) == NULL)
            group.count++;
        if (group.count < option->low || group.count > option->high)
            return options_complain("%s: wrong number of words after it", option->name);
        if (!each(settings, option, group))
            return false;
        i += 1 + group.count;
    }
    return true;
}

static bool is_named(const struct option *option, const char *name)
{
    return strcmp(option->name, name) == 0;
}

static bool first_pass(struct settings *settings, const struct option *option, struct group group)
{
    if (option->parse != NULL)
        return option->parse(settings, group);
    if (!is_named(option, "-engine"))
        return true;
    if (settings->entrant_count == ENTRANTS_MAX)
        return options_complain("more than %d engines", ENTRANTS_MAX);
    settings->entrants[settings->entrant_count++] = options_default_entrant();
    return true;
}

static bool second_pass(struct settings *settings, const struct option *option, struct group group)
{
    assert(settings->entrant_count <= ENTRANTS_MAX);
    for (int i = 0; i < settings->entrant_count && is_named(option, "-each"); i++)
        for (int k = 0; k < group.count; k++)
            if (!options_entrant_word(settings, &settings->entrants[i], group.words[k]))
                return false;
    return true;
}

static bool third_pass(struct settings *settings, const struct option *option, struct group group)
{
    assert(settings->entrant_count < ENTRANTS_MAX || !is_named(option, "-engine"));
    if (is_named(option, "-arbiter"))
        return options_parse_entrant(settings, &settings->arbiter, group.count, group.words);
    if (!is_named(option, "-engine"))
        return true;
    struct entrant *entrant = &settings->entrants[settings->entrant_count++];
    return options_parse_entrant(settings, entrant, group.count, group.words);
}

/* Two engines of one name would be one in every table: the later ones get a number. */
static void make_names_unique(struct settings *settings)
{
    for (int i = 1; i < settings->entrant_count; i++)
        for (int j = 0; j < i; j++) {
            struct entrant *entrant = &settings->entrants[i];
            if (strcmp(entrant->name, settings->entrants[j].name) != 0)
                continue;
            char name[256];
            snprintf(name, sizeof name, "%.200s (%d)", entrant->name, i + 1);
            entrant->name = settings_keep(settings, name);
            j = -1;
        }
}

static void complete_deadline(struct limits *limits, int64_t deadline)
{
    if (limits->deadline == 0)
        limits->deadline = deadline;
}

static bool complete(struct settings *settings)
{
    assert(settings->entrant_count <= ENTRANTS_MAX);
    if (settings->entrant_count == 0)
        return options_complain("no -engine");
    for (int i = 0; i < settings->entrant_count; i++)
        complete_deadline(&settings->entrants[i].limits, settings->deadline);
    complete_deadline(&settings->arbiter.limits, settings->deadline);
    struct entrant *arbiter = &settings->arbiter;
    if (arbiter->command_count == 0)
        arbiter->command[arbiter->command_count++] = "panj";
    arbiter->name = "arbiter";
    for (int i = 0; i < settings->entrant_count; i++)
        if (settings->entrants[i].person && settings->concurrency > 1)
            return options_complain("a person plays one game at a time");
    for (int i = 0; i < settings->entrant_count; i++)
        if (settings->entrants[i].person && settings->queue != NULL)
            return options_complain("a person plays here, not over a queue");
    if (settings->sprt.on && settings->entrant_count != 2)
        return options_complain("-sprt is for two engines");
    make_names_unique(settings);
    return true;
}

bool options_parse(struct settings *settings, int count, char **words)
{
    *settings = (struct settings){
        .game = "konane",
        .arbiter = options_default_entrant(),
        .openings = {.start = 1, .seed_first = 1, .seed_last = 0},
        .sprt = {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05},
        .rounds = 1,
        .games = 2,
        .concurrency = 1,
        .deadline = 10 * WIRE_SECOND,
        .lease = 60 * WIRE_SECOND,
        .repeat = true,
    };
    if (!walk(settings, count, words, first_pass) || !walk(settings, count, words, second_pass))
        return false;
    settings->entrant_count = 0; /* counted again, in the same order */
    return walk(settings, count, words, third_pass) && complete(settings);
}

void options_print_help(FILE *out)
{
    fputs("panj-referee: matches between programs that speak UGI, in any of the games\n\n"
          "  panj-referee [OPTION...]          play a match, or go on with one\n"
          "  panj-referee work OPTION...       play games of what the same options post\n"
          "  panj-referee export FILE [record] the games, as JSON lines or to be read\n"
          "  panj-referee import FILE          make a store of JSON lines from stdin\n"
          "  panj-referee report FILE [page=FILE] [KEY=VALUE...]\n"
          "                                    tables, and a page of HTML beside the store\n"
          "  panj-referee check FILE [KEY=VALUE...]\n"
          "                                    replay every game with the arbiter\n\n",
          out);
    for (int i = 0; i < OPTION_COUNT; i++)
        fprintf(out, "  %-13s%s\n", options[i].name, options[i].help);
    fputs("\nAn engine: cmd=\"PROGRAM [ARGUMENTS]\", or panj, panj-seed, panj-random,\n"
          "panj-first, or person, and\n"
          "  name=NAME args=WORDS dir=DIRECTORY env.NAME=VALUE stderr=FILE\n"
          "  proto=ugi|uci restart=on|off option.NAME=VALUE nodes=N depth=N\n"
          "  tc=[MOVES/]TIME[+INCREMENT] st=SECONDS timemargin=MS deadline=SECONDS ponder\n"
          "\nExit status: 0 done, 1 error (or an incident under -strict), 2 bad command,\n"
          "3 stopped.\n",
          out);
}
