/* Runs a search to its end and keeps what it said. */
#ifndef PANJ_TESTS_HEAR_H
#define PANJ_TESTS_HEAR_H

#include "search/search.h"

enum { HEARD_MAX = 2048 };

struct heard {
    int reports; /* all that came; the first HEARD_MAX are kept */
    struct report at[HEARD_MAX];
    struct report last; /* of the best line; in the end with the totals */
    int notes;
    char note[160];   /* the last */
    int ends;         /* must come to 1 */
    int64_t end_time; /* clock_now() of the answer */
    struct search_end end;
};

struct search_listener hear_with(struct heard *); /* empties it too */
/* Starts and waits. */
void hear_search(struct search *, const struct task *, struct heard *);
/* A task without limits at a position. */
void hear_task(struct task *, const struct game *, const struct board *, const struct position *);

#endif
