/* FEN and words. The rows of a FEN are the lines of a map file with what is taken replaced by floor. */
#include "games/gems/slips.h"

static const char letters[] = "EWGRY*T1234gry";
static const char key_letters[] = "gry";

static const char *const deed_words[GEMS_DEEDS] = {"up",     "down",      "left",     "right", "upright",
                                                   "upleft", "downright", "downleft", "noop",  "teleport"};

/* Without teleports and with them, as the course has them in its phases. */
static const int32_t default_pairs[2][5][GEMS_KINDS] = {
    {{50, 0, 0, 0}, {50, 200, 100, 0}, {100, 50, 200, 100}, {50, 100, 50, 200}, {250, 50, 100, 50}},
    {{10, 20, 30, 40},
     {200, 100, 50, 150},
     {100, 300, 200, 150},
     {100, 200, 300, 150},
     {100, 250, 200, 300}}};

const struct flag gems_flags[GEMS_FLAG_COUNT] = {
    [GEMS_FLAG_MAP] = {.key = "map",
                       .choices = "orchard|corridor|keys|wire|rooms|duel|maze|garden|wilds|gates",
                       .help = "the map",
                       .kind = FLAG_CHOICE,
                       .places = FLAG_IN_START},
    [GEMS_FLAG_PLAYERS] = {.key = "players",
                           .help = "how many play",
                           .kind = FLAG_NUMBER,
                           .places = FLAG_IN_START | FLAG_IN_FEN,
                           .low = 1,
                           .high = 2,
                           .fallback = 1},
    [GEMS_FLAG_TURNS] = {.key = "turns",
                         .help = "turns of the whole game",
                         .kind = FLAG_NUMBER,
                         .places = FLAG_IN_START | FLAG_IN_FEN,
                         .low = 1,
                         .high = GEMS_TURNS_MAX,
                         .fallback = 100},
    [GEMS_FLAG_BARBED] = {.key = "barbed",
                          .choices = "turn|entry",
                          .help = "wire costs for every turn that ends on it, or on entering only",
                          .kind = FLAG_CHOICE,
                          .places = FLAG_IN_START | FLAG_IN_FEN},
    [GEMS_FLAG_EARLY] = {.key = "early",
                         .choices = "on|off",
                         .help = "one player: the game ends when no gem is left",
                         .kind = FLAG_CHOICE,
                         .places = FLAG_IN_START | FLAG_IN_FEN},
    [GEMS_FLAG_INIT] = {.key = "init",
                        .help = "score of a player at the start",
                        .kind = FLAG_NUMBER,
                        .places = FLAG_IN_START | FLAG_IN_FEN,
                        .low = -GEMS_INIT_MAX,
                        .high = GEMS_INIT_MAX,
                        .fallback = 0},
    [GEMS_FLAG_TELEPORT] = {.key = "teleport",
                            .choices = "off|noop",
                            .help = "noop on a T leads to another T, and gems pay by another table",
                            .kind = FLAG_CHOICE,
                            .places = FLAG_IN_START | FLAG_IN_FEN},
    [GEMS_FLAG_PAIRS] = {.key = "pairs",
                         .choices = "number,number,...",
                         .help = "points of each gem by the gem before, row none first",
                         .kind = FLAG_TEXT,
                         .places = FLAG_IN_START | FLAG_IN_FEN},
    [GEMS_FLAG_SLIP] = {.key = "slip",
                        .choices = "off|course|number,number,.../...",
                        .help = "one player: what becomes of an action is drawn from a table",
                        .kind = FLAG_TEXT,
                        .places = FLAG_IN_START | FLAG_IN_FEN},
    [GEMS_FLAG_SEED] = {.key = "seed",
                        .help = "a random map instead, always the same of one seed",
                        .kind = FLAG_NUMBER,
                        .places = FLAG_IN_START,
                        .low = 0,
                        .high = 999999999999999999,
                        .fallback = -1},
    [GEMS_FLAG_SIZE] = {.key = "size",
                        .choices = "ROWSxCOLUMNS",
                        .help = "of the random map; 12x12 if not said",
                        .kind = FLAG_TEXT,
                        .places = FLAG_IN_START},
    [GEMS_FLAG_GEMS] = {.key = "gems",
                        .help = "on the random map",
                        .kind = FLAG_NUMBER,
                        .places = FLAG_IN_START,
                        .low = 1,
                        .high = GEMS_SIDE_MAX * GEMS_SIDE_MAX - 4,
                        .fallback = 18},
};

