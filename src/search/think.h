/* What the thread of a search job does from the task to the move: picks the manner of thinking, reports, and
 * ends with a move. It does not wait for anybody; holding the answer back is search.c's. */
#ifndef PANJ_SEARCH_THINK_H
#define PANJ_SEARCH_THINK_H

#include <pthread.h>

#include "search/search.h"
#include "search/workshop.h"

struct thinking {
    struct task task; /* without what a player must not know */
    struct job job;
    _Atomic int64_t soft; /* clock_now() after which no new iteration begins; INT64_MAX: none */
    struct workshop *workshop;
    struct search_listener listener;
    struct move_list moves;  /* of the root, those that may be played and are still to be searched */
    int lines_told;          /* of those wanted, that are proven and told: the search's come behind them */
    struct report last;      /* the last report of the best line; pv_count 0: none yet */
    pthread_mutex_t telling; /* guards `last`: two parts of the job may tell something at once */
    _Atomic int64_t told;    /* clock_now() of the last line */
};

/* Fills thinking->last, whose pv[0] is the answer. At least one report has been sent. */
void think(struct thinking *);

/* -- for the manners of thinking -- */

void think_note(struct thinking *, const char *text);
/* Completes nodes, time and hashfull, cuts the line to what is legal, and sends it. */
void think_report(struct thinking *, const struct report *);
/* Whether the last report of the best line said the same. */
bool think_has_said(struct thinking *, const struct report *);
/* Whether the best line was told last with this move in front; MOVE_NONE: whether nothing was told. */
bool think_has_told(struct thinking *, move_t first);
/* Nothing has been told for a second; then it is time for a line that says that the work goes on. */
bool think_is_silent(const struct thinking *);
void think_tell_work(struct thinking *, int hashfull);
bool think_is_late(const struct thinking *); /* no time for another iteration */

#endif
