/* The bench counts the same nodes each time, can be stopped, and shows what the search is worth. */
#include "tests/support/check.h"

#include "bench.h"
#include "seeds.h"

static void test_game_counts_the_same_twice(void **state)
{
    const struct game *game = check_game(state);
    struct bench_figure first, second;
    assert_true(bench_game(game, NULL, &first));
    assert_true(bench_game(game, NULL, &second));
    assert_true(first.nodes > 100);
    assert_true(first.nodes == second.nodes);
    assert_true(first.time > 0 && first.cpu > 0);
}

static void test_search_needs_a_tenth_of_the_textbooks_nodes(void **state)
{
    (void)state;
    struct bench_gain gain;
    assert_true(bench_gain(NULL, &gain));
    assert_true(gain.textbook.nodes >= 10 * gain.search.nodes);
    assert_true(gain.one.nodes > 0 && gain.two.nodes > 0);
    /* a core does as much with a neighbour on the same table as without */
    double alone = (double)gain.one.nodes / (double)gain.one.cpu;
    double beside = (double)gain.two.nodes / (double)gain.two.cpu;
    assert_true(beside > 0.6 * alone);
}

static void test_stop_is_heard(void **state)
{
    (void)state;
    const atomic_bool stop = true;
    struct bench_figure figure;
    struct bench_gain gain;
    assert_false(bench_game(games[0], &stop, &figure));
    assert_false(bench_gain(&stop, &gain));
}

static void no_row(void *context, const struct seeds_row *row)
{
    (void)context;
    fail_msg("a row of a table that was stopped: %s", row->measured);
}

/* In the middle of a thought too, when the agent has no move to give. */
static void test_stop_is_heard_by_the_seeds(void **state)
{
    (void)state;
    static const char board[] = "PTTTTTTTTH/TTTTTTTTTT/QTTTTTTTTS";
    const struct seeds_listener listener = {.row = no_row};
    for (uint64_t nodes = 1; nodes < 4000; nodes += nodes / 3 + 1) {
        struct job jobs[3];
        memset(jobs, 0, sizeof jobs);
        for (int i = 0; i < 3; i++) {
            atomic_store(&jobs[i].node_limit, nodes);
            atomic_store(&jobs[i].deadline, INT64_MAX);
        }
        struct words words;
        assert_true(words_split(board, sizeof board - 1, &words));
        seeds_hand(&jobs[0], &listener);
        seeds_monopoly(&jobs[1], &listener);
        seeds_angry(&jobs[2], &listener, words.at[0]);
        assert_true(job_stopped(&jobs[0]) && job_stopped(&jobs[1]) && job_stopped(&jobs[2]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search_needs_a_tenth_of_the_textbooks_nodes),
        cmocka_unit_test(test_stop_is_heard),
        cmocka_unit_test(test_stop_is_heard_by_the_seeds),
    };
    int failed = cmocka_run_group_tests_name("bench", tests, NULL, NULL);
    return failed + check_every_game("bench of every game", test_game_counts_the_same_twice);
}
