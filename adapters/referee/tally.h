/* The results of a match, game by game as they come in, and what they add up to. */
#ifndef PANJ_REFEREE_TALLY_H
#define PANJ_REFEREE_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/referee/record.h"
#include "adapters/referee/sprt.h"
#include "adapters/referee/stats.h"

/* What counts of one game. */
struct tally_game {
    int64_t pair;
    int first, second; /* entrants; second -1: a game for one */
    enum outcome outcome;
    bool counts;     /* played, and not void */
    bool by_rules;   /* it was played to its end */
    bool has_points; /* `points` are known */
    double points;   /* first's score, less second's if there is one who has one */
};

struct tally {
    struct tally_game *games;   /* by id - 1 */
    int64_t count, room;        /* ids up to count are known, played or not */
    int64_t games_of_pair;      /* 1 or 2 */
    bool alone;                 /* games for one */
    struct sprt_counts leading; /* of entrant 0 against 1, kept up to date */
};

struct standing {
    int64_t games, wins, draws, losses;
    double points;       /* win 1, draw 1/2; in games for one against each other entrant on the same start */
    struct mean samples; /* see stats.h */
    struct mean scores;  /* own score in the game's points, games for one */
};

/* One entrant against another. */
struct duel {
    int64_t games, wins, draws, losses;
    struct mean samples;
    struct mean difference; /* of the points, over pairs */
    bool points_decide;     /* nobody has won with the fewer points: then they say something */
    struct sprt_counts counts;
};

void tally_start(struct tally *, int64_t games_of_pair, bool alone);
void tally_free(struct tally *);
/* False: out of memory. A game may come once. */
bool tally_add(struct tally *, const struct fixture *, enum outcome, enum verdict, const char *score);
struct duel tally_duel(const struct tally *, int entrant, int other);
struct standing tally_standing(const struct tally *, int entrant, int entrant_count);

#endif
