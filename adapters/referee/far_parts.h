/* What worker and keeper of a match on many machines share: the connection. */
#ifndef PANJ_REFEREE_FAR_PARTS_H
#define PANJ_REFEREE_FAR_PARTS_H

#include <hiredis/hiredis.h>
#include <stdio.h>

#include "adapters/referee/match_parts.h"
#include "adapters/wire/queue.h"
#include "adapters/wire/sha256.h"

enum {
    FAR_ENCOUNTERS_MOST = 2 * CONCURRENCY_MAX, /* that a worker holds: being played, or on their way */
    FAR_CHECK_PAUSE = WIRE_SECOND
};

extern const char far_jobs_key[], far_results_key[];

/* A worker's. */
struct encounter {
    struct queue_job job;
    int64_t first, next, last; /* its games */
    int missing;               /* of them, that are not played; 0: on its way */
    FILE *out;                 /* NULL: a free place */
    char *text;
    size_t length;
};

struct far {
    struct queue queue;
    char name[768];
    char code[SHA256_NAME];
    int64_t lease;
    int64_t looked, renewed, checked;
    bool knew_trouble;
    struct encounter encounters[FAR_ENCOUNTERS_MOST];
};

bool far_complain(const char *what); /* false */
/* True if there is a connection. A server that refuses us ends the match. */
bool far_is_connected(struct match *);
void far_nap(void);
int64_t far_encounter_games(const struct match *);

#endif
