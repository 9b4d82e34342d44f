/* The smaller and the larger of two numbers, and the nearest within bounds. */
#ifndef PANJ_BASE_INTS_H
#define PANJ_BASE_INTS_H

static inline int int_least(int a, int b)
{
    return a < b ? a : b;
}

static inline int int_most(int a, int b)
{
    return a > b ? a : b;
}

/* From -most to most. */
static inline int int_clip(int value, int most)
{
    return int_most(int_least(value, most), -most);
}

#endif
