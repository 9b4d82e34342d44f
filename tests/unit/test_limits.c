/* How time is shared out: what is asked for exactly is given exactly, and no clock is ever overdrawn. */
#include "tests/support/check.h"

#include "search/limits.h"

static struct budget budget_of(const struct limits *limits)
{
    return limits_budget(limits, ACTOR_ONE, 10, -1);
}

static void test_plain_go_takes_a_second(void **state)
{
    (void)state;
    struct budget budget = budget_of(&(struct limits){0});
    assert_int_equal(budget.hard, 1000000);
}

static void test_movetime_is_exact(void **state)
{
    (void)state;
    struct budget budget = budget_of(&(struct limits){.has_movetime = true, .movetime = 100});
    assert_int_equal(budget.soft, 100000);
    assert_int_equal(budget.hard, 100000);
    budget = budget_of(&(struct limits){.has_movetime = true, .movetime = 0});
    assert_int_equal(budget.hard, 0);
}

static void test_other_limits_take_all_the_time(void **state)
{
    (void)state;
    const struct limits all[] = {
        {.depth = 3}, {.mate = 3}, {.nodes = 3}, {.infinite = true}, {.solve = true}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct budget budget = budget_of(&all[i]);
        assert_true(budget.hard == INT64_MAX && budget.soft == INT64_MAX);
    }
}

static void test_first_limit_counts(void **state)
{
    (void)state;
    struct limits limits = {.has_clock = {true, true}, .clock = {600000, 600000}};
    limits.has_movetime = true;
    limits.movetime = 50;
    assert_int_equal(budget_of(&limits).hard, 50000);
    limits.movetime = 500000;
    assert_true(budget_of(&limits).hard < 500000000);
}

static void test_own_clock_counts(void **state)
{
    (void)state;
    struct limits limits = {.has_clock = {true, true}, .clock = {100, 100000}};
    assert_true(limits_budget(&limits, ACTOR_ONE, 10, -1).hard < 100000);
    assert_true(limits_budget(&limits, ACTOR_TWO, 10, -1).hard > 100000);
}

static void test_no_clock_left_means_hurry(void **state)
{
    (void)state;
    const int64_t clocks[] = {0, -1, -1000000, INT64_MIN, 1};
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        struct limits limits = {.has_clock = {true, true}, .clock = {clocks[i], 100000}};
        struct budget budget = budget_of(&limits);
        assert_in_range(budget.hard, 0, 1000);
    }
    struct limits other_only = {.has_clock = {false, true}, .clock = {0, 100000}};
    assert_in_range(budget_of(&other_only).hard, 0, 1000);
}

static void test_nothing_overflows(void **state)
{
    (void)state;
    struct limits limits = {.has_clock = {true, true},
                            .clock = {INT64_MAX, INT64_MAX},
                            .increment = {INT64_MAX, INT64_MAX},
                            .movestogo = INT32_MAX};
    struct budget budget = limits_budget(&limits, ACTOR_TWO, INT64_MAX, INT32_MAX);
    assert_true(budget.soft >= 0 && budget.soft <= budget.hard);
    limits = (struct limits){.has_movetime = true, .movetime = INT64_MAX};
    assert_true(budget_of(&limits).hard > 0);
}

static void test_last_move_before_the_control_may_take_most(void **state)
{
    (void)state;
    struct limits limits = {.has_clock = {true, true}, .clock = {10000, 10000}, .movestogo = 1};
    struct budget budget = budget_of(&limits);
    assert_true(budget.hard > 5000000 && budget.hard < 10000000);
}

/* Whatever stands on the clock and however near the end of the game: two thirds stay. */
static void test_a_move_takes_a_third_at_most(void **state)
{
    (void)state;
    enum { OVERHEAD = 10 };
    for (int64_t clock = 1; clock < 100000; clock += 1 + clock / 7)
        for (int64_t increment = 0; increment <= 10000; increment = 10 * increment + 1)
            for (int horizon = -1; horizon < 40; horizon++)
                for (int movestogo = 0; movestogo < 40; movestogo += movestogo == 0 ? 2 : 13) {
                    struct limits limits = {.has_clock = {true, true},
                                            .clock = {clock, clock},
                                            .increment = {increment, increment},
                                            .movestogo = movestogo};
                    int64_t kept = clock > 2 * OVERHEAD ? OVERHEAD : 0;
                    struct budget budget = limits_budget(&limits, ACTOR_ONE, OVERHEAD, horizon);
                    assert_true(budget.hard <= (clock - kept) * 1000 / 3);
                }
    struct limits small = {
        .has_clock = {true, true}, .clock = {155, 155}, .increment = {100, 100}}; /* took 121 ms once */
    assert_true(limits_budget(&small, ACTOR_ONE, OVERHEAD, 2).hard <= 48400);
}

/* A game in which every move takes all it may and half a millisecond beside. */
static void play_out(int64_t clock, int64_t increment, int movestogo, int moves)
{
    int64_t left = clock * 1000;
    for (int i = 0; i < moves; i++) {
        struct limits limits = {.has_clock = {true, true},
                                .clock = {left / 1000, 1},
                                .increment = {increment, 0},
                                .movestogo = movestogo > 0 ? movestogo - i % movestogo : 0};
        left -= limits_budget(&limits, ACTOR_ONE, 10, -1).hard + 500;
        assert_true(left > 0);
        left += increment * 1000;
        if (movestogo > 0 && i % movestogo == movestogo - 1)
            left += clock * 1000;
    }
}

static void test_no_game_loses_its_clock(void **state)
{
    (void)state;
    play_out(2000, 0, 0, 60);
    play_out(2000, 0, 0, 100);
    play_out(1000, 10, 0, 200);
    play_out(100, 100, 0, 200);
    play_out(60000, 0, 40, 200);
    play_out(500, 0, 10, 100);
}

/* A short game is not played as if it were long. */
static void test_horizon_shortens(void **state)
{
    (void)state;
    struct limits limits = {.has_clock = {true, true}, .clock = {60000, 60000}};
    struct budget far = limits_budget(&limits, ACTOR_ONE, 10, 200);
    struct budget near = limits_budget(&limits, ACTOR_ONE, 10, 6);
    assert_true(near.soft > 3 * far.soft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_go_takes_a_second),
        cmocka_unit_test(test_movetime_is_exact),
        cmocka_unit_test(test_other_limits_take_all_the_time),
        cmocka_unit_test(test_first_limit_counts),
        cmocka_unit_test(test_own_clock_counts),
        cmocka_unit_test(test_no_clock_left_means_hurry),
        cmocka_unit_test(test_a_move_takes_a_third_at_most),
        cmocka_unit_test(test_nothing_overflows),
        cmocka_unit_test(test_last_move_before_the_control_may_take_most),
        cmocka_unit_test(test_no_game_loses_its_clock),
        cmocka_unit_test(test_horizon_shortens),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
