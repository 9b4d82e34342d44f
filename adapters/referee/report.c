#include "adapters/referee/report.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "adapters/referee/match.h"
#include "adapters/referee/options.h"
#include "adapters/referee/options_words.h"
#include "adapters/referee/replay.h"
#include "adapters/referee/report_html.h"
#include "adapters/referee/standings.h"
#include "adapters/referee/store.h"
#include "adapters/referee/tally.h"

/* A stored match, opened to be looked at. */
struct archive {
    struct store store;
    struct settings settings;
    struct tally tally;
    struct replay replay;
    int players;
    const char *page; /* where it is to be written; NULL: beside the store */
};

static bool take_game(void *context, const struct stored_game *game)
{
    struct archive *archive = context;
    return tally_add(&archive->tally, &game->fixture, game->outcome, game->verdict, game->score);
}

/* words: FILE, then page=FILE for a report, and what is known of the arbiter. */
static bool archive_open(struct archive *archive, int count, char **words)
{
    assert(count >= 1);
    struct settings *settings = &archive->settings;
    settings->arbiter = options_default_entrant();
    static char *panj[] = {"cmd=panj"};
    if (count > 1 && (archive->page = options_value(words[1], "page")) != NULL) {
        words[1] = words[0];
        words++, count--;
    }
    bool given = count > 1;
    if (!options_parse_entrant(settings, &settings->arbiter, given ? count - 1 : 1,
                               given ? words + 1 : panj) ||
        !store_open_existing(&archive->store, words[0]) ||
        !store_read_settings(&archive->store, settings, &archive->players))
        return false;
    tally_start(&archive->tally, settings->games, archive->players == 1);
    return store_each_game(&archive->store, take_game, archive);
}

static void archive_close(struct archive *archive)
{
    replay_close(&archive->replay);
    tally_free(&archive->tally);
    if (archive->store.database != NULL)
        store_close(&archive->store);
    settings_free(&archive->settings);
}

/* -- report -- */

/* match.db -> match.html */
static void page_path(const char *path, char *room, size_t capacity)
{
    assert(capacity > 5);
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    bool has_ending = dot != NULL && (slash == NULL || dot > slash + 1);
    int length = has_ending ? (int)(dot - path) : (int)strlen(path);
    snprintf(room, capacity, "%.*s.html", length, path);
}

static bool write_page(struct archive *archive, const char *store_path)
{
    char path[PATH_MAX];
    page_path(store_path, path, sizeof path);
    if (archive->page != NULL)
        snprintf(path, sizeof path, "%s", archive->page);
    bool replays = replay_open(&archive->replay, &archive->settings);
    archive->replay.wants_scenes = true;
    if (!replays)
        fputs("panj-referee: the page will show no boards; name an arbiter: report FILE cmd=...\n", stderr);
    bool good = report_html_write(path, &archive->store, &archive->settings, &archive->tally,
                                  replays ? &archive->replay : NULL);
    if (good)
        printf("\nwrote %s\n", path);
    return good;
}

/* What stands behind the store is of the form KEY=VALUE. */
static bool are_pairs(int count, char **words)
{
    for (int i = 0; i < count; i++)
        if (strchr(words[i], '=') == NULL) {
            fprintf(stderr, "panj-referee: not KEY=VALUE: %s (a page is page=FILE)\n", words[i]);
            return false;
        }
    return true;
}

int report_run(int count, char **words)
{
    if (count < 1) {
        fputs("panj-referee: report FILE [page=FILE] [cmd=ARBITER]\n", stderr);
        return STATUS_USAGE;
    }
    if (!are_pairs(count - 1, words + 1))
        return STATUS_USAGE;
    struct archive archive = {0};
    bool good = archive_open(&archive, count, words);
    if (good) {
        standings_print(stdout, &archive.settings, &archive.tally);
        good = write_page(&archive, words[0]);
    }
    archive_close(&archive);
    return good ? STATUS_DONE : STATUS_ERROR;
}

/* -- check -- */

static const char *const check_sql =
    "SELECT id, start, coalesce((SELECT group_concat(word,' ') FROM"
    " (SELECT word FROM move WHERE game=g.id ORDER BY ply)),''), result, verdict, score, plies,"
    " (SELECT count(*) FROM move WHERE game=g.id) FROM game g WHERE start IS NOT NULL ORDER BY id";

static const char *result_word(const char *result)
{
    static const char *const words[][2] = {{"p1win", "1-0"}, {"p2win", "0-1"}, {"draw", "1/2-1/2"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(result, words[i][0]) == 0)
            return words[i][1];
    return "*";
}

static bool wrong(int64_t game, const char *what)
{
    printf("game %" PRId64 ": %s\n", game, what);
    return false;
}

static bool check_end(sqlite3_stmt *row, const struct replayed *replayed)
{
    assert(replayed->count >= 1);
    int64_t game = sqlite3_column_int64(row, 0);
    bool by_rules = strcmp((const char *)sqlite3_column_text(row, 4), "rules") == 0;
    if (replayed->refused != 0)
        return wrong(game, "the arbiter refuses a move");
    if (by_rules && strcmp(replayed->turn, "none") != 0)
        return wrong(game, "ended by the rules, but the game goes on");
    if (by_rules && strcmp(result_word(replayed->result), (const char *)sqlite3_column_text(row, 3)) != 0)
        return wrong(game, "the arbiter says another result");
    if (strcmp(replayed->score, (const char *)sqlite3_column_text(row, 5)) != 0)
        return wrong(game, "the arbiter says another score");
    return sqlite3_column_int64(row, 6) == sqlite3_column_int64(row, 7) || wrong(game, "moves are missing");
}

/* False with `answered` false: the arbiter is gone. */
static bool check_game(struct archive *archive, sqlite3_stmt *row, bool *answered)
{
    struct replayed replayed;
    *answered = replay_game(&archive->replay, (const char *)sqlite3_column_text(row, 1),
                            (const char *)sqlite3_column_text(row, 2), &replayed);
    bool good = *answered && check_end(row, &replayed);
    replayed_free(&replayed);
    return good;
}

static bool check_games(struct archive *archive)
{
    sqlite3_stmt *row = NULL;
    int64_t checked = 0, bad = 0;
    bool answered = sqlite3_prepare_v2(archive->store.database, check_sql, -1, &row, NULL) == SQLITE_OK;
    while (answered && sqlite3_step(row) == SQLITE_ROW) {
        bad += !check_game(archive, row, &answered);
        checked++;
    }
    sqlite3_finalize(row);
    printf("%" PRId64 " games replayed, %" PRId64 " wrong\n", checked, bad);
    return answered && bad == 0;
}

int check_run(int count, char **words)
{
    if (count < 1) {
        fputs("panj-referee: check FILE [cmd=ARBITER]\n", stderr);
        return STATUS_USAGE;
    }
    struct archive archive = {0};
    bool good = archive_open(&archive, count, words) && replay_open(&archive.replay, &archive.settings);
    if (good && !store_check_integrity(&archive.store))
        good = wrong(0, "the file is damaged");
    good = good && check_games(&archive);
    archive_close(&archive);
    return good ? STATUS_DONE : STATUS_ERROR;
}
