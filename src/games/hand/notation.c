/* The game as words: deals, FENs, moves. */
#include "base/bits.h"
#include "games/hand/hand.h"

#include "base/rng.h"

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
};

enum { FIELDS_MAX = 5 }; /* of a FEN before its flags */

static const char VARYS = 'V';

static int house_of_letter(char letter)
{
    for (int house = 0; house < HAND_HOUSES; house++)
        if (hand_houses[house].letter == letter)
            return house;
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
    ((struct hand_board *)(void *)board->bytes)->capture = (uint64_t)values.number[HAND_FLAG_CAPTURE];
    return true;
}

/* -- FENs -- */

/* One row of cards, gaps as digits. `varys` counts how many there were so far. */
static bool parse_row(struct hand_position *hand, int row, struct word word, int *varys, struct fault *fault)
{
    int column = 0;
    assert(row >= 0 && row < HAND_SIDE);
    for (size_t i = 0; i < word.length; i++) {
        char letter = word.at[i];
        int gap = letter >= '1' && letter <= '6' ? letter - '0' : 0;
        int house = house_of_letter(letter);
        if (gap == 0 && house < 0 && letter != VARYS)
            return fault_word(fault, "rows", "no card", (struct word){.at = word.at + i, .length = 1});
        if (column + (gap > 0 ? gap : 1) > HAND_SIDE)
            return fault_set(fault, "rows", "row %d is longer than %d", row + 1, HAND_SIDE);
        int cell = row * HAND_SIDE + column;
        if (house >= 0)
            put_card(hand, cell, house);
        else if (gap == 0 && ++*varys > 1)
            return fault_set(fault, "rows", "more than one V");
        else if (gap == 0)
            hand->varys = (uint8_t)cell;
        column += gap > 0 ? gap : 1;
    }
    if (column < HAND_SIDE)
        return fault_set(fault, "rows", "row %d is shorter than %d", row + 1, HAND_SIDE);
    return true;
}

