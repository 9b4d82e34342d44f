/* Konane's exact method against brute force, with tables of every size, on one thread and on several. */
#include "tests/support/check.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/konane/endgame.h"
#include "games/konane/konane.h"
#include "games/konane/lessons.h"
#include "games/konane/prover.h"
#include "games/konane/symmetry.h"
#include "games/konane/worker.h"
#include "search/solver.h"
#include "tests/support/proof_number.h"

static const struct game *const game = &konane_game;

struct scene {
    struct board board;
    struct position position;
};

static struct job new_job(void)
{
    struct job job = {.node_limit = UINT64_MAX, .deadline = INT64_MAX};
    job.began = clock_now();
    return job;
}

static void from_start(struct scene *scene, const char *flags)
{
    struct words words;
    struct fault fault;
    assert_true(words_split(flags, strlen(flags), &words));
    assert_true(game->start(&scene->board, &scene->position, &words, &fault));
}

static void from_fen(struct scene *scene, const char *fen)
{
    struct fault fault;
    assert_true(game_parse(game, &scene->board, &scene->position, fen, &fault));
}

/* The rules and nothing else. */
static bool mover_wins(const struct board *board, const struct position *position)
{
    struct move_list list;
    game->moves(board, position, &list);
    for (int i = 0; i < list.count; i++) {
        struct position next = *position;
        game->apply(board, &next, list.at[i]);
        if (!mover_wins(board, &next))
            return true;
    }
    return false;
}

/* Random play down to `stones`; false if the game ended before. */
static bool play_down(struct scene *scene, struct rng *rng, int stones)
{
    for (;;) {
        struct move_list list;
        game->moves(&scene->board, &scene->position, &list);
        if (list.count == 0)
            return false;
        int64_t left[2];
        game->score(&scene->board, &scene->position, left);
        if (left[0] + left[1] <= stones)
            return true;
        game->apply(&scene->board, &scene->position, list.at[rng_below(rng, (uint64_t)list.count)]);
    }
}

static bool random_scene(struct scene *scene, struct rng *rng, int stones)
{
    static const char *const starts[] = {
        "rows=4 cols=4", "rows=5 cols=5",          "rows=6 cols=6", "rows=3 cols=7", "rows=8 cols=8",
        "rows=2 cols=9", "rows=7 cols=4 open=any", "rows=5 cols=6", "rows=7 cols=7", "rows=3 cols=15"};
    from_start(scene, starts[rng_below(rng, sizeof starts / sizeof starts[0])]);
    return play_down(scene, rng, stones);
}

/* What the solver says, and that the move it names keeps what it promises. */
static void check_solver(struct scene *scene, void *solver, const struct means *means)
{
    struct job job = new_job();
    struct solution solution;
    game->solver->solve(solver, means, &scene->board, &scene->position, &job, &solution);
    assert_true(solution.end == END_PROVEN);
    assert_true(solution.score.bound == BOUND_PROVEN && solution.score.kind == SCORE_MATE);
    bool wins = mover_wins(&scene->board, &scene->position);
    assert_int_equal(solution.score.number > 0, wins);
    assert_int_equal(solution.pv[0], solution.best);
    struct position at = scene->position;
    for (int i = 0; i < solution.pv_count; i++) {
        assert_true(game_allows(game, &scene->board, &at, solution.pv[i]));
        game->apply(&scene->board, &at, solution.pv[i]);
        wins = !wins;
        assert_int_equal(mover_wins(&scene->board, &at), wins);
    }
    assert_true(solution.pv_count <= llabs(solution.score.number));
}

static void solver_equals_brute_force(void **state)
{
    (void)state;
    struct rng rng = {.state = 2026};
    struct means means = {.bytes = 1 << 20, .threads = 1, .to_the_end = true};
    void *solver = game->solver->create();
    assert_non_null(solver);
    for (int64_t left = check_scaled(10000); left > 0;) {
        struct scene scene;
        if (!random_scene(&scene, &rng, 6 + (int)rng_below(&rng, 9)))
            continue;
        check_solver(&scene, solver, &means);
        left--;
    }
    game->solver->destroy(solver);
}

