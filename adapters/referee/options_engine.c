/* The words that follow -engine, -each and -arbiter. */
#include "adapters/referee/options_words.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/options.h"
#include "adapters/referee/words.h"
#include "adapters/wire/wire.h"

bool options_complain(const char *format, ...)
{
    va_list arguments;
    fputs("panj-referee: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputs(" (see panj-referee --help)\n", stderr);
    return false;
}

const char *options_value(const char *word, const char *key)
{
    assert(*key != '\0');
    size_t length = strlen(key);
    return strncmp(word, key, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

bool options_count(const char *word, const char *name, int64_t low, int64_t high, int64_t *number)
{
    assert(low <= high);
    return wire_number_parse(word, low, high, number) ||
           options_complain("%s: not a number from %lld to %lld: %s", name, (long long)low, (long long)high,
                            word);
}

/* -- one engine -- */

/* An engine that thinks just so long as it is told still needs time to say so, and its machine may be busy: with so
 * many milliseconds nobody forfeits a game for that. */
enum { MARGIN = 1000 };

struct entrant options_default_entrant(void)
{
    return (struct entrant){.greeting = GREETING_UGI, .limits.margin = MARGIN * WIRE_MILLISECOND};
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
            return options_complain("tc: bad number of moves: %s", whole);
        value = slash + 1;
    }
    const char *end;
    bool good = seconds_parse(value, &limits->base, &end);
    if (good && *end == '+')
        good = seconds_parse(end + 1, &limits->increment, &end);
    return (good && *end == '\0' && limits->base + limits->increment > 0) ||
           options_complain("bad tc=%s", whole);
}

bool options_seconds(const char *value, int64_t *microseconds)
{
    const char *end;
    return (seconds_parse(value, microseconds, &end) && *end == '\0' && *microseconds > 0) ||
           options_complain("not a time in seconds: %s", value);
}

static bool parse_margin(const char *value, int64_t *microseconds)
{
    bool good = options_count(value, "timemargin", 0, 1000000, microseconds);
    *microseconds *= WIRE_MILLISECOND;
    return good;
}

static bool parse_command(struct settings *settings, struct entrant *entrant, const char *value)
{
    assert(entrant->command_count <= COMMAND_MAX);
    const char **words = entrant->command + entrant->command_count;
    int count =
        words_split_quoted(settings_keep(settings, value), words, COMMAND_MAX - entrant->command_count);
    if (count < 0)
        return options_complain("too many words or an open quote: %s", value);
    entrant->command_count += count;
    return true;
}

static bool add_option(struct entrant *entrant, const char *name, const char *value)
{
    assert(value > name);
    if (entrant->option_count == OPTIONS_MAX)
        return options_complain("more than %d options", OPTIONS_MAX);
    entrant->options[entrant->option_count++] = (struct pair){name, (size_t)(value - name - 1), value};
    return true;
}

static bool add_environment(struct entrant *entrant, const char *pair)
{
    assert(entrant->environment_count <= OPTIONS_MAX);
    if (entrant->environment_count == OPTIONS_MAX || strchr(pair, '=') == NULL)
        return options_complain("bad env.%s", pair);
    entrant->environment[entrant->environment_count++] = pair;
    return true;
}

/* The engine that comes with the referee, under a few names. */
static bool apply_preset(struct entrant *entrant, const char *word)
{
    assert(strchr(word, '=') == NULL);
    static const char *const presets[][2] = {{"panj", NULL},
                                             {"panj-seed", "Style=seed"},
                                             {"panj-random", "Style=random"},
                                             {"panj-first", "Style=first"}};
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++) {
        const char *option = presets[i][1];
        if (strcmp(word, presets[i][0]) != 0)
            continue;
        entrant->command[entrant->command_count++] = "panj";
        entrant->name = word;
        return option == NULL || add_option(entrant, option, strchr(option, '=') + 1);
    }
    if (word[0] == '-')
        return options_complain("no such option: %s", word);
    return options_complain("not key=value, and not a preset (panj, panj-seed, panj-random, panj-first): %s",
                            word);
}

static bool parse_flag(const char *value, const char *name, bool *flag)
{
    *flag = strcmp(value, "on") == 0 || strcmp(value, "true") == 0;
    return *flag || strcmp(value, "off") == 0 || strcmp(value, "false") == 0 ||
           options_complain("%s must be on or off", name);
}

static bool parse_greeting(const char *value, enum greeting *greeting)
{
    *greeting = strcmp(value, "uci") == 0 ? GREETING_UCI : GREETING_UGI;
    return strcmp(value, "ugi") == 0 || strcmp(value, "uci") == 0 ||
           options_complain("proto must be ugi or uci");
}

static bool parse_limit_word(struct limits *limits, const char *word, bool *known)
{
    const char *value;
    if ((value = options_value(word, "tc")) != NULL)
        return parse_clock(value, limits);
    if ((value = options_value(word, "st")) != NULL)
        return options_seconds(value, &limits->move_time);
    if ((value = options_value(word, "nodes")) != NULL)
        return options_count(value, "nodes", 1, INT64_MAX, &limits->nodes);
    if ((value = options_value(word, "depth")) != NULL)
        return options_count(value, "depth", 1, 1000000, &limits->depth);
    if ((value = options_value(word, "timemargin")) != NULL)
        return parse_margin(value, &limits->margin);
    if ((value = options_value(word, "deadline")) != NULL)
        return options_seconds(value, &limits->deadline);
    if (strcmp(word, "ponder") == 0)
        return limits->ponder = true;
    *known = false;
    return true;
}

static bool parse_process_word(struct settings *settings, struct entrant *entrant, const char *word,
                               bool *known)
{
    const char *value;
    if ((value = options_value(word, "cmd")) != NULL || (value = options_value(word, "args")) != NULL)
        return parse_command(settings, entrant, value);
    if ((value = options_value(word, "dir")) != NULL)
        entrant->directory = value;
    else if ((value = options_value(word, "name")) != NULL)
        entrant->name = value;
    else if ((value = options_value(word, "stderr")) != NULL)
        entrant->errors = value;
    else if ((value = options_value(word, "proto")) != NULL)
        return parse_greeting(value, &entrant->greeting);
    else if ((value = options_value(word, "restart")) != NULL)
        return parse_flag(value, "restart", &entrant->fresh);
    else
        *known = false;
    return true;
}

bool options_entrant_word(struct settings *settings, struct entrant *entrant, const char *word)
{
    assert(word != NULL);
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
    return equals == NULL ? apply_preset(entrant, word) : options_complain("unknown engine key: %s", word);
}

bool options_parse_entrant(struct settings *settings, struct entrant *entrant, int count, char **words)
{
    for (int i = 0; i < count; i++)
        if (!options_entrant_word(settings, entrant, words[i]))
            return false;
    if (entrant->command_count == 0 && !entrant->person)
        return options_complain("an engine needs cmd=");
    if (entrant->name == NULL)
        entrant->name = entrant->person ? "person" : entrant->command[0];
    return true;
}
