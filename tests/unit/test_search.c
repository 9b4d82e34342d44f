/* What the search says is true: on random games small enough for brute force every value, every proof, every
 * line of MultiPV and every mate is compared with the truth. */
#include "tests/support/check.h"

#include "search/search.h"
#include "tests/support/hear.h"
#include "tests/support/thicket.h"

static const struct game *const thickets[] = {&thicket_win, &thicket_points, &thicket_chance};
enum { THICKETS = 3 };

struct scene {
    const struct game *game;
    struct board board;
    struct position root;
    struct task task;
    struct heard heard;
};

static struct scene scene;

/* Small tables are quick to make. */
static struct search *small_search(void)
{
    struct search *search = search_create();
    assert_non_null(search);
    search_set_hash(search, 1);
    return search;
}

static void set_scene(const struct game *game, struct thicket_shape shape)
{
    scene.game = game;
    thicket_start(game, &shape, &scene.board, &scene.root);
    hear_task(&scene.task, game, &scene.board, &scene.root);
}

static struct thicket_shape shape_of(int64_t seed)
{
    return (struct thicket_shape){.seed = (uint64_t)seed * 7919,
                                  .plies = 4 + (int)(seed % 6),
                                  .width = 5 + (int)(seed % 17),
                                  .players = 1 + (seed % 5 > 0)};
}

static value_t mover_view(value_t value)
{
    return scene.game->turn(&scene.board, &scene.root) == ACTOR_TWO ? -value : value;
}

/* What the root's `move` is truly worth to its mover, `depth` plies looked ahead in all. */
static value_t truth_of_move(move_t move, int depth)
{
    struct position next = scene.root;
    scene.game->apply(&scene.board, &next, move);
    return mover_view(thicket_value(scene.game, &scene.board, &next, depth - 1, 1));
}

static value_t truth(int depth)
{
    return mover_view(thicket_value(scene.game, &scene.board, &scene.root, depth, 0));
}

static void assert_score(const struct score *score, value_t value, bool exact_mates)
{
    struct score wanted = score_from(scene.game, value, BOUND_PROVEN);
    bool is_mate = scene.game->scale == SCALE_WIN && wanted.kind == SCORE_MATE;
    if (score->bound != BOUND_PROVEN && scene.game->scale == SCALE_POINTS)
        wanted.kind = score->kind; /* an estimate in points is printed as one */
    assert_int_equal(score->kind, wanted.kind);
    if (is_mate && !exact_mates) { /* "in at most n plies" */
        assert_true((score->number > 0) == (wanted.number > 0));
        assert_true(wanted.number < 0 || score->number >= wanted.number);
    } else {
        assert_true(score->number == wanted.number);
    }
}

/* -- whole games -- */

static void check_solved(struct search *search, const struct game *game, int64_t seed)
{
    set_scene(game, shape_of(seed));
    scene.task.limits.solve = true;
    hear_search(search, &scene.task, &scene.heard);
    const struct report *last = &scene.heard.last;
    value_t value = truth(DEPTH_MAX);
    assert_int_equal(last->score.bound, BOUND_PROVEN);
    assert_score(&last->score, value, false);
    value_t chosen = truth_of_move(scene.heard.end.best, DEPTH_MAX);
    if (game->scale != SCALE_WIN)
        assert_int_equal(chosen, value);
    else
        assert_true((chosen > 0) == (value > 0) && (chosen < 0) == (value < 0));
}

static void test_solve_tells_the_truth(void **state)
{
    (void)state;
    struct search *search = small_search();
    int64_t rounds = check_scaled(1500);
    for (int g = 0; g < THICKETS; g++, search_clear(search))
        for (int64_t seed = 1; seed <= rounds; seed++)
            check_solved(search, thickets[g], seed);
    search_destroy(search);
}

/* Where only nodes end it, it looks at late moves less deep; what it calls proven must be true all
 * the same. */
static void test_deepening_proves_nothing_false(void **state)
{
    (void)state;
    struct search *search = small_search();
    int64_t rounds = check_scaled(700);
    for (int g = 0; g < THICKETS; g++, search_clear(search))
        for (int64_t seed = 1; seed <= rounds; seed++) {
            set_scene(thickets[g], shape_of(seed));
            scene.task.limits.nodes = 1000000;
            hear_search(search, &scene.task, &scene.heard);
            for (int i = 0; i < scene.heard.reports; i++) {
                const struct report *report = &scene.heard.at[i];
                if (report->score.bound == BOUND_PROVEN)
                    assert_score(&report->score, truth(DEPTH_MAX), false);
            }
            assert_int_equal(scene.heard.last.score.bound, BOUND_PROVEN);
        }
    search_destroy(search);
}

