/* The page of text that the files of Konane begin with: lines "NAME REST", then zero bytes. */
#ifndef PANJ_GAMES_KONANE_HEADING_H
#define PANJ_GAMES_KONANE_HEADING_H

#include "base/words.h"
#include "search/solver.h"

enum { HEADING_BYTES = 512 };

/* Each line ends with LF; false: the sink is full. */
bool konane_heading_write(const struct text *lines, const struct sink *);

/* What is left of a heading. */
struct heading_lines {
    const char *at;
    const char *end;
};

/* False: the bytes do not begin with the signature, a line with its LF. */
bool konane_heading_begin(const void *image, size_t size, const char *signature, struct heading_lines *);
/* The rest of the next line, which begins with `name` and a blank. False: it does not. */
bool konane_heading_line(struct heading_lines *, const char *name, struct word *rest);
bool konane_heading_number(struct heading_lines *, const char *name, int64_t least, int64_t most,
                           int64_t *number);

#endif
