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

static double superiority(const struct mean *samples)
{
    double distance = samples->mean - 0.5;
    double error = samples->count < 2 ? 0 : standard_error(samples);
    if (error > 0)
        return normal_below(distance / error);
    return distance == 0 ? 0.5 : distance > 0 ? 1 : 0;
}

struct elo elo_estimate(const struct mean *samples)
{
    assert(samples->count == 0 || (samples->mean >= 0 && samples->mean <= 1));
    double error = mean_error(samples);
    struct elo elo = {.value = elo_of_score(samples->mean), .low = -INFINITY, .high = INFINITY};
    if (samples->count == 0)
        return (struct elo){0, -INFINITY, INFINITY, 0.5};
    if (samples->count >= 2 && samples->spread > 0) {
        elo.low = elo_of_score(samples->mean - error);
        elo.high = elo_of_score(samples->mean + error);
    }
    elo.superiority = superiority(samples);
    return elo;
}
