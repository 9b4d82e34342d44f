#include "adapters/referee/report_html.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/markup.h"
#include "adapters/referee/page.h"
#include "adapters/referee/report_games.h"
#include "adapters/referee/standings.h"

enum { LINES_MAX = 8, POINTS_MAX = 300, OPENINGS_SHOWN = 400 };

struct page {
    FILE *out;
    struct store *store;
    const struct settings *settings;
    const struct tally *tally;
    int order[ENTRANTS_MAX];
};

static const char *entrant_name(const struct page *page, int entrant)
{
    assert(entrant >= 0 && entrant < page->settings->entrant_count);
    return page->settings->entrants[entrant].name;
}

static void heading(const struct page *page, const char *text)
{
    fputs("<h2>", page->out);
    markup_text(page->out, text);
    fputs("</h2>\n", page->out);
}

/* -- standings -- */

static void print_standing_row(const struct page *page, int place, int entrant)
{
    struct standing standing = tally_standing(page->tally, entrant, page->settings->entrant_count);
    struct elo elo = elo_estimate(&standing.samples);
    fprintf(page->out, "<tr><td>%d</td><td class=\"l\">", place);
    markup_text(page->out, entrant_name(page, entrant));
    fprintf(page->out, "</td><td>%" PRId64 "</td><td>%.1f</td><td>%.1f %%</td>", standing.games,
            standing.points, standing.games > 0 ? 100 * standing.points / (double)standing.games : 0);
    fprintf(page->out, "<td>%" PRId64 "</td><td>%" PRId64 "</td><td>%" PRId64 "</td><td>", standing.wins,
            standing.draws, standing.losses);
    standings_print_elo(page->out, &elo);
    fputs("</td>", page->out);
    if (page->tally->alone)
        fprintf(page->out, "<td>%.2f</td>", standing.scores.mean);
    fputs("</tr>\n", page->out);
}

static void print_standings(const struct page *page)
{
    heading(page, "Standings");
    fputs("<table><thead><tr><th>#</th><th class=\"l\">engine</th><th>games</th><th>points</th><th>score</th>"
          "<th>won</th><th>drawn</th><th>lost</th><th>Elo (95 %)</th>",
          page->out);
    fputs(page->tally->alone ? "<th>mean score</th></tr></thead><tbody>\n" : "</tr></thead><tbody>\n",
          page->out);
    for (int i = 0; i < page->settings->entrant_count; i++)
        print_standing_row(page, i + 1, page->order[i]);
    fputs("</tbody></table>\n", page->out);
}

static void print_percents(const struct chart *chart,
                           void (*mark)(const struct chart *, double, const char *))
{
    static const char *const labels[] = {"0 %", "25 %", "50 %", "75 %", "100 %"};
    for (int i = 0; i < 5; i++)
        mark(chart, 25 * i, labels[i]);
}

static void print_error_bars(const struct page *page)
{
    int count = page->settings->entrant_count;
    struct chart chart = {.out = page->out,
                          .width = 760,
                          .height = 40 + 26.0 * count,
                          .left = 150,
                          .bottom = 30,
                          .x_high = 100,
                          .y_low = 0,
                          .y_high = count};
    chart_begin(&chart, "Score in per cent with its 95 % interval");
    print_percents(&chart, chart_x_mark);
    for (int i = 0; i < count; i++) {
        struct standing standing = tally_standing(page->tally, page->order[i], count);
        struct interval share = share_interval(&standing.samples);
        char name[24];
        snprintf(name, sizeof name, "%.20s", entrant_name(page, page->order[i]));
        chart_y_mark(&chart, count - i - 0.5, name);
        if (standing.samples.count > 0)
            chart_error_bar(&chart, count - i - 0.5, 100 * share.low, 100 * standing.samples.mean,
                            100 * share.high, page->order[i]);
    }
    chart_end(&chart);
}

static void print_cross_cell(const struct page *page, int entrant, int other)
{
    assert(page->settings->entrant_count > 2);
    if (entrant == other) {
        fputs("<td></td>", page->out);
        return;
    }
    struct duel duel = tally_duel(page->tally, entrant, other);
    if (duel.games == 0) {
        fputs("<td class=\"faint\">-</td>", page->out);
        return;
    }
    fprintf(page->out, "<td>%.1f / %" PRId64 "</td>", (double)duel.wins + 0.5 * (double)duel.draws,
            duel.games);
}

