#include "games/monopoly/block.h"

#include <math.h>
#include <stdlib.h>

enum {
    PLACES = MONOPOLY_SQUARES * MONOPOLY_SQUARES,
    ROWS = 3 * PLACES + 4 * MONOPOLY_SQUARES + 1,
    ALIGN = 8 /* doubles to a cache line */
};

/* Against the way of the tokens from the square before the fine: whoever lands on the fine is out, so a sweep
 * in this order carries values through a whole lap of player 1. The fine square itself never changes. */
static const int sweep_order[] = {4, 3, 2, 1, 0, 9, 8, 7, 6};
enum { SWEEP_LENGTH = sizeof sweep_order / sizeof *sweep_order };
_Static_assert(MONOPOLY_SQUARE_FINE == 5 && SWEEP_LENGTH == MONOPOLY_SQUARES - 1, "all but the fine square");

/* Said to a loop along the cash: what one turn of it writes no other reads. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* builds that do not optimize need not vectorize */
#define ROWS_DO_NOT_OVERLAP _Pragma("clang loop vectorize(assume_safety)")
#else
#define ROWS_DO_NOT_OVERLAP _Pragma("GCC ivdep")
#endif

/* -- room -- */

static size_t stride_of(int cashes)
{
    size_t lines = ((size_t)cashes + ALIGN - 1) / ALIGN;
    return (lines | 1) * ALIGN; /* odd, so that the ten rows of a column do not share a set of the cache */
}

size_t monopoly_block_bytes(int cashes_max)
{
    return ROWS * stride_of(cashes_max) * sizeof(double);
}

bool monopoly_block_create(struct monopoly_block *block, int cashes_max)
{
    assert(cashes_max > 0);
    *block = (struct monopoly_block){0};
    block->room = aligned_alloc(ALIGN * sizeof(double), monopoly_block_bytes(cashes_max));
    return block->room != NULL;
}

void monopoly_block_destroy(struct monopoly_block *block)
{
    free(block->room);
    block->room = NULL;
}

void monopoly_block_resize(struct monopoly_block *block, int cashes, int rent)
{
    assert(cashes > 0 && rent > 0);
    block->cashes = cashes;
    block->rent = rent;
    block->stride = stride_of(cashes);
    double *next = block->room;
    double **hundreds[] = {&block->due, &block->out[0], &block->out[1]};
    for (size_t i = 0; i < sizeof hundreds / sizeof *hundreds; i++, next += PLACES * block->stride)
        *hundreds[i] = next;
    double **tens[] = {&block->window, &block->reply, &block->roll[0], &block->roll[1]};
    for (size_t i = 0; i < sizeof tens / sizeof *tens; i++, next += MONOPOLY_SQUARES * block->stride)
        *tens[i] = next;
    block->change = next;
}

static double *row(const struct monopoly_block *block, double *rows, int index)
{
    return rows + (size_t)index * block->stride;
}

static double *place_row(const struct monopoly_block *block, double *rows, int s, int t)
{
    assert(s >= 0 && t >= 0 && t < MONOPOLY_SQUARES);
    return row(block, rows, s % MONOPOLY_SQUARES * MONOPOLY_SQUARES + t);
}

/* -- sums of six rows -- */

static void sum_of_six(const double *const due[MONOPOLY_DIE_SIDES], double *restrict sum, int cashes)
{
    const double *restrict d1 = due[0], *restrict d2 = due[1], *restrict d3 = due[2], *restrict d4 = due[3],
                           *restrict d5 = due[4], *restrict d6 = due[5];
    for (int c = 0; c < cashes; c++)
        sum[c] = ((d1[c] + d2[c]) + (d3[c] + d4[c])) + (d5[c] + d6[c]);
}

/* The window of square s from nothing. */
static void window_fill(const struct monopoly_block *block, int s)
{
    for (int t = 0; t < MONOPOLY_SQUARES; t++) {
        const double *due[MONOPOLY_DIE_SIDES];
        for (int face = 1; face <= MONOPOLY_DIE_SIDES; face++)
            due[face - 1] = place_row(block, block->due, s + face, t);
        sum_of_six(due, row(block, block->window, t), block->cashes);
    }
}

/* One column of ten rows. Spelled out, because compilers vectorize only what they need not unroll first. */
struct column {
    double r0, r1, r2, r3, r4, r5, r6, r7, r8, r9;
};

static inline struct column column_read(const double *at, size_t stride)
{
    return (struct column){.r0 = at[0],
                           .r1 = at[stride],
                           .r2 = at[2 * stride],
                           .r3 = at[3 * stride],
                           .r4 = at[4 * stride],
                           .r5 = at[5 * stride],
                           .r6 = at[6 * stride],
                           .r7 = at[7 * stride],
                           .r8 = at[8 * stride],
                           .r9 = at[9 * stride]};
}

