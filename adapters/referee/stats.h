/* What scores say about strength. A sample is the mean score of a pair of games (0, 1/4 ... 1), or of a
 * single game where there are no pairs; pairs share opening and dice, so they, not games, are independent. */
#ifndef PANJ_REFEREE_STATS_H
#define PANJ_REFEREE_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* A running mean with variance (Welford). */
struct mean {
    int64_t count;
    double mean;
    double spread; /* sum of squared distances from the mean */
};

void mean_add(struct mean *, double value);
double mean_variance(const struct mean *); /* unbiased; 0 below two values */
/* Half the width of the 95 % interval of the mean (Student's t); infinite below two values. */
double mean_error(const struct mean *);

struct interval {
    double low, high;
};

/* The 95 % interval of the mean of samples in 0..1, also of few and of equal ones; within 0..1. */
struct interval share_interval(const struct mean *);

double elo_of_score(double score); /* infinite at 0 and 1 */
double score_of_elo(double elo);

struct elo {
    double value, low, high; /* 95 % interval */
    double superiority;      /* likelihood that the first is the stronger one */
};

/* From samples in 0..1. */
struct elo elo_estimate(const struct mean *);

/* Standard normal distribution up to x. */
double normal_below(double x);

#endif