static void print_cross_table(const struct page *page)
{
    int count = page->settings->entrant_count;
    if (count < 3)
        return;
    heading(page, "Cross table");
    fputs("<div class=\"scroll\"><table><thead><tr><th class=\"l\">engine</th>", page->out);
    for (int i = 0; i < count; i++)
        fprintf(page->out, "<th>%d</th>", i + 1);
    fputs("</tr></thead><tbody>\n", page->out);
    for (int i = 0; i < count; i++) {
        fprintf(page->out, "<tr><td>%d ", i + 1);
        markup_text(page->out, entrant_name(page, page->order[i]));
        fputs("</td>", page->out);
        for (int j = 0; j < count; j++)
            print_cross_cell(page, page->order[i], page->order[j]);
        fputs("</tr>\n", page->out);
    }
    fputs("</tbody></table></div>\n", page->out);
}

/* -- score over time -- */

/* What a game gave to an entrant, 0 .. 1; negative: he did not play, or it does not count. */
static double game_share(const struct tally_game *game, int entrant)
{
    assert(game->outcome <= OUTCOME_DRAW);
    static const double shares[] = {-1, 1, 0, 0.5};
    if (!game->counts || (game->first != entrant && game->second != entrant))
        return -1;
    double share = shares[game->outcome];
    return game->first == entrant ? share : 1 - share;
}

static void print_score_line(const struct page *page, const struct chart *chart, int entrant)
{
    assert(page->tally->count > 0);
    double sum = 0;
    int64_t games = 0, step = page->tally->count / POINTS_MAX + 1;
    chart_line_begin(chart, entrant, entrant_name(page, entrant));
    for (int64_t i = 0; i < page->tally->count; i++) {
        double share = game_share(&page->tally->games[i], entrant);
        games += share >= 0;
        sum += share >= 0 ? share : 0;
        if (games > 0 && (i % step == 0 || i + 1 == page->tally->count))
            chart_line_point(chart, (double)(i + 1), 100 * sum / (double)games);
    }
    chart_line_end(chart);
}

static void print_x_marks(const struct chart *chart)
{
    for (int i = 0; i <= 4; i++) {
        double x = chart->x_low + (chart->x_high - chart->x_low) * i / 4;
        char label[24];
        snprintf(label, sizeof label, "%.0f", x);
        chart_x_mark(chart, x, label);
    }
}

static void print_lines_legend(const struct page *page)
{
    const char *names[LINES_MAX];
    int count = page->settings->entrant_count < LINES_MAX ? page->settings->entrant_count : LINES_MAX;
    for (int i = 0; i < count; i++)
        names[i] = entrant_name(page, i);
    chart_legend(page->out, names, count);
}

static void print_score_over_time(const struct page *page)
{
    if (page->tally->count < 2 || page->tally->alone)
        return;
    heading(page, "Score over time");
    struct chart chart = {.out = page->out,
                          .width = 480,
                          .height = 240,
                          .left = 46,
                          .bottom = 30,
                          .x_low = 1,
                          .x_high = (double)page->tally->count,
                          .y_high = 100};
    chart_begin(&chart, "Score in per cent after so many games");
    print_percents(&chart, chart_y_mark);
    print_x_marks(&chart);
    for (int i = 0; i < page->settings->entrant_count && i < LINES_MAX; i++)
        print_score_line(page, &chart, i);
    chart_end(&chart);
    print_lines_legend(page);
}

/* -- by opening, by ply: what SQL groups -- */

static sqlite3_stmt *select_rows(const struct page *page, const char *sql)
{
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(page->store->database, sql, -1, &row, NULL) != SQLITE_OK)
        fprintf(stderr, "panj-referee: %s\n", sqlite3_errmsg(page->store->database));
    return row;
}

static double select_number(const struct page *page, const char *sql)
{
    sqlite3_stmt *row = select_rows(page, sql);
    double number = row != NULL && sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_double(row, 0) : 0;
    sqlite3_finalize(row);
    return number;
}

static void print_opening_bars(const struct page *page, const struct chart *chart)
{
    sqlite3_stmt *row = select_rows(
        page, "SELECT opening, avg(CASE WHEN result='1/2-1/2' THEN 0.5 ELSE (result='1-0') = (first=0) END),"
              " count(*) FROM game WHERE (first=0 OR second=0) AND result<>'*' AND verdict<>'void'"
              " GROUP BY opening ORDER BY opening LIMIT 400");
    for (int i = 0; row != NULL && sqlite3_step(row) == SQLITE_ROW; i++) {
        double score = 100 * sqlite3_column_double(row, 1);
        char tip[64];
        snprintf(tip, sizeof tip, "opening %lld: %.0f %% of %d games", sqlite3_column_int64(row, 0), score,
                 sqlite3_column_int(row, 2));
        chart_bar(chart, i + 0.08, i + 0.92, 50, score, score >= 50 ? 0 : 1, tip);
    }
    sqlite3_finalize(row);
}

