/* From where games start: lines of a file, seeds, or always the same. */
#ifndef PANJ_REFEREE_OPENINGS_H
#define PANJ_REFEREE_OPENINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "adapters/referee/settings.h"

struct openings {
    const struct opening_settings *settings;
    const char *game; /* words of newgame, or: NAME fen FEN */
    const char *key;  /* the word of newgame or FEN that takes the seed */
    uint64_t seed;
    char *text;         /* the file, cut into lines */
    char **lines;       /* in the order of play */
    int64_t line_count; /* 0: no file */
};

/* False after a message on stderr. */
bool openings_load(struct openings *, const struct settings *);
void openings_free(struct openings *);
/* The arbiter has refused a start, and perhaps only for the word of the seed. True: there is another to try. */
bool openings_other_key(struct openings *);
/* The lines that make an arbiter stand at the start of opening `number` (from 1), newline at the end; to be
 * freed by the caller. `moves`: the moves that belong to it, part of the openings' memory, or NULL. */
char *openings_setup(const struct openings *, int64_t number, const char **moves);

#endif
