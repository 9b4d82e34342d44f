/* The life of a search: it answers when it must and not before, whatever stops it; its manners; the exact
 * method it asks first. */
#include "tests/support/check.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "search/search.h"
#include "search/solver.h"
#include "search/table.h"
#include "tests/support/hear.h"
#include "tests/support/sanitized.h"
#include "tests/support/thicket.h"

static struct board board;
static struct position root;
static struct task task;
static struct heard heard;
static struct search *search;

static int set_up(void **state)
{
    (void)state;
    search = search_create();
    return search == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    search_destroy(search);
    return 0;
}

/* Too large to be solved. */
static void set_endless(const struct game *game)
{
    thicket_start(game, &(struct thicket_shape){9, 200, 4000000, 2, 1}, &board, &root);
    hear_task(&task, game, &board, &root);
}

/* Solved at once. */
static void set_trivial(const struct game *game)
{
    thicket_start(game, &(struct thicket_shape){9, 3, 20, 2, 0}, &board, &root);
    hear_task(&task, game, &board, &root);
}

static void start(void)
{
    struct search_listener listener = hear_with(&heard);
    assert_true(search_start(search, &task, &listener));
}

static void sleep_for(int64_t microseconds)
{
    nanosleep(&(struct timespec){.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000},
              NULL);
}

static void assert_ended_well(void)
{
    search_wait(search);
    assert_int_equal(heard.ends, 1);
    assert_true(heard.reports > 0);
    assert_int_equal(heard.last.pv[0], heard.end.best);
    assert_true(game_allows(task.game, &board, &root, heard.end.best));
}

/* -- when it answers -- */

/* Microseconds from stop to the answer. */
static int64_t time_to_stop(void *context)
{
    const int64_t *microseconds = context;
    start();
    sleep_for(*microseconds);
    int64_t asked = clock_now();
    search_stop(search);
    assert_ended_well();
    return heard.end_time - asked;
}

static const struct game *const thickets[] = {&thicket_win, &thicket_points, &thicket_chance};

static void test_stop_is_obeyed_at_once(void **state)
{
    (void)state;
    for (int round = 0; round < 30; round++) {
        int64_t after = round * 300;
        set_endless(thickets[round % 3]);
        task.limits.infinite = round % 2;
        task.limits.solve = !task.limits.infinite;
        task.algorithm = round % 5 == 4 ? ALGORITHM_MINIMAX : ALGORITHM_AUTO;
        search_set_threads(search, 1 + round % 2);
        check_prompt(50000, time_to_stop, &after);
    }
}

/* Microseconds of a whole search. */
static int64_t time_of_search(void *context)
{
    (void)context;
    int64_t began = clock_now();
    start();
    assert_ended_well();
    return heard.end_time - began;
}

static int64_t time_of_a_tenth(void *context)
{
    int64_t took = time_of_search(context);
    assert_true(took >= 100000);
    return took;
}

static void test_movetime_is_used_and_kept(void **state)
{
    (void)state;
    set_endless(&thicket_points);
    task.limits.has_movetime = true;
    task.limits.movetime = 100;
    check_prompt(130000, time_of_a_tenth, NULL);
}

static int64_t time_with_a_large_table(void *context)
{
    search_set_hash(search, 2048);
    return time_of_search(context);
}

/* A table far larger than a short search can fill costs it nothing. */
static void test_large_table_does_not_slow_a_short_search(void **state)
{
    (void)state;
    search_set_threads(search, 4);
    set_endless(&thicket_points);
    task.limits.has_movetime = true;
    task.limits.movetime = 50;
    check_prompt(80000, time_with_a_large_table, NULL);
    search_set_hash(search, 16);
}

static void test_no_time_is_enough_for_a_move(void **state)
{
    (void)state;
    for (int g = 0; g < 3; g++) {
        set_endless(thickets[g]);
        task.limits.has_movetime = true;
        start();
        assert_ended_well();
        set_endless(thickets[g]);
        task.limits.has_clock[0] = task.limits.has_clock[1] = true;
        task.limits.clock[0] = task.limits.clock[1] = -5;
        start();
        assert_ended_well();
    }
}

static void test_proof_ends_a_timed_search_early(void **state)
{
    (void)state;
    set_trivial(&thicket_points);
    task.limits.has_movetime = true;
    task.limits.movetime = 60000;
    int64_t began = clock_now();
    start();
    assert_ended_well();
    assert_int_equal(heard.last.score.bound, BOUND_PROVEN);
    assert_true(heard.end_time - began < 5000000);
}

