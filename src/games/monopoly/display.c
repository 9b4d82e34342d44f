/* The ring as a ring: four squares on top, one on each side, four below; in the middle the purses and what is
 * due. The token of the player on move stands in [ ], the other in ( ). */
#include "games/monopoly/monopoly.h"

enum {
    CELL_WIDTH = 20, /* inside the frame */
    CELL_LINES = 3,
    RING_COLUMNS = 4,
    MIDDLE_WIDTH = 2 * CELL_WIDTH + 1
};

static enum style player_style(int player)
{
    return player == 0 ? STYLE_FIRST : STYLE_SECOND;
}

/* A line of a cell under construction: styles take no columns. */
struct display_line {
    struct text *text;
    int columns;
};

static void line_put(struct display_line *line, enum style style, const char *string)
{
    if (style != STYLE_PLAIN)
        text_style(line->text, style);
    text_string(line->text, string);
    if (style != STYLE_PLAIN)
        text_style(line->text, STYLE_PLAIN);
    line->columns += (int)strlen(string);
}

static void line_fill(struct display_line *line, int width)
{
    assert(line->columns <= width);
    for (; line->columns < width; line->columns++)
        text_char(line->text, ' ');
}

static void put_name(struct display_line *line, int square)
{
    char name[CELL_WIDTH + 1];
    struct text text = text_in(name, sizeof name);
    text_format(&text, "%d %s", square, monopoly_names[square]);
    line_put(line, STYLE_STRONG, name);
}

static void put_price(struct display_line *line, const struct monopoly_rules *rules, int square)
{
    char price[CELL_WIDTH + 1];
    struct text text = text_in(price, sizeof price);
    if (monopoly_price(square) > 0)
        text_format(&text, "price %d rent %d", monopoly_price(square), RENT);
    else if (square == SQUARE_FINE && rules->fine)
        text_format(&text, "fine %d", FINE);
    line_put(line, STYLE_FAINT, price);
}

static void put_owner(struct display_line *line, const struct monopoly *state, int square)
{
    if (monopoly_price(square) == 0)
        return;
    for (int player = 0; player < 2; player++)
        if (monopoly_owns(state, player, square)) {
            line_put(line, player_style(player), player == 0 ? "owner 1" : "owner 2");
            return;
        }
    line_put(line, STYLE_TARGET, "free");
}

static void put_tokens(struct display_line *line, const struct monopoly *state, int square)
{
    enum { TOKENS_AT = CELL_WIDTH - 8 };
    line_fill(line, TOKENS_AT);
    for (int player = 0; player < 2; player++) {
        if (state->at[player] != square)
            continue;
        char token[4] = {state->side == player ? '[' : '(', (char)('1' + player),
                         state->side == player ? ']' : ')', '\0'};
        line_put(line, player_style(player), token);
        line_put(line, STYLE_PLAIN, " ");
    }
}

static void put_cell(struct text *text, const struct board *board, const struct monopoly *state, int square,
                     int row)
{
    struct display_line line = {.text = text};
    line_put(&line, STYLE_PLAIN, " ");
    if (row == 0)
        put_name(&line, square);
    else if (row == 1)
        put_price(&line, monopoly_rules(board), square);
    else {
        put_owner(&line, state, square);
        put_tokens(&line, state, square);
    }
    assert(line.columns <= CELL_WIDTH);
    line_fill(&line, CELL_WIDTH);
}

static void put_purse(struct display_line *line, const struct monopoly *state, int player)
{
    char purse[MIDDLE_WIDTH];
    struct text text = text_in(purse, sizeof purse);
    text_format(&text, "  player %d  cash %7d  squares %5d", player + 1, state->cash[player],
                monopoly_prices_owned(state, player));
    line_put(line, player_style(player), purse);
}

