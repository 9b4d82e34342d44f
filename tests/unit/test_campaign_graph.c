/* The graph of a proof: numbers join as they should, what an engine claims is not yet final, and any order of the same
 * rows gives the same graph. */
#include "tests/support/check.h"

#include <stdio.h>
#include <string.h>

#include "adapters/campaign/graph.h"
#include "adapters/campaign/konane_board.h"
#include "adapters/campaign/konane_proof.h"
#include "adapters/campaign/prove.h"
#include "base/rng.h"
#include "games/konane/symmetry.h"

static bool take(struct graph *graph, const char *row)
{
    return graph_take_row(graph, row, strlen(row));
}

static void expect_root(const struct graph *graph, uint32_t phi, uint32_t delta)
{
    assert_int_equal(graph->at[0].numbers.phi, phi);
    assert_int_equal(graph->at[0].numbers.delta, delta);
}

/* The root r has children a and b; both lead to t. */
#define ROOT                                                                                                 \
    "{\"job\": \"r\", \"nodes\": 10, \"numbers\": \"1 1 1\", \"children\": [\"x 8 5 4 a\", \"y 24 3 7 b\"]}"
#define BELOW_A                                                                                              \
    "{\"job\": \"a\", \"nodes\": 10, \"numbers\": \"1 1 1\", \"children\": [\"x 5 9 2 t\", \"y 1 2 2 u\"]}"
#define BELOW_B "{\"job\": \"b\", \"nodes\": 10, \"numbers\": \"1 1 1\", \"children\": [\"x 5 9 1 t\"]}"
#define PART    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static void test_numbers_are_joined(void **state)
{
    (void)state;
    struct graph graph = graph_create("r", (struct graph_images){0});
    assert_true(take(&graph, ROOT));
    expect_root(&graph, 3, 24 + 8 / 8); /* the least delta; the largest phi and an eighth of the others */
    assert_true(take(&graph, BELOW_A));
    expect_root(&graph, 3, 24); /* a: phi 2, delta 5 + 1 / 8 = 5 */
    assert_true(take(&graph, BELOW_B));
    assert_int_equal(graph.count, 5); /* t is one position */
    expect_root(&graph, 5, 9);        /* b: phi 9, delta 5 */
    graph_free(&graph);
}

static void test_a_claim_is_not_final(void **state)
{
    (void)state;
    struct graph graph = graph_create("r", (struct graph_images){0});
    assert_true(take(
        &graph, "{\"job\": \"r\", \"nodes\": 1, \"numbers\": \"1 1 1\", \"children\": [\"x inf 0 4 a\"]}"));
    assert_false(graph_is_final(&graph.at[0]));
    struct graph_path path;
    assert_true(graph_choose(&graph, 0, &path));
    assert_string_equal(graph.at[path.at[path.length - 1]].fen, "a");
    graph_leave(&graph, &path);
    assert_false(take(&graph, "{\"job\": \"a\", \"nodes\": 1, \"won\": false}")); /* without a part */
    assert_false(graph_is_final(&graph.at[0]));
    assert_true(take(&graph, "{\"job\": \"a\", \"nodes\": 1, \"won\": false, \"proof\": \"" PART "\"}"));
    assert_true(graph_is_final(&graph.at[0]) && graph_is_won(&graph.at[0]));
    assert_false(graph_choose(&graph, 0, &path));
    graph_free(&graph);
}

static void test_a_part_far_below_decides_the_root(void **state)
{
    (void)state;
    struct graph graph = graph_create("r", (struct graph_images){0});
    assert_true(take(&graph, ROOT) && take(&graph, BELOW_A) && take(&graph, BELOW_B));
    assert_true(graph_is_wanted(&graph, 3));
    /* t is won by its mover: b is lost there, so the root is won */
    assert_true(take(&graph, "{\"job\": \"t\", \"nodes\": 5, \"won\": true, \"proof\": \"" PART "\"}"));
    assert_true(graph_is_final(&graph.at[0]) && graph_is_won(&graph.at[0]));
    assert_false(graph_is_wanted(&graph, 4));
    assert_int_equal(graph.nodes, 35);
    assert_true(graph_share(&graph) > 0.99);
    graph_free(&graph);
}

