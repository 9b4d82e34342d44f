/* Words and FEN:  owners side phase pos1 cash1 pos2 cash2 [flags]  with missing fields as at the start. */
#include "games/monopoly/monopoly.h"

/* Rows of monopoly_flags. */
const struct flag monopoly_flags[MONOPOLY_FLAG_COUNT] = {
    [MONOPOLY_FLAG_BUYEQUAL] = {.key = "buyequal",
                                .choices = "off|on",
                                .help = "a square can be bought with just its price",
                                .kind = FLAG_CHOICE,
                                .places = FLAG_IN_START | FLAG_IN_FEN},
    [MONOPOLY_FLAG_FINE] = {.key = "fine",
                            .choices = "off|on",
                            .help = "square 5 charges 200; off takes maxturns",
                            .kind = FLAG_CHOICE,
                            .places = FLAG_IN_START | FLAG_IN_FEN,
                            .fallback = 1},
    [MONOPOLY_FLAG_MAXTURNS] = {.key = "maxturns",
                                .help = "actions after which the richer player wins, 0 for no limit",
                                .kind = FLAG_NUMBER,
                                .places = FLAG_IN_START | FLAG_IN_FEN,
                                .high = MONOPOLY_TURNS_MAX},
    [MONOPOLY_FLAG_SELLPERCENT] = {.key = "sellpercent",
                                   .help = "part of the price that selling pays",
                                   .kind = FLAG_NUMBER,
                                   .places = FLAG_IN_START | FLAG_IN_FEN,
                                   .high = 100,
                                   .fallback = 90},
    [MONOPOLY_FLAG_TURN] = {.key = "turn",
                            .help = "actions made so far, counted under maxturns",
                            .kind = FLAG_NUMBER,
                            .places = FLAG_IN_FEN,
                            .high = MONOPOLY_TURNS_MAX},
    [MONOPOLY_FLAG_DICE] = {.key = "dice",
                            .choices = "number[:number]",
                            .help = "tape n gives the dice, k rolls are drawn",
                            .kind = FLAG_TEXT,
                            .places = FLAG_IN_START | FLAG_IN_FEN},
};

const char *const monopoly_names[MONOPOLY_SQUARES] = {
    "Start",  "salmas", "tabriz", "Airport", "Electric Company",
    "prison", "shiraz", "tehran", "mashhad", "zanjan"};

/* -- moves -- */

static const char *const move_words[MONOPOLY_MOVES_END] = {"buy", "sell", "rent", "tax", "pass", "r1",
                                                           "r2",  "r3",   "r4",   "r5",  "r6"};

void monopoly_move_print(const struct board *board, move_t move, char word[MOVE_WORD_MAX])
{
    (void)board;
    assert(move < MONOPOLY_MOVES_END);
    strcpy(word, move_words[move]);
}

move_t monopoly_move_parse(const struct board *board, struct word word)
{
    (void)board;
    for (move_t move = 0; move < MONOPOLY_MOVES_END; move++)
        if (word_is(word, move_words[move]))
            return move;
    return MOVE_NONE;
}

/* -- flags -- */

/* "n" or "n:k". */
static bool parse_tape(struct word word, struct monopoly_board *rules, struct monopoly_position *state)
{
    struct word drawn = word;
    struct word tape = word_cut(&drawn, ':');
    rules->taped = true;
    return (drawn.at == NULL || word_number(drawn, 0, MONOPOLY_TAPE_MAX, &state->drawn)) &&
           word_number(tape, 0, MONOPOLY_TAPE_MAX, &rules->tape);
}

static bool read_flags(const struct words *words, int first, enum flag_place place,
                       struct monopoly_board *rules, struct monopoly_position *state, struct fault *fault)
{
    struct flag_values values;
    if (!flags_parse(monopoly_flags, MONOPOLY_FLAG_COUNT, place, words, first, &values, fault))
        return false;
    rules->buyequal = values.number[MONOPOLY_FLAG_BUYEQUAL] != 0;
    rules->fine = values.number[MONOPOLY_FLAG_FINE] != 0;
    rules->maxturns = (int32_t)values.number[MONOPOLY_FLAG_MAXTURNS];
    rules->sellpercent = (int32_t)values.number[MONOPOLY_FLAG_SELLPERCENT];
    state->turn = (uint32_t)values.number[MONOPOLY_FLAG_TURN];
    if (!rules->fine && rules->maxturns == 0)
        return fault_set(fault, "fine", "off takes maxturns, or the game might never end");
    if (state->turn > (uint32_t)rules->maxturns)
        return fault_set(fault, "turn", "is more than maxturns");
    if (values.given[MONOPOLY_FLAG_DICE] && !parse_tape(values.text[MONOPOLY_FLAG_DICE], rules, state))
        return fault_set(fault, "dice", "must be n or n:k, each from 0 to 999999999999999999");
    return true;
}

/* -- fields -- */

static bool read_owners(struct word word, struct monopoly_position *state, struct fault *fault)
{
    if (word.length != MONOPOLY_SQUARES)
        return fault_set(fault, "owners", "must be %d signs, one a square", MONOPOLY_SQUARES);
    for (int square = 0; square < MONOPOLY_SQUARES; square++) {
        char sign = word.at[square];
        bool fixed = monopoly_price(square) == 0;
        if (fixed && sign != '-')
            return fault_set(fault, "owners", "square %d must be -", square);
        if (!fixed && sign != '.' && sign != '1' && sign != '2')
            return fault_set(fault, "owners", "square %d must be one of . 1 2", square);
        if (sign == '1' || sign == '2')
            state->owned[sign - '1'] |= (uint16_t)(1U << square);
    }
    return true;
}

