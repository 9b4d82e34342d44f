/* A position named by a line of a data file:
 *   start <words of newgame after the game>
 *   fen <fen>
 *   file <path of a map, from the root of the project> <the rest of the FEN>    (its rows are joined
 * by '/') */
#ifndef PANJ_TESTS_PLACE_H
#define PANJ_TESTS_PLACE_H

#include "base/rng.h"
#include "game.h"
#include "support/lines.h"

enum place_answer {
    PLACE_READY,
    PLACE_ABSENT, /* its map is not on this machine */
    PLACE_WRONG,  /* `fault` says why */
    PLACE_OTHER   /* the line names no position */
};

enum place_answer place_load(const struct game *, const char *line, struct board *, struct position *,
                             struct fault *);

/* The start of a variant, from the words of newgame after the game, which must be right. */
void place_start(const struct game *, const char *words, struct board *, struct position *);
/* Plays a random move or outcome in a position that is not over. */
void place_step(const struct game *, const struct board *, struct position *, struct rng *);

/* The places of tests/starts/<game>.txt that this machine has, read once. */
enum { PLACES_MAX = 64 };
struct places {
    int count;
    struct board board[PLACES_MAX];
    struct position position[PLACES_MAX];
    char name[PLACES_MAX][48]; /* file and line, for messages */
};
/* False with a message in `why` if the file is missing, empty or has a bad line. */
bool places_load(struct places *, const struct game *, char *why, size_t room);

#endif
