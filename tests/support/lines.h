/* The data files of the tests: lines, where blank ones and those that begin with # say nothing. */
#ifndef PANJ_TESTS_LINES_H
#define PANJ_TESTS_LINES_H

#include <stdbool.h>
#include <stdio.h>

enum { LINE_MAX_BYTES = 16384 };

struct lines {
    FILE *file;
    char path[128];
    int number;                /* of the present line, from 1 */
    char text[LINE_MAX_BYTES]; /* the present line, without its newline */
};

/* tests/<folder>/<name>.txt; false if there is none. */
bool lines_open(struct lines *, const char *folder, const char *name);
bool lines_next(struct lines *);
void lines_close(struct lines *);

/* What follows `word` and a blank in `line` (or "" if nothing does), NULL if the line begins otherwise. */
const char *line_after(const char *line, const char *word);

#endif
