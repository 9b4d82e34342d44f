/* The clock of one player: how long he may think now, what he is told, what a move costs him. */
#ifndef PANJ_REFEREE_CLOCK_H
#define PANJ_REFEREE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/referee/settings.h"

struct clock {
    int64_t left;  /* microseconds */
    int64_t moves; /* made since the start */
};

struct clock clock_start(const struct limits *);
bool clock_runs(const struct limits *);  /* there is one */
bool clock_rules(const struct limits *); /* time decides, not the deadline alone */
/* After so many microseconds without an answer the player has failed. */
int64_t clock_patience(const struct clock *, const struct limits *);
/* Takes the time of a move off and adds what is due; false if it was too much. */
bool clock_charge(struct clock *, const struct limits *, int64_t elapsed);
/* The line `go ...` with newline for the player `seat` (0 or 1). `clocks` and `limits` are of both; limits of
 * a player who does not exist are NULL. */
void clock_print_go(const struct clock clocks[2], const struct limits *const limits[2], int seat,
                    enum greeting greeting, bool ponder, char *room, size_t capacity);

#endif