static void test_a_row_twice_and_rows_of_nothing(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "{}",
        "{\"job\": \"z\", \"nodes\": 1, \"numbers\": \"1 1 1\"}",
        "{\"job\": \"r\", \"nodes\": 1}",
        "{\"job\": \"r\", \"nodes\": 1, \"numbers\": \"1 1\"}",
        "{\"job\": \"r\", \"nodes\": 1, \"numbers\": \"1 -1 1\"}",
        "{\"job\": \"r\", \"nodes\": 1, \"numbers\": \"1 99999999999 1\"}",
        "{\"job\": \"r\", \"nodes\": 1, \"numbers\": \"1 1 1\", \"children\": []}",
        "{\"job\": \"r\", \"nodes\": 1, \"numbers\": \"1 1 1\", \"children\": [\"x 1 1\"]}"};
    struct graph graph = graph_create("r", (struct graph_images){0});
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(take(&graph, bad[i]));
    assert_true(take(&graph, ROOT) && take(&graph, ROOT));
    assert_int_equal(graph.at[0].edge_count, 2);
    expect_root(&graph, 3, 25);
    graph_free(&graph);
}

/* Two workers are never at the same leaf, and the visits are all given back. */
static void test_visitors_spread_and_leave(void **state)
{
    (void)state;
    struct graph graph = graph_create("r", (struct graph_images){0});
    struct graph_path path[4];
    assert_true(take(&graph, ROOT) && take(&graph, BELOW_A) && take(&graph, BELOW_B));
    assert_true(graph_choose(&graph, 0, &path[0]));
    assert_true(graph_choose(&graph, 1, &path[1]));
    assert_false(graph_choose(&graph, 2, &path[2])); /* t and u are all there is */
    assert_true(path[0].at[path[0].length - 1] != path[1].at[path[1].length - 1]);
    graph_leave(&graph, &path[0]);
    graph_leave(&graph, &path[1]);
    for (int i = 0; i < graph.count; i++)
        assert_true(graph.at[i].visitors == 0 && !graph.at[i].is_busy);
    graph_free(&graph);
}

/* Of what a win needs the best child's share counts, of what a loss needs all children's alike. */
static void test_the_share_that_is_there(void **state)
{
    (void)state;
    struct graph graph = graph_create("r", (struct graph_images){0});
    assert_true(graph_share(&graph) == 0);
    assert_true(take(&graph, ROOT) && take(&graph, BELOW_A));
    assert_true(graph_share(&graph) == 0);
    assert_true(take(&graph, "{\"job\": \"t\", \"nodes\": 1, \"won\": true, \"proof\": \"" PART "\"}"));
    assert_true(graph_share(&graph) == 0.5); /* a is lost if t and u are won */
    assert_true(take(&graph, "{\"job\": \"u\", \"nodes\": 1, \"won\": true, \"proof\": \"" PART "\"}"));
    assert_true(graph_is_final(&graph.at[0]) && graph_share(&graph) == 1);
    graph_free(&graph);
    graph = graph_create("r", (struct graph_images){0});
    assert_true(take(&graph, "{\"job\": \"r\", \"nodes\": 1, \"numbers\": \"1 1 1\", \"children\": "
                             "[\"w 5 80 4 a\", \"x 5 80 4 b\", \"y 5 80 4 c\", \"z 5 80 4 d\"]}"));
    assert_true(take(&graph, "{\"job\": \"b\", \"nodes\": 1, \"won\": true, \"proof\": \"" PART "\"}"));
    assert_true(graph_share(&graph) == 0.25);
    graph_free(&graph);
}

/* -- images -- */

