/* The words after `play` and `serve`. */
#ifndef PANJ_GEMS_OPTIONS_H
#define PANJ_GEMS_OPTIONS_H

#include <stdio.h>

#include "adapters/gems/settings.h"

enum verb { VERB_PLAY = 1, VERB_SERVE = 2 };

/* Fills the settings, the config file included; false with a message on stderr. */
bool options_parse(struct settings *, enum verb, int count, char **words);
void options_print_help(FILE *);

#endif
