#include "base/clock.h"

#include <assert.h>
#include <time.h>

/* A machine without clocks of CPU time, as WebAssembly is, tells the time on the wall instead. */
static int64_t read_clock(clockid_t which)
{
    struct timespec time;
    int failed = clock_gettime(which, &time);
    if (failed)
        failed = clock_gettime(CLOCK_MONOTONIC, &time);
    assert(!failed);
    (void)failed;
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

int64_t clock_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t clock_cpu(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t clock_cpu_thread(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
