/* Positions that several threads have yet to look into, each of which may bring more.
 *
 * A thread keeps a pile of its own and takes from the top, so that what it looks into lies beside what it has just
 * seen. Who has none waits at the agenda, and who hears of that leaves the lower half of his pile there, the positions
 * with most below them. */
#ifndef PANJ_GAMES_KONANE_AGENDA_H
#define PANJ_GAMES_KONANE_AGENDA_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct konane_wanted {
    uint64_t stones;
    uint64_t share; /* of all that there is to do, if every reply to a move has as much below it */
};

struct konane_pile {
    size_t room;
    size_t count;
    struct konane_wanted *at;
};

struct konane_agenda {
    pthread_mutex_t lock;
    pthread_cond_t change;
    struct konane_pile pile; /* that anybody may take */
    int working;             /* threads that have taken some and may bring more */
    _Atomic int idle;        /* threads that wait for some */
    atomic_bool is_over;     /* by konane_agenda_drop() */
};

void konane_agenda_open(struct konane_agenda *);
void konane_agenda_close(struct konane_agenda *);

/* False: out of memory. */
bool konane_pile_push(struct konane_pile *, struct konane_wanted);

/* Takes the next position, from the thread's own pile if it has any; waits while others may bring some. False: there
 * will be none, and the thread frees what its pile was in. */
bool konane_agenda_take(struct konane_agenda *, struct konane_pile *own, struct konane_wanted *);
/* Leaves half of the pile to others, if any wait; now and then is enough. False: out of memory. */
bool konane_agenda_share(struct konane_agenda *, struct konane_pile *own);
/* Ends it for all threads, whatever is left. */
void konane_agenda_drop(struct konane_agenda *);
/* When all threads have been told that there will be none: whether everything was taken. */
bool konane_agenda_is_done(const struct konane_agenda *);

#endif
