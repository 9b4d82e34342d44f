#include "adapters/referee/export.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "adapters/referee/match.h"
#include "adapters/referee/store.h"

/* One JSON object a line: first the match, then its games. */
static const char *const export_json =
    "SELECT "
    "json_object('type','match','game',game,'players',players,'games',games,'rounds',rounds,'seed',seed,"
    "'engines',(SELECT json_group_array(name) FROM (SELECT name FROM engine ORDER BY id))) FROM match";
static const char *const export_game_json =
    "SELECT json_object('type','game','id',g.id,'round',g.round,"
    "'game',(SELECT CASE instr(game,' ') WHEN 0 THEN game ELSE substr(game,1,instr(game,' ')-1) END FROM "
    "match),"
    "'start',g.start,'first',a.name,'second',b.name,'result',g.result,'verdict',g.verdict,'reason',g.reason,"
    "'moves',(SELECT json_group_array(word) FROM (SELECT word FROM move WHERE game=g.id ORDER BY ply)),"
    "'opening',g.opening_plies,'score',json('['||replace(g.score,' ',',')||']'),'plies',g.plies)"
    " FROM game g JOIN engine a ON a.id=g.first LEFT JOIN engine b ON b.id=g.second ORDER BY g.id";

/* A session that ./panj replays: what is no command is a comment. */
static const char *const export_game_record =
    "SELECT '# game '||g.id||'  round '||g.round||char(10)||'# first '||a.name||char(10)||"
    "coalesce('# second '||b.name||char(10),'')||'# result '||g.result||'  '||g.verdict||': "
    "'||g.reason||char(10)||"
    "coalesce('# score '||nullif(g.score,'')||char(10),'')||'# opening '||g.opening_plies||' "
    "plies'||char(10)||"
    "'newgame '||(SELECT game FROM match)||char(10)||"
    "'position fen '||g.start||coalesce(' moves '||(SELECT group_concat(word,' ') FROM"
    " (SELECT word FROM move WHERE game=g.id ORDER BY ply)),'')||char(10)||"
    "'query result'||char(10)||'query score'||char(10)"
    " FROM game g JOIN engine a ON a.id=g.first LEFT JOIN engine b ON b.id=g.second"
    " WHERE g.start IS NOT NULL ORDER BY g.id";

static bool print_rows(struct store *store, const char *sql)
{
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

int import_run(int count, char **words)
{
    (void)count, (void)words;
    return STATUS_ERROR;
}
