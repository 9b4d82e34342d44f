/* Sequential probability ratio test of two engines: is the first stronger by elo1, or only by elo0? */
#ifndef PANJ_REFEREE_SPRT_H
#define PANJ_REFEREE_SPRT_H

#include <stdint.h>

#include "adapters/referee/settings.h"

enum sprt_state { SPRT_GOES_ON, SPRT_H0, SPRT_H1 };

enum { SPRT_CLASSES_MAX = 5 };

/* How often each score was seen: counts[i] of score i / (classes - 1). Five classes for pairs, three for
 * single games. */
struct sprt_counts {
    int classes;
    int64_t counts[SPRT_CLASSES_MAX];
};

/* Logarithm of the generalized likelihood ratio: the most likely distribution of the scores with the mean of
 * elo1 against the one with the mean of elo0. */
double sprt_ratio(const struct sprt_counts *, double elo0, double elo1);
double sprt_lower(const struct sprt_settings *);
double sprt_upper(const struct sprt_settings *);
enum sprt_state sprt_decide(const struct sprt_settings *, double ratio);

#endif
