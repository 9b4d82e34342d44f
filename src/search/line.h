/* A line of play under construction: the principal variation below a node. It ends where chance begins. */
#ifndef PANJ_SEARCH_LINE_H
#define PANJ_SEARCH_LINE_H

#include "search/job.h"

struct line {
    int count;
    move_t at[PV_MAX];
};

/* `move`, then the line below it; what is beyond PV_MAX is dropped. */
static inline void line_join(struct line *line, move_t move, const struct line *below)
{
    int kept = below->count < PV_MAX ? below->count : PV_MAX - 1;
    assert(kept >= 0 && line != below);
    line->at[0] = move;
    memcpy(line->at + 1, below->at, (size_t)kept * sizeof below->at[0]);
    line->count = kept + 1;
}

/* Plays the line out and says how many of its moves are legal decisions, one after the other; `end` (may be
 * NULL) becomes the position after them. */
int line_legal(const struct game *, const struct board *, const struct position *root, const move_t *moves,
               int count, struct position *end);

#endif
