/* The charts of the page: score over time, by opening, time by ply. */
#include "adapters/referee/report_parts.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "adapters/referee/markup.h"

enum { LINES_MAX = 8, POINTS_MAX = 300, OPENINGS_SHOWN = 400 };

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
    chart_line_begin(chart, entrant, report_name(page, entrant));
    for (int64_t i = 0; i < page->tally->count; i++) {
        double share = game_share(&page->tally->games[i], entrant);
        games += share >= 0;
        sum += share >= 0 ? share : 0;
        if (games > 0 && (i % step == 0 || i + 1 == page->tally->count))
            chart_line_point(chart, (double)(i + 1), 100 * sum / (double)games);
    }
    chart_line_end(chart);
}

static void print_lines_legend(const struct page *page)
{
    const char *names[LINES_MAX];
    int count = page->settings->entrant_count < LINES_MAX ? page->settings->entrant_count : LINES_MAX;
    for (int i = 0; i < count; i++)
        names[i] = report_name(page, i);
    chart_legend(page->out, names, count);
}

static void print_score_over_time(const struct page *page)
{
    if (page->tally->count < 2 || page->tally->alone)
        return;
    report_heading(page, "Score over time");
    struct chart chart = {.out = page->out,
                          .width = 480,
                          .height = 260,
                          .left = 46,
                          .bottom = 44,
                          .x_low = 1,
                          .x_high = (double)page->tally->count,
                          .y_high = 100};
    chart_begin(&chart, "Score in per cent after so many games");
    chart_y_axis(&chart, "%");
    chart_x_axis_whole(&chart, "games played");
    for (int i = 0; i < page->settings->entrant_count && i < LINES_MAX; i++)
        print_score_line(page, &chart, i);
    chart_end(&chart);
    print_lines_legend(page);
}

/* -- by opening, by ply: what SQL groups -- */

static void print_opening_bars(const struct page *page, const struct chart *chart)
{
    sqlite3_stmt *row = report_select(
        page, "SELECT opening, avg(CASE WHEN result='1/2-1/2' THEN 0.5 ELSE (result='1-0') = (first=0) END),"
              " count(*) FROM game WHERE (first=0 OR second=0) AND result<>'*' AND verdict<>'void'"
              " GROUP BY opening ORDER BY opening LIMIT 400");
    for (int i = 0; row != NULL && sqlite3_step(row) == SQLITE_ROW; i++) {
        double score = 100 * sqlite3_column_double(row, 1);
        char tip[64];
        snprintf(tip, sizeof tip, "opening %lld: %.0f %% of %d games", sqlite3_column_int64(row, 0), score,
                 sqlite3_column_int(row, 2));
        chart_bar(chart, i + 0.58, i + 1.42, 50, score, score >= 50 ? 0 : 1, tip);
    }
    sqlite3_finalize(row);
}

static void print_score_by_opening(const struct page *page)
{
    double count = report_number(page, "SELECT count(DISTINCT opening) FROM game");
    if (count < 2 || page->tally->alone)
        return;
    report_heading(page, "Score by opening");
    struct chart chart = {.out = page->out,
                          .width = 480,
                          .height = 260,
                          .left = 46,
                          .bottom = 44,
                          .x_low = 0.5,
                          .x_high = 0.5 + (count < OPENINGS_SHOWN ? count : OPENINGS_SHOWN),
                          .y_high = 100};
    chart_begin(&chart, "Score of the first engine by opening");
    chart_y_axis(&chart, "%");
    chart_x_axis_whole(&chart, "opening");
    print_opening_bars(page, &chart);
    chart_end(&chart);
    fputs("<p class=\"faint\">Score of ", page->out);
    markup_text(page->out, report_name(page, 0));
    fputs(" in the games from each opening, in their order.</p>\n", page->out);
}

static const char *const time_sql =
    "SELECT ply, avg(time)/1000.0 FROM move JOIN game ON game.id=move.game"
    " WHERE (mover=1 AND first=?1) OR (mover=2 AND second=?1) GROUP BY ply/?2 ORDER BY ply";

static void print_time_line(const struct page *page, const struct chart *chart, int entrant)
{
    assert(chart->x_high > chart->x_low);
    sqlite3_stmt *row = report_select(page, time_sql);
    sqlite3_bind_int(row, 1, entrant);
    sqlite3_bind_int(row, 2, (int)(chart->x_high / 60) + 2); /* both sides' plies in one group */
    chart_line_begin(chart, entrant, report_name(page, entrant));
    while (row != NULL && sqlite3_step(row) == SQLITE_ROW)
        chart_line_point(chart, sqlite3_column_double(row, 0), sqlite3_column_double(row, 1));
    chart_line_end(chart);
    sqlite3_finalize(row);
}

static void print_time_use(const struct page *page)
{
    double plies = report_number(page, "SELECT max(ply) FROM move");
    double slowest = report_number(page, "SELECT max(t) FROM (SELECT avg(time)/1000.0 AS t FROM move"
                                         " JOIN game ON game.id=move.game WHERE mover>0"
                                         " GROUP BY ply, CASE mover WHEN 1 THEN first ELSE second END)");
    if (plies < 2 || slowest <= 0)
        return;
    report_heading(page, "Time by ply");
    struct chart chart = {.out = page->out,
                          .width = 480,
                          .height = 260,
                          .left = 60,
                          .bottom = 44,
                          .x_low = 1,
                          .x_high = plies,
                          .y_high = slowest};
    chart_begin(&chart, "Mean milliseconds for a move by ply");
    chart_y_axis(&chart, "ms");
    chart_x_axis_whole(&chart, "ply");
    for (int i = 0; i < page->settings->entrant_count && i < LINES_MAX; i++)
        print_time_line(page, &chart, i);
    chart_end(&chart);
    print_lines_legend(page);
}

void report_print_charts(const struct page *page)
{
    fputs("<div class=\"charts\"><div>", page->out);
    print_score_over_time(page);
    fputs("</div><div>", page->out);
    print_score_by_opening(page);
    fputs("</div><div>", page->out);
    print_time_use(page);
    fputs("</div></div>\n", page->out);
}
