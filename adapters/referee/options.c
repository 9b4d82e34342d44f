#include "adapters/referee/options.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/words.h"
#include "adapters/wire/wire.h"

/* The words of one option: they end where the next one begins. */
struct group {
    char **words;
    int count;
};

static bool complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

static bool complain(const char *format, ...)
{
    va_list arguments;
    fputs("panj-referee: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputs(" (see panj-referee --help)\n", stderr);
    return false;
}

/* The value if `word` is key=value, else NULL. */
static const char *value_of(const char *word, const char *key)
{
    size_t length = strlen(key);
    return strncmp(word, key, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

static bool parse_count(const char *word, const char *name, int64_t low, int64_t high, int64_t *number)
{
    return number_parse(word, low, high, number) ||
           complain("%s: not a number from %lld to %lld: %s", name, (long long)low, (long long)high, word);
}

/* -- one engine ---------------------------------------------------------------------------------------------
 */

struct entrant options_default_entrant(void)
{
    return (struct entrant){.greeting = GREETING_UGI};
}

/* 40/60+0.6, 10+0.1, 1:30, inf */
static bool parse_clock(const char *value, struct limits *limits)
{
    const char *whole = value;
    if (strcmp(value, "inf") == 0)
        return true;
    const char *slash = strchr(value, '/');
    if (slash != NULL) {
        char *end;
        limits->moves_to_go = strtoll(value, &end, 10);
        if (end != slash || limits->moves_to_go < 1 || limits->moves_to_go > 100000)
            return complain("tc: bad number of moves: %s", whole);
        value = slash + 1;
    }
    const char *end;
    bool good = seconds_parse(value, &limits->base, &end);
    if (good && *end == '+')
        good = seconds_parse(end + 1, &limits->increment, &end);
    return (good && *end == '\0' && limits->base + limits->increment > 0) || complain("bad tc=%s", whole);
}

static bool parse_seconds(const char *value, int64_t *microseconds)
{
    const char *end;
    return (seconds_parse(value, microseconds, &end) && *end == '\0' && *microseconds > 0) ||
           complain("not a time in seconds: %s", value);
}

static bool parse_margin(const char *value, int64_t *microseconds)
{
    bool good = parse_count(value, "timemargin", 0, 1000000, microseconds);
    *microseconds *= WIRE_MILLISECOND;
    return good;
}

static bool parse_command(struct settings *settings, struct entrant *entrant, const char *value)
{
    const char **words = entrant->command + entrant->command_count;
    int count =
        words_split_quoted(settings_keep(settings, value), words, COMMAND_MAX - entrant->command_count);
    if (count < 0)
        return complain("too many words or an open quote: %s", value);
    entrant->command_count += count;
    return true;
}

static bool add_option(struct entrant *entrant, const char *name, const char *value)
{
    assert(value > name);
    if (entrant->option_count == OPTIONS_MAX)
        return complain("more than %d options", OPTIONS_MAX);
    entrant->options[entrant->option_count++] = (struct pair){name, (size_t)(value - name - 1), value};
    return true;
}

static bool add_environment(struct entrant *entrant, const char *pair)
{
    if (entrant->environment_count == OPTIONS_MAX || strchr(pair, '=') == NULL)
        return complain("bad env.%s", pair);
    entrant->environment[entrant->environment_count++] = pair;
    return true;
}

/* The engine that comes with the referee, under a few names. */
static bool apply_preset(struct entrant *entrant, const char *word)
{
    static const char *const presets[][2] = {{"panj", NULL},
                                             {"panj-seed", "Style=seed"},
                                             {"panj-random", "Style=random"},
                                             {"panj-first", "Style=first"}};
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++) {
        const char *option = presets[i][1];
        if (strcmp(word, presets[i][0]) != 0)
            continue;
        entrant->command[entrant->command_count++] = "./panj";
        entrant->name = word;
        return option == NULL || add_option(entrant, option, strchr(option, '=') + 1);
    }
    return complain("not key=value, and not a preset (panj, panj-seed, panj-random, panj-first): %s", word);
}

static bool parse_flag(const char *value, const char *name, bool *flag)
{
    *flag = strcmp(value, "on") == 0 || strcmp(value, "true") == 0;
    return *flag || strcmp(value, "off") == 0 || strcmp(value, "false") == 0 ||
           complain("%s must be on or off", name);
}

static bool parse_greeting(const char *value, enum greeting *greeting)
{
    *greeting = strcmp(value, "uci") == 0 ? GREETING_UCI : GREETING_UGI;
    return strcmp(value, "ugi") == 0 || strcmp(value, "uci") == 0 || complain("proto must be ugi or uci");
}

static bool parse_limit_word(struct limits *limits, const char *word, bool *known)
{
    const char *value;
    if ((value = value_of(word, "tc")) != NULL)
        return parse_clock(value, limits);
    if ((value = value_of(word, "st")) != NULL)
        return parse_seconds(value, &limits->move_time);
    if ((value = value_of(word, "nodes")) != NULL)
        return parse_count(value, "nodes", 1, INT64_MAX, &limits->nodes);
    if ((value = value_of(word, "depth")) != NULL)
        return parse_count(value, "depth", 1, 1000000, &limits->depth);
    if ((value = value_of(word, "timemargin")) != NULL)
        return parse_margin(value, &limits->margin);
    if ((value = value_of(word, "deadline")) != NULL)
        return parse_seconds(value, &limits->deadline);
    if (strcmp(word, "ponder") == 0)
        return limits->ponder = true;
    *known = false;
    return true;
}

static bool parse_process_word(struct settings *settings, struct entrant *entrant, const char *word,
                               bool *known)
{
    const char *value;
    if ((value = value_of(word, "cmd")) != NULL || (value = value_of(word, "args")) != NULL)
        return parse_command(settings, entrant, value);
    if ((value = value_of(word, "dir")) != NULL)
        entrant->directory = value;
    else if ((value = value_of(word, "name")) != NULL)
        entrant->name = value;
    else if ((value = value_of(word, "stderr")) != NULL)
        entrant->errors = value;
    else if ((value = value_of(word, "proto")) != NULL)
        return parse_greeting(value, &entrant->greeting);
    else if ((value = value_of(word, "restart")) != NULL)
        return parse_flag(value, "restart", &entrant->fresh);
    else
        *known = false;
    return true;
}

static bool parse_entrant_word(struct settings *settings, struct entrant *entrant, const char *word)
{
    bool known = true;
    bool good = parse_process_word(settings, entrant, word, &known);
    if (!good || known)
        return good;
    known = true;
    good = parse_limit_word(&entrant->limits, word, &known);
    if (!good || known)
        return good;
    const char *equals = strchr(word, '=');
    if (strncmp(word, "option.", 7) == 0 && equals != NULL && equals > word + 7)
        return add_option(entrant, word + 7, equals + 1);
    if (strncmp(word, "env.", 4) == 0)
        return add_environment(entrant, word + 4);
    if (strcmp(word, "person") == 0)
        return entrant->person = true;
    return equals == NULL ? apply_preset(entrant, word) : complain("unknown engine key: %s", word);
}

bool options_parse_entrant(struct settings *settings, struct entrant *entrant, int count, char **words)
{
    for (int i = 0; i < count; i++)
        if (!parse_entrant_word(settings, entrant, words[i]))
            return false;
    if (entrant->command_count == 0 && !entrant->person)
        return complain("an engine needs cmd=");
    if (entrant->name == NULL)
        entrant->name = entrant->person ? "person" : entrant->command[0];
    return true;
}

/* -- the match ----------------------------------------------------------------------------------------------
 */

static bool parse_range(const char *value, struct opening_settings *openings)
{
    char *end;
    openings->seed_first = strtoll(value, &end, 10);
    return (end > value && strncmp(end, "..", 2) == 0 &&
            number_parse(end + 2, openings->seed_first, INT64_MAX / 2, &openings->seed_last)) ||
           complain("seeds must be A..B: %s", value);
}

static bool parse_order(const char *value, enum opening_order *order)
{
    *order = strcmp(value, "random") == 0 ? ORDER_RANDOM : ORDER_SEQUENTIAL;
    return *order == ORDER_RANDOM || strcmp(value, "sequential") == 0 ||
           complain("order must be sequential or random");
}

static bool parse_opening_word(struct opening_settings *openings, const char *word)
{
    const char *value;
    if ((value = value_of(word, "file")) != NULL)
        openings->file = value;
    else if ((value = value_of(word, "key")) != NULL)
        openings->key = value;
    else if ((value = value_of(word, "order")) != NULL)
        return parse_order(value, &openings->order);
    else if ((value = value_of(word, "start")) != NULL)
        return parse_count(value, "start", 1, INT32_MAX, &openings->start);
    else if ((value = value_of(word, "plies")) != NULL)
        return parse_count(value, "plies", 0, 1000, &openings->plies);
    else if ((value = value_of(word, "seeds")) != NULL)
        return parse_range(value, openings);
    else
        return complain("unknown word after -openings: %s", word);
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
            const char *value = value_of(group.words[i], keys[k].key);
            known = known || (value != NULL && real_parse(value, keys[k].to));
        }
        if (!known)
            return complain("unknown word after -sprt: %s", group.words[i]);
    }
    return (sprt->elo0 < sprt->elo1 && sprt->alpha > 0 && sprt->alpha < 0.5 && sprt->beta > 0 &&
            sprt->beta < 0.5) ||
           complain("-sprt needs elo0 < elo1, alpha and beta between 0 and 0.5");
}

