/* RESULTS: JSON lines, one a finished position, one writer, each on the disk before the next is begun.
 *
 * After kill -9 a half line may stand at the end: it is cut off when the file is opened for writing. What
 * stands in the middle and is no record is an error: nobody's data is thrown away. Of several rows of a
 * position the last counts, but for one that says less (open after proven). */
#ifndef PANJ_CAMPAIGN_RESULTS_H
#define PANJ_CAMPAIGN_RESULTS_H

#include "adapters/campaign/record.h"

struct results {
    struct record *rows; /* in the order in which their positions came first */
    size_t count;
    size_t room;
    struct index by_position;
    const char *path;
    int file; /* -1: only read */
};

/* Fails (the program ends) if the file is damaged, or if somebody else writes it. */
struct results results_open(const char *path);
struct results results_read(const char *path);
void results_close(struct results *);

const struct record *results_find(const struct results *, const char *position);
/* Takes the record over. Nothing is on the disk before results_sync(). */
void results_add(struct results *, struct record);
void results_sync(struct results *);

/* A whole file for the reader: its lines, the half one at the end left out. Fails if it cannot be read. */
typedef void results_line(void *context, const char *line, size_t length, long number);
void results_each_line(const char *path, results_line *, void *context);
/* Opens a file of lines to append to: locked against others, its half line cut off. */
int results_open_lines(const char *path);
void results_append(int file, const char *path, const struct string *lines);

#endif
