#include "adapters/referee/report_games.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/markup.h"

static const char *const games_sql =
    "SELECT id, first, coalesce(second,-1), result, verdict, reason, score, opening_plies, start,"
    " coalesce((SELECT group_concat(word,' ') FROM (SELECT word FROM move WHERE game=g.id ORDER BY ply)),'')"
    " FROM game g ORDER BY id LIMIT ?1";
static const char *const moves_sql =
    "SELECT word, mover, time, score, kind FROM move WHERE game=?1 ORDER BY ply";

static const char *text_of(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text == NULL ? "" : text;
}

/* -- positions: the first as it is, the others as what changed -- */

static size_t common_start(const char *one, const char *two)
{
    size_t length = 0;
    while (one[length] != '\0' && one[length] == two[length])
        length++;
    return length;
}

static size_t common_end(const char *one, size_t one_length, const char *two, size_t two_length)
{
    size_t length = 0;
    while (length < one_length && length < two_length &&
           one[one_length - 1 - length] == two[two_length - 1 - length])
        length++;
    return length;
}

static void print_change(FILE *out, const char *before, const char *after)
{
    assert(before != NULL && after != NULL);
    size_t start = common_start(before, after);
    size_t end = common_end(before + start, strlen(before) - start, after + start, strlen(after) - start);
    char middle[4096];
    size_t length = strlen(after) - start - end;
    if (length >= sizeof middle) {
        markup_string(out, after);
        return;
    }
    memcpy(middle, after + start, length);
    middle[length] = '\0';
    fprintf(out, "[%zu,%zu,", start, end);
    markup_string(out, middle);
    fputc(']', out);
}

static void print_positions(FILE *out, const struct replayed *replayed)
{
    fputs(",\"f\":[", out);
    for (int i = 0; i < replayed->count; i++) {
        if (i == 0)
            markup_string(out, replayed->fens[0]);
        else
            print_change(out, replayed->fens[i - 1], replayed->fens[i]);
        fputs(i + 1 < replayed->count ? "," : "", out);
    }
    fputc(']', out);
}

/* -- scenes: the first as it is, of the others the keys whose values changed, and in these what changed -- */

/* A key of a JSON object with its value, both as they stand there. */
struct member {
    const char *key, *value;
    size_t key_length, value_length;
};

static const char *end_of_string(const char *at)
{
    assert(*at == '"');
    for (at++; *at != '"' && *at != '\0'; at++)
        at += *at == '\\' && at[1] != '\0';
    return *at == '"' ? at + 1 : at;
}

/* Behind the value that begins at `at`: at the comma or bracket after it. */
static const char *end_of_value(const char *at)
{
    for (int depth = 0; *at != '\0';) {
        bool closes = *at == '}' || *at == ']';
        if (depth == 0 && (closes || *at == ','))
            break;
        depth += *at == '{' || *at == '[' ? 1 : closes ? -1 : 0;
        at = *at == '"' ? end_of_string(at) : at + 1;
    }
    return at;
}

/* The member that begins behind `*at`, which stands on the opening bracket or on a comma. Its key goes into the page as
 * it is: plain letters in quotes, or there is no member. */
static bool next_member(const char **at, struct member *member)
{
    if ((**at != '{' && **at != ',') || (*at)[1] != '"')
        return false;
    member->key = *at + 1;
    member->key_length = strspn(member->key + 1, "abcdefghijklmnopqrstuvwxyz") + 2;
    const char *end = member->key + member->key_length;
    if (end[-1] != '"' || end[0] != ':')
        return false;
    member->value = end + 1;
    *at = end_of_value(member->value);
    member->value_length = (size_t)(*at - member->value);
    return true;
}

static bool find_member(const char *scene, const struct member *like, struct member *found)
{
    for (const char *at = scene; next_member(&at, found);)
        if (found->key_length == like->key_length && memcmp(found->key, like->key, like->key_length) == 0)
            return true;
    return false;
}

static void print_value_change(FILE *out, const struct member *before, const struct member *after)
{
    char *one = strndup(before->value, before->value_length);
    char *two = strndup(after->value, after->value_length);
    if (one != NULL && two != NULL)
        print_change(out, one, two);
    else
        fputs("null", out);
    free(one);
    free(two);
}

static void print_scene_change(FILE *out, const char *before, const char *after)
{
    struct member now, old;
    const char *comma = "";
    fputc('{', out);
    for (const char *at = after; next_member(&at, &now);) {
        if (!find_member(before, &now, &old))
            old = (struct member){.value = ""};
        if (old.value_length == now.value_length && memcmp(old.value, now.value, now.value_length) == 0)
            continue;
        fprintf(out, "%s%.*s:", comma, (int)now.key_length, now.key);
        print_value_change(out, &old, &now);
        comma = ",";
    }
    for (const char *at = before; next_member(&at, &old);)
        if (!find_member(after, &old, &now)) {
            fprintf(out, "%s%.*s:null", comma, (int)old.key_length, old.key);
            comma = ",";
        }
    fputc('}', out);
}

