/* The top of the page: what was played, when, by whom and under which limits, and first of all what went wrong. */
#include "adapters/referee/report_parts.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "adapters/referee/markup.h"
#include "adapters/referee/page.h"

/* -- facts: names and values -- */

static void begin_fact(const struct page *page, const char *name)
{
    fprintf(page->out, "<dt>%s</dt><dd>", name);
}

static void end_fact(const struct page *page)
{
    fputs("</dd>\n", page->out);
}

static const char *text_at(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text == NULL ? "" : text;
}

static void print_dates(const struct page *page)
{
    sqlite3_stmt *row = report_select(
        page,
        "SELECT CASE WHEN date(min(finished))=date(max(finished))"
        " THEN strftime('%Y-%m-%d, %H:%M to ',min(finished))||strftime('%H:%M',max(finished))"
        " ELSE strftime('%Y-%m-%d %H:%M to ',min(finished))||strftime('%Y-%m-%d %H:%M',max(finished)) END,"
        " (SELECT CASE WHEN s<120 THEN printf('%.0f s',s) WHEN s<7200 THEN printf('%.0f min',s/60)"
        " ELSE printf('%.1f h',s/3600) END"
        " FROM (SELECT (julianday(max(finished))-julianday(min(finished)))*86400 AS s FROM game)) FROM game");
    if (row != NULL && sqlite3_step(row) == SQLITE_ROW && *text_at(row, 0) != '\0') {
        begin_fact(page, "played");
        fprintf(page->out, "%s UTC, %s from the first result to the last", text_at(row, 0), text_at(row, 1));
        end_fact(page);
    }
    sqlite3_finalize(row);
}

static void print_games(const struct page *page)
{
    const struct settings *settings = page->settings;
    begin_fact(page, "games");
    fprintf(page->out, "%" PRId64 "; %" PRId64 " rounds%s", store_count(page->store, "game"),
            settings->rounds,
            page->tally->alone     ? ", everybody plays every start"
            : settings->games == 2 ? ", each encounter twice with sides swapped"
                                   : "");
    end_fact(page);
}

static void print_seconds(FILE *out, int64_t microseconds)
{
    fprintf(out, "%g s", (double)microseconds / 1e6);
}

static void print_limits(FILE *out, const struct limits *limits)
{
    const char *between = "";
    if (limits->base + limits->increment > 0) {
        print_seconds(out, limits->base);
        if (limits->moves_to_go > 0)
            fprintf(out, " for %" PRId64 " moves", limits->moves_to_go);
        if (limits->increment > 0) {
            fputs(" and ", out);
            print_seconds(out, limits->increment);
            fputs(" a move", out);
        }
        between = ", ";
    }
    if (limits->move_time > 0) {
        fputs(between, out);
        print_seconds(out, limits->move_time);
        fputs(" a move", out);
        between = ", ";
    }
    if (limits->depth > 0)
        fprintf(out, "%sdepth %" PRId64, between, limits->depth), between = ", ";
    if (limits->nodes > 0)
        fprintf(out, "%s%" PRId64 " nodes", between, limits->nodes), between = ", ";
    fputs(*between == '\0' ? "no limit" : "", out);
}

static const char *const engines_sql =
    "SELECT id, name, coalesce(identity,''), command, options FROM engine ORDER BY id";

static void print_engines(const struct page *page)
{
    sqlite3_stmt *row = report_select(page, engines_sql);
    while (row != NULL && sqlite3_step(row) == SQLITE_ROW) {
        int id = sqlite3_column_int(row, 0);
        struct limits limits = {0};
        fprintf(page->out, "<dt class=\"c%d\"><i></i>", id % 8);
        markup_text(page->out, text_at(row, 1));
        fputs("</dt><dd>", page->out);
        markup_text(page->out, *text_at(row, 2) == '\0' ? "says no name" : text_at(row, 2));
        if (settings_described_limits(page->described, id, &limits)) {
            fputs("; ", page->out);
            print_limits(page->out, &limits);
        }
        fputs("; <code>", page->out);
        markup_text(page->out, text_at(row, 3));
        for (const char *at = text_at(row, 4); *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
            char option[256];
            snprintf(option, sizeof option, "  %.*s", (int)strcspn(at, "\n"), at);
            markup_text(page->out, option);
        }
        fputs("</code>", page->out);
        end_fact(page);
    }
    sqlite3_finalize(row);
}

