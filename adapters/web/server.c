#include "adapters/web/server.h"

#include <assert.h>
#include <errno.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "adapters/web/browser.h"
#include "adapters/web/files.h"
#include "adapters/web/guard.h"
#include "adapters/web/guest.h"
#include "adapters/web/match.h"
#include "adapters/wire/ending.h"
#include "adapters/wire/words.h"

enum {
    PIECE = 16 << 10,      /* of a file, written at once */
    HANDSHAKE_SECONDS = 5, /* to send a whole request */
    HEADERS_AT_ONCE = 512, /* requests half sent */
    SILENT_SECONDS = 40,   /* after which a socket is asked whether it is still there, */
    DEAD_SECONDS = 60,     /* and given up */
    PORTS_TRIED = 50
};

/* What all connections share. */
struct server {
    struct settings settings;
    int port;
    int64_t engines;     /* that run now */
    struct match *match; /* to be watched; NULL: none */
};

/* -- the policy: nothing from anywhere else, nobody may look in -- */

#define CONTENT_POLICY                                                                                       \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "     \
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; "  \
    "form-action 'none'"

static const struct lws_protocol_vhost_options policy[] = {
    {&policy[1], NULL, "content-security-policy:", CONTENT_POLICY},
    {&policy[2], NULL, "cross-origin-opener-policy:", "same-origin"},
    {&policy[3], NULL, "cross-origin-embedder-policy:", "require-corp"},
    {&policy[4], NULL, "cross-origin-resource-policy:", "same-origin"},
    {&policy[5], NULL, "x-content-type-options:", "nosniff"},
    {&policy[6], NULL, "referrer-policy:", "no-referrer"},
    {NULL, NULL, "cache-control:", "no-cache"},
};

static struct server *server_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

static bool host_is_welcome(struct lws *wsi, const struct server *server)
{
    char host[256];
    return lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
           (server->settings.token[0] != '\0' || guard_host_is_local(host, server->port));
}

static bool token_is_right(struct lws *wsi, const struct server *server)
{
    char room[256];
    if (server->settings.token[0] == '\0')
        return true;
    const char *given = lws_get_urlarg_by_name(wsi, "token=", room, sizeof room);
    return given != NULL && guard_token_is(given, server->settings.token);
}

/* -- files, and what is told of a match -- */

/* One file on its way to one browser. */
struct reply {
    struct file file;
    size_t sent;
    char *own; /* bytes that were made for this reply, or NULL */
};

static void reply_end(struct reply *reply)
{
    free(reply->own);
    *reply = (struct reply){0};
}

static int reply_status(struct lws *wsi, unsigned status)
{
    return lws_return_http_status(wsi, status, NULL) < 0 || lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* /match, and /match/N of a game. */
static bool reply_find_match(struct lws *wsi, struct reply *reply, const char *path)
{
    struct server *server = server_of(wsi);
    const char *rest = path + strlen("/match");
    int64_t id;
    if (server->match == NULL || strncmp(path, "/match", strlen("/match")) != 0 ||
        !token_is_right(wsi, server))
        return false;
    if (*rest == '\0')
        reply->own = match_tell(server->match);
    else if (*rest == '/' && wire_number_parse(rest + 1, 1, INT64_MAX, &id))
        reply->own = match_tell_game(server->match, id);
    if (reply->own == NULL)
        return false;
    reply->file = (struct file){"application/json", reply->own, strlen(reply->own)};
    return true;
}

static int reply_begin(struct lws *wsi, struct reply *reply, const char *path)
{
    unsigned char room[LWS_PRE + 2048], *at = room + LWS_PRE, *start = at;
    if (!host_is_welcome(wsi, server_of(wsi)))
        return reply_status(wsi, HTTP_STATUS_FORBIDDEN);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0)
        return reply_status(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED);
    reply_end(reply);
    if (!file_find(path, &reply->file) && !reply_find_match(wsi, reply, path))
        return reply_status(wsi, HTTP_STATUS_NOT_FOUND);
    if (lws_add_http_common_headers(wsi, HTTP_STATUS_OK, reply->file.type, reply->file.length, &at,
                                    room + sizeof room) ||
        lws_finalize_write_http_header(wsi, start, &at, room + sizeof room))
        return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

static int reply_continue(struct lws *wsi, struct reply *reply)
{
    unsigned char room[LWS_PRE + PIECE];
    assert(reply->sent <= reply->file.length);
    size_t left = reply->file.length - reply->sent;
    size_t length = left < PIECE ? left : PIECE;
    memcpy(room + LWS_PRE, reply->file.bytes + reply->sent, length);
    reply->sent += length;
    enum lws_write_protocol how = length == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
    if (lws_write(wsi, room + LWS_PRE, length, how) < 0)
        return -1;
    if (length == left) {
        reply_end(reply);
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    }
    lws_callback_on_writable(wsi);
    return 0;
}

static int on_page(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP: return reply_begin(wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return reply_continue(wsi, user);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (user != NULL)
            reply_end(user);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return -1; /* a socket that does not ask for an engine */
    default: return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

/* -- engines -- */

static bool path_is_engine(struct lws *wsi)
{
    char path[32];
    return lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) > 0 && strcmp(path, "/engine") == 0;
}

static bool engine_may_be_asked(struct lws *wsi)
{
    char host[256], origin[300];
    const struct server *server = server_of(wsi);
    return path_is_engine(wsi) && host_is_welcome(wsi, server) && token_is_right(wsi, server) &&
           lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) > 0 &&
           lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) > 0 &&
           guard_origin_is_host(origin, host);
}

