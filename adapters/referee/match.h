/* A whole match: the one loop that drives all games at once, starts and ends engines, and keeps
 * the record. */
#ifndef PANJ_REFEREE_MATCH_H
#define PANJ_REFEREE_MATCH_H

#include "adapters/referee/settings.h"

/* Exit statuses of the program. */
enum { STATUS_DONE = 0, STATUS_ERROR = 1, STATUS_USAGE = 2, STATUS_STOPPED = 3 };

/* Plays what is not played yet and prints how it ended. Returns the exit status. */
int match_run(struct settings *);

#endif
