/* A kept proof is accepted, and every way of spoiling it is noticed. */
#include "tests/support/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/rng.h"
#include "games/konane/answering.h"
#include "solve/crew.h"

struct kept {
    struct board board;
    struct position position;
    struct konane_strategy strategy;
    unsigned char *image; /* that of the strategy, to be spoilt */
    struct job job;
    uint64_t nodes; /* of the job, until it was solved */
};

static void put_answer(struct kept *kept, size_t index, struct konane_answer answer)
{
    konane_strategy_put(&answer, kept->image + index * STRATEGY_ANSWER_BYTES);
}

/* What has been found, one behind the other. */
static void keep_answers(struct kept *kept, struct konane_answers *answers)
{
    struct konane_answer answer;
    size_t count = konane_answers_count(answers);
    kept->image = malloc((count + 1) * STRATEGY_ANSWER_BYTES);
    assert_non_null(kept->image);
    for (size_t i = 0; i < count; i++) {
        assert_true(konane_answers_next(answers, &answer));
        put_answer(kept, i, answer);
    }
    assert_false(konane_answers_next(answers, &answer));
    kept->strategy.count = count;
    kept->strategy.image = kept->image;
}

static void find_answers(struct kept *kept, struct prover *prover, int threads)
{
    kept->strategy = (struct konane_strategy){.board = *konane_board(&kept->board),
                                              .root = *konane_position(&kept->position)};
    struct konane_answers *answers = konane_answer_all(prover, &kept->strategy.board, &kept->strategy.root,
                                                       threads, &kept->job, &kept->strategy.winner);
    assert_non_null(answers);
    keep_answers(kept, answers);
    konane_answers_close(answers);
}

static void look_at(struct prover *prover, const char *fen)
{
    struct board board;
    struct position position;
    struct fault fault;
    struct job job = {.node_limit = 1, .deadline = INT64_MAX, .began = clock_now()};
    struct means means = {.bytes = 1 << 24, .threads = 1};
    struct proof proof;
    assert_true(game_parse(&konane_game, &board, &position, fen, &fault));
    assert_true(
        konane_prover_run(prover, konane_board(&board), konane_position(&position), &means, &job, &proof));
}

/* A prover that has decided `fen`, and was at `root` before, for a moment. */
static struct prover *decide(struct kept *kept, const char *root_fen, const char *fen, size_t bytes)
{
    struct fault fault;
    *kept = (struct kept){.job = {.node_limit = UINT64_MAX, .deadline = INT64_MAX}};
    kept->job.began = clock_now();
    assert_true(game_parse(&konane_game, &kept->board, &kept->position, fen, &fault));
    struct prover *prover = konane_prover_create();
    struct means means = {.bytes = bytes, .threads = 1};
    struct proof proof;
    if (root_fen != NULL)
        look_at(prover, root_fen);
    assert_true(konane_prover_run(prover, konane_board(&kept->board), konane_position(&kept->position),
                                  &means, &kept->job, &proof));
    kept->nodes = atomic_load(&kept->job.nodes);
    return prover;
}

static void build_with(struct kept *kept, const char *root_fen, const char *fen, size_t bytes, int threads)
{
    struct prover *prover = decide(kept, root_fen, fen, bytes);
    find_answers(kept, prover, threads);
    konane_prover_destroy(prover);
}

static void build(struct kept *kept, const char *fen, size_t bytes)
{
    build_with(kept, NULL, fen, bytes, 1);
}

static int mirror_cell(const struct konane_board *board, int cell)
{
    return (board->rows - 1 - cell / board->cols) * board->cols + cell % board->cols;
}

static uint64_t mirror(const struct konane_board *board, uint64_t stones)
{
    uint64_t image = 0;
    for (; stones != 0; stones &= stones - 1)
        image |= bits_of(mirror_cell(board, bits_lowest(stones)));
    return image;
}

