/* Fixed work for the search, the same on every machine and with every compiler: its node counts tell whether
 * a change has changed what is searched, its times how fast. */
#ifndef PANJ_BENCH_H
#define PANJ_BENCH_H

#include <stdatomic.h>

#include "game.h"

/* One search, or the sum of several. */
struct bench_figure {
    uint64_t nodes;
    int64_t time; /* microseconds of the wall */
    int64_t cpu;  /* microseconds of all threads: what counts on a busy machine */
};

/* What the search saves over the textbook's alpha-beta, and what a second thread brings. */
struct bench_gain {
    struct bench_figure textbook; /* alpha-beta, the seed's evaluation, 8 plies at the game's `gain` */
    struct bench_figure search;   /* the same by the search */
    struct bench_figure one;      /* a second of thought there with one thread */
    struct bench_figure two;      /* ... with two */
};

/* The positions that a game's `bench` names, on one thread with a fresh table each. False: stopped (`stop`
 * may be NULL), out of memory, or no thread to be had. */
bool bench_game(const struct game *, const atomic_bool *stop, struct bench_figure *);
bool bench_gain(const atomic_bool *stop, struct bench_gain *);

#endif
