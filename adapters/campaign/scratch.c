#include "adapters/campaign/scratch.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const char top[] = "/tmp", prefix[] = "panj-work-";

/* The folder's descriptor, -1: somebody else has it. */
static int take_lock(const char *path)
{
    int lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    if (lock >= 0)
        close(lock);
    return -1;
}

/* With the files in it; there are no folders below. */
static void remove_folder(const char *path, int lock)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    assert(lock >= 0);
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        unlinkat(lock, entry->d_name, 0);
    if (folder != NULL)
        closedir(folder);
    rmdir(path);
    close(lock);
}

static void remove_those_of_the_dead(void)
{
    DIR *folder = opendir(top);
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        struct string path = {0};
        string_print(&path, "%s/%s", top, entry->d_name);
        int lock = strncmp(entry->d_name, prefix, sizeof prefix - 1) == 0 ? take_lock(path.at) : -1;
        if (lock >= 0)
            remove_folder(path.at, lock);
        string_free(&path);
    }
    if (folder != NULL)
        closedir(folder);
}

struct scratch scratch_make(void)
{
    struct scratch scratch = {.lock = -1};
    remove_those_of_the_dead();
    while (scratch.lock < 0) { /* somebody may have taken ours for one of the dead before it was locked */
        string_clear(&scratch.path);
        string_print(&scratch.path, "%s/%sXXXXXX", top, prefix);
        if (mkdtemp(scratch.path.at) == NULL)
            ground_fail("%s: %s", scratch.path.at, strerror(errno));
        scratch.lock = take_lock(scratch.path.at);
    }
    return scratch;
}

void scratch_remove(struct scratch *scratch)
{
    remove_folder(scratch->path.at, scratch->lock);
    string_free(&scratch->path);
}
