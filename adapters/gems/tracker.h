/* What the wire does not tell, kept by watching: the gem each player took last and the keys he holds. Between
 * two lines to the same player everyone acts once, so what has gone from under a player's feet he
 * has taken. */
#ifndef PANJ_GEMS_TRACKER_H
#define PANJ_GEMS_TRACKER_H

#include "adapters/gems/state.h"
#include "adapters/gems/turn_line.h"

struct tracker {
    struct init init;
    bool begun;             /* a line of this round has been seen */
    struct turn_line seen;  /* the newest */
    int last[PLAYERS];      /* gem taken last, 0: none */
    unsigned keys[PLAYERS]; /* held */
};

/* A line that tells of a turn not after the newest one seen begins another round. */
bool tracker_is_new_round(const struct tracker *, const struct turn_line *);
void tracker_see(struct tracker *, const struct turn_line *);
/* The position in which this player is to move; the flags are left empty. */
void tracker_state(const struct tracker *, struct state *);

#endif
