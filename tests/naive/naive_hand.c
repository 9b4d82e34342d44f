/* Hand of the King as its rules page tells it: a table of letters, and loops over it. */
#include "naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char houses[] = "SGLTBYU";

struct table {
    char card[6][6]; /* [row][column]: a letter, V, or ' ' */
    int side;        /* 1 or 2 */
    int count[3][7]; /* [player][house] */
    char holder[8];
    int farthest;
};

static struct table *table_of(struct naive_state *state)
{
    return (struct table *)(void *)state->bytes;
}

static const struct table *table_in(const struct naive_state *state)
{
    return (const struct table *)(const void *)state->bytes;
}

static int house_number(char letter)
{
    return (int)(strchr(houses, letter) - houses);
}

static void find_varys(const struct table *table, int *row, int *column)
{
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 6; c++)
            if (table->card[r][c] == 'V') {
                *row = r;
                *column = c;
            }
}

static void read_rows(struct table *table, const char *rows)
{
    int row = 0;
    int column = 0;
    for (const char *at = rows; *at != '\0'; at++) {
        if (*at == '/') {
            row++;
            column = 0;
        } else if (*at >= '1' && *at <= '6') {
            column += *at - '0';
        } else {
            table->card[row][column++] = *at;
        }
    }
}

static void from_fen(struct naive_state *state, const char *fen)
{
    char copy[NAIVE_FEN];
    char field[5][64] = {"", "1", "0000000", "0000000", "-------"};
    struct table *table = table_of(state);
    memset(state, 0, sizeof *state);
    memset(table->card, ' ', sizeof table->card);
    snprintf(copy, sizeof copy, "%s", fen);
    int fields = 0;
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        if (strcmp(word, "capture=farthest") == 0)
            table->farthest = 1;
        else if (strchr(word, '=') == NULL && fields < 5)
            snprintf(field[fields++], sizeof field[0], "%s", word);
    }
    read_rows(table, field[0]);
    table->side = atoi(field[1]);
    for (int house = 0; house < 7; house++) {
        table->count[1][house] = field[2][house] - '0';
        table->count[2][house] = field[3][house] - '0';
    }
    memcpy(table->holder, field[4], 7);
}

static void to_fen(const struct naive_state *state, char fen[NAIVE_FEN])
{
    const struct table *table = table_in(state);
    char *out = fen;
    for (int row = 0; row < 6; row++) {
        int gap = 0;
        for (int column = 0; column < 6; column++) {
            if (table->card[row][column] == ' ') {
                gap++;
            } else {
                if (gap > 0)
                    *out++ = (char)('0' + gap);
                gap = 0;
                *out++ = table->card[row][column];
            }
        }
        if (gap > 0)
            *out++ = (char)('0' + gap);
        *out++ = row < 5 ? '/' : ' ';
    }
    out += sprintf(out, "%d ", table->side);
    for (int player = 1; player <= 2; player++) {
        for (int house = 0; house < 7; house++)
            out += sprintf(out, "%d", table->count[player][house]);
        *out++ = ' ';
    }
    sprintf(out, "%s%s", table->holder, table->farthest ? " capture=farthest" : "");
}

static int is_house(char card)
{
    return card != ' ' && card != 'V';
}

/* Whether a card of the same house lies beyond (row, column) as seen from Varys. */
static int has_farther(const struct table *table, int row, int column, int step_row, int step_column)
{
    char card = table->card[row][column];
    for (int r = row + step_row, c = column + step_column; r >= 0 && r < 6 && c >= 0 && c < 6;
         r += step_row, c += step_column)
        if (table->card[r][c] == card)
            return 1;
    return 0;
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static int may_name(const struct table *table, int row, int column)
{
    int varys_row = 0;
    int varys_column = 0;
    find_varys(table, &varys_row, &varys_column);
    if (!is_house(table->card[row][column]) || (row != varys_row && column != varys_column))
        return 0;
    return !table->farthest ||
           !has_farther(table, row, column, sign(row - varys_row), sign(column - varys_column));
}

static void legal(const struct naive_state *state, struct naive_list *list)
{
    list->count = 0;
    for (int row = 0; row < 6; row++)
        for (int column = 0; column < 6; column++)
            if (may_name(table_in(state), row, column))
                sprintf(list->word[list->count++], "%c%d", 'a' + column, row + 1);
}

static const char *turn(const struct naive_state *state)
{
    struct naive_list list;
    legal(state, &list);
    return list.count == 0 ? "none" : table_in(state)->side == 1 ? "1" : "2";
}

static int banners(const struct table *table, int player)
{
    int sum = 0;
    for (int house = 0; house < 7; house++)
        sum += table->holder[house] == '0' + player;
    return sum;
}

static const char *result(const struct naive_state *state)
{
    const struct table *table = table_in(state);
    if (strcmp(turn(state), "none") != 0)
        return "none";
    if (banners(table, 1) > banners(table, 2))
        return "p1win";
    if (banners(table, 1) < banners(table, 2))
        return "p2win";
    for (int house = 0; house < 7; house++)
        if (table->holder[house] != '-')
            return table->holder[house] == '1' ? "p1win" : "p2win";
    return "draw";
}

static void score(const struct naive_state *state, char text[64])
{
    sprintf(text, "%d %d", banners(table_in(state), 1), banners(table_in(state), 2));
}

static void play(struct naive_state *state, const char *word)
{
    struct table *table = table_of(state);
    int column = word[0] - 'a';
    int row = word[1] - '1';
    int varys_row = 0;
    int varys_column = 0;
    find_varys(table, &varys_row, &varys_column);
    char card = table->card[row][column];
    int house = house_number(card);
    int mover = table->side;
    int r = varys_row;
    int c = varys_column;
    table->card[r][c] = ' ';
    while (r != row || c != column) {
        r += sign(row - varys_row);
        c += sign(column - varys_column);
        if (table->card[r][c] == card) {
            table->card[r][c] = ' ';
            table->count[mover][house]++;
        }
    }
    table->card[row][column] = 'V';
    if (table->count[mover][house] >= table->count[3 - mover][house])
        table->holder[house] = (char)('0' + mover);
    table->side = 3 - mover;
}

const struct naive naive_hand;
const struct naive naive_hand = {"hand", from_fen, to_fen, turn, result, score, legal, play};
