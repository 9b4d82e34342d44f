/* What the parts of a match share: the whole (match.c), games that are played here (match_slot.c), processes that leave
 * (match_leavers.c), and games of a match on many machines (far_worker.c). */
#ifndef PANJ_REFEREE_MATCH_PARTS_H
#define PANJ_REFEREE_MATCH_PARTS_H

#include "adapters/referee/far.h"
#include "adapters/referee/game.h"
#include "adapters/referee/live.h"
#include "adapters/referee/match.h"
#include "adapters/referee/openings.h"
#include "adapters/referee/progress.h"
#include "adapters/referee/store.h"
#include "adapters/referee/tally.h"
#include "adapters/wire/wire.h"

enum { LEAVING_MAX = 4 * CONCURRENCY_MAX };

/* One of the games that run at once, with the processes it uses. They stay for the next game if they can. */
struct slot {
    struct engine arbiter;
    struct engine engines[2]; /* in any order; entrants[] says who they are */
    int entrants[2];
    struct game game;
    bool busy;
    int tries;    /* of this game, with arbiters that failed */
    int64_t kept; /* the game that it plays next, since the same two play it; 0: none */
};

/* A process that was told to quit, or killed, and is not gone yet. */
struct leaver {
    struct wire *wire; /* NULL: free */
    int entrant;       /* -1: an arbiter */
    int64_t deadline;  /* then it is killed */
};

struct match {
    const struct settings *settings;
    struct openings openings;
    struct store store;
    struct tally tally;
    struct progress progress;
    struct live live;
    struct slot *slots;
    struct leaver leavers[LEAVING_MAX];
    char game_name[64]; /* first word of the game */
    int players;
    int64_t total; /* games */
    int64_t next;  /* the first game that may not be played yet */
    bool *played;  /* by id: in the store, or being played */
    bool identified[ENTRANTS_MAX], remarked[ENTRANTS_MAX];
    int64_t incidents;
    FILE *trace;
    bool stopping; /* no new games */
    int status;
    struct far *far; /* NULL: the games of the schedule are played here */
};

/* -- the whole -- */

/* Somebody wants the end; heeded: no new games. True if so. */
bool match_heed_interrupt(struct match *);
/* A finished game: in the store, counted and told; the match ends if that is enough. */
void match_keep(struct match *, const struct record *);
/* How an entrant calls itself. */
void match_keep_identity(struct match *, int entrant, const char *id_name);
/* Tells the first remark of an entrant: that the game has no agent of its own, say. */
void match_pass_on(struct match *, int entrant, const char *remark);
/* Something that an entrant did between games. */
void match_note_incident(struct match *, const struct incident *);

/* -- games that are played here -- */

/* Every slot that is free begins the next game of the schedule. */
void match_fill(struct match *);
bool match_is_busy(const struct match *);
/* The arbiter is there, if not yet idle. */
void slot_ready_arbiter(struct match *, struct slot *);
void slot_step(struct match *, struct slot *, int64_t now);

/* -- processes that leave -- */

/* Lets the engine go: asked to quit, or killed at once if it has failed. */
void match_retire(struct match *, struct engine *, int entrant);
void match_step_leavers(struct match *, int64_t now);
bool match_has_leavers(const struct match *);

#endif
