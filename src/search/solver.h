/* The exact method of a game: what `go` tries before the search, and what `solve` runs to the end.
 * A solver keeps its tables in an object of its own; the search engine owns it and hands it back each time.
 */
#ifndef PANJ_SEARCH_SOLVER_H
#define PANJ_SEARCH_SOLVER_H

#include "search/job.h"

/* How much a solver may use. */
struct means {
    size_t bytes; /* of table memory, from the option Hash (or TableMB) */
    int threads;
    bool to_the_end; /* `solve`: the user wants the proof; otherwise `go`: leave time for a search if hopeless
                      */
};

struct solution {
    bool proven;        /* score and best are exact; otherwise they are what the solver can vouch for */
    move_t best;        /* MOVE_NONE: nothing to say, let the search think */
    struct score score; /* the mover's view */
    int pv_count;       /* pv[0] is best */
    move_t pv[PV_MAX];
};

struct solver {
    void *(*create)(void); /* NULL when out of memory; small: tables come with the first solve */
    void (*destroy)(void *self);
    void (*clear)(void *self); /* a new game: forget */
    /* Works until proven, stopped (job_tick) or out of ideas. Reports bounds as they close through
     * job->report. A proven value is reported too, so that an info line precedes bestmove. */
    void (*solve)(void *self, const struct means *, const struct board *, const struct position *,
                  struct job *, struct solution *);
};

#endif
