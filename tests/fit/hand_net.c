/* Fits the learned evaluation of Hand of the King:  hand_net <positions to fit> <positions held back> >net_weights.h
 *
 * Positions are lines of hand_labels. One hidden layer of clipped units, logistic loss, Adam, batches; the same lines
 * give the same weights. Figures go to stderr: loss and the share of winners told rightly, with the weights as they
 * are rounded. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "games/hand/net.h"

enum { EPOCHS = 6, BATCH = 64, LINE_BYTES = 1024 };

static const float rate_first = 0.002F;
static const float rate_last = 0.00002F;
static const float moment_share = 0.9F;
static const float square_share = 0.999F;

struct sample {
    struct net_features look;
    bool won;
};

struct samples {
    struct sample *at;
    int count, room;
};

/* What is fitted, or its gradient, or a moment of it. */
struct net {
    float in[NET_FEATURES][NET_HIDDEN];
    float bias[NET_HIDDEN];
    float out[NET_HIDDEN];
    float base;
};

struct fit {
    struct rng rng;
    struct samples train, held;
    struct net net, gradient, moment, square;
    bool is_touched[NET_FEATURES]; /* by the batch */
    int touched[NET_FEATURES];
    int touched_count;
    float rate;
};

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "hand_net: %s: %s\n", what, detail);
    exit(1);
}

/* -- reading -- */

static struct sample *sample_new(struct samples *samples)
{
    if (samples->count == samples->room) {
        samples->room = samples->room == 0 ? 4096 : samples->room * 2;
        samples->at = realloc(samples->at, (size_t)samples->room * sizeof *samples->at);
        if (samples->at == NULL)
            fail("out of memory", "samples");
    }
    return &samples->at[samples->count++];
}

static void read_line(struct samples *samples, char *line)
{
    struct words words;
    struct fault fault;
    struct board board;
    struct position position;
    char *label = strrchr(line, ' ');
    if (label == NULL || (strcmp(label, " 1\n") != 0 && strcmp(label, " 0\n") != 0))
        fail("no label", line);
    bool won = label[1] == '1';
    *label = '\0';
    if (!words_split(line, strlen(line), &words) || !hand_game.parse(&board, &position, &words, &fault))
        fail("no position", line);
    struct sample *sample = sample_new(samples);
    struct net_view view = hand_net_view(hand_board(&board), hand_position(&position));
    hand_net_look(&view, &sample->look);
    sample->won = won;
}

static void read_samples(struct samples *samples, const char *path)
{
    char line[LINE_BYTES];
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail(path, "cannot be read");
    while (fgets(line, sizeof line, file) != NULL)
        read_line(samples, line);
    fclose(file);
}

/* -- the net -- */

static float clipped(float x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* The logit; `hidden` are the units, clipped. */
static float answer(const struct net *net, const struct sample *sample, float hidden[NET_HIDDEN])
{
    memcpy(hidden, net->bias, sizeof net->bias);
    for (int k = 0; k < sample->look.count; k++)
        for (int i = 0; i < NET_HIDDEN; i++)
            hidden[i] += net->in[sample->look.at[k]][i];
    float logit = net->base;
    for (int i = 0; i < NET_HIDDEN; i++) {
        hidden[i] = clipped(hidden[i]);
        logit += hidden[i] * net->out[i];
    }
    return logit;
}

static double loss_of(double logit, bool won)
{
    return log1p(exp(won ? -logit : logit));
}

static void touch(struct fit *fit, int feature)
{
    if (fit->is_touched[feature])
        return;
    fit->is_touched[feature] = true;
    fit->touched[fit->touched_count++] = feature;
    memset(fit->gradient.in[feature], 0, sizeof fit->gradient.in[feature]);
}

static void add_gradient(struct fit *fit, const struct sample *sample)
{
    float hidden[NET_HIDDEN], back[NET_HIDDEN];
    float logit = answer(&fit->net, sample, hidden);
    float error = (1 / (1 + expf(-logit)) - (float)sample->won) / BATCH;
    for (int i = 0; i < NET_HIDDEN; i++) {
        fit->gradient.out[i] += error * hidden[i];
        back[i] = hidden[i] > 0 && hidden[i] < 1 ? error * fit->net.out[i] : 0;
        fit->gradient.bias[i] += back[i];
    }
    fit->gradient.base += error;
    for (int k = 0; k < sample->look.count; k++) {
        touch(fit, sample->look.at[k]);
        for (int i = 0; i < NET_HIDDEN; i++)
            fit->gradient.in[sample->look.at[k]][i] += back[i];
    }
}

/* Adam, without its correction of the beginning. */
static void step(const struct fit *fit, float *weight, const float *gradient, float *moment, float *square,
                 int count)
{
    for (int i = 0; i < count; i++) {
        moment[i] = moment_share * moment[i] + (1 - moment_share) * gradient[i];
        square[i] = square_share * square[i] + (1 - square_share) * gradient[i] * gradient[i];
        weight[i] -= fit->rate * moment[i] / (sqrtf(square[i]) + 1e-6F);
    }
}

static void learn_batch(struct fit *fit, const struct sample *samples)
{
    struct net *g = &fit->gradient, *m = &fit->moment, *s = &fit->square;
    memset(g->bias, 0, sizeof *g - offsetof(struct net, bias));
    fit->touched_count = 0;
    for (int k = 0; k < BATCH; k++)
        add_gradient(fit, &samples[k]);
    for (int k = 0; k < fit->touched_count; k++) {
        int feature = fit->touched[k];
        step(fit, fit->net.in[feature], g->in[feature], m->in[feature], s->in[feature], NET_HIDDEN);
        fit->is_touched[feature] = false;
    }
    step(fit, fit->net.bias, g->bias, m->bias, s->bias, 2 * NET_HIDDEN + 1); /* all that stands behind, too */
}

static void shuffle(struct fit *fit)
{
    for (int i = fit->train.count - 1; i > 0; i--) {
        int j = (int)rng_below(&fit->rng, (uint64_t)i + 1);
        struct sample kept = fit->train.at[i];
        fit->train.at[i] = fit->train.at[j];
        fit->train.at[j] = kept;
    }
}

static float noise(struct fit *fit, float size)
{
    return size * ((float)rng_below(&fit->rng, 2001) - 1000) / 1000;
}

static void begin(struct fit *fit)
{
    fit->rng.state = rng_mix(5);
    for (int feature = 0; feature < NET_FEATURES; feature++)
        for (int i = 0; i < NET_HIDDEN; i++)
            fit->net.in[feature][i] = noise(fit, 0.1F);
    for (int i = 0; i < NET_HIDDEN; i++) {
        fit->net.bias[i] = 0.3F;
        fit->net.out[i] = noise(fit, 0.3F);
    }
}

static void learn(struct fit *fit)
{
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        fit->rate = rate_first + (rate_last - rate_first) * (float)epoch / EPOCHS;
        shuffle(fit);
        for (int k = 0; k + BATCH <= fit->train.count; k += BATCH)
            learn_batch(fit, &fit->train.at[k]);
    }
}

