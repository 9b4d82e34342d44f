#define _GNU_SOURCE
#include "adapters/wire/wire.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "adapters/wire/ending.h"
#include "adapters/wire/keeper.h"
#include "adapters/wire/lines.h"

enum { WIRE_LINE_LIMIT = 4 << 20, WIRE_QUEUE_LIMIT = 64 << 20 };

struct wire {
    int in;                  /* we read the engine's output here; -1: closed */
    int out;                 /* the engine's input; -1: closed */
    int life;                /* the keeper; -1: it is gone, or there is none */
    pid_t keeper;            /* 0: none, or reaped */
    struct wire_lines lines; /* what has come */
    char *queue;             /* what is still to be sent */
    size_t queue_start;      /* bytes of it already sent */
    size_t queue_end;        /* bytes of it in all */
    size_t queue_room;       /* bytes allocated */
    bool ending;             /* close `out` when the queue is empty */
    bool flooded;            /* above its rate: nothing more is read */
    uint64_t received;       /* bytes that have come */
    int64_t allowance;       /* bytes it may still send now */
    int64_t allowed_at;      /* the clock when that was computed */
    size_t burst;            /* 0: no limit of the rate */
    size_t rate;             /* bytes a second */
    struct wire_exit ended;
    struct wire_usage usage; /* known with `ended` */
    char program[80];        /* what was to be started, as far as it fits; "": nothing */
};

int64_t wire_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * WIRE_SECOND + now.tv_nsec / 1000;
}

/* -- opening -- */

