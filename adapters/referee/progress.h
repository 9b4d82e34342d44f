/* What a person sees while a match runs: one line that is written over and over on a terminal, plain lines
 * elsewhere. */
#ifndef PANJ_REFEREE_PROGRESS_H
#define PANJ_REFEREE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/referee/record.h"
#include "adapters/referee/settings.h"
#include "adapters/referee/tally.h"

struct progress {
    const struct settings *settings;
    const struct tally *tally;
    bool shows_line;    /* on a terminal, unless a person plays there */
    bool person;        /* one of the players is at the terminal */
    int64_t total;      /* games of the match */
    int64_t done;       /* of them, with those of earlier runs */
    int64_t done_here;  /* in this run */
    int64_t started_at; /* the clock when this run began */
    int64_t shown_at;   /* the clock when the line was last shown */
    int line_length;    /* of the line at whose end the cursor stands; 0: there is none */
};

void progress_start(struct progress *, const struct settings *, const struct tally *, int64_t total,
                    int64_t done);
void progress_game(struct progress *, const struct record *);
void progress_incident(struct progress *, const struct incident *, int64_t game);
/* An engine's word about the match, on stderr. */
void progress_remark(struct progress *, int entrant, const char *remark);
/* Shows the line again if it is time. */
void progress_tick(struct progress *, int64_t now);
/* Standings, statistics and, with SPRT, its decision: the last words of a match. One that was stopped says how to
 * go on. */
void progress_end(struct progress *, bool stopped);

#endif