static void several_threads_and_tiny_tables(void **state)
{
    (void)state;
    struct rng rng = {.state = 7};
    void *solver = game->solver->create();
    for (int64_t left = check_scaled(400); left > 0;) {
        struct scene scene;
        if (!random_scene(&scene, &rng, 12 + (int)rng_below(&rng, 4)))
            continue;
        struct means means = {.bytes = (size_t)64 << rng_below(&rng, 12),
                              .threads = 1 + (int)rng_below(&rng, 4),
                              .to_the_end = true};
        check_solver(&scene, solver, &means);
        left--;
    }
    game->solver->destroy(solver);
}

/* False: the budget was not enough. */
static bool check_endgame(struct endgame *endgame, const struct scene *scene, int budget)
{
    const struct konane_position *at = konane_position(&scene->position);
    endgame->board = konane_board(&scene->board);
    struct konane_view view = konane_view(endgame->board, at->stones, (enum konane_side)at->side);
    enum endgame_answer answer = konane_endgame_solve(endgame, &view, budget);
    if (answer != ENDGAME_UNKNOWN)
        assert_int_equal(answer == ENDGAME_WON, mover_wins(&scene->board, &scene->position));
    return answer != ENDGAME_UNKNOWN;
}

static void endgame_equals_brute_force(void **state)
{
    (void)state;
    struct rng rng = {.state = 99};
    struct endgame *endgame = calloc(1, sizeof *endgame);
    int64_t decided = 0;
    for (int64_t left = check_scaled(5000); left > 0; left--) {
        struct scene scene;
        if (!random_scene(&scene, &rng, 10 + (int)rng_below(&rng, 4)))
            continue;
        memset(endgame, 0, sizeof *endgame);
        decided += check_endgame(endgame, &scene, (int)rng_below(&rng, 200));
    }
    assert_true(decided > 0);
    free(endgame);
}

/* What it remembers of one position is never taken for another's, nor for the same stones with the other side on move. */
static void endgame_remembers_whole_positions(void **state)
{
    (void)state;
    static const char *const starts[] = {"rows=8 cols=8", "rows=5 cols=6", "rows=3 cols=15"};
    struct rng rng = {.state = 100};
    struct endgame *endgame = malloc(sizeof *endgame);
    int64_t decided = 0;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        memset(endgame, 0, sizeof *endgame);
        for (int64_t left = check_scaled(3000); left > 0; left--) {
            struct scene scene;
            from_start(&scene, starts[i]);
            if (!play_down(&scene, &rng, 8 + (int)rng_below(&rng, 5)))
                continue;
            decided += check_endgame(endgame, &scene, 200);
            struct konane_position at = *konane_position(&scene.position);
            at.side = konane_opponent((enum konane_side)at.side);
            memcpy(scene.position.bytes, &at, sizeof at);
            decided += check_endgame(endgame, &scene, 200);
        }
    }
    assert_true(decided > 0);
    free(endgame);
}

/* To be destroyed. */
static struct prover *prove(const char *fen, int threads, size_t bytes, struct scene *scene,
                            struct proof *proof)
{
    from_fen(scene, fen);
    struct prover *prover = konane_prover_create();
    struct means means = {.bytes = bytes, .threads = threads};
    struct job job = new_job();
    assert_true(konane_prover_run(prover, konane_board(&scene->board), konane_position(&scene->position),
                                  &means, &job, proof));
    assert_true(proof_is_final(*proof));
    assert_true(konane_prover_bytes(prover) <= bytes);
    return prover;
}

static enum result winner_of(const char *fen, int threads, size_t bytes)
{
    struct scene scene;
    struct proof proof;
    konane_prover_destroy(prove(fen, threads, bytes, &scene, &proof));
    bool black = konane_position(&scene.position)->side == KONANE_BLACK;
    return proof_is_won(proof) == black ? RESULT_ONE : RESULT_TWO;
}

/* 4x4 and 6x6 are white's whatever black removes, 5x5 is black's. */
static void known_values(void **state)
{
    (void)state;
    enum { MIB = 1 << 20 };
    assert_int_equal(winner_of("bwbw/wbwb/bwbw/wbwb 1", 1, MIB), RESULT_TWO);
    assert_int_equal(winner_of("bwbwb/wbwbw/bwbwb/wbwbw/bwbwb 1", 1, MIB), RESULT_ONE);
    assert_int_equal(winner_of("bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb 1", 1, 64 * MIB), RESULT_TWO);
    assert_int_equal(winner_of("1wbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb 2", 2, 16 * MIB), RESULT_TWO);
}

