/* The exact method with companions: can the player on move win?
 *
 * Ramsay moves cards about, so nothing of a deal can be worked out beforehand, and a position is taken as the rules
 * have it. What is left of the plain method (proof.h): a house is decided when the lead is larger than what the
 * other can still bring of it, companions included; standings as nibbles, so that one entry of the table answers
 * for all positions with the same cards that are better or worse; and the order of moves by races. */
#ifndef PANJ_GAMES_HAND_COURT_H
#define PANJ_GAMES_HAND_COURT_H

#include "games/hand/court_table.h"
#include "games/hand/hand.h"
#include "search/meter.h"
#include "search/solver.h"

enum { COURT_LEFT_MAX = 8, COURT_X_MAX = 7, COURT_MOVES = 1 << 16 };

struct hand_court {
    struct hand_court_table table;
    const struct hand_board *rules;
    struct meter meter; /* stopped: answers mean nothing any more */
};

/* How the houses stand for the player on move. */
struct hand_court_stand {
    uint32_t lead;      /* nibbles 8 + x as in proof.h */
    int decided[2];     /* houses that nobody can take any more from the mover, from the other */
    int open;           /* houses that either may still get */
    uint64_t reachable; /* cards that can still be named */
};

enum { HAND_COURT_UNKNOWN = -1, HAND_COURT_SURE = 1024 };

void hand_court_stand(const struct hand_position *, struct hand_court_stand *);
/* 1 the mover has won, 0 he has lost, HAND_COURT_UNKNOWN: it is not decided yet. */
int hand_court_decided(const struct hand_court_stand *);
uint64_t hand_court_hash(const struct hand_board *, const struct hand_position *,
                         const struct hand_court_stand *);

/* How likely a house is won by tosses of a coin, of HAND_COURT_SURE: x + COURT_X_MAX, cards lying. */
extern const int16_t hand_court_race[2 * COURT_X_MAX + 1][COURT_LEFT_MAX + 1];
/* How good a move looks to the player who makes it. */
int hand_court_glance(const struct hand_board *, const struct hand_position *, move_t);

/* A move with its rank before it, the larger the better. */
typedef uint64_t hand_court_option;
enum { COURT_RANK = 16 };

static inline move_t hand_court_move(hand_court_option option)
{
    return (move_t)(option & (COURT_MOVES - 1));
}

/* The moves that matter, best first; returns how many. Of moves that come to the same one stands for all. */
int hand_court_options(const struct hand_court *, const struct hand_position *, hand_court_option *);

/* -- the search -- */

void hand_court_prepare(struct hand_court *, const struct hand_board *, struct job *);
/* Whether the mover wins: 1, 0, or HAND_COURT_UNKNOWN when it was stopped; and his move, that which took the longest
 * to refute if he loses. */
int hand_court_run(struct hand_court *, const struct hand_position *, move_t *best);
/* As struct solver has it. */
void hand_court_solve(struct hand_court *, const struct means *, const struct board *,
                      const struct position *, struct job *, struct solution *);

#endif
