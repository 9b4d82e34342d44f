/* panj-gems serve: the course's server. */
#ifndef PANJ_GEMS_SERVER_H
#define PANJ_GEMS_SERVER_H

#include "adapters/gems/settings.h"

/* Serves until it is killed, or until one match is over; the exit status. */
int server_run(const struct settings *);

#endif
