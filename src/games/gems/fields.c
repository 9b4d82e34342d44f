#include "games/gems/fields.h"

#include "base/rows.h"
#include "games/gems/slips.h"

static const char letters[] = "EWGRY*T1234gry";
static const char key_letters[] = "gry";

static const char *const deed_words[GEMS_DEEDS] = {"up",     "down",      "left",     "right", "upright",
                                                   "upleft", "downright", "downleft", "noop",  "teleport"};

static int letter_place(const char *in, char letter)
{
    const char *found = letter == '\0' ? NULL : strchr(in, letter);
    return found == NULL ? -1 : (int)(found - in);
}

/* -- cells and deeds -- */

int gems_cell_parse(const struct gems_board *board, struct word word)
{
    int cell = rows_take_cell(&word, board->rows, board->columns);
    bool good = cell >= 0 && word.length == 0;
    return good ? gems_cell_at(board, cell / board->columns, cell % board->columns) : -1;
}

void gems_cell_print(const struct gems_board *board, int cell, struct text *text)
{
    rows_print_cell(gems_cell_row(board, cell) * board->columns + gems_cell_column(board, cell),
                    board->columns, text);
}

int gems_deed_parse(struct word word)
{
    for (int deed = 0; deed < GEMS_DEEDS; deed++)
        if (word_is(word, deed_words[deed]))
            return deed;
    return -1;
}

void gems_deed_print(int deed, char word[MOVE_WORD_MAX])
{
    assert(deed >= 0 && deed < GEMS_DEEDS);
    strcpy(word, deed_words[deed]);
}

/* -- rows -- */

static enum gems_item item_of_letter(char letter)
{
    if (letter >= '1' && letter <= '4')
        return (enum gems_item)(letter - '0');
    int key = letter_place(key_letters, letter);
    return key < 0 ? GEMS_NOTHING : (enum gems_item)(GEMS_KEY_G + key);
}

static bool is_corner(const struct gems_board *board, int row, int column)
{
    assert(row >= 0 && row < board->rows && column >= 0 && column < board->columns);
    return (row == 0 || row == board->rows - 1) && (column == 0 || column == board->columns - 1);
}

static bool parse_cell(struct gems_reading *to, int row, int column, char letter)
{
    struct gems_board *board = to->board;
    int cell = gems_cell_at(board, row, column);
    assert(cell > 0 && cell < GEMS_CELLS);
    if (is_corner(board, row, column) && letter != 'E')
        return fault_set(to->fault, "rows", "%c%d is a corner and must be E", 'a' + column, row + 1);
    enum gems_item item = item_of_letter(letter);
    if (item != GEMS_NOTHING)
        gems_item_put(to->position, cell, item);
    board->terrain[cell] = item == GEMS_NOTHING ? letter : 'E';
    return true;
}

bool gems_rows_read(struct gems_reading *to, struct word word)
{
    static const struct rows_form form = {.letters = letters, .least = 1, .most = GEMS_SIDE_MAX};
    struct rows rows;
    if (!rows_read(&rows, word, &form, to->fault))
        return false;
    to->board->rows = (uint8_t)rows.count;
    to->board->columns = (uint8_t)rows.columns;
    to->board->stride = (uint8_t)(rows.columns + 1);
    memset(to->board->terrain, 'W', sizeof to->board->terrain);
    for (int row = 0; row < rows.count; row++)
        for (int column = 0; column < rows.columns; column++)
            if (!parse_cell(to, row, column, rows.at[row][column]))
                return false;
    return true;
}

bool gems_gates_check(struct gems_reading *to)
{
    int gates = 0;
    for (int cell = 0; cell < GEMS_CELLS; cell++)
        gates += to->board->terrain[cell] == 'T';
    if (!gems_slips_teleport(&to->board->slips) || (gates != 1 && gates <= GEMS_GATES_MAX))
        return true;
    return gates == 1 ? fault_set(to->fault, "rows", "must not have exactly one T where there are teleports")
                      : fault_set(to->fault, "rows", "must have at most %d T where there are teleports",
                                  GEMS_GATES_MAX);
}

void gems_rows_print(const struct gems_board *board, const struct gems_position *position, struct text *text)
{
    struct rows rows = {.count = board->rows, .columns = board->columns};
    for (int row = 0; row < rows.count; row++)
        for (int column = 0; column < rows.columns; column++) {
            int cell = gems_cell_at(board, row, column);
            enum gems_item item = gems_item_at(position, cell);
            rows.at[row][column] = item == GEMS_NOTHING ? board->terrain[cell] : "-1234gry"[item];
        }
    rows_print(&rows, text);
}

/* -- players -- */

static bool parse_player_cell(struct gems_reading *to, int side, struct word word, const char *field)
{
    int cell = gems_cell_parse(to->board, word);
    if (cell < 0)
        return fault_word(to->fault, field, "not a cell of the map:", word);
    if (to->board->terrain[cell] == 'W')
        return fault_word(to->fault, field, "stands in a wall:", word);
    if (gems_item_at(to->position, cell) != GEMS_NOTHING)
        return fault_word(to->fault, field, "stands on something not taken:", word);
    to->position->cell[side] = (uint16_t)cell;
    return true;
}

