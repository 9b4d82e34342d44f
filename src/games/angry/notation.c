/* FEN, flags and move words. The rows of a FEN are the lines of a map file joined by '/'. */
#include "base/rows.h"
#include "games/angry/angry.h"

enum { CAP_DEFAULT = 150, CAP_WITH_BIRD = 200 };

const struct flag angry_flags[ANGRY_FLAG_COUNT] = {
    [ANGRY_FLAG_MAP] = {.key = "map",
                        .choices = "meadow|orchard|canyon|fortress|dovecote|rookery",
                        .help = "the start map",
                        .kind = FLAG_CHOICE,
                        .places = FLAG_IN_START},
    [ANGRY_FLAG_QUEEN] = {.key = "queen",
                          .choices = "free|script",
                          .help = "player 2 moves the queen, or she answers by herself",
                          .kind = FLAG_CHOICE,
                          .places = FLAG_IN_START | FLAG_IN_FEN},
    [ANGRY_FLAG_PASS] = {.key = "pass",
                         .choices = "off|on",
                         .help = "the hen, and the bird, may pass at any time",
                         .kind = FLAG_CHOICE,
                         .places = FLAG_IN_START | FLAG_IN_FEN},
    [ANGRY_FLAG_CAP] = {.key = "cap",
                        .help = "actions after which the hen has lost; 150, with a bird 200",
                        .kind = FLAG_NUMBER,
                        .places = FLAG_IN_START | FLAG_IN_FEN,
                        .low = 1,
                        .high = ANGRY_CAP_MAX,
                        .fallback = -1},
    [ANGRY_FLAG_TURNS] = {.key = "turns",
                          .help = "hen turns so far, passes included; as few as the actions need if not said",
                          .kind = FLAG_NUMBER,
                          .places = FLAG_IN_FEN,
                          .high = 2 * ANGRY_CAP_MAX,
                          .fallback = -1},
    [ANGRY_FLAG_MOVER] = {.key = "mover",
                          .choices = "hen|bird",
                          .help = "who of player 1 is on move, where there is a bird",
                          .kind = FLAG_CHOICE,
                          .places = FLAG_IN_FEN},
    [ANGRY_FLAG_SEED] = {.key = "seed",
                         .help = "a random map of 10x10 instead, always the same of one seed",
                         .kind = FLAG_NUMBER,
                         .places = FLAG_IN_START,
                         .high = 999999999999999999,
                         .fallback = -1},
    [ANGRY_FLAG_EGGS] = {.key = "eggs",
                         .help = "on the random map",
                         .kind = FLAG_NUMBER,
                         .places = FLAG_IN_START,
                         .high = ANGRY_RANDOM_MAX,
                         .fallback = 8},
    [ANGRY_FLAG_PIGS] = {.key = "pigs",
                         .help = "on the random map",
                         .kind = FLAG_NUMBER,
                         .places = FLAG_IN_START,
                         .high = ANGRY_RANDOM_MAX,
                         .fallback = 8},
    [ANGRY_FLAG_BIRD] = {.key = "bird",
                         .choices = "off|on",
                         .help = "on the random map",
                         .kind = FLAG_CHOICE,
                         .places = FLAG_IN_START},
};

const char *const angry_move_words[ANGRY_MOVES] = {"up", "down", "left", "right", "pass"};

/* -- reading -- */

static bool place_single(uint16_t *where, unsigned cell, const char *what, struct fault *fault)
{
    if (*where != NOWHERE)
        return fault_set(fault, "rows", "more than one %s", what);
    *where = (uint16_t)cell;
    return true;
}

static bool place_letter(struct angry_board *board, struct angry_position *position, char letter,
                         unsigned cell, struct fault *fault)
{
    if (letter != 'R')
        cells_add(&board->land, cell);
    switch (letter) {
    case 'T':
    case 'R': return true;
    case 'E': cells_add(&position->eggs, cell); return true;
    case 'P': cells_add(&position->pigs, cell); return true;
    case 'S': return place_single(&position->slingshot, cell, "slingshot", fault);
    case 'H': return place_single(&position->hen, cell, "hen", fault);
    case 'Q': return place_single(&position->queen, cell, "queen", fault);
    case 'B': return place_single(&position->bird, cell, "bird", fault);
    default: assert(!"read already"); return false;
    }
}

