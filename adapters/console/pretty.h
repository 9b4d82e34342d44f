/* Protocol lines -> what a person reads. */
#ifndef PANJ_ADAPTERS_CONSOLE_PRETTY_H
#define PANJ_ADAPTERS_CONSOLE_PRETTY_H

#include <stdbool.h>

#include "adapters/console/table.h"
#include "game.h"
#include "picture/picture.h"

struct pretty {
    bool colour;
    bool utf8;         /* the locale has its signs */
    bool quiet;        /* a search shows neither table nor move: somebody else tells */
    bool numbered;     /* several lines are shown (MultiPV) */
    bool inside_table; /* the heading of the table of info lines stands */
    const struct game *game;
    enum actor mover;  /* whose view scores are, if it matters */
    struct row totals; /* of its counts only: what the search has done so far, as it told last */
    char best[8192];   /* the last info line of the best move, "" if there was none */
    char shown[8192];  /* the last row of it that was printed, without counts */
};

/* Colour unless NO_COLOR is set or the terminal has none. */
struct pretty pretty_for_terminal(void);
/* Prints one line of the session to stdout in readable form. */
void pretty_line(struct pretty *, const char *line);
/* The SGR sequence of a style, "" without colour. */
const char *pretty_style(const struct pretty *, enum style style);
/* The room for pictures, which may change at any time. */
struct picture_room pretty_room(const struct pretty *);
/* The score of the last search as words: "+2.00, an estimate". */
void pretty_last_score(const struct pretty *, char *room, size_t size);
/* The line of the last search, whole; "" if there was none. */
const char *pretty_last_pv(const struct pretty *);

#endif