static bool parse_rows(struct hand_position *hand, struct word word, struct fault *fault)
{
    int varys = 0;
    for (int row = 0; row < HAND_SIDE; row++) {
        const char *slash = memchr(word.at, '/', word.length);
        bool last = row == HAND_SIDE - 1;
        if (last != (slash == NULL))
            return fault_set(fault, "rows", "not %d rows", HAND_SIDE);
        struct word part = {.at = word.at, .length = last ? word.length : (size_t)(slash - word.at)};
        if (!parse_row(hand, row, part, &varys, fault))
            return false;
        if (!last)
            word = (struct word){.at = slash + 1, .length = word.length - part.length - 1};
    }
    if (varys == 0)
        return fault_set(fault, "rows", "no V");
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

/* What the house still has room for after what lies and what was captured before. */
static int room_of(const struct hand_position *hand, int house)
{
    return hand_houses[house].cards - bits_count(hand_of_house(hand, house)) - hand->count[0][house] -
           hand->count[1][house];
}

static bool parse_counts(struct hand_position *hand, int player, struct word word, struct fault *fault)
{
    const char *field = player == 0 ? "counts1" : "counts2";
    if (word.length != HAND_HOUSES)
        return fault_set(fault, field, "not %d digits", HAND_HOUSES);
    for (int house = 0; house < HAND_HOUSES; house++) {
        char digit = word.at[house];
        if (digit < '0' || digit > '9')
            return fault_set(fault, field, "not %d digits", HAND_HOUSES);
        if (digit - '0' > room_of(hand, house))
            return fault_set(fault, field, "with them there are more than %d of %c", hand_houses[house].cards,
                             hand_houses[house].letter);
        hand->count[player][house] = (uint8_t)(digit - '0');
    }
    return true;
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
    if (word.length != HAND_HOUSES)
        return fault_set(fault, "holders", "not %d of 1, 2 and -", HAND_HOUSES);
    for (int house = 0; house < HAND_HOUSES; house++) {
        const char *found = memchr(holders, word.at[house], sizeof holders - 1);
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

static int count_fields(const struct words *words)
{
    int count = 0;
    while (count < words->count && !flag_is_word(words->at[count]))
        count++;
    return count;
}

bool hand_parse(struct board *board, struct position *position, const struct words *words,
                struct fault *fault)
{
    static const char *const missing[FIELDS_MAX] = {"", "1", "0000000", "0000000", "-------"};
    struct word field[FIELDS_MAX];
    int given = count_fields(words);
    if (given == 0)
        return fault_set(fault, "rows", "missing");
    if (given > FIELDS_MAX)
        return fault_set(fault, "fields", "more than %d before the flags", FIELDS_MAX);
    for (int i = 0; i < FIELDS_MAX; i++)
        field[i] = i < given ? words->at[i] : word_from(missing[i]);
    struct hand_position *hand = (struct hand_position *)(void *)position->bytes;
    clear_table(hand);
    struct flag_values values;
    if (!parse_rows(hand, field[0], fault) || !parse_side(hand, field[1], fault) ||
        !parse_counts(hand, 0, field[2], fault) || !parse_counts(hand, 1, field[3], fault) ||
        !parse_holders(hand, field[4], fault) ||
        !flags_parse(hand_flags, HAND_FLAG_COUNT, FLAG_IN_FEN, words, given, &values, fault))
        return false;
    if (hand_leader(hand) == HAND_NOBODY && (hand_cards(hand) & hand_cross(hand->varys)) == 0)
        return fault_set(fault, "holders", "no banner and no move, so no winner");
    ((struct hand_board *)(void *)board->bytes)->capture = (uint64_t)values.number[HAND_FLAG_CAPTURE];
    return true;
}

static void print_row(const struct hand_position *hand, int row, struct text *text)
{
    int gap = 0;
    for (int column = 0; column < HAND_SIDE; column++) {
        int cell = row * HAND_SIDE + column;
        int house = hand_house_at(hand, cell);
        if (house < 0 && cell != hand->varys) {
            gap++;
            continue;
        }
        if (gap > 0)
            text_number(text, gap);
        gap = 0;
        text_char(text, house < 0 ? VARYS : hand_houses[house].letter);
    }
    if (gap > 0)
        text_number(text, gap);
}

void hand_print(const struct board *board, const struct position *position, struct text *text)
{
    const struct hand_position *hand = hand_position(position);
    for (int row = 0; row < HAND_SIDE; row++) {
        if (row > 0)
            text_char(text, '/');
        print_row(hand, row, text);
    }
    text_format(text, " %d ", hand->side + 1);
    for (int player = 0; player < 2; player++) {
        for (int house = 0; house < HAND_HOUSES; house++)
            text_number(text, hand->count[player][house]);
        text_char(text, ' ');
    }
    for (int house = 0; house < HAND_HOUSES; house++)
        text_char(text, "12-"[hand->holder[house]]);
    struct flag_values values = {.number[HAND_FLAG_CAPTURE] = (int64_t)hand_board(board)->capture};
    flags_print(hand_flags, HAND_FLAG_COUNT, &values, text);
}

/* -- moves -- */

void hand_move_print(const struct board *board, move_t move, char word[MOVE_WORD_MAX])
{
    (void)board;
    assert(move < HAND_CELLS);
    word[0] = (char)('a' + move % HAND_SIDE);
    word[1] = (char)('1' + move / HAND_SIDE);
    word[2] = '\0';
}

move_t hand_move_parse(const struct board *board, struct word word)
{
    (void)board;
    if (word.length != 2 || word.at[0] < 'a' || word.at[0] > 'f' || word.at[1] < '1' || word.at[1] > '6')
        return MOVE_NONE;
    return (move_t)((word.at[1] - '1') * HAND_SIDE + (word.at[0] - 'a'));
}
