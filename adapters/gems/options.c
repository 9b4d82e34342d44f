#include "adapters/gems/options.h"

#include <assert.h>
#include <string.h>

#include "adapters/gems/config.h"
#include "adapters/gems/words.h"
#include "adapters/wire/complain.h"

/* -- one option each -- */

static bool take_port(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 0, 65535, &settings->port);
}

static bool take_timeout(struct settings *settings, const char *value)
{
    return seconds_parse(value, &settings->timeout);
}

static bool take_patience(struct settings *settings, const char *value)
{
    return seconds_parse(value, &settings->patience);
}

static bool take_barbed(struct settings *settings, const char *value)
{
    settings->barbed_turn = strcmp(value, "turn") == 0;
    return settings->barbed_turn || strcmp(value, "entry") == 0;
}

static bool take_pairs(struct settings *settings, const char *value)
{
    return value[0] != '\0' && strspn(value, "-,0123456789") == strlen(value) &&
           settings_copy(settings->pairs, sizeof settings->pairs, value);
}

static bool take_slip(struct settings *settings, const char *value)
{
    return slips_parse(&settings->slips, value);
}

static bool take_teleport(struct settings *settings, const char *value)
{
    bool noop = strcmp(value, "noop") == 0;
    if (noop)
        settings->slips = slips_of_teleports();
    return noop || strcmp(value, "off") == 0;
}

static bool take_seed(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 0, INT32_MAX, &settings->seed);
}

static bool take_engine(struct settings *settings, const char *value)
{
    return settings_set_engine(settings, value);
}

static bool take_remote(struct settings *settings, const char *value)
{
    (void)value;
    return settings->allow_remote = true;
}

static bool take_address(struct settings *settings, const char *value)
{
    return settings_copy(settings->host, sizeof settings->host, value);
}

static bool take_map(struct settings *settings, const char *value)
{
    return settings_copy(settings->map, sizeof settings->map, value);
}

static bool take_players(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 1, PLAYERS, &settings->players);
}

static bool take_turns(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 1, INIT_TURNS_MAX, &settings->turns);
}

static bool take_seat(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 1, PLAYERS, &settings->seat);
}

static bool take_init(struct settings *settings, const char *value)
{
    settings->format = strcmp(value, "json") == 0 ? INIT_JSON : INIT_TEXT;
    return settings->format == INIT_JSON || strcmp(value, "text") == 0;
}

static bool take_score(struct settings *settings, const char *value)
{
    return wire_number_parse(value, -INIT_SCORE_MAX, INIT_SCORE_MAX, &settings->init_score);
}

static bool take_rounds(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 1, ROUNDS_MAX, &settings->rounds);
}

static bool take_random(struct settings *settings, const char *value)
{
    (void)value;
    return settings->random = true;
}

static bool take_config(struct settings *settings, const char *value)
{
    return settings_copy(settings->config, sizeof settings->config, value);
}

static bool take_log(struct settings *settings, const char *value)
{
    return settings_copy(settings->log, sizeof settings->log, value);
}

static bool take_show(struct settings *settings, const char *value)
{
    (void)value;
    return settings->show = true;
}

static bool take_once(struct settings *settings, const char *value)
{
    (void)value;
    return settings->once = true;
}

/* -- the table -- */

static const struct option {
    const char *name;
    const char *value; /* what it wants; NULL: nothing */
    int verbs;         /* of enum verb */
    bool (*take)(struct settings *, const char *value);
    const char *help;
} options[] = {
    {"--timeout", "SECONDS", VERB_PLAY | VERB_SERVE, take_timeout, "a player has for an answer (1)"},
    {"--patience", "SECONDS", VERB_PLAY | VERB_SERVE, take_patience, "for a CONFIRM, a silent server (10)"},
    {"--barbed", "entry|turn", VERB_PLAY | VERB_SERVE, take_barbed,
     "when wire costs (entry, as the course's)"},
    {"--pairs", "N,N,...", VERB_PLAY | VERB_SERVE, take_pairs, "another table of points, 20 numbers"},
    {"--slip", "off|course|TABLE", VERB_PLAY | VERB_SERVE, take_slip, "what becomes of actions (off)"},
    {"--teleport", "off|noop", VERB_PLAY | VERB_SERVE, take_teleport, "noop on a T leads to another T (off)"},
    {"--engine", "CMD", VERB_PLAY | VERB_SERVE, take_engine, "what thinks and judges (panj)"},
    {"--allow-remote", NULL, VERB_PLAY | VERB_SERVE, take_remote, "also hosts that are not this one"},
    {"--seat", "1|2", VERB_SERVE, take_seat, "the engine plays this seat"},
    {"--address", "ADDRESS", VERB_SERVE, take_address, "to listen on (127.0.0.1)"},
    {"--port", "N", VERB_SERVE, take_port, "to listen on (9921); 0: any that is free"},
    {"--map", "FILE|NAME", VERB_SERVE, take_map, "a map file or a map of panj's (orchard)"},
    {"--players", "1|2", VERB_SERVE, take_players, "how many play (1)"},
    {"--turns", "N", VERB_SERVE, take_turns, "of a game (100)"},
    {"--init", "text|json", VERB_SERVE, take_init, "the first line (json with a table to tell)"},
    {"--init-score", "N", VERB_SERVE, take_score, "everyone begins with (0)"},
    {"--rounds", "N", VERB_SERVE, take_rounds, "games of the same players (1)"},
    {"--random", NULL, VERB_SERVE, take_random, "players begin in corners drawn by lot"},
    {"--seed", "N", VERB_SERVE, take_seed, "of all lots (another each time)"},
    {"--config", "FILE", VERB_SERVE, take_config, "the course's config.json; other options win"},
    {"--log", "DIR", VERB_SERVE, take_log, "write every game as JSON, and outs.txt"},
    {"--show", NULL, VERB_SERVE, take_show, "draw every position at this terminal"},
    {"--once", NULL, VERB_SERVE, take_once, "leave after one match"},
};