static int by_stones(const void *one, const void *other)
{
    uint64_t a = konane_strategy_at(&(struct konane_strategy){.count = 1, .image = one}, 0).stones;
    uint64_t b = konane_strategy_at(&(struct konane_strategy){.count = 1, .image = other}, 0).stones;
    return a < b ? -1 : a > b;
}

static enum strategy_flaw check_once(struct kept *kept)
{
    struct konane_check all = {.job = &kept->job, .count = kept->strategy.count};
    enum strategy_flaw flaw = konane_strategy_check_root(&kept->strategy);
    if (flaw == STRATEGY_SOUND)
        flaw = konane_strategy_check_answers(&kept->strategy, 0, kept->strategy.count, &all);
    return flaw;
}

/* With marks in the list, few and many, and without. */
static enum strategy_flaw check(struct kept *kept)
{
    static const size_t marks[] = {1, 7, 1000};
    enum strategy_flaw flaw = check_once(kept);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        konane_strategy_mark(&kept->strategy, marks[i]);
        assert_int_equal(check_once(kept), flaw);
        free(kept->strategy.marks);
        kept->strategy.stride = 0;
        kept->strategy.marks = NULL;
    }
    return flaw;
}

static const char *const corner_6x6 = "2bwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb 1";

static void openings_are_proven(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        enum konane_side winner;
    } openings[] = {
        {"bwbw/wbwb/bwbw/wbwb 1", KONANE_WHITE},
        {"bwbwb/wbwbw/bwbwb/wbwbw/bwbwb 1", KONANE_BLACK},
        {"bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb 1", KONANE_WHITE},
        {"2bwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb 1", KONANE_WHITE},
    };
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        struct kept kept;
        build(&kept, openings[i].fen, 1 << 25);
        assert_int_equal(kept.strategy.winner, openings[i].winner);
        assert_int_equal(check(&kept), STRATEGY_SOUND);
        free(kept.image);
    }
}

static void a_table_that_forgets_is_enough(void **state)
{
    (void)state;
    struct kept kept;
    build(&kept, corner_6x6, 1 << 18);
    assert_int_equal(check(&kept), STRATEGY_SOUND);
    free(kept.image);
}

/* How many answers there are may depend on who came first; each stands once, and none is missing. */
static void any_number_of_threads_will_do(void **state)
{
    (void)state;
    static const int threads[] = {2, 3, 8, CREW_MAX + 1};
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        struct kept kept;
        build_with(&kept, NULL, corner_6x6, 1 << 20, threads[i]);
        assert_int_equal(check(&kept), STRATEGY_SOUND);
        free(kept.image);
    }
}

/* Below a root that is its own mirror image a proof is one of the mirrored position too, once it is mirrored. */
static void an_image_of_a_proof_is_one(void **state)
{
    (void)state;
    struct kept kept;
    build_with(&kept, "bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw 1", "2bwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw 1", 1 << 24,
               1);
    const struct konane_board *board = konane_board(&kept.board);
    struct konane_strategy *strategy = &kept.strategy;
    assert_int_equal(check(&kept), STRATEGY_SOUND);
    for (size_t i = 0; i < strategy->count; i++) {
        struct konane_answer answer = konane_strategy_at(strategy, i);
        answer.stones = mirror(board, answer.stones);
        answer.move = konane_move(mirror_cell(board, konane_move_from((move_t)answer.move)),
                                  mirror_cell(board, konane_move_to((move_t)answer.move)));
        put_answer(&kept, i, answer);
    }
    qsort(kept.image, strategy->count, STRATEGY_ANSWER_BYTES, by_stones);
    strategy->root.stones = mirror(board, strategy->root.stones);
    assert_int_equal(check(&kept), STRATEGY_SOUND);
    free(kept.image);
}

