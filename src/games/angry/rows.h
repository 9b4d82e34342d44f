/* Sets of lanes: one bit for each cell of the board and a blank one behind each of its rows (layer.h), so that a step is
 * a shift. Functions that take `words` are inlined where it is a constant: how many words the board needs. */
#ifndef PANJ_GAMES_ANGRY_ROWS_H
#define PANJ_GAMES_ANGRY_ROWS_H

#include <assert.h>
#include <string.h>

#include "games/angry/trail.h"

enum { BIT_WORDS = (TRAIL_WIDTH_MAX + 63) / 64 };

struct bit_row {
    uint64_t word[BIT_WORDS];
};

static inline struct bit_row row_filled(bool bit)
{
    struct bit_row row;
    memset(&row, bit ? 0xFF : 0, sizeof row);
    return row;
}

static inline bool row_has(const struct bit_row *row, int lane)
{
    assert(lane >= 0 && lane < TRAIL_WIDTH_MAX);
    return (row->word[lane / 64] >> (lane % 64) & 1) != 0;
}

static inline void row_set(struct bit_row *row, int lane, bool bit)
{
    assert(lane >= 0 && lane < TRAIL_WIDTH_MAX);
    uint64_t mask = UINT64_C(1) << (lane % 64);
    row->word[lane / 64] = bit ? row->word[lane / 64] | mask : row->word[lane / 64] & ~mask;
}

/* The same for a row that is at work: no word of it need go through memory. */
__attribute__((always_inline)) static inline void row_put(struct bit_row *row, int lane, bool bit, int words)
{
    assert(lane >= 0 && lane < 64 * words);
    for (int i = 0; i < words; i++) {
        uint64_t mask = (uint64_t)(lane / 64 == i) << (lane % 64);
        row->word[i] = bit ? row->word[i] | mask : row->word[i] & ~mask;
    }
}

__attribute__((always_inline)) static inline bool row_same(const struct bit_row *a, const struct bit_row *b,
                                                           int words)
{
    uint64_t differ = 0;
    for (int i = 0; i < words; i++)
        differ |= a->word[i] ^ b->word[i];
    return differ == 0;
}

__attribute__((always_inline)) static inline void row_and(struct bit_row *to, const struct bit_row *from,
                                                          int words)
{
    for (int i = 0; i < words; i++)
        to->word[i] &= from->word[i];
}

__attribute__((always_inline)) static inline void row_or(struct bit_row *to, const struct bit_row *from,
                                                         int words)
{
    for (int i = 0; i < words; i++)
        to->word[i] |= from->word[i];
}

__attribute__((always_inline)) static inline void row_minus(struct bit_row *to, const struct bit_row *from,
                                                            int words)
{
    for (int i = 0; i < words; i++)
        to->word[i] &= ~from->word[i];
}

__attribute__((always_inline)) static inline bool row_empty(const struct bit_row *row, int words)
{
    uint64_t any = 0;
    for (int i = 0; i < words; i++)
        any |= row->word[i];
    return any == 0;
}

/* Adds to `to` the neighbours of the set lanes of `from`. */
__attribute__((always_inline)) static inline void
row_add_neighbours(struct bit_row *to, const struct bit_row *from, int stride, int words)
{
    for (int i = 0; i < words; i++) {
        uint64_t here = from->word[i];
        uint64_t below = i > 0 ? from->word[i - 1] : 0;
        uint64_t above = i + 1 < words ? from->word[i + 1] : 0;
        to->word[i] |= here << 1 | here >> 1 | here << stride | here >> stride;
        to->word[i] |= below >> 63 | below >> (64 - stride) | above << 63 | above << (64 - stride);
    }
}

#endif
