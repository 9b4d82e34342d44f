#include "tests/support/hear.h"

#include "base/clock.h"
#include "tests/support/check.h"

static void hear_report(void *context, const struct report *report)
{
    struct heard *heard = context;
    assert_int_equal(heard->ends, 0);
    if (heard->reports < HEARD_MAX)
        heard->at[heard->reports] = *report;
    heard->reports++;
    if (report->multipv == 1)
        heard->last = *report;
}

static void hear_note(void *context, const char *text)
{
    struct heard *heard = context;
    heard->notes++;
    struct text room = text_in(heard->note, sizeof heard->note);
    text_string(&room, text);
}

static void hear_end(void *context, const struct search_end *end)
{
    struct heard *heard = context;
    heard->end = *end;
    heard->last.nodes = end->nodes;
    heard->last.time = end->time;
    heard->end_time = clock_now();
    heard->ends++;
}

struct search_listener hear_with(struct heard *heard)
{
    heard->reports = heard->notes = heard->ends = 0;
    heard->note[0] = '\0';
    return (struct search_listener){
        .context = heard, .report = hear_report, .note = hear_note, .done = hear_end};
}

void hear_search(struct search *search, const struct task *task, struct heard *heard)
{
    struct search_listener listener = hear_with(heard);
    assert_true(search_start(search, task, &listener));
    search_wait(search);
    assert_int_equal(heard->ends, 1);
    assert_true(heard->reports > 0);
    assert_int_equal(heard->last.pv[0], heard->end.best);
}

void hear_task(struct task *task, const struct game *game, const struct board *board,
               const struct position *position)
{
    *task = (struct task){.game = game, .multipv = 1};
    board_copy(game, &task->board, board);
    position_copy(game, &task->position, position);
}
