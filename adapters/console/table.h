/* The table of info lines: what a search knows so far, a row for each depth. */
#ifndef PANJ_ADAPTERS_CONSOLE_TABLE_H
#define PANJ_ADAPTERS_CONSOLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game.h"

/* What an info line says, read by its keys: pairs that are not known are passed over. */
struct row {
    int64_t depth, seldepth, multipv, number, nodes, speed, time;
    char kind[8];
    char bound[16];
    const char *pv; /* the rest of the line; NULL: it has none */
};

/* False if it has no score or no pv; its counts are read all the same. */
bool row_read(const char *line, struct row *row);
/* "+2.00", "win <=9": at most `size` bytes */
void row_print_score(const struct row *, const struct game *, bool utf8, char *room, size_t size);
const char *row_bound_words(const struct row *); /* "proven", "at least", "at most" or "" */
/* 1234567 -> 1.2M */
void row_print_short(int64_t number, char *room, size_t size);

#endif
