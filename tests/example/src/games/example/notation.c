/* Words: the FEN  rows side [misere=on], e.g. "x2/1o1/3 1", and moves, e.g. "b2". */
#include "games/example/example.h"

const struct flag example_flags[EXAMPLE_FLAG_COUNT] = {
    [EXAMPLE_FLAG_MISERE] = {.key = "misere",
                             .choices = "off|on",
                             .help = "who has three in a row loses",
                             .kind = FLAG_CHOICE,
                             .places = FLAG_IN_START | FLAG_IN_FEN},
};

/* Whole sizes are written, so that equal values are equal bytes. */
static void put(struct board *board, struct position *position, const struct flag_values *values,
                const struct example_position *at)
{
    const struct example_board rules = {.misere = (uint64_t)values->number[EXAMPLE_FLAG_MISERE]};
    memcpy(board->bytes, &rules, sizeof rules);
    memcpy(position->bytes, at, sizeof *at);
}

bool example_start(struct board *board, struct position *position, const struct words *words,
                   struct fault *fault)
{
    struct flag_values values;
    if (!flags_parse(example_flags, EXAMPLE_FLAG_COUNT, FLAG_IN_START, words, 0, &values, fault))
        return false;
    put(board, position, &values, &(struct example_position){0});
    return true;
}

/* -- reading a FEN -- */

/* One row into cells `from` on; `*at` is moved behind it. */
static bool read_row(struct example_position *position, const char **at, const char *end, int from,
                     struct fault *fault)
{
    int column = 0;
    for (; *at < end && **at != '/'; (*at)++) {
        bool gap = **at >= '1' && **at <= '3';
        if (!gap && **at != 'x' && **at != 'o')
            return fault_word(fault, "rows", "neither x, o nor 1 to 3:", (struct word){*at, 1});
        if (column + (gap ? **at - '0' : 1) > EXAMPLE_SIDE)
            return fault_set(fault, "rows", "row %d has more than 3 cells", from / EXAMPLE_SIDE + 1);
        if (!gap) {
            uint16_t *marks = &position->marks[**at == 'o'];
            *marks = (uint16_t)(*marks | 1U << (from + column));
        }
        column += gap ? **at - '0' : 1;
    }
    if (column < EXAMPLE_SIDE)
        return fault_set(fault, "rows", "row %d has fewer than 3 cells", from / EXAMPLE_SIDE + 1);
    return true;
}

static bool read_rows(struct example_position *position, struct word rows, struct fault *fault)
{
    const char *at = rows.at;
    const char *end = rows.at + rows.length;
    for (int row = 0; row < EXAMPLE_SIDE; row++) {
        if (row > 0 && at == end)
            return fault_set(fault, "rows", "fewer than 3 rows");
        at += row > 0; /* the slash */
        if (!read_row(position, &at, end, row * EXAMPLE_SIDE, fault))
            return false;
    }
    return at == end || fault_set(fault, "rows", "more than 3 rows");
}

/* What no play leads to has no meaning: it is refused. */
static bool check(const struct example_position *at, struct fault *fault)
{
    int ahead = __builtin_popcount(at->marks[0]) - __builtin_popcount(at->marks[1]);
    if (ahead != at->side)
        return fault_set(fault, "side",
                         at->side == 0 ? "1 takes as many x as o" : "2 takes one x more than o");
    if (example_has_three(at->marks[at->side]))
        return fault_set(fault, "rows", "three in a row, and the other has moved since");
    return true;
}

bool example_parse(struct board *board, struct position *position, const struct words *words,
                   struct fault *fault)
{
    struct example_position at = {0};
    struct flag_values values;
    int64_t side = 1;
    if (words->count == 0 || flag_is_word(words->at[0]))
        return fault_set(fault, "rows", "missing");
    bool has_side = words->count > 1 && !flag_is_word(words->at[1]);
    if (!read_rows(&at, words->at[0], fault))
        return false;
    if (has_side && !word_is(words->at[1], "1") && !word_is(words->at[1], "2"))
        return fault_word(fault, "side", "must be 1 or 2, not", words->at[1]);
    if (has_side)
        side = words->at[1].at[0] - '0';
    at.side = (uint16_t)(side - 1);
    if (!flags_parse(example_flags, EXAMPLE_FLAG_COUNT, FLAG_IN_FEN, words, has_side ? 2 : 1, &values, fault) ||
        !check(&at, fault))
        return false;
    put(board, position, &values, &at);
    return true;
}

/* -- writing -- */

static char sign_at(const struct example_position *at, int cell)
{
    return (at->marks[0] >> cell & 1) != 0 ? 'x' : (at->marks[1] >> cell & 1) != 0 ? 'o' : '\0';
}

static void print_row(const struct example_position *at, int row, struct text *text)
{
    int gap = 0;
    for (int cell = row * EXAMPLE_SIDE; cell < (row + 1) * EXAMPLE_SIDE; cell++) {
        char sign = sign_at(at, cell);
        if (sign != '\0' && gap > 0)
            text_number(text, gap);
        if (sign != '\0')
            text_char(text, sign);
        gap = sign != '\0' ? 0 : gap + 1;
    }
    if (gap > 0)
        text_number(text, gap);
}

void example_print(const struct board *board, const struct position *position, struct text *text)
{
    const struct example_position *at = example_position(position);
    for (int row = 0; row < EXAMPLE_SIDE; row++) {
        if (row > 0)
            text_char(text, '/');
        print_row(at, row, text);
    }
    text_string(text, at->side == 0 ? " 1" : " 2");
    struct flag_values values = {.number = {[EXAMPLE_FLAG_MISERE] = (int64_t)example_board(board)->misere}};
    flags_print(example_flags, EXAMPLE_FLAG_COUNT, &values, text);
}

void example_move_print(const struct board *board, move_t move, char word[MOVE_WORD_MAX])
{
    (void)board;
    assert(move < EXAMPLE_CELLS);
    struct text text = text_in(word, MOVE_WORD_MAX);
    text_format(&text, "%c%d", 'a' + move % EXAMPLE_SIDE, move / EXAMPLE_SIDE + 1);
}

move_t example_move_parse(const struct board *board, struct word word)
{
    (void)board;
    bool cell = word.length == 2 && word.at[0] >= 'a' && word.at[0] < 'a' + EXAMPLE_SIDE &&
                word.at[1] >= '1' && word.at[1] < '1' + EXAMPLE_SIDE;
    return cell ? (move_t)((word.at[1] - '1') * EXAMPLE_SIDE + (word.at[0] - 'a')) : MOVE_NONE;
}