/* What is being read: the words of a FEN before its flags, and the two values they go to. */
struct reading {
    struct gems_board *board;
    struct gems_position *position;
    struct fault *fault;
};

/* The part of `word` before `separator`, which is cut off `word` with it. */
static struct word cut_at(struct word *word, char separator)
{
    const char *end = memchr(word->at, separator, word->length);
    struct word part = *word;
    if (end == NULL) {
        *word = (struct word){.at = word->at + word->length, .length = 0};
        return part;
    }
    part.length = (size_t)(end - word->at);
    *word = (struct word){.at = end + 1, .length = word->length - part.length - 1};
    return part;
}

static int letter_place(const char *in, char letter)
{
    const char *found = letter == '\0' ? NULL : strchr(in, letter);
    return found == NULL ? -1 : (int)(found - in);
}

/* -- rows -- */

static enum gems_item item_of_letter(char letter)
{
    if (letter >= '1' && letter <= '4')
        return (enum gems_item)(letter - '0');
    int key = letter_place(key_letters, letter);
    return key < 0 ? GEMS_NOTHING : (enum gems_item)(GEMS_KEY_G + key);
}

static bool measure_rows(struct reading *to, struct word rows)
{
    struct word rest = rows;
    size_t columns = cut_at(&rest, '/').length;
    size_t count = 1;
    for (size_t i = 0; i < rows.length; i++)
        count += rows.at[i] == '/';
    if (columns < 1 || columns > GEMS_SIDE_MAX || count > GEMS_SIDE_MAX)
        return fault_set(to->fault, "rows", "must be 1 to %d rows of 1 to %d cells", GEMS_SIDE_MAX,
                         GEMS_SIDE_MAX);
    if (rows.length != count * (columns + 1) - 1)
        return fault_set(to->fault, "rows", "must all be of one length");
    to->board->rows = (uint8_t)count;
    to->board->columns = (uint8_t)columns;
    to->board->stride = (uint8_t)(columns + 1);
    return true;
}

static bool is_corner(const struct gems_board *board, int row, int column)
{
    assert(row >= 0 && row < board->rows && column >= 0 && column < board->columns);
    return (row == 0 || row == board->rows - 1) && (column == 0 || column == board->columns - 1);
}

static bool parse_cell(struct reading *to, int row, int column, char letter)
{
    struct gems_board *board = to->board;
    int cell = gems_cell_at(board, row, column);
    assert(cell > 0 && cell < GEMS_CELLS);
    if (letter == '/')
        return fault_set(to->fault, "rows", "must all be of one length");
    if (letter_place(letters, letter) < 0)
        return fault_set(to->fault, "rows", "%c%d must be one of %s", 'a' + column, row + 1, letters);
    if (is_corner(board, row, column) && letter != 'E')
        return fault_set(to->fault, "rows", "%c%d is a corner and must be E", 'a' + column, row + 1);
    enum gems_item item = item_of_letter(letter);
    if (item != GEMS_NOTHING)
        gems_item_put(to->position, cell, item);
    board->terrain[cell] = item == GEMS_NOTHING ? letter : 'E';
    return true;
}

static bool parse_rows(struct reading *to, struct word rows)
{
    if (!measure_rows(to, rows))
        return false;
    assert(rows.at != NULL);
    memset(to->board->terrain, 'W', sizeof to->board->terrain);
    for (int row = 0; row < to->board->rows; row++)
        for (int column = 0; column < to->board->columns; column++)
            if (!parse_cell(to, row, column, rows.at[row * to->board->stride + column]))
                return false;
    return true;
}

/* -- flags -- */

