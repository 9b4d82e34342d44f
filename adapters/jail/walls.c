#include "adapters/jail/walls.h"

#include <assert.h>
#include <sys/resource.h>

#include "adapters/jail/fence.h"
#include "adapters/jail/filter.h"
#include "adapters/jail/net.h"

enum { OPEN_FILES = 64 };

static bool set_limit(int what, int64_t most)
{
    assert(most >= 0);
    const struct rlimit limit = {(rlim_t)most, (rlim_t)most};
    return setrlimit((__rlimit_resource_t)what, &limit) == 0;
}

static bool raise_limits(const struct walls *walls)
{
    static const int64_t mebibyte = INT64_C(1) << 20;
    return (walls->memory == 0 || set_limit(RLIMIT_AS, walls->memory * mebibyte)) &&
           (walls->cpu == 0 || set_limit(RLIMIT_CPU, walls->cpu)) &&
           set_limit(RLIMIT_FSIZE, walls->file_size * mebibyte) && set_limit(RLIMIT_CORE, 0) &&
           set_limit(RLIMIT_NOFILE, OPEN_FILES);
}

/* In this order: the fence opens files, and after the filter nothing can be changed any more. */
const struct wall walls_all[WALL_COUNT] = {
    {"network", "a network namespace", net_raise},
    {"files", "Landlock", fence_raise},
    {"limits", "rlimits", raise_limits},
    {"calls", "a seccomp filter", filter_raise},
};
