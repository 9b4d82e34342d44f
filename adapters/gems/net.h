/* Sockets that never block, of this machine unless the user says otherwise. */
#ifndef PANJ_GEMS_NET_H
#define PANJ_GEMS_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NET_WHY = 320 };

/* A socket that listens, -1 with the reason. Without `remote` the address must be of this machine. */
int net_listen(const char *host, int64_t port, bool remote, char why[NET_WHY]);
/* The port a socket listens on. */
int net_port(int listener);
/* A socket that is connected by `deadline`, trying again and again; -1 with the reason. */
int net_connect(const char *host, int64_t port, bool remote, int64_t deadline, char why[NET_WHY]);
/* The next that waits at the listener, -1: nobody, with errno set. */
int net_accept(int listener);

#endif