static void print_score_by_opening(const struct page *page)
{
    double count = select_number(page, "SELECT count(DISTINCT opening) FROM game");
    if (count < 2 || page->tally->alone)
        return;
    heading(page, "Score by opening");
    struct chart chart = {.out = page->out,
                          .width = 480,
                          .height = 240,
                          .left = 46,
                          .bottom = 30,
                          .x_high = count < OPENINGS_SHOWN ? count : OPENINGS_SHOWN,
                          .y_high = 100};
    chart_begin(&chart, "Score of the first engine by opening");
    print_percents(&chart, chart_y_mark);
    print_x_marks(&chart);
    print_opening_bars(page, &chart);
    chart_end(&chart);
    fputs("<p class=\"faint\">Score of ", page->out);
    markup_text(page->out, entrant_name(page, 0));
    fputs(" in the games from each opening, in their order.</p>\n", page->out);
}

static const char *const time_sql =
    "SELECT ply, avg(time)/1000.0 FROM move JOIN game ON game.id=move.game"
    " WHERE (mover=1 AND first=?1) OR (mover=2 AND second=?1) GROUP BY ply/?2 ORDER BY ply";

static void print_time_line(const struct page *page, const struct chart *chart, int entrant)
{
    assert(chart->x_high > chart->x_low);
    sqlite3_stmt *row = select_rows(page, time_sql);
    sqlite3_bind_int(row, 1, entrant);
    sqlite3_bind_int(row, 2, (int)(chart->x_high / 60) + 2); /* both sides' plies in one group */
    chart_line_begin(chart, entrant, entrant_name(page, entrant));
    while (row != NULL && sqlite3_step(row) == SQLITE_ROW)
        chart_line_point(chart, sqlite3_column_double(row, 0), sqlite3_column_double(row, 1));
    chart_line_end(chart);
    sqlite3_finalize(row);
}

static void print_time_use(const struct page *page)
{
    double plies = select_number(page, "SELECT max(ply) FROM move");
    double slowest = select_number(page, "SELECT max(t) FROM (SELECT avg(time)/1000.0 AS t FROM move"
                                         " JOIN game ON game.id=move.game WHERE mover>0"
                                         " GROUP BY ply, CASE mover WHEN 1 THEN first ELSE second END)");
    if (plies < 2 || slowest <= 0)
        return;
    heading(page, "Time by ply");
    struct chart chart = {.out = page->out,
                          .width = 480,
                          .height = 240,
                          .left = 60,
                          .bottom = 30,
                          .x_low = 1,
                          .x_high = plies,
                          .y_high = slowest};
    chart_begin(&chart, "Mean milliseconds for a move by ply");
    for (int i = 0; i <= 4; i++) {
        char label[24];
        snprintf(label, sizeof label, slowest < 10 ? "%.2f ms" : "%.0f ms", slowest * i / 4);
        chart_y_mark(&chart, slowest * i / 4, label);
    }
    print_x_marks(&chart);
    for (int i = 0; i < page->settings->entrant_count && i < LINES_MAX; i++)
        print_time_line(page, &chart, i);
    chart_end(&chart);
    print_lines_legend(page);
}

/* -- tables that SQL makes -- */

static void print_table(const struct page *page, const char *title, const char *class, const char *sql)
{
    sqlite3_stmt *row = select_rows(page, sql);
    bool any = row != NULL && sqlite3_step(row) == SQLITE_ROW;
    int columns = any ? sqlite3_column_count(row) : 0;
    if (any) {
        heading(page, title);
        fprintf(page->out, "<div class=\"scroll\"><table class=\"%s\"><thead><tr>", class);
    }
    for (int i = 0; i < columns; i++)
        fprintf(page->out, "<th>%s</th>", sqlite3_column_name(row, i));
    fputs(any ? "</tr></thead><tbody>\n" : "", page->out);
    for (bool more = any; more; more = sqlite3_step(row) == SQLITE_ROW) {
        fputs("<tr>", page->out);
        for (int i = 0; i < columns; i++) {
            const char *text = (const char *)sqlite3_column_text(row, i);
            bool code = strcmp(sqlite3_column_name(row, i), "to see it again") == 0;
            fputs(code ? "<td><code>" : "<td>", page->out);
            markup_text(page->out, text == NULL ? "" : text);
            fputs(code ? "</code></td>" : "</td>", page->out);
        }
        fputs("</tr>\n", page->out);
    }
    fputs(any ? "</tbody></table></div>\n" : "", page->out);
    sqlite3_finalize(row);
}

