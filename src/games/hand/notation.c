/* The game as words: deals, FENs, moves. */
#include "base/bits.h"
#include "base/rng.h"
#include "base/rows.h"
#include "games/hand/hand.h"

const struct flag hand_flags[HAND_FLAG_COUNT] = {
    [HAND_FLAG_DEAL] = {.key = "deal",
                        .choices = "uniform|course",
                        .help = "how the cards are laid: shuffled, or a house drawn for each cell",
                        .kind = FLAG_CHOICE,
                        .places = FLAG_IN_START},
    [HAND_FLAG_SEED] = {.key = "seed",
                        .help = "number of the deal",
                        .kind = FLAG_NUMBER,
                        .places = FLAG_IN_START,
                        .high = 999999999999999999,
                        .fallback = 1},
    [HAND_FLAG_CAPTURE] = {.key = "capture",
                           .choices = "any|farthest",
                           .help = "which card of a house a direction lets one name",
                           .kind = FLAG_CHOICE,
                           .places = FLAG_IN_START | FLAG_IN_FEN},
    [HAND_FLAG_COMPANIONS] = {.key = "companions",
                              .choices = "off|on",
                              .help = "with the six companions",
                              .kind = FLAG_CHOICE,
                              .places = FLAG_IN_START | FLAG_IN_FEN},
};

/* Fields of a FEN before its flags, the last two with companions only. */
enum hand_field {
    FIELD_ROWS,
    FIELD_SIDE,
    FIELD_COUNTS_ONE,
    FIELD_COUNTS_TWO,
    FIELD_HOLDERS,
    FIELD_COMPANIONS,
    FIELD_PHASE,
    FIELDS_MAX
};

static const char VARYS = 'V';

static int house_of_letter(char letter)
{
    for (int house = 0; house < HAND_HOUSES; house++)
        if (hand_houses[house].letter == letter)
            return house;
    return -1;
}

static int companion_of_letter(char letter)
{
    for (int companion = 0; companion < HAND_COMPANIONS; companion++)
        if (hand_companions[companion].letter == letter)
            return companion;
    return -1;
}

static void put_card(struct hand_position *hand, int cell, int house)
{
    unsigned code = (unsigned)house + 1;
    assert(house >= 0 && house < HAND_HOUSES && (hand_cards(hand) & hand_bit(cell)) == 0);
    for (int i = 0; i < 3; i++)
        if (code >> i & 1)
            hand->plane[i] |= hand_bit(cell);
}

static void clear_table(struct hand_position *hand)
{
    memset(hand, 0, sizeof *hand);
    memset(hand->holder, HAND_NOBODY, sizeof hand->holder);
}

static void set_rules(struct board *board, const struct flag_values *values)
{
    *(struct hand_board *)(void *)board->bytes =
        (struct hand_board){.capture = (uint64_t)values->number[HAND_FLAG_CAPTURE],
                            .companions = (uint64_t)values->number[HAND_FLAG_COMPANIONS]};
}

/* -- deals -- */

enum { KINDS = HAND_HOUSES + 1 }; /* the houses, and Varys as the last */

static void lay(struct hand_position *hand, int cell, int kind)
{
    assert(kind >= 0 && kind < KINDS);
    if (kind == HAND_HOUSES)
        hand->varys = (uint8_t)cell;
    else
        put_card(hand, cell, kind);
}

static int cards_of_kind(int kind)
{
    return kind == HAND_HOUSES ? 1 : hand_houses[kind].cards;
}

/* All 36 cards shuffled. */
static void deal_uniform(struct hand_position *hand, struct rng *rng)
{
    int deck[HAND_CELLS];
    int count = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < cards_of_kind(kind); i++)
            deck[count++] = kind;
    assert(count == HAND_CELLS);
    for (int cell = 0; cell < HAND_CELLS; cell++) {
        int pick = cell + (int)rng_below(rng, (uint64_t)(HAND_CELLS - cell));
        int kind = deck[pick];
        deck[pick] = deck[cell];
        lay(hand, cell, kind);
    }
}

/* For each cell one of the kinds that are not used up, all equally likely. */
static void deal_course(struct hand_position *hand, struct rng *rng)
{
    int left[KINDS];
    int kinds[KINDS];
    for (int kind = 0; kind < KINDS; kind++)
        left[kind] = cards_of_kind(kind);
    for (int cell = 0; cell < HAND_CELLS; cell++) {
        int count = 0;
        for (int kind = 0; kind < KINDS; kind++)
            if (left[kind] > 0)
                kinds[count++] = kind;
        assert(count > 0);
        int kind = kinds[rng_below(rng, (uint64_t)count)];
        left[kind]--;
        lay(hand, cell, kind);
    }
}

