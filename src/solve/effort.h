/* What a proof may spend of what a search has: one policy for all games. A game says how many nodes it
 * expects a proof to take; how fast they come is measured in this process, so no machine's speed is written
 * down anywhere. */
#ifndef PANJ_SOLVE_EFFORT_H
#define PANJ_SOLVE_EFFORT_H

#include <stdbool.h>
#include <stdint.h>

/* Of time and nodes. The rest is the search's. PROTOCOL.md says so. */
enum { EFFORT_SHARE_PERCENT = 50 };

/* How fast a solver has been lately, on the threads that it had. */
struct pace {
    double nodes;
    double microseconds; /* in which they were visited; 0: not measured yet */
};

/* Takes note of work done. Too little of it says nothing. */
void pace_learn(struct pace *, uint64_t nodes, int64_t microseconds);
/* The work of so much time, at that pace; 0: not measured yet. */
double pace_nodes(const struct pace *, int64_t microseconds);

/* What there is, for proof and search together. */
struct purse {
    int64_t time;   /* microseconds until no new iteration begins; INT64_MAX: no clock */
    uint64_t nodes; /* UINT64_MAX: no limit */
};

/* Whether a proof that probably takes so many nodes (0: nobody knows) is not worth the try. An expectation
 * may be wrong by some times, unless it is `sure`. */
bool effort_is_hopeless(const struct purse *, double nodes_expected, bool sure, const struct pace *);
/* How long a proof works before the search has its first turn, in microseconds; INT64_MAX: until its nodes
 * are spent, where there is no clock but a limit on them. While the pace is not known it is only a try. */
int64_t effort_first_turn(const struct purse *, bool is_tried);
/* The proof's part of the nodes, UINT64_MAX where there is no limit. */
uint64_t effort_nodes(const struct purse *);

#endif
