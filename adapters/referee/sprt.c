#include "adapters/referee/sprt.h"

#include <assert.h>
#include <math.h>

#include "adapters/referee/stats.h"

/* A class that was never seen counts this much, so that no distribution is impossible. */
static const double unseen = 1e-3;

struct distribution {
    int classes;
    double total;
    double share[SPRT_CLASSES_MAX]; /* sums to 1 */
};

static double class_score(const struct distribution *seen, int i)
{
    assert(i >= 0 && i < seen->classes);
    return (double)i / (seen->classes - 1);
}

static struct distribution distribution_of(const struct sprt_counts *counts)
{
    struct distribution seen = {.classes = counts->classes};
    assert(seen.classes >= 2 && seen.classes <= SPRT_CLASSES_MAX);
    for (int i = 0; i < seen.classes; i++) {
        assert(counts->counts[i] >= 0);
        seen.share[i] = counts->counts[i] > 0 ? (double)counts->counts[i] : unseen;
        seen.total += seen.share[i];
    }
    for (int i = 0; i < seen.classes; i++)
        seen.share[i] /= seen.total;
    return seen;
}

/* sum share_i (score_i - mean) / (1 + x (score_i - mean)): falls as x grows. */
static double slope(const struct distribution *seen, double mean, double x)
{
    assert(mean > 0 && mean < 1);
    double sum = 0;
    for (int i = 0; i < seen->classes; i++) {
        double distance = class_score(seen, i) - mean;
        sum += seen->share[i] * distance / (1 + x * distance);
    }
    return sum;
}

/* The distribution with this mean under which what was seen is most likely has the shares
 * share_i / (1 + x (score_i - mean)) for the x where the slope is 0 (a Lagrange multiplier); found by halving
 * between the poles. */
static double most_likely(const struct distribution *seen, double mean)
{
    assert(mean > 0 && mean < 1);
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (slope(seen, mean, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

double sprt_ratio(const struct sprt_counts *counts, double elo0, double elo1)
{
    assert(elo0 < elo1);
    const struct distribution seen = distribution_of(counts);
    double mean0 = score_of_elo(elo0), mean1 = score_of_elo(elo1);
    double x0 = most_likely(&seen, mean0), x1 = most_likely(&seen, mean1);
    double ratio = 0;
    for (int i = 0; i < seen.classes; i++) {
        double score = class_score(&seen, i);
        ratio += seen.share[i] * log((1 + x0 * (score - mean0)) / (1 + x1 * (score - mean1)));
    }
    return seen.total * ratio;
}

double sprt_lower(const struct sprt_settings *sprt)
{
    assert(sprt->alpha > 0 && sprt->beta > 0);
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const struct sprt_settings *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

enum sprt_state sprt_decide(const struct sprt_settings *sprt, double ratio)
{
    assert(sprt_lower(sprt) < 0 && sprt_upper(sprt) > 0);
    if (ratio <= sprt_lower(sprt))
        return SPRT_H0;
    return ratio >= sprt_upper(sprt) ? SPRT_H1 : SPRT_GOES_ON;
}