bool hand_start(struct board *board, struct position *position, const struct words *words,
                struct fault *fault)
{
    enum { DEAL_UNIFORM };
    struct flag_values values;
    if (!flags_parse(hand_flags, HAND_FLAG_COUNT, FLAG_IN_START, words, 0, &values, fault))
        return false;
    struct hand_position *hand = (struct hand_position *)(void *)position->bytes;
    clear_table(hand);
    struct rng rng = {.state = (uint64_t)values.number[HAND_FLAG_SEED]};
    if (values.number[HAND_FLAG_DEAL] == DEAL_UNIFORM)
        deal_uniform(hand, &rng);
    else
        deal_course(hand, &rng);
    if (values.number[HAND_FLAG_COMPANIONS])
        hand->companions = HAND_COMPANIONS_ALL;
    set_rules(board, &values);
    return true;
}

/* -- FENs -- */

static bool parse_rows(struct hand_position *hand, struct word word, struct fault *fault)
{
    static const struct rows_form form = {
        .letters = "SGLTBYUV", .least = HAND_SIDE, .most = HAND_SIDE, .gaps = true};
    struct rows rows;
    int varys = 0;
    if (!rows_read(&rows, word, &form, fault))
        return false;
    for (int cell = 0; cell < HAND_CELLS; cell++) {
        char letter = rows.at[cell / HAND_SIDE][cell % HAND_SIDE];
        varys += letter == VARYS;
        if (letter == VARYS)
            hand->varys = (uint8_t)cell;
        else if (letter != '\0')
            put_card(hand, cell, house_of_letter(letter));
    }
    if (varys != 1)
        return fault_set(fault, "rows", varys == 0 ? "no V" : "more than one V");
    for (int house = 0; house < HAND_HOUSES; house++)
        if (bits_count(hand_of_house(hand, house)) > hand_houses[house].cards)
            return fault_set(fault, "rows", "more than %d of %c", hand_houses[house].cards,
                             hand_houses[house].letter);
    return true;
}

static bool parse_side(struct hand_position *hand, struct word word, struct fault *fault)
{
    if (!word_is(word, "1") && !word_is(word, "2"))
        return fault_word(fault, "side", "neither 1 nor 2:", word);
    hand->side = word.at[0] == '2';
    return true;
}

/* The companions in play, but for those that are of no use. */
static bool parse_companions(struct hand_position *hand, struct word word, struct fault *fault)
{
    for (size_t i = 0; i < word.length && !word_is(word, "-"); i++) {
        int companion = companion_of_letter(word.at[i]);
        struct word letter = {.at = word.at + i, .length = 1};
        if (companion < 0)
            return fault_word(fault, "companions", "no companion", letter);
        if (hand->companions >> companion & 1)
            return fault_word(fault, "companions", "twice", letter);
        hand->companions |= (uint8_t)(1 << companion);
    }
    hand_companions_leave(hand);
    return true;
}

/* Cards of a house that there can be, but for those of Jon. */
static int most_cards(const struct hand_board *rules, const struct hand_position *hand, int house)
{
    bool gendry_came = rules->companions && !(hand->companions >> HAND_GENDRY & 1);
    return hand_houses[house].cards + (gendry_came && house == HAND_BARATHEON ? HAND_GENDRY_ADDS : 0);
}

static int cards_of(const struct hand_position *hand, int house)
{
    return bits_count(hand_of_house(hand, house)) + hand->count[0][house] + hand->count[1][house];
}

/* Of one house there may be two more, once Jon has come. */
static bool counts_fit(const struct hand_board *rules, const struct hand_position *hand, const char *field,
                       struct fault *fault)
{
    int jon_adds = rules->companions && !(hand->companions >> HAND_JON & 1) ? HAND_JON_ADDS : 0;
    for (int house = 0; house < HAND_HOUSES; house++) {
        int more = cards_of(hand, house) - most_cards(rules, hand, house);
        if (more > jon_adds)
            return fault_set(fault, field, "with them there are more than %d of %c",
                             most_cards(rules, hand, house), hand_houses[house].letter);
        if (more > 0)
            jon_adds = 0;
    }
    return true;
}

/* A digit, or a for ten. */
static int read_count(const struct hand_board *rules, char digit)
{
    if (rules->companions && digit == 'a')
        return 10;
    return digit >= '0' && digit <= '9' ? digit - '0' : -1;
}