/* Holds the answer to what it has long proven, asleep. */
static void check_holds_answer(void)
{
    start();
    sleep_for(20000);
    int64_t cpu = clock_cpu();
    sleep_for(100000);
    assert_int_equal(heard.ends, 0);
    assert_true(clock_cpu() - cpu < 30000);
}

static void test_infinite_holds_its_answer(void **state)
{
    (void)state;
    for (int g = 0; g < 3; g++) {
        set_trivial(thickets[g]);
        task.limits.infinite = true;
        search_set_threads(search, 2);
        check_holds_answer();
        search_stop(search);
        assert_ended_well();
    }
}

static void test_ponder_holds_its_answer(void **state)
{
    (void)state;
    for (int stops = 0; stops < 2; stops++) {
        set_trivial(&thicket_win);
        task.limits.ponder = true;
        task.limits.has_movetime = true;
        check_holds_answer();
        if (stops)
            search_stop(search);
        else
            search_ponderhit(search);
        assert_ended_well();
    }
}

static void test_limits_count_from_ponderhit(void **state)
{
    (void)state;
    set_endless(&thicket_win);
    task.limits.ponder = true;
    task.limits.has_movetime = true;
    task.limits.movetime = 60;
    start();
    sleep_for(90000);
    int64_t hit = clock_now();
    search_ponderhit(search);
    assert_ended_well();
    assert_true(heard.end_time - hit >= 60000);

    set_endless(&thicket_win);
    task.limits.ponder = true;
    task.limits.nodes = 1000;
    start();
    sleep_for(30000);
    search_ponderhit(search);
    assert_ended_well();
    assert_true(heard.last.nodes > 1000);
}

static void test_stop_and_ponderhit_without_search(void **state)
{
    (void)state;
    search_stop(search);
    search_ponderhit(search);
    search_wait(search);
}

static void test_single_move_is_searched_too(void **state)
{
    (void)state;
    set_endless(&thicket_points);
    struct move_list list;
    task.game->moves(&board, &root, &list);
    task.limits.only = (struct move_list){.count = 1, .at = {list.at[0]}};
    task.limits.has_clock[0] = task.limits.has_clock[1] = true;
    task.limits.clock[0] = task.limits.clock[1] = 100000;
    check_prompt(1000000, time_of_search, NULL);
    assert_true(heard.last.depth >= 1);
}

/* -- starting again and again -- */

static void test_storm_of_starts_and_stops(void **state)
{
    (void)state;
    int64_t rounds = check_scaled(300);
    for (int64_t round = 0; round < rounds; round++) {
        set_endless(thickets[round % 3]);
        search_set_threads(search, 1 + (int)(round % 4));
        task.multipv = 1 + (int)(round % 3);
        task.limits.infinite = true;
        start();
        if (round % 3 == 0)
            sleep_for(round % 7 * 100);
        search_stop(search);
        assert_ended_well();
        if (round % 50 == 0)
            search_clear(search);
    }
}

static void test_destroy_stops(void **state)
{
    (void)state;
    set_endless(&thicket_win);
    task.limits.infinite = true;
    start();
    search_destroy(search);
    assert_int_equal(heard.ends, 1);
    search = search_create();
}

/* An owner that starts the next search from another thread as soon as it hears of the end. */
struct chain {
    pthread_mutex_t lock;
    pthread_cond_t ended;
    int ends;
};

static void chain_report(void *context, const struct report *report)
{
    (void)context;
    assert_true(report->pv_count > 0);
}

static void chain_note(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static void chain_end(void *context, const struct search_end *end)
{
    (void)end;
    struct chain *chain = context;
    pthread_mutex_lock(&chain->lock);
    chain->ends++;
    pthread_cond_signal(&chain->ended);
    pthread_mutex_unlock(&chain->lock);
    sleep_for(500); /* still inside when the next one starts */
}

static void test_next_search_may_start_while_the_last_says_goodbye(void **state)
{
    (void)state;
    struct chain chain = {.lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};
    struct search_listener listener = {&chain, chain_report, chain_note, chain_end};
    for (int round = 1; round <= 100; round++) {
        set_trivial(thickets[round % 3]);
        assert_true(search_start(search, &task, &listener));
        pthread_mutex_lock(&chain.lock);
        while (chain.ends < round)
            pthread_cond_wait(&chain.ended, &chain.lock);
        pthread_mutex_unlock(&chain.lock);
    }
    search_wait(search);
}

/* -- manners -- */

static void test_first_plays_the_first(void **state)
{
    (void)state;
    set_endless(&thicket_win);
    task.manner = MANNER_FIRST;
    hear_search(search, &task, &heard);
    struct move_list list;
    task.game->moves(&board, &root, &list);
    assert_int_equal(heard.end.best, list.at[0]);
}

static void test_random_is_uniform_and_repeats(void **state)
{
    (void)state;
    set_endless(&thicket_win);
    struct move_list list;
    task.game->moves(&board, &root, &list);
    assert_true(list.count >= 2);
    int played[MOVES_MAX] = {0};
    enum { ROUNDS = 2000 };
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        task.manner = MANNER_RANDOM;
        task.random_seed = seed;
        hear_search(search, &task, &heard);
        move_t best = heard.end.best;
        for (int i = 0; i < list.count; i++)
            played[i] += list.at[i] == best;
        if (seed % 100 == 0) {
            hear_search(search, &task, &heard);
            assert_int_equal(heard.end.best, best);
        }
    }
    for (int i = 0; i < list.count; i++) /* five standard deviations */
        assert_in_range(played[i], ROUNDS / list.count - 5 * 23, ROUNDS / list.count + 5 * 23);
}

