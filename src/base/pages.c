#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */

#include "base/pages.h"

#include <assert.h>
#include <sys/mman.h>
#include <unistd.h>

void *pages_take(size_t bytes, bool huge)
{
    assert(bytes > 0);
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    if (huge)
        madvise(pages, bytes, MADV_HUGEPAGE);
#endif
    return pages;
}

void pages_give(void *pages, size_t bytes)
{
    if (pages == NULL)
        return;
    int failed = munmap(pages, bytes);
    assert(!failed);
    (void)failed;
}

size_t pages_installed(void)
{
#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES);
    long size = sysconf(_SC_PAGESIZE);
    if (pages > 0 && size > 0)
        return (size_t)pages * (size_t)size;
#endif
    return 0;
}