static void a_missing_answer_is_noticed(void **state)
{
    (void)state;
    struct kept kept;
    build(&kept, corner_6x6, 1 << 24);
    struct konane_strategy *strategy = &kept.strategy;
    struct rng rng = {.state = 11};
    for (int i = 0; i < 20; i++) {
        size_t gone = rng_below(&rng, strategy->count);
        unsigned char *hole = kept.image + gone * STRATEGY_ANSWER_BYTES;
        struct konane_answer saved = konane_strategy_at(strategy, gone);
        size_t behind = (strategy->count - gone - 1) * STRATEGY_ANSWER_BYTES;
        memmove(hole, hole + STRATEGY_ANSWER_BYTES, behind);
        strategy->count--;
        assert_int_equal(check(&kept), STRATEGY_OPEN);
        memmove(hole + STRATEGY_ANSWER_BYTES, hole, behind);
        put_answer(&kept, gone, saved);
        strategy->count++;
    }
    assert_int_equal(check(&kept), STRATEGY_SOUND);
    free(kept.image);
}

static void bad_answers_are_noticed(void **state)
{
    (void)state;
    struct kept kept;
    build(&kept, corner_6x6, 1 << 24);
    size_t middle = kept.strategy.count / 2;
    struct konane_answer saved = konane_strategy_at(&kept.strategy, middle);
    struct konane_answer next = konane_strategy_at(&kept.strategy, middle + 1);
    put_answer(&kept, middle, (struct konane_answer){.stones = saved.stones, .move = 0});
    assert_int_equal(check(&kept), STRATEGY_ILLEGAL);
    put_answer(&kept, middle, (struct konane_answer){.stones = saved.stones, .move = UINT64_MAX});
    assert_int_equal(check(&kept), STRATEGY_ILLEGAL);
    put_answer(&kept, middle, (struct konane_answer){.stones = next.stones, .move = saved.move});
    assert_int_not_equal(check(&kept), STRATEGY_SOUND);
    put_answer(&kept, middle, next);
    put_answer(&kept, middle + 1, saved);
    assert_int_not_equal(check(&kept), STRATEGY_SOUND);
    free(kept.image);
}

static void the_wrong_winner_is_noticed(void **state)
{
    (void)state;
    struct kept kept;
    build(&kept, "bwbwb/wbwbw/bwbwb/wbwbw/bwbwb 1", 1 << 22);
    kept.strategy.winner = KONANE_WHITE; /* the wrong side altogether */
    assert_int_not_equal(check(&kept), STRATEGY_SOUND);
    free(kept.image);
    struct konane_strategy nothing = {.board = kept.strategy.board, .root = kept.strategy.root};
    assert_int_equal(konane_strategy_check_root(&nothing), STRATEGY_OPEN);
}

static void answers_survive_a_file(void **state)
{
    (void)state;
    struct rng rng = {.state = 5};
    for (int i = 0; i < 1000; i++) {
        struct konane_answer answer = {.stones = rng_next(&rng), .move = rng_below(&rng, MOVE_NONE)};
        unsigned char bytes[STRATEGY_ANSWER_BYTES];
        konane_strategy_put(&answer, bytes);
        struct konane_answer read =
            konane_strategy_at(&(struct konane_strategy){.count = 1, .image = bytes}, 0);
        assert_true(read.stones == answer.stones && read.move == answer.move);
    }
}

/* Black takes the last jump: nobody has to be asked, and the list is empty. */
static void a_win_in_one_needs_no_prover(void **state)
{
    (void)state;
    struct kept kept = {.job = {.node_limit = UINT64_MAX, .deadline = INT64_MAX}};
    struct fault fault;
    assert_true(game_parse(&konane_game, &kept.board, &kept.position, "bw1/3/3 1", &fault));
    struct prover *prover = konane_prover_create();
    find_answers(&kept, prover, 1);
    konane_prover_destroy(prover);
    assert_int_equal(kept.strategy.winner, KONANE_BLACK);
    assert_int_equal(kept.strategy.count, 0);
    assert_int_equal(check(&kept), STRATEGY_SOUND);
    free(kept.image);
}

