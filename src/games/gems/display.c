/* The map as a person wants it: <1> gems, [G] doors, g keys, * wire, (A) (B) the players, coordinates around,
 * and below it what the map does not show. A player on a door or on wire is drawn in its signs: [A] *A*. */
#include "games/gems/gems.h"

static const char *const gem_names[GEMS_KINDS] = {"yellow", "green", "red", "blue"};
static const enum style gem_styles[GEMS_KINDS] = {STYLE_YELLOW, STYLE_GREEN, STYLE_RED, STYLE_BLUE};
static const char *const key_names[GEMS_KEYS] = {"green", "red", "yellow"};
static const enum style key_styles[GEMS_KEYS] = {STYLE_GREEN, STYLE_RED, STYLE_YELLOW};

struct gems_picture {
    const struct gems_board *board;
    const struct gems_position *position;
    struct text *text;
};

/* The signs of a cell without players, three columns wide. */
static const struct {
    char letter;
    enum style style;
    const char *signs;
} signs[] = {
    {'W', STYLE_FAINT, "███"},  {'E', STYLE_FAINT, " · "},  {'*', STYLE_MAGENTA, " * "},
    {'T', STYLE_CYAN, " T "},   {'G', STYLE_GREEN, "[G]"},  {'R', STYLE_RED, "[R]"},
    {'Y', STYLE_YELLOW, "[Y]"}, {'1', STYLE_YELLOW, "<1>"}, {'2', STYLE_GREEN, "<2>"},
    {'3', STYLE_RED, "<3>"},    {'4', STYLE_BLUE, "<4>"},   {'g', STYLE_GREEN, " g "},
    {'r', STYLE_RED, " r "},    {'y', STYLE_YELLOW, " y "},
};

static void draw_styled(struct text *text, enum style style, const char *string)
{
    text_style(text, style);
    text_string(text, string);
    text_style(text, STYLE_PLAIN);
}

static void draw_player(const struct gems_picture *picture, int side, int cell)
{
    char terrain = picture->board->terrain[cell];
    assert(terrain != 'W' && terrain != '\0');
    const char *around = terrain == '*' ? "**" : strchr("GRY", terrain) != NULL ? "[]" : "()";
    const char name[] = {around[0], (char)('A' + side), around[1], '\0'};
    draw_styled(picture->text, side == 0 ? STYLE_FIRST : STYLE_SECOND, name);
}

static void draw_cell(const struct gems_picture *picture, int cell)
{
    for (int side = 0; side < picture->board->players; side++)
        if (picture->position->cell[side] == cell) {
            draw_player(picture, side, cell);
            return;
        }
    enum gems_item item = gems_item_at(picture->position, cell);
    char letter = item == GEMS_NOTHING ? picture->board->terrain[cell] : "-1234gry"[item];
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (signs[i].letter == letter)
            draw_styled(picture->text, signs[i].style, signs[i].signs);
}

static void draw_letters(const struct gems_picture *picture)
{
    text_style(picture->text, STYLE_FAINT);
    text_string(picture->text, "    ");
    for (int column = 0; column < picture->board->columns; column++)
        text_format(picture->text, "%s%c", column == 0 ? " " : "  ", 'a' + column);
    text_style(picture->text, STYLE_PLAIN);
    text_char(picture->text, '\n');
}

static void draw_edge(const struct gems_picture *picture, const char *left, const char *right)
{
    text_style(picture->text, STYLE_FAINT);
    text_format(picture->text, "   %s", left);
    for (int column = 0; column < picture->board->columns; column++)
        text_string(picture->text, "───");
    text_string(picture->text, right);
    text_style(picture->text, STYLE_PLAIN);
    text_char(picture->text, '\n');
}

static void draw_row(const struct gems_picture *picture, int row)
{
    text_style(picture->text, STYLE_FAINT);
    text_padded(picture->text, row + 1, 2);
    text_string(picture->text, " │");
    text_style(picture->text, STYLE_PLAIN);
    for (int column = 0; column < picture->board->columns; column++)
        draw_cell(picture, gems_cell_at(picture->board, row, column));
    draw_styled(picture->text, STYLE_FAINT, "│");
    text_char(picture->text, '\n');
}

