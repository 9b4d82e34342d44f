#include "adapters/campaign/konane_proof.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/campaign/konane_board.h"
#include "adapters/campaign/parts.h"

enum { HEADING = 512, AT_ONCE = 200 /* open files */ };

static const char signature[] = "panj proof 2 konane\n";

/* -- answers -- */

static void put_bytes(struct string *out, uint64_t value, int count)
{
    for (int i = 0; i < count; i++) {
        char byte = (char)(value >> 8 * i & 255);
        string_add(out, &byte, 1);
    }
}

static void put_answer(struct string *out, uint64_t stones, struct konane_move move)
{
    put_bytes(out, stones, 8);
    put_bytes(out, (uint64_t)(move.from | move.to << 6), 2);
}

static struct konane_move image_of_move(const struct konane_place *place, int image, struct konane_move move)
{
    return (struct konane_move){konane_image_cell(place, image, move.from),
                                konane_image_cell(place, image, move.to)};
}

bool konane_merge_answer(struct konane_merge *merge, const char *fen, const char *word, int image)
{
    struct konane_place place;
    struct konane_move move;
    if (!konane_place_read(&place, fen) || !konane_move_read(&place, word, &move))
        return false;
    put_answer(&merge->own, konane_image_stones(&place, image, place.stones),
               image_of_move(&place, image, move));
    return true;
}

static uint64_t stones_of(const unsigned char *answer)
{
    uint64_t stones = 0;
    for (int i = 0; i < 8; i++)
        stones |= (uint64_t)answer[i] << 8 * i;
    return stones;
}

static int compare_answers(const void *one, const void *two)
{
    uint64_t a = stones_of(one), b = stones_of(two);
    return a < b ? -1 : a > b;
}

static bool complain(struct konane_merge *merge, const char *path)
{
    string_clear(&merge->why);
    string_print(&merge->why, "%s: %s", path, strerror(errno));
    return false;
}

/* A file like any part: a heading, which stays empty, then these answers, in order. */
static bool write_answers(struct konane_merge *merge, const char *path, struct string *answers)
{
    static const char heading[HEADING];
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return complain(merge, path);
    if (answers->length > 0)
        qsort(answers->at, answers->length / KONANE_ANSWER, KONANE_ANSWER, compare_answers);
    fwrite(heading, HEADING, 1, file);
    fwrite(answers->length > 0 ? answers->at : "", 1, answers->length, file);
    bool good = !ferror(file);
    return (fclose(file) == 0 && good) || complain(merge, path);
}

/* -- parts -- */

static void add_input(struct konane_merge *merge, struct string path)
{
    merge->inputs = ground_grow(merge->inputs, (size_t)(merge->count + 1) * sizeof *merge->inputs);
    merge->inputs[merge->count++] = path;
}

static void put_image(struct string *out, const unsigned char *answer, const struct konane_place *place,
                      int image)
{
    int word = answer[8] | answer[9] << 8;
    struct konane_move move = {word & 63, word >> 6 & 63};
    put_answer(out, konane_image_stones(place, image, stones_of(answer)), image_of_move(place, image, move));
}

/* The image of each answer in the file. */
static bool read_image(struct konane_merge *merge, const char *path, const struct konane_place *place,
                       int image, struct string *answers)
{
    unsigned char answer[KONANE_ANSWER];
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, HEADING, SEEK_SET) != 0)
        return complain(merge, path);
    while (fread(answer, KONANE_ANSWER, 1, file) == 1)
        put_image(answers, answer, place, image);
    bool good = !ferror(file) || complain(merge, path);
    fclose(file);
    return good;
}

bool konane_merge_part(struct konane_merge *merge, const char *name, const char *fen, int image)
{
    struct string path = {0}, turned = {0}, answers = {0};
    struct konane_place place;
    parts_path(merge->folder, name, &path);
    if (image == 0) {
        add_input(merge, path);
        return true;
    }
    string_print(&turned, "%s.image-%d", merge->path, merge->count);
    bool good = konane_place_read(&place, fen) && read_image(merge, path.at, &place, image, &answers) &&
                write_answers(merge, turned.at, &answers);
    add_input(merge, turned);
    string_free(&answers);
    string_free(&path);
    return good;
}

/* -- a merge of sorted files -- */

struct source {
    FILE *file;
    unsigned char answer[KONANE_ANSWER]; /* its next */
    uint64_t stones;
};