static void test_seed_has_a_depth_of_its_own(void **state)
{
    (void)state;
    set_endless(&thicket_points);
    task.manner = MANNER_SEED;
    task.limits.depth = 1;
    task.limits.has_movetime = true;
    hear_search(search, &task, &heard);
    assert_int_equal(heard.last.depth, 3);
    assert_int_equal(heard.notes, 0);
}

static void test_game_without_seed_says_so(void **state)
{
    (void)state;
    set_trivial(&thicket_win);
    task.manner = MANNER_SEED;
    hear_search(search, &task, &heard);
    assert_int_equal(heard.notes, 1);
    assert_int_equal(heard.last.score.bound, BOUND_PROVEN);
    task.manner = MANNER_BEST;
    task.seed_evaluation = true;
    hear_search(search, &task, &heard);
    assert_int_equal(heard.notes, 1);
}

/* A depth alone is one textbook search: its nodes are the textbook's. */
static void test_algorithm_counts_as_the_textbook(void **state)
{
    (void)state;
    for (int algorithm = ALGORITHM_MINIMAX; algorithm <= ALGORITHM_EXPECTIMINIMAX; algorithm++) {
        set_endless(&thicket_points);
        struct job job = {.began = 0};
        atomic_store(&job.node_limit, UINT64_MAX);
        atomic_store(&job.deadline, INT64_MAX);
        struct textbook book = {task.game, &board, &root, (enum algorithm)algorithm, 5, true, NULL, &job};
        struct textbook_result result;
        textbook_search(&book, &result);
        task.algorithm = (enum algorithm)algorithm;
        task.seed_evaluation = true;
        task.limits.depth = 5;
        hear_search(search, &task, &heard);
        assert_true(heard.last.nodes == result.nodes);
        assert_int_equal(heard.end.best, result.move);
        assert_int_equal(heard.reports, 1);
    }
}

static void test_textbook_deepens_until_its_time_is_up(void **state)
{
    (void)state;
    set_endless(&thicket_chance);
    task.algorithm = ALGORITHM_ALPHABETA;
    task.limits.has_movetime = true;
    task.limits.movetime = 30;
    hear_search(search, &task, &heard);
    assert_true(heard.reports > 3);
    set_trivial(&thicket_points);
    task.algorithm = ALGORITHM_ALPHABETA;
    hear_search(search, &task, &heard);
    assert_int_equal(heard.last.score.bound, BOUND_PROVEN);
    assert_true(heard.last.depth <= 4);
}

/* -- the exact method -- */

/* What the solver of the next game answers, and what it was asked. */
static struct oracle {
    struct solution answer;
    struct means means;
    int asked;
    int cleared;
    int destroyed;
    bool waits; /* until it is stopped */
} oracle;

static void *oracle_create(void)
{
    return &oracle;
}

static void oracle_destroy(void *self)
{
    ((struct oracle *)self)->destroyed++;
}

static void oracle_clear(void *self)
{
    ((struct oracle *)self)->cleared++;
}

static void oracle_solve(void *self, const struct means *means, const struct board *of,
                         const struct position *position, struct job *job, struct solution *solution)
{
    struct oracle *known = self;
    (void)of;
    (void)position;
    known->asked++;
    known->means = *means;
    job_tick(job, 100);
    while (known->waits && !job_tick(job, 1))
        sleep_for(500);
    *solution = known->answer;
}

static const struct solver oracle_solver = {
    .create = oracle_create, .destroy = oracle_destroy, .clear = oracle_clear, .solve = oracle_solve};

