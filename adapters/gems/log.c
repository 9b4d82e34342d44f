#include "adapters/gems/log.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { PATH = 1200, STAMP = 128 };

static void log_stamp(char stamp[STAMP])
{
    struct timespec now;
    struct tm local;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &local);
    snprintf(stamp, STAMP, "%d_%d_%d_%d_%d_%ld.json", local.tm_mon + 1, local.tm_mday, local.tm_hour,
             local.tm_min, local.tm_sec, now.tv_nsec / 1000);
}

static FILE *log_open(const char *folder, const char *name)
{
    char path[PATH];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) < PATH)
        return fopen(path, "w");
    errno = ENAMETOOLONG;
    return NULL;
}

bool log_begin(struct log *log, const char *folder)
{
    char stamp[STAMP];
    assert(folder[0] != '\0' && log->json == NULL);
    *log = (struct log){0};
    log_stamp(stamp);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return false;
    log->json = log_open(folder, stamp);
    log->text = log->json == NULL ? NULL : log_open(folder, "outs.txt");
    if (log->text != NULL) {
        fputs("[", log->json);
        return true;
    }
    int why = errno;
    if (log->json != NULL)
        fclose(log->json);
    log->json = NULL;
    errno = why;
    return false;
}

/* Behind each writing, as long as errno is its own. */
static void log_note(struct log *log, bool good)
{
    assert(log->json != NULL);
    if (!good && log->trouble == 0)
        log->trouble = errno;
}

void log_map(struct log *log, const struct table *table)
{
    if (log->json == NULL)
        return;
    assert(log->text != NULL);
    struct turn_line line = table_line(table);
    fprintf(log->text, "TURN %" PRId64 " \n", line.turn);
    for (int cell = 0; cell < line.map.rows * line.map.columns; cell++) {
        char word[PLAYERS + 2];
        turn_line_cell(&line, table->state.players, cell, word);
        fprintf(log->text, "%-4s%s", word, (cell + 1) % line.map.columns == 0 ? "\n" : "");
    }
    fputs("----------\n", log->text);
    fflush(log->text);
    log_note(log, !ferror(log->text));
}

static json_t *log_rows(const struct turn_line *line, int players)
{
    json_t *rows = json_array();
    for (int row = 0; row < line->map.rows; row++) {
        json_t *cells = json_array();
        for (int column = 0; column < line->map.columns; column++) {
            char word[PLAYERS + 2];
            turn_line_cell(line, players, row * line->map.columns + column, word);
            json_array_append_new(cells, json_string(word));
        }
        json_array_append_new(rows, cells);
    }
    return rows;
}

static json_t *log_agents(const struct table *table)
{
    json_t *agents = json_array();
    for (int who = 0; who < table->state.players; who++) {
        const int64_t *gems = table->gems[who];
        json_array_append_new(agents, json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "score",
                                                (json_int_t)table->state.player[who].score, "hit_hurts_count",
                                                (json_int_t)table->hits[who], "barbed_hurts_count",
                                                (json_int_t)table->barbed[who], "gem1", (json_int_t)gems[0],
                                                "gem2", (json_int_t)gems[1], "gem3", (json_int_t)gems[2],
                                                "gem4", (json_int_t)gems[3]));
    }
    return agents;
}

static json_t *log_id(int id)
{
    return id > 0 ? json_integer(id) : json_null();
}

void log_turn(struct log *log, const struct table *table, int64_t turn, int agent, bool finish, int winner,
              const char *report)
{
    if (log->json == NULL)
        return;
    assert(agent >= 0 && agent <= PLAYERS && winner >= 0 && winner <= PLAYERS && report != NULL);
    struct turn_line line = table_line(table);
    json_t *entry =
        json_pack("{s:I, s:o, s:o, s:b, s:o, s:o, s:s}", "turn", (json_int_t)turn, "agent", log_id(agent),
                  "agents_info", log_agents(table), "finish", (int)finish, "winner_id", log_id(winner), "map",
                  log_rows(&line, table->state.players), "report", report);
    fputs(log->entries++ > 0 ? ",\n" : "\n", log->json);
    json_dumpf(entry, log->json, 0);
    log_note(log, !ferror(log->json));
    json_decref(entry);
}

bool log_end(struct log *log)
{
    if (log->json == NULL)
        return true;
    assert(log->text != NULL);
    fputs("\n]\n", log->json);
    log_note(log, fclose(log->json) == 0);
    log_note(log, fclose(log->text) == 0);
    errno = log->trouble;
    *log = (struct log){0};
    return errno == 0;
}
