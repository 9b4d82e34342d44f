#include "adapters/referee/store.h"

#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "adapters/referee/store_schema.h"

static const char insert_game[] = "INSERT INTO game(id, round, pair, opening, first, second, start,"
                                  " opening_plies, plies, result, verdict, reason, score,"
                                  " first_latency, second_latency)"
                                  " VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15)";
static const char insert_incident[] = "INSERT INTO incident(game, engine, verdict, what, transcript)"
                                      " VALUES(?1,?2,?3,?4,?5)";

static const char *const statement_texts[STATEMENT_COUNT] = {
    [STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_GAME] = insert_game,
    [STATEMENT_MOVE] = "INSERT INTO move VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9)",
    [STATEMENT_INCIDENT] = insert_incident,
    [STATEMENT_OPENING] = "INSERT OR IGNORE INTO opening VALUES(?1,?2)",
};

static bool store_complain(const struct store *store)
{
    fprintf(stderr, "panj-referee: store: %s\n", sqlite3_errmsg(store->database));
    return false;
}

static bool store_execute(struct store *store, const char *sql)
{
    return sqlite3_exec(store->database, sql, NULL, NULL, NULL) == SQLITE_OK || store_complain(store);
}

/* -- opening -- */

static bool store_open(struct store *store, const char *path, int flags)
{
    *store = (struct store){0};
    if (sqlite3_open_v2(path, &store->database, flags, NULL) != SQLITE_OK)
        return store_complain(store);
    sqlite3_busy_timeout(store->database, 5000);
    /* A killed referee loses nothing that was committed; only a loss of power may take the last games. */
    return store_execute(store,
                         "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;");
}

static bool store_prepare(struct store *store)
{
    for (int i = 0; i < STATEMENT_COUNT; i++)
        if (sqlite3_prepare_v3(store->database, statement_texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK)
            return store_complain(store);
    return true;
}

static bool store_create_tables(struct store *store)
{
    for (const char *const *sql = store_schema; *sql != NULL; sql++)
        if (!store_execute(store, *sql))
            return false;
    return true;
}

void store_close(struct store *store)
{
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(store->statements[i]);
    int status = sqlite3_close(store->database);
    assert(status == SQLITE_OK);
    (void)status;
    if (store->lock > 0)
        close(store->lock); /* only now: closing the file would drop SQLite's own locks */
    *store = (struct store){0};
}

static sqlite3_stmt *store_select(struct store *store, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) != SQLITE_OK)
        store_complain(store);
    return statement;
}

static int64_t store_number(struct store *store, const char *sql)
{
    sqlite3_stmt *statement = store_select(store, sql);
    int64_t number = -1;
    if (statement != NULL && sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

int64_t store_count(struct store *store, const char *table)
{
    char sql[64];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
    return store_number(store, sql);
}

static bool store_has_match(struct store *store)
{
    return store_number(store, "SELECT count(*) FROM sqlite_master WHERE type='table' AND name='match'") == 1;
}

/* "file:PATH?immutable=1": SQLite may then read what nobody can write, archives and other people's folders, without
 * its own files beside it. */
static bool store_open_immutable(struct store *store, const char *path)
{
    static const char plain[] = "/._-~ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    char *uri = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&uri, &length);
    if (out == NULL)
        return false;
    fputs("file:", out);
    for (const char *at = path; *at != '\0'; at++)
        fprintf(out, strchr(plain, *at) != NULL ? "%c" : "%%%02X", (unsigned char)*at);
    fputs("?immutable=1", out);
    fclose(out);
    *store = (struct store){0};
    bool good =
        sqlite3_open_v2(uri, &store->database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) == SQLITE_OK;
    free(uri);
    return good || store_complain(store);
}

/* Whether files can be made and written beside the store, as its journal is. */
static bool store_is_writable(const char *path)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(slash - path) + 1,
             slash == NULL ? "." : path);
    return access(path, W_OK) == 0 && access(folder, W_OK) == 0;
}

bool store_open_existing(struct store *store, const char *path)
{
    bool writable = store_is_writable(path) || access(path, F_OK) != 0;
    if (!(writable ? store_open(store, path, SQLITE_OPEN_READWRITE) : store_open_immutable(store, path)))
        return false;
    if (store_has_match(store))
        return !writable || store_prepare(store);
    fprintf(stderr, "panj-referee: %s holds no match\n", path);
    return false;
}

/* -- the match -- */

