/* A list of positions, solved by this machine alone. */
#ifndef PANJ_CAMPAIGN_RUN_H
#define PANJ_CAMPAIGN_RUN_H

#include "adapters/campaign/list.h"
#include "adapters/campaign/progress.h"
#include "adapters/campaign/results.h"
#include "adapters/campaign/settings.h"
#include "adapters/campaign/task.h"
#include "adapters/wire/sha256.h"

/* The open files of a campaign and what is still to do. */
struct campaign {
    struct list list;
    struct results results;
    struct manner manner;
    struct progress progress;
    const char **todo; /* positions of the list */
    size_t left;       /* of them; the next is todo[next] */
    size_t next;
    size_t refused;              /* that the engine says are none */
    char (*proofs)[SHA256_NAME]; /* of which the list has parts, each once */
    size_t proof_count;
    struct string scratch;
};

void campaign_open(struct campaign *, const struct settings *);
/* What a task has found: in RESULTS, on the disk after results_sync(), or, if it was no position, told. Takes the
 * record. */
void campaign_add(struct campaign *, struct record, const char *bad);
/* The table, and the exit status. */
int campaign_close(struct campaign *);

int run_list(struct settings *);

#endif
