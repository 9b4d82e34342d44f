/* A command for the shell that shows an engine's failure again. */
#ifndef PANJ_REFEREE_TRANSCRIPT_H
#define PANJ_REFEREE_TRANSCRIPT_H

#include <stddef.h>

#include "adapters/referee/engine.h"

/* printf '...' | ENGINE, to be freed by the caller; NULL: out of memory. `position` may be NULL. */
char *transcript_make(const struct engine *, const char *position, size_t length, const char *go);

#endif