/* Far fewer entries than positions: slower, never wrong. */
static void known_value_with_a_tiny_table(void **state)
{
    (void)state;
    assert_int_equal(winner_of("2bwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb 1", 1, 1 << 18), RESULT_TWO);
    assert_int_equal(winner_of("2bwb/wbwbw/bwbwb/wbwbw/bwbwb 1", 2, 64),
                     winner_of("2bwb/wbwbw/bwbwb/wbwbw/bwbwb 1", 1, 1 << 20));
}

static bool is_tight_after(const char *fen, size_t bytes)
{
    struct scene scene;
    struct proof proof;
    struct prover *prover = prove(fen, 1, bytes, &scene, &proof);
    bool is_tight = atomic_load(&prover->is_tight);
    konane_prover_destroy(prover);
    return is_tight;
}

/* The endgame's tries get longer when there is no more room, and only then. */
static void a_full_table_is_seen(void **state)
{
    (void)state;
    enum { KIB = 1 << 10, MIB = 1 << 20 };
    static const char fen[] = "2bwbwb/wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw 1";
    assert_true(is_tight_after(fen, 64 * KIB));
    assert_false(is_tight_after(fen, 64 * MIB));
}

/* -- stopping -- */

struct long_solve {
    struct scene scene;
    struct job job;
    struct solution solution;
    int64_t stopped_at; /* processor time */
    int64_t ended_at;
};

static void *run_long_solve(void *context)
{
    struct long_solve *run = context;
    struct means means = {.bytes = 1 << 26, .threads = 2, .to_the_end = true};
    void *solver = game->solver->create();
    game->solver->solve(solver, &means, &run->scene.board, &run->scene.position, &run->job, &run->solution);
    run->ended_at = clock_cpu();
    game->solver->destroy(solver);
    return NULL;
}

static void stop_ends_it_at_once(void **state)
{
    (void)state;
    struct long_solve run = {.job = new_job()};
    from_start(&run.scene, "");
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, run_long_solve, &run), 0);
    while (atomic_load(&run.job.nodes) < 100000)
        ;
    run.stopped_at = clock_cpu();
    atomic_store(&run.job.stop, true);
    pthread_join(thread, NULL);
    assert_true(run.ended_at - run.stopped_at < 50000);
    assert_true(run.solution.end == END_OPEN);
}

static void limits_end_it(void **state)
{
    (void)state;
    struct scene scene;
    from_start(&scene, "");
    struct prover *prover = konane_prover_create();
    struct means means = {.bytes = 1 << 20, .threads = 1};
    struct job job = new_job();
    atomic_store(&job.node_limit, 5000);
    struct proof proof;
    assert_true(konane_prover_run(prover, konane_board(&scene.board), konane_position(&scene.position),
                                  &means, &job, &proof));
    assert_false(proof_is_final(proof));
    assert_in_range(job.nodes, 5000, 20000);
    means.threads = 2;
    job = new_job();
    atomic_store(&job.deadline, 0);
    assert_true(konane_prover_run(prover, konane_board(&scene.board), konane_position(&scene.position),
                                  &means, &job, &proof));
    assert_false(proof_is_final(proof));
    konane_prover_destroy(prover);
}

static void solve_with_budget(void *solver, const struct scene *scene, uint64_t nodes,
                              struct proof_numbers *numbers, uint64_t *spent)
{
    struct means means = {.bytes = 1 << 24, .threads = 1, .to_the_end = true};
    struct solution solution;
    struct job job = new_job();
    atomic_store(&job.node_limit, nodes);
    game->solver->solve(solver, &means, &scene->board, &scene->position, &job, &solution);
    assert_true(solution.end == END_OPEN);
    assert_true(game->solver->numbers(solver, &scene->board, &scene->position, numbers));
    *spent = atomic_load(&job.nodes);
}

/* A budget is spent on the proof to the last position, the same each time, and the numbers of a position follow
 * from those of its moves. */
