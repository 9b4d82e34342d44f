/* The picture: the cards on the table beside what both players have taken. */
#include "games/hand/hand.h"
#include "scene.h"

enum { LINES = 2 * HAND_SIDE + 2 }; /* letters, frame, rows and what is between them, frame */

static void put_styled(struct text *text, enum style style, const char *string)
{
    text_style(text, style);
    text_string(text, string);
    text_style(text, STYLE_PLAIN);
}

static void put_letters(struct text *text)
{
    text_style(text, STYLE_FAINT);
    text_string(text, "   ");
    for (int column = 0; column < HAND_SIDE; column++)
        text_format(text, "   %c", 'a' + column);
    text_string(text, "  ");
    text_style(text, STYLE_PLAIN);
}

static void put_rule(struct text *text, const char *left, const char *cross, const char *right)
{
    text_style(text, STYLE_FAINT);
    text_format(text, "    %s", left);
    for (int column = 0; column < HAND_SIDE; column++)
        text_format(text, "───%s", column + 1 < HAND_SIDE ? cross : right);
    text_style(text, STYLE_PLAIN);
}

/* (S) can be named, [V] is Varys. */
static void put_cell(const struct hand_position *hand, int cell, bool target, move_t last, struct text *text)
{
    int house = hand_house_at(hand, cell);
    assert(!target || house >= 0);
    if (cell == hand->varys) {
        put_styled(text, last == MOVE_NONE ? STYLE_STRONG : STYLE_LAST, "[V]");
        return;
    }
    if (house < 0) {
        text_string(text, "   ");
        return;
    }
    put_styled(text, target ? STYLE_TARGET : STYLE_PLAIN, target ? "(" : " ");
    text_style(text, (enum style)(STYLE_RED + hand_houses[house].hue - SCENE_RED));
    text_char(text, hand_houses[house].letter);
    put_styled(text, target ? STYLE_TARGET : STYLE_PLAIN, target ? ")" : " ");
}

static void put_row(const struct hand_position *hand, uint64_t targets, int row, move_t last,
                    struct text *text)
{
    text_style(text, STYLE_FAINT);
    text_format(text, "  %d ", row + 1);
    for (int column = 0; column < HAND_SIDE; column++) {
        int cell = row * HAND_SIDE + column;
        put_styled(text, STYLE_FAINT, "│");
        put_cell(hand, cell, (targets & hand_bit(cell)) != 0, last, text);
    }
    put_styled(text, STYLE_FAINT, "│");
}

/* What one player took of a house, and * if its banner is his. */
static void put_count(const struct hand_position *hand, int player, int house, struct text *text)
{
    assert(player == 0 || player == 1);
    bool holds = hand->holder[house] == player;
    text_style(text, holds ? player == 0 ? STYLE_FIRST : STYLE_SECOND : STYLE_PLAIN);
    text_format(text, "%8d%s", hand->count[player][house], holds ? " *" : player == 0 ? "  " : "");
    text_style(text, STYLE_PLAIN);
}

static void put_house(const struct hand_position *hand, int house, struct text *text)
{
    text_style(text, (enum style)(STYLE_RED + hand_houses[house].hue - SCENE_RED));
    text_format(text, "   %c  %-10s", hand_houses[house].letter, hand_houses[house].name);
    text_style(text, STYLE_PLAIN);
    text_format(text, "%5d", hand_popcount(hand_of_house(hand, house)));
    put_count(hand, 0, house, text);
    put_count(hand, 1, house, text);
}

static void put_banners(const struct hand_position *hand, struct text *text)
{
    put_styled(text, STYLE_STRONG, "   banners * ");
    text_string(text, "        ");
    text_style(text, STYLE_FIRST);
    text_format(text, "%8d  ", hand_banners(hand, 0));
    text_style(text, STYLE_SECOND);
    text_format(text, "%8d", hand_banners(hand, 1));
    text_style(text, STYLE_PLAIN);
}

static void put_state(const struct hand_position *hand, uint64_t targets, struct text *text)
{
    text_style(text, hand->side == 0 ? STYLE_FIRST : STYLE_SECOND);
    if (targets != 0)
        text_format(text, "   player %d to move, %d cards to name", hand->side + 1, hand_popcount(targets));
    text_style(text, STYLE_PLAIN);
    if (targets == 0)
        text_format(text, "   player %d wins", hand_leader(hand) + 1);
}

static void put_last(const struct board *board, move_t last, struct text *text)
{
    char word[MOVE_WORD_MAX];
    if (last == MOVE_NONE)
        return;
    hand_move_print(board, last, word);
    text_string(text, "   last move ");
    text_style(text, STYLE_LAST);
    text_string(text, word);
    text_style(text, STYLE_PLAIN);
}

/* Line `line` of what stands to the right of the cards. */
static void put_side(const struct board *board, const struct hand_position *hand, uint64_t targets, int line,
                     move_t last, struct text *text)
{
    enum { HEADING = 0, FIRST_HOUSE = 2, BANNERS = 10, STATE = 12, LAST = 13 };
    if (line == HEADING)
        put_styled(text, STYLE_FAINT, "   house           left     one       two");
    else if (line >= FIRST_HOUSE && line < FIRST_HOUSE + HOUSES)
        put_house(hand, line - FIRST_HOUSE, text);
    else if (line == BANNERS)
        put_banners(hand, text);
    else if (line == STATE)
        put_state(hand, targets, text);
    else if (line == LAST)
        put_last(board, last, text);
}

void hand_display(const struct board *board, const struct position *position, move_t last, struct text *text)
{
    const struct hand_position *hand = hand_position_of(position);
    uint64_t targets = hand_targets(hand_board_of(board), hand);
    assert(last == MOVE_NONE || last < HAND_CELLS);
    for (int line = 0; line < LINES; line++) {
        if (line == 0)
            put_letters(text);
        else if (line == 1)
            put_rule(text, "┌", "┬", "┐");
        else if (line == LINES - 1)
            put_rule(text, "└", "┴", "┘");
        else if (line % 2 == 0)
            put_row(hand, targets, line / 2 - 1, last, text);
        else
            put_rule(text, "├", "┼", "┤");
        put_side(board, hand, targets, line, last, text);
        text_char(text, '\n');
    }
}
