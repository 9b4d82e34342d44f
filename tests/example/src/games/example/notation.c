/* Words: the FEN  rows side [misere=on], e.g. "x2/1o1/3 1", and moves, e.g. "b2". */
#include "base/rows.h"
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

static bool read_rows(struct example_position *position, struct word word, struct fault *fault)
{
    static const struct rows_form form = {
        .letters = "xo", .least = EXAMPLE_SIDE, .most = EXAMPLE_SIDE, .gaps = true};
    struct rows rows;
    if (!rows_read(&rows, word, &form, fault))
        return false;
    for (int cell = 0; cell < EXAMPLE_CELLS; cell++) {
        char sign = rows.at[cell / EXAMPLE_SIDE][cell % EXAMPLE_SIDE];
        uint16_t *marks = &position->marks[sign == 'o'];
        if (sign != '\0')
            *marks = (uint16_t)(*marks | 1U << cell);
    }
    return true;
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
    int fields = flags_begin(words, 2);
    if (fields == 0)
        return fault_set(fault, "rows", "missing");
    bool has_side = fields > 1;
    if (!read_rows(&at, words->at[0], fault))
        return false;
    if (has_side && !word_is(words->at[1], "1") && !word_is(words->at[1], "2"))
        return fault_word(fault, "side", "must be 1 or 2, not", words->at[1]);
    if (has_side)
        side = words->at[1].at[0] - '0';
    at.side = (uint16_t)(side - 1);
    if (!flags_parse(example_flags, EXAMPLE_FLAG_COUNT, FLAG_IN_FEN, words, fields, &values, fault) ||
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

void example_print(const struct board *board, const struct position *position, struct text *text)
{
    const struct example_position *at = example_position(position);
    struct rows rows = {.count = EXAMPLE_SIDE, .columns = EXAMPLE_SIDE};
    for (int cell = 0; cell < EXAMPLE_CELLS; cell++)
        rows.at[cell / EXAMPLE_SIDE][cell % EXAMPLE_SIDE] = sign_at(at, cell);
    rows_print(&rows, text);
    text_string(text, at->side == 0 ? " 1" : " 2");
    struct flag_values values = {.number = {[EXAMPLE_FLAG_MISERE] = (int64_t)example_board(board)->misere}};
    flags_print(example_flags, EXAMPLE_FLAG_COUNT, &values, text);
}

void example_move_print(const struct board *board, move_t move, char word[MOVE_WORD_MAX])
{
    (void)board;
    assert(move < EXAMPLE_CELLS);
    struct text text = text_in(word, MOVE_WORD_MAX);
    rows_print_cell(move, EXAMPLE_SIDE, &text);
}

move_t example_move_parse(const struct board *board, struct word word)
{
    (void)board;
    int cell = rows_take_cell(&word, EXAMPLE_SIDE, EXAMPLE_SIDE);
    return cell >= 0 && word.length == 0 ? (move_t)cell : MOVE_NONE;
}
