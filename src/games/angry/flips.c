#include "games/angry/flips.h"

#include <stdlib.h>

#include "base/bits.h"

/* Followed by `count` lanes of a byte or two, or by the words of a row if it is WHOLE. */
struct record {
    uint16_t time;
    uint16_t bird;
    uint16_t count;
};

enum { WHOLE = UINT16_MAX, ROOM_FIRST = 64 };

static bool flips_grow(struct flips *flips, struct trail_purse *purse, uint32_t wanted)
{
    uint32_t room = flips->room == 0 ? ROOM_FIRST : flips->room + flips->room / 2;
    room = room < wanted ? wanted : room;
    uint8_t *bytes = angry_purse_grow(purse, flips->bytes, flips->room, room);
    if (bytes == NULL)
        return false;
    flips->bytes = bytes;
    flips->room = room;
    return true;
}

static void flips_put(struct flips *flips, const void *bytes, size_t count)
{
    assert(flips->used + count <= flips->room);
    memcpy(flips->bytes + flips->used, bytes, count);
    flips->used += (uint32_t)count;
}

bool angry_flips_add(struct flips *flips, struct trail_purse *purse, int time, int bird,
                     const struct bit_row *queens, int words)
{
    assert(time >= 0 && time <= UINT16_MAX && bird >= 0 && bird < TRAIL_WIDTH_MAX);
    uint16_t lane[TRAIL_WIDTH_MAX];
    uint16_t count = 0;
    size_t whole = (size_t)words * sizeof queens->word[0];
    for (int i = 0; i < words; i++)
        for (uint64_t left = queens->word[i]; left != 0; left &= left - 1)
            lane[count++] = (uint16_t)(64 * i + bits_lowest(left));
    bool is_whole = count * sizeof lane[0] > whole;
    struct record record = {(uint16_t)time, (uint16_t)bird, is_whole ? WHOLE : count};
    size_t bytes = is_whole ? whole : count * sizeof lane[0];
    uint32_t wanted = flips->used + (uint32_t)(sizeof record + bytes);
    if (wanted > flips->room && !flips_grow(flips, purse, wanted))
        return false;
    flips_put(flips, &record, sizeof record);
    flips_put(flips, is_whole ? (const void *)queens->word : lane, bytes);
    return true;
}

void angry_flips_free(struct flips *flips, struct trail_purse *purse)
{
    free(flips->bytes);
    atomic_fetch_sub(&purse->used, flips->room);
    *flips = (struct flips){.bytes = NULL};
}

struct flips_reader angry_flips_read(const struct flips *flips)
{
    return (struct flips_reader){.at = flips->bytes, .end = flips->bytes + flips->used};
}

int angry_flips_time(const struct flips_reader *reader)
{
    struct record record;
    if (reader->at == reader->end)
        return FLIPS_OVER;
    memcpy(&record, reader->at, sizeof record);
    return record.time;
}

static const uint8_t *flip_whole(const uint8_t *at, uint64_t *row, int words)
{
    for (int i = 0; i < words; i++, at += sizeof *row) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        row[i] ^= word;
    }
    return at;
}

static const uint8_t *flip_lanes(const uint8_t *at, uint64_t *row, int count)
{
    for (int i = 0; i < count; i++, at += sizeof(uint16_t)) {
        uint16_t lane;
        memcpy(&lane, at, sizeof lane);
        row[lane / 64] ^= UINT64_C(1) << (lane % 64);
    }
    return at;
}

int angry_flips_next(struct flips_reader *reader, uint64_t *rows, int words)
{
    struct record record;
    assert(reader->at < reader->end);
    memcpy(&record, reader->at, sizeof record);
    reader->at += sizeof record;
    uint64_t *row = rows + (size_t)record.bird * (size_t)words;
    reader->at = record.count == WHOLE ? flip_whole(reader->at, row, words)
                                       : flip_lanes(reader->at, row, record.count);
    return record.bird;
}
