/* RESULTS for people: the table in Markdown, the count, and one file of several. */
#ifndef PANJ_CAMPAIGN_REPORT_H
#define PANJ_CAMPAIGN_REPORT_H

#include <stdio.h>

#include "adapters/campaign/list.h"
#include "adapters/campaign/results.h"

/* In the order of the list; without one, as they were found. */
void report_table(FILE *, const struct results *, const struct list *);

/* The verbs: exit statuses. `list` may be NULL. */
int report_print_table(const char *results, const char *list);
int report_print_status(const char *results, const char *list);
/* Adds to the file `results` what stands in the others and not, or not as well, in it. */
int report_merge(const char *results, const char *const *others, int count);

#endif
