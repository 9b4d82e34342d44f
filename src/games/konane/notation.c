/* FEN and words. */
#include "games/konane/jumps.h"
#include "games/konane/konane.h"

const struct flag konane_flags[KONANE_FLAG_COUNT] = {
    [KONANE_FLAG_ROWS] = {.key = "rows",
                          .help = "rows of the board",
                          .kind = FLAG_NUMBER,
                          .places = FLAG_IN_START,
                          .low = 1,
                          .high = KONANE_SIDE_MAX,
                          .fallback = 8},
    [KONANE_FLAG_COLS] = {.key = "cols",
                          .help = "columns of the board; at most 64 cells in all",
                          .kind = FLAG_NUMBER,
                          .places = FLAG_IN_START,
                          .low = 1,
                          .high = KONANE_SIDE_MAX,
                          .fallback = 8},
    [KONANE_FLAG_OPEN] = {.key = "open",
                          .choices = "reference|any",
                          .help = "the removals: corners and centre, or any black stone and one beside it",
                          .kind = FLAG_CHOICE,
                          .places = FLAG_IN_START | FLAG_IN_FEN,
                          .fallback = KONANE_OPEN_REFERENCE},
};

/* Whole sizes are written, so that equal values are equal bytes. */
static void put(struct board *board, const struct konane_board *shape, struct position *position,
                const struct konane_position *at)
{
    assert((at->stones & ~shape->cells) == 0 && at->side <= KONANE_WHITE);
    memcpy(board->bytes, shape, sizeof *shape);
    memcpy(position->bytes, at, sizeof *at);
}

bool konane_start(struct board *board, struct position *position, const struct words *words,
                  struct fault *fault)
{
    struct flag_values values;
    if (!flags_parse(konane_flags, KONANE_FLAG_COUNT, FLAG_IN_START, words, 0, &values, fault))
        return false;
    int rows = (int)values.number[KONANE_FLAG_ROWS];
    int cols = (int)values.number[KONANE_FLAG_COLS];
    struct konane_board shape;
    if (!konane_board_init(&shape, rows, cols))
        return fault_set(fault, "cols", "%d rows of %d are more than %d cells", rows, cols, KONANE_CELLS_MAX);
    shape.open = (int32_t)values.number[KONANE_FLAG_OPEN];
    put(board, &shape, position, &(struct konane_position){.stones = shape.cells, .side = KONANE_BLACK});
    return true;
}

/* -- reading a FEN -- */

/* The rows as they are read; sizes are checked before the board is made. */
struct konane_picture {
    int rows;
    int cols;                                  /* of the first row */
    int width;                                 /* of the row being read */
    char at[KONANE_SIDE_MAX][KONANE_SIDE_MAX]; /* 'b', 'w' or 0 */
};

static bool add_cells(struct konane_picture *picture, char stone, int64_t count, struct fault *fault)
{
    if (picture->width + count > KONANE_SIDE_MAX)
        return fault_set(fault, "rows", "row %d has more than %d cells", picture->rows + 1, KONANE_SIDE_MAX);
    for (int64_t i = 0; i < count; i++)
        picture->at[picture->rows][picture->width++] = stone;
    return true;
}

/* A run of holes; `*at` is moved behind its digits. */
static bool read_holes(struct konane_picture *picture, const char **at, const char *end, struct fault *fault)
{
    assert(*at < end && **at >= '0' && **at <= '9');
    struct word digits = {.at = *at};
    while (*at < end && **at >= '0' && **at <= '9')
        (*at)++;
    digits.length = (size_t)(*at - digits.at);
    int64_t count;
    if (digits.at[0] == '0' || !word_number(digits, 1, KONANE_SIDE_MAX, &count))
        return fault_set(fault, "rows", "row %d: a run of holes is a number from 1 to %d", picture->rows + 1,
                         KONANE_SIDE_MAX);
    return add_cells(picture, 0, count, fault);
}

