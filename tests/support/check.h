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

/* Runs one cmocka test a game of the registry; the test finds its game by check_game(). */
int check_every_game(const char *group, CMUnitTestFunction test);
const struct game *check_game(void **state);

#endif
