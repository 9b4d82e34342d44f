/* From the words of `go` to moments on the clock. */
#ifndef PANJ_SEARCH_LIMITS_H
#define PANJ_SEARCH_LIMITS_H

#include "search/search.h"

/* In microseconds from the start of thinking; INT64_MAX: none. */
struct budget {
    int64_t soft; /* no new iteration begins after it */
    int64_t hard; /* the search is cut at it */
};

/* For the player on move; plain `go` gets one second. `horizon` is game->horizon(), an upper bound of plies
 * left or -1. */
struct budget limits_budget(const struct limits *, enum actor mover, int64_t move_overhead, int horizon);

/* The depth to end at, DEPTH_MAX if nothing says so. */
int limits_last_depth(const struct limits *);
/* A depth and nothing that could end the search before it. */
bool limits_are_depth_alone(const struct limits *);

#endif
