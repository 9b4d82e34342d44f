/* Fits the weights of Konane's patterns and writes src/games/konane/pattern_weights.h to stdout; test figures
 * go to stderr.
 *
 * The positions are such as the prover has to guess about: the table of a proof under way is opened at a random
 * place, and a random move made from there that leads out of it. Each is then solved by the same prover, if that
 * takes no more than LABEL_NODES. The roots are openings and random play; a tenth of them is kept for the test.
 * The first round guesses by nothing, each later one by the weights of the round before. Same seed, same weights. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/rng.h"
#include "games/konane/prover.h"

enum {
    ROUNDS = 3,
    EPOCHS = 7,
    TEST_EVERY = 10, /* of so many roots one is for the test */
    LABEL_NODES = 100000,
    TABLE_BYTES = 1 << 26,
    TRIES_PER_SAMPLE = 20,
    FEATURES = PATTERN_SQUARES + PATTERN_CROSSES + 1,
    TEMPO = FEATURES - 1
};

/* Where samples come from. */
static const struct source {
    const char *flags;
    int stones; /* random play goes on until so many are left; 0: the position after the two removals */
    int roots;
    int samples;    /* of each root */
    uint64_t nodes; /* to prepare each root's table */
} sources[] = {
    {"rows=8 cols=8", 36, 60, 100, 300000},  {"rows=8 cols=8", 40, 120, 200, 1000000},
    {"rows=8 cols=8", 44, 50, 200, 2000000}, {"rows=8 cols=8", 0, 6, 200, 3000000},
    {"rows=6 cols=7", 0, 8, 500, 4000000},   {"rows=5 cols=8", 0, 8, 500, 4000000},
    {"rows=7 cols=7", 0, 8, 600, 10000000},  {"rows=6 cols=8", 0, 8, 600, 10000000},
    {"rows=5 cols=9", 0, 8, 500, 5000000},   {"rows=4 cols=10", 0, 8, 300, 3000000},
    {"rows=3 cols=15", 0, 8, 200, 3000000},
};

struct sample {
    uint16_t feature[PATTERN_SHAPES * KONANE_CELLS_MAX];
    int8_t sign[KONANE_CELLS_MAX];
    int cells;
    bool won;
    bool is_test;
};

struct fit {
    struct rng rng;
    uint16_t class_of[PATTERN_SHAPES][PATTERN_CODES];
    struct konane_weights rounded;
    double weight[FEATURES];
    double squares[FEATURES]; /* of gradients so far */
    struct sample *samples;
    int count, room;
    int undecided;
};

