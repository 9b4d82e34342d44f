/* Large pieces of zeroed memory straight from the system: nothing is cleared until it is touched, and giving
 * it back is at once. */
#ifndef PANJ_BASE_PAGES_H
#define PANJ_BASE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* Zeroed, aligned to a page at least; NULL if there is not so much. `huge` asks for large pages, which are
 * faster to walk and slower to touch first; no matter if they are refused. */
void *pages_take(size_t bytes, bool huge);
size_t pages_installed(void);               /* bytes of memory that the machine has; 0: it does not say */
void pages_give(void *pages, size_t bytes); /* NULL does nothing */

#endif
