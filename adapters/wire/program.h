/* Where a program is. This header is not installed. */
#ifndef PANJ_WIRE_PROGRAM_H
#define PANJ_WIRE_PROGRAM_H

#include <stddef.h>

/* The file to start for the first word of a command line, in `room` or the word itself. A word with a '/' is a path
 * already; any other is looked for beside the running program, and left to PATH if it is not there. */
const char *wire_program_find(const char *word, char *room, size_t capacity);

#endif