static void test_threads_tell_the_truth(void **state)
{
    (void)state;
    struct search *search = small_search();
    search_set_threads(search, 3);
    int64_t rounds = check_scaled(200);
    for (int g = 0; g < THICKETS; g++, search_clear(search))
        for (int64_t seed = 1; seed <= rounds; seed++)
            check_solved(search, thickets[g], seed);
    search_destroy(search);
}

/* -- so many plies -- */

/* Every report of an iteration is what plain minimax says of that depth; what is called proven is true. */
static void check_depths(struct search *search, const struct game *game, int64_t seed)
{
    set_scene(game, shape_of(seed));
    scene.task.limits.depth = 5 + (int)(seed % 2);
    hear_search(search, &scene.task, &scene.heard);
    for (int i = 0; i < scene.heard.reports; i++) {
        const struct report *report = &scene.heard.at[i];
        assert_score(&report->score, truth(report->depth), true);
        if (report->score.bound == BOUND_PROVEN) {
            assert_score(&report->score, truth(DEPTH_MAX), false);
            assert_int_equal(scene.heard.last.depth, report->depth); /* it ends at once */
        }
        if (report->score.bound == BOUND_LOWER)
            assert_true(report->score.number <= score_from(game, truth(DEPTH_MAX), BOUND_PROVEN).number);
    }
}

static void test_depth_is_minimax_of_that_depth(void **state)
{
    (void)state;
    struct search *search = small_search();
    int64_t rounds = check_scaled(700);
    for (int g = 0; g < THICKETS; g++)
        for (int64_t seed = 1; seed <= rounds; seed++) {
            search_clear(search);
            check_depths(search, thickets[g], seed);
        }
    search_destroy(search);
}

/* -- lines -- */

static void assert_line_is_legal(const struct report *report)
{
    struct position position = scene.root;
    for (int i = 0; i < report->pv_count; i++) {
        enum actor turn = scene.game->turn(&scene.board, &position);
        assert_true(turn == ACTOR_ONE || turn == ACTOR_TWO);
        assert_true(game_allows(scene.game, &scene.board, &position, report->pv[i]));
        scene.game->apply(&scene.board, &position, report->pv[i]);
    }
}

/* The last report of line `index`, before the totals that repeat the first. */
static const struct report *last_of_line(int index)
{
    for (int i = scene.heard.reports - 1; i >= 0; i--)
        if (scene.heard.at[i].multipv == index)
            return &scene.heard.at[i];
    return NULL;
}

static void check_multipv(struct search *search, const struct game *game, int64_t seed)
{
    set_scene(game, shape_of(seed));
    struct move_list list;
    game->moves(&scene.board, &scene.root, &list);
    scene.task.multipv = 3;
    scene.task.limits.solve = true;
    hear_search(search, &scene.task, &scene.heard);
    int lines = list.count < 3 ? list.count : 3;
    assert_null(last_of_line(lines + 1));
    int64_t above = INT64_MAX;
    for (int line = 1; line <= lines; line++) {
        const struct report *report = last_of_line(line);
        assert_non_null(report);
        assert_line_is_legal(report);
        assert_score(&report->score, truth_of_move(report->pv[0], DEPTH_MAX), false);
        for (int other = 1; other < line; other++)
            assert_int_not_equal(report->pv[0], last_of_line(other)->pv[0]);
        if (game->scale != SCALE_WIN) {
            assert_true(report->score.number <= above);
            above = report->score.number;
        }
    }
    assert_int_equal(last_of_line(1)->pv[0], scene.heard.end.best);
}

static void test_lines_are_the_best_in_order(void **state)
{
    (void)state;
    struct search *search = small_search();
    int64_t rounds = check_scaled(400);
    for (int g = 0; g < THICKETS; g++, search_clear(search))
        for (int64_t seed = 1; seed <= rounds; seed++)
            check_multipv(search, thickets[g], seed);
    search_destroy(search);
}

static void test_only_searchmoves_are_searched(void **state)
{
    (void)state;
    struct search *search = small_search();
    for (int g = 0; g < THICKETS; g++, search_clear(search))
        for (int64_t seed = 1; seed <= 100; seed++) {
            set_scene(thickets[g], shape_of(seed));
            struct move_list list;
            scene.game->moves(&scene.board, &scene.root, &list);
            move_t only = list.at[seed % list.count];
            scene.task.limits.solve = true;
            scene.task.limits.only = (struct move_list){.count = 1, .at = {only}};
            hear_search(search, &scene.task, &scene.heard);
            assert_int_equal(scene.heard.end.best, only);
            assert_score(&scene.heard.last.score, truth_of_move(only, DEPTH_MAX), false);
        }
    search_destroy(search);
}

