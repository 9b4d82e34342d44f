/* The one file that the command line names: written as a draft first, read as a map. */
#ifndef PANJ_PROTOCOL_FILES_H
#define PANJ_PROTOCOL_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file being written under another name, so that an old one stays whole until the new one is. */
struct draft {
    char *name;    /* "PATH.draft" */
    int file;      /* -1: could not be opened */
    int64_t bytes; /* written so far */
    int trouble;   /* errno of what went wrong first; 0: nothing */
};

void draft_begin(struct draft *, const char *path);
bool draft_write(struct draft *, const void *bytes, size_t size);
/* Gives the draft the name `path` if all went well and `keep`; drops it otherwise. Zero, or errno. */
int draft_end(struct draft *, const char *path, bool keep);

/* The whole file in memory, read only; NULL with errno set. munmap() lets go. */
void *file_map(const char *path, size_t *size);

#endif