static void a_budget_leaves_numbers(void **state)
{
    (void)state;
    struct scene scene;
    from_fen(&scene, "1wbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb 2");
    for (uint64_t nodes = 1000; nodes <= 100000; nodes *= 10) {
        struct proof_numbers numbers[2];
        uint64_t spent[2];
        void *solver;
        for (int i = 0; i < 2; i++) {
            solver = game->solver->create();
            assert_false(game->solver->numbers(solver, &scene.board, &scene.position, &numbers[i]));
            solve_with_budget(solver, &scene, nodes, &numbers[i], &spent[i]);
            if (i == 0)
                game->solver->destroy(solver);
        }
        assert_in_range(spent[0], nodes, nodes + 5000);
        assert_true(spent[0] == spent[1] && memcmp(&numbers[0], &numbers[1], sizeof numbers[0]) == 0);
        uint64_t least = NUMBER_INFINITE;
        struct move_list list;
        game->moves(&scene.board, &scene.position, &list);
        for (int i = 0; i < list.count; i++) {
            struct position next = scene.position;
            struct proof_numbers child;
            game->apply(&scene.board, &next, list.at[i]);
            assert_true(game->solver->numbers(solver, &scene.board, &next, &child));
            least = child.lost < least ? child.lost : least;
        }
        assert_true(numbers[0].won == least && numbers[0].lost > 0 && numbers[0].lost < NUMBER_INFINITE);
        assert_true(numbers[0].work >= nodes / 2);
        game->solver->destroy(solver);
    }
}

/* -- lessons -- */

static uint64_t solve_whole(void *solver, const struct scene *scene, struct solution *solution)
{
    struct means means = {.bytes = 1 << 24, .threads = 1, .to_the_end = true};
    struct job job = new_job();
    atomic_store(&job.node_limit, 1000000); /* far more than it takes, but lessons are noted */
    game->solver->solve(solver, &means, &scene->board, &scene->position, &job, solution);
    return atomic_load(&job.nodes);
}

/* Every word that is told is true, and who has learnt them needs far less for the same answer. */
static void what_one_has_decided_another_need_not(void **state)
{
    (void)state;
    struct scene scene;
    struct solution first, second, open;
    char *room = malloc(LESSONS_ROOM);
    struct text words = text_in(room, LESSONS_ROOM);
    int learnt;
    void *one = game->solver->create(), *two = game->solver->create();
    from_fen(&scene, "2bwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw 1");
    assert_int_equal(game->solver->proofs->tell(one, &words), 0);
    uint64_t alone = solve_whole(one, &scene, &first);
    assert_true(first.end == END_PROVEN && alone < 500000);
    int told = game->solver->proofs->tell(one, &words);
    int decided = 0;
    assert_in_range(told, 20, LESSONS_MAX);
    struct cursor cursor = cursor_over(words.at, words.length);
    struct proof_number *judge = proof_number_create();
    for (int i = 0; i < told; i++) {
        struct konane_lesson lesson;
        struct position position = scene.position;
        assert_true(konane_lesson_read(cursor_next(&cursor), konane_board(&scene.board), &lesson));
        if (!proof_is_final(lesson.proof))
            continue;
        decided++;
        *(struct konane_position *)(void *)position.bytes =
            (struct konane_position){.stones = lesson.stones, .side = lesson.side};
        bool first_wins = proof_number_first_wins(judge, game, &scene.board, &position);
        assert_int_equal(proof_is_won(lesson.proof), first_wins == (lesson.side == KONANE_BLACK));
    }
    assert_in_range(decided, 20, told);
    proof_number_destroy(judge);
    assert_int_equal(cursor_next(&cursor).length, 0);
    cursor = cursor_over(words.at, words.length);
    assert_true(game->solver->proofs->learn(two, &scene.board, cursor, &learnt));
    assert_int_equal(learnt, 0); /* no table yet */
    struct means means = {.bytes = 1 << 24, .threads = 1};
    struct job job = new_job();
    atomic_store(&job.node_limit, 1);
    game->solver->solve(two, &means, &scene.board, &scene.position, &job, &open);
    assert_true(game->solver->proofs->learn(two, &scene.board, cursor, &learnt));
    assert_in_range(learnt, told - 1, told); /* each once; the root itself was begun */
    assert_true(solve_whole(two, &scene, &second) < alone / 2);
    assert_true(second.end == END_PROVEN && (second.score.number > 0) == (first.score.number > 0));
    text_clear(&words);
    assert_true(game->solver->proofs->tell(one, &words) == 0 && words.length == 0); /* told once */
    game->solver->destroy(one);
    game->solver->destroy(two);
    free(room);
}

