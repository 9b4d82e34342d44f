#include "adapters/gems/net.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "adapters/wire/wire.h"

enum { BACKLOG = 64, RETRY_MILLISECONDS = 100, KEEPALIVE_SECONDS = 3, KEEPALIVE_PROBES = 3 };

struct net_address {
    struct sockaddr_storage at;
    socklen_t length;
};

static bool net_is_loopback(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, address, sizeof four);
        return ntohl(four.sin_addr.s_addr) >> 24 == 127;
    }
    struct sockaddr_in6 six;
    memcpy(&six, address, sizeof six);
    return IN6_IS_ADDR_LOOPBACK(&six.sin6_addr);
}

static bool net_take(const struct addrinfo *found, const char *host, bool remote, struct net_address *address,
                     char why[NET_WHY])
{
    if (!remote && !net_is_loopback(found->ai_addr)) {
        snprintf(why, NET_WHY, "%s is not this machine: only with --allow-remote", host);
        return false;
    }
    assert(found->ai_addrlen <= sizeof address->at);
    memcpy(&address->at, found->ai_addr, found->ai_addrlen);
    address->length = found->ai_addrlen;
    return true;
}

static bool net_resolve(const char *host, int64_t port, bool remote, struct net_address *address,
                        char why[NET_WHY])
{
    char service[24];
    struct addrinfo *found = NULL;
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    snprintf(service, sizeof service, "%" PRId64, port);
    int fault = getaddrinfo(host, service, &hints, &found);
    if (fault != 0) {
        snprintf(why, NET_WHY, "%s: %s", host, gai_strerror(fault));
        return false;
    }
    bool good = net_take(found, host, remote, address, why);
    freeaddrinfo(found);
    return good;
}

static int net_ready(int descriptor)
{
    int flags = descriptor < 0 ? -1 : fcntl(descriptor, F_GETFL);
    if (flags >= 0) {
        fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    }
    return descriptor;
}

/* Small lines that must leave at once, and a peer that is gone without a word must be noticed. */
static void net_tune(int descriptor)
{
    const int on = 1, seconds = KEEPALIVE_SECONDS, probes = KEEPALIVE_PROBES;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &seconds, sizeof seconds);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &seconds, sizeof seconds);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
}

static int net_fail(int descriptor, const char *host, int64_t port, char why[NET_WHY])
{
    snprintf(why, NET_WHY, "%s port %" PRId64 ": %s", host, port, strerror(errno));
    if (descriptor >= 0)
        close(descriptor);
    return -1;
}

int net_listen(const char *host, int64_t port, bool remote, char why[NET_WHY])
{
    assert(port >= 0 && port <= UINT16_MAX);
    struct net_address address;
    if (!net_resolve(host, port, remote, &address, why))
        return -1;
    const int on = 1;
    int listener = net_ready(socket(address.at.ss_family, SOCK_STREAM, 0));
    if (listener < 0)
        return net_fail(listener, host, port, why);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (const struct sockaddr *)&address.at, address.length) != 0 ||
        listen(listener, BACKLOG) != 0)
        return net_fail(listener, host, port, why);
    return listener;
}

int net_port(int listener)
{
    struct sockaddr_storage at;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    socklen_t length = sizeof at;
    if (getsockname(listener, (struct sockaddr *)&at, &length) != 0)
        return 0;
    memcpy(&four, &at, sizeof four);
    memcpy(&six, &at, sizeof six);
    return ntohs(at.ss_family == AF_INET ? four.sin_port : six.sin6_port);
}

/* Waits for a connection that has begun; false with errno set. */
static bool net_finish_connect(int descriptor, int64_t deadline)
{
    struct pollfd polled = {.fd = descriptor, .events = POLLOUT};
    int64_t left = (deadline - wire_clock()) / WIRE_MILLISECOND;
    int fault = ETIMEDOUT;
    socklen_t length = sizeof fault;
    if (left > 0 && poll(&polled, 1, (int)left) > 0)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &fault, &length);
    errno = fault;
    return fault == 0;
}

static bool net_try(int descriptor, const struct net_address *address, int64_t deadline)
{
    return connect(descriptor, (const struct sockaddr *)&address->at, address->length) == 0 ||
           (errno == EINPROGRESS && net_finish_connect(descriptor, deadline));
}

int net_connect(const char *host, int64_t port, bool remote, int64_t deadline, char why[NET_WHY])
{
    struct net_address address;
    if (!net_resolve(host, port, remote, &address, why))
        return -1;
    for (;;) {
        int descriptor = net_ready(socket(address.at.ss_family, SOCK_STREAM, 0));
        if (descriptor >= 0 && net_try(descriptor, &address, deadline)) {
            net_tune(descriptor);
            return descriptor;
        }
        if (wire_clock() + RETRY_MILLISECONDS * WIRE_MILLISECOND >= deadline)
            return net_fail(descriptor, host, port, why);
        if (descriptor >= 0)
            close(descriptor);
        poll(NULL, 0, RETRY_MILLISECONDS);
    }
}

int net_accept(int listener)
{
    int descriptor = net_ready(accept(listener, NULL, NULL));
    if (descriptor >= 0)
        net_tune(descriptor);
    return descriptor;
}
