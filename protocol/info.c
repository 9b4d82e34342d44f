/* How a report becomes an info line. */
#include <inttypes.h>
#include <math.h>

#include "protocol/state.h"

static const char *const kind_words[] = {
    [SCORE_CP] = "cp", [SCORE_MATE] = "mate", [SCORE_PTS] = "pts", [SCORE_WP] = "wp"};
static const char *const bound_words[] = {[BOUND_ESTIMATE] = "",
                                          [BOUND_LOWER] = " lowerbound",
                                          [BOUND_UPPER] = " upperbound",
                                          [BOUND_PROVEN] = " proven"};

static void print_score(const struct score *score, struct text *line)
{
    assert(score->kind <= SCORE_WP && score->bound <= BOUND_PROVEN);
    assert(!score->has_wdl || score->wdl[0] + score->wdl[1] + score->wdl[2] == 1000);
    text_format(line, " score %s %" PRId64 "%s", kind_words[score->kind], score->number,
                bound_words[score->bound]);
    if (score->has_wdl)
        text_format(line, " wdl %d %d %d", score->wdl[0], score->wdl[1], score->wdl[2]);
}

/* -- scores for a UCI client, which knows cp and mate alone -- */

enum { UCI_SURE = 10000 }; /* cp of a chance that is none any more, far beyond what any other gives */

/* The curve of ratings: a lead that wins ten times as often as it loses is 400. */
static int64_t cp_of_chance(int64_t millionth)
{
    assert(millionth >= 0 && millionth <= 1000000);
    if (millionth == 0 || millionth == 1000000)
        return millionth == 0 ? -UCI_SURE : UCI_SURE;
    return (int64_t)lround(400 * log10((double)millionth / (double)(1000000 - millionth)));
}

/* Plies to the end, of which the winner makes the first or the last, in moves of one side; 0 stays 0. */
static int64_t moves_of(int64_t plies)
{
    return plies >= 0 ? (plies + 1) / 2 : -((-plies + 1) / 2);
}

/* 1: the mover has surely won, -1: he has lost, 0: neither is known. */
static int sure_result(const struct score *score)
{
    if (score->bound != BOUND_PROVEN)
        return 0;
    if (score->kind == SCORE_WP)
        return (score->number == 1000000) - (score->number == 0);
    return score->has_wdl ? (score->wdl[0] == 1000) - (score->wdl[2] == 1000) : 0;
}

/* The same in words of UCI. A sure win of unknown length is a mate within the longest game. */
static struct score uci_score(const struct game *game, const struct board *board,
                              const struct position *position, const struct score *score)
{
    bool open = score->bound == BOUND_LOWER || score->bound == BOUND_UPPER;
    struct score told = {.kind = SCORE_CP, .bound = open ? score->bound : BOUND_ESTIMATE};
    int sure = sure_result(score);
    int plies = sure != 0 ? game->horizon(board, position) : 0;
    if (score->kind == SCORE_MATE || plies > 0) {
        told.kind = SCORE_MATE;
        told.number = moves_of(score->kind == SCORE_MATE ? score->number : sure * plies);
    } else if (score->kind == SCORE_WP) {
        told.number = cp_of_chance(score->number);
    } else {
        bool points = score->kind == SCORE_PTS || game->scale == SCALE_POINTS;
        told.number = points ? 100 * score->number : score->number;
    }
    return told;
}

/* -- lines -- */

static uint64_t nodes_per_second(const struct report *report)
{
    return report->time > 0 ? (uint64_t)((double)report->nodes * 1e6 / (double)report->time) : 0;
}

static int64_t milliseconds(const struct report *report)
{
    return report->time / 1000;
}

void info_print(const struct session *session, const struct report *report, struct text *line)
{
    bool hide_time = session->hides_time;
    const struct game *game = session->history.game;
    assert(report->pv_count >= 0 && report->pv_count <= PV_MAX);
    text_string(line, "info");
    if (report->pv_count > 0) {
        struct score score = report->score;
        if (session->speaks_uci)
            score = uci_score(game, &session->searched_board, &session->searched_position, &report->score);
        text_format(line, " depth %d seldepth %d multipv %d", report->depth, report->seldepth,
                    report->multipv);
        print_score(&score, line);
    }
    text_format(line, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64, report->nodes,
                hide_time ? 0 : nodes_per_second(report), report->hashfull,
                hide_time ? 0 : milliseconds(report));
    if (report->pv_count > 0)
        text_string(line, " pv");
    for (int i = 0; i < report->pv_count; i++) {
        char word[MOVE_WORD_MAX];
        game->move_print(&session->searched_board, report->pv[i], word);
        text_format(line, " %s", word);
    }
    assert(!line->cut);
}

void info_print_totals(const struct session *session, const struct report *report, struct text *line)
{
    bool hide_time = session->hides_time;
    text_format(line, "info nodes %" PRIu64 " nps %" PRIu64 " time %" PRId64, report->nodes,
                hide_time ? 0 : nodes_per_second(report), hide_time ? 0 : milliseconds(report));
}

void info_print_no_search(const struct session *session, struct text *line)
{
    const struct history *history = &session->history;
    const struct game *game = history->game;
    assert(session->speaks_uci);
    bool over = game->turn(&history->board, &history->now) == ACTOR_NONE;
    value_t value = over ? game_worth(game, &history->board, &history->now, 1)
                         : game->evaluate(&history->board, &history->now);
    struct score score = score_from(game, value, BOUND_ESTIMATE);
    score = uci_score(game, &history->board, &history->now, &score);
    text_string(line, "info depth 0");
    print_score(&score, line);
}