static inline void column_write(double *at, size_t stride, struct column x)
{
    at[0] = x.r0;
    at[stride] = x.r1;
    at[2 * stride] = x.r2;
    at[3 * stride] = x.r3;
    at[4 * stride] = x.r4;
    at[5 * stride] = x.r5;
    at[6 * stride] = x.r6;
    at[7 * stride] = x.r7;
    at[8 * stride] = x.r8;
    at[9 * stride] = x.r9;
}

/* Element b becomes the mean of the six elements after it, round the ring. */
static inline struct column column_means(struct column x)
{
    const double sixth = 1.0 / MONOPOLY_DIE_SIDES;
    double s0 = ((x.r1 + x.r2) + (x.r3 + x.r4)) + (x.r5 + x.r6);
    double s1 = s0 + (x.r7 - x.r1);
    double s2 = s1 + (x.r8 - x.r2);
    double s3 = s2 + (x.r9 - x.r3);
    double s4 = s3 + (x.r0 - x.r4);
    double s5 = s4 + (x.r1 - x.r5);
    double s6 = s5 + (x.r2 - x.r6);
    double s7 = s6 + (x.r3 - x.r7);
    double s8 = s7 + (x.r4 - x.r8);
    double s9 = s8 + (x.r5 - x.r9);
    return (struct column){s0 * sixth, s1 * sixth, s2 * sixth, s3 * sixth, s4 * sixth,
                           s5 * sixth, s6 * sixth, s7 * sixth, s8 * sixth, s9 * sixth};
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

static inline struct column column_larger(struct column x, struct column y)
{
    return (struct column){larger(x.r0, y.r0), larger(x.r1, y.r1), larger(x.r2, y.r2), larger(x.r3, y.r3),
                           larger(x.r4, y.r4), larger(x.r5, y.r5), larger(x.r6, y.r6), larger(x.r7, y.r7),
                           larger(x.r8, y.r8), larger(x.r9, y.r9)};
}

/* The largest distance between two columns. */
static inline double column_change(struct column x, struct column y)
{
    double a =
        larger(larger(fabs(x.r0 - y.r0), fabs(x.r1 - y.r1)), larger(fabs(x.r2 - y.r2), fabs(x.r3 - y.r3)));
    double b =
        larger(larger(fabs(x.r4 - y.r4), fabs(x.r5 - y.r5)), larger(fabs(x.r6 - y.r6), fabs(x.r7 - y.r7)));
    return larger(larger(a, b), larger(fabs(x.r8 - y.r8), fabs(x.r9 - y.r9)));
}

/* -- one square of player 1: his opponent's replies, then his own actions -- */

static void reply_pass(const double *restrict window, double *restrict reply, int cashes)
{
    for (int c = 0; c < cashes; c++)
        reply[c] = window[c] * (1.0 / MONOPOLY_DIE_SIDES);
}

static void reply_choice(const double *restrict window, const double *restrict out, double *restrict reply,
                         int cashes)
{
    for (int c = 0; c < cashes; c++) {
        double on = window[c] * (1.0 / MONOPOLY_DIE_SIDES);
        reply[c] = on < out[c] ? on : out[c];
    }
}

/* Player 2 on t answers in all ways; who pays rent makes player 1 richer, and his last rows stay won. */
static void reply_fill(const struct monopoly_block *block, int s)
{
    for (int t = 0; t < MONOPOLY_SQUARES; t++) {
        const double *window = row(block, block->window, t);
        double *reply = row(block, block->reply, t);
        const double *out = block_out(block, 1, s, t);
        switch (block->landing[1][t]) {
        case LANDING_PASS: reply_pass(window, reply, block->cashes); break;
        case LANDING_CHOICE: reply_choice(window, out, reply, block->cashes); break;
        case LANDING_RENT: reply_pass(window + block->rent, reply, block->cashes - block->rent); break;
        case LANDING_OUT: memcpy(reply, out, (size_t)block->cashes * sizeof *reply); break;
        }
    }
}

/* Rows of player 1's actions on one square. The largest change is kept by cash: a column of its own loop. */
static void act_pass(const double *restrict reply, double *restrict due, double *restrict change,
                     size_t stride, int cashes)
{
    ROWS_DO_NOT_OVERLAP
    for (int c = 0; c < cashes; c++) {
        struct column on = column_means(column_read(reply + c, stride));
        change[c] = larger(change[c], column_change(on, column_read(due + c, stride)));
        column_write(due + c, stride, on);
    }
}

static void act_choice(const double *restrict reply, const double *restrict out, double *restrict due,
                       double *restrict change, size_t stride, int cashes)
{
    ROWS_DO_NOT_OVERLAP
    for (int c = 0; c < cashes; c++) {
        struct column on = column_means(column_read(reply + c, stride));
        struct column best = column_larger(on, column_read(out + c, stride));
        change[c] = larger(change[c], column_change(best, column_read(due + c, stride)));
        column_write(due + c, stride, best);
    }
}

static void act(const struct monopoly_block *block, int s)
{
    double *due = place_row(block, block->due, s, 0);
    size_t stride = block->stride;
    switch (block->landing[0][s]) {
    case LANDING_PASS: act_pass(block->reply, due, block->change, stride, block->cashes); break;
    case LANDING_CHOICE:
        act_choice(block->reply, block_out(block, 0, s, 0), due, block->change, stride, block->cashes);
        break;
    default: /* rent: a purse of c + rent acts as one of c */
        assert(block->landing[0][s] == LANDING_RENT);
        act_pass(block->reply, due + block->rent, block->change, stride, block->cashes - block->rent);
    }
}

static void slide(const double *restrict in, const double *restrict out, double *restrict window,
                  size_t count)
{
    for (size_t i = 0; i < count; i++)
        window[i] += in[i] - out[i];
}

/* From the window of the square after s to that of s. */
static void window_slide(const struct monopoly_block *block, int s)
{
    slide(place_row(block, block->due, s + 1, 0), place_row(block, block->due, s + 1 + MONOPOLY_DIE_SIDES, 0),
          block->window, MONOPOLY_SQUARES * block->stride);
}

static double sweep(const struct monopoly_block *block)
{
    memset(block->change, 0, block->stride * sizeof *block->change);
    window_fill(block, sweep_order[0]);
    for (int i = 0; i < SWEEP_LENGTH; i++) {
        if (i > 0)
            window_slide(block, sweep_order[i]);
        reply_fill(block, sweep_order[i]);
        act(block, sweep_order[i]);
    }
    double change = 0;
    for (int c = 0; c < block->cashes; c++)
        change = block->change[c] > change ? block->change[c] : change;
    return change;
}

static void fill(double *at, int count, double value)
{
    for (int i = 0; i < count; i++)
        at[i] = value;
}

/* Everything that no sweep writes: who cannot pay the rent, and the fine. */
static void set_fixed(const struct monopoly_block *block)
{
    int poor = block->rent < block->cashes ? block->rent : block->cashes;
    memset(block->window, 0, MONOPOLY_SQUARES * block->stride * sizeof(double));
    memset(block->due, 0, (size_t)PLACES * block->stride * sizeof(double));
    for (int s = 0; s < MONOPOLY_SQUARES; s++)
        for (int t = 0; t < MONOPOLY_SQUARES; t++) {
            double *due = place_row(block, block->due, s, t);
            if (block->landing[0][s] == LANDING_OUT)
                memcpy(due, block_out(block, 0, s, t), (size_t)block->cashes * sizeof *due);
            else if (block->landing[0][s] == LANDING_RENT)
                fill(due + poor, block->cashes - poor, 0.5);
            else
                fill(due, block->cashes, 0.5);
        }
    for (int t = 0; t < MONOPOLY_SQUARES; t++)
        if (block->landing[1][t] == LANDING_RENT)
            fill(row(block, block->reply, t) + block->cashes - poor, poor, 1);
}

int monopoly_block_solve(struct monopoly_block *block, double tolerance)
{
    assert(tolerance > 0);
    assert(block->landing[0][MONOPOLY_SQUARE_FINE] == LANDING_OUT &&
           block->landing[1][MONOPOLY_SQUARE_FINE] == LANDING_OUT);
    set_fixed(block);
    int sweeps = 1;
    while (sweep(block) > tolerance)
        sweeps++;
    return sweeps;
}

static void rolls_second(const double *restrict reply, double *restrict roll, size_t stride, int cashes)
{
    ROWS_DO_NOT_OVERLAP
    for (int c = 0; c < cashes; c++)
        column_write(roll + c, stride, column_means(column_read(reply + c, stride)));
}

void monopoly_block_rolls(struct monopoly_block *block, int s)
{
    assert(s >= 0 && s < MONOPOLY_SQUARES);
    window_fill(block, s);
    reply_fill(block, s);
    for (int t = 0; t < MONOPOLY_SQUARES; t++)
        reply_pass(row(block, block->window, t), row(block, block->roll[0], t), block->cashes);
    rolls_second(block->reply, block->roll[1], block->stride, block->cashes);
}