static void print_scenes(FILE *out, const struct replayed *replayed)
{
    fputs(",\"x\":[", out);
    for (int i = 0; i < replayed->count; i++) {
        const char *scene = replayed->scenes[i];
        const char *before = i > 0 ? replayed->scenes[i - 1] : NULL;
        fputs(i > 0 ? "," : "", out);
        if (scene == NULL)
            fputs("null", out);
        else if (before == NULL)
            markup_string(out, scene);
        else
            print_scene_change(out, before, scene);
    }
    fputc(']', out);
}

/* -- moves: five lists of the same length -- */

enum list { LIST_WORD, LIST_MOVER, LIST_TIME, LIST_SCORE, LIST_KIND, LIST_COUNT };

static void print_item(FILE *out, enum list list, sqlite3_stmt *row)
{
    assert(list < LIST_COUNT);
    bool is_null = sqlite3_column_type(row, (int)list) == SQLITE_NULL;
    int mover = sqlite3_column_int(row, LIST_MOVER);
    bool of_player = sqlite3_column_type(row, LIST_MOVER) != SQLITE_NULL && mover > 0;
    if (is_null || (list == LIST_TIME && !of_player))
        fputs("null", out);
    else if (list == LIST_WORD || list == LIST_KIND)
        markup_string(out, text_of(row, (int)list));
    else if (list == LIST_MOVER)
        fprintf(out, "%d", mover - 1);
    else if (list == LIST_TIME)
        fprintf(out, "%.1f", (double)sqlite3_column_int64(row, LIST_TIME) / 1000);
    else
        fprintf(out, "%lld", sqlite3_column_int64(row, LIST_SCORE) * (mover == 2 ? -1 : 1));
}

static void print_lists(FILE *out, sqlite3_stmt *moves, int64_t game)
{
    static const char *const names[LIST_COUNT] = {"m", "w", "t", "s", "k"};
    for (int list = 0; list < LIST_COUNT; list++) {
        fprintf(out, ",\"%s\":[", names[list]);
        sqlite3_bind_int64(moves, 1, game);
        for (int count = 0; sqlite3_step(moves) == SQLITE_ROW; count++) {
            fputs(count > 0 ? "," : "", out);
            print_item(out, (enum list)list, moves);
        }
        sqlite3_reset(moves);
        fputc(']', out);
    }
}

static bool print_game(FILE *out, sqlite3_stmt *row, sqlite3_stmt *moves, struct replay *replay)
{
    static const struct {
        const char *name;
        int column;
    } texts[] = {{"r", 3}, {"v", 4}, {"why", 5}, {"score", 6}};
    fprintf(out, "{\"id\":%lld,\"a\":%d,\"b\":%d,\"o\":%d", sqlite3_column_int64(row, 0),
            sqlite3_column_int(row, 1), sqlite3_column_int(row, 2), sqlite3_column_int(row, 7));
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        fprintf(out, ",\"%s\":", texts[i].name);
        markup_string(out, text_of(row, texts[i].column));
    }
    print_lists(out, moves, sqlite3_column_int64(row, 0));
    if (replay != NULL && sqlite3_column_type(row, 8) != SQLITE_NULL) {
        struct replayed replayed;
        if (!replay_game(replay, text_of(row, 8), text_of(row, 9), &replayed)) {
            replayed_free(&replayed);
            return false;
        }
        print_positions(out, &replayed);
        print_scenes(out, &replayed);
        replayed_free(&replayed);
    }
    fputs("}", out);
    return true;
}

static bool print_games(FILE *out, sqlite3_stmt *games, sqlite3_stmt *moves, struct replay *replay)
{
    assert(games != NULL && moves != NULL);
    sqlite3_bind_int(games, 1, REPORT_GAMES_MAX);
    for (int count = 0; sqlite3_step(games) == SQLITE_ROW; count++) {
        fputs(count > 0 ? ",\n" : "\n", out);
        if (!print_game(out, games, moves, replay))
            return false;
    }
    return true;
}

bool report_games_print(FILE *out, struct store *store, const struct settings *settings,
                        struct replay *replay)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(settings->game, " "), settings->game);
    fputs("{\"game\":", out);
    markup_string(out, name);
    fputs(",\"engines\":[", out);
    for (int i = 0; i < settings->entrant_count; i++) {
        fputs(i > 0 ? "," : "", out);
        markup_string(out, settings->entrants[i].name);
    }
    fputs("],\"games\":[", out);
    sqlite3_stmt *games = NULL, *moves = NULL;
    bool good = sqlite3_prepare_v2(store->database, games_sql, -1, &games, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(store->database, moves_sql, -1, &moves, NULL) == SQLITE_OK &&
                print_games(out, games, moves, replay);
    sqlite3_finalize(games);
    sqlite3_finalize(moves);
    fputs("]}\n", out);
    return good;
}