/* What is open yet goes over too: the other knows the root and what is below it as well as the one that did the work. */
static void what_one_has_begun_another_goes_on_with(void **state)
{
    (void)state;
    struct scene scene;
    struct solution open;
    struct proof_numbers own, learnt_numbers;
    char *room = malloc(LESSONS_ROOM);
    struct text words = text_in(room, LESSONS_ROOM);
    struct means means = {.bytes = 1 << 24, .threads = 1};
    struct move_list list;
    int learnt, known = 0;
    void *one = game->solver->create(), *two = game->solver->create();
    from_fen(&scene, "2bwbwbw/wbwbwbwb/bwbwbwbw/wbwbwbwb/bwbwbwbw 1");
    void *const each[] = {two, one}; /* two: only a table */
    for (int i = 0; i < 2; i++) {
        struct job job = new_job();
        atomic_store(&job.node_limit, i == 0 ? 1 : 50000);
        game->solver->solve(each[i], &means, &scene.board, &scene.position, &job, &open);
        assert_int_equal(open.end, END_OPEN);
    }
    int told = game->solver->proofs->tell(one, &words);
    assert_true(game->solver->proofs->learn(two, &scene.board, cursor_over(words.at, words.length), &learnt));
    assert_in_range(learnt, 50, told);
    game->moves(&scene.board, &scene.position, &list);
    for (int i = -1; i < list.count; i++) {
        struct position position = scene.position;
        if (i >= 0)
            game->apply(&scene.board, &position, list.at[i]);
        assert_true(game->solver->numbers(one, &scene.board, &position, &own));
        assert_true(game->solver->numbers(two, &scene.board, &position, &learnt_numbers));
        if (own.work < 200)
            continue;
        known++;
        assert_true(own.won == learnt_numbers.won && own.lost == learnt_numbers.lost);
    }
    assert_in_range(known, 2, list.count + 1);
    game->solver->destroy(one);
    game->solver->destroy(two);
    free(room);
}

