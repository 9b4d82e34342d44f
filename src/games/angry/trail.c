#include "games/angry/trail.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "games/angry/lanes.h"

enum step { STEP_ROW, STEP_MASK, STEP_SAME };

void *angry_purse_grow(struct trail_purse *purse, void *from, size_t now, size_t wanted)
{
    size_t more = wanted - now;
    assert(wanted > now);
    bool is_there = atomic_fetch_add(&purse->used, more) + more <= purse->limit;
    void *grown = is_there ? realloc(from, wanted) : NULL;
    if (grown == NULL)
        atomic_fetch_sub(&purse->used, more);
    return grown;
}

static bool trail_grow(struct trail *trail, struct trail_purse *purse, uint32_t wanted)
{
    uint32_t capacity = trail->capacity + trail->capacity / 2;
    capacity = capacity < wanted ? wanted : capacity;
    uint8_t *bytes = angry_purse_grow(purse, trail->bytes, trail->capacity, capacity);
    if (bytes == NULL)
        return false;
    trail->bytes = bytes;
    trail->capacity = capacity;
    return true;
}

static bool trail_append(struct trail *trail, struct trail_purse *purse, enum step step, const void *bytes,
                         size_t count)
{
    uint32_t wanted = trail->used + 1 + (uint32_t)count;
    if (wanted > trail->capacity && !trail_grow(trail, purse, wanted))
        return false;
    trail->bytes[trail->used] = (uint8_t)step;
    memcpy(trail->bytes + trail->used + 1, bytes, count);
    trail->used = wanted;
    return true;
}

/* Bit i of the mask says that lane i loses one point. False if some lane does anything else. */
static bool find_mask(const int16_t *row, const int16_t *before, const int16_t *lanes, int width,
                      uint8_t mask[TRAIL_MASK_MAX])
{
    uint64_t strange = 0;
    const uint64_t ones = UINT64_C(0x0001000100010001);
    for (int base = 0; base < width; base += LANES) {
        int16_t loss[LANES];
        for (int lane = 0; lane < LANES; lane++)
            loss[lane] = (int16_t)((before[base + lane] - row[base + lane]) & lanes[base + lane]);
        uint64_t four[LANES / 4];
        memcpy(four, loss, sizeof four);
        strange |= (four[0] | four[1] | four[2] | four[3]) & ~ones;
        /* bits 0, 16, 32, 48 of a word side by side */
        const uint64_t gather = UINT64_C(0x0001000200040008);
        for (int i = 0; i < LANES / 4; i += 2) {
            uint64_t low = (four[i] & ones) * gather >> 48 & 15;
            uint64_t high = (four[i + 1] & ones) * gather >> 48 & 15;
            mask[base / 8 + i / 2] = (uint8_t)(low | high << 4);
        }
    }
    return strange == 0;
}

bool angry_trail_write(struct trail *trail, struct trail_purse *purse, const int16_t *row,
                       const int16_t *before, const int16_t *lanes, int prize, int width)
{
    assert(width % LANES == 0 && width <= TRAIL_WIDTH_MAX);
    assert((before == NULL) == (trail->used == 0));
    uint8_t mask[TRAIL_MASK_MAX];
    size_t mask_size = (size_t)width / 8;
    if (before != NULL && find_mask(row, before, lanes, width, mask)) {
        if (memcmp(mask, trail->mask, mask_size) == 0)
            return trail_append(trail, purse, STEP_SAME, mask, 0);
        memcpy(trail->mask, mask, mask_size);
        return trail_append(trail, purse, STEP_MASK, mask, mask_size);
    }
    int16_t whole[TRAIL_WIDTH_MAX];
    for (int lane = 0; lane < width; lane++)
        whole[lane] = (int16_t)((row[lane] + prize) & lanes[lane]);
    return trail_append(trail, purse, STEP_ROW, whole, (size_t)width * sizeof whole[0]);
}

void angry_trail_free(struct trail *trail, struct trail_purse *purse)
{
    free(trail->bytes);
    atomic_fetch_sub(&purse->used, trail->capacity);
    memset(trail, 0, sizeof *trail);
}

struct trail_reader angry_trail_read(const struct trail *trail)
{
    return (struct trail_reader){.at = trail->bytes, .end = trail->bytes + trail->used};
}

static void take_mask(const uint8_t *mask, int16_t *row, int width)
{
    static const uint16_t bit[LANES] = {1u << 0,  1u << 1,  1u << 2,  1u << 3, 1u << 4,  1u << 5,
                                        1u << 6,  1u << 7,  1u << 8,  1u << 9, 1u << 10, 1u << 11,
                                        1u << 12, 1u << 13, 1u << 14, 1u << 15};
    for (int base = 0; base < width; base += LANES) {
        uint16_t bits = (uint16_t)(mask[base / 8] | mask[base / 8 + 1] << 8);
        for (int lane = 0; lane < LANES; lane++)
            row[base + lane] = (int16_t)(row[base + lane] - ((bits & bit[lane]) != 0));
    }
}

void angry_trail_next(struct trail_reader *reader, int16_t *row, int width)
{
    assert(reader->at < reader->end);
    size_t mask_size = (size_t)width / 8;
    switch ((enum step) * reader->at++) {
    case STEP_ROW:
        memcpy(row, reader->at, (size_t)width * sizeof row[0]);
        reader->at += (size_t)width * sizeof row[0];
        return;
    case STEP_MASK:
        memcpy(reader->mask, reader->at, mask_size);
        reader->at += mask_size;
        break;
    case STEP_SAME: break;
    }
    take_mask(reader->mask, row, width);
}