static bool parse_pairs(struct reading *to, struct word text)
{
    for (int i = 0; i < 5 * GEMS_KINDS; i++) {
        int64_t number;
        bool last = i == 5 * GEMS_KINDS - 1;
        struct word part = last ? text : cut_at(&text, ',');
        if (!word_number(part, -GEMS_PAIR_MAX, GEMS_PAIR_MAX, &number))
            return fault_set(to->fault, "pairs", "must be 20 numbers from %d to %d, commas between them",
                             -GEMS_PAIR_MAX, GEMS_PAIR_MAX);
        to->board->pair[i / GEMS_KINDS][i % GEMS_KINDS] = (int32_t)number;
    }
    return true;
}

static bool take_slips(struct reading *to, const struct flag_values *values)
{
    struct gems_board *board = to->board;
    gems_slips_certain(&board->slips, board->teleport);
    if (!values->given[GEMS_FLAG_SLIP] || word_is(values->text[GEMS_FLAG_SLIP], "off"))
        return true;
    if (board->players == 2)
        return fault_set(to->fault, "slip", "must be off with two players");
    if (board->teleport)
        return fault_set(to->fault, "teleport", "must be off with slips, whose table says what noop does");
    return gems_slips_parse(&board->slips, values->text[GEMS_FLAG_SLIP]) ||
           fault_set(to->fault, "slip",
                     "must be off, course or 27 rows of 10 numbers, / between rows, of at most %d in a row",
                     GEMS_WHOLE);
}

static bool take_flags(struct reading *to, const struct flag_values *values)
{
    struct gems_board *board = to->board;
    assert(values->number[GEMS_FLAG_TURNS] >= 1 && values->number[GEMS_FLAG_TURNS] <= GEMS_TURNS_MAX);
    board->players = (uint8_t)values->number[GEMS_FLAG_PLAYERS];
    board->turns = (uint16_t)values->number[GEMS_FLAG_TURNS];
    board->barbed = (uint8_t)values->number[GEMS_FLAG_BARBED];
    board->early = values->number[GEMS_FLAG_EARLY] == 0;
    board->init = (int32_t)values->number[GEMS_FLAG_INIT];
    board->teleport = values->number[GEMS_FLAG_TELEPORT] != 0;
    memcpy(board->pair, default_pairs[board->teleport], sizeof board->pair);
    return take_slips(to, values) &&
           (!values->given[GEMS_FLAG_PAIRS] || parse_pairs(to, values->text[GEMS_FLAG_PAIRS]));
}

/* -- players -- */

/* The cell called a1 and so on; -1: there is none. */
static int cell_of(const struct gems_board *board, struct word word)
{
    int64_t row;
    int column = word.length < 2 ? -1 : word.at[0] - 'a';
    struct word digits = {.at = word.at + 1, .length = word.length - 1};
    if (column < 0 || column >= board->columns || digits.at[0] == '0' ||
        !word_number(digits, 1, board->rows, &row))
        return -1;
    int cell = gems_cell_at(board, (int)row - 1, column);
    assert(cell > 0 && cell < GEMS_CELLS);
    return cell;
}

static bool parse_player_cell(struct reading *to, int side, struct word word, const char *field)
{
    int cell = cell_of(to->board, word);
    if (cell < 0)
        return fault_word(to->fault, field, "not a cell of the map:", word);
    if (to->board->terrain[cell] == 'W')
        return fault_word(to->fault, field, "stands in a wall:", word);
    if (gems_item_at(to->position, cell) != GEMS_NOTHING)
        return fault_word(to->fault, field, "stands on something not taken:", word);
    to->position->cell[side] = (uint16_t)cell;
    return true;
}

static bool parse_last(struct reading *to, int side, struct word word, const char *field)
{
    int last = word.length == 1 ? letter_place("-1234", word.at[0]) : -1;
    if (last < 0)
        return fault_word(to->fault, field, "the last gem must be 1 to 4 or -:", word);
    to->position->last[side] = (uint8_t)last;
    return true;
}

static bool parse_keys(struct reading *to, int side, struct word word, const char *field)
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

