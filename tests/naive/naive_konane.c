/* Konane as the rules page tells it: a grid of characters and loops over it. */
#include "naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct grid {
    int rows;
    int cols;
    char at[26][26]; /* 'b', 'w' or '.' */
    int side;        /* 1 or 2 */
    int any;         /* open=any */
};

static struct grid load(const struct naive_state *state)
{
    struct grid grid;
    memcpy(&grid, state->bytes, sizeof grid);
    return grid;
}

static void save(struct naive_state *state, const struct grid *grid)
{
    memset(state, 0, sizeof *state);
    memcpy(state->bytes, grid, sizeof *grid);
}

static void from_fen(struct naive_state *state, const char *fen)
{
    struct grid grid;
    memset(&grid, 0, sizeof grid);
    int col = 0;
    const char *at = fen;
    for (; *at != ' ' && *at != '\0'; at++) {
        if (*at == '/') {
            grid.rows++;
            col = 0;
        } else if (*at == 'b' || *at == 'w') {
            grid.at[grid.rows][col++] = *at;
        } else {
            int run = *at - '0';
            if (at[1] >= '0' && at[1] <= '9')
                run = run * 10 + (*++at - '0');
            while (run-- > 0)
                grid.at[grid.rows][col++] = '.';
        }
        grid.cols = col;
    }
    grid.rows++;
    grid.side = strncmp(at, " 2", 2) == 0 ? 2 : 1;
    grid.any = strstr(fen, "open=any") != NULL;
    save(state, &grid);
}

static void to_fen(const struct naive_state *state, char fen[NAIVE_FEN])
{
    struct grid grid = load(state);
    char *to = fen;
    for (int row = 0; row < grid.rows; row++) {
        if (row > 0)
            *to++ = '/';
        for (int col = 0; col < grid.cols;) {
            int run = 0;
            while (col < grid.cols && grid.at[row][col] == '.') {
                run++;
                col++;
            }
            if (run > 0)
                to += sprintf(to, "%d", run);
            if (col < grid.cols)
                *to++ = grid.at[row][col++];
        }
    }
    sprintf(to, " %d%s", grid.side, grid.any ? " open=any" : "");
}

static int holes(const struct grid *grid)
{
    int count = 0;
    for (int row = 0; row < grid->rows; row++)
        for (int col = 0; col < grid->cols; col++)
            count += grid->at[row][col] == '.';
    return count;
}

static int inside(const struct grid *grid, int row, int col)
{
    return row >= 0 && col >= 0 && row < grid->rows && col < grid->cols;
}

static void say(struct naive_list *list, const char *word)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->word[i], word) == 0)
            return;
    strcpy(list->word[list->count++], word);
}

/* Appends the name of a cell. */
static void name(char *word, int row, int col)
{
    size_t at = strlen(word);
    word[at++] = (char)('a' + col);
    if (row + 1 >= 10)
        word[at++] = (char)('0' + (row + 1) / 10);
    word[at++] = (char)('0' + (row + 1) % 10);
    word[at] = '\0';
}

static void say_removal(const struct grid *grid, int row, int col, char stone, struct naive_list *list)
{
    if (!inside(grid, row, col) || grid->at[row][col] != stone)
        return;
    char word[NAIVE_WORD] = "";
    name(word, row, col);
    say(list, word);
}

static void ply_one(const struct grid *grid, struct naive_list *list)
{
    if (grid->any) {
        for (int row = 0; row < grid->rows; row++)
            for (int col = 0; col < grid->cols; col++)
                say_removal(grid, row, col, 'b', list);
        return;
    }
    say_removal(grid, 0, 0, 'b', list);
    say_removal(grid, grid->rows - 1, grid->cols - 1, 'b', list);
    say_removal(grid, grid->rows / 2, grid->cols / 2, 'b', list);
    say_removal(grid, grid->rows / 2 - 1, grid->cols / 2 - 1, 'b', list);
}

static void ply_two(const struct grid *grid, struct naive_list *list)
{
    int row = 0;
    int col = 0;
    while (grid->at[row][col] != '.')
        if (++col == grid->cols) {
            col = 0;
            row++;
        }
    const char *order = "ldru";
    if (row == grid->rows - 1 && col == grid->cols - 1)
        order = "lu";
    if (row == 0 && col == 0)
        order = "rd";
    for (; *order != '\0'; order++) {
        if (*order == 'l')
            say_removal(grid, row, col - 1, 'w', list);
        if (*order == 'd')
            say_removal(grid, row + 1, col, 'w', list);
        if (*order == 'r')
            say_removal(grid, row, col + 1, 'w', list);
        if (*order == 'u')
            say_removal(grid, row - 1, col, 'w', list);
    }
}

static void stone(const struct grid *grid, int row, int col, int down, int right, struct naive_list *list)
{
    char enemy = grid->side == 1 ? 'w' : 'b';
    int r = row;
    int c = col;
    while (inside(grid, r + 2 * down, c + 2 * right) && grid->at[r + down][c + right] == enemy &&
           grid->at[r + 2 * down][c + 2 * right] == '.') {
        r += 2 * down;
        c += 2 * right;
        char word[NAIVE_WORD] = "";
        name(word, row, col);
        name(word, r, c);
        say(list, word);
    }
}

static void legal(const struct naive_state *state, struct naive_list *list)
{
    struct grid grid = load(state);
    list->count = 0;
    if (holes(&grid) == 0) {
        ply_one(&grid, list);
        return;
    }
    if (holes(&grid) == 1) {
        ply_two(&grid, list);
        return;
    }
    for (int row = 0; row < grid.rows; row++)
        for (int col = 0; col < grid.cols; col++)
            if (grid.at[row][col] == (grid.side == 1 ? 'b' : 'w')) {
                stone(&grid, row, col, -1, 0, list);
                stone(&grid, row, col, 0, 1, list);
                stone(&grid, row, col, 1, 0, list);
                stone(&grid, row, col, 0, -1, list);
            }
}

static void play(struct naive_state *state, const char *word)
{
    struct grid grid = load(state);
    char *rest;
    int col = word[0] - 'a';
    int row = (int)strtol(word + 1, &rest, 10) - 1;
    char mine = grid.at[row][col];
    grid.at[row][col] = '.';
    if (*rest != '\0') {
        int to_col = rest[0] - 'a';
        int to_row = atoi(rest + 1) - 1;
        while (row != to_row || col != to_col) {
            row += (to_row > row) - (to_row < row);
            col += (to_col > col) - (to_col < col);
            grid.at[row][col] = '.';
        }
        grid.at[row][col] = mine;
    }
    grid.side = 3 - grid.side;
    save(state, &grid);
}

static const char *turn(const struct naive_state *state)
{
    struct naive_list list;
    legal(state, &list);
    if (list.count == 0)
        return "none";
    return load(state).side == 1 ? "1" : "2";
}

static const char *result(const struct naive_state *state)
{
    struct naive_list list;
    legal(state, &list);
    if (list.count > 0)
        return "none";
    return load(state).side == 1 ? "p2win" : "p1win";
}

static void score(const struct naive_state *state, char text[64])
{
    struct grid grid = load(state);
    int black = 0;
    int white = 0;
    for (int row = 0; row < grid.rows; row++)
        for (int col = 0; col < grid.cols; col++) {
            black += grid.at[row][col] == 'b';
            white += grid.at[row][col] == 'w';
        }
    snprintf(text, 64, "%d %d", black, white);
}

extern const struct naive naive_konane;
const struct naive naive_konane = {"konane", from_fen, to_fen, turn, result, score, legal, play};
