/* The wall of system calls: what the program may not ask the kernel for (seccomp). */
#ifndef PANJ_JAIL_FILTER_H
#define PANJ_JAIL_FILTER_H

#include "adapters/jail/walls.h"

bool filter_raise(const struct walls *);

#endif
