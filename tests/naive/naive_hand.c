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
    int with_companions;
    char companions[8]; /* letters of those in play */
    char phase;         /* m or c */
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

static int is_house(char card)
{
    return card != ' ' && card != 'V';
}

static int house_cards(const struct table *table)
{
    int cards = 0;
    for (int row = 0; row < 6; row++)
        for (int column = 0; column < 6; column++)
            cards += is_house(table->card[row][column]);
    return cards;
}

static int varys_can_move(const struct table *table)
{
    int row = 0;
    int column = 0;
    find_varys(table, &row, &column);
    for (int i = 0; i < 6; i++)
        if (is_house(table->card[row][i]) || is_house(table->card[i][column]))
            return 1;
    return 0;
}

static int has(const struct table *table, char letter)
{
    return strchr(table->companions, letter) != NULL;
}

static void drop(struct table *table, char letter)
{
    char *at = strchr(table->companions, letter);
    if (at != NULL)
        memmove(at, at + 1, strlen(at));
}

/* "Companions that cannot be used leave for good", in the order of the rules page. */
static void leave(struct table *table)
{
    if (!varys_can_move(table))
        drop(table, 'M');
    if (1 > house_cards(table))
        drop(table, 'J');
    if (1 > house_cards(table))
        drop(table, 'S');
    if (2 > house_cards(table))
        drop(table, 'R');
    if (3 > house_cards(table))
        drop(table, 'Q');
    if (strcmp(table->companions, "Q") == 0)
        drop(table, 'Q');
}

static void from_fen(struct naive_state *state, const char *fen)
{
    char copy[NAIVE_FEN];
    char field[7][64] = {"", "1", "0000000", "0000000", "-------", "GJMQRS", "m"};
    struct table *table = table_of(state);
    memset(state, 0, sizeof *state);
    memset(table->card, ' ', sizeof table->card);
    snprintf(copy, sizeof copy, "%s", fen);
    int fields = 0;
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        if (strcmp(word, "capture=farthest") == 0)
            table->farthest = 1;
        else if (strcmp(word, "companions=on") == 0)
            table->with_companions = 1;
        else if (strchr(word, '=') == NULL && fields < 7)
            snprintf(field[fields++], sizeof field[0], "%s", word);
    }
    read_rows(table, field[0]);
    table->side = atoi(field[1]);
    for (int house = 0; house < 7; house++) {
        table->count[1][house] = field[2][house] == 'a' ? 10 : field[2][house] - '0';
        table->count[2][house] = field[3][house] == 'a' ? 10 : field[3][house] - '0';
    }
    memcpy(table->holder, field[4], 7);
    table->phase = 'm';
    if (table->with_companions) {
        if (strcmp(field[5], "-") != 0)
            snprintf(table->companions, sizeof table->companions, "%.6s", field[5]);
        leave(table);
        table->phase = field[6][0];
    }
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
            out += sprintf(out, "%x", (unsigned)table->count[player][house]);
        *out++ = ' ';
    }
    out += sprintf(out, "%s", table->holder);
    if (table->with_companions)
        out += sprintf(out, " %s %c", table->companions[0] != '\0' ? table->companions : "-", table->phase);
    sprintf(out, "%s%s", table->farthest ? " capture=farthest" : "",
            table->with_companions ? " companions=on" : "");
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

static void put(struct naive_list *list, const char *word)
{
    sprintf(list->word[list->count++], "%s", word);
}

/* Everything one companion can be used for. */
static void legal_of(const struct table *table, char companion, struct naive_list *list)
{
    char word[NAIVE_WORD];
    if (companion == 'G' || companion == 'M')
        put(list, companion == 'G' ? "g" : "m");
    for (int i = 0; i < 36; i++) {
        char one = table->card[i / 6][i % 6];
        if ((companion == 'J' || companion == 'S') && is_house(one)) {
            sprintf(word, "%c%c%c", companion == 'J' ? 'j' : 's', 'a' + i % 6, '1' + i / 6);
            put(list, word);
        }
        for (int k = i + 1; k < 36; k++) {
            char two = table->card[k / 6][k % 6];
            if (companion == 'R' && one != ' ' && two != ' ') {
                sprintf(word, "r%c%c%c%c", 'a' + i % 6, '1' + i / 6, 'a' + k % 6, '1' + k / 6);
                put(list, word);
            }
            for (const char *other = "GJMRS"; companion == 'Q' && *other != '\0'; other++)
                if (has(table, *other) && is_house(one) && is_house(two)) {
                    sprintf(word, "q%c%c%c%c%c", 'a' + i % 6, '1' + i / 6, 'a' + k % 6, '1' + k / 6,
                            *other - 'A' + 'a');
                    put(list, word);
                }
        }
    }
}

static void legal(const struct naive_state *state, struct naive_list *list)
{
    list->count = 0;
    if (table_in(state)->phase == 'c') {
        for (const char *companion = table_in(state)->companions; *companion != '\0'; companion++)
            legal_of(table_in(state), *companion, list);
        return;
    }
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

static void take_banner(struct table *table, int house)
{
    int mover = table->side;
    if (table->count[mover][house] >= table->count[3 - mover][house])
        table->holder[house] = (char)('0' + mover);
}

static char *cell_of(struct table *table, const char *word)
{
    return &table->card[word[1] - '1'][word[0] - 'a'];
}

static void use(struct table *table, const char *word)
{
    char user = (char)(word[0] - 'a' + 'A');
    drop(table, user);
    if (user == 'G') {
        table->count[table->side][house_number('B')] += 1;
        take_banner(table, house_number('B'));
    } else if (user == 'J') {
        int house = house_number(*cell_of(table, word + 1));
        table->count[table->side][house] += 2;
        take_banner(table, house);
    } else if (user == 'R') {
        char kept = *cell_of(table, word + 1);
        *cell_of(table, word + 1) = *cell_of(table, word + 3);
        *cell_of(table, word + 3) = kept;
    } else if (user == 'S') {
        *cell_of(table, word + 1) = ' ';
    } else if (user == 'Q') {
        *cell_of(table, word + 1) = ' ';
        *cell_of(table, word + 3) = ' ';
        drop(table, (char)(word[5] - 'a' + 'A'));
    }
    table->phase = 'm';
    leave(table);
    if (user != 'M')
        table->side = 3 - table->side;
}

static int lies(const struct table *table, char card)
{
    for (int i = 0; i < 36; i++)
        if (table->card[i / 6][i % 6] == card)
            return 1;
    return 0;
}

static void play(struct naive_state *state, const char *word)
{
    struct table *table = table_of(state);
    if (table->phase == 'c') {
        use(table, word);
        return;
    }
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
    take_banner(table, house);
    leave(table);
    if (!lies(table, card) && table->companions[0] != '\0')
        table->phase = 'c';
    else
        table->side = 3 - mover;
}

const struct naive naive_hand;
const struct naive naive_hand = {"hand", from_fen, to_fen, turn, result, score, legal, play};
