/* A trail: the row of values that a layer hands upward, one a counter, in few bytes. From one counter to the
 * next most rows stay or lose one point a lane; such a step is one bit a lane, and a step like the one before
 * is one byte. A trail is written from counter 0 upward and read once in the same order. */
#ifndef PANJ_GAMES_ANGRY_TRAIL_H
#define PANJ_GAMES_ANGRY_TRAIL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRAIL_WIDTH_MAX = 272, TRAIL_MASK_MAX = TRAIL_WIDTH_MAX / 8 };

/* Memory that trails may take together. */
struct trail_purse {
    size_t limit;
    _Atomic size_t used;
};

/* What lies at `from`, `now` bytes or NULL and none, with room for so many. NULL, and it stays as it is: the purse is
 * empty, or the machine. */
void *angry_purse_grow(struct trail_purse *, void *from, size_t now, size_t wanted);

struct trail {
    uint8_t *bytes; /* NULL: none */
    uint32_t used;
    uint32_t capacity;
    uint8_t mask[TRAIL_MASK_MAX]; /* of the last step written */
};

struct trail_reader {
    const uint8_t *at;
    const uint8_t *end;
    uint8_t mask[TRAIL_MASK_MAX];
};

/* Appends `row`, of which only the lanes count where `lanes` is not 0; `before` is the row before it or NULL
 * for the first. False: the purse is empty, or the machine. */
bool angry_trail_write(struct trail *, struct trail_purse *, const int16_t *row, const int16_t *before,
                       const int16_t *lanes, int prize, int width);
void angry_trail_free(struct trail *, struct trail_purse *);

struct trail_reader angry_trail_read(const struct trail *);
static inline bool angry_trail_has_next(const struct trail_reader *reader)
{
    return reader->at < reader->end;
}

/* Turns the row before (anything at first) into the next one. */
void angry_trail_next(struct trail_reader *, int16_t *row, int width);

#endif