/* -- below the map -- */

static void draw_end(const struct gems_picture *picture)
{
    const struct gems_position *position = picture->position;
    bool all = position->turn > picture->board->turns;
    text_string(picture->text, all ? "over, all turns are played" : "over, no gem is left");
    if (picture->board->players == 1)
        return;
    int margin = position->score[0] - position->score[1];
    text_string(picture->text, margin > 0 ? ": A wins" : margin < 0 ? ": B wins" : ": a draw");
}

static void draw_turn(const struct gems_picture *picture, move_t last)
{
    const struct gems_position *position = picture->position;
    int turns = picture->board->turns;
    text_style(picture->text, STYLE_STRONG);
    if (gems_is_over(picture->board, position))
        draw_end(picture);
    else
        text_format(picture->text, "turn %d of %d, %c to move", position->turn, turns, 'A' + position->side);
    text_style(picture->text, STYLE_PLAIN);
    if (last < GEMS_ACTIONS) {
        char word[MOVE_WORD_MAX];
        gems_move_print(NULL, last, word);
        int mover = picture->board->players == 1 ? 0 : position->side ^ 1;
        text_style(picture->text, STYLE_LAST);
        text_format(picture->text, "   %c went %s", 'A' + mover, word);
        text_style(picture->text, STYLE_PLAIN);
    }
    text_char(picture->text, '\n');
}

static void draw_keys(const struct gems_picture *picture, unsigned keys)
{
    text_string(picture->text, keys == 0 ? "no keys" : "keys");
    for (int key = 0; key < GEMS_KEYS; key++)
        if (keys >> key & 1) {
            text_char(picture->text, ' ');
            draw_styled(picture->text, key_styles[key], key_names[key]);
        }
}

static void draw_next(const struct gems_picture *picture, int last)
{
    text_string(picture->text, "      next gem");
    for (int kind = 0; kind < GEMS_KINDS; kind++) {
        char word[32];
        struct text value = text_in(word, sizeof word);
        text_format(&value, "<%d> %+d", kind + 1, (int)picture->board->pair[last][kind]);
        text_string(picture->text, "   ");
        draw_styled(picture->text, gem_styles[kind], word);
    }
    text_char(picture->text, '\n');
}

static void draw_state(const struct gems_picture *picture, int side)
{
    const struct gems_position *position = picture->position;
    int last = position->last[side];
    draw_styled(picture->text, side == 0 ? STYLE_FIRST : STYLE_SECOND, side == 0 ? "  (A) " : "  (B) ");
    text_format(picture->text, "score %d   ", (int)position->score[side]);
    draw_keys(picture, position->keys[side]);
    text_string(picture->text, last == 0 ? "   no gem yet" : "   last gem ");
    if (last > 0)
        draw_styled(picture->text, gem_styles[last - 1], gem_names[last - 1]);
    text_char(picture->text, '\n');
    draw_next(picture, last);
}

void gems_display(const struct board *board, const struct position *position, move_t last, struct text *text)
{
    struct gems_picture picture = {
        .board = gems_board(board), .position = gems_position(position), .text = text};
    draw_letters(&picture);
    draw_edge(&picture, "┌", "┐");
    for (int row = 0; row < picture.board->rows; row++)
        draw_row(&picture, row);
    draw_edge(&picture, "└", "┘");
    draw_turn(&picture, last);
    for (int side = 0; side < picture.board->players; side++)
        draw_state(&picture, side);
    bool entry = picture.board->barbed == GEMS_BARBED_ENTRY;
    text_format(text, "%d gem%s left; wire (*) costs 20 %s\n", picture.position->gems,
                picture.position->gems == 1 ? "" : "s", entry ? "on entering" : "for every turn on it");
}