/* Endgames stand in no table, so the answers to them are searched again; those of one endgame lie beside each other: a
 * sixth of the proof's nodes with what it remembers, a quarter without. */
static void what_is_searched_again_is_remembered(void **state)
{
    (void)state;
    struct kept kept;
    build(&kept, corner_6x6, 1 << 24);
    assert_true(atomic_load(&kept.job.nodes) - kept.nodes < kept.nodes / 5);
    free(kept.image);
}

static void stop_ends_both(void **state)
{
    (void)state;
    struct kept kept;
    struct prover *prover = decide(&kept, NULL, corner_6x6, 1 << 24);
    atomic_store(&kept.job.stop, true);
    enum konane_side winner;
    assert_null(konane_answer_all(prover, konane_board(&kept.board), konane_position(&kept.position), 2,
                                  &kept.job, &winner));
    atomic_store(&kept.job.stop, false);
    find_answers(&kept, prover, 2);
    konane_prover_destroy(prover);
    atomic_store(&kept.job.stop, true);
    assert_int_equal(check(&kept), STRATEGY_STOPPED);
    free(kept.image);
}

/* Notes of how far it is: none goes back, and none is above 100. */
struct heard {
    double percent;
    int count;
};

static void hear_percent(void *context, const char *text)
{
    struct heard *heard = context;
    double percent = -1;
    assert_int_equal(sscanf(text, "proof %lf percent", &percent), 1);
    assert_true(percent >= heard->percent && percent <= 100);
    heard->percent = percent;
    heard->count++;
}

/* As if it had begun so long ago that it is time for a word about it. */
static void say_how_far(struct kept *kept, struct heard *heard)
{
    *heard = (struct heard){0};
    kept->job.context = heard;
    kept->job.note = hear_percent;
    kept->job.began = clock_now() - INT64_C(3600) * 1000000;
}

static void who_waits_hears_how_far_it_is(void **state)
{
    (void)state;
    struct kept kept;
    struct heard heard;
    struct prover *prover = decide(&kept, NULL, corner_6x6, 1 << 24);
    say_how_far(&kept, &heard);
    find_answers(&kept, prover, 2);
    assert_true(heard.count >= 1);
    konane_prover_destroy(prover);
    say_how_far(&kept, &heard);
    assert_int_equal(check(&kept), STRATEGY_SOUND);
    assert_true(heard.count >= 1);
    free(kept.image);
}

static void nothing_is_known_before_the_first_run(void **state)
{
    (void)state;
    struct board board;
    struct position position;
    struct words words;
    struct fault fault;
    const char *start = "rows=4 cols=4";
    assert_true(words_split(start, strlen(start), &words));
    assert_true(konane_game.start(&board, &position, &words, &fault));
    struct prover *prover = konane_prover_create();
    struct proof proof;
    uint64_t work;
    assert_non_null(prover);
    assert_false(konane_prover_know(prover, (const struct konane_position *)position.bytes, &proof, &work));
    konane_prover_destroy(prover);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_before_the_first_run),
        cmocka_unit_test(openings_are_proven),
        cmocka_unit_test(any_number_of_threads_will_do),
        cmocka_unit_test(a_table_that_forgets_is_enough),
        cmocka_unit_test(an_image_of_a_proof_is_one),
        cmocka_unit_test(a_missing_answer_is_noticed),
        cmocka_unit_test(bad_answers_are_noticed),
        cmocka_unit_test(the_wrong_winner_is_noticed),
        cmocka_unit_test(answers_survive_a_file),
        cmocka_unit_test(a_win_in_one_needs_no_prover),
        cmocka_unit_test(stop_ends_both),
        cmocka_unit_test(what_is_searched_again_is_remembered),
        cmocka_unit_test(who_waits_hears_how_far_it_is),
    };
    return cmocka_run_group_tests_name("konane strategy", tests, NULL, NULL);
}