static void put_due(struct display_line *line, const struct board *board, const struct position *position)
{
    static const char *const ends[] = {[RESULT_NONE] = "",
                                       [RESULT_ONE] = "player 1 wins",
                                       [RESULT_TWO] = "player 2 wins",
                                       [RESULT_DRAW] = "a draw"};
    char due[MIDDLE_WIDTH];
    struct text text = text_in(due, sizeof due);
    const struct monopoly *state = monopoly_in(position);
    enum actor turn = monopoly_turn(board, position);
    text_string(&text, "  ");
    if (turn == ACTOR_NONE) {
        text_string(&text, ends[monopoly_result(board, position)]);
    } else if (turn == ACTOR_CHANCE) {
        text_format(&text, "player %d rolls", state->side + 1);
    } else {
        struct move_list list;
        monopoly_moves(board, position, &list);
        text_format(&text, "player %d to move:", state->side + 1);
        for (int i = 0; i < list.count; i++) {
            char word[MOVE_WORD_MAX];
            monopoly_move_print(board, list.at[i], word);
            text_format(&text, "%s %s", i > 0 ? " or" : "", word);
        }
    }
    line_put(line, STYLE_STRONG, due);
}

static void put_middle(struct text *text, const struct board *board, const struct position *position, int row)
{
    struct display_line line = {.text = text};
    if (row < 2)
        put_purse(&line, monopoly_in(position), row);
    else
        put_due(&line, board, position);
    assert(line.columns <= MIDDLE_WIDTH);
    line_fill(&line, MIDDLE_WIDTH);
}

static void put_frame(struct text *text, const char *string)
{
    text_style(text, STYLE_FAINT);
    text_string(text, string);
    text_style(text, STYLE_PLAIN);
}

static void put_edge(struct text *text)
{
    static const char dashes[] = "--------------------+";
    _Static_assert(sizeof dashes == CELL_WIDTH + 2, "as wide as a cell and its joint");
    text_style(text, STYLE_FAINT);
    text_char(text, '+');
    for (int column = 0; column < RING_COLUMNS; column++)
        text_string(text, dashes);
    text_style(text, STYLE_PLAIN);
    text_char(text, '\n');
}

/* Four squares side by side, from `first` on in steps of `step`. */
static void put_row(struct text *text, const struct board *board, const struct monopoly *state, int first,
                    int step)
{
    for (int row = 0; row < CELL_LINES; row++) {
        for (int column = 0; column < RING_COLUMNS; column++) {
            put_frame(text, "|");
            put_cell(text, board, state, first + step * column, row);
        }
        put_frame(text, "|");
        text_char(text, '\n');
    }
}

static void put_sides(struct text *text, const struct board *board, const struct position *position)
{
    for (int row = 0; row < CELL_LINES; row++) {
        put_frame(text, "|");
        put_cell(text, board, monopoly_in(position), SQUARES - 1, row);
        put_frame(text, "|");
        put_middle(text, board, position, row);
        put_frame(text, "|");
        put_cell(text, board, monopoly_in(position), RING_COLUMNS, row);
        put_frame(text, "|");
        text_char(text, '\n');
    }
}

static void put_footer(struct text *text, const struct board *board, const struct monopoly *state,
                       move_t last)
{
    const struct monopoly_rules *rules = monopoly_rules(board);
    if (last != MOVE_NONE) {
        char word[MOVE_WORD_MAX];
        monopoly_move_print(board, last, word);
        text_string(text, "last: ");
        text_style(text, STYLE_LAST);
        text_string(text, word);
        text_style(text, STYLE_PLAIN);
        text_char(text, '\n');
    }
    if (rules->maxturns > 0)
        text_format(text, "actions: %u of %d\n", state->turn, rules->maxturns);
    if (rules->taped)
        text_format(text, "dice from tape %lld, %lld drawn\n", (long long)rules->tape,
                    (long long)state->drawn);
}

void monopoly_display(const struct board *board, const struct position *position, move_t last,
                      struct text *text)
{
    const struct monopoly *state = monopoly_in(position);
    put_edge(text);
    put_row(text, board, state, 0, 1);
    put_edge(text);
    put_sides(text, board, position);
    put_edge(text);
    put_row(text, board, state, SQUARES - 2, -1);
    put_edge(text);
    put_footer(text, board, state, last);
}