static struct game oracle_game(void)
{
    struct game game = thicket_points;
    game.solver = &oracle_solver;
    oracle = (struct oracle){.answer = {.best = MOVE_NONE}};
    return game;
}

static struct solution oracle_answer(bool proven)
{
    struct move_list list;
    task.game->moves(&board, &root, &list);
    move_t last = list.at[list.count - 1];
    return (struct solution){.end = proven ? END_PROVEN : END_BEST,
                             .best = last,
                             .score = {SCORE_PTS, 77, proven ? BOUND_PROVEN : BOUND_LOWER, false, {0}},
                             .pv_count = 1,
                             .pv = {last}};
}

static void test_solver_has_the_first_word(void **state)
{
    (void)state;
    struct game game = oracle_game();
    set_endless(&game);
    oracle.answer = oracle_answer(true);
    search_set_threads(search, 2);
    search_set_hash(search, 4);
    task.limits.has_movetime = true;
    task.limits.movetime = 10000;
    hear_search(search, &task, &heard);
    assert_int_equal(oracle.asked, 1);
    assert_int_equal(heard.end.best, oracle.answer.best);
    assert_int_equal(heard.last.score.number, 77);
    assert_int_equal(heard.last.nodes, 100);
    assert_int_equal(oracle.means.threads, 2);
    assert_true(oracle.means.bytes == (size_t)4 << 20);
    assert_false(oracle.means.to_the_end);
    task.limits.solve = true;
    task.table_mib = 9;
    hear_search(search, &task, &heard);
    assert_true(oracle.means.to_the_end);
    assert_true(oracle.means.bytes == (size_t)9 << 20);
    search_clear(search);
    assert_int_equal(oracle.cleared, 1);
    search_destroy(search);
    assert_int_equal(oracle.destroyed, 1);
    search = search_create();
}

static void test_search_goes_on_where_the_solver_gives_up(void **state)
{
    (void)state;
    struct game game = oracle_game();
    set_trivial(&game);
    hear_search(search, &task, &heard);
    assert_int_equal(oracle.asked, 1);
    assert_int_equal(heard.last.score.bound, BOUND_PROVEN);
    assert_true(heard.last.nodes > 100);
    search_destroy(search);
    search = search_create();
}

static void test_solver_is_stopped_and_believed_as_far_as_it_got(void **state)
{
    (void)state;
    struct game game = oracle_game();
    for (int knows = 0; knows < 2; knows++) {
        oracle.waits = true;
        /* On a machine that is busy with other work a longer time is as good. */
        for (int64_t time = 30; time == 30 || (!knows && heard.last.depth < 2 && time < 10000); time *= 2) {
            set_endless(&game);
            oracle.answer = knows ? oracle_answer(false) : (struct solution){.best = MOVE_NONE};
            task.limits.has_movetime = true;
            task.limits.movetime = time;
            start();
            assert_ended_well();
        }
        assert_int_equal(heard.last.score.number == 77, knows);
        if (knows)
            assert_int_equal(heard.last.score.bound, BOUND_LOWER);
        else /* more than a glance, though time was up */
            assert_true(heard.last.depth >= 2);
    }
    search_destroy(search);
    search = search_create();
}

static bool covers_nothing(const struct board *on, struct fault *fault)
{
    (void)on;
    return fault_set(fault, "rules", "of no kind are known");
}

static bool proves_nothing(const struct board *on)
{
    (void)on;
    return false;
}

static void test_solver_is_not_asked_for_study(void **state)
{
    (void)state;
    struct game game = oracle_game();
    struct solver plain = *game.solver;
    plain.proves = proves_nothing;
    for (int reason = 0; reason < 5; reason++) {
        set_trivial(&game);
        task.limits.depth = reason == 0;
        task.limits.mate = reason == 1;
        task.algorithm = reason == 2 ? ALGORITHM_MINIMAX : ALGORITHM_AUTO;
        plain.covers = reason == 3 ? covers_nothing : NULL;
        game.solver = reason >= 3 ? &plain : game.solver;
        task.multipv = reason == 4 ? 2 : 1;
        hear_search(search, &task, &heard);
        assert_int_equal(oracle.asked, 0);
    }
    search_destroy(search);
    search = search_create();
}

