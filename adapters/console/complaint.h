/* Errors of the protocol, in words. */
#ifndef PANJ_ADAPTERS_CONSOLE_COMPLAINT_H
#define PANJ_ADAPTERS_CONSOLE_COMPLAINT_H

#include <stddef.h>

/* `error` is what follows "error ": a code and its details. */
void complaint_in_words(const char *error, char *room, size_t size);

#endif
