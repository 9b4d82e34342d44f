/* The textbook's algorithms: minimax tells the truth, alpha-beta tells the same with fewer nodes, and the
 * counts are what one counts by hand. */
#include "tests/support/check.h"

#include <math.h>

#include "base/clock.h"
#include "search/textbook.h"
#include "tests/support/thicket.h"

static void job_begin(struct job *job, uint64_t node_limit)
{
    memset(job, 0, sizeof *job);
    job->began = clock_now();
    atomic_store(&job->node_limit, node_limit);
    atomic_store(&job->deadline, INT64_MAX);
}

static struct textbook_result run(const struct game *game, const struct board *board,
                                  const struct position *root, enum algorithm algorithm, int plies, bool seed)
{
    struct job job;
    job_begin(&job, UINT64_MAX);
    struct textbook book = {.game = game,
                            .board = board,
                            .root = root,
                            .algorithm = algorithm,
                            .plies = plies,
                            .seed_evaluation = seed,
                            .job = &job};
    struct textbook_result result;
    textbook_search(&book, &result);
    assert_true(result.complete);
    assert_true(result.nodes == atomic_load(&job.nodes));
    return result;
}

static const struct game *const thickets[] = {&thicket_win, &thicket_points, &thicket_chance};

static void check_against_truth(const struct game *game, uint64_t seed, int plies)
{
    struct board board;
    struct position root;
    struct thicket_shape shape = {.seed = seed, .plies = 7, .width = 9, .players = 1 + (int)(seed % 4 > 0)};
    thicket_start(game, &shape, &board, &root);
    enum algorithm pruned = game->chance != NULL ? ALGORITHM_EXPECTIMINIMAX : ALGORITHM_ALPHABETA;
    struct textbook_result full = run(game, &board, &root, ALGORITHM_MINIMAX, plies, false);
    struct textbook_result fast = run(game, &board, &root, pruned, plies, false);
    struct textbook_result cut = run(game, &board, &root, ALGORITHM_ALPHABETA, plies, false);
    double truth = thicket_value(game, &board, &root, plies, 0);
    if (game->turn(&board, &root) == ACTOR_TWO)
        truth = -truth;
    double margin = game->chance != NULL ? plies : 0; /* the truth is rounded at each chance event */
    assert_true(fabs(full.value - truth) <= margin);
    assert_true(fast.value == full.value && cut.value == full.value);
    assert_true(fast.move == full.move && cut.move == full.move);
    assert_true(cut.nodes <= full.nodes);
    assert_true(full.whole == fast.whole || fast.whole);
}

static void test_all_agree_with_the_truth(void **state)
{
    (void)state;
    int64_t rounds = check_scaled(300);
    for (int g = 0; g < 3; g++)
        for (int64_t seed = 1; seed <= rounds; seed++)
            check_against_truth(thickets[g], (uint64_t)seed, 1 + (int)(seed % 8));
}

/* Every position entered is a node: 1 for the root, then all below it. */
static uint64_t count_all(const struct game *game, const struct board *board, const struct position *position,
                          int plies)
{
    struct move_list list;
    uint64_t nodes = 1;
    if (plies == 0)
        return nodes;
    game_successors(game, board, position, &list);
    for (int i = 0; i < list.count; i++) {
        struct position next = *position;
        game->apply(board, &next, list.at[i]);
        nodes += count_all(game, board, &next, plies - 1);
    }
    return nodes;
}

static void test_minimax_counts_every_position(void **state)
{
    (void)state;
    for (int g = 0; g < 3; g++)
        for (int plies = 1; plies <= 6; plies++) {
            struct board board;
            struct position root;
            thicket_start(thickets[g], &(struct thicket_shape){11, 8, 50, 2, 0}, &board, &root);
            struct textbook_result result = run(thickets[g], &board, &root, ALGORITHM_MINIMAX, plies, false);
            assert_true(result.nodes == count_all(thickets[g], &board, &root, plies));
        }
}