static void what_is_no_lesson_is_refused(void **state)
{
    (void)state;
    struct scene scene;
    struct konane_lesson lesson;
    from_fen(&scene, "bwbw/wbwb/bwbw/wbwb 1");
    const struct konane_board *board = konane_board(&scene.board);
    assert_true(konane_lesson_read(word_from("w2:4100:3fa0"), board, &lesson));
    assert_true(proof_is_won(lesson.proof) && lesson.side == KONANE_WHITE && lesson.work == 4100 &&
                lesson.stones == 0x3fa0);
    assert_true(konane_lesson_read(word_from("o1:4100:320:15:3fa0"), board, &lesson));
    assert_true(lesson.proof.phi == 320 && lesson.proof.delta == 15 && lesson.side == KONANE_BLACK &&
                lesson.stones == 0x3fa0);
    static const char *const bad[] = {"",
                                      "w",
                                      "w1",
                                      "w1:",
                                      "w1:5",
                                      "w1:5:",
                                      "w3:5:f",
                                      "d1:5:f",
                                      "w1;5:f",
                                      "w1:0:f",
                                      "w1:-5:f",
                                      "w1:5:g",
                                      "w1:5:F",
                                      "w1:5:f:",
                                      "w1:5:f:1",
                                      "w1:5:1ffff",
                                      "w1:a:f",
                                      "w1:5:1:1:f",
                                      "o1:5:f",
                                      "o1:5:1:f",
                                      "o1:5:0:1:f",
                                      "o1:5:1:0:f",
                                      "o1:5:1:67108863:f",
                                      "o1:5:1:-1:f",
                                      "w1::f",
                                      "w1:5:10000000000000000",
                                      "w1:18446744073709551616:f",
                                      "w1:9223372036854775808:f"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (konane_lesson_read(word_from(bad[i]), board, &lesson))
            fail_msg("%s", bad[i]);
}

/* -- the table -- */

static void table_keeps_to_its_bytes(void **state)
{
    (void)state;
    for (size_t bytes = 64; bytes < 10000; bytes += 37) {
        struct proof_table table;
        assert_true(konane_proof_table_open(&table, bytes));
        assert_in_range(buckets_bytes(&table.buckets), 64, bytes);
        buckets_close(&table.buckets);
    }
}

static void table_never_trades_a_proof_for_a_guess(void **state)
{
    (void)state;
    struct proof_table room;
    struct proof_table *table = &room;
    assert_true(konane_proof_table_open(table, 64));
    struct proof proof;
    uint64_t work;
    assert_false(konane_proof_table_find(table, 5, 0, &proof, &work));
    konane_proof_table_store(table, 5, 0, (struct proof){3, 4}, 100);
    assert_true(konane_proof_table_find(table, 5, 0, &proof, &work));
    assert_true(proof.phi == 3 && proof.delta == 4 && work >= 96 && work <= 128);
    assert_false(konane_proof_table_find(table, 5, 1, &proof, &work));
    konane_proof_table_store(table, 5, 0, proof_lost(), 200);
    konane_proof_table_store(table, 5, 0, (struct proof){9, 9}, 300);
    assert_true(konane_proof_table_find(table, 5, 0, &proof, &work));
    assert_true(proof_is_lost(proof));
    for (uint64_t stones = 6; stones < 20; stones++) /* the cheapest go first */
        konane_proof_table_store(table, stones, 1, (struct proof){1, 2}, 1);
    assert_true(konane_proof_table_find(table, 5, 0, &proof, &work));
    buckets_close(&table->buckets);
}

/* Small numbers and "never" are exact, others lose less than one part in 128. */
static void table_keeps_eight_bits_of_a_number(void **state)
{
    (void)state;
    struct proof_table room;
    struct proof_table *table = &room;
    assert_true(konane_proof_table_open(table, 64));
    for (uint64_t number = 1; number < PROOF_INFINITE; number += 1 + number / 50) {
        struct proof stored = {(uint32_t)number, PROOF_INFINITE - (uint32_t)number}, proof;
        uint64_t work;
        konane_proof_table_store(table, number, number & 1, stored, number * number);
        assert_true(konane_proof_table_find(table, number, number & 1, &proof, &work));
        assert_in_range(proof.phi, number < 256 ? number : number - number / 128, number);
        assert_in_range(proof.delta, stored.delta - stored.delta / 128, stored.delta);
        assert_in_range(work, number * number / 3 * 2, number * number / 2 * 3 + 1);
    }
    buckets_close(&table->buckets);
}

/* A thread that often goes back to the root adds a little at a time to what a large position took. */
static void table_counts_work_that_comes_in_pieces(void **state)
{
    (void)state;
    enum { POSITIONS = 400, PIECES = 1000, PIECE = 1000 };
    struct proof_table table;
    double mean = 0;
    assert_true(konane_proof_table_open(&table, (size_t)1 << 16));
    for (uint64_t stones = 1; stones <= POSITIONS; stones++) {
        uint64_t work = 0;
        struct proof proof;
        for (int i = 0; i < PIECES; i++) {
            konane_proof_table_store(&table, stones, 0, (struct proof){1, 2}, work + PIECE);
            assert_true(konane_proof_table_find(&table, stones, 0, &proof, &work));
        }
        mean += (double)work / POSITIONS;
    }
    assert_true(fabs(mean / (PIECES * PIECE) - 1) < 0.1);
    buckets_close(&table.buckets);
}

enum { RACE_STONES = 64, RACE_ROUNDS = 100000 };

static struct proof race_proof(uint64_t stones)
{
    return (struct proof){(uint32_t)(stones * 3 + 1), (uint32_t)(stones * 4 + 1)};
}

/* Writes and reads a table that is far too small; every answer must belong to its question. */
static void *race(void *context)
{
    struct proof_table *table = context;
    struct rng rng = {.state = (uint64_t)(uintptr_t)&rng};
    intptr_t wrong = 0;
    for (int64_t i = check_scaled(RACE_ROUNDS); i > 0; i--) {
        uint64_t stones = rng_below(&rng, RACE_STONES);
        uint64_t asked = rng_below(&rng, RACE_STONES);
        struct proof proof;
        uint64_t work;
        konane_proof_table_store(table, stones, stones & 1, race_proof(stones), 1 + stones);
        if (konane_proof_table_find(table, asked, asked & 1, &proof, &work))
            wrong += proof.phi != race_proof(asked).phi || proof.delta != race_proof(asked).delta;
    }
    return (void *)wrong;
}

static void table_is_whole_among_threads(void **state)
{
    (void)state;
    struct proof_table room;
    struct proof_table *table = &room;
    assert_true(konane_proof_table_open(table, 64 * 4));
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, race, table), 0);
    for (int i = 0; i < 3; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    buckets_close(&table->buckets);
}

