/* Protocol lines -> what a person reads. */
#ifndef PANJ_ADAPTERS_CONSOLE_PRETTY_H
#define PANJ_ADAPTERS_CONSOLE_PRETTY_H

#include <stdbool.h>

#include "game.h"

struct pretty {
    bool colour;
    bool inside_table; /* the heading of the table of info lines stands */
    const struct game *game;
};

/* Colour unless NO_COLOR is set or the terminal has none. */
struct pretty pretty_for_terminal(void);
/* Prints one line of the session to stdout in readable form. */
void pretty_line(struct pretty *, const char *line);
/* The SGR sequence of a style, "" without colour. */
const char *pretty_style(const struct pretty *, enum style style);

#endif