static bool end_row(struct konane_picture *picture, struct fault *fault)
{
    assert(picture->rows < KONANE_SIDE_MAX && picture->width <= KONANE_SIDE_MAX);
    int row = picture->rows + 1;
    if (picture->width == 0)
        return fault_set(fault, "rows", "row %d is empty", row);
    if (picture->rows == 0)
        picture->cols = picture->width;
    if (picture->width != picture->cols)
        return fault_set(fault, "rows", "row %d has %d cells, row 1 has %d", row, picture->width,
                         picture->cols);
    picture->rows++;
    picture->width = 0;
    return true;
}

static bool read_character(struct konane_picture *picture, const char **at, const char *end,
                           struct fault *fault)
{
    if (**at >= '0' && **at <= '9')
        return read_holes(picture, at, end, fault);
    char character = *(*at)++;
    if (character == 'b' || character == 'w')
        return add_cells(picture, character, 1, fault);
    if (character != '/')
        return fault_word(fault, "rows",
                          "neither b, w, / nor a number:", (struct word){.at = &character, .length = 1});
    if (!end_row(picture, fault))
        return false;
    if (picture->rows == KONANE_SIDE_MAX)
        return fault_set(fault, "rows", "more than %d rows", KONANE_SIDE_MAX);
    return true;
}

static bool read_picture(struct konane_picture *picture, struct word rows, struct fault *fault)
{
    *picture = (struct konane_picture){0};
    const char *end = rows.at + rows.length;
    for (const char *at = rows.at; at < end;)
        if (!read_character(picture, &at, end, fault))
            return false;
    return end_row(picture, fault);
}

static bool read_stones(const struct konane_picture *picture, struct konane_board *board, uint64_t *stones,
                        struct fault *fault)
{
    if (!konane_board_init(board, picture->rows, picture->cols))
        return fault_set(fault, "rows", "%d rows of %d are more than %d cells", picture->rows, picture->cols,
                         KONANE_CELLS_MAX);
    *stones = 0;
    for (int cell = 0; cell < board->rows * board->cols; cell++) {
        int row = cell / board->cols;
        int col = cell % board->cols;
        char stone = picture->at[row][col];
        bool black = (board->black & bits_of(cell)) != 0;
        if (stone == 0)
            continue;
        if (stone != (black ? 'b' : 'w'))
            return fault_set(fault, "rows", "%c%d is a cell of %s", 'a' + col, row + 1,
                             black ? "black" : "white");
        *stones |= bits_of(cell);
    }
    return true;
}

static bool read_side(struct word word, uint64_t *side, struct fault *fault)
{
    int64_t player;
    if (!word_number(word, 1, 2, &player) || word.length != 1)
        return fault_word(fault, "side", "must be 1 or 2, not", word);
    *side = player == 1 ? KONANE_BLACK : KONANE_WHITE;
    return true;
}

static bool check_side(const struct konane_board *board, const struct konane_position *position,
                       struct fault *fault)
{
    enum konane_phase phase = konane_phase(board, position);
    if (phase == KONANE_FIRST_REMOVAL && position->side != KONANE_BLACK)
        return fault_set(fault, "side", "must be 1 while no stone is gone");
    if (phase == KONANE_SECOND_REMOVAL && position->side != KONANE_WHITE)
        return fault_set(fault, "side", "must be 2 when one stone is gone");
    return true;
}

bool konane_parse(struct board *board, struct position *position, const struct words *words,
                  struct fault *fault)
{
    if (words->count == 0 || flag_is_word(words->at[0]))
        return fault_set(fault, "rows", "missing");
    struct konane_picture picture;
    struct konane_board shape;
    struct konane_position at = {.side = KONANE_BLACK};
    if (!read_picture(&picture, words->at[0], fault) || !read_stones(&picture, &shape, &at.stones, fault))
        return false;
    bool has_side = words->count > 1 && !flag_is_word(words->at[1]);
    if (has_side && !read_side(words->at[1], &at.side, fault))
        return false;
    struct flag_values values;
    if (!flags_parse(konane_flags, KONANE_FLAG_COUNT, FLAG_IN_FEN, words, has_side ? 2 : 1, &values, fault))
        return false;
    shape.open = (int32_t)values.number[KONANE_FLAG_OPEN];
    if (!check_side(&shape, &at, fault))
        return false;
    put(board, &shape, position, &at);
    return true;
}

