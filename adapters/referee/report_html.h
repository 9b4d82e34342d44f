/* One self-contained page about a match: tables, charts, and a viewer that steps through its games. */
#ifndef PANJ_REFEREE_REPORT_HTML_H
#define PANJ_REFEREE_REPORT_HTML_H

#include <stdbool.h>

#include "adapters/referee/replay.h"
#include "adapters/referee/settings.h"
#include "adapters/referee/store.h"
#include "adapters/referee/tally.h"

/* `replay` NULL: the games are shown without boards. False after a message. */
bool report_html_write(const char *path, struct store *, const struct settings *, const struct tally *,
                       struct replay *);

#endif
