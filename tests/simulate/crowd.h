/* Konane's prover on more processors than this machine has: its threads are coroutines in virtual time, one table.
 *
 * The code is the prover's own. The linker puts functions of ours before those that it calls (`--wrap`): making and
 * joining a thread makes and awaits a coroutine, and whoever stores into the table has done one position and the
 * endgames before it, and gives way to the coroutine with the least virtual time. A position costs one unit of time.
 * Whatever depends on caches and memory is left out. */
#ifndef PANJ_TESTS_SIMULATE_CROWD_H
#define PANJ_TESTS_SIMULATE_CROWD_H

#include <stdint.h>

enum { CROWD_MOST = 64 };

/* Is called for each position that is stored; NULL: nobody wants to know. */
extern void (*crowd_stored)(uint64_t stones, unsigned side);

/* The time of who calls: positions visited, or waited for. Outside of a run that is the end of the last. */
uint64_t crowd_time(void);
void crowd_free(void);

#endif
