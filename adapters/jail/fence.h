/* The wall of files: it may write to one folder, and not even read some others (Landlock). */
#ifndef PANJ_JAIL_FENCE_H
#define PANJ_JAIL_FENCE_H

#include "adapters/jail/walls.h"

bool fence_raise(const struct walls *);

#endif