static const char *const engines_sql =
    "SELECT name AS engine, coalesce(identity,'') AS 'says it is', count(*) AS moves,"
    " printf('%.2f',avg(time)/1000.0) AS 'ms a move', printf('%.2f',max(time)/1000.0) AS 'longest ms',"
    " printf('%.1f',avg(nullif(depth,0))) AS depth,"
    " printf('%,d',CAST(sum(nodes)*1e6/nullif(sum(CASE WHEN nodes>0 THEN time END),0) AS INTEGER))"
    "  AS 'nodes a second',"
    " printf('%.2f',(SELECT avg(l)/1000.0 FROM (SELECT first_latency AS l FROM game WHERE first=engine.id AND"
    "  first_latency>=0 UNION ALL SELECT second_latency FROM game WHERE second=engine.id AND "
    "second_latency>=0)))"
    "  AS 'latency ms'"
    " FROM engine JOIN game ON engine.id IN (first,second) JOIN move ON move.game=game.id"
    "  AND ((mover=1 AND first=engine.id) OR (mover=2 AND second=engine.id)) GROUP BY engine.id";
static const char *const incidents_sql =
    "SELECT coalesce(game,'-') AS game, coalesce(name,'arbiter') AS engine, verdict, what,"
    " coalesce(transcript,'') AS 'to see it again'"
    " FROM incident LEFT JOIN engine ON engine.id=incident.engine ORDER BY incident.id LIMIT 200";

/* -- the page -- */

static void print_head(const struct page *page)
{
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>",
          page->out);
    markup_text(page->out, page->settings->game);
    fputs(" - match report</title>\n", page->out);
    page_print_style(page->out);
    fputs("</head><body>\n<p class=\"faint\">panj-referee</p><h1>", page->out);
    markup_text(page->out, page->settings->game);
    fprintf(page->out, "</h1>\n<p class=\"faint\">%" PRId64 " games, %d engines, %" PRId64 " incidents</p>\n",
            store_count(page->store, "game"), page->settings->entrant_count,
            store_count(page->store, "incident"));
}

static void print_duel(const struct page *page)
{
    if (page->settings->entrant_count != 2)
        return;
    struct duel duel = tally_duel(page->tally, 0, 1);
    struct elo elo = elo_estimate(&duel.samples);
    fprintf(page->out, "<p>Likelihood that ");
    markup_text(page->out, entrant_name(page, 0));
    fprintf(page->out, " is the stronger one (LOS): %.1f %%. %s", standings_los(&elo),
            duel.counts.classes == 5 ? "Pairs by score 0, &frac14;, &frac12;, &frac34;, 1:"
                                     : "Games by score 0, &frac12;, 1:");
    for (int i = 0; i < duel.counts.classes; i++)
        fprintf(page->out, " %" PRId64, duel.counts.counts[i]);
    if (duel.difference.count > 1 && duel.points_decide)
        fprintf(page->out, ". Mean difference of points %+.3f &plusmn; %.3f", duel.difference.mean,
                mean_error(&duel.difference));
    fputs(".</p>\n", page->out);
}

static bool print_page(struct page *page, struct replay *replay)
{
    standings_order(page->settings, page->tally, page->order);
    print_head(page);
    print_standings(page);
    print_duel(page);
    print_error_bars(page);
    print_cross_table(page);
    fputs("<div class=\"grid2\"><div>", page->out);
    print_score_over_time(page);
    fputs("</div><div>", page->out);
    print_score_by_opening(page);
    fputs("</div><div>", page->out);
    print_time_use(page);
    fputs("</div></div>\n", page->out);
    print_table(page, "Engines", "", engines_sql);
    print_table(page, "Incidents", "wrap", incidents_sql);
    fputs("<script type=\"application/json\" id=\"data\">", page->out);
    bool good = report_games_print(page->out, page->store, page->settings, replay);
    fputs("</script>\n", page->out);
    page_print_viewer(page->out);
    fputs("</body></html>\n", page->out);
    return good;
}

bool report_html_write(const char *path, struct store *store, const struct settings *settings,
                       const struct tally *tally, struct replay *replay)
{
    struct page page = {.out = fopen(path, "w"), .store = store, .settings = settings, .tally = tally};
    if (page.out == NULL) {
        fprintf(stderr, "panj-referee: %s: %s (page=FILE writes it elsewhere)\n", path, strerror(errno));
        return false;
    }
    bool good = print_page(&page, replay);
    good = !ferror(page.out) && good;
    return fclose(page.out) == 0 && good;
}
