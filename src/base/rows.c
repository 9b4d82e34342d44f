#include "base/rows.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* A row being read. */
struct row_reader {
    struct rows *rows;
    const struct rows_form *form;
    struct word rest;
    int column;
    struct fault *fault;
};

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static struct word take(struct word *word, size_t length)
{
    assert(length <= word->length);
    struct word front = {.at = word->at, .length = length};
    *word = (struct word){.at = word->at + length, .length = word->length - length};
    return front;
}

/* Digits at the front, as many as a number up to `most` may have; 0: no such number. */
static int take_number(struct word *word, int most)
{
    size_t length = 0;
    int64_t number = 0;
    while (length < word->length && length < (most > 9 ? 2 : 1) && is_digit(word->at[length]))
        length++;
    struct word digits = take(word, length);
    return length > 0 && digits.at[0] != '0' && word_number(digits, 1, most, &number) ? (int)number : 0;
}

static bool put_cells(struct row_reader *to, char letter, int cells)
{
    if (to->column + cells > to->form->most)
        return fault_set(to->fault, "rows", "row %d has more than %d cells", to->rows->count + 1,
                         to->form->most);
    memset(&to->rows->at[to->rows->count][to->column], letter, (size_t)cells);
    to->column += cells;
    return true;
}

static bool read_gap(struct row_reader *to)
{
    int cells = take_number(&to->rest, to->form->most);
    if (cells == 0)
        return fault_set(to->fault, "rows", "row %d: a number of empty cells is from 1 to %d",
                         to->rows->count + 1, to->form->most);
    return put_cells(to, '\0', cells);
}

static bool read_letter(struct row_reader *to)
{
    struct word letter = take(&to->rest, 1);
    char why[64];
    if (letter.at[0] != '\0' && strchr(to->form->letters, letter.at[0]) != NULL)
        return put_cells(to, letter.at[0], 1);
    snprintf(why, sizeof why, "no letter of %s%s:", to->form->letters,
             to->form->gaps ? " and no number" : "");
    return fault_word(to->fault, "rows", why, letter);
}

static bool read_row(struct row_reader *to)
{
    int row = to->rows->count + 1;
    if (row > to->form->most)
        return fault_set(to->fault, "rows", "more than %d rows", to->form->most);
    while (to->rest.length > 0)
        if (!(to->form->gaps && is_digit(to->rest.at[0]) ? read_gap(to) : read_letter(to)))
            return false;
    if (to->column == 0)
        return fault_set(to->fault, "rows", "row %d is empty", row);
    if (to->column < to->form->least)
        return fault_set(to->fault, "rows", "row %d has fewer than %d cells", row, to->form->least);
    if (row > 1 && to->column != to->rows->columns)
        return fault_set(to->fault, "rows", "row %d has %d cells, row 1 has %d", row, to->column,
                         to->rows->columns);
    to->rows->columns = to->column;
    to->rows->count = row;
    return true;
}

bool rows_read(struct rows *rows, struct word word, const struct rows_form *form, struct fault *fault)
{
    assert(form->least >= 1 && form->least <= form->most && form->most <= ROWS_SIDE_MAX);
    struct word row;
    rows->count = rows->columns = 0;
    while ((row = word_cut(&word, '/')).at != NULL)
        if (!read_row(&(struct row_reader){.rows = rows, .form = form, .rest = row, .fault = fault}))
            return false;
    return rows->count >= form->least || fault_set(fault, "rows", "fewer than %d rows", form->least);
}

void rows_print(const struct rows *rows, struct text *text)
{
    assert(rows->count <= ROWS_SIDE_MAX && rows->columns <= ROWS_SIDE_MAX);
    for (int row = 0; row < rows->count; row++) {
        int gap = 0;
        if (row > 0)
            text_char(text, '/');
        for (int column = 0; column < rows->columns; column++) {
            char letter = rows->at[row][column];
            if (letter != '\0' && gap > 0)
                text_number(text, gap);
            if (letter != '\0')
                text_char(text, letter);
            gap = letter != '\0' ? 0 : gap + 1;
        }
        if (gap > 0)
            text_number(text, gap);
    }
}

int rows_take_cell(struct word *word, int count, int columns)
{
    assert(count <= ROWS_SIDE_MAX && columns <= ROWS_SIDE_MAX);
    if (word->length < 2 || word->at[0] < 'a' || word->at[0] >= 'a' + columns)
        return -1;
    int column = take(word, 1).at[0] - 'a';
    int row = take_number(word, count) - 1;
    return row < 0 ? -1 : row * columns + column;
}

void rows_print_cell(int cell, int columns, struct text *text)
{
    assert(cell >= 0 && columns > 0 && columns <= ROWS_SIDE_MAX);
    text_format(text, "%c%d", 'a' + cell % columns, cell / columns + 1);
}
