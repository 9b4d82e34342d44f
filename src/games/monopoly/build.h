/* Building a ledger upwards. Wealth never grows: a purchase keeps it and adds a square to the holdings, a
 * sale and the fine lower it. So layers are solved in the order of wealth, and in a layer levels in the order
 * of squares owned, most first; the blocks of a level do not know each other and threads share them out. */
#ifndef PANJ_GAMES_MONOPOLY_BUILD_H
#define PANJ_GAMES_MONOPOLY_BUILD_H

#include "games/monopoly/ledger.h"
#include "search/job.h"

enum build_end { BUILD_DONE, BUILD_STOPPED, BUILD_NO_MEMORY };

/* Solves layers until the ledger reaches `wealth` units or the job is stopped; what is solved stays. Counts
 * positions in the job and notes progress in percent. */
enum build_end monopoly_ledger_build(struct ledger *, int wealth, int threads, struct job *);

#endif
