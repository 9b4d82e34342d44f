/* A guest: one WebSocket and the engine it talks to. Lines go through as they are, at the pace of the slower
 * side: what the browser does not read stays in the engine's pipe, what the engine does not read stays in the
 * browser's socket. */
#ifndef PANJ_WEB_GUEST_H
#define PANJ_WEB_GUEST_H

#include <libwebsockets.h>
#include <stdbool.h>
#include <stdint.h>

#include "adapters/web/frame.h"
#include "adapters/web/settings.h"
#include "adapters/wire/wire.h"

struct guest {
    const struct settings *settings;
    struct lws *socket;              /* the browser */
    struct lws *pipe;                /* the engine's output, as something that the loop watches */
    struct wire *engine;             /* NULL: it could not be started */
    struct frame frame;              /* the line that is coming */
    char answer[128];                /* an error line of ours that waits to be sent; "": none */
    bool pipe_is_paused;             /* lines are here already */
    bool socket_is_paused;           /* too many came, or the engine does not read */
    int64_t allowance;               /* lines that may come at once */
    int64_t allowed_at;              /* the clock when that was computed */
    int64_t works;                   /* lines that started work, less those that ended it */
    lws_sorted_usec_list_t resuming; /* a paused socket is looked at again */
    lws_sorted_usec_list_t idling;   /* nobody has said anything for long */
    lws_sorted_usec_list_t bounding; /* a search has run for long enough */
};

/* Starts the engine; false: it cannot be. The guest is zeroed memory of the socket's. */
bool guest_open(struct guest *, struct lws *socket, const struct settings *);
void guest_close(struct guest *);

/* A piece of a message has come. False: the socket has to be closed, and lws has been told why. */
bool guest_hears(struct guest *, const struct frame_piece *);
/* The socket takes more. False: the engine is gone, close. */
bool guest_speaks(struct guest *);
/* The engine has written something. */
void guest_engine_spoke(struct guest *);
/* The engine's output has ended. */
void guest_engine_ended(struct guest *);

#endif
