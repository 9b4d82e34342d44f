/* Fits the order in which Hand's prover tries moves:  hand_order <deals> <seed> >order_weights.h
 *
 * Deals are played by random moves until CARDS_FIRST cards lie, then who wins is searched as the prover does. At some
 * nodes on the way every move is looked into: does it win, and after how many nodes? Nodes where some do and some do
 * not are the samples. A move is worth a weight for what it does to its house (cards lying, standing, cards captured)
 * and one for the replies that it leaves; the weights make winning moves that are soon proven likely, as softmax has
 * it. The first round orders moves by a rule of thumb, the second by what the first has learnt. Figures of samples held
 * back go to stderr. The same seed gives the same weights. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "games/hand/proof.h"

#include "games/hand/proof_options.h"

enum { CARDS_FIRST = 22, CARDS_LEAST = 4, ROUNDS = 2, EPOCHS = 12, HELD_OF = 8, ONE = 1000 };

static const float rate_first = 0.05F;
static const float decay = 0.0005F;
static const float cost_weight = 0.7F; /* how much more a winning move counts that is proven sooner */

struct weights {
    float step[LEFT_MAX + 1][NIBBLES][LEFT_MAX];
    float replies[OPTIONS_MAX + 1];
};

struct choice {
    uint8_t left, standing, captured, replies;
    bool wins;
    float nodes;
};

struct sample {
    int count;
    struct choice at[OPTIONS_MAX];
};

struct study {
    struct rng rng;
    struct weights weights;
    struct hand_deal deal;
    struct sample *sample;
    int count, room;
    bool is_inside; /* a sample: no other is taken */
    uint64_t nodes;
};

static float *weight_of(struct weights *weights, const struct choice *choice)
{
    return &weights->step[choice->left][choice->standing][choice->captured - 1];
}

static float worth(struct weights *weights, const struct choice *choice)
{
    return *weight_of(weights, choice) + weights->replies[choice->replies];
}

/* -- samples -- */

static struct choice choice_of(const struct hand_deal *deal, struct hand_node node, uint32_t option)
{
    struct hand_node next = hand_node_after(deal, node, option);
    int cell = hand_option_cell(option);
    return (struct choice){.left = node.left >> deal->shift[cell] & 15,
                           .standing = node.lead >> deal->shift[cell] & 15,
                           .captured = (uint8_t)hand_option_captured(option),
                           .replies = (uint8_t)bits_count(deal->cross[cell] & hand_node_cells(next))};
}

static int cell_compare(const void *a, const void *b)
{
    return hand_option_cell(*(const uint32_t *)a) - hand_option_cell(*(const uint32_t *)b);
}

/* Best first by the weights of the study; whatever order they come in does not matter. */
static void order(struct study *study, struct hand_node node, struct hand_options *options)
{
    float value[OPTIONS_MAX];
    qsort(options->at, (size_t)options->count, sizeof *options->at, cell_compare);
    for (int k = 0; k < options->count; k++) {
        uint32_t option = options->at[k];
        struct choice choice = choice_of(&study->deal, node, option);
        float its = worth(&study->weights, &choice);
        int i = k;
        for (; i > 0 && value[i - 1] < its; i--) {
            options->at[i] = options->at[i - 1];
            value[i] = value[i - 1];
        }
        options->at[i] = option;
        value[i] = its;
    }
}

static struct sample *sample_new(struct study *study)
{
    if (study->count == study->room) {
        study->room = study->room == 0 ? 1 << 14 : 2 * study->room;
        study->sample = realloc(study->sample, (size_t)study->room * sizeof *study->sample);
        if (study->sample == NULL) {
            fputs("hand_order: out of memory\n", stderr);
            exit(1);
        }
    }
    return &study->sample[study->count++];
}

static bool wins(struct study *study, struct hand_node node);

static bool look_into(struct study *study, struct hand_node node, const struct hand_options *options)
{
    struct sample sample = {.count = options->count};
    int won = 0;
    study->is_inside = true;
    for (int i = 0; i < options->count; i++) {
        uint64_t before = study->nodes;
        sample.at[i] = choice_of(&study->deal, node, options->at[i]);
        sample.at[i].wins = !wins(study, hand_node_after(&study->deal, node, options->at[i]));
        sample.at[i].nodes = (float)(study->nodes - before);
        won += sample.at[i].wins;
    }
    study->is_inside = false;
    if (won > 0 && won < options->count)
        *sample_new(study) = sample;
    return won > 0;
}

/* Of nodes with a card fewer there are about 1.6 times as many. */
static bool is_taken(struct study *study, int cards)
{
    return cards >= CARDS_LEAST && !study->is_inside &&
           rng_below(&study->rng, UINT64_C(4) << (CARDS_FIRST - cards) / 2) == 0;
}

static bool wins(struct study *study, struct hand_node node)
{
    struct hand_options options;
    study->nodes++;
    hand_options_gather(&study->deal, node, &options);
    if (options.count <= 0)
        return options.count == HAND_OPTIONS_WIN;
    order(study, node, &options);
    if (options.count > 1 && is_taken(study, bits_count(hand_node_cells(node))))
        return look_into(study, node, &options);
    for (int i = 0; i < options.count; i++)
        if (!wins(study, hand_node_after(&study->deal, node, options.at[i])))
            return true;
    return false;
}