/* Runs a statement whose parameters are bound, and lets go of it if it was made for this once. */
static bool store_step(struct store *store, sqlite3_stmt *statement)
{
    assert(statement != NULL);
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    if (!done)
        store_complain(store);
    sqlite3_reset(statement);
    return done;
}

static bool store_run_once(struct store *store, sqlite3_stmt *statement)
{
    bool done = statement != NULL && store_step(store, statement);
    sqlite3_finalize(statement);
    return done;
}

static void bind_text(sqlite3_stmt *statement, int index, const char *text)
{
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC); /* NULL binds NULL */
}

static bool store_put_match(struct store *store, const struct settings *settings, int players,
                            const char *described)
{
    assert(players == 1 || players == 2);
    sqlite3_stmt *statement = store_select(store, "INSERT INTO match VALUES(?1,?2,?3,?4,?5,?6)");
    bind_text(statement, 1, settings->game);
    bind_text(statement, 2, described);
    sqlite3_bind_int(statement, 3, players);
    sqlite3_bind_int64(statement, 4, settings->games);
    sqlite3_bind_int64(statement, 5, settings->rounds);
    sqlite3_bind_int64(statement, 6, settings->seed);
    return store_run_once(store, statement);
}

static bool store_put_engine(struct store *store, int id, const struct entrant *entrant)
{
    assert(entrant->name != NULL);
    sqlite3_stmt *statement = store_select(
        store,
        "INSERT INTO engine(id, name, command, options) VALUES(?1, ?2, rtrim(?3), rtrim(?4, char(10)))");
    char command[2048] = "", options[4096] = "";
    for (int i = 0; i < entrant->command_count; i++)
        snprintf(command + strlen(command), sizeof command - strlen(command), "%s ", entrant->command[i]);
    for (int i = 0; i < entrant->option_count; i++)
        snprintf(options + strlen(options), sizeof options - strlen(options), "%.*s=%s\n",
                 (int)entrant->options[i].name_length, entrant->options[i].name, entrant->options[i].value);
    sqlite3_bind_int(statement, 1, id);
    bind_text(statement, 2, entrant->name);
    bind_text(statement, 3, command);
    bind_text(statement, 4, options);
    return store_run_once(store, statement);
}

bool store_put_identity(struct store *store, int entrant, const char *id_name)
{
    assert(entrant >= 0);
    sqlite3_stmt *statement = store_select(store, "UPDATE engine SET identity=?2 WHERE id=?1");
    sqlite3_bind_int(statement, 1, entrant);
    bind_text(statement, 2, id_name);
    return store_run_once(store, statement);
}

static bool store_fill(struct store *store, const struct settings *settings, int players,
                       const char *described)
{
    bool good = store_execute(store, "BEGIN IMMEDIATE") && store_create_tables(store) &&
                store_put_match(store, settings, players, described);
    for (int i = 0; good && i < settings->entrant_count; i++)
        good = store_put_engine(store, i, &settings->entrants[i]);
    return good && store_execute(store, "COMMIT");
}

static bool store_is_same(struct store *store, const char *described)
{
    sqlite3_stmt *statement = store_select(store, "SELECT settings FROM match");
    const char *stored = NULL;
    if (statement != NULL && sqlite3_step(statement) == SQLITE_ROW)
        stored = (const char *)sqlite3_column_text(statement, 0);
    bool same = stored != NULL && strcmp(stored, described) == 0;
    if (!same)
        fprintf(stderr, "panj-referee: the store holds another match:\n%snot:\n%s",
                stored == NULL ? "(nothing)\n" : stored, described);
    sqlite3_finalize(statement);
    return same;
}

static bool store_update_rounds(struct store *store, int64_t rounds)
{
    sqlite3_stmt *statement = store_select(store, "UPDATE match SET rounds=?1");
    sqlite3_bind_int64(statement, 1, rounds);
    return store_run_once(store, statement);
}

