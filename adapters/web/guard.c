#include "adapters/web/guard.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

bool guard_host_is_local(const char *host, int port)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    assert(port > 0 && port < 65536);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s:%d", names[i], port);
        if (strcasecmp(host, name) == 0 || (port == 80 && strcasecmp(host, names[i]) == 0))
            return true;
    }
    return false;
}

bool guard_origin_is_host(const char *origin, const char *host)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t length = strlen(schemes[i]);
        if (strncasecmp(origin, schemes[i], length) == 0)
            return host[0] != '\0' && strcasecmp(origin + length, host) == 0;
    }
    return false;
}

bool guard_token_is(const char *given, const char *token)
{
    assert(token[0] != '\0');
    size_t length = strlen(token);
    if (strlen(given) != length)
        return false;
    unsigned differs = 0;
    for (size_t i = 0; i < length; i++)
        differs |= (unsigned)(given[i] ^ token[i]);
    return differs == 0;
}
