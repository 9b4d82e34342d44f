/* How a report becomes an info line. */
#include <inttypes.h>

#include "protocol/state.h"

static const char *const kind_words[] = {
    [SCORE_CP] = "cp", [SCORE_MATE] = "mate", [SCORE_PTS] = "pts", [SCORE_WP] = "wp"};
static const char *const bound_words[] = {[BOUND_ESTIMATE] = "",
                                          [BOUND_LOWER] = " lowerbound",
                                          [BOUND_UPPER] = " upperbound",
                                          [BOUND_PROVEN] = " proven"};

static void print_score(const struct score *score, struct text *line)
{
    text_format(line, " score %s %" PRId64 "%s", kind_words[score->kind], score->number,
                bound_words[score->bound]);
    if (score->has_wdl)
        text_format(line, " wdl %d %d %d", score->wdl[0], score->wdl[1], score->wdl[2]);
}

static uint64_t nodes_per_second(const struct report *report)
{
    return report->time > 0 ? (uint64_t)((double)report->nodes * 1e6 / (double)report->time) : 0;
}

static int64_t milliseconds(const struct report *report)
{
    return report->time / 1000;
}

void info_print(const struct game *game, const struct board *board, const struct report *report,
                bool hide_time, struct text *line)
{
    assert(report->pv_count >= 0 && report->pv_count <= PV_MAX);
    text_string(line, "info");
    if (report->pv_count > 0) {
        text_format(line, " depth %d seldepth %d multipv %d", report->depth, report->seldepth,
                    report->multipv);
        print_score(&report->score, line);
    }
    text_format(line, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64, report->nodes,
                hide_time ? 0 : nodes_per_second(report), report->hashfull,
                hide_time ? 0 : milliseconds(report));
    if (report->pv_count > 0)
        text_string(line, " pv");
    for (int i = 0; i < report->pv_count; i++) {
        char word[MOVE_WORD_MAX];
        game->move_print(board, report->pv[i], word);
        text_format(line, " %s", word);
    }
}

void info_print_totals(const struct report *report, bool hide_time, struct text *line)
{
    text_format(line, "info nodes %" PRIu64 " nps %" PRIu64 " time %" PRId64, report->nodes,
                hide_time ? 0 : nodes_per_second(report), hide_time ? 0 : milliseconds(report));
}