/* -- writing a FEN -- */

static char stone_letter(const struct konane_board *board, int cell)
{
    return (board->black & bits_of(cell)) != 0 ? 'b' : 'w';
}

static void print_row(const struct konane_board *board, uint64_t stones, int row, struct text *text)
{
    assert(row >= 0 && row < board->rows && (stones & ~board->cells) == 0);
    int holes = 0;
    for (int cell = row * board->cols; cell < (row + 1) * board->cols; cell++) {
        bool hole = (stones & bits_of(cell)) == 0;
        if (!hole && holes > 0)
            text_number(text, holes);
        if (!hole)
            text_char(text, stone_letter(board, cell));
        holes = hole ? holes + 1 : 0;
    }
    if (holes > 0)
        text_number(text, holes);
}

void konane_print(const struct board *board, const struct position *position, struct text *text)
{
    const struct konane_board *shape = konane_board(board);
    const struct konane_position *at = konane_position(position);
    for (int row = 0; row < shape->rows; row++) {
        if (row > 0)
            text_char(text, '/');
        print_row(shape, at->stones, row, text);
    }
    text_string(text, at->side == KONANE_BLACK ? " 1" : " 2");
    struct flag_values values = {.number = {[KONANE_FLAG_OPEN] = shape->open}};
    flags_print(konane_flags, KONANE_FLAG_COUNT, &values, text);
}

/* -- moves -- */

static void print_cell(const struct konane_board *board, int cell, struct text *text)
{
    assert(cell >= 0 && cell < board->rows * board->cols);
    text_format(text, "%c%d", 'a' + cell % board->cols, cell / board->cols + 1);
}

void konane_move_print(const struct board *board, move_t move, char word[MOVE_WORD_MAX])
{
    struct text text = text_in(word, MOVE_WORD_MAX);
    int from = konane_move_from(move);
    int to = konane_move_to(move);
    print_cell(konane_board(board), from, &text);
    if (to != from)
        print_cell(konane_board(board), to, &text);
    assert(!text.cut);
}

/* A cell at the front of `*word`, which is shortened by it; -1 if there is none. */
static int take_cell(const struct konane_board *board, struct word *word)
{
    if (word->length < 2 || word->at[0] < 'a' || word->at[0] >= 'a' + board->cols)
        return -1;
    size_t end = 1;
    int row = 0;
    while (end < word->length && end < 3 && word->at[end] >= '0' && word->at[end] <= '9')
        row = row * 10 + (word->at[end++] - '0');
    if (end == 1 || word->at[1] == '0' || row > board->rows)
        return -1;
    int cell = (row - 1) * board->cols + (word->at[0] - 'a');
    assert(cell >= 0 && cell < board->rows * board->cols);
    *word = (struct word){.at = word->at + end, .length = word->length - end};
    return cell;
}

static bool is_line(const struct konane_board *board, int from, int to)
{
    int down = to / board->cols - from / board->cols;
    int right = to % board->cols - from % board->cols;
    return from != to && ((down == 0 && right % 2 == 0) || (right == 0 && down % 2 == 0));
}

move_t konane_move_parse(const struct board *board, struct word word)
{
    const struct konane_board *shape = konane_board(board);
    int from = take_cell(shape, &word);
    if (from < 0)
        return MOVE_NONE;
    if (word.length == 0)
        return konane_move(from, from);
    int to = take_cell(shape, &word);
    if (to < 0 || word.length > 0 || !is_line(shape, from, to))
        return MOVE_NONE;
    return konane_move(from, to);
}