static bool parse_last(struct gems_reading *to, int side, struct word word, const char *field)
{
    int last = word.length == 1 ? letter_place("-1234", word.at[0]) : -1;
    if (last < 0)
        return fault_word(to->fault, field, "the last gem must be 1 to 4 or -:", word);
    to->position->last[side] = (uint8_t)last;
    return true;
}

static bool parse_keys(struct gems_reading *to, int side, struct word word, const char *field)
{
    unsigned keys = 0;
    bool good = word.length > 0;
    for (size_t i = 0; i < word.length && !word_is(word, "-"); i++) {
        int key = letter_place(key_letters, word.at[i]);
        good = good && key >= 0 && !(keys >> key & 1);
        keys |= good ? 1U << key : 0;
    }
    if (!good)
        return fault_word(to->fault, field, "the keys must be some of gry or -:", word);
    assert(keys < 1U << GEMS_KEYS);
    to->position->keys[side] = (uint8_t)keys;
    return true;
}

bool gems_player_read(struct gems_reading *to, int side, struct word word)
{
    const char *field = side == 0 ? "A" : "B";
    int64_t score;
    int colons = 0;
    for (size_t i = 0; i < word.length; i++)
        colons += word.at[i] == ':';
    if (colons != 3)
        return fault_word(to->fault, field, "not of the form cell:score:last:keys:", word);
    if (!parse_player_cell(to, side, word_cut(&word, ':'), field))
        return false;
    if (!word_number(word_cut(&word, ':'), -GEMS_SCORE_MAX, GEMS_SCORE_MAX, &score))
        return fault_set(to->fault, field, "the score must be a number from %d to %d", -GEMS_SCORE_MAX,
                         GEMS_SCORE_MAX);
    to->position->score[side] = (int32_t)score;
    return parse_last(to, side, word_cut(&word, ':'), field) && parse_keys(to, side, word, field);
}

void gems_player_start(struct gems_reading *to, int side)
{
    const struct gems_board *board = to->board;
    int row = side == 0 ? 0 : board->rows - 1;
    int column = side == 0 ? 0 : board->columns - 1;
    assert(row < board->rows && column < board->columns);
    to->position->cell[side] = (uint16_t)gems_cell_at(board, row, column);
    to->position->score[side] = board->init;
}

bool gems_score_check(struct gems_reading *to, int side)
{
    assert(to->position->turn >= 1 && to->position->turn <= to->board->turns + 1);
    int64_t score = to->position->score[side];
    int64_t room = (int64_t)to->position->gems * GEMS_PAIR_MAX +
                   (int64_t)gems_plies_left(to->board, to->position) * GEMS_PLY_LOSS_MAX;
    if ((score < 0 ? -score : score) + room <= GEMS_SCORE_MAX)
        return true;
    return fault_set(to->fault, side == 0 ? "A" : "B", "the score is too large for the gems and turns left");
}

void gems_player_print(const struct gems_board *board, const struct gems_position *position, int side,
                       struct text *text)
{
    text_char(text, ' ');
    gems_cell_print(board, position->cell[side], text);
    text_format(text, ":%d:%c:", (int)position->score[side], "-1234"[position->last[side]]);
    for (int key = 0; key < GEMS_KEYS; key++)
        if (position->keys[side] >> key & 1)
            text_char(text, key_letters[key]);
    if (position->keys[side] == 0)
        text_char(text, '-');
}

/* -- chance -- */

bool gems_due_read(struct gems_reading *to, struct word word)
{
    const struct gems_board *board = to->board;
    int cell = to->position->cell[to->position->side];
    uint16_t gates[GEMS_GATES_MAX];
    (void)word_cut(&word, ':');
    if (word.at == NULL)
        return true;
    int deed = gems_deed_parse(word);
    if (gems_is_over(board, to->position))
        return fault_set(to->fault, "turn", "the game is over: nothing is drawn");
    if (deed < 0)
        return fault_word(to->fault, "turn", "neither an action nor teleport:", word);
    bool drawn = deed == GEMS_TELEPORT
                     ? gems_may_teleport(board, cell) && gems_gates_from(board, cell, gates) > 1
                     : board->slips.sure[gems_ground_at(board, cell)][deed] == GEMS_DRAWN;
    if (!drawn)
        return fault_word(to->fault, "turn", "nothing is drawn here for", word);
    to->position->due = (uint8_t)(deed == GEMS_TELEPORT ? GEMS_WHERE : GEMS_ASKED + deed);
    return true;
}

void gems_due_print(const struct gems_position *position, struct text *text)
{
    if (position->due == GEMS_SAID)
        return;
    int deed = position->due == GEMS_WHERE ? GEMS_TELEPORT : position->due - GEMS_ASKED;
    assert(deed >= 0 && deed < GEMS_DEEDS);
    text_char(text, ':');
    text_string(text, deed_words[deed]);
}