static bool parse_rows(struct angry_board *board, struct angry_position *position, struct word word,
                       struct fault *fault)
{
    static const struct rows_form form = {.letters = "TREPSHQB", .least = 1, .most = GRID};
    struct rows rows;
    if (!rows_read(&rows, word, &form, fault))
        return false;
    board->rows = rows.count;
    board->columns = rows.columns;
    for (int row = 0; row < rows.count; row++)
        for (int column = 0; column < rows.columns; column++)
            if (!place_letter(board, position, rows.at[row][column], (unsigned)(row * GRID + column), fault))
                return false;
    bool captured = position->hen == NOWHERE;
    if (captured && (position->queen == NOWHERE || position->slingshot == NOWHERE))
        return fault_set(fault, "rows", "no hen");
    board->bird = position->bird != NOWHERE;
    return true;
}

/* The fewest turns of the hen in which so many actions can be made: with a bird two a turn, and one begun. */
static int64_t turns_for(const struct angry_board *board, enum angry_side side, int64_t actions)
{
    if (!board->bird)
        return actions;
    return side == ANGRY_BIRD ? actions / 2 + 1 : (actions + 1) / 2;
}

static int64_t cap_default(const struct angry_board *board)
{
    return board->bird ? CAP_WITH_BIRD : CAP_DEFAULT;
}

static void take_rules(struct angry_board *board, const struct flag_values *values)
{
    board->script = values->number[ANGRY_FLAG_QUEEN] != 0;
    board->pass = values->number[ANGRY_FLAG_PASS] != 0;
    board->cap =
        (int32_t)(values->given[ANGRY_FLAG_CAP] ? values->number[ANGRY_FLAG_CAP] : cap_default(board));
}

/* Hen or queen by the second word, and of player 1's two the bird by a flag. */
static bool parse_mover(const struct angry_board *board, const struct flag_values *values, int64_t *side,
                        struct fault *fault)
{
    if (*side == ANGRY_QUEEN && board->script)
        return fault_set(fault, "side", "must be 1 with queen=script");
    if (values->number[ANGRY_FLAG_MOVER] == 0)
        return true;
    if (!board->bird || *side != ANGRY_HEN)
        return fault_set(fault, "mover", "bird needs a bird, and side 1");
    *side = ANGRY_BIRD;
    return true;
}

static bool parse_counters(const struct angry_board *board, struct angry_position *position,
                           const struct words *words, int fields, const struct flag_values *values,
                           struct fault *fault)
{
    int64_t side = ANGRY_HEN;
    int64_t actions = 0;
    if (fields > 1 && !word_number(words->at[1], ANGRY_HEN, ANGRY_QUEEN, &side))
        return fault_word(fault, "side", "must be 1 or 2:", words->at[1]);
    if (!parse_mover(board, values, &side, fault))
        return false;
    bool may_exceed = board->bird && side != ANGRY_BIRD; /* the bird's step is no longer counted */
    if (fields > 2 && !word_number(words->at[2], 0, board->cap + may_exceed, &actions))
        return fault_set(fault, "actions", "must be a number from 0 to %s, %d",
                         may_exceed ? "cap + 1" : "cap", (int)board->cap + may_exceed);
    int64_t least = turns_for(board, (enum angry_side)side, actions);
    int64_t turns = values->given[ANGRY_FLAG_TURNS] ? values->number[ANGRY_FLAG_TURNS] : least;
    if (turns < least || turns > 2 * (int64_t)board->cap)
        return fault_set(fault, "turns", "must be from %s, %d, to twice the cap, %d",
                         board->bird ? "what the actions need" : "actions", (int)least, 2 * (int)board->cap);
    position->side = (uint8_t)side;
    position->actions = (uint16_t)actions;
    position->turns = (uint16_t)turns;
    return true;
}

static bool parse_words(struct angry_board *board, struct angry_position *position, const struct words *words,
                        struct fault *fault)
{
    int fields = flags_begin(words, 3);
    if (fields == 0)
        return fault_set(fault, "rows", "missing");
    if (!parse_rows(board, position, words->at[0], fault))
        return false;
    struct flag_values values;
    if (!flags_parse(angry_flags, ANGRY_FLAG_COUNT, FLAG_IN_FEN, words, fields, &values, fault))
        return false;
    take_rules(board, &values);
    return parse_counters(board, position, words, fields, &values, fault);
}

/* An empty board, and nobody on it. */
static void set_up(struct angry_board **board, struct board *board_bytes, struct angry_position **position,
                   struct position *position_bytes)
{
    *board = (struct angry_board *)board_bytes->bytes;
    *position = (struct angry_position *)position_bytes->bytes;
    memset(*board, 0, sizeof **board);
    memset(*position, 0, sizeof **position);
    (*position)->hen = (*position)->queen = (*position)->slingshot = (*position)->bird = NOWHERE;
}