/* False at its end. */
static bool source_next(struct source *source)
{
    uint64_t before = source->stones;
    if (fread(source->answer, KONANE_ANSWER, 1, source->file) != 1)
        return false;
    source->stones = stones_of(source->answer);
    assert(source->stones != 0);
    return source->stones >= before;
}

/* A heap by stones: the least on top. */
static void sink_down(struct source **heap, int count, int at)
{
    for (int child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1]->stones < heap[child]->stones)
            child++;
        if (heap[at]->stones <= heap[child]->stones)
            return;
        struct source *swap = heap[at];
        heap[at] = heap[child];
        heap[child] = swap;
    }
}

/* The union of the sources to `out`: each position once. How many. */
static int64_t merge_sources(struct source **heap, int count, FILE *out)
{
    int64_t written = 0;
    uint64_t last = 0;
    for (int i = count / 2 - 1; i >= 0; i--)
        sink_down(heap, count, i);
    while (count > 0) {
        if (heap[0]->stones != last) {
            fwrite(heap[0]->answer, KONANE_ANSWER, 1, out);
            last = heap[0]->stones;
            written++;
        }
        if (!source_next(heap[0]))
            heap[0] = heap[--count];
        sink_down(heap, count, 0);
    }
    return written;
}

/* Merges the answers of some files that have headings. */
static int64_t merge_files(struct konane_merge *merge, const struct string *paths, int count, FILE *out)
{
    struct source *sources = ground_take((size_t)count * sizeof *sources);
    struct source **heap = ground_take((size_t)count * sizeof *heap);
    int live = 0;
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        sources[i].file = fopen(paths[i].at, "rb");
        good = (sources[i].file != NULL && fseek(sources[i].file, HEADING, SEEK_SET) == 0) ||
               complain(merge, paths[i].at);
        if (good && source_next(&sources[i]))
            heap[live++] = &sources[i];
    }
    int64_t written = good ? merge_sources(heap, live, out) : -1;
    for (int i = 0; i < count; i++)
        if (sources[i].file != NULL)
            fclose(sources[i].file);
    free(heap);
    free(sources);
    return written;
}

/* Merges the first of the inputs into one and puts that at the end, until few are left. */
static bool merge_down(struct konane_merge *merge)
{
    static const char heading[HEADING];
    int first = 0;
    for (int made = 0; merge->count - first > AT_ONCE; made++, first += AT_ONCE) {
        struct string middle = {0};
        string_print(&middle, "%s.merge-%d", merge->path, made);
        FILE *out = fopen(middle.at, "wb");
        if (out == NULL)
            return complain(merge, middle.at);
        fwrite(heading, HEADING, 1, out);
        int64_t written = merge_files(merge, merge->inputs + first, AT_ONCE, out);
        bool good = !ferror(out);
        if (fclose(out) != 0 || !good)
            return complain(merge, middle.at);
        if (written < 0)
            return false;
        add_input(merge, middle);
    }
    for (int i = 0; i < first; i++)
        string_free(&merge->inputs[i]);
    memmove(merge->inputs, merge->inputs + first, (size_t)(merge->count - first) * sizeof *merge->inputs);
    merge->count -= first;
    return true;
}

int64_t konane_merge_write(struct konane_merge *merge, const char *fen, int winner)
{
    const char *path = merge->path;
    struct string own = {0};
    char heading[HEADING] = {0};
    string_print(&own, "%s.own", path);
    bool good = write_answers(merge, own.at, &merge->own);
    add_input(merge, own);
    good = good && merge_down(merge);
    FILE *out = good ? fopen(path, "wb+") : NULL;
    if (out == NULL) {
        if (good)
            complain(merge, path);
        return -1;
    }
    fwrite(heading, HEADING, 1, out);
    int64_t written = merge_files(merge, merge->inputs, merge->count, out);
    snprintf(heading, sizeof heading, "%sfen %s\nwinner %d\nanswers %" PRId64 "\n", signature, fen, winner,
             written);
    good = fseek(out, 0, SEEK_SET) == 0 && fwrite(heading, HEADING, 1, out) == 1 && !ferror(out);
    good = fclose(out) == 0 && good;
    for (int i = 0; i < merge->count; i++) /* the parts stay; what was made on the way goes */
        if (strncmp(merge->inputs[i].at, path, strlen(path)) == 0)
            unlink(merge->inputs[i].at);
    return good ? written : complain(merge, path) - 1;
}

void konane_merge_free(struct konane_merge *merge)
{
    for (int i = 0; i < merge->count; i++)
        string_free(&merge->inputs[i]);
    free(merge->inputs);
    string_free(&merge->own);
    string_free(&merge->why);
}
