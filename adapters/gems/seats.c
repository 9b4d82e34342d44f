#define _GNU_SOURCE
#include "adapters/gems/seats.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "adapters/gems/net.h"
#include "adapters/wire/complain.h"
#include "adapters/wire/wire.h"

enum {
    ACCEPTS = 8,            /* in one round of the loop, so that a crowd at the door delays no turn */
    REST = WIRE_SECOND / 10 /* after an accept that failed for want of descriptors */
};

static const char confirm[] = "CONFIRM";
enum { CONFIRM = sizeof confirm - 1 };

struct seats seats_create(int listener, int players, int engine_seat, int64_t patience)
{
    assert(players >= 1 && players <= PLAYERS && engine_seat < players);
    struct seats seats = {.listener = listener, .players = players, .patience = patience};
    for (int i = 0; i < PLAYERS; i++)
        seats.seat[i] = (struct seat){.descriptor = -1, .state = i == engine_seat ? SEAT_ENGINE : SEAT_EMPTY};
    return seats;
}

static void seat_leave(struct seat *seat, enum seat_state state)
{
    if (seat->descriptor >= 0)
        close(seat->descriptor);
    *seat = (struct seat){.state = state, .descriptor = -1};
}

void seats_clear(struct seats *seats)
{
    for (int i = 0; i < seats->players; i++)
        if (seats->seat[i].state != SEAT_ENGINE)
            seat_leave(&seats->seat[i], SEAT_EMPTY);
    seats->playing = false;
}

void seats_destroy(struct seats *seats)
{
    seats_clear(seats);
    for (int i = 0; i < seats->waiting_count; i++)
        close(seats->waiting[i]);
    seats->waiting_count = 0;
    if (seats->listener >= 0)
        close(seats->listener);
    seats->listener = -1;
}

/* -- poll -- */

/* Who is not asked is not listened to, only whether he is still there. */
static short seat_events(const struct seats *seats, int seat, int asked)
{
    if (seat == asked || seats->seat[seat].state == SEAT_OFFERED)
        return POLLIN;
    return seats->playing ? 0 : POLLRDHUP;
}

int seats_poll_fill(const struct seats *seats, int asked, int64_t now, struct pollfd room[SEATS_POLLS])
{
    int count = 0;
    if (now >= seats->rest_until)
        room[count++] = (struct pollfd){.fd = seats->listener, .events = POLLIN};
    for (int i = 0; i < seats->players; i++)
        if (seats->seat[i].descriptor >= 0 && seat_events(seats, i, asked) != 0)
            room[count++] =
                (struct pollfd){.fd = seats->seat[i].descriptor, .events = seat_events(seats, i, asked)};
    assert(count <= SEATS_POLLS);
    return count;
}

void seats_polled(struct seats *seats, const struct pollfd *polled, int count)
{
    for (int i = 0; i < seats->players; i++) {
        struct seat *seat = &seats->seat[i];
        seat->polled = seat->hung_up = false;
        for (int j = 0; j < count && seat->descriptor >= 0; j++)
            if (polled[j].fd == seat->descriptor) {
                seat->polled = (polled[j].revents & (POLLIN | POLLHUP | POLLERR)) != 0;
                seat->hung_up = (polled[j].revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
            }
    }
}

/* -- coming in -- */

/* Those who have hung up make room for others. */
static void seats_dismiss(struct seats *seats)
{
    struct pollfd polled[WAITING_MAX];
    int kept = 0;
    for (int i = 0; i < seats->waiting_count; i++)
        polled[i] = (struct pollfd){.fd = seats->waiting[i], .events = POLLRDHUP};
    poll(polled, (nfds_t)seats->waiting_count, 0);
    for (int i = 0; i < seats->waiting_count; i++)
        if (polled[i].revents != 0)
            close(polled[i].fd);
        else
            seats->waiting[kept++] = polled[i].fd;
    seats->waiting_count = kept;
}

static void seats_accept(struct seats *seats, int64_t now)
{
    if (now >= seats->rest_until)
        seats->rest_until = 0;
    if (seats->waiting_count == WAITING_MAX)
        seats_dismiss(seats);
    for (int i = 0; i < ACCEPTS && now >= seats->rest_until; i++) {
        int descriptor = net_accept(seats->listener);
        if (descriptor < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS))
            seats->rest_until = now + REST;
        if (descriptor < 0 && errno != ECONNABORTED && errno != EINTR)
            return;
        bool welcome = seats->waiting_count < WAITING_MAX && !(seats->last && seats->playing);
        if (descriptor >= 0 && welcome)
            seats->waiting[seats->waiting_count++] = descriptor;
        else if (descriptor >= 0)
            close(descriptor);
    }
}