static bool parse_tournament(struct settings *settings, struct group group)
{
    const char *word = group.words[0];
    settings->tournament = strcmp(word, "gauntlet") == 0 ? GAUNTLET : ROUND_ROBIN;
    return settings->tournament == GAUNTLET || strcmp(word, "roundrobin") == 0 ||
           strcmp(word, "round-robin") == 0 || complain("-tournament must be roundrobin or gauntlet");
}

static bool parse_game(struct settings *settings, struct group group)
{
    char words[8192] = "";
    for (int i = 0; i < group.count; i++) {
        if (strlen(words) + strlen(group.words[i]) + 2 > sizeof words)
            return complain("-game is too long");
        strcat(strcat(words, i > 0 ? " " : ""), group.words[i]);
    }
    settings->game = settings_keep(settings, words);
    return true;
}

static bool parse_rounds(struct settings *settings, struct group group)
{
    return parse_count(group.words[0], "-rounds", 1, 10000000, &settings->rounds);
}

static bool parse_games(struct settings *settings, struct group group)
{
    return parse_count(group.words[0], "-games", 1, 2, &settings->games);
}

static bool parse_concurrency(struct settings *settings, struct group group)
{
    return parse_count(group.words[0], "-concurrency", 1, CONCURRENCY_MAX, &settings->concurrency);
}

