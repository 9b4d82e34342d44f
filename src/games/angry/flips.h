/* What a layer hands upward where there is a bird: of a hen who has come to one cell, the rows of all birds. A record
 * says which queens of a bird's row flip at which counter; records are read in the order of counters, as written. */
#ifndef PANJ_GAMES_ANGRY_FLIPS_H
#define PANJ_GAMES_ANGRY_FLIPS_H

#include "games/angry/rows.h"

struct flips {
    uint8_t *bytes; /* NULL: the rows are empty */
    uint32_t used;
    uint32_t room;
};

struct flips_reader {
    const uint8_t *at;
    const uint8_t *end;
};

enum { FLIPS_OVER = INT32_MAX }; /* no record is left */

/* Flips those queens of the bird's row. False: the purse is empty, or the machine. */
bool angry_flips_add(struct flips *, struct trail_purse *, int time, int bird, const struct bit_row *queens,
                     int words);
void angry_flips_free(struct flips *, struct trail_purse *);

struct flips_reader angry_flips_read(const struct flips *);
/* The counter of the next record. */
int angry_flips_time(const struct flips_reader *);
/* Reads a record into the row of its bird, `words` each; returns the bird. */
int angry_flips_next(struct flips_reader *, uint64_t *rows, int words);

#endif
