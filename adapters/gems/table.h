/* One game on the table: the position, as the arbiter says, and what is counted along the way. */
#ifndef PANJ_GEMS_TABLE_H
#define PANJ_GEMS_TABLE_H

#include "adapters/gems/action.h"
#include "adapters/gems/state.h"
#include "adapters/gems/turn_line.h"

struct table {
    struct state state;
    int64_t gems[PLAYERS][KINDS]; /* taken so far */
    int64_t hits[PLAYERS];        /* times a player has lost points to a hit */
    int64_t barbed[PLAYERS];      /* actions that ended on wire */
    int64_t late[PLAYERS];        /* turns without an answer in time */
    int64_t invalid[PLAYERS];     /* answers that were no single word */
};

void table_begin(struct table *, const struct state *start);
/* The side to move has played; `state` is what came of it. */
void table_follow(struct table *, const struct state *state);
struct turn_line table_line(const struct table *);

#endif