/* Several lines: the root first. Some moves: the position after the first of them. It gives up. */
static void test_solver_is_asked_about_moves(void **state)
{
    (void)state;
    struct game game = oracle_game();
    for (int only = 0; only < 2; only++) {
        set_endless(&game);
        struct move_list list;
        game.moves(&board, &root, &list);
        oracle.asked = 0;
        task.limits.has_movetime = true;
        task.limits.movetime = 300; /* for a machine that is busy too */
        task.multipv = only ? 1 : 2;
        task.limits.only.count = only;
        task.limits.only.at[0] = list.at[0];
        hear_search(search, &task, &heard);
        assert_int_equal(oracle.asked, 1);
        assert_int_equal(oracle.means.answer, only ? ANSWER_VALUE : ANSWER_MOVE);
        assert_int_equal(oracle.means.above != NULL, only);
        assert_true(heard.last.depth > 1);
    }
    search_destroy(search);
    search = search_create();
}

/* -- memory -- */

static rlim_t memory_mapped(void)
{
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%llu", &pages), 1);
    fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static uint64_t key_number(int i)
{
    return (uint64_t)(i + 1) * UINT64_C(0x9E3779B97F4A7C15);
}

/* All that it knew it still knows; and where there is not so much memory it stays. */
static void test_table_grows_and_forgets_nothing(void **state)
{
    (void)state;
    enum { ENTRIES = 10000 };
    struct table *table = table_create(1 << 20);
    struct knowledge known = {.move = 7, .depth = 3, .marks = KNOWN_AT_LEAST};
    for (int i = 0; i < ENTRIES; i++) {
        known.value = i;
        table_store(table, key_number(i), &known);
    }
    assert_null(table_grow(table, (size_t)1 << 60));
    table = table_grow(table, 8 << 20);
    assert_non_null(table);
    assert_true(table_bytes(table) == 8 << 20);
    for (int i = 0; i < ENTRIES; i++) {
        assert_true(table_probe(table, key_number(i), &known));
        assert_true(known.value == i && known.move == 7 && known.depth == 3 && known.marks == KNOWN_AT_LEAST);
    }
    table_destroy(table);
}

static void test_too_large_a_table_becomes_a_smaller_one(void **state)
{
    (void)state;
    if (SANITIZED)
        skip();
    struct rlimit old;
    assert_int_equal(getrlimit(RLIMIT_AS, &old), 0);
    search_set_hash(search, 8192);
    set_trivial(&thicket_win);
    hear_search(search, &task, &heard); /* whatever else it takes is there now */
    search_clear(search);
    struct rlimit tight = {.rlim_cur = memory_mapped() + ((rlim_t)12 << 20), .rlim_max = old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    hear_search(search, &task, &heard);
    setrlimit(RLIMIT_AS, &old);
    assert_int_equal(heard.notes, 1);
    assert_int_equal(heard.last.score.bound, BOUND_PROVEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stop_is_obeyed_at_once),
        cmocka_unit_test(test_movetime_is_used_and_kept),
        cmocka_unit_test(test_large_table_does_not_slow_a_short_search),
        cmocka_unit_test(test_no_time_is_enough_for_a_move),
        cmocka_unit_test(test_proof_ends_a_timed_search_early),
        cmocka_unit_test(test_infinite_holds_its_answer),
        cmocka_unit_test(test_ponder_holds_its_answer),
        cmocka_unit_test(test_limits_count_from_ponderhit),
        cmocka_unit_test(test_stop_and_ponderhit_without_search),
        cmocka_unit_test(test_single_move_is_searched_too),
        cmocka_unit_test(test_storm_of_starts_and_stops),
        cmocka_unit_test(test_destroy_stops),
        cmocka_unit_test(test_next_search_may_start_while_the_last_says_goodbye),
        cmocka_unit_test(test_first_plays_the_first),
        cmocka_unit_test(test_random_is_uniform_and_repeats),
        cmocka_unit_test(test_seed_has_a_depth_of_its_own),
        cmocka_unit_test(test_game_without_seed_says_so),
        cmocka_unit_test(test_algorithm_counts_as_the_textbook),
        cmocka_unit_test(test_textbook_deepens_until_its_time_is_up),
        cmocka_unit_test(test_solver_has_the_first_word),
        cmocka_unit_test(test_search_goes_on_where_the_solver_gives_up),
        cmocka_unit_test(test_solver_is_stopped_and_believed_as_far_as_it_got),
        cmocka_unit_test(test_solver_is_not_asked_for_study),
        cmocka_unit_test(test_solver_is_asked_about_moves),
        cmocka_unit_test(test_table_grows_and_forgets_nothing),
        cmocka_unit_test(test_too_large_a_table_becomes_a_smaller_one),
    };
    return cmocka_run_group_tests_name("search job", tests, set_up, tear_down);
}