/* -- symmetry -- */

static int symmetries_of(const char *fen)
{
    struct scene scene;
    static struct symmetry symmetry;
    from_fen(&scene, fen);
    symmetry.count = 0, symmetry.has = 0;
    konane_symmetry_widen(&symmetry, konane_board(&scene.board), konane_position(&scene.position)->stones);
    return symmetry.count;
}

static void symmetries_keep_colours(void **state)
{
    (void)state;
    assert_int_equal(symmetries_of("bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb 1"), 7);
    assert_int_equal(symmetries_of("bwbw/wbwb/bwbw/wbwb 1"), 3);
    assert_int_equal(symmetries_of("bwbwb/wbwbw 1"), 1);
    assert_int_equal(symmetries_of("bwbw/wbwb 1"), 1); /* half a turn */
    assert_int_equal(symmetries_of("bwbwb/wbwbw/bwbwb/wb1bw/bwbwb 2"), 1);
    assert_int_equal(symmetries_of("2bwb/wbwbw/bwbwb/wbwbw/bwbwb 1"), 0);
}

/* Who has seen a root that is its own image need not solve the images below it twice, though they have no symmetry. */
static void images_below_a_root_are_one(void **state)
{
    (void)state;
    static const char *const images[] = {"bwbwb/wb1bw/bw1wb/wbwbw/bwbwb 1",
                                         "bwbwb/wbwbw/bw1wb/wb1bw/bwbwb 1"};
    uint64_t nodes[2][2];
    for (int knows_root = 0; knows_root < 2; knows_root++) {
        struct scene root, scene;
        struct solution solution;
        struct means means = {.bytes = 1 << 24, .threads = 1};
        struct job job = new_job();
        void *solver = game->solver->create();
        from_fen(&root, "bwbwb/wbwbw/bw1wb/wbwbw/bwbwb 2");
        atomic_store(&job.node_limit, 1);
        if (knows_root == 1)
            game->solver->solve(solver, &means, &root.board, &root.position, &job, &solution);
        for (int i = 0; i < 2; i++) {
            from_fen(&scene, images[i]);
            nodes[knows_root][i] = solve_whole(solver, &scene, &solution);
            assert_true(solution.end == END_PROVEN);
        }
        game->solver->destroy(solver);
    }
    assert_true(nodes[0][0] > 50 && nodes[0][1] > 50);
    assert_true(nodes[1][0] > 50 && nodes[1][1] < 10);
}

/* Each with so many chances of eight; two holes at least: the removals are over. */
static uint64_t random_stones(struct rng *rng, const struct konane_board *board, uint64_t eighths)
{
    uint64_t stones = 0;
    for (int cell = 2; cell < KONANE_CELLS_MAX; cell++)
        stones |= (uint64_t)(rng_below(rng, 8) < eighths) << cell;
    return stones & board->cells;
}

/* Random positions of a board; black's chances are white's when the colours change. */
static void images_in_other_colours_are_worth_the_same(void **state)
{
    (void)state;
    static const char *const boards[] = {"rows=5 cols=4", "rows=4 cols=5", "rows=4 cols=4", "rows=3 cols=6"};
    static struct symmetry symmetry;
    struct rng rng = {.state = 4};
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        struct scene scene;
        from_start(&scene, boards[b]);
        const struct konane_board *board = konane_board(&scene.board);
        memset(&symmetry, 0, sizeof symmetry);
        konane_symmetry_widen(&symmetry, board, board->cells);
        assert_true(symmetry.swaps);
        for (int64_t left = check_scaled(200); left > 0; left--) {
            struct konane_position at = {.stones = random_stones(&rng, board, 3)};
            at.side = rng_below(&rng, 2);
            memcpy(scene.position.bytes, &at, sizeof at);
            bool wins = mover_wins(&scene.board, &scene.position);
            struct konane_position image = {.stones = symmetry_image(&symmetry.swap, at.stones),
                                            .side = 1 - at.side};
            memcpy(scene.position.bytes, &image, sizeof image);
            assert_int_equal(mover_wins(&scene.board, &scene.position), wins);
            struct konane_node node = symmetry_node(&symmetry, board, at.stones, (enum konane_side)at.side);
            assert_int_equal(node.side, KONANE_BLACK);
            image = (struct konane_position){.stones = node.stones, .side = node.side};
            memcpy(scene.position.bytes, &image, sizeof image);
            assert_int_equal(mover_wins(&scene.board, &scene.position), wins);
        }
    }
}