enum { OPTIONS = sizeof options / sizeof options[0] };

static const struct option *option_find(const char *name, enum verb verb)
{
    for (int i = 0; i < OPTIONS; i++)
        if (strcmp(options[i].name, name) == 0 && (options[i].verbs & (int)verb) != 0)
            return &options[i];
    return NULL;
}

/* Takes the option at words[0]; how many words that were, 0 with a message. */
static int option_take(struct settings *settings, enum verb verb, int count, char **words)
{
    assert(count > 0);
    const struct option *option = option_find(words[0], verb);
    if (option == NULL)
        return wire_complain("panj-gems", "unknown option: %s", words[0]);
    if (option->value != NULL && count < 2)
        return wire_complain("panj-gems", "%s wants %s", option->name, option->value);
    const char *value = option->value == NULL ? NULL : words[1];
    if (!option->take(settings, value))
        return wire_complain("panj-gems", "%s wants %s, not: %s", option->name, option->value, value);
    return option->value == NULL ? 1 : 2;
}

static bool options_take_all(struct settings *settings, enum verb verb, int count, char **words)
{
    for (int taken; count > 0; count -= taken, words += taken)
        if ((taken = option_take(settings, verb, count, words)) == 0)
            return false;
    return true;
}

static bool options_take_config(struct settings *settings)
{
    char why[256];
    return settings->config[0] == '\0' || config_read(settings, settings->config, why, sizeof why) ||
           wire_complain("panj-gems", "%s: %s", settings->config, why);
}

static bool options_parse_serve(struct settings *settings, int count, char **words)
{
    if (!options_take_all(settings, VERB_SERVE, count, words))
        return false;
    if (settings->config[0] != '\0' &&
        (!options_take_config(settings) || !options_take_all(settings, VERB_SERVE, count, words)))
        return false;
    if (settings->format == INIT_FITTING)
        settings->format = slips_are_certain(&settings->slips) ? INIT_TEXT : INIT_JSON;
    if (settings->players == PLAYERS && slips_are_drawn(&settings->slips))
        return wire_complain("panj-gems", "slips are for one player");
    return settings->seat <= settings->players ||
           wire_complain("panj-gems", "--seat %d: there is one player", (int)settings->seat);
}

static bool options_parse_play(struct settings *settings, int count, char **words)
{
    if (count < 2 || words[0][0] == '-' || !take_address(settings, words[0]) ||
        !take_port(settings, words[1]) || settings->port == 0)
        return wire_complain("panj-gems", "play wants HOST PORT");
    return options_take_all(settings, VERB_PLAY, count - 2, words + 2);
}

bool options_parse(struct settings *settings, enum verb verb, int count, char **words)
{
    *settings = settings_default();
    settings_set_engine(settings, "panj");
    return verb == VERB_PLAY ? options_parse_play(settings, count, words)
                             : options_parse_serve(settings, count, words);
}

static void print_verb(FILE *file, enum verb verb)
{
    for (int i = 0; i < OPTIONS; i++)
        if ((options[i].verbs & (int)verb) != 0)
            fprintf(file, "  %-14s %-16s %s\n", options[i].name,
                    options[i].value == NULL ? "" : options[i].value, options[i].help);
}

void options_print_help(FILE *file)
{
    fputs("panj-gems: the courses' game of gems over TCP\n\n"
          "panj-gems play HOST PORT [OPTION ...]   join a server as a player\n",
          file);
    print_verb(file, VERB_PLAY);
    fputs("\npanj-gems serve [OPTION ...]            be the server\n", file);
    print_verb(file, VERB_SERVE);
}
