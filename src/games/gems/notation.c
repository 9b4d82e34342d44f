/* FEN, flags and move words. The fields of a FEN are read and printed in fields.h. */
#include "base/rows.h"
#include "games/gems/fields.h"
#include "games/gems/slips.h"
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
                        .high = GEMS_INIT_MAX},
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

/* -- flags -- */

static bool parse_pairs(struct gems_reading *to, struct word text)
{
    for (int i = 0; i < 5 * GEMS_KINDS; i++) {
        int64_t number;
        bool last = i == 5 * GEMS_KINDS - 1;
        struct word part = last ? text : word_cut(&text, ',');
        if (!word_number(part, -GEMS_PAIR_MAX, GEMS_PAIR_MAX, &number))
            return fault_set(to->fault, "pairs", "must be 20 numbers from %d to %d, commas between them",
                             -GEMS_PAIR_MAX, GEMS_PAIR_MAX);
        to->board->pair[i / GEMS_KINDS][i % GEMS_KINDS] = (int32_t)number;
    }
    return true;
}

static bool take_slips(struct gems_reading *to, const struct flag_values *values)
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

static bool take_flags(struct gems_reading *to, const struct flag_values *values)
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

/* -- the whole -- */

enum { FIELD_ROWS, FIELD_SIDE, FIELD_TURN, FIELD_PLAYER, FIELDS = 5 };

static bool parse_side(struct gems_reading *to, const struct words *words, int fields)
{
    int64_t side = 1;
    assert(to->board->players == 1 || to->board->players == 2);
    if (fields > FIELD_SIDE && !word_number(words->at[FIELD_SIDE], 1, 2, &side))
        return fault_word(to->fault, "side", "must be 1 or 2:", words->at[FIELD_SIDE]);
    if (side > to->board->players)
        return fault_set(to->fault, "side", "must be 1 with one player");
    to->position->side = (uint8_t)(side - 1);
    return true;
}

static bool parse_turn(struct gems_reading *to, const struct words *words, int fields)
{
    int64_t turn = 1;
    int last = to->board->turns + 1;
    assert(last > 1 && last <= GEMS_TURNS_MAX + 1);
    struct word word = fields > FIELD_TURN ? words->at[FIELD_TURN] : word_from("1");
    if (!word_number(word_cut(&word, ':'), 1, last, &turn))
        return fault_set(to->fault, "turn", "must be a number from 1 to %d", last);
    if (turn == last && to->position->side != 0)
        return fault_set(to->fault, "side", "must be 1 when all turns are played");
    to->position->turn = (uint16_t)turn;
    return true;
}

static bool parse_players(struct gems_reading *to, const struct words *words, int fields)
{
    for (int side = 0; side < to->board->players; side++) {
        if (fields <= FIELD_PLAYER + side)
            gems_player_start(to, side);
        else if (!gems_player_read(to, side, words->at[FIELD_PLAYER + side]))
            return false;
        if (!gems_score_check(to, side))
            return false;
    }
    if (to->position->cell[0] == to->position->cell[1])
        return fault_set(to->fault, "B", "stands where A stands");
    return true;
}

static bool parse_fields(struct gems_reading *to, const struct words *words, int fields)
{
    return gems_rows_read(to, words->at[FIELD_ROWS]) && parse_side(to, words, fields) &&
           parse_turn(to, words, fields) && parse_players(to, words, fields);
}

static bool read_all(struct board *board, struct position *position, const struct words *words, int fields,
                     struct flag_values *values, struct fault *fault)
{
    struct gems_reading to = {.board = (struct gems_board *)board->bytes,
                              .position = (struct gems_position *)position->bytes,
                              .fault = fault};
    assert(fields >= 1 && fields <= FIELDS);
    if (fields == FIELDS && values->given[GEMS_FLAG_PLAYERS] && values->number[GEMS_FLAG_PLAYERS] != 2)
        return fault_set(fault, "players", "must be 2 when B is given");
    if (fields == FIELDS)
        values->number[GEMS_FLAG_PLAYERS] = 2;
    memset(to.board, 0, sizeof *to.board);
    memset(to.position, 0, sizeof *to.position);
    if (!take_flags(&to, values) || !parse_fields(&to, words, fields) || !gems_gates_check(&to))
        return false;
    gems_board_finish(to.board);
    return fields <= FIELD_TURN || gems_due_read(&to, words->at[FIELD_TURN]);
}

bool gems_parse(struct board *board, struct position *position, const struct words *words,
                struct fault *fault)
{
    int fields = flags_begin(words, WORDS_MAX);
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
    struct word first = word_cut(&text, 'x');
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
    gems_rows_print(board, position, text);
    text_format(text, " %d %d", position->side + 1, position->turn);
    gems_due_print(position, text);
    for (int side = 0; side < board->players; side++)
        gems_player_print(board, position, side, text);
    print_flags(board, text);
}

void gems_move_print(const struct board *board, move_t move, char word[MOVE_WORD_MAX])
{
    struct text text = text_in(word, MOVE_WORD_MAX);
    assert(move < GEMS_DEEDS || (move > GEMS_TO && move < GEMS_TO + GEMS_CELLS));
    if (move < GEMS_DEEDS)
        gems_deed_print(move, word);
    else
        gems_cell_print(gems_board(board), move - GEMS_TO, &text);
}

move_t gems_move_parse(const struct board *board, struct word word)
{
    const struct gems_board *at = gems_board(board);
    int deed = gems_deed_parse(word);
    int cell = gems_cell_parse(at, word);
    if (deed >= 0)
        return (move_t)deed;
    return cell < 0 ? MOVE_NONE : (move_t)(GEMS_TO + cell);
}
