/* What the parts of the page share. */
#ifndef PANJ_REFEREE_REPORT_PARTS_H
#define PANJ_REFEREE_REPORT_PARTS_H

#include <sqlite3.h>
#include <stdio.h>

#include "adapters/referee/settings.h"
#include "adapters/referee/store.h"
#include "adapters/referee/tally.h"

struct page {
    FILE *out;
    struct store *store;
    const struct settings *settings;
    const struct tally *tally;
    char *described;         /* the settings of the match as text, as they are in the store */
    int order[ENTRANTS_MAX]; /* entrants, the best first */
};

/* report_parts.c */
const char *report_name(const struct page *, int entrant);
void report_heading(const struct page *, const char *text);
sqlite3_stmt *report_select(const struct page *, const char *sql); /* NULL after a message */
double report_number(const struct page *, const char *sql); /* the first column of the first row, 0 without */

void report_print_head(const struct page *);   /* report_head.c: what, when, how, and what went wrong */
void report_print_charts(const struct page *); /* report_charts.c */

#endif
