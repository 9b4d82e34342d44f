/* Who may talk to an engine. A page of another site can make the browser send requests here, and can point a
 * name of its own at this machine; both show in the headers. */
#ifndef PANJ_WEB_GUARD_H
#define PANJ_WEB_GUARD_H

#include <stdbool.h>

/* The Host header names this machine itself, at this port. */
bool guard_host_is_local(const char *host, int port);
/* The Origin header is the page that this very server has sent: http or https and the same host. */
bool guard_origin_is_host(const char *origin, const char *host);
/* Takes as long for any word of the same length. */
bool guard_token_is(const char *given, const char *token);

#endif
