/* FEN and words. */
#include "base/rows.h"
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
                          .places = FLAG_IN_START | FLAG_IN_FEN},
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

static bool read_stones(const struct rows *rows, struct konane_board *board, uint64_t *stones,
                        struct fault *fault)
{
    if (!konane_board_init(board, rows->count, rows->columns))
        return fault_set(fault, "rows", "%d rows of %d are more than %d cells", rows->count, rows->columns,
                         KONANE_CELLS_MAX);
    *stones = 0;
    for (int cell = 0; cell < board->rows * board->cols; cell++) {
        int row = cell / board->cols;
        int col = cell % board->cols;
        char stone = rows->at[row][col];
        bool black = (board->black & bits_of(cell)) != 0;
        if (stone == '\0')
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
    int fields = flags_begin(words, 2);
    if (fields == 0)
        return fault_set(fault, "rows", "missing");
    static const struct rows_form form = {.letters = "bw", .least = 1, .most = KONANE_SIDE_MAX, .gaps = true};
    struct rows rows;
    struct konane_board shape;
    struct konane_position at = {.side = KONANE_BLACK};
    if (!rows_read(&rows, words->at[0], &form, fault) || !read_stones(&rows, &shape, &at.stones, fault))
        return false;
    if (fields > 1 && !read_side(words->at[1], &at.side, fault))
        return false;
    struct flag_values values;
    if (!flags_parse(konane_flags, KONANE_FLAG_COUNT, FLAG_IN_FEN, words, fields, &values, fault))
        return false;
    shape.open = (int32_t)values.number[KONANE_FLAG_OPEN];
    if (!check_side(&shape, &at, fault))
        return false;
    put(board, &shape, position, &at);
    return true;
}

/* -- writing a FEN -- */

void konane_print(const struct board *board, const struct position *position, struct text *text)
{
    const struct konane_board *shape = konane_board(board);
    const struct konane_position *at = konane_position(position);
    struct rows rows = {.count = shape->rows, .columns = shape->cols};
    for (uint64_t left = at->stones; left != 0; left &= left - 1) {
        int cell = bits_lowest(left);
        rows.at[cell / shape->cols][cell % shape->cols] = (shape->black & bits_of(cell)) != 0 ? 'b' : 'w';
    }
    rows_print(&rows, text);
    text_string(text, at->side == KONANE_BLACK ? " 1" : " 2");
    struct flag_values values = {.number = {[KONANE_FLAG_OPEN] = shape->open}};
    flags_print(konane_flags, KONANE_FLAG_COUNT, &values, text);
}

/* -- moves -- */

void konane_move_print(const struct board *board, move_t move, char word[MOVE_WORD_MAX])
{
    struct text text = text_in(word, MOVE_WORD_MAX);
    const struct konane_board *shape = konane_board(board);
    int from = konane_move_from(move);
    int to = konane_move_to(move);
    assert(from < shape->rows * shape->cols && to < shape->rows * shape->cols);
    rows_print_cell(from, shape->cols, &text);
    if (to != from)
        rows_print_cell(to, shape->cols, &text);
    assert(!text.cut);
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
    int from = rows_take_cell(&word, shape->rows, shape->cols);
    if (from < 0)
        return MOVE_NONE;
    if (word.length == 0)
        return konane_move(from, from);
    int to = rows_take_cell(&word, shape->rows, shape->cols);
    if (to < 0 || word.length > 0 || !is_line(shape, from, to))
        return MOVE_NONE;
    return konane_move(from, to);
}
