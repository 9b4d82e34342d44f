#include "games/konane/lessons.h"

#include <inttypes.h>

/* Some 0.36 positions in a thousand take a thousand and more to decide, and so in proportion: measured on 6x7. */
uint64_t konane_lessons_least(uint64_t nodes)
{
    enum { LEAST = 100, SHARE = 10000 };
    return nodes / SHARE > LEAST ? nodes / SHARE : LEAST;
}

void konane_lessons_note(struct konane_lessons *lessons, uint64_t stones, enum konane_side side,
                         struct proof proof, uint64_t work)
{
    assert(proof_is_final(proof) && work >= lessons->least);
    size_t place = atomic_fetch_add_explicit(&lessons->count, 1, memory_order_relaxed);
    if (place < LESSONS_MAX)
        lessons->at[place] =
            (struct konane_lesson){.stones = stones, .work = work, .side = side, .won = proof_is_won(proof)};
}

int konane_lessons_tell(struct konane_lessons *lessons, struct text *text)
{
    size_t count = atomic_load(&lessons->count);
    count = count < LESSONS_MAX ? count : LESSONS_MAX;
    for (size_t i = 0; i < count; i++) {
        const struct konane_lesson *lesson = &lessons->at[i];
        text_format(text, " %c%d:%" PRIu64 ":%" PRIx64, lesson->won ? 'w' : 'l',
                    lesson->side == KONANE_BLACK ? 1 : 2, lesson->work, lesson->stones);
    }
    assert(!text->cut);
    atomic_store(&lessons->count, 0);
    return (int)count;
}

/* The number up to `end`, in the base; false: it is none, or too large. */
static bool read_number(const char **at, const char *end, uint64_t base, uint64_t *number)
{
    const char *from = *at;
    *number = 0;
    for (; *at < end && **at != ':'; (*at)++) {
        char digit = **at;
        uint64_t value = digit >= '0' && digit <= '9'   ? (uint64_t)(digit - '0')
                         : digit >= 'a' && digit <= 'f' ? (uint64_t)(digit - 'a') + 10
                                                        : base;
        if (value >= base || *number > (UINT64_MAX - value) / base)
            return false;
        *number = *number * base + value;
    }
    return *at > from;
}

bool konane_lesson_read(struct word word, const struct konane_board *board, struct konane_lesson *lesson)
{
    enum { RESULT_AT, SIDE_AT, COLON_AT, WORK_AT };
    const char *at = word.at + WORK_AT, *end = word.at + word.length;
    if (word.length <= WORK_AT || word.at[COLON_AT] != ':' ||
        (word.at[RESULT_AT] != 'w' && word.at[RESULT_AT] != 'l') ||
        (word.at[SIDE_AT] != '1' && word.at[SIDE_AT] != '2'))
        return false;
    lesson->won = word.at[RESULT_AT] == 'w';
    lesson->side = word.at[SIDE_AT] == '1' ? KONANE_BLACK : KONANE_WHITE;
    if (!read_number(&at, end, 10, &lesson->work) || lesson->work == 0 || lesson->work > INT64_MAX ||
        at++ == end)
        return false;
    return read_number(&at, end, 16, &lesson->stones) && at == end && (lesson->stones & ~board->cells) == 0;
}
