/* The counts of tests/perft/<game>.txt, exactly. */
#include "support/check.h"

#include <inttypes.h>

#include "perft.h"
#include "support/place.h"

struct block {
    const struct game *game;
    bool loaded; /* there is a position to count from */
    struct board board;
    struct position position;
    int checked; /* counts compared so far */
};

/* Counts beyond this would take too long. */
static uint64_t leaves_max(void)
{
    return (uint64_t)check_scaled(10000000);
}

static void check_counts(struct block *block, const struct lines *lines, const char *counts)
{
    struct cursor cursor = cursor_over(counts, strlen(counts));
    for (int depth = 1;; depth++) {
        struct word word = cursor_next(&cursor);
        int64_t wanted;
        if (word.length == 0)
            return;
        if (!word_number(word, 0, INT64_MAX, &wanted))
            fail_msg("%s:%d: not a count", lines->path, lines->number);
        if ((uint64_t)wanted > leaves_max())
            return;
        uint64_t leaves = perft(block->game, &block->board, &block->position, depth, NULL);
        if (leaves != (uint64_t)wanted)
            fail_msg("%s:%d: depth %d has %" PRIu64 " leaves, not %" PRId64, lines->path, lines->number,
                     depth, leaves, wanted);
        block->checked++;
    }
}

static void check_line(struct block *block, const struct lines *lines)
{
    struct fault fault = {.field = "line", .why = "neither a position nor perft"};
    const char *counts = line_after(lines->text, "perft");
    if (counts != NULL) {
        if (block->loaded)
            check_counts(block, lines, counts);
        return;
    }
    enum place_answer answer = place_load(block->game, lines->text, &block->board, &block->position, &fault);
    if (answer == PLACE_WRONG || answer == PLACE_OTHER)
        fail_msg("%s:%d: %s %s", lines->path, lines->number, fault.field, fault.why);
    if (answer == PLACE_ABSENT)
        print_message("%s:%d: skipped, its map is not here\n", lines->path, lines->number);
    block->loaded = answer == PLACE_READY;
}

static void test_counts(void **state)
{
    struct block block = {.game = check_game(state)};
    struct lines lines;
    if (!lines_open(&lines, "perft", block.game->name))
        fail_msg("%s is missing", lines.path);
    while (lines_next(&lines))
        check_line(&block, &lines);
    lines_close(&lines);
    assert_true(block.checked > 0);
}

int main(void)
{
    return check_every_game("perft", test_counts);
}
