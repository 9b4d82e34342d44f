/* The command line of a match, in the dialect of the chess match runners. */
#ifndef PANJ_REFEREE_OPTIONS_H
#define PANJ_REFEREE_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "adapters/referee/settings.h"

/* Fills `settings` from words[0..count); false after a message on stderr. To be freed in either case. */
bool options_parse(struct settings *, int count, char **words);
/* One engine's words (cmd=..., name=..., ...), as after -arbiter. */
bool options_parse_entrant(struct settings *, struct entrant *, int count, char **words);
/* The entrant every key of which has its default. */
struct entrant options_default_entrant(void);
void options_print_help(FILE *);

#endif