static void expect_canonical(const struct konane_images *images, const char *fen, const char *expected)
{
    struct string canonical = {0};
    konane_images_print(images, fen, &canonical);
    assert_string_equal(canonical.at, expected);
    string_free(&canonical);
}

/* By hand: 4x4 may be turned by half and mirrored along both diagonals; 4x5 mirrored left to right. */
static void test_images_of_small_boards(void **state)
{
    (void)state;
    struct konane_images images = konane_images_of("bwbw/wbwb/bwbw/wbwb 1");
    assert_int_equal(images.count, 4);
    expect_canonical(&images, "1wbw/wbwb/bwbw/wbwb 2", "bwbw/wbwb/bwbw/wbw1 2"); /* a1 and d4 */
    expect_canonical(&images, "bwbw/wbwb/bwbw/wbw1 2", "bwbw/wbwb/bwbw/wbw1 2");
    expect_canonical(&images, "bwb1/wbwb/bwbw/wbwb 2 open=any", "bwbw/wbwb/bwbw/1bwb 2 open=any");
    images = konane_images_of("1wbw/wbwb/bwbw/wbwb 2"); /* one diagonal is left */
    assert_int_equal(images.count, 2);
    expect_canonical(&images, "2bw/wbwb/bwbw/wbwb 1", "1wbw/1bwb/bwbw/wbwb 1");
    expect_canonical(&images, "bwbw/wbwb/bwbw/wbw1 2", "bwbw/wbwb/bwbw/wbw1 2");
    assert_int_equal(konane_images_of("bwbwb/wbwbw/bwbwb/wbwbw 1").count, 2);
    assert_int_equal(konane_images_of("2bw/wbwb/bwbw/wbwb 1").count, 1);
    assert_int_equal(konane_images_of("no board 1").count, 1);
}

/* Below each of these roots the one that stands for a position is the prover's own choice. */
static void test_images_are_those_of_the_prover(void **state)
{
    (void)state;
    static const char *const roots[] = {
        "bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb 1",
        "bwbwbwb/wbwbwbw/bwbwbwb/wb2wbw/bwbwbwb/wbwbwbw/bwbwbwb 1", "bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw 1",
        "2bwbw/wbwbwb/bwbwbw/wbwbwb 1"};
    struct rng rng = {.state = 5};
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++) {
        struct board board;
        struct position position;
        struct fault fault;
        struct symmetry symmetry = {0};
        struct konane_images images = konane_images_of(roots[i]);
        assert_true(game_parse(&konane_game, &board, &position, roots[i], &fault));
        uint64_t root = konane_position(&position)->stones;
        konane_symmetry_widen(&symmetry, konane_board(&board), root);
        assert_int_equal(images.count, symmetry.count + 1);
        for (int trial = 0; trial < 200; trial++) {
            struct konane_place place;
            struct string fen = {0}, canonical = {0};
            assert_true(konane_place_read(&place, roots[i]));
            place.stones = root & rng_next(&rng);
            konane_place_print(&place, &fen);
            konane_images_print(&images, fen.at, &canonical);
            uint64_t stones = place.stones;
            assert_true(konane_place_read(&place, canonical.at));
            assert_true(place.stones == symmetry_smallest(&symmetry, stones));
            string_free(&fen);
            string_free(&canonical);
        }
    }
}

/* The stones are the set bits from the top left, the move's cells count likewise: PROTOCOL.md's format of a proof. */
static void test_answers_are_written_as_the_format_says(void **state)
{
    (void)state;
    struct konane_merge merge = {.folder = "/nowhere"};
    static const char expected[] = "\x03\x80\0\0\0\0\0\0\x42";
    assert_true(konane_merge_answer(&merge, "bw2/4/4/3b 1", "c1b1", 0));
    assert_int_equal(merge.own.length, KONANE_ANSWER);
    assert_memory_equal(merge.own.at, expected, 9); /* from 2, to 1: 2 | 1 << 6 */
    assert_false(konane_merge_answer(&merge, "bw2/4/4/3b 1", "c1z1", 0));
    assert_false(konane_merge_answer(&merge, "bw2/4/4/3b 1", "c1b1b1", 0));
    assert_false(konane_merge_answer(&merge, "bw2 1", "c9", 0));
    assert_true(konane_merge_answer(&merge, "bw2/4/4/3b 1", "b1", 0));
    konane_merge_free(&merge);
}

