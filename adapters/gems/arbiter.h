/* The engine that knows the rules: it is told what is played and says what becomes of it. */
#ifndef PANJ_GEMS_ARBITER_H
#define PANJ_GEMS_ARBITER_H

#include "adapters/gems/action.h"
#include "adapters/gems/state.h"
#include "adapters/wire/wire.h"

enum arbiter_event { ARBITER_NOTHING, ARBITER_READY, ARBITER_FAILED };

/* What becomes of a game. */
enum outcome { OUTCOME_NONE, OUTCOME_FIRST, OUTCOME_SECOND, OUTCOME_DRAW };

struct arbiter {
    struct wire *wire;
    int waits; /* answers that are still to come */
    int64_t deadline;
    struct state state;
    bool over;
    enum outcome outcome;
    bool shows;      /* it draws every position from now on, on stdout */
    int pictures;    /* that it has drawn */
    bool drawing;    /* one of them, row by row */
    bool rolls;      /* it has been asked for an outcome, which is to be played then */
    char error[256]; /* why it failed */
};

/* `seed`: of what it draws. */
bool arbiter_open(struct arbiter *, const char *const *command, uint64_t seed);
void arbiter_free(struct arbiter *);
/* Sends `lines`, that set up a position, and asks for the position they lead to. */
void arbiter_begin(struct arbiter *, const char *lines, int64_t now);
/* Where chance has a say it is drawn and played too. */
void arbiter_play(struct arbiter *, enum action, int64_t now);
/* READY once, when `state`, `over` and `outcome` tell what has been asked. */
enum arbiter_event arbiter_step(struct arbiter *, int64_t now);
int64_t arbiter_next(const struct arbiter *);

#endif
