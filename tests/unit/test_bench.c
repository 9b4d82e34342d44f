/* The bench counts the nodes that are signed, can be stopped, and shows what the search is worth. */
#include "tests/support/check.h"

#include <stdlib.h>

#include "bench.h"
#include "seeds.h"
#include "tests/support/lines.h"
#include "tests/support/sanitized.h"

/* What tests/bench/signature.txt says of `name`. */
static uint64_t signed_nodes(const char *name)
{
    struct lines lines;
    assert_true(lines_open(&lines, "bench", "signature"));
    const char *nodes = NULL;
    while (nodes == NULL && lines_next(&lines))
        nodes = line_after(lines.text, name);
    lines_close(&lines);
    if (nodes == NULL)
        fail_msg("tests/bench/signature.txt has no line for %s: make sign", name);
    return nodes != NULL ? strtoull(nodes, NULL, 10) : 0;
}

/* A search that looks elsewhere is a change that its commit speaks of: `make sign` writes the new counts down. */
static void test_nodes_are_as_signed(void **state)
{
    const struct game *game = check_game(state);
    struct bench_figure figure;
    assert_true(bench_game(game, NULL, &figure));
    assert_true(figure.nodes > 100);
    assert_true(figure.time > 0 && figure.cpu > 0);
    if (figure.nodes != signed_nodes(game->name))
        fail_msg("bench %s counts %llu nodes, tests/bench/signature.txt says %llu", game->name,
                 (unsigned long long)figure.nodes, (unsigned long long)signed_nodes(game->name));
}

static void test_search_needs_a_tenth_of_the_textbooks_nodes(void **state)
{
    (void)state;
    struct bench_gain gain;
    assert_true(bench_gain(NULL, &gain));
    assert_true(gain.textbook.nodes >= 10 * gain.search.nodes);
    assert_true(gain.one.nodes > 0 && gain.two.nodes > 0);
}

/* Tried again, for it may be other programs, not the neighbour, that took the core's caches. */
static void test_a_core_does_as_much_beside_another(void **state)
{
    enum { TRIES = 5 };
    (void)state;
    if (SANITIZED)
        skip(); /* its threads wait for each other at every atomic: a third of the nodes in most runs */
    double share = 0;
    for (int i = 0; i < TRIES && share <= 0.6; i++) {
        struct bench_gain gain;
        assert_true(bench_gain(NULL, &gain));
        double alone = (double)gain.one.nodes / (double)gain.one.cpu;
        double beside = (double)gain.two.nodes / (double)gain.two.cpu;
        share = beside / alone;
    }
    assert_true(share > 0.6);
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
        game_find(word_from("hand"))->seed->table(&jobs[0], &listener, &words);
        game_find(word_from("monopoly"))->seed->table(&jobs[1], &listener, &words);
        game_find(word_from("angry"))->seed->table(&jobs[2], &listener, &words);
        assert_true(job_stopped(&jobs[0]) && job_stopped(&jobs[1]) && job_stopped(&jobs[2]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search_needs_a_tenth_of_the_textbooks_nodes),
        cmocka_unit_test(test_a_core_does_as_much_beside_another),
        cmocka_unit_test(test_stop_is_heard),
        cmocka_unit_test(test_stop_is_heard_by_the_seeds),
    };
    int failed = cmocka_run_group_tests_name("bench", tests, NULL, NULL);
    return failed + check_every_game("bench of every game", test_nodes_are_as_signed);
}
