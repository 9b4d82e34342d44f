/* What outlives a job and makes the next one faster: the table, the number of threads, the solvers. */
#ifndef PANJ_SEARCH_WORKSHOP_H
#define PANJ_SEARCH_WORKSHOP_H

#include "search/solver.h"
#include "search/table.h"
#include "solve/effort.h"

enum { SOLVERS_MAX = 16 };

/* The object in which a game's solver keeps its tables. */
struct solver_place {
    const struct game *game; /* NULL: free */
    void *self;
    struct pace pace; /* how fast it has been */
};

struct workshop {
    struct table *table;                      /* NULL until a search wants it */
    size_t table_bytes;                       /* what tables may grow to */
    int threads;                              /* >= 1 */
    struct solver_place solvers[SOLVERS_MAX]; /* one a game, made when it is first wanted */
};

/* The place of a game that has a solver, with an object in it; NULL: out of memory. */
struct solver_place *workshop_place(struct workshop *, const struct game *);
void workshop_forget(struct workshop *);  /* every solver forgets what belonged to the last game */
void workshop_destroy(struct workshop *); /* frees the solvers */

#endif
