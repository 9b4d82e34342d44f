/* The tables of a match as text. */
#ifndef PANJ_REFEREE_STANDINGS_H
#define PANJ_REFEREE_STANDINGS_H

#include <stdio.h>

#include "adapters/referee/settings.h"
#include "adapters/referee/tally.h"

/* Places 0 .. entrant_count-1 filled with entrants, the best first. */
void standings_order(const struct settings *, const struct tally *, int order[ENTRANTS_MAX]);
/* Standings, cross table (three engines or more), and for two the pairs, superiority and SPRT. */
void standings_print(FILE *, const struct settings *, const struct tally *);
/* "+12.3 [-4, +29]", the 95 % interval; "inf" where it has no end */
void standings_print_elo(FILE *, const struct elo *);
/* Likelihood of superiority in per cent, between 0.1 and 99.9. */
double standings_los(const struct elo *);

#endif
