/* What is kept of a game. */
#ifndef PANJ_REFEREE_RECORD_H
#define PANJ_REFEREE_RECORD_H

#include <stdint.h>

#include "adapters/referee/engine.h"
#include "adapters/referee/info.h"
#include "adapters/referee/verdict.h"

/* Of player 1, the one who is first. */
enum outcome { OUTCOME_NONE, OUTCOME_WIN, OUTCOME_LOSS, OUTCOME_DRAW };

static inline const char *outcome_word(enum outcome outcome)
{
    static const char *const words[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return words[outcome];
}

enum { MOVER_OPENING = -2, MOVER_CHANCE = -1 };

struct ply {
    char word[MOVE_MAX];
    int mover;       /* 0 player 1, 1 player 2, or one of the above */
    int64_t elapsed; /* microseconds, 0 unless a player moved */
    struct info info;
};

struct incident {
    int entrant; /* -1: the arbiter */
    enum verdict verdict;
    char what[WHAT_MAX];
    char *transcript; /* a shell command that shows it, or NULL */
};

enum { INCIDENTS_MAX = 4, SCORE_TEXT_MAX = 64 };

/* Who plays whom from what: all that is known of a game before it is played. */
struct fixture {
    int64_t id;      /* from 1 */
    int64_t round;   /* from 1 */
    int64_t pair;    /* games of one number start alike, with sides swapped */
    int64_t opening; /* number of the opening, from 1; also the stream of its dice */
    int first;       /* entrant who is player 1 */
    int second;      /* entrant who is player 2, -1: a game for one */
};

struct record {
    struct fixture fixture;
    char *start; /* the FEN, NULL until it is known */
    struct ply *plies;
    int ply_count, ply_room;
    int opening_plies; /* so many of them belong to the opening */
    enum outcome outcome;
    enum verdict verdict;
    char reason[WHAT_MAX];
    char score[SCORE_TEXT_MAX]; /* numbers in player order with blanks between; "" if not known */
    int64_t latency[2];         /* of isready, microseconds, -1: not known */
    struct incident incidents[INCIDENTS_MAX];
    int incident_count;
};

#endif