static bool parse_counts(const struct hand_board *rules, struct hand_position *hand, int player,
                         struct word word, struct fault *fault)
{
    const char *field = player == 0 ? "counts1" : "counts2";
    for (int house = 0; house < HAND_HOUSES; house++) {
        int count = word.length == HAND_HOUSES ? read_count(rules, word.at[house]) : -1;
        if (count < 0)
            return fault_set(fault, field, "not %d digits", HAND_HOUSES);
        hand->count[player][house] = (uint8_t)count;
    }
    return counts_fit(rules, hand, field, fault);
}

static bool may_hold(const struct hand_position *hand, int house, int holder)
{
    int first = hand->count[0][house];
    assert(holder >= 0 && holder <= HAND_NOBODY);
    int second = hand->count[1][house];
    if (first + second == 0 || holder == HAND_NOBODY)
        return first + second == 0 && holder == HAND_NOBODY;
    return hand->count[holder][house] >= hand->count[1 - holder][house];
}

static bool parse_holders(struct hand_position *hand, struct word word, struct fault *fault)
{
    static const char holders[] = "12-";
    for (int house = 0; house < HAND_HOUSES; house++) {
        bool fits = word.length == HAND_HOUSES;
        const char *found = fits ? memchr(holders, word.at[house], sizeof holders - 1) : NULL;
        if (found == NULL)
            return fault_set(fault, "holders", "not %d of 1, 2 and -", HAND_HOUSES);
        int holder = (int)(found - holders);
        if (!may_hold(hand, house, holder))
            return fault_set(fault, "holders", "%c cannot be held by %s", hand_houses[house].letter,
                             holder == HAND_NOBODY ? "nobody"
                             : holder == 0         ? "1"
                                                   : "2");
        hand->holder[house] = (uint8_t)holder;
    }
    return true;
}

/* Whether a companion is due; then somebody has a banner, since a card was named before. */
static bool parse_phase(struct hand_position *hand, struct word word, struct fault *fault)
{
    if (!word_is(word, "m") && !word_is(word, "c"))
        return fault_word(fault, "phase", "neither m nor c:", word);
    if (word_is(word, "m"))
        return true;
    if (hand->companions == 0)
        return fault_set(fault, "phase", "c, but no companion is of use");
    if (hand_leader(hand) == HAND_NOBODY)
        return fault_set(fault, "phase", "c, but no card was named before");
    hand->companions |= HAND_COMPANION_DUE;
    return true;
}

static bool parse_fields(const struct hand_board *rules, struct hand_position *hand,
                         const struct word field[FIELDS_MAX], struct fault *fault)
{
    clear_table(hand);
    if (!parse_rows(hand, field[FIELD_ROWS], fault) || !parse_side(hand, field[FIELD_SIDE], fault))
        return false;
    if (rules->companions && !parse_companions(hand, field[FIELD_COMPANIONS], fault))
        return false;
    if (!parse_counts(rules, hand, 0, field[FIELD_COUNTS_ONE], fault) ||
        !parse_counts(rules, hand, 1, field[FIELD_COUNTS_TWO], fault) ||
        !parse_holders(hand, field[FIELD_HOLDERS], fault))
        return false;
    if (rules->companions && !parse_phase(hand, field[FIELD_PHASE], fault))
        return false;
    if (hand_leader(hand) == HAND_NOBODY && (hand_cards(hand) & hand_cross(hand->varys)) == 0)
        return fault_set(fault, "holders", "no banner and no move, so no winner");
    return true;
}

bool hand_parse(struct board *board, struct position *position, const struct words *words,
                struct fault *fault)
{
    static const char *const missing[FIELDS_MAX] = {"", "1", "0000000", "0000000", "-------", "GJMQRS", "m"};
    struct word field[FIELDS_MAX];
    struct flag_values values;
    int given = flags_begin(words, WORDS_MAX);
    if (given == 0)
        return fault_set(fault, "rows", "missing");
    if (!flags_parse(hand_flags, HAND_FLAG_COUNT, FLAG_IN_FEN, words, given, &values, fault))
        return false;
    int most = values.number[HAND_FLAG_COMPANIONS] ? FIELDS_MAX : FIELD_COMPANIONS;
    if (given > most)
        return fault_set(fault, "fields", "more than %d before the flags", most);
    for (int i = 0; i < FIELDS_MAX; i++)
        field[i] = i < given ? words->at[i] : word_from(missing[i]);
    set_rules(board, &values);
    return parse_fields(hand_board(board), (struct hand_position *)(void *)position->bytes, field, fault);
}

static void print_rows(const struct hand_position *hand, struct text *text)
{
    struct rows rows = {.count = HAND_SIDE, .columns = HAND_SIDE};
    for (int cell = 0; cell < HAND_CELLS; cell++) {
        int house = hand_house_at(hand, cell);
        rows.at[cell / HAND_SIDE][cell % HAND_SIDE] = house >= 0            ? hand_houses[house].letter
                                                      : cell == hand->varys ? VARYS
                                                                            : '\0';
    }
    rows_print(&rows, text);
}

