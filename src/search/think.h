/* What the thread of a search job does from the task to the move: picks the manner of thinking, reports, and
 * ends with a move. It does not wait for anybody; holding the answer back is search.c's. */
#ifndef PANJ_SEARCH_THINK_H
#define PANJ_SEARCH_THINK_H

#include "search/search.h"
#include "search/solver.h"
#include "search/table.h"

enum { SOLVERS_MAX = 16 };

/* The object in which a game's solver keeps its tables. */
struct solver_place {
    const struct game *game; /* NULL: free */
    void *self;
};

/* What outlives a job and makes the next one faster. */
struct workshop {
    struct table *table;                      /* NULL until a search wants it */
    size_t table_bytes;                       /* as asked for */
    int threads;                              /* >= 1 */
    struct solver_place solvers[SOLVERS_MAX]; /* one a game, made when it is first wanted */
};

/* workshop.c. The solver's object of a game that has a solver; NULL: out of memory. */
void *workshop_solver(struct workshop *, const struct game *);
void workshop_forget(struct workshop *);  /* every solver forgets what belonged to the last game */
void workshop_destroy(struct workshop *); /* frees the solvers */

struct thinking {
    struct task task; /* without what a player must not know */
    struct job job;
    _Atomic int64_t soft; /* clock_now() after which no new iteration begins; INT64_MAX: none */
    struct workshop *workshop;
    struct search_listener listener;
    struct move_list moves; /* of the root, those that may be played and are still to be searched */
    int lines_told;         /* of those wanted, that are proven and told: the search's come behind them */
    struct report last;     /* the last report of the best line; pv_count 0: none yet */
    bool is_best_last;      /* it was the last of all */
};

/* Fills thinking->last, whose pv[0] is the answer. At least one report has been sent. */
void think(struct thinking *);

/* -- for the manners of thinking -- */
void think_note(struct thinking *, const char *text);
/* Completes nodes, time and hashfull, cuts the line to what is legal, and sends it. */
void think_report(struct thinking *, const struct report *);
bool think_is_late(const struct thinking *); /* no time for another iteration */

/* study.c: Style seed, and the algorithms of the textbook. */
void study_seed(struct thinking *);
void study_textbook(struct thinking *);

/* exact.c: the game's exact method. True when there is nothing left to search for. */
bool exact_think(struct thinking *);

/* best.c: the exact method, then the table and the threads. */
void think_best(struct thinking *);

#endif