static void *must(void *memory)
{
    if (memory == NULL) {
        fputs("konane_patterns: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

/* -- samples -- */

static void add_sample(struct fit *fit, const struct konane_board *board,
                       const struct konane_position *position, bool won, bool is_test)
{
    if (fit->count == fit->room) {
        fit->room = fit->room > 0 ? 2 * fit->room : 1 << 12;
        fit->samples = must(realloc(fit->samples, (size_t)fit->room * sizeof *fit->samples));
    }
    struct sample *sample = &fit->samples[fit->count++];
    *sample = (struct sample){.cells = board->rows * board->cols, .won = won, .is_test = is_test};
    for (int cell = 0; cell < sample->cells; cell++) {
        bool black = (board->black >> cell & 1) != 0;
        sample->sign[cell] = black == (position->side == KONANE_BLACK) ? 1 : -1;
        for (int shape = 0; shape < PATTERN_SHAPES; shape++) {
            uint16_t digit[KONANE_CELLS_MAX];
            int code = 0;
            konane_pattern_digits(board, (enum pattern_shape)shape, cell, digit);
            for (int at = 0; at < sample->cells; at++)
                code += digit[at] * (1 + (int)(position->stones >> at & 1));
            sample->feature[PATTERN_SHAPES * cell + shape] =
                (uint16_t)(fit->class_of[shape][code] + (shape == PATTERN_CROSS ? PATTERN_SQUARES : 0));
        }
    }
}

struct root {
    struct board board;
    struct position position;
    struct prover *prover;
    struct job job;
    bool is_test;
};

static struct proof run(struct root *root, const struct konane_position *position, uint64_t nodes)
{
    struct means means = {.bytes = TABLE_BYTES, .threads = 1};
    struct proof proof;
    root->job = (struct job){.node_limit = nodes, .deadline = INT64_MAX, .began = clock_now()};
    if (!konane_prover_run(root->prover, konane_board(&root->board), position, &means, &root->job, &proof))
        must(NULL);
    return proof;
}

/* A position that the prover would guess about. */
static bool draw(struct fit *fit, const struct root *root, struct konane_position *position)
{
    const struct proof_table *table = konane_prover_table(root->prover);
    const struct konane_board *board = konane_board(&root->board);
    struct proof proof;
    uint64_t work;
    unsigned side;
    uint64_t places = konane_proof_table_places(table);
    while (
        !konane_proof_table_at(table, rng_below(&fit->rng, places), &position->stones, &side, &proof, &work))
        ;
    position->side = side;
    if (konane_phase(board, position) != KONANE_JUMPS)
        return false;
    struct move_list list;
    konane_list(board, position, (enum konane_side)side, &list);
    if (list.count == 0)
        return false;
    konane_play(board, position, list.at[rng_below(&fit->rng, (uint64_t)list.count)]);
    return konane_count(board, position, (enum konane_side)position->side) > 0 &&
           (!konane_prover_know(root->prover, position, &proof, &work) || work == 0);
}

static void sample_root(struct fit *fit, struct root *root, const struct source *source)
{
    run(root, konane_position(&root->position), source->nodes);
    int wanted = source->samples;
    for (int tries = TRIES_PER_SAMPLE * wanted; tries > 0 && wanted > 0; tries--) {
        struct konane_position position;
        if (!draw(fit, root, &position))
            continue;
        struct proof proof = run(root, &position, LABEL_NODES);
        wanted--;
        if (proof_is_final(proof))
            add_sample(fit, konane_board(&root->board), &position, proof_is_won(proof), root->is_test);
        else
            fit->undecided++;
    }
}

/* -- roots -- */

static int stones_of(const struct root *root)
{
    return bits_count(konane_position(&root->position)->stones);
}

/* False: the game ended or jumped past the goal. */
static bool play(struct fit *fit, struct root *root, int stones)
{
    while (stones_of(root) > stones) {
        struct move_list list;
        const struct konane_board *board = konane_board(&root->board);
        struct konane_position position = *konane_position(&root->position);
        konane_list(board, &position, (enum konane_side)position.side, &list);
        if (list.count == 0)
            return false;
        konane_play(board, &position, list.at[rng_below(&fit->rng, (uint64_t)list.count)]);
        memcpy(root->position.bytes, &position, sizeof position);
    }
    const struct konane_position *position = konane_position(&root->position);
    return stones_of(root) == stones &&
           konane_count(konane_board(&root->board), position, (enum konane_side)position->side) > 0;
}

static void make_root(struct fit *fit, struct root *root, const struct source *source)
{
    struct words words;
    struct fault fault;
    words_split(source->flags, strlen(source->flags), &words);
    do {
        if (!konane_start(&root->board, &root->position, &words, &fault))
            exit(1);
    } while (!play(fit, root, source->stones > 0 ? source->stones : stones_of(root) - 2));
}

static void sample_source(struct fit *fit, const struct source *source)
{
    int before = fit->count;
    int64_t began = clock_cpu();
    for (int i = 0; i < source->roots; i++) {
        struct root root = {.is_test = i % TEST_EVERY == TEST_EVERY - 1,
                            .prover = must(konane_prover_create_with(&fit->rounded))};
        make_root(fit, &root, source);
        sample_root(fit, &root, source);
        konane_prover_destroy(root.prover);
    }
    fprintf(stderr, "%s, %2d stones: %d roots, %d positions, %d undecided so far, %.0f s\n", source->flags,
            source->stones, source->roots, fit->count - before, fit->undecided,
            (double)(clock_cpu() - began) / 1e6);
}

/* -- regression -- */

/* Of the cell that the feature belongs to: features of one cell stand together. */
static double sign_of(const struct sample *sample, int feature)
{
    int cell = feature / PATTERN_SHAPES;
    return sample->sign[cell];
}

static double value_of(const struct fit *fit, const struct sample *sample)
{
    double value = fit->weight[TEMPO];
    for (int i = 0; i < PATTERN_SHAPES * sample->cells; i++)
        value += sign_of(sample, i) * fit->weight[sample->feature[i]];
    return value;
}

static void step(struct fit *fit, int feature, double gradient)
{
    const double rate = 0.1;
    fit->squares[feature] += gradient * gradient;
    fit->weight[feature] -= rate * gradient / sqrt(fit->squares[feature] + 1e-8);
}

static void learn(struct fit *fit, const struct sample *sample)
{
    double error = 1 / (1 + exp(-value_of(fit, sample))) - sample->won;
    step(fit, TEMPO, error);
    for (int i = 0; i < PATTERN_SHAPES * sample->cells; i++)
        step(fit, sample->feature[i], error * sign_of(sample, i));
}

static void tell(const struct fit *fit, bool is_test)
{
    double loss = 0;
    int right = 0;
    int count = 0;
    for (int i = 0; i < fit->count; i++) {
        const struct sample *sample = &fit->samples[i];
        if (sample->is_test != is_test)
            continue;
        double value = value_of(fit, sample);
        loss += log1p(exp(sample->won ? -value : value));
        right += (value > 0) == sample->won;
        count++;
    }
    if (count > 0)
        fprintf(stderr, "%s: %d positions, logloss %.3f, %.1f %% right\n", is_test ? "test" : "fit", count,
                loss / count, 100.0 * right / count);
}

static void shuffle(struct fit *fit)
{
    for (int i = fit->count; i > 1; i--) {
        int other = (int)rng_below(&fit->rng, (uint64_t)i);
        struct sample held = fit->samples[i - 1];
        fit->samples[i - 1] = fit->samples[other];
        fit->samples[other] = held;
    }
}

static int16_t rounded(double weight)
{
    double units = round(weight * PATTERN_UNIT);
    return (int16_t)(units < -8191 ? -8191 : units > 8191 ? 8191 : units);
}

static void regress(struct fit *fit)
{
    memset(fit->weight, 0, sizeof fit->weight);
    memset(fit->squares, 0, sizeof fit->squares);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        shuffle(fit);
        for (int i = 0; i < fit->count; i++)
            if (!fit->samples[i].is_test)
                learn(fit, &fit->samples[i]);
    }
    tell(fit, false);
    tell(fit, true);
    fit->rounded.tempo = rounded(fit->weight[TEMPO]);
    for (int i = 0; i < PATTERN_SQUARES; i++)
        fit->rounded.square[i] = rounded(fit->weight[i]);
    for (int i = 0; i < PATTERN_CROSSES; i++)
        fit->rounded.cross[i] = rounded(fit->weight[PATTERN_SQUARES + i]);
}

/* -- the header -- */

static void print_weights(const int16_t *weight, int count)
{
    enum { A_LINE = 20 };
    for (int i = 0; i < count; i++)
        printf("%s%d,%s", i % A_LINE == 0 ? "        " : " ", weight[i],
               i % A_LINE == A_LINE - 1 || i + 1 == count ? "\n" : "");
}

static void print_header(const struct fit *fit, uint64_t seed)
{
    printf("/* Generated by `make konane-patterns SEED=%llu`: see tests/fit/konane_patterns.c. */\n"
           "/* clang-format off */\n"
           "const struct konane_weights konane_weights = {\n"
           "    .tempo = %d,\n"
           "    .square = {\n",
           (unsigned long long)seed, fit->rounded.tempo);
    print_weights(fit->rounded.square, PATTERN_SQUARES);
    printf("    },\n    .cross = {\n");
    print_weights(fit->rounded.cross, PATTERN_CROSSES);
    printf("    },\n};\n/* clang-format on */\n");
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    struct fit *fit = must(calloc(1, sizeof *fit));
    fit->rng.state = seed;
    for (int shape = 0; shape < PATTERN_SHAPES; shape++)
        konane_pattern_classes((enum pattern_shape)shape, fit->class_of[shape]);
    for (int round = 0; round < ROUNDS; round++) {
        fit->count = fit->undecided = 0;
        for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
            sample_source(fit, &sources[i]);
        regress(fit);
    }
    print_header(fit, seed);
    free(fit->samples);
    free(fit);
    return 0;
}
