/* The patterns of Konane's guess against a plain reading of their definition. */
#include "tests/support/check.h"

#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/rng.h"
#include "games/konane/guess.h"
#include "games/konane/windows.h"

struct scene {
    struct board board;
    struct position position;
};

static void from_start(struct scene *scene, const char *flags)
{
    struct words words;
    struct fault fault;
    assert_true(words_split(flags, strlen(flags), &words));
    assert_true(konane_start(&scene->board, &scene->position, &words, &fault));
}

static const char *const boards[] = {"rows=8 cols=8", "rows=5 cols=7",  "rows=1 cols=9", "rows=2 cols=26",
                                     "rows=4 cols=4", "rows=3 cols=21", "rows=7 cols=9"};
enum { BOARDS = sizeof boards / sizeof boards[0] };

/* -- a second reading: a pattern is the smallest of the words that its eight images spell -- */

enum { NAIVE_CELLS = 9 };

static const int square_steps[NAIVE_CELLS][2] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 0},
                                                 {0, 1},   {1, -1}, {1, 0},  {1, 1}};
static const int cross_steps[NAIVE_CELLS][2] = {{-2, 0}, {-1, 0}, {0, -2}, {0, -1}, {0, 0},
                                                {0, 1},  {0, 2},  {1, 0},  {2, 0}};

static int state_at(const struct konane_board *board, uint64_t stones, int row, int col)
{
    if (row < 0 || row >= board->rows || col < 0 || col >= board->cols)
        return 0;
    return (stones >> (row * board->cols + col) & 1) != 0 ? 2 : 1;
}

static int naive_code(const struct konane_board *board, const int steps[NAIVE_CELLS][2], uint64_t stones,
                      int cell, int image)
{
    int code = 0;
    for (int i = NAIVE_CELLS - 1; i >= 0; i--) {
        int row = image % 2 == 0 ? steps[i][0] : -steps[i][0];
        int col = image / 2 % 2 == 0 ? steps[i][1] : -steps[i][1];
        int swapped = image / 4;
        code = 3 * code + state_at(board, stones, cell / board->cols + (swapped ? col : row),
                                   cell % board->cols + (swapped ? row : col));
    }
    return code;
}

static int smallest_code(const struct konane_board *board, const int steps[NAIVE_CELLS][2], uint64_t stones,
                         int cell)
{
    int smallest = naive_code(board, steps, stones, cell, 0);
    for (int image = 1; image < 8; image++) {
        int code = naive_code(board, steps, stones, cell, image);
        smallest = code < smallest ? code : smallest;
    }
    return smallest;
}

/* The weight of a pattern whose smallest code is given: as many classes come before it as codes that are the
 * smallest of theirs, which the function under test may say. */
static int naive_value(const struct konane_board *board, const struct konane_weights *weights,
                       uint16_t class_of[PATTERN_SHAPES][PATTERN_CODES], uint64_t stones,
                       enum konane_side side)
{
    int value = weights->tempo;
    for (int cell = 0; cell < board->rows * board->cols; cell++) {
        int square = class_of[PATTERN_SQUARE][smallest_code(board, square_steps, stones, cell)];
        int cross = class_of[PATTERN_CROSS][smallest_code(board, cross_steps, stones, cell)];
        bool own = ((board->black >> cell & 1) != 0) == (side == KONANE_BLACK);
        value += (own ? 1 : -1) * (weights->square[square] + weights->cross[cross]);
    }
    return value;
}

/* Three of eight cells. */
static uint64_t stones_at_random(struct rng *rng)
{
    uint64_t some = rng_next(rng);
    uint64_t others = rng_next(rng);
    return rng_next(rng) & (some | others);
}

static void values_equal_the_definition(void **state)
{
    (void)state;
    struct rng rng = {.state = 14};
    struct pattern *pattern = calloc(1, sizeof *pattern);
    struct konane_weights *weights = calloc(1, sizeof *weights);
    static uint16_t class_of[PATTERN_SHAPES][PATTERN_CODES];
    konane_pattern_classes(PATTERN_SQUARE, class_of[PATTERN_SQUARE]);
    konane_pattern_classes(PATTERN_CROSS, class_of[PATTERN_CROSS]);
    weights->tempo = 77;
    for (int i = 0; i < PATTERN_SQUARES; i++)
        weights->square[i] = (int16_t)(rng_below(&rng, 4001) - 2000);
    for (int i = 0; i < PATTERN_CROSSES; i++)
        weights->cross[i] = (int16_t)(rng_below(&rng, 4001) - 2000);
    for (int i = 0; i < BOARDS; i++) {
        struct scene scene;
        from_start(&scene, boards[i]);
        const struct konane_board *board = konane_board(&scene.board);
        konane_pattern_init(pattern, board, weights);
        for (int64_t left = check_scaled(300); left > 0; left--) {
            uint64_t stones = stones_at_random(&rng) & board->cells;
            enum konane_side side = rng_below(&rng, 2) == 0 ? KONANE_BLACK : KONANE_WHITE;
            assert_int_equal(konane_pattern_value(pattern, stones, side),
                             naive_value(board, weights, class_of, stones, side));
        }
    }
    free(weights);
    free(pattern);
}

