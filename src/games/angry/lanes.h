/* Rows of 16-bit values, one a cell of the queen, worked on sixteen lanes at a time. The inner loops have a
 * constant length, so that every compiler makes vector instructions of them. */
#ifndef PANJ_GAMES_ANGRY_LANES_H
#define PANJ_GAMES_ANGRY_LANES_H

#include <stdint.h>

enum {
    LANES = 16,
    LANES_INFINITE = 30000 /* larger than any value, and one value more or less does not overflow */
};

static inline int16_t lanes_max(int16_t a, int16_t b)
{
    return a > b ? a : b;
}

static inline int16_t lanes_min(int16_t a, int16_t b)
{
    return a < b ? a : b;
}

static inline void lanes_fill(int16_t *to, int16_t value, int width)
{
    for (int lane = 0; lane < width; lane++)
        to[lane] = value;
}

/* to = max(floor, max of four rows + more) */
static inline void lanes_best(int16_t *restrict to, const int16_t *const from[4], const int16_t *floor,
                              int more, int width)
{
    const int16_t *a = from[0];
    const int16_t *b = from[1];
    const int16_t *c = from[2];
    const int16_t *d = from[3];
    for (int base = 0; base < width; base += LANES)
        for (int lane = base; lane < base + LANES; lane++) {
            int16_t best = lanes_max(lanes_max(a[lane], b[lane]), lanes_max(c[lane], d[lane]));
            to[lane] = lanes_max((int16_t)(best + more), floor[lane]);
        }
}

/* to = max(to, from) */
static inline void lanes_raise(int16_t *restrict to, const int16_t *from, int width)
{
    for (int base = 0; base < width; base += LANES)
        for (int lane = base; lane < base + LANES; lane++)
            to[lane] = lanes_max(to[lane], from[lane]);
}

/* to = the least of the four neighbours in a grid of `stride` lanes a row */
static inline void lanes_worst(int16_t *restrict to, const int16_t *from, int stride, int width)
{
    const int16_t *up = from - stride;
    const int16_t *down = from + stride;
    for (int base = 0; base < width; base += LANES)
        for (int lane = base; lane < base + LANES; lane++) {
            int16_t beside = lanes_min(from[lane - 1], from[lane + 1]);
            to[lane] = lanes_min(beside, lanes_min(up[lane], down[lane]));
        }
}

/* to = from + more */
static inline void lanes_add(int16_t *restrict to, const int16_t *from, int more, int width)
{
    for (int base = 0; base < width; base += LANES)
        for (int lane = base; lane < base + LANES; lane++)
            to[lane] = (int16_t)(from[lane] + more);
}

#endif
