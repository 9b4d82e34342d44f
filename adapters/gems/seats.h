/* Who is connected. Everyone gets the next free seat in the order of arrival, is told so by the init line and
 * keeps the seat if CONFIRM comes in time; only then the next seat is offered. A few more may wait; the rest is
 * sent away.
 *
 * Nothing is read from a player who is not asked: what he sends waits in the socket, costs no memory here and
 * is, as at the course's server, the answer to his next turn. */
#ifndef PANJ_GEMS_SEATS_H
#define PANJ_GEMS_SEATS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "adapters/gems/init.h"

enum { WAITING_MAX = 16, SEATS_POLLS = 1 + PLAYERS, SEGMENT = 2048 };

enum seat_state {
    SEAT_EMPTY,
    SEAT_OFFERED, /* the init line is out */
    SEAT_TAKEN,   /* confirmed */
    SEAT_GONE,    /* its player has left in the game */
    SEAT_ENGINE
};

struct seat {
    enum seat_state state;
    int descriptor;     /* -1: none */
    int64_t confirm_by; /* offered: the seat goes to the next then */
    size_t confirmed;   /* bytes of CONFIRM that have come */
    bool polled;        /* something has come, says poll() */
    bool hung_up;       /* the other end is closed, says poll() */
};

struct seats {
    int listener;
    int players;
    struct seat seat[PLAYERS];
    int waiting[WAITING_MAX]; /* in the order of arrival */
    int waiting_count;
    bool playing;       /* the seats are not to be given to others */
    bool last;          /* nobody needs to wait: there will be no other match */
    int64_t rest_until; /* no descriptor is free: accept no one before */
    int64_t patience;   /* for CONFIRM */
};

struct seats seats_create(int listener, int players, int engine_seat, int64_t patience);
void seats_destroy(struct seats *);

/* What poll() is to watch; `asked` is the seat whose answer is awaited, -1: none. Returns how many. */
int seats_poll_fill(const struct seats *, int asked, int64_t now, struct pollfd room[SEATS_POLLS]);
/* The same entries after poll(). */
void seats_polled(struct seats *, const struct pollfd *polled, int count);
/* Lets people in, offers free seats with `init` and hears who confirms. */
void seats_step(struct seats *, const struct init *, enum init_format, int64_t now);
int64_t seats_next(const struct seats *);

bool seats_are_taken(const struct seats *);
bool seats_are_deserted(const struct seats *); /* no player is left */
/* Sends a line to a player; who does not take it has gone. */
void seats_send(struct seats *, int seat, const char *line, size_t length);
/* One segment of what a player has sent; 0: nothing, or he has gone. */
size_t seats_receive(struct seats *, int seat, char segment[SEGMENT]);
/* Everyone may go, the seats are free again. */
void seats_clear(struct seats *);

#endif