/* A word that is one of two signs; its number goes to *choice. */
static bool read_choice(struct word word, const char signs[2], uint8_t *choice, const char *field,
                        struct fault *fault)
{
    if (word.length != 1 || (word.at[0] != signs[0] && word.at[0] != signs[1]))
        return fault_set(fault, field, "must be %c or %c", signs[0], signs[1]);
    *choice = word.at[0] == signs[1];
    return true;
}

static bool read_square(struct word word, uint8_t *square, const char *field, struct fault *fault)
{
    int64_t number = 0;
    if (!word_number(word, 0, MONOPOLY_SQUARES - 1, &number))
        return fault_set(fault, field, "must be a number from 0 to %d", MONOPOLY_SQUARES - 1);
    *square = (uint8_t)number;
    return true;
}

static bool read_cash(struct word word, int32_t *cash, const char *field, struct fault *fault)
{
    int64_t number = 0;
    if (!word_number(word, MONOPOLY_CASH_MIN, MONOPOLY_CASH_MAX, &number))
        return fault_set(fault, field, "must be a number from %d to %d", MONOPOLY_CASH_MIN,
                         MONOPOLY_CASH_MAX);
    *cash = (int32_t)number;
    return true;
}

static bool read_field(struct word word, int field, struct monopoly_position *state, struct fault *fault)
{
    switch (field) {
    case 0: return read_owners(word, state, fault);
    case 1: return read_choice(word, "12", &state->side, "side", fault);
    case 2: return read_choice(word, "rd", &state->phase, "phase", fault);
    case 3: return read_square(word, &state->at[0], "pos1", fault);
    case 4: return read_cash(word, &state->cash[0], "cash1", fault);
    case 5: return read_square(word, &state->at[1], "pos2", fault);
    default: assert(field == 6); return read_cash(word, &state->cash[1], "cash2", fault);
    }
}

static bool check_money(const struct monopoly_position *state, struct fault *fault)
{
    if (state->cash[0] <= 0 && state->cash[1] <= 0)
        return fault_set(fault, "cash2", "only one player can be bankrupt");
    int32_t wealth =
        state->cash[0] + state->cash[1] + monopoly_prices_owned(state, 0) + monopoly_prices_owned(state, 1);
    if (wealth > MONOPOLY_WEALTH_MAX)
        return fault_set(fault, "cash2", "all cash and owned prices must be at most %d together",
                         MONOPOLY_WEALTH_MAX);
    return true;
}

/* -- whole positions -- */

static const struct monopoly_position start_state = {.cash = {MONOPOLY_CASH_START, MONOPOLY_CASH_START}};

/* All bytes that count, from the values read. */
static void deliver(struct board *board, struct position *position, const struct monopoly_board *rules,
                    struct monopoly_position *state)
{
    assert((state->owned[0] & state->owned[1]) == 0 && (state->cash[0] > 0 || state->cash[1] > 0));
    monopoly_begin(rules, state);
    memcpy(board->bytes, rules, sizeof *rules);
    memcpy(position->bytes, state, sizeof *state);
}

bool monopoly_start(struct board *board, struct position *position, const struct words *words,
                    struct fault *fault)
{
    struct monopoly_board rules = {0};
    struct monopoly_position state = start_state;
    if (!read_flags(words, 0, FLAG_IN_START, &rules, &state, fault))
        return false;
    deliver(board, position, &rules, &state);
    return true;
}

bool monopoly_parse(struct board *board, struct position *position, const struct words *words,
                    struct fault *fault)
{
    enum { FIELDS = 7 };
    struct monopoly_board rules = {0};
    struct monopoly_position state = start_state;
    int fields = flags_begin(words, FIELDS);
    if (fields == 0)
        return fault_set(fault, "owners", "missing");
    for (int field = 0; field < fields; field++)
        if (!read_field(words->at[field], field, &state, fault))
            return false;
    if (!check_money(&state, fault) || !read_flags(words, fields, FLAG_IN_FEN, &rules, &state, fault))
        return false;
    deliver(board, position, &rules, &state);
    return true;
}

static char owner_sign(const struct monopoly_position *state, int square)
{
    if (monopoly_price(square) == 0)
        return '-';
    return monopoly_owns(state, 0, square) ? '1' : monopoly_owns(state, 1, square) ? '2' : '.';
}

void monopoly_print(const struct board *board, const struct position *position, struct text *text)
{
    const struct monopoly_board *rules = monopoly_board(board);
    const struct monopoly_position *state = monopoly_position(position);
    for (int square = 0; square < MONOPOLY_SQUARES; square++)
        text_char(text, owner_sign(state, square));
    text_format(text, " %d %c %d %d %d %d", state->side + 1, state->phase == MONOPOLY_PHASE_ROLL ? 'r' : 'd',
                state->at[0], state->cash[0], state->at[1], state->cash[1]);
    struct flag_values values = {.number = {[MONOPOLY_FLAG_BUYEQUAL] = rules->buyequal,
                                            [MONOPOLY_FLAG_FINE] = rules->fine,
                                            [MONOPOLY_FLAG_MAXTURNS] = rules->maxturns,
                                            [MONOPOLY_FLAG_SELLPERCENT] = rules->sellpercent,
                                            [MONOPOLY_FLAG_TURN] = state->turn}};
    flags_print(monopoly_flags, MONOPOLY_FLAG_COUNT, &values, text);
    if (rules->taped)
        text_format(text, " dice=%lld:%lld", (long long)rules->tape, (long long)state->drawn);
}
