/* A played game as text, to travel from the referee that played it to the one that keeps it: a word and what it says a
 * line, "end" at the end. Who played whom from what follows from the game's number. */
#ifndef PANJ_REFEREE_PACKET_H
#define PANJ_REFEREE_PACKET_H

#include <stdbool.h>
#include <stdio.h>

#include "adapters/referee/record.h"

void packet_write(FILE *out, const struct record *);
/* The game of such lines; `*at` goes behind it, and the text is cut in place. Only fixture.id is filled of its fixture.
 * False: it is none. The record is to be freed in either case. */
bool packet_read(char **at, struct record *);
void packet_free(struct record *);

#endif
