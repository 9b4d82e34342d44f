/* The server: files over HTTP, engines over WebSockets, one thread. */
#ifndef PANJ_WEB_SERVER_H
#define PANJ_WEB_SERVER_H

#include "adapters/web/settings.h"

/* What lws calls the kinds of connections. */
#define PAGE_PROTOCOL   "page"
#define ENGINE_PROTOCOL "panj"
#define PIPE_PROTOCOL   "pipe"

/* Serves until SIGINT or SIGTERM. Returns the exit status of the process. */
int server_run(const struct settings *);

#endif