/* -- what came of it -- */

static int rounded(float weight, int one)
{
    float scaled = roundf(weight * (float)one);
    if (scaled > INT16_MAX || scaled < INT16_MIN)
        fail("a weight is too large", "for 16 bits");
    return (int)scaled;
}

static void round_all(float *weights, size_t count, int one)
{
    for (size_t i = 0; i < count; i++)
        weights[i] = (float)rounded(weights[i], one) / (float)one;
}

static void round_net(struct net *net)
{
    round_all(&net->in[0][0], sizeof net->in / sizeof(float), NET_ONE);
    round_all(net->bias, NET_HIDDEN, NET_ONE);
    round_all(net->out, NET_HIDDEN + 1, NET_OUT);
}

static void tell(const struct fit *fit, const char *name, const struct samples *samples)
{
    double loss = 0;
    int right = 0;
    for (int i = 0; i < samples->count; i++) {
        const struct sample *sample = &samples->at[i];
        float hidden[NET_HIDDEN];
        float logit = answer(&fit->net, sample, hidden);
        loss += loss_of(logit, sample->won);
        right += (logit > 0) == sample->won;
    }
    fprintf(stderr, "%s: %d positions, loss %.4f, winner told rightly in %.2f %%\n", name, samples->count,
            loss / samples->count, 100.0 * right / samples->count);
}

static void print_row(const char *before, const float *weights, int count, int one, const char *behind)
{
    fputs(before, stdout);
    for (int i = 0; i < count; i++)
        printf("%s%d", i > 0 ? "," : "", rounded(weights[i], one));
    puts(behind);
}

static void print_weights(const struct fit *fit)
{
    puts("/* Generated by `make hand-net`: see tests/fit/hand_net.c. */\n/* clang-format off */\n"
         "static const int16_t net_in[NET_FEATURES][NET_HIDDEN] = {");
    for (int feature = 0; feature < NET_FEATURES; feature++)
        print_row("{", fit->net.in[feature], NET_HIDDEN, NET_ONE, "},");
    puts("};");
    print_row("static const int16_t net_bias[NET_HIDDEN] = {", fit->net.bias, NET_HIDDEN, NET_ONE, "};");
    print_row("static const int16_t net_out[NET_HIDDEN] = {", fit->net.out, NET_HIDDEN, NET_OUT, "};");
    print_row("static const int16_t net_base = ", &fit->net.base, 1, NET_OUT, ";");
}

int main(int count, char **words)
{
    struct fit *fit = calloc(1, sizeof *fit);
    if (count != 3 || fit == NULL)
        fail("two files", "positions to fit, positions held back");
    read_samples(&fit->train, words[1]);
    read_samples(&fit->held, words[2]);
    begin(fit);
    learn(fit);
    round_net(&fit->net);
    tell(fit, "fitted", &fit->train);
    tell(fit, "held back", &fit->held);
    print_weights(fit);
    free(fit->train.at);
    free(fit->held.at);
    free(fit);
    return 0;
}
