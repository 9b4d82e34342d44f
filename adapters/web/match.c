#define _GNU_SOURCE /* asprintf */
#include "adapters/web/match.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PANJ_SQLITE

struct match *match_open(const char *path)
{
    fprintf(stderr, "panj-web: %s: built without SQLite (libsqlite3-dev)\n", path);
    return NULL;
}

void match_close(struct match *match)
{
    assert(match == NULL);
}

char *match_tell(struct match *match)
{
    (void)match;
    return NULL;
}

char *match_tell_game(struct match *match, int64_t id)
{
    (void)match, (void)id;
    return NULL;
}

#else

#include <sqlite3.h>

struct match {
    struct sqlite3 *database;
};

/* -- what is asked -- */

#define MOVES                                                                                                \
    "(SELECT group_concat(word||' '||coalesce(mover,'-')||' '||coalesce(kind,'-')||' '||coalesce(score,'-')" \
    "||' '||coalesce(time,0), char(10)) FROM (SELECT * FROM move WHERE move.game = game.id ORDER BY ply))"

/* Of the engine e: games whose result is that of the first or of the second player. */
#define COUNT(as_first, as_second)                                                                           \
    "(SELECT count(*) FROM game WHERE first = e.id AND result " as_first                                     \
    " OR second = e.id AND result " as_second ")"

static const char match_text[] =
    "SELECT json_object('game', game, 'players', players, 'finished', (SELECT count(*) FROM game), 'engines',"
    " (SELECT json_group_array(json_object('name', name,"
    "  'won', " COUNT("= '1-0'", "= '0-1'") ", 'lost', " COUNT(
        "= '0-1'",
        "= '1-0'") ","
                   "  'drawn', " COUNT(
                       "= '1/2-1/2'",
                       "= '1/2-1/2'") ","
                                      "  'score', (SELECT sum(CAST(score AS REAL)) FROM game WHERE first = "
                                      "e.id)))"
                                      "  FROM (SELECT * FROM engine ORDER BY id) AS e),"
                                      " 'games', (SELECT json_group_array(json_array(id, first, second, "
                                      "result, verdict, plies, score))"
                                      "  FROM (SELECT * FROM game ORDER BY id DESC LIMIT 500))) FROM match";

static const char game_text[] =
    "SELECT json_object('id', id, 'first', first, 'second', second, 'start', start, 'result', result,"
    " 'verdict', verdict, 'reason', reason, 'plies', " MOVES ") FROM game WHERE id = ?1";

/* Games being played, unless their referee has not been heard of for long. */
#define LIVE_OBJECT                                                                                          \
    "json_object('id', game, 'first', first, 'second', second, 'start', start, 'result', '*', 'plies', "     \
    "plies,"                                                                                                 \
    " 'turn', turn, 'clocks', json_array(first_clock, second_clock), 'age', now - since)"
#define LIVE_ROWS                                                                                            \
    "(SELECT *, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) AS now FROM live ORDER BY game)"  \
    " WHERE at > now - 20000"

static const char live_text[] = "SELECT json_group_array(" LIVE_OBJECT ") FROM " LIVE_ROWS;
static const char live_game_text[] = "SELECT " LIVE_OBJECT " FROM " LIVE_ROWS " AND game = ?1";
static const char has_live_text[] = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'live'";
static const char has_match_text[] = "SELECT game FROM match";

/* -- asking -- */

/* The first column of the first row, to be freed; NULL: there is none. */
static char *ask(struct match *match, const char *text, int64_t parameter)
{
    sqlite3_stmt *row = NULL;
    char *answer = NULL;
    if (sqlite3_prepare_v2(match->database, text, -1, &row, NULL) == SQLITE_OK) {
        if (sqlite3_bind_parameter_count(row) > 0)
            sqlite3_bind_int64(row, 1, parameter);
        if (sqlite3_step(row) == SQLITE_ROW && sqlite3_column_text(row, 0) != NULL)
            answer = strdup((const char *)sqlite3_column_text(row, 0));
    }
    sqlite3_finalize(row);
    return answer;
}

static bool holds(struct match *match, const char *text)
{
    char *answer = ask(match, text, 0);
    free(answer);
    return answer != NULL;
}

/* A store from before games were shown while they go on, or one that was imported, has no table of them. */
static char *ask_live(struct match *match, const char *text, int64_t parameter)
{
    return holds(match, has_live_text) ? ask(match, text, parameter) : NULL;
}

struct match *match_open(const char *path)
{
    struct match *match = calloc(1, sizeof *match);
    if (match != NULL && sqlite3_open_v2(path, &match->database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_busy_timeout(match->database, 1000) == SQLITE_OK && holds(match, has_match_text))
        return match;
    fprintf(stderr, "panj-web: %s: %s\n", path,
            match != NULL && sqlite3_errcode(match->database) > SQLITE_ERROR ? sqlite3_errmsg(match->database)
                                                                             : "no match of panj-referee");
    match_close(match);
    return NULL;
}

void match_close(struct match *match)
{
    if (match != NULL)
        sqlite3_close(match->database);
    free(match);
}

char *match_tell(struct match *match)
{
    char *standings = ask(match, match_text, 0), *live = ask_live(match, live_text, 0), *answer = NULL;
    if (standings != NULL &&
        asprintf(&answer, "{\"match\":%s,\"live\":%s}", standings, live == NULL ? "[]" : live) < 0)
        answer = NULL;
    free(standings);
    free(live);
    return answer;
}

char *match_tell_game(struct match *match, int64_t id)
{
    assert(id >= 1);
    char *finished = ask(match, game_text, id);
    return finished != NULL ? finished : ask_live(match, live_game_text, id);
}

#endif
