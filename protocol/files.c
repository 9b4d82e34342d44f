#include "protocol/files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* 0, or what is wrong with a file in this place: a folder cannot be replaced, and a device, a pipe or the like must
 * not be. What is written may take hours to find, so it is said before. */
static int trouble_with(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0 || S_ISREG(about.st_mode))
        return 0;
    return S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
}

void draft_begin(struct draft *draft, const char *path)
{
    size_t room = strlen(path) + sizeof ".draft";
    *draft = (struct draft){.name = malloc(room), .file = -1, .trouble = trouble_with(path)};
    if (draft->name == NULL)
        draft->trouble = ENOMEM;
    if (draft->trouble != 0)
        return;
    snprintf(draft->name, room, "%s.draft", path);
    draft->file = open(draft->name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (draft->file < 0)
        draft->trouble = errno;
}

bool draft_write(struct draft *draft, const void *bytes, size_t size)
{
    const char *at = bytes;
    assert(draft->trouble != 0 || draft->file >= 0);
    while (draft->trouble == 0 && size > 0) {
        ssize_t written = write(draft->file, at, size);
        if (written >= 0) {
            at += written;
            size -= (size_t)written;
            draft->bytes += written;
        } else if (errno != EINTR) {
            draft->trouble = errno;
        }
    }
    return draft->trouble == 0;
}

int draft_end(struct draft *draft, const char *path, bool keep)
{
    if (draft->file >= 0) {
        if (draft->trouble == 0 && keep && fsync(draft->file) != 0)
            draft->trouble = errno;
        if (close(draft->file) != 0 && draft->trouble == 0)
            draft->trouble = errno;
        if (draft->trouble == 0 && keep && rename(draft->name, path) != 0)
            draft->trouble = errno;
        if (draft->trouble != 0 || !keep)
            unlink(draft->name);
    }
    free(draft->name);
    draft->name = NULL;
    return draft->trouble;
}

void *file_map(const char *path, size_t *size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    void *image = MAP_FAILED;
    if (file < 0)
        return NULL;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        *size = (size_t)about.st_size;
        image = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    } else {
        errno = EINVAL;
    }
    close(file);
    return image != MAP_FAILED ? image : NULL;
}
