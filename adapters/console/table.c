#include "adapters/console/table.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

/* -- reading -- */

static const struct {
    const char *name;
    size_t place;
} numbers[] = {
    {"depth", offsetof(struct row, depth)},     {"seldepth", offsetof(struct row, seldepth)},
    {"multipv", offsetof(struct row, multipv)}, {"nodes", offsetof(struct row, nodes)},
    {"nps", offsetof(struct row, speed)},       {"time", offsetof(struct row, time)},
};

static void keep_word(struct word word, char *room, size_t size)
{
    snprintf(room, size, "%.*s", (int)word.length, word.at);
}

/* kind number, and what it bounds if that follows. */
static bool read_score(struct cursor *cursor, struct row *row)
{
    keep_word(cursor_next(cursor), row->kind, sizeof row->kind);
    if (!word_number(cursor_next(cursor), INT64_MIN, INT64_MAX, &row->number))
        return false;
    struct cursor before = *cursor;
    struct word word = cursor_next(cursor);
    if (word_is(word, "proven") || word_is(word, "lowerbound") || word_is(word, "upperbound"))
        keep_word(word, row->bound, sizeof row->bound);
    else
        *cursor = before;
    return true;
}

static void read_number(struct cursor *cursor, struct word key, struct row *row)
{
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (word_is(key, numbers[i].name))
            word_number(cursor_next(cursor), INT64_MIN, INT64_MAX,
                        (int64_t *)(void *)((char *)row + numbers[i].place));
}

/* A word that is no key, the value of a key not known among them, is passed over. */
bool row_read(const char *line, struct row *row)
{
    struct cursor cursor = cursor_over(line, strlen(line));
    *row = (struct row){.multipv = 1};
    while (row->pv == NULL) {
        struct word key = cursor_next(&cursor);
        if (key.length == 0)
            return false;
        if (word_is(key, "pv"))
            row->pv = cursor_rest(&cursor).at;
        else if (word_is(key, "string") || (word_is(key, "score") && !read_score(&cursor, row)))
            return false;
        else
            read_number(&cursor, key, row);
    }
    return row->kind[0] != '\0' && row->pv[0] != '\0';
}

/* -- writing -- */

void row_print_short(int64_t number, char *room, size_t size)
{
    static const char units[] = " kMGT";
    double shown = (double)number;
    int unit = 0;
    for (; shown >= 9999.5 && units[unit + 1] != '\0'; unit++)
        shown /= 1000;
    snprintf(room, size, unit == 0 ? "%.0f" : "%.1f%c", shown, units[unit]);
}

/* A win is told as "in at most so many plies": only the next ply is known to be the last for sure. */
static void print_mate(const struct row *row, bool utf8, char *room, size_t size)
{
    int64_t plies = row->number > 0 ? row->number : -row->number;
    const char *side = row->number > 0 ? "win" : "loss";
    if (plies <= 1)
        snprintf(room, size, "%s in %" PRId64, side, plies);
    else
        snprintf(room, size, "%s %s%" PRId64, side, utf8 ? "\u2264" : "<=", plies);
}

void row_print_score(const struct row *row, const struct game *game, bool utf8, char *room, size_t size)
{
    assert(game != NULL && size > 0);
    if (strcmp(row->kind, "mate") == 0)
        print_mate(row, utf8, room, size);
    else if (strcmp(row->kind, "wp") == 0)
        snprintf(room, size, "%.3f %%", (double)row->number / 10000);
    else if (row->number >= VALUE_WIN || row->number <= -VALUE_WIN) /* an evaluation that knows the end */
        snprintf(room, size, row->number > 0 ? "win" : "loss");
    else if (strcmp(row->kind, "pts") == 0 || game->scale == SCALE_POINTS)
        snprintf(room, size, "%+" PRId64, row->number);
    else
        snprintf(room, size, "%+.2f", (double)row->number / 100);
}

const char *row_bound_words(const struct row *row)
{
    switch (row->bound[0]) {
    case 'p': return "proven";
    case 'l': return "at least";
    case 'u': return "at most";
    default: return "";
    }
}
