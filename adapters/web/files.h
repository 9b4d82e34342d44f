/* The files of the page, compiled in. Nothing else is ever served: a path is looked up, never opened. */
#ifndef PANJ_WEB_FILES_H
#define PANJ_WEB_FILES_H

#include <stdbool.h>
#include <stddef.h>

struct file {
    const char *type; /* for the header Content-Type */
    const char *bytes;
    size_t length;
};

/* What stands at this path of the URL; false: nothing does. */
bool file_find(const char *path, struct file *);

#endif
