/* What `help` says at the prompt. */
#ifndef PANJ_ADAPTERS_CONSOLE_HELP_H
#define PANJ_ADAPTERS_CONSOLE_HELP_H

#include "base/words.h"

struct desk;

void help_run(struct desk *, struct cursor *);

#endif
