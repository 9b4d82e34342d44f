#include "adapters/campaign/record.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/campaign/json.h"

struct record record_make(const char *position)
{
    return (struct record){.position = ground_copy(position),
                           .outcome = ground_copy("open"),
                           .score = ground_copy(""),
                           .best = ground_copy(""),
                           .proof = ground_copy(""),
                           .note = ground_copy("")};
}

void record_set(char **field, const char *text)
{
    char *copy = ground_copy(text);
    free(*field);
    *field = copy;
}

void record_free(struct record *record)
{
    char *const texts[] = {record->position, record->outcome, record->score,
                           record->best,     record->proof,   record->note};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free(texts[i]);
    *record = (struct record){0};
}

static void write_text(struct string *line, const char *name, const char *text)
{
    string_print(line, ", \"%s\": ", name);
    json_put_text(line, text);
}

void record_write(const struct record *record, struct string *line)
{
    assert(record->position != NULL && record->outcome != NULL);
    string_print(line, "{\"position\": ");
    json_put_text(line, record->position);
    write_text(line, "outcome", record->outcome);
    write_text(line, "score", record->score);
    write_text(line, "best", record->best);
    string_print(line, ", \"nodes\": %" PRIu64, record->nodes);
    if (record->verified != VERIFIED_NOT_ASKED)
        string_print(line, ", \"verified\": %s", record->verified == VERIFIED_YES ? "true" : "false");
    if (*record->proof != '\0')
        write_text(line, "proof", record->proof);
    if (*record->note != '\0')
        write_text(line, "note", record->note);
    string_print(line, ", \"wall\": %.3f, \"cpu\": %.3f, \"mib\": %" PRId64 "}", record->wall, record->cpu,
                 record->mib);
}

/* -- reading -- */

static void read_text(struct json *json, char **field)
{
    struct string text = {0};
    json_get_text(json, &text);
    record_set(field, text.at);
    string_free(&text);
}

static void read_member(struct json *json, const char *name, struct record *record)
{
    const struct {
        const char *name;
        char **field;
    } texts[] = {{"position", &record->position}, {"outcome", &record->outcome}, {"score", &record->score},
                 {"best", &record->best},         {"proof", &record->proof},     {"note", &record->note}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(name, texts[i].name) == 0) {
            read_text(json, texts[i].field);
            return;
        }
    if (strcmp(name, "nodes") == 0)
        record->nodes = (uint64_t)json_get_number(json);
    else if (strcmp(name, "verified") == 0)
        record->verified = json_get_bool(json) ? VERIFIED_YES : VERIFIED_NO;
    else if (strcmp(name, "wall") == 0)
        record->wall = json_get_number(json);
    else if (strcmp(name, "cpu") == 0)
        record->cpu = json_get_number(json);
    else if (strcmp(name, "mib") == 0)
        record->mib = (int64_t)json_get_number(json);
    else
        json_skip(json);
}

bool record_read(struct record *record, const char *line, size_t length)
{
    struct json json = json_read(line, length);
    struct string text = {0};
    *record = record_make("");
    json_open(&json, '{');
    while (!json.bad && json_member(&json, &text))
        read_member(&json, text.at, record);
    string_clear(&text);
    bool good = json_ended(&json) && position_normalize(record->position, &text);
    if (good)
        record_set(&record->position, text.at);
    else
        record_free(record);
    string_free(&text);
    return good;
}

bool record_is_proven(const struct record *record)
{
    return strcmp(record->outcome, "proven") == 0;
}

bool record_is_open(const struct record *record)
{
    return strcmp(record->outcome, "open") == 0;
}

bool record_tells_winner_alone(const struct record *record)
{
    return strncmp(record->score, "mate ", strlen("mate ")) == 0;
}

/* 0: nothing was found, 1: who wins, and more if also by how much, or if the proof was verified. */
static int record_weight(const struct record *record)
{
    return !record_is_proven(record)
               ? 0
               : 1 + (record->verified == VERIFIED_YES) + !record_tells_winner_alone(record);
}

bool record_gives_way(const struct record *record, const struct record *other)
{
    assert(strcmp(record->position, other->position) == 0);
    return record_weight(other) >= record_weight(record);
}

/* -- the name of a position -- */

static void add_words(struct string *text, const char *from, size_t length)
{
    static const char blanks[] = " \t\r\n";
    const char *end = from + length;
    while (from < end) {
        from += strspn(from, blanks);
        size_t word = strcspn(from, blanks);
        word = from >= end ? 0 : (size_t)(end - from) < word ? (size_t)(end - from) : word;
        if (word > 0)
            string_print(text, "%s%.*s", text->length == 0 ? "" : " ", (int)word, from);
        from += word == 0 ? 1 : word;
    }
}

bool position_normalize(const char *line, struct string *position)
{
    const char *bar = strchr(line, '|');
    string_clear(position);
    if (bar == NULL || strchr(bar + 1, '|') != NULL)
        return false;
    add_words(position, line, (size_t)(bar - line));
    size_t game = position->length;
    string_print(position, " |");
    size_t both = position->length;
    add_words(position, bar + 1, strlen(bar + 1));
    return game > 0 && position->length > both;
}