static void finish(struct angry_board *board, struct angry_position *position)
{
    assert(position->side != ANGRY_QUEEN || !board->script);
    assert(position->side != ANGRY_BIRD || board->bird);
    assert(position->turns >= turns_for(board, (enum angry_side)position->side, position->actions));
    assert(position->turns <= 2 * board->cap);
    angry_board_finish(board);
    position->hash = angry_hash_cells(position);
}

bool angry_parse(struct board *board_bytes, struct position *position_bytes, const struct words *words,
                 struct fault *fault)
{
    struct angry_board *board;
    struct angry_position *position;
    set_up(&board, board_bytes, &position, position_bytes);
    if (!parse_words(board, position, words, fault))
        return false;
    finish(board, position);
    return true;
}

bool angry_start(struct board *board_bytes, struct position *position_bytes, const struct words *words,
                 struct fault *fault)
{
    struct flag_values values;
    if (!flags_parse(angry_flags, ANGRY_FLAG_COUNT, FLAG_IN_START, words, 0, &values, fault))
        return false;
    if (values.given[ANGRY_FLAG_SEED] && values.given[ANGRY_FLAG_MAP])
        return fault_set(fault, "map", "given beside seed, which makes a map of its own");
    bool wants_random =
        values.given[ANGRY_FLAG_EGGS] || values.given[ANGRY_FLAG_PIGS] || values.given[ANGRY_FLAG_BIRD];
    if (!values.given[ANGRY_FLAG_SEED] && wants_random)
        return fault_set(fault, "seed", "missing: eggs, pigs and bird are those of a random map");
    struct angry_board *board;
    struct angry_position *position;
    set_up(&board, board_bytes, &position, position_bytes);
    char rows[ANGRY_RANDOM_TEXT];
    const char *map = angry_maps[values.number[ANGRY_FLAG_MAP]].rows;
    if (values.given[ANGRY_FLAG_SEED])
        angry_random_rows(values.number[ANGRY_FLAG_SEED], (int)values.number[ANGRY_FLAG_EGGS],
                          (int)values.number[ANGRY_FLAG_PIGS], values.number[ANGRY_FLAG_BIRD] != 0, rows);
    bool parsed = parse_rows(board, position, word_from(values.given[ANGRY_FLAG_SEED] ? rows : map), fault);
    assert(parsed);
    (void)parsed;
    take_rules(board, &values);
    position->side = ANGRY_HEN;
    finish(board, position);
    return true;
}

/* -- writing -- */

char angry_letter(const struct angry_board *board, const struct angry_position *position, unsigned cell)
{
    assert(cell < CELLS_MAX);
    if (cell == position->hen)
        return 'H';
    if (cell == position->queen)
        return 'Q';
    if (cell == position->slingshot)
        return 'S';
    if (cell == position->bird)
        return 'B';
    if (cells_have(&position->eggs, cell))
        return 'E';
    if (cells_have(&position->pigs, cell))
        return 'P';
    return cells_have(&board->land, cell) ? 'T' : 'R';
}

void angry_print(const struct board *board_bytes, const struct position *position_bytes, struct text *text)
{
    const struct angry_board *board = angry_board(board_bytes);
    const struct angry_position *position = angry_position(position_bytes);
    struct rows rows = {.count = board->rows, .columns = board->columns};
    for (int row = 0; row < rows.count; row++)
        for (int column = 0; column < rows.columns; column++)
            rows.at[row][column] = angry_letter(board, position, (unsigned)(row * GRID + column));
    rows_print(&rows, text);
    text_format(text, " %d %d", position->side == ANGRY_QUEEN ? 2 : 1, position->actions);
    int64_t least = turns_for(board, (enum angry_side)position->side, position->actions);
    struct flag_values values = {
        .number = {[ANGRY_FLAG_QUEEN] = board->script,
                   [ANGRY_FLAG_PASS] = board->pass,
                   [ANGRY_FLAG_CAP] = board->cap == cap_default(board) ? -1 : board->cap,
                   [ANGRY_FLAG_TURNS] = position->turns == least ? -1 : position->turns,
                   [ANGRY_FLAG_MOVER] = position->side == ANGRY_BIRD}};
    flags_print(angry_flags, ANGRY_FLAG_COUNT, &values, text);
}

void angry_move_print(const struct board *board, move_t move, char word[MOVE_WORD_MAX])
{
    (void)board;
    assert(move < ANGRY_MOVES);
    strcpy(word, angry_move_words[move]);
}

move_t angry_move_parse(const struct board *board, struct word word)
{
    (void)board;
    for (move_t move = 0; move < ANGRY_MOVES; move++)
        if (word_is(word, angry_move_words[move]))
            return move;
    return MOVE_NONE;
}
