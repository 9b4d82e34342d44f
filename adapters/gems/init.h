/* The first line a player gets, in either of its two shapes. */
#ifndef PANJ_GEMS_INIT_H
#define PANJ_GEMS_INIT_H

#include <stddef.h>
#include <stdint.h>

#include "adapters/gems/map.h"
#include "adapters/gems/slips.h"

enum init_format { INIT_FITTING /* JSON where there is a table to tell */, INIT_TEXT, INIT_JSON };

/* The course's client reads its first line in one piece of 10,240 bytes. */
enum { INIT_LINE = 10240, INIT_TURNS_MAX = 10000, INIT_SCORE_MAX = 10000000 };

struct init {
    int rows;
    int columns;
    int players;
    int id; /* 0 or 1; on the wire 1 and 2, and the letters A and B */
    int64_t score;
    int64_t turns;
    struct slips slips; /* only JSON tells of them */
};

/* NULL, or what is wrong with the line. */
const char *init_read(struct init *, const char *line);
/* The line with its newline; its length. */
size_t init_print(const struct init *, enum init_format, char line[INIT_LINE]);

#endif
