#include "adapters/referee/live.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "adapters/wire/wire.h"

/* A row is written again after so long though nothing is new, to say that somebody still plays. */
enum { PAUSE = WIRE_SECOND / 5, HEARTBEAT = 3 * WIRE_SECOND };

/* `plies`: a line for each, "WORD MOVER KIND SCORE MICROSECONDS", with - for what is not known; as the table move has
 * them. Clocks are microseconds, NULL where none runs; `since` and `at` are milliseconds since 1970. */
static const char schema[] = "CREATE TABLE IF NOT EXISTS live("
                             "  place INTEGER PRIMARY KEY,"
                             "  game INTEGER NOT NULL,"
                             "  first INTEGER NOT NULL, second INTEGER,"
                             "  start TEXT NOT NULL,"
                             "  plies TEXT NOT NULL,"
                             "  turn INTEGER NOT NULL," /* 1, 2, 0: nobody */
                             "  first_clock INTEGER, second_clock INTEGER,"
                             "  since INTEGER NOT NULL," /* the last ply */
                             "  at INTEGER NOT NULL);"
                             "DELETE FROM live;";

static const char put_row[] =
    "INSERT INTO live VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?10) ON CONFLICT(place) DO UPDATE SET "
    "since = CASE WHEN game = excluded.game AND plies = excluded.plies THEN since ELSE excluded.since END, "
    "game = excluded.game, first = excluded.first, second = excluded.second, start = excluded.start, "
    "plies = excluded.plies, turn = excluded.turn, first_clock = excluded.first_clock, "
    "second_clock = excluded.second_clock, at = excluded.at";

bool live_open(struct live *live, struct sqlite3 *store)
{
    *live = (struct live){.database = store};
    if (sqlite3_exec(store, schema, NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v3(store, put_row, -1, SQLITE_PREPARE_PERSISTENT, &live->put, NULL) == SQLITE_OK)
        return true;
    fprintf(stderr, "panj-referee: store: %s\n", sqlite3_errmsg(store));
    return false;
}

void live_close(struct live *live)
{
    sqlite3_finalize(live->put);
    if (live->put != NULL)
        sqlite3_exec(live->database, "DELETE FROM live", NULL, NULL, NULL);
    *live = (struct live){0};
}

bool live_is_due(struct live *live, int64_t now)
{
    if (live->put == NULL || now < live->due)
        return false;
    live->due = now + PAUSE;
    return true;
}

/* To be freed; NULL: out of memory. */
static char *plies_print(const struct record *record)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    for (int i = 0; i < record->ply_count; i++) {
        const struct ply *ply = &record->plies[i];
        assert(ply->mover >= MOVER_OPENING && ply->mover <= 1);
        fprintf(out, i == 0 ? "%s " : "\n%s ", ply->word);
        fprintf(out, ply->mover == MOVER_OPENING ? "- " : "%d ", ply->mover + 1);
        if (ply->info.kind == SCORE_NONE)
            fputs("- -", out);
        else
            fprintf(out, "%s %lld", score_kind_word(ply->info.kind), (long long)ply->info.score);
        fprintf(out, " %lld", (long long)ply->elapsed);
    }
    fclose(out);
    return text;
}

static void bind_clock(sqlite3_stmt *row, int index, const struct game *game, int seat)
{
    const struct engine *engine = game->seats[seat];
    if (engine != NULL && clock_runs(&engine->entrant->limits))
        sqlite3_bind_int64(row, index, game->clocks[seat].left);
    else
        sqlite3_bind_null(row, index);
}

static int64_t milliseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

static void bind_game(sqlite3_stmt *row, int place, const struct game *game)
{
    const struct fixture *fixture = &game->record.fixture;
    sqlite3_bind_int(row, 1, place);
    sqlite3_bind_int64(row, 2, fixture->id);
    sqlite3_bind_int(row, 3, fixture->first);
    if (fixture->second < 0)
        sqlite3_bind_null(row, 4);
    else
        sqlite3_bind_int(row, 4, fixture->second);
    sqlite3_bind_text(row, 5, game->record.start, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 6, plies_print(&game->record), -1, free);
    sqlite3_bind_int(row, 7, game->turn == 0 || game->turn == 1 ? game->turn + 1 : 0);
    bind_clock(row, 8, game, 0);
    bind_clock(row, 9, game, 1);
    sqlite3_bind_int64(row, 10, milliseconds_now());
}

void live_show(struct live *live, int place, const struct game *game, int64_t now)
{
    assert(live->put != NULL && place >= 0 && place < CONCURRENCY_MAX);
    const struct record *record = &game->record;
    bool same = live->game[place] == record->fixture.id && live->plies[place] == record->ply_count;
    if (record->start == NULL || (same && now < live->written[place] + HEARTBEAT))
        return;
    live->written[place] = now;
    live->game[place] = record->fixture.id;
    live->plies[place] = record->ply_count;
    bind_game(live->put, place, game);
    sqlite3_step(live->put); /* if it fails, nobody sees it: the match goes on */
    sqlite3_reset(live->put);
}
