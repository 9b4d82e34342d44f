/* A folder below /tmp for what is on its way. It is locked as long as its owner lives: what the dead have left, killed
 * or cut off from power, the next one removes. */
#ifndef PANJ_CAMPAIGN_SCRATCH_H
#define PANJ_CAMPAIGN_SCRATCH_H

#include "adapters/campaign/ground.h"

struct scratch {
    struct string path;
    int lock;
};

/* Fails if /tmp takes no folder. */
struct scratch scratch_make(void);
void scratch_remove(struct scratch *);

#endif
