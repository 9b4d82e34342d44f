/* The logs of a game in the course's two shapes: a JSON array of turns in a file named after the moment, and
 * outs.txt with the map before every action. Both are written as the game goes on. */
#ifndef PANJ_GEMS_LOG_H
#define PANJ_GEMS_LOG_H

#include <stdio.h>

#include "adapters/gems/table.h"

struct log {
    FILE *json; /* NULL: no log */
    FILE *text;
    int entries;
    int trouble; /* the first errno of writing, 0: none */
};

/* Opens both files in the folder, which is made if need be; false with errno set. */
bool log_begin(struct log *, const char *folder);
void log_map(struct log *, const struct table *);
/* One turn: `agent` 1 or 2, 0: nobody; `winner` 1 or 2, 0: none. */
void log_turn(struct log *, const struct table *, int64_t turn, int agent, bool finish, int winner,
              const char *report);
/* False with errno set if something of it could not be written. */
bool log_end(struct log *);

#endif