static bool parse_seed(struct settings *settings, struct group group)
{
    return parse_count(group.words[0], "-srand", 0, INT64_MAX, &settings->seed);
}

static bool parse_deadline(struct settings *settings, struct group group)
{
    return parse_seconds(group.words[0], &settings->deadline);
}

static bool parse_max_plies(struct settings *settings, struct group group)
{
    return parse_count(group.words[0], "-maxplies", 1, 10000000, &settings->max_plies);
}

static bool parse_database(struct settings *settings, struct group group)
{
    settings->database = group.words[0];
    return true;
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
    {"-arbiter", 1, 99, NULL, "KEY=VALUE...    the engine that knows the rules (cmd=./panj)"},
    {"-game", 1, 99, parse_game, "WORDS           game and variant as for newgame, or NAME fen FEN (konane)"},
    {"-openings", 1, 99, parse_openings,
     "KEY=VALUE...    file=F order=sequential|random start=N; plies=N; seeds=A..B key=WORD"},
    {"-rounds", 1, 1, parse_rounds, "N               rounds, each with its opening (1)"},
    {"-games", 1, 1, parse_games, "1|2             games of an encounter; 2: sides swapped (2)"},
    {"-repeat", 0, 1, parse_repeat,
     "                both games from the same opening and dice (as it is anyway)"},
    {"-norepeat", 0, 0, parse_norepeat, "                every game has its own opening"},
    {"-tournament", 1, 1, parse_tournament,
     "KIND            roundrobin, or gauntlet: the first against all others"},
    {"-concurrency", 1, 1, parse_concurrency, "N               games at once (1)"},
    {"-srand", 1, 1, parse_seed, "N               seed of dice, random plies and order (0)"},
    {"-sprt", 1, 4, parse_sprt, "KEY=VALUE...    elo0= elo1= alpha= beta=: stop when one hypothesis holds"},
    {"-deadline", 1, 1, parse_deadline, "SECONDS         for every answer that no clock rules (10)"},
    {"-maxplies", 1, 1, parse_max_plies, "N               a longer game is drawn by adjudication"},
    {"-db", 1, 1, parse_database, "FILE            the store; an existing one is resumed"},
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
    for (int i = 0; i < count;) {
        const struct option *option = find_option(words[i]);
        if (option == NULL)
            return complain("unknown option: %s", words[i]);
        struct group group = {words + i + 1, 0};
        while (i + 1 + group.count < count && find_option(group.words[group.count]) == NULL)
            group.count++;
        if (group.count < option->low || group.count > option->high)
            return complain("%s: wrong number of words after it", option->name);
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
        return complain("more than %d engines", ENTRANTS_MAX);
    settings->entrants[settings->entrant_count++] = options_default_entrant();
    return true;
}

static bool second_pass(struct settings *settings, const struct option *option, struct group group)
{
    for (int i = 0; i < settings->entrant_count && is_named(option, "-each"); i++)
        for (int k = 0; k < group.count; k++)
            if (!parse_entrant_word(settings, &settings->entrants[i], group.words[k]))
                return false;
    return true;
}

static bool third_pass(struct settings *settings, const struct option *option, struct group group)
{
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
    if (settings->entrant_count == 0)
        return complain("no -engine");
    for (int i = 0; i < settings->entrant_count; i++)
        complete_deadline(&settings->entrants[i].limits, settings->deadline);
    complete_deadline(&settings->arbiter.limits, settings->deadline);
    struct entrant *arbiter = &settings->arbiter;
    if (arbiter->command_count == 0)
        arbiter->command[arbiter->command_count++] = "./panj";
    arbiter->name = "arbiter";
    for (int i = 0; i < settings->entrant_count; i++)
        if (settings->entrants[i].person && settings->concurrency > 1)
            return complain("a person plays one game at a time");
    if (settings->sprt.on && settings->entrant_count != 2)
        return complain("-sprt is for two engines");
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
        .repeat = true,
    };
    if (!walk(settings, count, words, first_pass) || !walk(settings, count, words, second_pass))
        return false;
    settings->entrant_count = 0; /* counted again, in the same order */
    return walk(settings, count, words, third_pass) && complete(settings);
}

