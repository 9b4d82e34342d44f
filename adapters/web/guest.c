#include "adapters/web/guest.h"

#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "adapters/web/server.h"

enum {
    LINE_LIMIT = 1 << 20, /* of the engine's lines */
    BURST = 512,          /* lines that a browser may send at once */
    RATE = 64,            /* a second by which that fills up again */
    NICENESS = 10,
    RESUME = 20 * LWS_USEC_PER_SEC / 1000
};

/* -- time -- */

static struct guest *guest_of(lws_sorted_usec_list_t *list, size_t offset)
{
    return (struct guest *)(void *)((char *)list - offset);
}

static void end_soon(struct guest *guest)
{
    lws_set_timeout(guest->socket, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

static void on_idle(lws_sorted_usec_list_t *list)
{
    end_soon(guest_of(list, offsetof(struct guest, idling)));
}

static void schedule(struct guest *guest, lws_sorted_usec_list_t *list, sul_cb_t then, int64_t microseconds)
{
    lws_sul_schedule(lws_get_context(guest->socket), 0, list, then, microseconds);
}

static void guest_is_awake(struct guest *guest)
{
    schedule(guest, &guest->idling, on_idle, guest->settings->idle * LWS_USEC_PER_SEC);
}

static void on_bound(lws_sorted_usec_list_t *);

/* A search has answered, or was told to; others may have waited behind it. */
static void guest_ends_work(struct guest *guest)
{
    lws_sul_cancel(&guest->bounding);
    if (guest->works > 0 && --guest->works > 0)
        schedule(guest, &guest->bounding, on_bound, guest->settings->search * LWS_USEC_PER_SEC);
}

static void on_bound(lws_sorted_usec_list_t *list)
{
    struct guest *guest = guest_of(list, offsetof(struct guest, bounding));
    wire_printf(guest->engine, "stop\n");
    wire_flush(guest->engine);
    guest_ends_work(guest);
}

static void guest_bounds_work(struct guest *guest)
{
    if (guest->settings->search == 0)
        return;
    if (guest->works++ == 0)
        schedule(guest, &guest->bounding, on_bound, guest->settings->search * LWS_USEC_PER_SEC);
}

/* -- the pace -- */

static bool engine_reads(const struct guest *guest)
{
    struct pollfd watched[WIRE_POLLS];
    int count = wire_poll_fill(guest->engine, watched);
    for (int i = 0; i < count; i++)
        if (watched[i].events & POLLOUT)
            return false;
    return true;
}

static void allowance_refill(struct guest *guest)
{
    int64_t now = wire_clock();
    int64_t more = (now - guest->allowed_at) * RATE / WIRE_SECOND;
    if (more == 0)
        return;
    guest->allowance = guest->allowance + more < BURST ? guest->allowance + more : BURST;
    guest->allowed_at = now;
}

static void on_resume(lws_sorted_usec_list_t *list);

static void guest_set_pace(struct guest *guest)
{
    wire_flush(guest->engine);
    allowance_refill(guest);
    bool pause = guest->allowance <= 0 || !engine_reads(guest);
    if (pause != guest->socket_is_paused)
        lws_rx_flow_control(guest->socket, !pause);
    guest->socket_is_paused = pause;
    if (pause)
        schedule(guest, &guest->resuming, on_resume, RESUME);
}

static void on_resume(lws_sorted_usec_list_t *list)
{
    guest_set_pace(guest_of(list, offsetof(struct guest, resuming)));
}

static void pipe_pause(struct guest *guest, bool pause)
{
    if (guest->pipe != NULL && pause != guest->pipe_is_paused)
        lws_rx_flow_control(guest->pipe, !pause);
    guest->pipe_is_paused = pause;
}

/* -- opening and closing -- */

static bool pipe_watch(struct guest *guest)
{
    struct pollfd watched[WIRE_POLLS];
    if (wire_poll_fill(guest->engine, watched) == 0)
        return false;
    lws_sock_file_fd_type file = {.filefd = fcntl(watched[0].fd, F_DUPFD_CLOEXEC, 3)};
    if (file.filefd < 0)
        return false;
    guest->pipe = lws_adopt_descriptor_vhost(lws_get_vhost(guest->socket), LWS_ADOPT_RAW_FILE_DESC, file,
                                             PIPE_PROTOCOL, guest->socket);
    if (guest->pipe != NULL)
        lws_set_opaque_user_data(guest->pipe, guest);
    return guest->pipe != NULL;
}

bool guest_open(struct guest *guest, struct lws *socket, const struct settings *settings)
{
    const char *const command[] = {settings->engine, NULL};
    guest->settings = settings;
    guest->socket = socket;
    guest->allowance = BURST;
    guest->allowed_at = wire_clock();
    guest->engine = wire_open(&(struct wire_options){.argv = command,
                                                     .line_limit = LINE_LIMIT,
                                                     .memory_limit = (size_t)settings->memory << 20,
                                                     .niceness = NICENESS,
                                                     .confined = true});
    if (guest->engine == NULL || !pipe_watch(guest))
        return false;
    char first[CAPS_FIRST_MAX];
    wire_write(guest->engine, first, caps_first_lines(&settings->caps, first, sizeof first));
    wire_flush(guest->engine);
    guest_is_awake(guest);
    return true;
}

void guest_close(struct guest *guest)
{
    lws_sul_cancel(&guest->resuming);
    lws_sul_cancel(&guest->idling);
    lws_sul_cancel(&guest->bounding);
    if (guest->pipe != NULL)
        lws_set_opaque_user_data(guest->pipe, NULL);
    wire_free(guest->engine);
    guest->engine = NULL;
}

/* -- from the browser to the engine -- */

static void guest_takes_line(struct guest *guest)
{
    const struct frame *frame = &guest->frame;
    guest->allowance--;
    guest_is_awake(guest);
    if (!caps_allow(&guest->settings->caps, frame->bytes, frame->length, guest->answer,
                    sizeof guest->answer)) {
        lws_callback_on_writable(guest->socket);
        return;
    }
    if (line_starts_work(frame->bytes, frame->length))
        guest_bounds_work(guest);
    wire_write(guest->engine, frame->bytes, frame->length);
    wire_write(guest->engine, "\n", 1);
    guest_set_pace(guest);
}

static bool refuse(struct guest *guest, enum lws_close_status status, const char *why)
{
    lws_close_reason(guest->socket, status, (unsigned char *)(uintptr_t)why, strlen(why));
    return false;
}

bool guest_hears(struct guest *guest, const struct frame_piece *piece)
{
    if (guest->engine == NULL)
        return false;
    switch (frame_add(&guest->frame, piece)) {
    case FRAME_MORE: return true;
    case FRAME_TOO_LONG:
        return refuse(guest, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "a line has 64 KiB at most");
    case FRAME_NO_LINE:
        return refuse(guest, LWS_CLOSE_STATUS_POLICY_VIOLATION, "a message is one line of text");
    case FRAME_LINE: guest_takes_line(guest); return true;
    }
    assert(!"an event of frames");
    return false;
}

/* -- from the engine to the browser -- */

static bool socket_write(struct guest *guest, const char *line, size_t length)
{
    static unsigned char room[LWS_PRE + LINE_LIMIT]; /* one thread, and lws keeps what it could not send */
    assert(length <= LINE_LIMIT);
    memcpy(room + LWS_PRE, line, length);
    return lws_write(guest->socket, room + LWS_PRE, length, LWS_WRITE_TEXT) >= 0;
}

static bool socket_write_answer(struct guest *guest)
{
    bool written = guest->answer[0] == '\0' || socket_write(guest, guest->answer, strlen(guest->answer));
    guest->answer[0] = '\0';
    return written;
}

/* The next line, read from the pipe if none is here. */
static enum wire_event engine_next(struct guest *guest, struct wire_line *line)
{
    enum wire_event event = wire_next(guest->engine, line);
    if (event != WIRE_NOTHING)
        return event;
    wire_pump(guest->engine);
    return wire_next(guest->engine, line);
}

bool guest_speaks(struct guest *guest)
{
    if (guest->engine == NULL || !socket_write_answer(guest))
        return false;
    struct wire_line line;
    while (!lws_send_pipe_choked(guest->socket)) {
        enum wire_event event = engine_next(guest, &line);
        if (event == WIRE_NOTHING) {
            pipe_pause(guest, false);
            return true;
        }
        if (event != WIRE_LINE)
            return refuse(guest, LWS_CLOSE_STATUS_GOINGAWAY, "the engine has ended");
        if (!socket_write(guest, line.at, line.length))
            return false;
        guest_is_awake(guest);
        if (strncmp(line.at, "bestmove ", strlen("bestmove ")) == 0)
            guest_ends_work(guest);
    }
    pipe_pause(guest, true);
    lws_callback_on_writable(guest->socket);
    return true;
}

void guest_engine_spoke(struct guest *guest)
{
    pipe_pause(guest, true);
    lws_callback_on_writable(guest->socket);
}

void guest_engine_ended(struct guest *guest)
{
    guest->pipe = NULL;
    if (guest->engine != NULL)
        lws_callback_on_writable(guest->socket);
}
