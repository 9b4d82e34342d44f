/* cmocka with the headers it wants before it, and what the tests of all games share. */
#ifndef PANJ_TESTS_CHECK_H
#define PANJ_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game.h"

/* `count` times PANJ_TEST_SCALE (1 if it is not set; fractions are fine), at least one. */
int64_t check_scaled(int64_t count);

/* The machine may be busy with other work, but not all the time: `once` says how many microseconds it took; a time
 * within the limit is waited for, some thirty tries long. */
void check_prompt(int64_t limit, int64_t (*once)(void *context), void *context);

/* Runs one cmocka test a game of the registry; the test finds its game by check_game(). */
int check_every_game(const char *group, CMUnitTestFunction test);
const struct game *check_game(void **state);

#endif
