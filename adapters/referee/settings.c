#include "adapters/referee/settings.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kept {
    struct kept *next;
    char string[];
};

char *settings_keep(struct settings *settings, const char *string)
{
    assert(string != NULL);
    size_t length = strlen(string);
    struct kept *kept = malloc(sizeof *kept + length + 1);
    if (kept == NULL) {
        fputs("panj-referee: out of memory\n", stderr);
        exit(1);
    }
    memcpy(kept->string, string, length + 1);
    kept->next = settings->kept;
    settings->kept = kept;
    return kept->string;
}

void settings_free(struct settings *settings)
{
    for (struct kept *kept = settings->kept; kept != NULL;) {
        struct kept *next = kept->next;
        free(kept);
        kept = next;
    }
    settings->kept = NULL;
}

static void describe_limits(FILE *out, const struct limits *limits)
{
    fprintf(out, " limits %" PRId64 "/%" PRId64 "+%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "%s\n",
            limits->moves_to_go, limits->base, limits->increment, limits->move_time, limits->depth,
            limits->nodes, limits->ponder ? " ponder" : "");
}

static void describe_entrant(FILE *out, const struct entrant *entrant)
{
    assert(entrant->name != NULL && entrant->command[entrant->command_count] == NULL);
    fprintf(out, "engine %s:", entrant->name);
    for (int i = 0; i < entrant->command_count; i++)
        fprintf(out, " %s", entrant->command[i]);
    for (int i = 0; i < entrant->option_count; i++) {
        const struct pair *option = &entrant->options[i];
        fprintf(out, " %.*s=%s", (int)option->name_length, option->name, option->value);
    }
    describe_limits(out, &entrant->limits);
}

/* Numbers with these signs between them, as describe_limits() writes them. */
static bool read_numbers(const char *at, const char *between, int64_t *const numbers[], int count)
{
    for (int i = 0; i < count; i++) {
        char *end;
        errno = 0;
        *numbers[i] = strtoll(at, &end, 10);
        if (end == at || errno != 0 || (i + 1 < count && *end != between[i]))
            return false;
        at = end + 1;
    }
    return true;
}

bool settings_described_limits(const char *described, int index, struct limits *limits)
{
    static const char start[] = "\nengine ", mark[] = " limits ";
    assert(index >= 0);
    for (int i = 0; i <= index && described != NULL; i++)
        if ((described = strstr(described, start)) != NULL)
            described += strlen(start);
    if (described == NULL)
        return false;
    const char *end = described + strcspn(described, "\n"), *at = NULL;
    for (const char *next = described; (next = strstr(next, mark)) != NULL && next < end;
         next += strlen(mark))
        at = next + strlen(mark); /* the last one: a name or a command may say the same */
    int64_t *const numbers[] = {&limits->moves_to_go, &limits->base,  &limits->increment,
                                &limits->move_time,   &limits->depth, &limits->nodes};
    return at != NULL && read_numbers(at, "/+   ", numbers, sizeof numbers / sizeof *numbers);
}

const char *settings_described_openings(const char *described)
{
    static const char start[] = "\nopenings ";
    const char *at = strstr(described, start);
    return at == NULL ? NULL : at + strlen(start);
}

static void describe_openings(FILE *out, const struct opening_settings *openings)
{
    fprintf(out, "openings %s %s from %" PRId64 " plies %" PRId64,
            openings->file == NULL ? "-" : openings->file,
            openings->order == ORDER_RANDOM ? "random" : "sequential", openings->start, openings->plies);
    if (openings->seed_first <= openings->seed_last)
        fprintf(out, " seeds %" PRId64 "..%" PRId64 " %s", openings->seed_first, openings->seed_last,
                openings->key == NULL ? "" : openings->key);
    fputc('\n', out);
}

char *settings_describe(const struct settings *settings)
{
    assert(settings->game != NULL);
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    fprintf(out, "game %s\n", settings->game);
    for (int i = 0; i < settings->entrant_count; i++)
        describe_entrant(out, &settings->entrants[i]);
    describe_openings(out, &settings->openings);
    fprintf(out, "%s games %" PRId64 "%s seed %" PRId64 " max plies %" PRId64 "\n",
            settings->tournament == GAUNTLET ? "gauntlet" : "roundrobin", settings->games,
            settings->repeat ? " repeat" : "", settings->seed, settings->max_plies);
    fclose(out);
    assert(text == NULL || text[length] == '\0');
    return text;
}
