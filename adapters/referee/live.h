/* The games that are being played, for who watches: a table of the store that is rewritten while they go on. It is
 * no part of the record: a game is in that completely or not at all, and who is killed leaves rows here that are
 * old, as their `at` says. */
#ifndef PANJ_REFEREE_LIVE_H
#define PANJ_REFEREE_LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/referee/game.h"

struct sqlite3;
struct sqlite3_stmt;

struct live {
    struct sqlite3 *database;         /* the store's; NULL: nobody can watch */
    struct sqlite3_stmt *put;         /* a game */
    int64_t due;                      /* the clock when it may be written again */
    int64_t written[CONCURRENCY_MAX]; /* the clock when the game of that place was */
    int64_t game[CONCURRENCY_MAX];    /* which that was, */
    int plies[CONCURRENCY_MAX];       /* and how far it had come */
};

/* Makes the table, empty. False after a message. */
bool live_open(struct live *, struct sqlite3 *store);
/* Nobody plays any more. */
void live_close(struct live *);

/* May it be written now? A few times a second it may. */
bool live_is_due(struct live *, int64_t now);
/* Writes the game of this place down, if anything is new. */
void live_show(struct live *, int place, const struct game *, int64_t now);

#endif
