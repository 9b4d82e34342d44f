/* The keeper: the process between a program and an engine that sees to it that nothing is left behind.
 *
 * It is the reaper of all that the engine starts (PR_SET_CHILD_SUBREAPER), so nothing escapes it by forking
 * twice or by a session of its own. One end of a socket pair is all it keeps of the program: when that end
 * speaks or closes (the program asks, or is dead), and when the engine ends, it kills every descendant, again
 * and again until none is left, and exits. */
#ifndef PANJ_WIRE_KEEPER_H
#define PANJ_WIRE_KEEPER_H

#include "adapters/wire/wire.h"

/* The descriptors that the keeper and the engine take over, none of them below 3. */
struct keeper_ends {
    int life;   /* to the program: a struct keeper_end goes out when the engine has ended */
    int input;  /* the engine's stdin */
    int output; /* the engine's stdout */
};

/* What the program is told when the engine has ended. */
struct keeper_end {
    struct wire_exit ended;
    struct wire_usage usage;
};

/* Runs in the child of a fork; never returns. */
_Noreturn void wire_keeper_run(const struct wire_options *, struct keeper_ends);

#endif
