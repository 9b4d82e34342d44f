#include "adapters/referee/stats.h"

#include <assert.h>
#include <math.h>

void mean_add(struct mean *mean, double value)
{
    assert(isfinite(value));
    double before = value - mean->mean;
    mean->count++;
    mean->mean += before / (double)mean->count;
    mean->spread += before * (value - mean->mean);
}

double mean_variance(const struct mean *mean)
{
    assert(mean->spread >= 0);
    return mean->count < 2 ? 0 : mean->spread / (double)(mean->count - 1);
}

/* The 97.5 % quantile of Student's t: the normal one, corrected by the first terms of Cornish and Fisher; the
 * first five from tables, where that expansion is poor. */
static double student_quantile(int64_t freedom)
{
    static const double few[] = {12.706, 4.303, 3.182, 2.776, 2.571};
    assert(freedom >= 1);
    if (freedom <= 5)
        return few[freedom - 1];
    const double z = 1.959963985;
    double n = (double)freedom, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

static double standard_error(const struct mean *mean)
{
    assert(mean->count >= 2);
    return sqrt(mean_variance(mean) / (double)mean->count);
}

double mean_error(const struct mean *mean)
{
    assert(mean->count >= 0);
    if (mean->count < 2)
        return INFINITY;
    return student_quantile(mean->count - 1) * standard_error(mean);
}

/* Samples that are all alike have no spread to compute with. But were their value m to come with a chance below
 * p = 0.025^(1/n), so many in a row would be a rarer event than the interval allows; whatever else comes lies in
 * 0..1, so the mean is between p m and p m + 1 - p. */
static struct interval interval_of_equals(const struct mean *samples)
{
    assert(samples->count >= 1);
    double p = pow(0.025, 1 / (double)samples->count), low = p * samples->mean;
    return (struct interval){low, samples->mean < 1 ? low + 1 - p : 1};
}

struct interval share_interval(const struct mean *samples)
{
    if (samples->count == 0)
        return (struct interval){0, 1};
    if (samples->spread <= 0)
        return interval_of_equals(samples);
    double error = mean_error(samples), low = samples->mean - error, high = samples->mean + error;
    return (struct interval){low < 0 ? 0 : low, high > 1 ? 1 : high};
}

double elo_of_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    return score >= 1 ? INFINITY : 400 * log10(score / (1 - score));
}

double score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double normal_below(double x)
{
    return 0.5 * erfc(-x / sqrt(2));
}

/* Samples that are all m > 1/2 come with a chance of at most (1/2 / m)^n (Markov) from one who is no better; one more
 * factor is what a uniform prior makes of n wins in a row. */
static double superiority_of_equals(const struct mean *samples)
{
    assert(samples->count >= 1);
    double m = samples->mean < 0.5 ? 1 - samples->mean : samples->mean;
    double chance = pow(0.5 / m, (double)samples->count + 1);
    return samples->mean == 0.5 ? 0.5 : samples->mean > 0.5 ? 1 - chance : chance;
}

static double superiority(const struct mean *samples)
{
    if (samples->spread <= 0)
        return superiority_of_equals(samples);
    return normal_below((samples->mean - 0.5) / standard_error(samples));
}

struct elo elo_estimate(const struct mean *samples)
{
    assert(samples->count == 0 || (samples->mean >= 0 && samples->mean <= 1));
    if (samples->count == 0)
        return (struct elo){0, -INFINITY, INFINITY, 0.5};
    struct interval share = share_interval(samples);
    return (struct elo){.value = elo_of_score(samples->mean),
                        .low = elo_of_score(share.low),
                        .high = elo_of_score(share.high),
                        .superiority = superiority(samples)};
}