static bool parse_player(struct reading *to, int side, struct word word)
{
    const char *field = side == 0 ? "A" : "B";
    int64_t score;
    int colons = 0;
    for (size_t i = 0; i < word.length; i++)
        colons += word.at[i] == ':';
    if (colons != 3)
        return fault_word(to->fault, field, "not of the form cell:score:last:keys:", word);
    if (!parse_player_cell(to, side, cut_at(&word, ':'), field))
        return false;
    if (!word_number(cut_at(&word, ':'), -GEMS_SCORE_MAX, GEMS_SCORE_MAX, &score))
        return fault_set(to->fault, field, "the score must be a number from %d to %d", -GEMS_SCORE_MAX,
                         GEMS_SCORE_MAX);
    to->position->score[side] = (int32_t)score;
    return parse_last(to, side, cut_at(&word, ':'), field) && parse_keys(to, side, word, field);
}

static void start_player(struct reading *to, int side)
{
    const struct gems_board *board = to->board;
    int row = side == 0 ? 0 : board->rows - 1;
    int column = side == 0 ? 0 : board->columns - 1;
    assert(row < board->rows && column < board->columns);
    to->position->cell[side] = (uint16_t)gems_cell_at(board, row, column);
    to->position->score[side] = board->init;
}

/* No play may bring a score out of bounds. */
static bool check_score(struct reading *to, int side)
{
    assert(to->position->turn >= 1 && to->position->turn <= to->board->turns + 1);
    int64_t score = to->position->score[side];
    int64_t room = (int64_t)to->position->gems * GEMS_PAIR_MAX +
                   (int64_t)gems_plies_left(to->board, to->position) * GEMS_PLY_LOSS_MAX;
    if ((score < 0 ? -score : score) + room <= GEMS_SCORE_MAX)
        return true;
    return fault_set(to->fault, side == 0 ? "A" : "B", "the score is too large for the gems and turns left");
}

/* -- the whole -- */

enum { FIELD_ROWS, FIELD_SIDE, FIELD_TURN, FIELD_PLAYER, FIELDS = 5 };

static bool parse_side(struct reading *to, const struct words *words, int fields)
{
    int64_t side = 1;
    if (fields > FIELD_SIDE && !word_number(words->at[FIELD_SIDE], 1, 2, &side))
        return fault_word(to->fault, "side", "must be 1 or 2:", words->at[FIELD_SIDE]);
    if (side > to->board->players)
        return fault_set(to->fault, "side", "must be 1 with one player");
    to->position->side = (uint8_t)(side - 1);
    return true;
}

static bool parse_turn(struct reading *to, const struct words *words, int fields)
{
    int64_t turn = 1;
    int last = to->board->turns + 1;
    struct word word = fields > FIELD_TURN ? words->at[FIELD_TURN] : word_from("1");
    if (!word_number(cut_at(&word, ':'), 1, last, &turn))
        return fault_set(to->fault, "turn", "must be a number from 1 to %d", last);
    if (turn == last && to->position->side != 0)
        return fault_set(to->fault, "side", "must be 1 when all turns are played");
    to->position->turn = (uint16_t)turn;
    return true;
}

static bool parse_players(struct reading *to, const struct words *words, int fields)
{
    for (int side = 0; side < to->board->players; side++) {
        if (fields <= FIELD_PLAYER + side)
            start_player(to, side);
        else if (!parse_player(to, side, words->at[FIELD_PLAYER + side]))
            return false;
        if (!check_score(to, side))
            return false;
    }
    if (to->position->cell[0] == to->position->cell[1])
        return fault_set(to->fault, "B", "stands where A stands");
    return true;
}

/* Nobody could be teleported from the only one. */
static bool check_gates(struct reading *to)
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

static int deed_of(struct word word)
{
    for (int deed = 0; deed < GEMS_DEEDS; deed++)
        if (word_is(word, deed_words[deed]))
            return deed;
    return -1;
}