static void descriptor_close(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* Out of the way of stdin, stdout and stderr, which a program may have closed. */
static bool descriptor_lift(int *descriptor)
{
    assert(*descriptor >= 0);
    if (*descriptor > STDERR_FILENO)
        return true;
    int lifted = fcntl(*descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (lifted < 0)
        return false;
    close(*descriptor);
    *descriptor = lifted;
    return true;
}

struct wire_ends {
    int ours_in, ours_out, ours_life;
    struct keeper_ends theirs;
};

static void ends_close(struct wire_ends *ends)
{
    int *const all[] = {&ends->ours_in,     &ends->ours_out,     &ends->ours_life,
                        &ends->theirs.life, &ends->theirs.input, &ends->theirs.output};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        descriptor_close(all[i]);
}

static bool ends_open(struct wire_ends *ends)
{
    int pair[2];
    *ends = (struct wire_ends){-1, -1, -1, {-1, -1, -1}};
    if (pipe2(pair, O_CLOEXEC) != 0)
        return false;
    ends->ours_in = pair[0], ends->theirs.output = pair[1];
    if (pipe2(pair, O_CLOEXEC) != 0)
        return false;
    ends->theirs.input = pair[0], ends->ours_out = pair[1];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    ends->ours_life = pair[0], ends->theirs.life = pair[1];
    return descriptor_lift(&ends->ours_in) && descriptor_lift(&ends->ours_out) &&
           descriptor_lift(&ends->ours_life) && descriptor_lift(&ends->theirs.life) &&
           descriptor_lift(&ends->theirs.input) && descriptor_lift(&ends->theirs.output);
}

static void descriptor_unblock(int descriptor)
{
    assert(descriptor >= 0);
    int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0)
        fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

struct wire *wire_adopt(int in, int out, size_t line_limit)
{
    assert(in >= 0 && out >= 0);
    struct wire *wire = calloc(1, sizeof *wire);
    if (wire == NULL)
        return NULL;
    wire_ignore_sigpipe();
    if (!isatty(in)) /* a terminal is shared with the shell, and read only when there is a line */
        descriptor_unblock(in);
    descriptor_unblock(out);
    wire->in = in;
    wire->out = out;
    wire->life = -1;
    wire->lines = wire_lines_create(line_limit == 0 ? WIRE_LINE_LIMIT : line_limit);
    return wire;
}

static struct wire *wire_with_keeper(const struct wire_options *options, struct wire_ends *ends)
{
    assert(ends->ours_in > STDERR_FILENO && ends->theirs.life > STDERR_FILENO);
    struct wire *wire = wire_adopt(ends->ours_in, ends->ours_out, options->line_limit);
    pid_t keeper = wire == NULL ? -1 : fork();
    if (keeper == 0)
        wire_keeper_run(options, ends->theirs);
    if (keeper < 0) {
        free(wire);
        return NULL;
    }
    wire->keeper = keeper;
    snprintf(wire->program, sizeof wire->program, "%s", options->argv[0]);
    wire->life = ends->ours_life;
    wire->burst = options->burst_limit;
    wire->rate = options->rate_limit;
    wire->allowance = (int64_t)options->burst_limit;
    wire->allowed_at = wire_clock();
    return wire;
}

struct wire *wire_open(const struct wire_options *options)
{
    assert(options->argv != NULL && options->argv[0] != NULL);
    struct wire_ends ends;
    struct wire *wire = ends_open(&ends) ? wire_with_keeper(options, &ends) : NULL;
    if (wire != NULL) {
        ends.ours_in = ends.ours_out = ends.ours_life = -1;
        descriptor_unblock(wire->life);
    }
    int why = errno;
    ends_close(&ends);
    errno = why;
    return wire;
}

/* -- writing -- */

static bool queue_reserve(struct wire *wire, size_t length)
{
    assert(wire->queue_start <= wire->queue_end && wire->queue_end <= wire->queue_room);
    if (wire->queue_start == wire->queue_end)
        wire->queue_start = wire->queue_end = 0;
    if (length <= wire->queue_room - wire->queue_end)
        return true;
    if (wire->queue_end - wire->queue_start + length > WIRE_QUEUE_LIMIT)
        return false;
    size_t room = (wire->queue_end + length) * 2;
    char *queue = realloc(wire->queue, room);
    if (queue == NULL)
        return false;
    wire->queue = queue;
    wire->queue_room = room;
    return true;
}

bool wire_write(struct wire *wire, const char *bytes, size_t length)
{
    assert(bytes != NULL || length == 0);
    assert(wire != NULL);
    if (wire->out < 0 || wire->ending || !queue_reserve(wire, length))
        return false;
    if (length > 0)
        memcpy(wire->queue + wire->queue_end, bytes, length);
    wire->queue_end += length;
    return true;
}

bool wire_printf(struct wire *wire, const char *format, ...)
{
    char room[512];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(room, sizeof room, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    bool fits = (size_t)length < sizeof room;
    bool done = fits ? wire_write(wire, room, (size_t)length)
                     : wire->out >= 0 && !wire->ending && queue_reserve(wire, (size_t)length + 1);
    if (!fits && done) {
        vsnprintf(wire->queue + wire->queue_end, (size_t)length + 1, format, again);
        wire->queue_end += (size_t)length;
    }
    va_end(again);
    return done;
}

static void wire_drop_output(struct wire *wire)
{
    assert(wire->queue_end <= wire->queue_room);
    descriptor_close(&wire->out);
    wire->queue_start = wire->queue_end = 0;
}

bool wire_flush(struct wire *wire)
{
    assert(wire->queue_start <= wire->queue_end);
    while (wire->out >= 0 && wire->queue_start < wire->queue_end) {
        ssize_t sent = write(wire->out, wire->queue + wire->queue_start, wire->queue_end - wire->queue_start);
        if (sent >= 0)
            wire->queue_start += (size_t)sent;
        else if (errno == EAGAIN)
            return true;
        else if (errno != EINTR)
            wire_drop_output(wire);
    }
    if (wire->ending)
        descriptor_close(&wire->out);
    return wire->out >= 0;
}

void wire_end_input(struct wire *wire)
{
    wire->ending = true;
    wire_flush(wire);
}

/* -- reading -- */

/* Takes the bytes off the allowance, which fills up with time; false if the engine floods. */
static bool wire_allow(struct wire *wire, size_t bytes)
{
    assert(wire->burst == 0 || wire->allowance <= (int64_t)wire->burst);
    wire->received += bytes;
    if (wire->burst == 0)
        return true;
    wire->allowance -= (int64_t)bytes;
    if (wire->allowance >= 0)
        return true;
    int64_t now = wire_clock();
    double filled = (double)(now - wire->allowed_at) * (double)wire->rate / WIRE_SECOND;
    double allowance = (double)wire->allowance + filled;
    wire->allowed_at = now;
    wire->allowance = allowance > (double)wire->burst ? (int64_t)wire->burst : (int64_t)allowance;
    return wire->allowance >= 0;
}

static void wire_read(struct wire *wire)
{
    assert(wire->in >= 0 && !wire->flooded);
    size_t room;
    char *at = wire_lines_room(&wire->lines, &room);
    ssize_t got = at == NULL ? 0 : read(wire->in, at, room);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        descriptor_close(&wire->in);
        return;
    }
    wire_lines_add(&wire->lines, (size_t)got);
    wire->flooded = !wire_allow(wire, (size_t)got);
    if (wire->flooded)
        descriptor_close(&wire->in);
}

static void wire_bury(struct wire *wire)
{
    assert(wire->keeper > 0);
    descriptor_close(&wire->life);
    while (waitpid(wire->keeper, NULL, 0) < 0 && errno == EINTR)
        continue;
    wire->keeper = 0;
}

static void wire_read_life(struct wire *wire)
{
    assert(wire->life >= 0);
    struct keeper_end end;
    ssize_t got = recv(wire->life, &end, sizeof end, MSG_DONTWAIT);
    if (got == (ssize_t)sizeof end)
        wire->ended = end.ended, wire->usage = end.usage;
    else if (got >= 0 || (errno != EAGAIN && errno != EINTR))
        wire_bury(wire); /* the keeper is gone, and it goes last */
}

enum wire_event wire_next(struct wire *wire, struct wire_line *line)
{
    assert(line != NULL);
    enum wire_event event = wire_lines_next(&wire->lines, line);
    if (event != WIRE_NOTHING)
        return event;
    if (wire->flooded)
        return WIRE_FLOOD;
    return wire->in < 0 ? WIRE_CLOSED : WIRE_NOTHING;
}

int wire_poll_fill(const struct wire *wire, struct pollfd *room)
{
    int count = 0;
    if (wire->in >= 0)
        room[count++] = (struct pollfd){.fd = wire->in, .events = POLLIN};
    if (wire->out >= 0 && wire->queue_start < wire->queue_end)
        room[count++] = (struct pollfd){.fd = wire->out, .events = POLLOUT};
    if (wire->life >= 0)
        room[count++] = (struct pollfd){.fd = wire->life, .events = POLLIN};
    assert(count <= WIRE_POLLS);
    return count;
}

/* -- waiting -- */

static int milliseconds_until(int64_t deadline)
{
    if (deadline == WIRE_FOREVER)
        return -1;
    int64_t left = deadline - wire_clock();
    if (left <= 0)
        return 0;
    left = (left + WIRE_MILLISECOND - 1) / WIRE_MILLISECOND;
    return left > INT32_MAX ? INT32_MAX : (int)left;
}

static void wire_handle(struct wire *wire, const struct pollfd *polled, int count)
{
    assert(count <= WIRE_POLLS);
    bool reads = false, lives = false;
    for (int i = 0; i < count; i++) {
        bool ready = polled[i].revents != 0;
        reads = reads || (ready && polled[i].fd == wire->in);
        lives = lives || (ready && polled[i].fd == wire->life);
    }
    if (reads)
        wire_read(wire);
    if (lives)
        wire_read_life(wire);
}

bool wire_wait(struct wire *const *wires, int count, int64_t deadline)
{
    assert(count >= 0);
    struct pollfd few[64];
    struct pollfd *polled = few;
    if (count * WIRE_POLLS > 64 && (polled = calloc((size_t)count * WIRE_POLLS, sizeof *polled)) == NULL)
        return false;
    int watched = 0;
    for (int i = 0; i < count; i++) {
        if (wires[i] == NULL)
            continue;
        wire_flush(wires[i]);
        watched += wire_poll_fill(wires[i], polled + watched);
    }
    int ready = poll(polled, (nfds_t)watched, milliseconds_until(deadline));
    const struct pollfd *at = polled;
    for (int i = 0; i < count && ready > 0; i++) {
        struct pollfd same[WIRE_POLLS];
        int own = wires[i] == NULL ? 0 : wire_poll_fill(wires[i], same);
        if (own > 0)
            wire_handle(wires[i], at, own);
        at += own;
    }
    if (polled != few)
        free(polled);
    return ready > 0;
}

void wire_pump(struct wire *wire)
{
    wire_wait(&wire, 1, 0);
}

enum wire_event wire_await(struct wire *wire, struct wire_line *line, int64_t deadline)
{
    for (;;) {
        enum wire_event event = wire_next(wire, line);
        if (event != WIRE_NOTHING)
            return event;
        if (!wire_wait(&wire, 1, deadline) && wire_clock() >= deadline)
            return wire_next(wire, line);
    }
}

static bool line_starts_with_word(const struct wire_line *line, const char *word)
{
    assert(*word != '\0');
    size_t blanks = strspn(line->at, " \t");
    size_t length = strlen(word);
    const char *at = line->at + blanks;
    return strncmp(at, word, length) == 0 && (at[length] == '\0' || strchr(" \t", at[length]) != NULL);
}

enum wire_event wire_await_word(struct wire *wire, const char *word, struct wire_line *line, int64_t deadline)
{
    for (;;) {
        enum wire_event event = wire_await(wire, line, deadline);
        if (event != WIRE_LINE || line_starts_with_word(line, word))
            return event;
    }
}

/* -- ending -- */

void wire_kill(struct wire *wire)
{
    if (wire->life >= 0)
        shutdown(wire->life, SHUT_WR); /* the keeper reads the end of us and acts */
    descriptor_close(&wire->in);
    wire_drop_output(wire);
}

bool wire_is_gone(struct wire *wire)
{
    return wire->keeper == 0;
}

struct wire_exit wire_exit_status(const struct wire *wire)
{
    return wire->ended;
}

struct wire_usage wire_usage_at_exit(const struct wire *wire)
{
    return wire->usage;
}

struct wire_exit wire_await_exit(struct wire *wire, int64_t deadline)
{
    while (wire->ended.how == WIRE_RUNS && wire_clock() < deadline)
        wire_wait(&wire, 1, deadline);
    return wire->ended;
}

void wire_describe_exit(const struct wire *wire, char *room, size_t capacity)
{
    assert(capacity > 0);
    struct wire_exit ended = wire->ended;
    switch (ended.how) {
    case WIRE_RUNS: snprintf(room, capacity, "still runs"); break;
    case WIRE_EXITED: snprintf(room, capacity, "exit status %d", ended.value); break;
    case WIRE_KILLED:
        snprintf(room, capacity, "killed by signal %d (%s)", ended.value, strsignal(ended.value));
        break;
    case WIRE_NOT_STARTED:
        snprintf(room, capacity, "%s: cannot be started: %s", wire->program, strerror(ended.value));
        break;
    }
}

uint64_t wire_received(const struct wire *wire)
{
    return wire->received;
}

void wire_free(struct wire *wire)
{
    if (wire == NULL)
        return;
    if (wire->keeper != 0) {
        wire_kill(wire);
        wire_bury(wire);
    }
    descriptor_close(&wire->in);
    descriptor_close(&wire->out);
    wire_lines_destroy(&wire->lines);
    free(wire->queue);
    free(wire);
}

bool wire_close(struct wire *wire, int64_t grace)
{
    assert(grace >= 0);
    int64_t deadline = wire_clock() + grace;
    wire_write(wire, "quit\n", 5);
    wire_end_input(wire);
    struct wire_line line;
    while (!wire_is_gone(wire) && wire_clock() < deadline) {
        wire_wait(&wire, 1, deadline);
        while (wire_next(wire, &line) == WIRE_LINE)
            continue;
    }
    bool left = wire_is_gone(wire);
    wire_free(wire);
    return left;
}