/* Roots that are their own image in other colours: half of what is below them is looked into. */
static void solver_equals_brute_force_where_colours_change(void **state)
{
    (void)state;
    static const char *const boards[] = {"rows=4 cols=4", "rows=5 cols=4", "rows=3 cols=6", "rows=4 cols=5"};
    static struct symmetry symmetry;
    struct rng rng = {.state = 5};
    struct means means = {.bytes = 1 << 16, .threads = 1, .to_the_end = true};
    int wins = 0;
    int roots = 0;
    void *solver = game->solver->create();
    for (int64_t left = check_scaled(1000); left > 0; left--) {
        struct scene scene;
        from_start(&scene, boards[left % 4]);
        const struct konane_board *board = konane_board(&scene.board);
        memset(&symmetry, 0, sizeof symmetry);
        konane_symmetry_widen(&symmetry, board, board->cells);
        uint64_t stones = random_stones(&rng, board, 6);
        struct konane_position at = {.stones = stones & symmetry_image(&symmetry.swap, stones),
                                     .side = rng_below(&rng, 2)};
        memcpy(scene.position.bytes, &at, sizeof at);
        if (konane_count(board, &at, (enum konane_side)at.side) == 0)
            continue;
        means.threads = 1 + (int)rng_below(&rng, 2);
        check_solver(&scene, solver, &means);
        wins += mover_wins(&scene.board, &scene.position);
        roots++;
    }
    game->solver->destroy(solver);
    assert_true(wins > roots / 10 && wins < roots - roots / 10);
}

static void images_are_worth_the_same(void **state)
{
    (void)state;
    struct scene scene;
    static struct symmetry symmetry;
    struct rng rng = {.state = 3};
    from_start(&scene, "rows=5 cols=5");
    const struct konane_board *board = konane_board(&scene.board);
    symmetry.count = 0, symmetry.has = 0;
    konane_symmetry_widen(&symmetry, board, board->cells);
    for (int64_t left = check_scaled(300); left > 0; left--) {
        uint64_t quarter = rng_next(&rng);
        quarter &= rng_next(&rng);
        struct konane_position at = {.stones = quarter & board->cells};
        memcpy(scene.position.bytes, &at, sizeof at);
        bool wins = mover_wins(&scene.board, &scene.position);
        for (int i = 0; i < symmetry.count; i++) {
            struct konane_position image = {.stones = symmetry_image(&symmetry.keep[i], at.stones)};
            memcpy(scene.position.bytes, &image, sizeof image);
            assert_int_equal(mover_wins(&scene.board, &scene.position), wins);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solver_equals_brute_force),
        cmocka_unit_test(several_threads_and_tiny_tables),
        cmocka_unit_test(endgame_equals_brute_force),
        cmocka_unit_test(endgame_remembers_whole_positions),
        cmocka_unit_test(known_values),
        cmocka_unit_test(known_value_with_a_tiny_table),
        cmocka_unit_test(a_full_table_is_seen),
        cmocka_unit_test(stop_ends_it_at_once),
        cmocka_unit_test(limits_end_it),
        cmocka_unit_test(a_budget_leaves_numbers),
        cmocka_unit_test(what_one_has_decided_another_need_not),
        cmocka_unit_test(what_one_has_begun_another_goes_on_with),
        cmocka_unit_test(what_is_no_lesson_is_refused),
        cmocka_unit_test(table_keeps_to_its_bytes),
        cmocka_unit_test(table_never_trades_a_proof_for_a_guess),
        cmocka_unit_test(table_keeps_eight_bits_of_a_number),
        cmocka_unit_test(table_counts_work_that_comes_in_pieces),
        cmocka_unit_test(table_is_whole_among_threads),
        cmocka_unit_test(symmetries_keep_colours),
        cmocka_unit_test(images_below_a_root_are_one),
        cmocka_unit_test(images_are_worth_the_same),
        cmocka_unit_test(images_in_other_colours_are_worth_the_same),
        cmocka_unit_test(solver_equals_brute_force_where_colours_change),
    };
    return cmocka_run_group_tests_name("konane solved", tests, NULL, NULL);
}
