/* How wide a text in UTF-8 is on a terminal: each letter one column. This header is not installed. */
#ifndef PANJ_WIRE_COLUMNS_H
#define PANJ_WIRE_COLUMNS_H

#include <stddef.h>

int wire_columns(const char *text);
/* Bytes of its first so many letters, or of all that it has. */
size_t wire_columns_cut(const char *text, int columns);

#endif
