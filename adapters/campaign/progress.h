/* What the terminal is told while a list is being solved. */
#ifndef PANJ_CAMPAIGN_PROGRESS_H
#define PANJ_CAMPAIGN_PROGRESS_H

#include "adapters/campaign/record.h"

struct progress {
    size_t done;
    size_t all;
    int64_t began;
    int64_t told; /* when the last line was written */
};

struct progress progress_begin(size_t all);
/* One more is done. Not more than ten lines a second, but the last one always. NULL: it counts, but has been
 * told otherwise. */
void progress_tell(struct progress *, const struct record *);
/* "3 d 4 h", "2 h 15 min", "4 min 10 s", "12 s" */
void progress_print_time(struct string *, double seconds);

#endif
