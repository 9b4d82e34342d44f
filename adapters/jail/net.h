/* The wall of the network: one of its own, with nothing in it but the loopback of this machine (a namespace). */
#ifndef PANJ_JAIL_NET_H
#define PANJ_JAIL_NET_H

#include "adapters/jail/walls.h"

bool net_raise(const struct walls *);

#endif
