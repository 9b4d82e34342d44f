/* One running engine: a process, what it was asked last, by when it must answer, and what it answered. The
 * arbiter is one too. Nothing here waits: engine_step() takes what has come and moves the state on. */
#ifndef PANJ_REFEREE_ENGINE_H
#define PANJ_REFEREE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "adapters/referee/info.h"
#include "adapters/referee/settings.h"
#include "adapters/referee/verdict.h"
#include "adapters/wire/wire.h"

enum engine_state {
    ENGINE_OFF,       /* no process yet */
    ENGINE_GREETING,  /* ugi sent */
    ENGINE_SETTLING,  /* isready sent */
    ENGINE_IDLE,      /* may be asked */
    ENGINE_ANSWERING, /* asked queries */
    ENGINE_THINKING,  /* asked for a move */
    ENGINE_PONDERING, /* thinks on the opponent's time */
    ENGINE_STOPPING,  /* told to stop pondering */
    ENGINE_FAILED     /* `fault` and `what` say why; to be replaced */
};

enum { ANSWERS_MAX = 4, WHAT_MAX = 240, MOVE_MAX = 16 };

struct engine {
    const struct entrant *entrant;
    struct wire *wire; /* NULL: off */
    FILE *trace;       /* all traffic goes there; NULL: nowhere */
    enum engine_state state;
    int64_t asked_at; /* the clock when the last question left */
    int64_t deadline; /* the clock by which the answer must be here; WIRE_FOREVER: none */
    bool on_clock;    /* missing the deadline is VERDICT_TIME, not VERDICT_STALL */
    uint64_t cpus;    /* where it may run, 0: anywhere */

    /* what it is */
    char id_name[64];
    bool has_game_option, has_ponder_option;
    const char *game_name;

    /* the last answer */
    char move[MOVE_MAX];        /* of bestmove */
    char expected[MOVE_MAX];    /* the word after ponder, or "" */
    int64_t elapsed;            /* from go to bestmove */
    int64_t latency;            /* from isready to readyok, the last time; -1: not known */
    struct info info;           /* of the last search */
    char remark[160];           /* its first `info string` before anything else of a search; "" for none */
    char *answers[ANSWERS_MAX]; /* what came after `response`; "" for an error */
    int answer_count, answers_due;
    bool echoes;         /* lines that are no answers go to stdout: a picture for a person */
    bool refused;        /* an error came that was not about a query */
    char refusal[160];   /* it */
    char *answer_memory; /* holds the answers */
    size_t answer_length, answer_room;

    enum verdict fault; /* set with ENGINE_FAILED */
    char what[WHAT_MAX];
};

/* Starts the process and its greeting. `game_name` is told to engines that have an option Game. */
void engine_launch(struct engine *, const struct entrant *, const char *game_name, uint64_t cpus,
                   FILE *trace);
/* Tells an idle engine that a new game begins; it is idle again when it is ready. */
void engine_new_game(struct engine *);
/* Asks an idle engine for a move: `position` is the whole line with newline, `go` too. */
void engine_go(struct engine *, const char *position, size_t length, const char *go, int64_t deadline,
               bool on_clock);
/* Lets an idle engine ponder; engine_ponder_hit() and engine_ponder_stop() end it. */
void engine_ponder(struct engine *, const char *position, size_t length, const char *go);
void engine_ponder_hit(struct engine *, int64_t deadline, bool on_clock);
void engine_ponder_stop(struct engine *);
/* Sends lines to an idle engine (`first`, then `rest`), among them so many queries. */
void engine_ask(struct engine *, const char *first, size_t length, const char *rest, int queries);
/* Reads what has come and looks at the deadline. True if the state has changed. */
bool engine_step(struct engine *, int64_t now);
/* Kills the process, if any, and forgets all. */
void engine_free(struct engine *);
/* As it was before it was started, but for the process, which is handed over to the caller. */
struct wire *engine_release(struct engine *);

#endif