static int engine_start(struct lws *wsi, struct guest *guest)
{
    static const char full[] = "no engine is free", broken[] = "the engine cannot be started";
    struct server *server = server_of(wsi);
    bool free_one = server->engines < server->settings.engines;
    server->engines++; /* even if it fails: it is counted down when the socket closes */
    if (free_one && guest_open(guest, wsi, &server->settings))
        return 0;
    const char *why = free_one ? broken : full;
    lws_close_reason(wsi, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, (unsigned char *)(uintptr_t)why,
                     strlen(why));
    return -1;
}

static int engine_end(struct lws *wsi, struct guest *guest)
{
    server_of(wsi)->engines--;
    guest_close(guest);
    return 0;
}

static int engine_receive(struct lws *wsi, struct guest *guest, const char *bytes, size_t length)
{
    struct frame_piece piece = {.at = bytes,
                                .length = length,
                                .announced = lws_remaining_packet_payload(wsi),
                                .first = lws_is_first_fragment(wsi),
                                .last = lws_is_final_fragment(wsi),
                                .binary = lws_frame_is_binary(wsi)};
    return guest_hears(guest, &piece) ? 0 : -1;
}

static int on_engine(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return engine_may_be_asked(wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED: return engine_start(wsi, user);
    case LWS_CALLBACK_RECEIVE: return engine_receive(wsi, user, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE: return guest_speaks(user) ? 0 : -1;
    case LWS_CALLBACK_CLOSED: return engine_end(wsi, user);
    default: return 0;
    }
}

static int on_pipe(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    (void)user, (void)in, (void)length;
    struct guest *guest = lws_get_opaque_user_data(wsi);
    switch (reason) {
    case LWS_CALLBACK_RAW_RX_FILE: guest_engine_spoke(guest); return 0;
    case LWS_CALLBACK_RAW_CLOSE_FILE:
        if (guest != NULL)
            guest_engine_ended(guest);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return -1; /* no browser has it */
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = PAGE_PROTOCOL, .callback = on_page, .per_session_data_size = sizeof(struct reply)},
    {.name = ENGINE_PROTOCOL,
     .callback = on_engine,
     .per_session_data_size = sizeof(struct guest),
     .rx_buffer_size = 4096},
    {.name = PIPE_PROTOCOL, .callback = on_pipe},
    {0}};

/* -- running -- */

/* A signal that comes just before the loop waits is seen at the next beat. */
static void on_beat(lws_sorted_usec_list_t *beat)
{
    (void)beat;
}

static void raise_descriptor_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max < 65536 ? limit.rlim_max : 65536;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static struct lws_context *context_create(struct server *server)
{
    static const lws_retry_bo_t liveness = {.secs_since_valid_ping = SILENT_SECONDS,
                                            .secs_since_valid_hangup = DEAD_SECONDS};
    struct lws_context_creation_info info = {.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
                                             .timeout_secs = HANDSHAKE_SECONDS,
                                             .timeout_secs_ah_idle = HANDSHAKE_SECONDS,
                                             .max_http_header_pool = HEADERS_AT_ONCE,
                                             .retry_and_idle_policy = &liveness,
                                             .gid = -1,
                                             .uid = -1,
                                             .user = server};
    return lws_create_context(&info);
}

static bool server_listen(struct server *server, struct lws_context *context, int port)
{
    const char *address = server->settings.address;
    struct lws_context_creation_info info = {
        .port = port,
        .iface = address,
        .protocols = protocols,
        .headers = policy,
        .keepalive_timeout = HANDSHAKE_SECONDS,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (strchr(address, ':') == NULL ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0)};
    struct lws_vhost *vhost = lws_create_vhost(context, &info);
    if (vhost == NULL)
        return false;
    server->port = lws_get_vhost_listen_port(vhost);
    return true;
}

static bool server_find_port(struct server *server, struct lws_context *context)
{
    int first = (int)server->settings.port;
    int tried = server->settings.port_is_given ? 1 : PORTS_TRIED;
    for (int port = first; port < first + tried; port++)
        if (server_listen(server, context, port))
            return true;
    fprintf(stderr, "panj-web: cannot listen on %s port %d\n", server->settings.address, first);
    return false;
}

static void server_announce(const struct server *server)
{
    char url[512];
    const struct settings *settings = &server->settings;
    bool six = strchr(settings->address, ':') != NULL, secret = settings->token[0] != '\0';
    const char *watch = server->match == NULL ? "" : secret ? "&match" : "?match";
    snprintf(url, sizeof url, "http://%s%s%s:%d/%s%s%s", six ? "[" : "", settings->address, six ? "]" : "",
             server->port, secret ? "?token=" : "", settings->token, watch);
    printf("%s\n", url);
    fflush(stdout);
    if (settings->opens)
        browser_open(url);
}

static void server_serve(struct lws_context *context)
{
    lws_sorted_usec_list_t beat = {0};
    wire_heed_ending();
    while (!wire_is_ending()) {
        lws_sul_schedule(context, 0, &beat, on_beat, LWS_USEC_PER_SEC);
        if (lws_service(context, 0) < 0)
            break;
    }
    lws_sul_cancel(&beat);
}

static bool server_find_match(struct server *server)
{
    if (server->settings.match[0] == '\0')
        return true;
    server->match = match_open(server->settings.match);
    return server->match != NULL;
}

static int server_open(struct server *server)
{
    struct lws_context *context = context_create(server);
    if (context == NULL) {
        fputs("panj-web: out of memory\n", stderr);
        return 1;
    }
    bool listens = server_find_port(server, context);
    if (listens) {
        server_announce(server);
        server_serve(context);
    }
    lws_context_destroy(context);
    return listens ? 0 : 1;
}

int server_run(const struct settings *settings)
{
    struct server server = {.settings = *settings};
    lws_set_log_level(0, NULL);
    raise_descriptor_limit();
    int status = server_find_match(&server) ? server_open(&server) : 1;
    match_close(server.match);
    return status;
}
