/* panj-gems play: a player at a course's server. */
#ifndef PANJ_GEMS_CLIENT_H
#define PANJ_GEMS_CLIENT_H

#include "adapters/gems/settings.h"

/* Plays to the end; the exit status. */
int client_run(const struct settings *);

#endif