/* "FILE|- sequential|random from N plies P[ seeds A..B KEY]" in words. */
static void print_openings(const struct page *page)
{
    const char *line = settings_described_openings(page->described), *plies = NULL, *seeds = NULL;
    if (line == NULL)
        return;
    char text[512];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
    begin_fact(page, "openings");
    if ((seeds = strstr(text, " seeds ")) != NULL) {
        while (seeds[0] != '\0' && text[strlen(text) - 1] == ' ')
            text[strlen(text) - 1] = '\0';
        fputs("deals by", page->out);
        markup_text(page->out, seeds);
    } else if (strncmp(text, "- ", 2) != 0) {
        markup_text(page->out, text);
    } else {
        fputs("the start of the game", page->out);
    }
    if ((plies = strstr(text, " plies ")) != NULL && strncmp(plies, " plies 0", 8) != 0)
        fprintf(page->out, ", then %.*s random plies", (int)strcspn(plies + 7, " "), plies + 7);
    fprintf(page->out, "; drawn with seed %" PRId64, page->settings->seed);
    end_fact(page);
}

static void print_facts(const struct page *page)
{
    fputs("<dl class=\"facts\">\n", page->out);
    print_dates(page);
    print_games(page);
    print_openings(page);
    print_engines(page);
    fputs("</dl>\n", page->out);
}

/* -- incidents -- */

/* "3 of 4 games that best lost: time" */
static void print_losses(const struct page *page)
{
    sqlite3_stmt *row = report_select(
        page,
        "WITH lost AS (SELECT verdict, CASE result WHEN '0-1' THEN first WHEN '1-0' THEN second END AS loser"
        " FROM game)"
        " SELECT count(*), (SELECT count(*) FROM lost AS all_lost WHERE all_lost.loser=lost.loser), name, "
        "verdict"
        " FROM lost JOIN engine ON engine.id=loser WHERE verdict NOT IN ('rules','adjudication','void')"
        " GROUP BY loser, verdict ORDER BY 1 DESC");
    for (int i = 0; row != NULL && sqlite3_step(row) == SQLITE_ROW; i++) {
        fprintf(page->out, i == 0 ? "<p>" : "<br>");
        fprintf(page->out, "%s of the %s games that ", text_at(row, 0), text_at(row, 1));
        markup_text(page->out, text_at(row, 2));
        fprintf(page->out, " lost: <b class=\"what\">%s</b>", text_at(row, 3));
    }
    sqlite3_finalize(row);
    fputs("</p>\n", page->out);
}

static const char *const incidents_sql =
    "SELECT coalesce(game,0), coalesce(name,'arbiter'), verdict, what, coalesce(transcript,'')"
    " FROM incident LEFT JOIN engine ON engine.id=incident.engine ORDER BY incident.id LIMIT 200";

static void print_incident(const struct page *page, sqlite3_stmt *row)
{
    int64_t game = sqlite3_column_int64(row, 0);
    fputs("<li>", page->out);
    if (game > 0)
        fprintf(page->out, "<a href=\"#game%" PRId64 "\">game %" PRId64 "</a>, ", game, game);
    markup_text(page->out, text_at(row, 1));
    fprintf(page->out, ": <b class=\"what\">%s</b>, ", text_at(row, 2));
    markup_text(page->out, text_at(row, 3));
    if (*text_at(row, 4) != '\0') {
        fputs("<code class=\"shell\">", page->out);
        markup_text(page->out, text_at(row, 4));
        fputs("</code>", page->out);
    }
    fputs("</li>\n", page->out);
}

static void print_incidents(const struct page *page)
{
    int64_t count = store_count(page->store, "incident");
    if (count <= 0)
        return;
    fprintf(page->out, "<section class=\"incidents\"><h2>%" PRId64 " incident%s</h2>\n", count,
            count == 1 ? "" : "s");
    print_losses(page);
    fputs("<ol>\n", page->out);
    sqlite3_stmt *row = report_select(page, incidents_sql);
    while (row != NULL && sqlite3_step(row) == SQLITE_ROW)
        print_incident(page, row);
    sqlite3_finalize(row);
    fputs("</ol></section>\n", page->out);
}

/* -- the whole -- */

static void print_names(const struct page *page)
{
    int count = page->settings->entrant_count;
    for (int i = 0; i < count && i < 3; i++) {
        fputs(i > 0 ? ", " : "", page->out);
        markup_text(page->out, report_name(page, i));
    }
    if (count > 3)
        fprintf(page->out, " and %d more", count - 3);
}

void report_print_head(const struct page *page)
{
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>",
          page->out);
    markup_text(page->out, page->settings->game);
    fputs(": ", page->out);
    print_names(page);
    fputs("</title>\n", page->out);
    page_print_style(page->out);
    fputs("</head><body>\n<p class=\"faint\">panj-referee " PANJ_VERSION "</p><h1>", page->out);
    markup_text(page->out, page->settings->game);
    fputs(": ", page->out);
    print_names(page);
    fputs("</h1>\n", page->out);
    print_incidents(page);
    print_facts(page);
}
