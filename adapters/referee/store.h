/* The one record of a match: an SQLite file. A game is in it completely or not at all; one that is in it is
 * never played again. Without a file name it lives in memory as long as the program.
 *
 * Whatever goes wrong is a message on stderr and false. */
#ifndef PANJ_REFEREE_STORE_H
#define PANJ_REFEREE_STORE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "adapters/referee/engine.h"
#include "adapters/referee/record.h"
#include "adapters/referee/settings.h"

struct sqlite3;
struct sqlite3_stmt;

enum store_statement {
    STATEMENT_BEGIN,
    STATEMENT_COMMIT,
    STATEMENT_GAME,
    STATEMENT_MOVE,
    STATEMENT_INCIDENT,
    STATEMENT_OPENING,
    STATEMENT_COUNT
};

struct store {
    struct sqlite3 *database;
    struct sqlite3_stmt *statements[STATEMENT_COUNT];
    int64_t resumed; /* games that were there already */
    int lock;        /* keeps a second referee from the same match; 0: not taken */
};

/* A game as far as results go. */
struct stored_game {
    struct fixture fixture;
    enum outcome outcome;
    enum verdict verdict;
    const char *score;
};

/* Opens or creates; an existing match must be the same one (rounds may differ). */
bool store_open_match(struct store *, const struct settings *, int players);
/* Opens an existing one to read it. */
bool store_open_existing(struct store *, const char *path);
/* Creates an empty one; the file must not exist. */
bool store_create(struct store *, const char *path);
void store_close(struct store *);

bool store_put_game(struct store *, const struct record *);
/* An incident outside of games. */
bool store_put_incident(struct store *, const struct incident *);
bool store_put_identity(struct store *, int entrant, const char *id_name);
/* Calls `each` for every finished game in the order of their numbers; stops when it returns false. */
bool store_each_game(struct store *, bool (*each)(void *context, const struct stored_game *), void *context);
int64_t store_count(struct store *, const char *table); /* rows */

/* Of an existing one: fills `settings` with what a report needs (names, games, rounds) and `players`. */
/* What settings_describe() said when the match began; NULL after a message. To be freed. */
char *store_read_description(struct store *);
bool store_read_settings(struct store *, struct settings *, int *players);
bool store_check_integrity(struct store *);

#endif