static void print_companions(const struct hand_position *hand, struct text *text)
{
    text_char(text, ' ');
    for (int companion = 0; companion < HAND_COMPANIONS; companion++)
        if (hand->companions >> companion & 1)
            text_char(text, hand_companions[companion].letter);
    if ((hand->companions & HAND_COMPANIONS_ALL) == 0)
        text_char(text, '-');
    text_string(text, hand_companion_is_due(hand) ? " c" : " m");
}

void hand_print(const struct board *board, const struct position *position, struct text *text)
{
    const struct hand_position *hand = hand_position(position);
    print_rows(hand, text);
    text_format(text, " %d ", hand->side + 1);
    for (int player = 0; player < 2; player++) {
        for (int house = 0; house < HAND_HOUSES; house++)
            text_char(text, "0123456789a"[hand->count[player][house]]);
        text_char(text, ' ');
    }
    for (int house = 0; house < HAND_HOUSES; house++)
        text_char(text, "12-"[hand->holder[house]]);
    if (hand_board(board)->companions)
        print_companions(hand, text);
    struct flag_values values = {
        .number[HAND_FLAG_CAPTURE] = (int64_t)hand_board(board)->capture,
        .number[HAND_FLAG_COMPANIONS] = (int64_t)hand_board(board)->companions,
    };
    flags_print(hand_flags, HAND_FLAG_COUNT, &values, text);
}

/* -- moves -- */

/* What a move is made of: letters and cells, in the order of its word. */
struct hand_pattern {
    const char *shape; /* the user's letter, . for a cell, ? for another companion's letter */
    int companion;
};

static const struct hand_pattern patterns[] = {
    {".", -1},
    {"g", HAND_GENDRY},
    {"j.", HAND_JON},
    {"m", HAND_MELISANDRE},
    {"q..?", HAND_JAQEN},
    {"r..", HAND_RAMSAY},
    {"s.", HAND_SANDOR},
};

enum { PATTERNS = sizeof patterns / sizeof patterns[0] };

static char small(char letter)
{
    return (char)(letter - 'A' + 'a');
}

void hand_move_print(const struct board *board, move_t move, char word[MOVE_WORD_MAX])
{
    (void)board;
    const int cells[] = {hand_move_first(move), hand_move_second(move)};
    int companion = hand_move_companion(move);
    int cell = 0;
    struct text text = text_in(word, MOVE_WORD_MAX);
    assert(companion < HAND_COMPANIONS);
    for (const char *at = patterns[companion + 1].shape; *at != '\0'; at++)
        if (*at == '.') {
            assert(cell < 2); /* no shape has more */
            rows_print_cell(cells[cell++], HAND_SIDE, &text);
        } else {
            text_char(&text, *at == '?' ? small(hand_companions[hand_move_other(move)].letter) : *at);
        }
}

/* Takes the letter of a companion whom Jaqen may take with him, or -1. */
static int take_other(struct word *word)
{
    for (int other = 0; other < HAND_COMPANIONS; other++)
        if (word->length > 0 && other != HAND_JAQEN && word->at[0] == small(hand_companions[other].letter)) {
            *word = (struct word){.at = word->at + 1, .length = word->length - 1};
            return other;
        }
    return -1;
}

/* The move that the word says in this pattern, or MOVE_NONE. */
static move_t match(const struct hand_pattern *pattern, struct word word)
{
    int cells[2] = {0, 0};
    int count = 0;
    int use = HAND_USE_COMPANION + pattern->companion;
    for (const char *at = pattern->shape; *at != '\0'; at++) {
        int found = 0;
        if (*at == '.')
            found = cells[count++] = rows_take_cell(&word, HAND_SIDE, HAND_SIDE);
        else if (*at == '?')
            use = HAND_USE_OTHER + (found = take_other(&word));
        else if (word.length > 0 && word.at[0] == *at)
            word = (struct word){.at = word.at + 1, .length = word.length - 1};
        else
            found = -1;
        if (found < 0)
            return MOVE_NONE;
    }
    bool ordered = count < 2 || cells[0] < cells[1];
    return word.length == 0 && ordered ? hand_move(use, cells[0], cells[1]) : MOVE_NONE;
}

move_t hand_move_parse(const struct board *board, struct word word)
{
    int count = hand_board(board)->companions ? PATTERNS : 1;
    for (int i = 0; i < count; i++) {
        move_t move = match(&patterns[i], word);
        if (move != MOVE_NONE)
            return move;
    }
    return MOVE_NONE;
}
