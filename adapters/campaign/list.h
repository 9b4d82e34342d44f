/* LIST: positions to solve, one a line: the words of newgame, `|`, the words of position. `#` begins a remark.
 *
 * A word NAME=A..B stands for one line with each number of the range; two of them for every pair. */
#ifndef PANJ_CAMPAIGN_LIST_H
#define PANJ_CAMPAIGN_LIST_H

#include "adapters/campaign/ground.h"

struct listed {
    char *position; /* normalized; each once, where it came first */
    long line;      /* its number in the file, for messages */
};

struct list {
    struct listed *at;
    size_t count;
    size_t room;
    struct index by_position;
    const char *path;
    long wrong; /* lines that are no positions; they have been told */
};

enum { LIST_MOST = 10000000 };

/* "-" is stdin. Fails if it cannot be read. */
struct list list_read(const char *path);
void list_free(struct list *);
/* One line more; false if it is no position (a remark is fine). */
bool list_add_line(struct list *, const char *line, long number);
/* "PATH:NUMBER" of a position. */
void list_place(const struct list *, const char *position, struct string *place);

#endif
