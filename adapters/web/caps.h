/* What a line from the browser may ask of this machine. Everything else passes as it is. */
#ifndef PANJ_WEB_CAPS_H
#define PANJ_WEB_CAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct caps {
    int64_t hash; /* MiB */
    int64_t threads;
    int64_t table_mb; /* MiB */
};

/* May it pass? If not, `answer` is the error line that is sent back for it, without newline; it is never
 * longer than `room`. A line that sets one of the three and is not exactly of the form
 * `setoption name NAME value NUMBER` does not pass, so that the engine cannot read it otherwise. */
bool caps_allow(const struct caps *, const char *line, size_t length, char *answer, size_t room);

enum { CAPS_FIRST_MAX = 128 };

/* The lines with which an engine begins: by itself it might take more memory than it may. Returns their length. */
size_t caps_first_lines(const struct caps *, char *lines, size_t room);

/* Does it start work that may take long? */
bool line_starts_work(const char *line, size_t length);

#endif