static void test_ponder_move_is_the_opponents(void **state)
{
    (void)state;
    struct search *search = small_search();
    int given = 0;
    for (int g = 0; g < THICKETS; g++, search_clear(search))
        for (int64_t seed = 1; seed <= 100; seed++) {
            set_scene(thickets[g], shape_of(seed));
            scene.task.limits.depth = 4;
            hear_search(search, &scene.task, &scene.heard);
            const struct search_end *end = &scene.heard.end;
            if (end->ponder == MOVE_NONE)
                continue;
            given++;
            assert_int_equal(end->ponder, scene.heard.last.pv[1]);
            enum actor mover = scene.game->turn(&scene.board, &scene.root);
            struct position next = scene.root;
            scene.game->apply(&scene.board, &next, end->best);
            enum actor turn = scene.game->turn(&scene.board, &next);
            assert_true(turn != mover && turn != ACTOR_CHANCE && turn != ACTOR_NONE);
        }
    assert_true(given > 20);
    search_destroy(search);
}

/* -- mates -- */

static void check_mate(struct search *search, int64_t seed)
{
    set_scene(&thicket_win, shape_of(seed));
    value_t value = truth(DEPTH_MAX);
    for (int n = 1; n <= 8; n++) {
        hear_task(&scene.task, scene.game, &scene.board, &scene.root);
        scene.task.limits.mate = n;
        hear_search(search, &scene.task, &scene.heard);
        const struct score *score = &scene.heard.last.score;
        bool exists = value >= VALUE_MATE_MIN && VALUE_WIN - value <= n;
        bool found = score->kind == SCORE_MATE && score->number > 0 && score->number <= n;
        assert_int_equal(found, exists);
        assert_true(scene.heard.last.depth <= n);
    }
}

static void test_mate_is_found_if_and_only_if_there_is_one(void **state)
{
    (void)state;
    struct search *search = small_search();
    int64_t rounds = check_scaled(400);
    for (int64_t seed = 1; seed <= rounds; seed++) /* the table remembers, on purpose */
        check_mate(search, seed);
    search_destroy(search);
}

/* -- the same again -- */

static void hear_depth(struct heard *heard, const struct game *game, int64_t seed, uint64_t nodes)
{
    struct search *search = small_search();
    struct thicket_shape shape = {.seed = (uint64_t)seed, .plies = 40, .width = 3000, .players = 2};
    set_scene(game, shape);
    scene.task.limits.depth = nodes > 0 ? 0 : 12;
    scene.task.limits.nodes = nodes;
    scene.task.multipv = 2;
    hear_search(search, &scene.task, heard);
    scene.task.limits.depth += 1;
    hear_search(search, &scene.task, heard);
    search_destroy(search);
}

static struct heard first_heard, second_heard;

static void assert_same_reports(void)
{
    assert_int_equal(first_heard.reports, second_heard.reports);
    for (int i = 0; i < first_heard.reports; i++) {
        struct report a = first_heard.at[i];
        struct report b = second_heard.at[i];
        assert_true(a.nodes == b.nodes && a.depth == b.depth && a.seldepth == b.seldepth);
        assert_true(a.score.number == b.score.number && a.score.bound == b.score.bound);
        assert_int_equal(a.hashfull, b.hashfull);
        assert_int_equal(a.pv_count, b.pv_count);
        assert_memory_equal(a.pv, b.pv, (size_t)a.pv_count * sizeof a.pv[0]);
    }
}

static void test_one_thread_repeats_itself(void **state)
{
    (void)state;
    for (int g = 0; g < THICKETS; g++)
        for (int64_t seed = 1; seed <= 3; seed++)
            for (int limit = 0; limit < 2; limit++) {
                uint64_t nodes = limit == 0 ? 0 : 20000;
                hear_depth(&first_heard, thickets[g], seed, nodes);
                hear_depth(&second_heard, thickets[g], seed, nodes);
                assert_same_reports();
            }
}

static void test_limit_on_nodes_is_exact(void **state)
{
    (void)state;
    struct search *search = small_search();
    const uint64_t limits[] = {1, 2, 255, 256, 257, 5000};
    for (int g = 0; g < THICKETS; g++)
        for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
            search_clear(search);
            set_scene(thickets[g], (struct thicket_shape){4, 60, 3000, 2, 0});
            scene.task.limits.nodes = limits[i];
            hear_search(search, &scene.task, &scene.heard);
            bool proven = scene.heard.last.score.bound == BOUND_PROVEN;
            assert_true(scene.heard.last.nodes == limits[i] ||
                        (proven && scene.heard.last.nodes < limits[i]));
        }
    search_destroy(search);
}

