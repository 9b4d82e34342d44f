/* A campaign on many machines: one collector posts the positions and alone writes RESULTS, any number of workers
 * solve them. */
#ifndef PANJ_CAMPAIGN_MANY_H
#define PANJ_CAMPAIGN_MANY_H

#include "adapters/campaign/settings.h"

/* run RESULTS LIST --queue URL */
int many_collect(struct settings *);
/* work URL */
int many_work(struct settings *);
/* doctor URL */
int many_examine(struct settings *);

/* What an engine answers to a small search: equal for builds that play alike. */
void many_signature(const struct engine *, struct string *signature);

#endif