void options_print_help(FILE *out)
{
    fputs("panj-referee: matches between any programs that speak UGI, for every game the arbiter knows\n\n"
          "  panj-referee [OPTION...]          play a match, or go on with one\n"
          "  panj-referee export FILE [record] the games, as JSON lines or as readable records\n"
          "  panj-referee import FILE          make a store of JSON lines from stdin\n"
          "  panj-referee report FILE [KEY=VALUE...]  tables, and a page of HTML beside the store\n"
          "  panj-referee check FILE [KEY=VALUE...]   replay every game with the arbiter\n\n",
          out);
    for (int i = 0; i < OPTION_COUNT; i++)
        fprintf(out, "  %-13s%s\n", options[i].name, options[i].help);
    fputs("\nAn engine: cmd=\"PROGRAM [ARGUMENTS]\", or panj, panj-seed, panj-random, panj-first, or person, "
          "and\n"
          "  name=NAME args=WORDS dir=DIRECTORY env.NAME=VALUE stderr=FILE proto=ugi|uci restart=on|off\n"
          "  option.NAME=VALUE tc=[MOVES/]TIME[+INCREMENT] st=SECONDS nodes=N depth=N timemargin=MS\n"
          "  deadline=SECONDS ponder\n"
          "\nExit status: 0 done, 1 error (or an incident under -strict), 2 bad command line, 3 stopped.\n",
          out);
}
