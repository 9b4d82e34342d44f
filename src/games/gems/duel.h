/* Two players: alpha-beta on the margin, deepened ply by ply until time is up. It differs from the search of
 * every game in three things that only this one allows: the table knows positions apart from the score, for a
 * hit is all that a score decides; standing still is always allowed, so who would be content with that need
 * look no further; and late moves are first looked at less deep. What it says is an estimate. */
#ifndef PANJ_GAMES_GEMS_DUEL_H
#define PANJ_GAMES_GEMS_DUEL_H

#include "games/gems/runners.h"
#include "search/solver.h"
#include "solve/effort.h"

/* From one search to the next; at first all zero. */
struct duel_memory {
    struct course course; /* what was measured on the map */
    struct pace pace;
};

void gems_duel_forget(struct duel_memory *);

/* Searches until the job stops or its time is over; how fast, the memory knows then. No best move in the solution:
 * nothing to say, there is too much or nothing on the map, memory runs out, or the end is so near that a
 * plain search sees it. */
void gems_duel_search(struct duel_memory *, const struct means *, const struct board *,
                      const struct position *, struct job *, struct solution *);

#endif
