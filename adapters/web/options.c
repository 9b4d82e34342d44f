#include "adapters/web/options.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "adapters/wire/complain.h"
#include "adapters/wire/words.h"

enum { PORT = 8421, ENGINES = 8, ENGINES_MAX = 4096, IDLE = 600, PUBLIC_SEARCH = 60, MEBIBYTES_MAX = 65536 };

/* -- what holds without options -- */

static bool copy(char *room, size_t size, const char *word)
{
    int length = snprintf(room, size, "%s", word);
    return length > 0 && (size_t)length < size;
}

struct settings settings_default(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct settings settings = {
        .engine = "panj",
        .address = "127.0.0.1",
        .port = PORT,
        .opens = true,
        .engines = ENGINES,
        .memory = 2048,
        .idle = IDLE,
        .caps = {.hash = 512, .threads = processors > 1 ? processors : 1, .table_mb = 1024}};
    return settings;
}

/* -- one option each -- */

static bool take_port(struct settings *settings, const char *value)
{
    settings->port_is_given = true;
    return wire_number_parse(value, 0, 65535, &settings->port);
}

static bool take_engine(struct settings *settings, const char *value)
{
    return copy(settings->engine, sizeof settings->engine, value);
}

static bool take_no_open(struct settings *settings, const char *value)
{
    (void)value;
    settings->opens = false;
    return true;
}

static bool take_listen(struct settings *settings, const char *value)
{
    return copy(settings->address, sizeof settings->address, value);
}

static bool take_token(struct settings *settings, const char *value)
{
    return strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
               strlen(value) &&
           strlen(value) >= 8 && copy(settings->token, sizeof settings->token, value);
}

static bool take_match(struct settings *settings, const char *value)
{
    return copy(settings->match, sizeof settings->match, value);
}

static bool take_engines(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 1, ENGINES_MAX, &settings->engines);
}

static bool take_hash(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 1, MEBIBYTES_MAX, &settings->caps.hash);
}

static bool take_threads(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 1, 64, &settings->caps.threads);
}

static bool take_tables(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 16, MEBIBYTES_MAX, &settings->caps.table_mb);
}

static bool take_memory(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 0, 1 << 20, &settings->memory);
}

static bool take_idle(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 1, 86400, &settings->idle);
}

static bool take_search(struct settings *settings, const char *value)
{
    return wire_number_parse(value, 1, 86400, &settings->search);
}

/* -- the table -- */

static const struct option {
    const char *name;
    const char *value; /* what it wants; NULL: nothing */
    bool (*take)(struct settings *, const char *value);
    const char *help;
} options[] = {
    {"--port", "N", take_port, "to listen on (8421, or the next that is free); 0: any"},
    {"--no-open", NULL, take_no_open, "do not open the browser"},
    {"--engine", "PROGRAM", take_engine, "the engine (panj beside this program, else in PATH)"},
    {"--match", "FILE", take_match, "the store of a match of panj-referee, to be watched"},
    {"--engines", "N", take_engines, "at once, one for each open page (8)"},
    {"--hash", "MIB", take_hash, "Hash of an engine, and the most that a page may ask (512)"},
    {"--threads", "N", take_threads, "most of Threads (the processors)"},
    {"--tables", "MIB", take_tables, "TableMB likewise (1024)"},
    {"--memory", "MIB", take_memory, "address space of an engine (2048); 0: no limit"},
    {"--idle", "SECONDS", take_idle, "an engine nobody talks to ends after (600)"},
    {"--search", "SECONDS", take_search, "a search ends after (never; 60 with --listen)"},
    {"--listen", "ADDRESS", take_listen, "also for other machines; wants --token"},
    {"--token", "WORD", take_token, "that the others must know, 8 letters or more"},
};

enum { OPTIONS = sizeof options / sizeof options[0] };

static const struct option *option_find(const char *name)
{
    for (int i = 0; i < OPTIONS; i++)
        if (strcmp(options[i].name, name) == 0)
            return &options[i];
    return NULL;
}

/* Takes the option at words[0]; how many words that were, 0 with a message. */
static int option_take(struct settings *settings, int count, char **words)
{
    assert(count > 0);
    const struct option *option = option_find(words[0]);
    if (option == NULL)
        return wire_complain("panj-web", "unknown option: %s", words[0]);
    if (option->value != NULL && count < 2)
        return wire_complain("panj-web", "%s wants %s", option->name, option->value);
    const char *value = option->value == NULL ? NULL : words[1];
    if (!option->take(settings, value))
        return wire_complain("panj-web", "%s wants %s, not: %s", option->name, option->value, value);
    return option->value == NULL ? 1 : 2;
}

bool options_parse(struct settings *settings, int count, char **words)
{
    *settings = settings_default();
    for (int taken; count > 0; count -= taken, words += taken)
        if ((taken = option_take(settings, count, words)) == 0)
            return false;
    bool others = strcmp(settings->address, "127.0.0.1") != 0;
    if (others && settings->token[0] == '\0')
        return wire_complain("panj-web", "--listen wants --token, or anybody could use this machine");
    if (settings->token[0] != '\0' && settings->search == 0)
        settings->search = PUBLIC_SEARCH;
    return true;
}

void options_print_help(FILE *file)
{
    fputs("usage: panj-web [OPTION ...]\n\n"
          "Serves the page of panj on this machine, prints its address, opens the browser.\n\n",
          file);
    for (int i = 0; i < OPTIONS; i++)
        fprintf(file, "  %-10s %-8s %s\n", options[i].name, options[i].value == NULL ? "" : options[i].value,
                options[i].help);
    fputs("  --version, --help\n", file);
}