/* One referee at a time: two would play the same games. The lock dies with the process. */
static bool store_take_lock(struct store *store, const char *path)
{
    assert(store->lock == 0);
    store->lock = open(path, O_RDONLY | O_CLOEXEC);
    if (store->lock > 0 && flock(store->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    fprintf(stderr, "panj-referee: %s: another referee is at it\n", path);
    return false;
}

bool store_open_match(struct store *store, const struct settings *settings, int players)
{
    const char *path = settings->database == NULL ? ":memory:" : settings->database;
    char *described = settings_describe(settings);
    bool good = described != NULL && store_open(store, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    good = good && (settings->database == NULL || store_take_lock(store, path));
    if (good && store_has_match(store))
        good = store_is_same(store, described) && store_update_rounds(store, settings->rounds);
    else if (good)
        good = store_fill(store, settings, players, described);
    free(described);
    if (!good || !store_prepare(store))
        return false;
    store->resumed = store_count(store, "game");
    return true;
}

bool store_create(struct store *store, const char *path)
{
    FILE *there = fopen(path, "r");
    if (there != NULL) {
        fclose(there);
        *store = (struct store){0};
        fprintf(stderr, "panj-referee: %s exists already\n", path);
        return false;
    }
    return store_open(store, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) &&
           store_create_tables(store) && store_prepare(store);
}

/* -- a game -- */

static bool put_game_row(struct store *store, const struct record *record)
{
    assert(record->fixture.id >= 1);
    sqlite3_stmt *statement = store->statements[STATEMENT_GAME];
    const struct fixture *fixture = &record->fixture;
    const int64_t numbers[] = {fixture->id, fixture->round, fixture->pair, fixture->opening, fixture->first};
    for (int i = 0; i < 5; i++)
        sqlite3_bind_int64(statement, i + 1, numbers[i]);
    if (fixture->second < 0)
        sqlite3_bind_null(statement, 6);
    else
        sqlite3_bind_int(statement, 6, fixture->second);
    bind_text(statement, 7, record->start);
    sqlite3_bind_int(statement, 8, record->opening_plies);
    sqlite3_bind_int(statement, 9, record->ply_count);
    bind_text(statement, 10, outcome_word(record->outcome));
    bind_text(statement, 11, verdict_word(record->verdict));
    bind_text(statement, 12, record->reason);
    bind_text(statement, 13, record->score);
    sqlite3_bind_int64(statement, 14, record->latency[0]);
    sqlite3_bind_int64(statement, 15, record->latency[1]);
    return store_step(store, statement);
}

static void bind_mover(sqlite3_stmt *statement, int index, int mover)
{
    assert(mover >= MOVER_OPENING && mover <= 1);
    if (mover == MOVER_OPENING)
        sqlite3_bind_null(statement, index);
    else
        sqlite3_bind_int(statement, index, mover + 1);
}

static bool put_move_row(struct store *store, int64_t game, int number, const struct ply *ply)
{
    assert(number >= 1 && ply->word[0] != '\0');
    sqlite3_stmt *statement = store->statements[STATEMENT_MOVE];
    sqlite3_bind_int64(statement, 1, game);
    sqlite3_bind_int(statement, 2, number);
    bind_text(statement, 3, ply->word);
    bind_mover(statement, 4, ply->mover);
    sqlite3_bind_int64(statement, 5, ply->elapsed);
    bool scored = ply->info.kind != SCORE_NONE;
    bind_text(statement, 6, scored ? score_kind_word(ply->info.kind) : NULL);
    if (scored)
        sqlite3_bind_int64(statement, 7, ply->info.score);
    else
        sqlite3_bind_null(statement, 7);
    sqlite3_bind_int64(statement, 8, ply->info.depth);
    sqlite3_bind_int64(statement, 9, ply->info.nodes);
    return store_step(store, statement);
}

static bool put_incident_row(struct store *store, int64_t game, const struct incident *incident)
{
    assert(incident->what[0] != '\0');
    sqlite3_stmt *statement = store->statements[STATEMENT_INCIDENT];
    if (game == 0)
        sqlite3_bind_null(statement, 1);
    else
        sqlite3_bind_int64(statement, 1, game);
    if (incident->entrant < 0)
        sqlite3_bind_null(statement, 2);
    else
        sqlite3_bind_int(statement, 2, incident->entrant);
    bind_text(statement, 3, verdict_word(incident->verdict));
    bind_text(statement, 4, incident->what);
    bind_text(statement, 5, incident->transcript);
    return store_step(store, statement);
}

static bool put_opening_row(struct store *store, const struct record *record)
{
    if (record->start == NULL)
        return true;
    sqlite3_stmt *statement = store->statements[STATEMENT_OPENING];
    sqlite3_bind_int64(statement, 1, record->fixture.opening);
    bind_text(statement, 2, record->start);
    return store_step(store, statement);
}

static bool put_rows(struct store *store, const struct record *record)
{
    bool good = put_opening_row(store, record) && put_game_row(store, record);
    for (int i = 0; good && i < record->ply_count; i++)
        good = put_move_row(store, record->fixture.id, i + 1, &record->plies[i]);
    for (int i = 0; good && i < record->incident_count; i++)
        good = put_incident_row(store, record->fixture.id, &record->incidents[i]);
    return good;
}

bool store_put_game(struct store *store, const struct record *record)
{
    assert(record->verdict != VERDICT_NONE);
    if (!store_step(store, store->statements[STATEMENT_BEGIN]))
        return false;
    bool good = put_rows(store, record) && store_step(store, store->statements[STATEMENT_COMMIT]);
    if (!good)
        sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    return good;
}

bool store_put_incident(struct store *store, const struct incident *incident)
{
    return put_incident_row(store, 0, incident);
}

/* -- reading -- */

static int word_index(const char *word, const char *(*word_at)(int), int count)
{
    assert(word != NULL);
    for (int i = 0; i < count; i++)
        if (strcmp(word, word_at(i)) == 0)
            return i;
    return 0;
}

static const char *outcome_at(int i)
{
    return outcome_word((enum outcome)i);
}

static const char *verdict_at(int i)
{
    return verdict_word((enum verdict)i);
}

static struct stored_game read_game(sqlite3_stmt *row)
{
    struct stored_game game = {
        .fixture = {.id = sqlite3_column_int64(row, 0),
                    .round = sqlite3_column_int64(row, 1),
                    .pair = sqlite3_column_int64(row, 2),
                    .opening = sqlite3_column_int64(row, 3),
                    .first = sqlite3_column_int(row, 4),
                    .second = sqlite3_column_type(row, 5) == SQLITE_NULL ? -1 : sqlite3_column_int(row, 5)},
        .score = (const char *)sqlite3_column_text(row, 8)};
    game.outcome =
        (enum outcome)word_index((const char *)sqlite3_column_text(row, 6), outcome_at, OUTCOME_DRAW + 1);
    game.verdict =
        (enum verdict)word_index((const char *)sqlite3_column_text(row, 7), verdict_at, VERDICT_COUNT);
    return game;
}

bool store_each_game(struct store *store, bool (*each)(void *context, const struct stored_game *),
                     void *context)
{
    sqlite3_stmt *row =
        store_select(store, "SELECT id, round, pair, opening, first, second, result, verdict, score"
                            " FROM game ORDER BY id");
    int status = SQLITE_ERROR;
    bool go_on = row != NULL;
    while (go_on && (status = sqlite3_step(row)) == SQLITE_ROW) {
        struct stored_game game = read_game(row);
        go_on = each(context, &game);
    }
    sqlite3_finalize(row);
    return go_on && (status == SQLITE_DONE || store_complain(store));
}

static bool read_match(struct store *store, struct settings *settings, int *players)
{
    sqlite3_stmt *row = store_select(store, "SELECT game, players, games, rounds, seed FROM match");
    bool good = row != NULL && sqlite3_step(row) == SQLITE_ROW;
    if (good) {
        settings->game = settings_keep(settings, (const char *)sqlite3_column_text(row, 0));
        *players = sqlite3_column_int(row, 1);
        settings->games = sqlite3_column_int64(row, 2);
        settings->rounds = sqlite3_column_int64(row, 3);
        settings->seed = sqlite3_column_int64(row, 4);
    }
    sqlite3_finalize(row);
    return good;
}

bool store_read_settings(struct store *store, struct settings *settings, int *players)
{
    if (!read_match(store, settings, players))
        return false;
    sqlite3_stmt *row = store_select(store, "SELECT name FROM engine ORDER BY id");
    settings->entrant_count = 0;
    while (row != NULL && sqlite3_step(row) == SQLITE_ROW && settings->entrant_count < ENTRANTS_MAX)
        settings->entrants[settings->entrant_count++].name =
            settings_keep(settings, (const char *)sqlite3_column_text(row, 0));
    sqlite3_finalize(row);
    return settings->entrant_count > 0;
}

char *store_read_description(struct store *store)
{
    sqlite3_stmt *row = store_select(store, "SELECT settings FROM match");
    char *text = NULL;
    if (row != NULL && sqlite3_step(row) == SQLITE_ROW)
        text = strdup((const char *)sqlite3_column_text(row, 0));
    sqlite3_finalize(row);
    return text;
}

bool store_check_integrity(struct store *store)
{
    sqlite3_stmt *row = store_select(store, "PRAGMA integrity_check");
    bool good = row != NULL && sqlite3_step(row) == SQLITE_ROW &&
                strcmp((const char *)sqlite3_column_text(row, 0), "ok") == 0;
    sqlite3_finalize(row);
    return good;
}
