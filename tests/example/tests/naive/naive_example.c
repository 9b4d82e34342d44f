/* Three in a row as its rules page tells it: nine letters, and loops over them. */
#include "naive.h"

#include <stdio.h>
#include <string.h>

struct table {
    char cell[3][4]; /* x, o or '.', a string a row */
    int side;
    int misere;
};

static struct table *table_of(struct naive_state *state)
{
    return (struct table *)(void *)state->bytes;
}

static const struct table *table_in(const struct naive_state *state)
{
    return (const struct table *)(const void *)state->bytes;
}

static void from_fen(struct naive_state *state, const char *fen)
{
    struct table *table = table_of(state);
    int row = 0, column = 0;
    memset(table, 0, sizeof *table);
    memset(table->cell, '.', sizeof table->cell);
    for (; *fen != '\0' && *fen != ' '; fen++)
        if (*fen == '/') {
            row++;
            column = 0;
        } else if (*fen >= '1' && *fen <= '3') {
            column += *fen - '0';
        } else {
            table->cell[row][column++] = *fen;
        }
    table->side = strncmp(fen, " 2", 2) == 0 ? 2 : 1;
    table->misere = strstr(fen, "misere=on") != NULL;
}

static void to_fen(const struct naive_state *state, char fen[NAIVE_FEN])
{
    const struct table *table = table_in(state);
    char *at = fen;
    for (int row = 0; row < 3; row++) {
        int gap = 0;
        if (row > 0)
            *at++ = '/';
        for (int column = 0; column <= 3; column++) {
            bool mark = column < 3 && table->cell[row][column] != '.';
            if ((mark || column == 3) && gap > 0) {
                *at++ = (char)('0' + gap);
                gap = 0;
            }
            if (mark)
                *at++ = table->cell[row][column];
            else
                gap++;
        }
    }
    sprintf(at, " %d%s", table->side, table->misere ? " misere=on" : "");
}

static bool has_line(const struct table *table, char sign)
{
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            for (int down = -1; down <= 1; down++)
                for (int right = 0; right <= 1; right++) {
                    int count = 0;
                    for (int step = 0; step < 3; step++) {
                        int r = row + step * down, c = column + step * right;
                        count += (down != 0 || right != 0) && r >= 0 && r < 3 && c < 3 &&
                                 table->cell[r][c] == sign;
                    }
                    if (count == 3)
                        return true;
                }
    return false;
}

static bool is_full(const struct table *table)
{
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            if (table->cell[row][column] == '.')
                return false;
    return true;
}

static const char *result(const struct naive_state *state)
{
    const struct table *table = table_in(state);
    if (has_line(table, 'x'))
        return table->misere ? "p2win" : "p1win";
    if (has_line(table, 'o'))
        return table->misere ? "p1win" : "p2win";
    return is_full(table) ? "draw" : "none";
}

static const char *turn(const struct naive_state *state)
{
    if (strcmp(result(state), "none") != 0)
        return "none";
    return table_in(state)->side == 1 ? "1" : "2";
}

static void score(const struct naive_state *state, char text[64])
{
    const char *won = result(state);
    sprintf(text, "%d %d", strcmp(won, "p1win") == 0, strcmp(won, "p2win") == 0);
}

static void legal(const struct naive_state *state, struct naive_list *list)
{
    const struct table *table = table_in(state);
    list->count = 0;
    for (int row = 0; row < 3 && strcmp(turn(state), "none") != 0; row++)
        for (int column = 0; column < 3; column++)
            if (table->cell[row][column] == '.')
                sprintf(list->word[list->count++], "%c%d", 'a' + column, row + 1);
}

static void play(struct naive_state *state, const char *word)
{
    struct table *table = table_of(state);
    table->cell[word[1] - '1'][word[0] - 'a'] = table->side == 1 ? 'x' : 'o';
    table->side = 3 - table->side;
}

const struct naive naive_example = {"example", from_fen, to_fen, turn, result, score, legal, play};
