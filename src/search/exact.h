/* The game's exact method as a job uses it: exact.c asks it about the root, rank.c about the positions after
 * the moves. */
#ifndef PANJ_SEARCH_EXACT_H
#define PANJ_SEARCH_EXACT_H

#include "search/think.h"

struct means exact_means(const struct thinking *);
/* What a solution says as an `info` line; the rest as in `last`, the last report on the way to it. */
struct report exact_report(const struct solution *, const struct report *last);

/* Lines by the solver `self` for the moves of thinking->moves. True when there is nothing left to
 * search for. */
bool exact_rank(struct thinking *, void *self, int lines);

#endif
