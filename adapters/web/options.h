/* The words of the command line. */
#ifndef PANJ_WEB_OPTIONS_H
#define PANJ_WEB_OPTIONS_H

#include <stdio.h>

#include "adapters/web/settings.h"

struct settings settings_default(void);
/* False with a message on stderr. */
bool options_parse(struct settings *, int count, char **words);
void options_print_help(FILE *);

#endif
