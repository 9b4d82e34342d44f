/* A match on many machines: one referee posts the encounters and keeps the store, workers play them, with the same
 * command line and engines of the same bytes. They meet at a queue, in keys of these names:
 *
 *     panj:match           the code of the match, its lease and rounds
 *     panj:match:keeper    who keeps the store
 *     panj:match:jobs      a stream, an entry an encounter: its number
 *     panj:match:results   a list of what workers have played: "ID\nWORKER\n", identities, packets
 *     panj:match:over      the code of a match that has ended
 *
 * All of it may be lost at any time: the store is what counts. A game is in it once, whoever has played it how often. */
#ifndef PANJ_REFEREE_FAR_H
#define PANJ_REFEREE_FAR_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/referee/settings.h"

struct far; /* a connection to the queue, and a worker's encounters */
struct match;
struct slot;

/* Before a match is prepared: nothing without a queue. A worker learns how many rounds there are. False after a
 * message. */
bool far_join(struct match *, struct settings *);
/* Posts, and keeps what comes back, until all is played or the match is stopped. */
void far_collect(struct match *);

/* -- a worker -- */

/* The next game of an encounter that is ours; 0: none now. */
int64_t far_next_game(struct match *);
/* A game has been played. */
void far_take_game(struct match *, const struct slot *);
/* Now and then: what is played goes, what is not is renewed. */
void far_turn(struct match *);
/* What is not played goes back. */
void far_leave(struct match *);

/* What makes two referees' matches the same: the settings and the bytes of all engines. False after a message. */
bool far_code(const struct settings *, char code[]);

#endif
