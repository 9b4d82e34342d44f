#include "adapters/campaign/konane_proof.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/campaign/parts.h"

enum { HEADING = 512, AT_ONCE = 200 /* open files */ };

static const char signature[] = "panj proof 1 konane\n";

/* -- the front end's own answers -- */

/* Columns of the FEN's first row; how many cells its rows have. */
static bool read_stones(const char *fen, uint64_t *stones, int *columns)
{
    int cell = 0;
    *stones = 0;
    *columns = 0;
    for (; *fen != ' ' && *fen != '\0'; fen++) {
        if (*fen == '/') {
            *columns = *columns == 0 ? cell : *columns;
        } else if (isdigit((unsigned char)*fen)) {
            int holes = *fen - '0';
            if (isdigit((unsigned char)fen[1]))
                holes = holes * 10 + (*++fen - '0');
            cell += holes;
        } else {
            if (cell >= 64)
                return false;
            *stones |= 1ull << cell++;
        }
    }
    return cell <= 64 && *columns > 0 && *columns <= 26;
}

/* "d4": column and row, the first row on top. */
static const char *read_cell(const char *word, int columns, int *cell)
{
    if (*word < 'a' || *word >= 'a' + columns || !isdigit((unsigned char)word[1]))
        return NULL;
    char *end;
    long row = strtol(word + 1, &end, 10);
    *cell = (int)(row - 1) * columns + (*word - 'a');
    return row >= 1 && row <= 64 && *cell < 64 ? end : NULL;
}

static void put_bytes(struct string *out, uint64_t value, int count)
{
    for (int i = 0; i < count; i++) {
        char byte = (char)(value >> 8 * i & 255);
        string_add(out, &byte, 1);
    }
}

bool konane_merge_answer(struct konane_merge *merge, const char *fen, const char *move)
{
    uint64_t stones;
    int columns, from, to;
    const char *rest = read_stones(fen, &stones, &columns) ? read_cell(move, columns, &from) : NULL;
    if (rest == NULL)
        return false;
    to = from; /* a removal */
    if (*rest != '\0' && ((rest = read_cell(rest, columns, &to)) == NULL || *rest != '\0'))
        return false;
    put_bytes(&merge->own, stones, 8);
    put_bytes(&merge->own, (uint64_t)(from | to << 6), 2);
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

/* -- a merge of sorted files -- */

void konane_merge_part(struct konane_merge *merge, const char *name)
{
    merge->inputs = ground_grow(merge->inputs, (size_t)(merge->count + 1) * sizeof *merge->inputs);
    struct string *path = &merge->inputs[merge->count++];
    *path = (struct string){0};
    parts_path(merge->folder, name, path);
}

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

static bool complain(struct konane_merge *merge, const char *path)
{
    string_clear(&merge->why);
    string_print(&merge->why, "%s: %s", path, strerror(errno));
    return false;
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

/* Like any part: a heading, which stays empty, then answers. */
static bool write_own(struct konane_merge *merge, const char *path)
{
    static const char heading[HEADING];
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return complain(merge, path);
    if (merge->own.length > 0)
        qsort(merge->own.at, merge->own.length / KONANE_ANSWER, KONANE_ANSWER, compare_answers);
    fwrite(heading, HEADING, 1, file);
    fwrite(merge->own.length > 0 ? merge->own.at : "", 1, merge->own.length, file);
    bool good = !ferror(file);
    return (fclose(file) == 0 && good) || complain(merge, path);
}

/* Merges the first of the inputs into one and puts that at the end, until few are left. */
static bool merge_down(struct konane_merge *merge, const char *path)
{
    static const char heading[HEADING];
    int first = 0;
    for (int made = 0; merge->count - first > AT_ONCE; made++, first += AT_ONCE) {
        struct string middle = {0};
        string_print(&middle, "%s.merge-%d", path, made);
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
        merge->inputs = ground_grow(merge->inputs, (size_t)(merge->count + 1) * sizeof *merge->inputs);
        merge->inputs[merge->count++] = middle;
    }
    for (int i = 0; i < first; i++)
        string_free(&merge->inputs[i]);
    memmove(merge->inputs, merge->inputs + first, (size_t)(merge->count - first) * sizeof *merge->inputs);
    merge->count -= first;
    return true;
}

int64_t konane_merge_write(struct konane_merge *merge, const char *path, const char *fen, int winner)
{
    struct string own = {0};
    char heading[HEADING] = {0};
    string_print(&own, "%s.own", path);
    bool good = write_own(merge, own.at);
    merge->inputs = ground_grow(merge->inputs, (size_t)(merge->count + 1) * sizeof *merge->inputs);
    merge->inputs[merge->count++] = own;
    good = good && merge_down(merge, path);
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
