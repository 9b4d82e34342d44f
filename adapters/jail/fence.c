/* Landlock only knows what is allowed. So that everything but a few folders can be read, all their neighbours are
 * allowed, on every level from the root down. */
#define _GNU_SOURCE
#include "adapters/jail/fence.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Later versions of the kernel know more; names that these headers may lack. */
enum { RIGHT_REFER = 1 << 13, RIGHT_TRUNCATE = 1 << 14 };
enum {
    READING = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    READING_FILE = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE,
    WRITING = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
              LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
              LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
              LANDLOCK_ACCESS_FS_MAKE_SYM
};

struct fence {
    int rules;        /* the descriptor of Landlock's rule set */
    uint64_t handled; /* what is refused where no rule allows it */
    char hidden[HIDDEN_MAX][PATH_MAX];
    int hidden_count;
};

/* What this kernel can watch over; 0: it has no Landlock. */
static uint64_t known_rights(void)
{
    long version = syscall(__NR_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return 0;
    return (uint64_t)WRITING | (version >= 2 ? (uint64_t)RIGHT_REFER : 0) |
           (version >= 3 ? (uint64_t)RIGHT_TRUNCATE : 0);
}

static bool allow(const struct fence *fence, const char *path, uint64_t rights)
{
    assert(path[0] == '/');
    int place = open(path, O_PATH | O_CLOEXEC | O_NOFOLLOW);
    if (place < 0)
        return errno == ENOENT || errno == EACCES; /* what cannot be reached needs no rule */
    const struct landlock_path_beneath_attr rule = {.allowed_access = rights & fence->handled,
                                                    .parent_fd = place};
    bool good = rule.allowed_access == 0 ||
                syscall(__NR_landlock_add_rule, fence->rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    close(place);
    return good;
}

static bool lies_in(const char *path, const char *folder)
{
    size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static bool is_hidden(const struct fence *fence, const char *path)
{
    for (int i = 0; i < fence->hidden_count; i++)
        if (lies_in(path, fence->hidden[i]))
            return true;
    return false;
}

static bool has_hidden(const struct fence *fence, const char *path)
{
    for (int i = 0; i < fence->hidden_count; i++)
        if (lies_in(fence->hidden[i], path))
            return true;
    return false;
}

static bool allow_reading(const struct fence *fence, const char *path);

static bool allow_entries(const struct fence *fence, const char *folder)
{
    DIR *entries = opendir(folder);
    if (entries == NULL)
        return errno == EACCES;
    bool good = true;
    for (const struct dirent *entry; good && (entry = readdir(entries)) != NULL;) {
        char path[PATH_MAX];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        int length =
            snprintf(path, sizeof path, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, entry->d_name);
        good = (size_t)length >= sizeof path || allow_reading(fence, path);
    }
    closedir(entries);
    return good;
}

/* Links need no rule: what counts is where they lead. */
static bool allow_reading(const struct fence *fence, const char *path)
{
    struct stat status;
    if (is_hidden(fence, path) || lstat(path, &status) != 0 || S_ISLNK(status.st_mode))
        return true;
    if (has_hidden(fence, path))
        return allow_entries(fence, path);
    return allow(fence, path, S_ISDIR(status.st_mode) ? READING : READING_FILE);
}

/* The folder it works in; it may lie in one that is hidden. */
static bool allow_work(const struct fence *fence, const char *work)
{
    char path[PATH_MAX];
    return work == NULL || (realpath(work, path) != NULL && allow(fence, path, fence->handled));
}

static bool find_hidden(struct fence *fence, const struct walls *walls)
{
    for (int i = 0; i < walls->hidden_count; i++)
        if (realpath(walls->hidden[i], fence->hidden[fence->hidden_count++]) == NULL)
            return false;
    return true;
}

bool fence_raise(const struct walls *walls)
{
    static struct fence fence; /* large */
    fence = (struct fence){.handled = known_rights()};
    if (fence.handled == 0 || !find_hidden(&fence, walls))
        return false;
    fence.handled |= fence.hidden_count > 0 ? (uint64_t)READING : 0;
    const struct landlock_ruleset_attr attributes = {.handled_access_fs = fence.handled};
    fence.rules = (int)syscall(__NR_landlock_create_ruleset, &attributes, sizeof attributes, 0);
    if (fence.rules < 0)
        return false;
    bool good = (fence.hidden_count == 0 || allow_reading(&fence, "/")) && allow_work(&fence, walls->work) &&
                allow(&fence, "/dev/null", READING_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | RIGHT_TRUNCATE) &&
                prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                syscall(__NR_landlock_restrict_self, fence.rules, 0) == 0;
    int why = errno;
    close(fence.rules);
    errno = why;
    return good;
}
