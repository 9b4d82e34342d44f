/* One game: the states it goes through, from the first word to the arbiter to the verdict. It owns its
 * record; the engines are lent. game_step() never waits. */
#ifndef PANJ_REFEREE_GAME_H
#define PANJ_REFEREE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/referee/clock.h"
#include "adapters/referee/engine.h"
#include "adapters/referee/openings.h"
#include "adapters/referee/record.h"

enum phase {
    PHASE_ARBITER,  /* waits for the arbiter to be ready */
    PHASE_START,    /* asked the arbiter to set up the start */
    PHASE_RANDOM,   /* asked for the legal moves, to draw one */
    PHASE_CHANCE,   /* asked for the outcomes, to draw one */
    PHASE_MOVED,    /* told the arbiter a move */
    PHASE_EXPECTED, /* asked the arbiter whether what a player expects leaves him anything to think about */
    PHASE_SHOWN,    /* asked the arbiter for a picture, for a person */
    PHASE_SEATS,    /* waits for the players to be ready */
    PHASE_THINKING, /* a player is on move */
    PHASE_END,      /* asked the arbiter for result, reason and score */
    PHASE_CLAIMS,   /* asks the players what they think of the end */
    PHASE_OVER,     /* the record is complete */
    PHASE_BROKEN    /* it cannot be played: `trouble` says why */
};

struct game {
    struct record record;
    const struct settings *settings;
    const struct openings *openings;
    struct engine *arbiter;
    struct engine *seats[2]; /* the second is NULL in a game for one */
    enum phase phase;
    struct clock clocks[2];
    char *position; /* "position fen ... moves ...\n": what the players are sent */
    size_t position_length, position_room;
    const char *opening_moves;  /* still to be played, or NULL */
    int64_t random_left;        /* random plies still to be played */
    uint64_t draws;             /* made in this game */
    struct ply pending;         /* told to the arbiter, not yet accepted */
    int turn;                   /* who is on move: 0, 1, MOVER_CHANCE; -3: nobody */
    char expected[2][MOVE_MAX]; /* the move a player ponders on */
    bool claim_asked[2];        /* that player has been asked what he thinks of the end */
    bool arbiter_failed;        /* with PHASE_BROKEN: try again with another arbiter process */
    char trouble[WHAT_MAX];
};

/* The players must have been started; they and the arbiter get ready by themselves. False: out of memory. */
bool game_begin(struct game *, const struct settings *, const struct openings *, const struct fixture *,
                struct engine *arbiter, struct engine *first, struct engine *second);
/* Goes as far as it can without waiting. */
void game_step(struct game *);
bool game_is_over(const struct game *); /* PHASE_OVER or PHASE_BROKEN */
void game_free(struct game *);

#endif