static void study_deal(struct study *study, uint64_t seed)
{
    struct words words;
    struct fault fault;
    struct board board;
    struct position position;
    struct move_list list;
    char flags[64];
    int decided;
    int length = snprintf(flags, sizeof flags, "deal=uniform seed=%" PRIu64, seed);
    if (!words_split(flags, (size_t)length, &words) || !hand_game.start(&board, &position, &words, &fault))
        return;
    while (bits_count(hand_reachable(hand_position(&position))) > CARDS_FIRST) {
        hand_game.moves(&board, &position, &list);
        hand_game.apply(&board, &position, list.at[rng_below(&study->rng, (uint64_t)list.count)]);
    }
    hand_deal_prepare(&study->deal, hand_board(&board), hand_position(&position));
    struct hand_node node = hand_node_from(&study->deal, hand_position(&position), GOAL_WIN, &decided);
    if (decided == 0)
        wins(study, node);
}

/* -- the fit -- */

/* The rule of thumb: capture much, leave little. */
static void begin(struct weights *weights)
{
    for (int left = 0; left <= LEFT_MAX; left++)
        for (int standing = 0; standing < NIBBLES; standing++)
            for (int captured = 1; captured <= LEFT_MAX; captured++)
                weights->step[left][standing][captured - 1] = (float)captured;
    for (int replies = 0; replies <= OPTIONS_MAX; replies++)
        weights->replies[replies] = -0.35F * (float)replies;
}

static void learn_sample(struct weights *weights, const struct sample *sample, float rate)
{
    float share[OPTIONS_MAX], goal[OPTIONS_MAX], most = -1e9F, shares = 0, goals = 0;
    for (int i = 0; i < sample->count; i++) {
        share[i] = worth(weights, &sample->at[i]);
        most = share[i] > most ? share[i] : most;
    }
    for (int i = 0; i < sample->count; i++) {
        share[i] = expf(share[i] - most);
        goal[i] = sample->at[i].wins ? share[i] * powf(sample->at[i].nodes, -cost_weight) : 0;
        shares += share[i];
        goals += goal[i];
    }
    for (int i = 0; i < sample->count; i++) {
        float error = goal[i] / goals - share[i] / shares;
        float *step = weight_of(weights, &sample->at[i]);
        float *replies = &weights->replies[sample->at[i].replies];
        *step += rate * (error - decay * *step);
        *replies += rate * (error - decay * *replies);
    }
}

/* How often the first move wins, and the mean of the logarithm of the nodes until one does. */
static void tell(struct study *study, const char *name)
{
    int first = 0, held = 0;
    double spent = 0, least = 0;
    for (int k = 0; k < study->count; k += HELD_OF, held++) {
        const struct sample *sample = &study->sample[k];
        bool is_tried[OPTIONS_MAX] = {false};
        double nodes = 0, cheapest = INFINITY;
        for (int tried = 0;; tried++) {
            int best = -1;
            for (int i = 0; i < sample->count; i++)
                if (!is_tried[i] && (best < 0 || worth(&study->weights, &sample->at[i]) >
                                                     worth(&study->weights, &sample->at[best])))
                    best = i;
            assert(best >= 0); /* one is left */
            is_tried[best] = true;
            nodes += sample->at[best].nodes;
            if (sample->at[best].wins) {
                first += tried == 0;
                break;
            }
        }
        for (int i = 0; i < sample->count; i++)
            if (sample->at[i].wins && sample->at[i].nodes < cheapest)
                cheapest = sample->at[i].nodes;
        spent += log(nodes);
        least += log(cheapest);
    }
    fprintf(stderr, "%s: %d held back, the first move wins in %.2f %%, nodes %.2f (at best %.2f)\n", name,
            held, 100.0 * first / held, exp(spent / held), exp(least / held));
}

static void learn(struct study *study)
{
    for (int epoch = 0; epoch < EPOCHS; epoch++)
        for (int k = 0; k < study->count; k++)
            if (k % HELD_OF != 0)
                learn_sample(&study->weights, &study->sample[k],
                             rate_first * (1 - (float)epoch / (EPOCHS + 1)));
}

/* -- what came of it -- */

static int rounded(float weight)
{
    float scaled = roundf(weight * ONE);
    assert(scaled >= INT16_MIN && scaled <= INT16_MAX);
    return (int)scaled;
}

static void print_row(const float *weights, int count)
{
    for (int i = 0; i < count; i++)
        printf("%s%d", i == 0 ? "{" : ",", rounded(weights[i]));
}

static void print_weights(const struct weights *weights)
{
    puts("/* Generated by `make hand-order`: see tests/fit/hand_order.c. */\n/* clang-format off */\n"
         "/* Cards lying, standing, captured less one. */\n"
         "static const int16_t order_of_step[LEFT_MAX + 1][NIBBLES][LEFT_MAX] = {");
    for (int left = 0; left <= LEFT_MAX; left++)
        for (int standing = 0; standing < NIBBLES; standing++) {
            fputs(standing == 0 ? "{" : "", stdout);
            print_row(weights->step[left][standing], LEFT_MAX);
            puts(standing == NIBBLES - 1 ? "}}," : "},");
        }
    fputs("};\nstatic const int16_t order_of_replies[OPTIONS_MAX + 1] = ", stdout);
    print_row(weights->replies, OPTIONS_MAX + 1);
    puts("};");
}

int main(int count, char **words)
{
    if (count != 3) {
        fputs("hand_order <deals> <seed>\n", stderr);
        return 2;
    }
    uint64_t deals = strtoull(words[1], NULL, 10), seed = strtoull(words[2], NULL, 10);
    struct study *study = calloc(1, sizeof *study);
    if (study == NULL)
        return 1;
    study->rng.state = rng_mix(seed);
    begin(&study->weights);
    for (int round = 0; round < ROUNDS; round++) {
        study->count = 0;
        for (uint64_t number = 0; number < deals; number++)
            study_deal(study, (seed << 32 | (uint64_t)round << 28 | number) & INT32_MAX);
        tell(study, "before");
        learn(study);
        tell(study, "learnt");
    }
    print_weights(&study->weights);
    free(study->sample);
    free(study);
    return 0;
}
