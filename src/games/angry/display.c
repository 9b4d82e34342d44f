/* The grid with letters and numbers at its edges; facts of the game stand beside it. */
#include "games/angry/angry.h"

enum { FACTS_MAX = 10, FACT_BYTES = 96 };

/* What stands beside the grid, a line each. */
struct facts {
    int count;
    char line[FACTS_MAX][FACT_BYTES];
};

static struct text facts_line(struct facts *facts)
{
    assert(facts->count < FACTS_MAX);
    return text_in(facts->line[facts->count++], FACT_BYTES);
}

static void tell_turn(const struct angry_board *board, const struct angry_position *position,
                      struct facts *facts)
{
    struct text line = facts_line(facts);
    if (!angry_over(board, position)) {
        text_style(&line, STYLE_STRONG);
        text_string(&line, position->side == ANGRY_HEN ? "hen to move" : "queen to move");
        text_style(&line, STYLE_PLAIN);
        return;
    }
    text_style(&line, STYLE_STRONG);
    text_string(&line, "game over: ");
    if (position->hen == NOWHERE)
        text_string(&line, "the hen is captured");
    else if (angry_won(position))
        text_string(&line, angry_lost(board, position) ? "the hen has won, and lost" : "the hen has won");
    else
        text_string(&line, position->actions >= board->cap ? "no action is left" : "no turn is left");
    text_style(&line, STYLE_PLAIN);
}

static void tell_number(struct facts *facts, const char *name, int64_t number)
{
    struct text line = facts_line(facts);
    text_format(&line, "%-10s", name);
    text_number(&line, number);
}

static void tell_all(const struct angry_board *board, const struct angry_position *position, move_t last,
                     struct facts *facts)
{
    facts->count = 0;
    tell_turn(board, position, facts);
    if (last != MOVE_NONE) {
        struct text line = facts_line(facts);
        text_format(&line, "%-10s%s", "last move", angry_move_words[last]);
    }
    tell_number(facts, "score", angry_score(board, position));
    tell_number(facts, "eggs left", cells_count(&position->eggs));
    tell_number(facts, "pigs left", cells_count(&position->pigs));
    struct text line = facts_line(facts);
    text_format(&line, "%-10s%d of %d", "actions", position->actions, (int)board->cap);
    if (position->turns != position->actions) {
        line = facts_line(facts);
        text_format(&line, "%-10s%d of %d", "turns", position->turns, 2 * (int)board->cap);
    }
    line = facts_line(facts);
    text_format(&line, "%-10s%s%s", "queen", board->script ? "scripted" : "free",
                board->pass ? ", the hen may pass" : "");
}

/* Cells that a step of the side on move leads to. */
static struct cells list_targets(const struct angry_board *board, const struct angry_position *position)
{
    struct cells targets = {{0}};
    if (angry_over(board, position))
        return targets;
    move_t at[ANGRY_MOVES];
    int count = angry_list(board, position, at);
    unsigned from = position->side == ANGRY_HEN ? position->hen : position->queen;
    for (int i = 0; i < count; i++)
        if (at[i] != ANGRY_PASS)
            cells_add(&targets, board->step[from][at[i]]);
    return targets;
}

static enum style style_of(char letter)
{
    switch (letter) {
    case 'H': return STYLE_FIRST;
    case 'Q': return STYLE_SECOND;
    case 'E': return STYLE_YELLOW;
    case 'P': return STYLE_GREEN;
    case 'S': return STYLE_CYAN;
    default: return STYLE_FAINT;
    }
}

static void draw_letter(char letter, struct text *text)
{
    text_style(text, style_of(letter));
    text_string(text, letter == 'T' ? "·" : letter == 'R' ? "█" : (char[2]){letter, '\0'});
    text_style(text, STYLE_PLAIN);
}

/* Between two cells of a row: the brackets of a target, or rock that goes on. */
static void draw_gap(bool closes, bool opens, bool rock, struct text *text)
{
    assert(!(closes && opens));
    if (!closes && !opens && !rock) {
        text_char(text, ' ');
        return;
    }
    text_style(text, rock ? STYLE_FAINT : STYLE_TARGET);
    text_string(text, rock ? "█" : closes ? "]" : "[");
    text_style(text, STYLE_PLAIN);
}

static void draw_row(const struct angry_board *board, const struct angry_position *position, int row,
                     const struct cells *targets, struct text *text)
{
    text_style(text, STYLE_FAINT);
    text_format(text, "%3d ", row + 1);
    text_style(text, STYLE_PLAIN);
    char before = ' ';
    bool target_before = false;
    for (int column = 0; column < board->columns; column++) {
        unsigned cell = (unsigned)(row * GRID + column);
        char letter = angry_letter(board, position, cell);
        bool is_target = cells_have(targets, cell);
        draw_gap(target_before, is_target, before == 'R' && letter == 'R', text);
        draw_letter(letter, text);
        before = letter;
        target_before = is_target;
    }
    if (target_before)
        draw_gap(true, false, false, text);
}

static void draw_columns(const struct angry_board *board, struct text *text)
{
    text_style(text, STYLE_FAINT);
    text_string(text, "    ");
    for (int column = 0; column < board->columns; column++)
        text_format(text, " %c", 'a' + column);
    text_style(text, STYLE_PLAIN);
    text_char(text, '\n');
}

void angry_display(const struct board *board_bytes, const struct position *position_bytes, move_t last,
                   struct text *text)
{
    const struct angry_board *board = angry_board_of(board_bytes);
    const struct angry_position *position = angry_position_of(position_bytes);
    struct facts facts;
    tell_all(board, position, last, &facts);
    struct cells targets = list_targets(board, position);
    draw_columns(board, text);
    for (int row = 0; row < board->rows || row < facts.count; row++) {
        bool closed = false; /* the bracket of a target in the last column stands in the margin */
        if (row < board->rows) {
            draw_row(board, position, row, &targets, text);
            closed = cells_have(&targets, (unsigned)(row * GRID + board->columns - 1));
        }
        if (row < facts.count) {
            int margin = (row < board->rows ? 0 : 4 + 2 * (int)board->columns) + 5 - closed;
            text_format(text, "%*s%s", margin, "", facts.line[row]);
        }
        text_char(text, '\n');
    }
}