/* The weights that ship, laid out for windows, are those of the definition, whatever the board. */
static void windows_equal_the_definition(void **state)
{
    (void)state;
    struct rng rng = {.state = 16};
    static uint16_t class_of[PATTERN_SHAPES][PATTERN_CODES];
    konane_pattern_classes(PATTERN_SQUARE, class_of[PATTERN_SQUARE]);
    konane_pattern_classes(PATTERN_CROSS, class_of[PATTERN_CROSS]);
    for (int i = 0; i < BOARDS; i++) {
        struct scene scene;
        from_start(&scene, boards[i]);
        const struct konane_board *board = konane_board(&scene.board);
        for (int64_t left = check_scaled(300); left > 0; left--) {
            uint64_t stones = stones_at_random(&rng) & board->cells;
            enum konane_side side = rng_below(&rng, 2) == 0 ? KONANE_BLACK : KONANE_WHITE;
            struct konane_outlook outlook = konane_windows_outlook(board, stones, side);
            assert_int_equal(konane_weights.tempo + outlook.squares + outlook.crosses,
                             naive_value(board, &konane_weights, class_of, stones, side));
        }
    }
}

static void classes_are_numbered_by_their_smallest_code(void **state)
{
    (void)state;
    static uint16_t class_of[PATTERN_CODES];
    int counts[PATTERN_SHAPES] = {PATTERN_SQUARES, PATTERN_CROSSES};
    for (int shape = 0; shape < PATTERN_SHAPES; shape++) {
        assert_int_equal(konane_pattern_classes((enum pattern_shape)shape, class_of), counts[shape]);
        int next = 0;
        for (int code = 0; code < PATTERN_CODES; code++) {
            assert_true(class_of[code] <= next);
            next += class_of[code] == next;
        }
        assert_int_equal(next, counts[shape]);
    }
}

/* With as many stones and moves: the better the chances, the less is missing for a win and the more for a loss. With more
 * moves it is more for both. */
static void a_guess_follows_the_chances(void **state)
{
    (void)state;
    struct rng rng = {.state = 15};
    struct konane_guess *guess = calloc(1, sizeof *guess);
    struct scene scene;
    from_start(&scene, "rows=8 cols=8");
    const struct konane_board *board = konane_board(&scene.board);
    konane_guess_init(guess, board, &konane_weights);
    for (int64_t left = check_scaled(1000); left > 0; left--) {
        uint64_t stones = stones_at_random(&rng) & board->cells;
        uint64_t turn = 1 + rng_below(&rng, 63);
        uint64_t others = stones << turn | stones >> (64 - turn);
        int better = konane_pattern_value(&guess->pattern, stones, KONANE_BLACK) -
                     konane_pattern_value(&guess->pattern, others, KONANE_BLACK);
        struct proof here = konane_guess(guess, stones, KONANE_BLACK, 20);
        struct proof there = konane_guess(guess, others, KONANE_BLACK, 20);
        struct proof more = konane_guess(guess, stones, KONANE_BLACK, 40);
        assert_true(better > 0 ? here.phi <= there.phi && here.delta >= there.delta
                               : here.phi >= there.phi && here.delta <= there.delta);
        assert_true(more.phi >= here.phi && more.delta >= here.delta);
    }
    free(guess);
}

/* What is missing for both together does not depend on the chances, and grows with the stones. */
static void a_guess_grows_with_the_stones(void **state)
{
    (void)state;
    struct rng rng = {.state = 16};
    struct konane_guess *guess = calloc(1, sizeof *guess);
    struct scene scene;
    from_start(&scene, "rows=8 cols=8");
    konane_guess_init(guess, konane_board(&scene.board), &konane_weights);
    double least[KONANE_CELLS_MAX + 1];
    double most[KONANE_CELLS_MAX + 1] = {0};
    for (int count = 0; count <= KONANE_CELLS_MAX; count++)
        least[count] = INFINITY;
    for (int64_t left = check_scaled(1000); left > 0; left--) {
        uint64_t stones = stones_at_random(&rng);
        struct proof proof = konane_guess(guess, stones, KONANE_BLACK, 400);
        double both = (double)proof.phi * proof.delta;
        int count = bits_count(stones);
        least[count] = both < least[count] ? both : least[count];
        most[count] = both > most[count] ? both : most[count];
    }
    for (int count = 0; count + 8 <= KONANE_CELLS_MAX; count++)
        assert_true(most[count] < least[count + 8]);
    free(guess);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_equal_the_definition),
        cmocka_unit_test(windows_equal_the_definition),
        cmocka_unit_test(classes_are_numbered_by_their_smallest_code),
        cmocka_unit_test(a_guess_follows_the_chances),
        cmocka_unit_test(a_guess_grows_with_the_stones),
    };
    return cmocka_run_group_tests_name("konane patterns", tests, NULL, NULL);
}
