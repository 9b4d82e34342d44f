#define _GNU_SOURCE
#include "adapters/referee/packet.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/wire/words.h"

enum { PLIES_MOST = 10000000 };

/* -- writing -- */

/* Bytes that would end a line are escaped. */
static void write_text(FILE *out, const char *word, const char *text)
{
    fprintf(out, "%s ", word);
    for (; *text != '\0'; text++)
        fprintf(out, (unsigned char)*text < ' ' || *text == '%' ? "%%%02X" : "%c", (unsigned char)*text);
    fputc('\n', out);
}

static void write_incident(FILE *out, const struct incident *incident)
{
    fprintf(out, "incident %d %d\n", incident->entrant, (int)incident->verdict);
    write_text(out, "what", incident->what);
    if (incident->transcript != NULL)
        write_text(out, "transcript", incident->transcript);
}

void packet_write(FILE *out, const struct record *record)
{
    assert(record->fixture.id >= 1 && record->ply_count >= 0);
    fprintf(out, "game %" PRId64 " %d %d %d %" PRId64 " %" PRId64 "\n", record->fixture.id,
            record->opening_plies, (int)record->outcome, (int)record->verdict, record->latency[0],
            record->latency[1]);
    write_text(out, "reason", record->reason);
    write_text(out, "score", record->score);
    if (record->start != NULL)
        write_text(out, "start", record->start);
    for (int i = 0; i < record->ply_count; i++) {
        const struct ply *ply = &record->plies[i];
        fprintf(out, "ply %s %d %" PRId64 " %d %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\n", ply->word,
                ply->mover, ply->elapsed, (int)ply->info.kind, ply->info.score, ply->info.depth,
                ply->info.nodes, ply->info.time_ms);
    }
    for (int i = 0; i < record->incident_count; i++)
        write_incident(out, &record->incidents[i]);
    fputs("end\n", out);
}

/* -- reading -- */

static void unescape(char *text)
{
    char *to = text;
    for (; *text != '\0'; text++) {
        char digits[3] = {text[0] == '%' ? text[1] : '\0',
                          text[0] == '%' && text[1] != '\0' ? text[2] : '\0'};
        char *end;
        unsigned long value = strtoul(digits, &end, 16);
        *to++ = end == digits + 2 ? (char)value : *text;
        text += end == digits + 2 ? 2 : 0;
    }
    *to = '\0';
}

struct bounds {
    int64_t low, high;
};

/* So many numbers, each within its bounds, and nothing behind. */
static bool read_numbers(char *words, const struct bounds *bounds, int count, int64_t *numbers)
{
    for (int i = 0; i < count; i++) {
        const char *word = wire_word_next(&words);
        if (word == NULL || !wire_number_parse(word, bounds[i].low, bounds[i].high, &numbers[i]))
            return false;
    }
    return wire_word_next(&words) == NULL;
}

static bool read_game(struct record *record, char *words)
{
    static const struct bounds bounds[] = {{1, INT64_MAX / 4},
                                           {0, PLIES_MOST},
                                           {OUTCOME_NONE, OUTCOME_DRAW},
                                           {VERDICT_NONE + 1, VERDICT_COUNT - 1},
                                           {-1, INT64_MAX},
                                           {-1, INT64_MAX}};
    int64_t number[6];
    if (!read_numbers(words, bounds, 6, number))
        return false;
    record->fixture.id = number[0];
    record->opening_plies = (int)number[1];
    record->outcome = (enum outcome)number[2];
    record->verdict = (enum verdict)number[3];
    record->latency[0] = number[4];
    record->latency[1] = number[5];
    return true;
}

static bool read_ply(struct record *record, char *words)
{
    static const struct bounds any = {INT64_MIN / 2, INT64_MAX / 2};
    const struct bounds bounds[] = {
        {MOVER_OPENING, 1}, {0, INT64_MAX / 2}, {SCORE_NONE, SCORE_WP}, any, any, any, any};
    const char *word = wire_word_next(&words);
    int64_t number[7];
    if (word == NULL || strlen(word) >= MOVE_MAX || words == NULL ||
        !read_numbers(words, bounds, 7, number) || record->ply_count == PLIES_MOST)
        return false;
    if (record->ply_count == record->ply_room) {
        int room = record->ply_room * 2 + 64;
        struct ply *larger = realloc(record->plies, (size_t)room * sizeof *larger);
        if (larger == NULL)
            return false;
        record->plies = larger;
        record->ply_room = room;
    }
    struct ply *ply = &record->plies[record->ply_count++];
    *ply = (struct ply){.mover = (int)number[0],
                        .elapsed = number[1],
                        .info = {.kind = (enum score_kind)number[2],
                                 .score = number[3],
                                 .depth = number[4],
                                 .nodes = number[5],
                                 .time_ms = number[6]}};
    snprintf(ply->word, sizeof ply->word, "%s", word);
    return true;
}

static bool read_incident(struct record *record, char *words)
{
    static const struct bounds bounds[] = {{-1, 63}, {VERDICT_NONE, VERDICT_COUNT - 1}};
    int64_t number[2];
    if (record->incident_count == INCIDENTS_MAX || !read_numbers(words, bounds, 2, number))
        return false;
    record->incidents[record->incident_count++] =
        (struct incident){.entrant = (int)number[0], .verdict = (enum verdict)number[1]};
    return true;
}

static bool take_text(char *room, size_t size, char *text)
{
    unescape(text);
    snprintf(room, size, "%s", text);
    return true;
}

static bool read_reason(struct record *record, char *text)
{
    return take_text(record->reason, sizeof record->reason, text);
}

static bool read_score(struct record *record, char *text)
{
    return take_text(record->score, sizeof record->score, text);
}

static bool read_start(struct record *record, char *text)
{
    unescape(text);
    free(record->start);
    return (record->start = strdup(text)) != NULL;
}

static bool read_what(struct record *record, char *text)
{
    return record->incident_count > 0 &&
           take_text(record->incidents[record->incident_count - 1].what, WHAT_MAX, text);
}

static bool read_transcript(struct record *record, char *text)
{
    if (record->incident_count == 0)
        return false;
    char **transcript = &record->incidents[record->incident_count - 1].transcript;
    unescape(text);
    free(*transcript);
    return (*transcript = strdup(text)) != NULL;
}

static const struct reader {
    const char *word;
    bool (*read)(struct record *, char *rest);
} readers[] = {
    {"game", read_game}, {"reason", read_reason},     {"score", read_score}, {"start", read_start},
    {"ply", read_ply},   {"incident", read_incident}, {"what", read_what},   {"transcript", read_transcript},
};

static bool read_line(struct record *record, char *line)
{
    char *blank = strchr(line, ' ');
    if (blank == NULL)
        return false;
    *blank = '\0';
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++)
        if (strcmp(line, readers[i].word) == 0)
            return readers[i].read(record, blank + 1);
    return false;
}

bool packet_read(char **at, struct record *record)
{
    char *line;
    *record = (struct record){.latency = {-1, -1}};
    while ((line = strsep(at, "\n")) != NULL && strcmp(line, "end") != 0)
        if (!read_line(record, line))
            return false;
    for (int i = 0; i < record->incident_count; i++)
        if (record->incidents[i].what[0] == '\0')
            return false;
    return line != NULL && record->fixture.id >= 1 && record->opening_plies <= record->ply_count;
}

void packet_free(struct record *record)
{
    for (int i = 0; i < record->incident_count; i++)
        free(record->incidents[i].transcript);
    free(record->start);
    free(record->plies);
    *record = (struct record){0};
}
