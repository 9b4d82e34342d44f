/* Random instances by seed: what they promise, checked on the printed rows by a walk of this file's own. */
#include "tests/support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/angry/angry.h"
#include "games/gems/gems.h"

enum { SIDE = 25, FEN_ROOM = 2048 };

/* The FEN of the start that these words of newgame make; "error KEY ..." if they make none. */
static void start(const struct game *game, const char *line, char fen[FEN_ROOM])
{
    static struct board board;
    static struct position position;
    struct words words;
    struct fault fault = {0};
    memset(&board, 0, sizeof board);
    memset(&position, 0, sizeof position);
    assert_true(words_split(line, strlen(line), &words));
    if (!game->start(&board, &position, &words, &fault)) {
        snprintf(fen, FEN_ROOM, "error %s %s", fault.field, fault.why);
        return;
    }
    struct text text = text_in(fen, FEN_ROOM);
    game->print(&board, &position, &text);
    assert_true(strlen(fen) + 1 < text.capacity);
}

/* The rows of a FEN as a grid. */
struct grid {
    int rows, columns;
    char cell[SIDE][SIDE];
    bool seen[SIDE][SIDE];
};

static struct grid grid_of(const char *fen)
{
    struct grid grid = {.rows = 1};
    int column = 0;
    for (; *fen != ' ' && *fen != '\0'; fen++)
        if (*fen == '/') {
            grid.rows++;
            column = 0;
        } else {
            grid.cell[grid.rows - 1][column++] = *fen;
            grid.columns = column > grid.columns ? column : grid.columns;
        }
    return grid;
}

static void walk(struct grid *grid, int row, int column, bool diagonal, char wall)
{
    if (row < 0 || row >= grid->rows || column < 0 || column >= grid->columns || grid->seen[row][column] ||
        grid->cell[row][column] == wall)
        return;
    grid->seen[row][column] = true;
    for (int r = -1; r <= 1; r++)
        for (int c = -1; c <= 1; c++)
            if (diagonal || r == 0 || c == 0)
                walk(grid, row + r, column + c, diagonal, wall);
}

static int count(const struct grid *grid, const char *letters)
{
    int found = 0;
    for (int row = 0; row < grid->rows; row++)
        for (int column = 0; column < grid->columns; column++)
            found += strchr(letters, grid->cell[row][column]) != NULL;
    return found;
}

static void assert_all_are_reached(const struct grid *grid, const char *letters)
{
    for (int row = 0; row < grid->rows; row++)
        for (int column = 0; column < grid->columns; column++)
            if (strchr(letters, grid->cell[row][column]) != NULL)
                assert_true(grid->seen[row][column]);
}

static void check_gems(const char *fen, int rows, int columns, int gems)
{
    struct grid grid = grid_of(fen);
    assert_int_equal(grid.rows, rows);
    assert_int_equal(grid.columns, columns);
    assert_int_equal(count(&grid, "1234"), gems);
    assert_int_equal(count(&grid, "1234EW*"), rows * columns);
    walk(&grid, 0, 0, true, 'W');
    assert_all_are_reached(&grid, "1234");
    for (int corner = 0; corner < 4; corner++) {
        int row = corner < 2 ? 0 : rows - 1, column = corner % 2 == 0 ? 0 : columns - 1;
        assert_true(grid.cell[row][column] == 'E' && grid.seen[row][column]);
    }
}

static void test_gems(void **state)
{
    (void)state;
    char fen[FEN_ROOM], again[FEN_ROOM], line[100], last[FEN_ROOM] = "";
    int64_t seeds = check_scaled(300);
    for (int seed = 0; seed < seeds; seed++) {
        int rows = 2 + seed % 24, columns = 2 + seed * 7 % 24, room = rows * columns - 4;
        int gems = room == 0 ? 0 : 1 + seed * 13 % room;
        if (gems == 0)
            continue;
        snprintf(line, sizeof line, "seed=%d size=%dx%d gems=%d players=2", seed, rows, columns, gems);
        start(&gems_game, line, fen);
        check_gems(fen, rows, columns, gems);
        start(&gems_game, line, again);
        assert_string_equal(fen, again);
    }
    for (int seed = 0; seed < 50; seed++) {
        snprintf(line, sizeof line, "seed=%d", seed);
        start(&gems_game, line, fen);
        check_gems(fen, 12, 12, 18);
        assert_string_not_equal(fen, last);
        strcpy(last, fen);
    }
}

static void check_angry(const char *fen, int eggs, int pigs, int birds)
{
    struct grid grid = grid_of(fen);
    assert_true(grid.rows == 10 && grid.columns == 10);
    assert_int_equal(count(&grid, "E"), eggs);
    assert_int_equal(count(&grid, "P"), pigs);
    assert_true(count(&grid, "H") == 1 && count(&grid, "Q") == 1 && count(&grid, "S") == 1);
    assert_int_equal(count(&grid, "B"), birds);
    for (int row = 0; row < 10; row++)
        for (int column = 0; column < 10; column++)
            if (grid.cell[row][column] == 'H')
                walk(&grid, row, column, false, 'R');
    assert_all_are_reached(&grid, "HQSEPB");
}

static void test_angry(void **state)
{
    (void)state;
    char fen[FEN_ROOM], again[FEN_ROOM], line[100], last[FEN_ROOM] = "";
    int64_t seeds = check_scaled(300);
    for (int seed = 0; seed < seeds; seed++) {
        int birds = seed % 3 == 0;
        snprintf(line, sizeof line, "seed=%d eggs=%d pigs=%d%s", seed, seed % 25, seed * 7 % 25,
                 birds ? " bird=on" : "");
        start(&angry_game, line, fen);
        check_angry(fen, seed % 25, seed * 7 % 25, birds);
        start(&angry_game, line, again);
        assert_string_equal(fen, again);
        assert_string_not_equal(fen, last);
        strcpy(last, fen);
    }
}

static void test_what_makes_no_map(void **state)
{
    (void)state;
    static const struct {
        const struct game *game;
        const char *line, *said;
    } rows[] = {{&gems_game, "seed=1 map=maze", "error map given beside seed"},
                {&gems_game, "size=5x5", "error seed missing"},
                {&gems_game, "gems=5", "error seed missing"},
                {&gems_game, "seed=1 size=5", "error size must be of the form 12x12"},
                {&gems_game, "seed=1 size=1x5", "error size must be of the form 12x12"},
                {&gems_game, "seed=1 size=5x26", "error size must be of the form 12x12"},
                {&gems_game, "seed=1 size=3x3 gems=6", "error gems must be at most 5 on a map of this size"},
                {&gems_game, "seed=-1", "error seed must be a number from 0"},
                {&angry_game, "seed=1 map=canyon", "error map given beside seed"},
                {&angry_game, "eggs=5", "error seed missing"},
                {&angry_game, "pigs=5", "error seed missing"},
                {&angry_game, "bird=on", "error seed missing"},
                {&angry_game, "seed=1 eggs=25", "error eggs must be a number from 0 to 24"}};
    char fen[FEN_ROOM];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        start(rows[i].game, rows[i].line, fen);
        if (strncmp(fen, rows[i].said, strlen(rows[i].said)) != 0)
            fail_msg("%s: %s", rows[i].line, fen);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gems),
        cmocka_unit_test(test_angry),
        cmocka_unit_test(test_what_makes_no_map),
    };
    return cmocka_run_group_tests_name("random maps", tests, NULL, NULL);
}