/* What is presumed decides the root, and is as it was when it is retracted; when it has been read it stays. */
static void test_a_proof_that_has_yet_to_be_read(void **state)
{
    (void)state;
    struct graph graph = graph_create("r", (struct graph_images){0});
    struct graph_path path;
    assert_true(take(&graph, ROOT));
    expect_root(&graph, 3, 25);
    assert_true(graph_choose(&graph, 0, &path));
    int leaf = path.at[1];
    graph_presume(&graph, leaf, false);
    assert_true(graph_is_final(&graph.at[0]) && graph_is_won(&graph.at[0]));
    assert_false(graph_choose(&graph, 1, &path));
    graph_retract(&graph, leaf);
    expect_root(&graph, 3, 25);
    graph_presume(&graph, leaf, true);
    assert_false(graph_is_final(&graph.at[0]));
    assert_true(take(&graph, "{\"job\": \"b\", \"nodes\": 9, \"won\": true, \"proof\": \"p\"}"));
    graph_retract(&graph, leaf); /* it has been read: nothing to retract */
    assert_true(graph_is_final(&graph.at[leaf]) && graph_is_won(&graph.at[leaf]));
    graph_free(&graph);
}

/* A 300th of the tree a worker; where the way takes more than a tenth of that, as much as pays, to three times as much;
 * where it takes longer than all of that, as long as the way, to a tenth of the tree. */
static void test_jobs_grow_with_the_tree_and_the_way(void **state)
{
    (void)state;
    static const struct settings settings;
    struct proof proof = {
        .settings = &settings, .budget_least = PROOF_BUDGET_LEAST, .graph = {.nodes = 1200000000}};
    assert_int_equal(proof_budget(&proof, 4), 1000000);
    proof_note_trip(&proof, 1000000, 0.1, 0.105); /* 10 M nodes a second, 5 ms on the way */
    assert_int_equal(proof_budget(&proof, 4), 1000000);
    for (int i = 0; i < 1000; i++)
        proof_note_trip(&proof, 1000000, 0.1, 0.12);
    assert_in_range(proof_budget(&proof, 4), 1999000, 2001000);
    for (int i = 0; i < 1000; i++)
        proof_note_trip(&proof, 1000000, 0.1, 0.2);
    assert_int_equal(proof_budget(&proof, 4), 3000000);
    for (int i = 0; i < 1000; i++)
        proof_note_trip(&proof, 1000000, 0.1, 1);
    assert_in_range(proof_budget(&proof, 4), 8999000, 9001000);
    for (int i = 0; i < 1000; i++)
        proof_note_trip(&proof, 1000000, 0.1, 10);
    assert_int_equal(proof_budget(&proof, 4), 30000000);
    proof.graph.nodes = 1000;
    assert_int_equal(proof_budget(&proof, 4), PROOF_BUDGET_LEAST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_joined),
        cmocka_unit_test(test_a_claim_is_not_final),
        cmocka_unit_test(test_a_part_far_below_decides_the_root),
        cmocka_unit_test(test_a_row_twice_and_rows_of_nothing),
        cmocka_unit_test(test_visitors_spread_and_leave),
        cmocka_unit_test(test_the_share_that_is_there),
        cmocka_unit_test(test_images_of_small_boards),
        cmocka_unit_test(test_images_are_those_of_the_prover),
        cmocka_unit_test(test_answers_are_written_as_the_format_says),
        cmocka_unit_test(test_a_proof_that_has_yet_to_be_read),
        cmocka_unit_test(test_jobs_grow_with_the_tree_and_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
