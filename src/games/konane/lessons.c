#include "games/konane/lessons.h"

#include <inttypes.h>
#include <stdlib.h>

/* Some 0.36 positions in a thousand take a thousand and more to decide, and so in proportion: measured on 6x7. */
uint64_t konane_lessons_least(uint64_t nodes)
{
    enum { LEAST = 100, SHARE = 10000 };
    return nodes / SHARE > LEAST ? nodes / SHARE : LEAST;
}

void konane_lessons_note(struct konane_lessons *lessons, uint64_t stones, enum konane_side side,
                         struct proof proof, uint64_t work)
{
    assert(work >= lessons->least);
    size_t place = atomic_fetch_add_explicit(&lessons->count, 1, memory_order_relaxed);
    if (place < LESSONS_NOTED)
        lessons->at[place] =
            (struct konane_lesson){.stones = stones, .work = work, .side = side, .proof = proof};
}

static bool is_same(const struct konane_lesson *one, const struct konane_lesson *other)
{
    return one->stones == other->stones && one->side == other->side;
}

/* Together what is of one position, the most work first. */
static int by_position(const void *one, const void *other)
{
    const struct konane_lesson *a = one, *b = other;
    if (a->stones != b->stones)
        return a->stones < b->stones ? -1 : 1;
    if (a->side != b->side)
        return a->side < b->side ? -1 : 1;
    return a->work > b->work ? -1 : a->work < b->work;
}

static int by_work(const void *one, const void *other)
{
    const struct konane_lesson *a = one, *b = other;
    return a->work > b->work ? -1 : a->work < b->work;
}

/* The best of each position, the most work first; how many. */
static size_t sum_up(struct konane_lesson *at, size_t count)
{
    size_t kept = 0;
    qsort(at, count, sizeof *at, by_position);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || !is_same(&at[i], &at[kept - 1]))
            at[kept++] = at[i];
    qsort(at, kept, sizeof *at, by_work);
    return kept < LESSONS_MAX ? kept : LESSONS_MAX;
}

static void tell_one(const struct konane_lesson *lesson, struct text *text)
{
    struct proof proof = lesson->proof;
    text_format(text, " %c%d:%" PRIu64,
                proof_is_won(proof)    ? 'w'
                : proof_is_lost(proof) ? 'l'
                                       : 'o',
                lesson->side == KONANE_BLACK ? 1 : 2, lesson->work);
    if (!proof_is_final(proof))
        text_format(text, ":%" PRIu32 ":%" PRIu32, proof.phi, proof.delta);
    text_format(text, ":%" PRIx64, lesson->stones);
}

int konane_lessons_tell(struct konane_lessons *lessons, struct text *text)
{
    size_t count = atomic_load(&lessons->count);
    count = sum_up(lessons->at, count < LESSONS_NOTED ? count : LESSONS_NOTED);
    for (size_t i = 0; i < count; i++)
        tell_one(&lessons->at[i], text);
    assert(!text->cut);
    atomic_store(&lessons->count, 0);
    return (int)count;
}

/* Hexadecimal, in small letters; false: it is not, or too long. */
static bool read_stones(struct word word, uint64_t *stones)
{
    static const char digits[] = "0123456789abcdef";
    *stones = 0;
    for (size_t i = 0; i < word.length; i++) {
        const char *digit = memchr(digits, word.at[i], sizeof digits - 1);
        if (digit == NULL || *stones >> 60 != 0)
            return false;
        *stones = *stones << 4 | (uint64_t)(digit - digits);
    }
    return word.length > 0;
}

/* By the letter of its result; that of an open one takes two numbers off the rest. */
static bool read_proof(char result, struct word *rest, struct proof *proof)
{
    int64_t phi, delta;
    *proof = result == 'w' ? proof_won() : proof_lost();
    if (result != 'o')
        return result == 'w' || result == 'l';
    if (!word_number(word_cut(rest, ':'), 1, PROOF_INFINITE - 1, &phi) ||
        !word_number(word_cut(rest, ':'), 1, PROOF_INFINITE - 1, &delta))
        return false;
    *proof = (struct proof){(uint32_t)phi, (uint32_t)delta};
    return true;
}

bool konane_lesson_read(struct word word, const struct konane_board *board, struct konane_lesson *lesson)
{
    int64_t work;
    struct word head = word_cut(&word, ':');
    if (head.length != 2 || (head.at[1] != '1' && head.at[1] != '2') ||
        !word_number(word_cut(&word, ':'), 1, INT64_MAX, &work) ||
        !read_proof(head.at[0], &word, &lesson->proof))
        return false;
    lesson->side = head.at[1] == '1' ? KONANE_BLACK : KONANE_WHITE;
    lesson->work = (uint64_t)work;
    return read_stones(word, &lesson->stones) && (lesson->stones & ~board->cells) == 0;
}