static void test_seed_evaluation_knows_leaf_from_end(void **state)
{
    (void)state;
    struct board board;
    struct position root;
    thicket_start(&thicket_points, &(struct thicket_shape){5, 4, 50, 2, 0}, &board, &root);
    enum actor me = thicket_points.turn(&board, &root);
    struct move_list list;
    thicket_points.moves(&board, &root, &list);
    double best = -INFINITY;
    for (int i = 0; i < list.count; i++) {
        struct position next = root;
        thicket_points.apply(&board, &next, list.at[i]);
        best = fmax(best, thicket_points.seed->value(&board, &root, &next, me, true));
    }
    assert_true(run(&thicket_points, &board, &root, ALGORITHM_MINIMAX, 1, true).value == best);
    /* so deep that no horizon is met, no leaf is either: without it every value has one decimal */
    double whole = run(&thicket_points, &board, &root, ALGORITHM_MINIMAX, 9, true).value * 10;
    assert_true(fabs(whole - round(whole)) < 1e-6);
}

static void test_line_is_legal_and_begins_with_the_move(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 50; seed++) {
        struct board board;
        struct position position;
        thicket_start(&thicket_points, &(struct thicket_shape){seed, 9, 20, 2, 0}, &board, &position);
        struct textbook_result result =
            run(&thicket_points, &board, &position, ALGORITHM_ALPHABETA, 5, false);
        assert_in_range(result.pv_count, 1, 5);
        assert_int_equal(result.pv[0], result.move);
        for (int i = 0; i < result.pv_count; i++) {
            assert_true(game_allows(&thicket_points, &board, &position, result.pv[i]));
            thicket_points.apply(&board, &position, result.pv[i]);
        }
    }
}

static void test_only_some_moves(void **state)
{
    (void)state;
    struct board board;
    struct position root;
    thicket_start(&thicket_win, &(struct thicket_shape){3, 6, 50, 2, 0}, &board, &root);
    struct move_list list;
    thicket_win.moves(&board, &root, &list);
    assert_true(list.count > 1);
    struct move_list only = {.count = 1, .at = {list.at[list.count - 1]}};
    struct job job;
    job_begin(&job, UINT64_MAX);
    struct textbook book = {&thicket_win, &board, &root, ALGORITHM_MINIMAX, 3, false, &only, &job};
    struct textbook_result result;
    textbook_search(&book, &result);
    assert_int_equal(result.move, only.at[0]);
}

static void test_limit_on_nodes_is_exact(void **state)
{
    (void)state;
    struct board board;
    struct position root;
    thicket_start(&thicket_points, &(struct thicket_shape){1, 60, 10000, 2, 0}, &board, &root);
    const uint64_t limits[] = {1, 2, 100, 255, 256, 257, 5000};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct job job;
        job_begin(&job, limits[i]);
        struct textbook book = {&thicket_points, &board, &root, ALGORITHM_MINIMAX, 40, false, NULL, &job};
        struct textbook_result result;
        textbook_search(&book, &result);
        assert_false(result.complete);
        assert_true(atomic_load(&job.nodes) == limits[i]);
    }
}

/* On every game of the registry: minimax and alpha-beta choose the same. */
static void test_registry_agrees(void **state)
{
    const struct game *game = check_game(state);
    struct board board;
    struct position root;
    struct fault fault;
    assert_true(game->start(&board, &root, &(struct words){.count = 0}, &fault));
    while (game->turn(&board, &root) == ACTOR_CHANCE) {
        struct move_list list;
        game_successors(game, &board, &root, &list);
        game->apply(&board, &root, list.at[0]);
    }
    for (int seed = 0; seed < 2; seed++)
        for (int plies = 1; plies <= 3; plies++) {
            if (seed == 1 && game->seed == NULL)
                continue;
            struct textbook_result full = run(game, &board, &root, ALGORITHM_MINIMAX, plies, seed == 1);
            struct textbook_result cut = run(game, &board, &root, ALGORITHM_ALPHABETA, plies, seed == 1);
            assert_true(full.value == cut.value);
            assert_int_equal(full.move, cut.move);
            assert_true(cut.nodes <= full.nodes);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_agree_with_the_truth),
        cmocka_unit_test(test_minimax_counts_every_position),
        cmocka_unit_test(test_seed_evaluation_knows_leaf_from_end),
        cmocka_unit_test(test_line_is_legal_and_begins_with_the_move),
        cmocka_unit_test(test_only_some_moves),
        cmocka_unit_test(test_limit_on_nodes_is_exact),
    };
    int failed = cmocka_run_group_tests_name("textbook", tests, NULL, NULL);
    return failed + check_every_game("textbook of every game", test_registry_agrees);
}
