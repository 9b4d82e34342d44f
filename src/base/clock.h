/* Time that only goes forward, in microseconds. */
#ifndef PANJ_BASE_CLOCK_H
#define PANJ_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_now(void);        /* of the wall, since an arbitrary moment */
int64_t clock_cpu(void);        /* used by this process, all threads */
int64_t clock_cpu_thread(void); /* used by the calling thread */

#endif
