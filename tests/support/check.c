#include "support/check.h"

#include <stdlib.h>

int64_t check_scaled(int64_t count)
{
    const char *scale = getenv("PANJ_TEST_SCALE");
    double scaled = (double)count * (scale != NULL ? strtod(scale, NULL) : 1.0);
    return scaled < 1.0 ? 1 : (int64_t)scaled;
}

void check_prompt(int64_t limit, int64_t (*once)(void *context), void *context)
{
    enum { TRIES = 30 };
    int64_t least = INT64_MAX;
    for (int i = 0; i < TRIES && least > limit; i++) {
        int64_t took = once(context);
        least = took < least ? took : least;
    }
    if (least > limit)
        fail_msg("took %lld microseconds at the least, not %lld", (long long)least, (long long)limit);
}

int check_every_game(const char *group, CMUnitTestFunction test)
{
    enum { GAMES_MAX = 64 };
    struct CMUnitTest tests[GAMES_MAX] = {{0}};
    size_t count = 0;
    for (; games[count] != NULL; count++) {
        assert_true(count < GAMES_MAX);
        tests[count] = (struct CMUnitTest){.name = games[count]->name, .test_func = test};
        tests[count].initial_state = (void *)(uintptr_t)games[count];
    }
    return _cmocka_run_group_tests(group, tests, count, NULL, NULL);
}

const struct game *check_game(void **state)
{
    return *state;
}
