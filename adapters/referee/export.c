#include "adapters/referee/export.h"

#include <assert.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/match.h"
#include "adapters/referee/store.h"

/* The first word of newgame: what else stands there may want a seed, and a start says its flags. */
#define GAME_NAME                                                                                            \
    "(SELECT CASE instr(game,' ') WHEN 0 THEN game ELSE substr(game,1,instr(game,' ')-1) END FROM match)"

/* One JSON object a line: first the match, then its games. */
static const char *const export_json =
    "SELECT "
    "json_object('type','match','game',game,'players',players,'games',games,'rounds',rounds,'seed',seed,"
    "'engines',(SELECT json_group_array(name) FROM (SELECT name FROM engine ORDER BY id))) FROM match";
static const char *const export_game_json =
    "SELECT json_object('type','game','id',g.id,'round',g.round,"
    "'game'," GAME_NAME ","
    "'start',g.start,'first',a.name,'second',b.name,'result',g.result,'verdict',g.verdict,'reason',g.reason,"
    "'moves',(SELECT json_group_array(word) FROM (SELECT word FROM move WHERE game=g.id ORDER BY ply)),"
    "'opening',g.opening_plies,'score',json('['||replace(g.score,' ',',')||']'),'plies',g.plies,"
    "'pair',g.pair,'opening_number',g.opening)"
    " FROM game g JOIN engine a ON a.id=g.first LEFT JOIN engine b ON b.id=g.second ORDER BY g.id";

/* A session that ./panj replays: what is no command is a comment. */
static const char *const export_game_record =
    "SELECT '# game '||g.id||'  round '||g.round||char(10)||'# first '||a.name||char(10)||"
    "coalesce('# second '||b.name||char(10),'')||'# result '||g.result||'  '||g.verdict||': "
    "'||g.reason||char(10)||"
    "coalesce('# score '||nullif(g.score,'')||char(10),'')||'# opening '||g.opening_plies||' "
    "plies'||char(10)||"
    "'newgame '||" GAME_NAME "||char(10)||"
    "'position fen '||g.start||coalesce(' moves '||(SELECT group_concat(word,' ') FROM"
    " (SELECT word FROM move WHERE game=g.id ORDER BY ply)),'')||char(10)||"
    "'query result'||char(10)||'query score'||char(10)"
    " FROM game g JOIN engine a ON a.id=g.first LEFT JOIN engine b ON b.id=g.second"
    " WHERE g.start IS NOT NULL ORDER BY g.id";

static bool print_rows(struct store *store, const char *sql)
{
    assert(store->database != NULL);
    sqlite3_stmt *row = NULL;
    int status = sqlite3_prepare_v2(store->database, sql, -1, &row, NULL);
    while (status == SQLITE_OK || status == SQLITE_ROW) {
        status = sqlite3_step(row);
        if (status == SQLITE_ROW)
            puts((const char *)sqlite3_column_text(row, 0));
    }
    if (status != SQLITE_DONE)
        fprintf(stderr, "panj-referee: %s\n", sqlite3_errmsg(store->database));
    sqlite3_finalize(row);
    return status == SQLITE_DONE;
}

int export_run(int count, char **words)
{
    bool record = count == 2 && strcmp(words[1], "record") == 0;
    if (count < 1 || (count == 2 && !record && strcmp(words[1], "json") != 0) || count > 2) {
        fputs("panj-referee: export FILE [json|record]\n", stderr);
        return STATUS_USAGE;
    }
    struct store store;
    bool good = store_open_existing(&store, words[0]);
    good = good && (record ? print_rows(&store, export_game_record)
                           : print_rows(&store, export_json) && print_rows(&store, export_game_json));
    if (store.database != NULL)
        store_close(&store);
    return good ? STATUS_DONE : STATUS_ERROR;
}

/* -- and back -- */

/* What a line of each type adds; ?1 is the line. */
static const char *const import_match[] = {"INSERT INTO match SELECT ?1->>'game', 'imported', "
                                           "?1->>'players', ?1->>'games', ?1->>'rounds', ?1->>'seed'",
                                           "INSERT INTO engine(id, name, command, options) SELECT key, "
                                           "value, '', '' FROM json_each(?1, '$.engines')",
                                           NULL};
static const char *const import_game[] = {
    "INSERT INTO game(id, round, pair, opening, first, second, start, opening_plies, plies, result, verdict, "
    "reason,"
    " score) SELECT ?1->>'id', ?1->>'round', coalesce(?1->>'pair', ?1->>'round'), "
    "coalesce(?1->>'opening_number', ?1->>'round'), a.id, b.id, ?1->>'start',"
    " ?1->>'opening', ?1->>'plies', ?1->>'result', ?1->>'verdict', ?1->>'reason',"
    " coalesce((SELECT group_concat(value, ' ') FROM json_each(?1, '$.score')), '')"
    " FROM engine a LEFT JOIN engine b ON b.name = ?1->>'second' WHERE a.name = ?1->>'first'",
    "INSERT INTO move(game, ply, word) SELECT ?1->>'id', key + 1, value FROM json_each(?1, '$.moves')", NULL};

static bool run_with_line(struct store *store, const char *sql, const char *line)
{
    sqlite3_stmt *statement = NULL;
    bool good = sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) == SQLITE_OK;
    if (good) {
        sqlite3_bind_text(statement, 1, line, -1, SQLITE_STATIC);
        good = sqlite3_step(statement) == SQLITE_DONE && sqlite3_changes(store->database) >= 0;
    }
    sqlite3_finalize(statement);
    return good;
}

static bool import_line(struct store *store, const char *line)
{
    assert(store->database != NULL);
    bool match = strstr(line, "\"type\":\"match\"") != NULL;
    for (const char *const *sql = match ? import_match : import_game; *sql != NULL; sql++)
        if (!run_with_line(store, *sql, line))
            return false;
    return true;
}

static bool import_lines(struct store *store, FILE *in)
{
    char *line = NULL;
    size_t room = 0;
    bool good = sqlite3_exec(store->database, "BEGIN", NULL, NULL, NULL) == SQLITE_OK;
    for (int64_t number = 1; good && getline(&line, &room, in) >= 0; number++) {
        good = line[strspn(line, " \t\r\n")] == '\0' || import_line(store, line);
        if (!good)
            fprintf(stderr, "panj-referee: line %" PRId64 ": %s\n", number, sqlite3_errmsg(store->database));
    }
    free(line);
    return good && sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
}

int import_run(int count, char **words)
{
    if (count != 1) {
        fputs("panj-referee: import FILE <LINES\n", stderr);
        return STATUS_USAGE;
    }
    struct store store;
    bool created = store_create(&store, words[0]);
    bool good = created && import_lines(&store, stdin);
    if (store.database != NULL)
        store_close(&store);
    if (created && !good)
        remove(words[0]);
    return good ? STATUS_DONE : STATUS_ERROR;
}