static int seats_call_next(struct seats *seats)
{
    assert(seats->waiting_count > 0);
    int descriptor = seats->waiting[0];
    assert(descriptor >= 0);
    seats->waiting_count--;
    memmove(seats->waiting, seats->waiting + 1, (size_t)seats->waiting_count * sizeof seats->waiting[0]);
    return descriptor;
}

static void seats_offer(struct seats *seats, int which, const struct init *init, enum init_format format,
                        int64_t now)
{
    assert(seats->seat[which].state == SEAT_EMPTY && !seats->playing);
    char line[INIT_LINE];
    struct init own = *init;
    own.id = which;
    size_t length = init_print(&own, format, line);
    seats->seat[which] = (struct seat){
        .state = SEAT_OFFERED, .descriptor = seats_call_next(seats), .confirm_by = now + seats->patience};
    if (send(seats->seat[which].descriptor, line, length, MSG_NOSIGNAL) != (ssize_t)length)
        seat_leave(&seats->seat[which], SEAT_EMPTY);
}

/* Whoever writes a client wants to know why it was closed. */
static void seat_turn_away(struct seat *seat, const char *why)
{
    assert(seat->state == SEAT_OFFERED);
    wire_complain("panj-gems", "a client is sent away: %s", why);
    seat_leave(seat, SEAT_EMPTY);
}

/* Takes no byte beyond the word: what follows is for the game. */
static void seat_hear_confirm(struct seat *seat)
{
    assert(seat->state == SEAT_OFFERED && seat->confirmed < CONFIRM);
    char bytes[CONFIRM];
    ssize_t got = recv(seat->descriptor, bytes, CONFIRM - seat->confirmed, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        seat_leave(seat, SEAT_EMPTY);
    } else if (strncasecmp(confirm + seat->confirmed, bytes, (size_t)got) != 0) {
        seat_turn_away(seat, "it said something else than CONFIRM");
    } else {
        seat->confirmed += (size_t)got;
        seat->state = seat->confirmed == CONFIRM ? SEAT_TAKEN : SEAT_OFFERED;
    }
}

static void seat_check(struct seat *seat, int64_t now)
{
    if (seat->state == SEAT_OFFERED && seat->polled)
        seat_hear_confirm(seat);
    else if (seat->state == SEAT_TAKEN && seat->hung_up)
        seat_leave(seat, SEAT_EMPTY);
    if (seat->state == SEAT_OFFERED && now >= seat->confirm_by)
        seat_turn_away(seat, "no CONFIRM in time");
    seat->polled = seat->hung_up = false;
}

void seats_step(struct seats *seats, const struct init *init, enum init_format format, int64_t now)
{
    seats_accept(seats, now);
    bool in_turn = !seats->playing; /* every seat before this one has its player */
    for (int i = 0; i < seats->players && !seats->playing; i++) {
        seat_check(&seats->seat[i], now);
        while (in_turn && seats->seat[i].state == SEAT_EMPTY && seats->waiting_count > 0)
            seats_offer(seats, i, init, format, now);
        in_turn = in_turn && (seats->seat[i].state == SEAT_TAKEN || seats->seat[i].state == SEAT_ENGINE);
    }
}

int64_t seats_next(const struct seats *seats)
{
    int64_t next = seats->rest_until > 0 ? seats->rest_until : WIRE_FOREVER;
    for (int i = 0; i < seats->players; i++)
        if (seats->seat[i].state == SEAT_OFFERED && seats->seat[i].confirm_by < next)
            next = seats->seat[i].confirm_by;
    return next;
}

/* -- playing -- */

bool seats_are_taken(const struct seats *seats)
{
    for (int i = 0; i < seats->players; i++)
        if (seats->seat[i].state != SEAT_TAKEN && seats->seat[i].state != SEAT_ENGINE)
            return false;
    return true;
}

bool seats_are_deserted(const struct seats *seats)
{
    bool anyone = false, left = false;
    for (int i = 0; i < seats->players; i++) {
        anyone = anyone || seats->seat[i].state == SEAT_TAKEN;
        left = left || seats->seat[i].state == SEAT_GONE;
    }
    return left && !anyone;
}

void seats_send(struct seats *seats, int which, const char *line, size_t length)
{
    assert(which >= 0 && which < seats->players && length > 0);
    struct seat *seat = &seats->seat[which];
    if (seat->state == SEAT_TAKEN && send(seat->descriptor, line, length, MSG_NOSIGNAL) != (ssize_t)length)
        seat_leave(seat, SEAT_GONE);
}

size_t seats_receive(struct seats *seats, int which, char segment[SEGMENT])
{
    assert(which >= 0 && which < seats->players);
    struct seat *seat = &seats->seat[which];
    if (seat->state != SEAT_TAKEN)
        return 0;
    ssize_t got = recv(seat->descriptor, segment, SEGMENT, 0);
    if (got > 0)
        return (size_t)got;
    if (got == 0 || (errno != EAGAIN && errno != EINTR))
        seat_leave(seat, SEAT_GONE);
    return 0;
}