/* What chance is to say stands behind the turn: `7:up` or `7:teleport`. */
static bool parse_due(struct reading *to, struct word word)
{
    const struct gems_board *board = to->board;
    int cell = to->position->cell[to->position->side];
    uint16_t gates[GEMS_GATES_MAX];
    if (memchr(word.at, ':', word.length) == NULL)
        return true;
    cut_at(&word, ':');
    int deed = deed_of(word);
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

static bool parse_fields(struct reading *to, const struct words *words, int fields)
{
    return parse_rows(to, words->at[FIELD_ROWS]) && parse_side(to, words, fields) &&
           parse_turn(to, words, fields) && parse_players(to, words, fields);
}

static bool read_all(struct board *board, struct position *position, const struct words *words, int fields,
                     struct flag_values *values, struct fault *fault)
{
    struct reading to = {.board = (struct gems_board *)board->bytes,
                         .position = (struct gems_position *)position->bytes,
                         .fault = fault};
    if (fields == FIELDS && values->given[GEMS_FLAG_PLAYERS] && values->number[GEMS_FLAG_PLAYERS] != 2)
        return fault_set(fault, "players", "must be 2 when B is given");
    if (fields == FIELDS)
        values->number[GEMS_FLAG_PLAYERS] = 2;
    memset(to.board, 0, sizeof *to.board);
    memset(to.position, 0, sizeof *to.position);
    if (!take_flags(&to, values) || !parse_fields(&to, words, fields) || !check_gates(&to))
        return false;
    gems_board_finish(to.board);
    return fields <= FIELD_TURN || parse_due(&to, words->at[FIELD_TURN]);
}

bool gems_parse(struct board *board, struct position *position, const struct words *words,
                struct fault *fault)
{
    int fields = 0;
    while (fields < words->count && !flag_is_word(words->at[fields]))
        fields++;
    if (fields == 0)
        return fault_set(fault, "rows", "missing");
    if (fields > FIELDS)
        return fault_set(fault, "fields", "more than rows side turn A B");
    struct flag_values values;
    if (!flags_parse(gems_flags, GEMS_FLAG_COUNT, FLAG_IN_FEN, words, fields, &values, fault))
        return false;
    return read_all(board, position, words, fields, &values, fault);
}

/* "12x12" */
static bool parse_size(struct word text, int64_t *rows, int64_t *columns, struct fault *fault)
{
    struct word first = cut_at(&text, 'x');
    return (word_number(first, 2, GEMS_SIDE_MAX, rows) && word_number(text, 2, GEMS_SIDE_MAX, columns)) ||
           fault_set(fault, "size", "must be of the form 12x12, from 2x2 to %dx%d", GEMS_SIDE_MAX,
                     GEMS_SIDE_MAX);
}

static bool random_rows(const struct flag_values *values, char rows[GEMS_ROWS_TEXT], struct fault *fault)
{
    int64_t height = 12, width = 12, gems = values->number[GEMS_FLAG_GEMS];
    if (values->given[GEMS_FLAG_MAP])
        return fault_set(fault, "map", "given beside seed, which makes a map of its own");
    if (values->given[GEMS_FLAG_SIZE] && !parse_size(values->text[GEMS_FLAG_SIZE], &height, &width, fault))
        return false;
    int room = gems_random_room((int)height, (int)width);
    if (gems > room)
        return fault_set(fault, "gems", "must be at most %d on a map of this size", room);
    gems_random_rows(values->number[GEMS_FLAG_SEED], (int)height, (int)width, (int)gems, rows);
    return true;
}

static bool start_rows(const struct flag_values *values, char rows[GEMS_ROWS_TEXT], struct fault *fault)
{
    if (values->given[GEMS_FLAG_SEED])
        return random_rows(values, rows, fault);
    if (values->given[GEMS_FLAG_SIZE] || values->given[GEMS_FLAG_GEMS])
        return fault_set(fault, "seed", "missing: size and gems are those of a random map");
    strcpy(rows, gems_maps[values->number[GEMS_FLAG_MAP]].rows);
    return true;
}

bool gems_start(struct board *board, struct position *position, const struct words *words,
                struct fault *fault)
{
    struct flag_values values;
    if (!flags_parse(gems_flags, GEMS_FLAG_COUNT, FLAG_IN_START, words, 0, &values, fault))
        return false;
    char rows[GEMS_ROWS_TEXT];
    if (!start_rows(&values, rows, fault))
        return false;
    struct words fen = {.count = 1, .at = {word_from(rows)}};
    return read_all(board, position, &fen, 1, &values, fault);
}

static void print_rows(const struct gems_board *board, const struct gems_position *position,
                       struct text *text)
{
    for (int row = 0; row < board->rows; row++) {
        if (row > 0)
            text_char(text, '/');
        for (int column = 0; column < board->columns; column++) {
            int cell = gems_cell_at(board, row, column);
            enum gems_item item = gems_item_at(position, cell);
            text_char(text, item == GEMS_NOTHING ? board->terrain[cell] : "-1234gry"[item]);
        }
    }
}

static void print_cell(const struct gems_board *board, int cell, struct text *text)
{
    text_format(text, "%c%d", 'a' + gems_cell_column(board, cell), gems_cell_row(board, cell) + 1);
}

static void print_player(const struct gems_board *board, const struct gems_position *position, int side,
                         struct text *text)
{
    text_char(text, ' ');
    print_cell(board, position->cell[side], text);
    text_format(text, ":%d:%c:", (int)position->score[side], "-1234"[position->last[side]]);
    for (int key = 0; key < GEMS_KEYS; key++)
        if (position->keys[side] >> key & 1)
            text_char(text, key_letters[key]);
    if (position->keys[side] == 0)
        text_char(text, '-');
}

static void print_pairs(const struct gems_board *board, struct text *text)
{
    if (memcmp(board->pair, default_pairs[board->teleport], sizeof board->pair) == 0)
        return;
    for (int i = 0; i < 5 * GEMS_KINDS; i++) {
        text_string(text, i == 0 ? " pairs=" : ",");
        text_number(text, board->pair[i / GEMS_KINDS][i % GEMS_KINDS]);
    }
}

/* The number of players is that of the fields. */
static void print_flags(const struct gems_board *board, struct text *text)
{
    struct flag_values values = {.number = {[GEMS_FLAG_PLAYERS] = gems_flags[GEMS_FLAG_PLAYERS].fallback,
                                            [GEMS_FLAG_TURNS] = board->turns,
                                            [GEMS_FLAG_BARBED] = board->barbed,
                                            [GEMS_FLAG_EARLY] = !board->early,
                                            [GEMS_FLAG_INIT] = board->init,
                                            [GEMS_FLAG_TELEPORT] = board->teleport}};
    flags_print(gems_flags, GEMS_FLAG_COUNT, &values, text);
    print_pairs(board, text);
    gems_slips_print(&board->slips, text);
}

void gems_print(const struct board *raw_board, const struct position *raw, struct text *text)
{
    const struct gems_board *board = gems_board(raw_board);
    const struct gems_position *position = gems_position(raw);
    print_rows(board, position, text);
    text_format(text, " %d %d", position->side + 1, position->turn);
    if (position->due != GEMS_SAID)
        text_format(text, ":%s",
                    deed_words[position->due == GEMS_WHERE ? GEMS_TELEPORT : position->due - GEMS_ASKED]);
    for (int side = 0; side < board->players; side++)
        print_player(board, position, side, text);
    print_flags(board, text);
}

void gems_deed_print(int deed, char word[MOVE_WORD_MAX])
{
    assert(deed >= 0 && deed < GEMS_DEEDS);
    struct text text = text_in(word, MOVE_WORD_MAX);
    text_string(&text, deed_words[deed]);
}

void gems_move_print(const struct board *board, move_t move, char word[MOVE_WORD_MAX])
{
    struct text text = text_in(word, MOVE_WORD_MAX);
    assert(move < GEMS_DEEDS || (move > GEMS_TO && move < GEMS_TO + GEMS_CELLS));
    if (move < GEMS_DEEDS)
        gems_deed_print(move, word);
    else
        print_cell(gems_board(board), move - GEMS_TO, &text);
}

move_t gems_move_parse(const struct board *board, struct word word)
{
    const struct gems_board *at = gems_board(board);
    int deed = deed_of(word);
    int cell = cell_of(at, word);
    if (deed >= 0)
        return (move_t)deed;
    return cell < 0 ? MOVE_NONE : (move_t)(GEMS_TO + cell);
}
