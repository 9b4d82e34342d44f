#include "adapters/referee/report_html.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/markup.h"
#include "adapters/referee/page.h"
#include "adapters/referee/report_games.h"
#include "adapters/referee/report_parts.h"
#include "adapters/referee/standings.h"

/* -- standings -- */

static void print_standing_row(const struct page *page, int place, int entrant)
{
    struct standing standing = tally_standing(page->tally, entrant, page->settings->entrant_count);
    struct elo elo = elo_estimate(&standing.samples);
    fprintf(page->out, "<tr><td>%d</td><td class=\"l\">", place);
    markup_text(page->out, report_name(page, entrant));
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
    report_heading(page, "Standings");
    fputs("<div class=\"scroll\"><table><thead><tr><th>#</th><th "
          "class=\"l\">engine</th><th>games</th><th>points</th><th>score</th>"
          "<th>won</th><th>drawn</th><th>lost</th><th>Elo (95 %)</th>",
          page->out);
    fputs(page->tally->alone ? "<th>mean score</th></tr></thead><tbody>\n" : "</tr></thead><tbody>\n",
          page->out);
    for (int i = 0; i < page->settings->entrant_count; i++)
        print_standing_row(page, i + 1, page->order[i]);
    fputs("</tbody></table></div>\n", page->out);
}

static void print_error_bars(const struct page *page)
{
    int count = page->settings->entrant_count;
    struct chart chart = {.out = page->out,
                          .width = 560,
                          .height = 40 + 26.0 * count,
                          .left = 140,
                          .bottom = 30,
                          .x_high = 100,
                          .y_low = 0,
                          .y_high = count};
    chart_begin(&chart, "Score in per cent with its 95 % interval");
    chart_x_axis(&chart, "%");
    for (int i = 0; i < count; i++) {
        struct standing standing = tally_standing(page->tally, page->order[i], count);
        struct interval share = share_interval(&standing.samples);
        char name[24];
        snprintf(name, sizeof name, "%.20s", report_name(page, page->order[i]));
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
    report_heading(page, "Cross table");
    fputs("<div class=\"scroll\"><table><thead><tr><th class=\"l\">engine</th>", page->out);
    for (int i = 0; i < count; i++)
        fprintf(page->out, "<th>%d</th>", i + 1);
    fputs("</tr></thead><tbody>\n", page->out);
    for (int i = 0; i < count; i++) {
        fprintf(page->out, "<tr><td>%d ", i + 1);
        markup_text(page->out, report_name(page, page->order[i]));
        fputs("</td>", page->out);
        for (int j = 0; j < count; j++)
            print_cross_cell(page, page->order[i], page->order[j]);
        fputs("</tr>\n", page->out);
    }
    fputs("</tbody></table></div>\n", page->out);
}

/* -- tables that SQL makes -- */

static void print_table(const struct page *page, const char *title, const char *sql)
{
    sqlite3_stmt *row = report_select(page, sql);
    bool any = row != NULL && sqlite3_step(row) == SQLITE_ROW;
    int columns = any ? sqlite3_column_count(row) : 0;
    if (any) {
        report_heading(page, title);
        fputs("<div class=\"scroll\"><table><thead><tr>", page->out);
    }
    for (int i = 0; i < columns; i++)
        fprintf(page->out, "<th>%s</th>", sqlite3_column_name(row, i));
    fputs(any ? "</tr></thead><tbody>\n" : "", page->out);
    for (bool more = any; more; more = sqlite3_step(row) == SQLITE_ROW) {
        fputs("<tr>", page->out);
        for (int i = 0; i < columns; i++) {
            const char *text = (const char *)sqlite3_column_text(row, i);
            fputs("<td>", page->out);
            markup_text(page->out, text == NULL ? "" : text);
            fputs("</td>", page->out);
        }
        fputs("</tr>\n", page->out);
    }
    fputs(any ? "</tbody></table></div>\n" : "", page->out);
    sqlite3_finalize(row);
}

static const char *const engines_sql =
    "SELECT name AS engine, count(*) AS moves,"
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
/* -- the page -- */

static void print_duel(const struct page *page)
{
    if (page->settings->entrant_count != 2)
        return;
    struct duel duel = tally_duel(page->tally, 0, 1);
    struct elo elo = elo_estimate(&duel.samples);
    fprintf(page->out, "<p>Likelihood that ");
    markup_text(page->out, report_name(page, 0));
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
    report_print_head(page);
    print_standings(page);
    print_duel(page);
    print_error_bars(page);
    print_cross_table(page);
    report_print_charts(page);
    print_table(page, "Speed", engines_sql);
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
    page.described = store_read_description(store);
    bool good = page.described != NULL && print_page(&page, replay);
    free(page.described);
    bool lost = ferror(page.out) != 0;
    lost = fclose(page.out) != 0 || lost;
    if (lost)
        fprintf(stderr, "panj-referee: %s: %s\n", path, strerror(errno));
    return good && !lost;
}