/* -- every game of the registry -- */

static bool start_of(const struct game *game)
{
    struct fault fault;
    scene.game = game;
    if (!game->start(&scene.board, &scene.root, &(struct words){.count = 0}, &fault))
        return false;
    while (game->turn(&scene.board, &scene.root) == ACTOR_CHANCE) {
        struct move_list list;
        game_successors(game, &scene.board, &scene.root, &list);
        game->apply(&scene.board, &scene.root, list.at[0]);
    }
    return true;
}

/* Plain minimax of `depth` plies, mover's view. */
static value_t minimax_of(const struct game *game, int depth)
{
    struct job job = {.began = 0};
    atomic_store(&job.node_limit, UINT64_MAX);
    atomic_store(&job.deadline, INT64_MAX);
    struct textbook book = {game, &scene.board, &scene.root, ALGORITHM_MINIMAX, depth, false, NULL, &job};
    struct textbook_result result;
    textbook_search(&book, &result);
    double value = result.value;
    return (value_t)(value < 0 ? value - 0.5 : value + 0.5);
}

static void test_registry_agrees_with_minimax(void **state)
{
    const struct game *game = check_game(state);
    struct search *search = small_search();
    assert_true(start_of(game));
    for (int ply = 0; ply < 12; ply++) {
        if (game->turn(&scene.board, &scene.root) == ACTOR_CHANCE ||
            game->turn(&scene.board, &scene.root) == ACTOR_NONE)
            break;
        hear_task(&scene.task, game, &scene.board, &scene.root);
        search_clear(search);
        scene.task.limits.depth = 3;
        hear_search(search, &scene.task, &scene.heard);
        for (int i = 0; i < scene.heard.reports; i++) {
            const struct report *report = &scene.heard.at[i];
            assert_line_is_legal(report);
            int64_t wanted = score_from(game, minimax_of(game, report->depth), report->score.bound).number;
            int64_t difference = report->score.number - wanted;
            assert_in_range(difference + report->depth, 0, 2 * report->depth); /* means are rounded */
        }
        game->apply(&scene.board, &scene.root, scene.heard.end.best);
        while (game->turn(&scene.board, &scene.root) == ACTOR_CHANCE) {
            struct move_list list;
            game_successors(game, &scene.board, &scene.root, &list);
            game->apply(&scene.board, &scene.root, list.at[ply % list.count]);
        }
    }
    search_destroy(search);
}

/* A tape says which dice will come; what the search answers must not depend on it. */
static void test_tape_is_not_looked_at(void **state)
{
    (void)state;
    const struct game *game = game_find(word_from("monopoly"));
    if (game == NULL)
        skip();
    struct search *search = small_search();
    for (int dice = 1; dice <= 30; dice++) {
        char fen[96];
        struct text text = text_in(fen, sizeof fen);
        text_format(&text, "-12.1-.21. 2 d 8 720 3 410 dice=%d:%d", dice, dice % 7);
        struct fault fault;
        scene.game = game;
        assert_true(game_parse(game, &scene.board, &scene.root, fen, &fault));
        hear_task(&scene.task, game, &scene.board, &scene.root);
        scene.task.limits.depth = 6;
        search_clear(search);
        hear_search(search, &scene.task, dice == 1 ? &first_heard : &second_heard);
        if (dice > 1)
            assert_same_reports();
    }
    search_destroy(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solve_tells_the_truth),
        cmocka_unit_test(test_deepening_proves_nothing_false),
        cmocka_unit_test(test_threads_tell_the_truth),
        cmocka_unit_test(test_depth_is_minimax_of_that_depth),
        cmocka_unit_test(test_lines_are_the_best_in_order),
        cmocka_unit_test(test_only_searchmoves_are_searched),
        cmocka_unit_test(test_ponder_move_is_the_opponents),
        cmocka_unit_test(test_mate_is_found_if_and_only_if_there_is_one),
        cmocka_unit_test(test_one_thread_repeats_itself),
        cmocka_unit_test(test_limit_on_nodes_is_exact),
        cmocka_unit_test(test_tape_is_not_looked_at),
    };
    int failed = cmocka_run_group_tests_name("search", tests, NULL, NULL);
    return failed + check_every_game("search of every game", test_registry_agrees_with_minimax);
}
