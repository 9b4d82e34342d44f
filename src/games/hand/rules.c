/* The rules: whom Varys may visit, what he brings home, whose banner flies, who wins. */
#include "base/bits.h"
#include "games/hand/hand.h"

#include "base/rng.h"
#include "scene.h"

/* Of the cards in `line`, those that are the farthest of their house as seen from outside: Varys stands on
 * the low side of the line when `upward`. */
static uint64_t farthest_in(const struct hand_position *hand, uint64_t line, bool upward)
{
    uint64_t targets = 0;
    uint64_t rest = line & hand_cards(hand);
    while (rest != 0) {
        int cell = upward ? 63 - __builtin_clzll(rest) : bits_lowest(rest);
        targets |= hand_bit(cell);
        rest &= ~hand_of_house(hand, hand_house_at(hand, cell));
    }
    return targets;
}

static uint64_t farthest_targets(const struct hand_position *hand)
{
    int varys = hand->varys;
    uint64_t below = hand_bit(varys) - 1;
    uint64_t above = ~(below | hand_bit(varys));
    return farthest_in(hand, hand_row(varys) & above, true) |
           farthest_in(hand, hand_row(varys) & below, false) |
           farthest_in(hand, hand_column(varys) & above, true) |
           farthest_in(hand, hand_column(varys) & below, false);
}

uint64_t hand_targets(const struct hand_board *board, const struct hand_position *hand)
{
    assert((hand_cards(hand) & hand_bit(hand->varys)) == 0);
    if (board->capture == CAPTURE_FARTHEST)
        return farthest_targets(hand);
    return hand_cards(hand) & hand_cross(hand->varys);
}

uint64_t hand_reachable_from(uint64_t cards, int varys)
{
    const uint64_t column_a = hand_column(0);
    uint64_t present = cards | hand_bit(varys);
    uint64_t reached = 0;
    uint64_t next = hand_bit(varys);
    while (next != reached) {
        reached = next;
        uint64_t rows = reached | reached >> 1 | reached >> 2;
        rows = ((rows | rows >> 3) & column_a) * 0x3F;
        uint64_t columns = reached | reached >> 18;
        columns = ((columns | columns >> 6 | columns >> 12) & 0x3F) * column_a;
        next = (rows | columns) & present;
    }
    assert((reached & ~present) == 0);
    return reached & ~hand_bit(varys);
}

uint64_t hand_reachable(const struct hand_position *hand)
{
    return hand_reachable_from(hand_cards(hand), hand->varys);
}

uint64_t hand_captured(const struct hand_position *hand, int cell)
{
    int house = hand_house_at(hand, cell);
    assert(house >= 0);
    return hand_bit(cell) | (hand_between(hand->varys, cell) & hand_of_house(hand, house));
}

int hand_banners(const struct hand_position *hand, int player)
{
    int banners = 0;
    assert(player == 0 || player == 1);
    for (int house = 0; house < HOUSES; house++)
        banners += hand->holder[house] == player;
    return banners;
}

int hand_leader(const struct hand_position *hand)
{
    int first = hand_banners(hand, 0);
    int second = hand_banners(hand, 1);
    if (first != second)
        return first > second ? 0 : 1;
    for (int house = 0; house < HOUSES; house++) /* the largest first */
        if (hand->holder[house] != HAND_NOBODY)
            return hand->holder[house];
    return HAND_NOBODY;
}

static int players(const struct board *board)
{
    (void)board;
    return 2;
}

static bool is_over(const struct hand_position *hand)
{
    return (hand_cards(hand) & hand_cross(hand->varys)) == 0;
}

static enum actor turn(const struct board *board, const struct position *position)
{
    (void)board;
    const struct hand_position *hand = hand_position_of(position);
    if (is_over(hand))
        return ACTOR_NONE;
    return hand->side == 0 ? ACTOR_ONE : ACTOR_TWO;
}

static void moves(const struct board *board, const struct position *position, struct move_list *list)
{
    uint64_t targets = hand_targets(hand_board_of(board), hand_position_of(position));
    list->count = 0;
    assert(bits_count(targets) <= MOVES_MAX);
    for (; targets != 0; targets &= targets - 1)
        list->at[list->count++] = (move_t)bits_lowest(targets);
}

static int count_moves(const struct board *board, const struct position *position)
{
    return bits_count(hand_targets(hand_board_of(board), hand_position_of(position)));
}

static void apply(const struct board *board, struct position *position, move_t move)
{
    (void)board;
    struct hand_position *hand = (struct hand_position *)(void *)position->bytes;
    assert(move < HAND_CELLS && (hand_cross(hand->varys) & hand_bit(move)) != 0);
    int house = hand_house_at(hand, move);
    assert(house >= 0 && hand->side < 2);
    uint64_t captured = hand_captured(hand, move);
    uint8_t *mine = &hand->count[hand->side][house];
    *mine = (uint8_t)(*mine + bits_count(captured));
    assert(*mine <= hand_houses[house].cards);
    if (*mine >= hand->count[1 - hand->side][house])
        hand->holder[house] = hand->side;
    hand->taken[hand->side] |= captured;
    for (int i = 0; i < 3; i++)
        hand->plane[i] &= ~captured;
    hand->varys = (uint8_t)move;
    hand->side ^= 1;
}

static enum result result(const struct board *board, const struct position *position)
{
    (void)board;
    const struct hand_position *hand = hand_position_of(position);
    if (!is_over(hand))
        return RESULT_NONE;
    int leader = hand_leader(hand);
    assert(leader != HAND_NOBODY);
    return leader == 0 ? RESULT_ONE : RESULT_TWO;
}

static const char *reason(const struct board *board, const struct position *position)
{
    (void)board;
    const struct hand_position *hand = hand_position_of(position);
    if (!is_over(hand))
        return "none";
    return hand_banners(hand, 0) != hand_banners(hand, 1) ? "banners" : "largest";
}

static void score(const struct board *board, const struct position *position, int64_t score[2])
{
    (void)board;
    for (int player = 0; player < 2; player++)
        score[player] = hand_banners(hand_position_of(position), player);
}

/* Of everything the FEN says: cards, counts, holders, Varys, side and rule. */
static uint64_t key(const struct board *board, const struct position *position)
{
    const struct hand_position *hand = hand_position_of(position);
    uint64_t counts = 0;
    uint64_t holders = 0;
    for (int house = 0; house < HOUSES; house++) {
        assert(hand->count[0][house] < 16 && hand->count[1][house] < 16);
        counts = counts << 8 | (uint64_t)hand->count[0][house] << 4 | hand->count[1][house];
        holders = holders << 2 | hand->holder[house];
    }
    const uint64_t part[] = {
        hand->plane[0],
        hand->plane[1],
        hand->plane[2] | (uint64_t)hand->varys << 48,
        counts,
        holders | (uint64_t)hand->side << 32 | hand_board_of(board)->capture << 33,
    };
    uint64_t mixed = 0;
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        mixed += rng_mix(part[i] + (i + 1) * UINT64_C(0x9E3779B97F4A7C15));
    return rng_mix(mixed);
}

static int horizon(const struct board *board, const struct position *position)
{
    (void)board;
    return bits_count(hand_reachable(hand_position_of(position)));
}

const struct hand_house hand_houses[HOUSES] = {
    [STARK] = {'S', "Stark", 8, SCENE_WHITE},          [GREYJOY] = {'G', "Greyjoy", 7, SCENE_CYAN},
    [LANNISTER] = {'L', "Lannister", 6, SCENE_RED},    [TARGARYEN] = {'T', "Targaryen", 5, SCENE_MAGENTA},
    [BARATHEON] = {'B', "Baratheon", 4, SCENE_YELLOW}, [TYRELL] = {'Y', "Tyrell", 3, SCENE_GREEN},
    [TULLY] = {'U', "Tully", 2, SCENE_BLUE},
};

const struct flag hand_flags[HAND_FLAGS] = {
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

static const struct bench bench[] = {
    {"TGVGTS/LYLUBS/LTGSUS/YYGBTB/LSLGGL/STBSGS", 10},
    {"GVGSYL/STGBGL/SUTBUY/LSBSTL/TGGYGT/LSLSBS", 10},
    {"TGVGTS/LYLUBS/LTGSUS/YYGBTB/LSLGGL/STBSGS 1 0000000 0000000 ------- capture=farthest", 11},
    {NULL, 0},
};

const struct game hand_game = {
    .name = "hand",
    .title = "Hand of the King",
    .rule = "Varys walks rows and columns and takes cards of one house; most banners win",
    .help = hand_help,
    .flags = hand_flags,
    .flag_count = HAND_FLAGS,
    .board_size = sizeof(struct hand_board),
    .position_size = sizeof(struct hand_position),
    .scale = SCALE_WIN,
    .bench = bench,
    .start = hand_start,
    .parse = hand_parse,
    .print = hand_print,
    .scene = hand_scene,
    .path = hand_path,
    .players = players,
    .turn = turn,
    .moves = moves,
    .count_moves = count_moves,
    .apply = apply,
    .result = result,
    .reason = reason,
    .score = score,
    .key = key,
    .horizon = horizon,
    .move_print = hand_move_print,
    .move_parse = hand_move_parse,
    .evaluate = hand_evaluate,
    .explain = hand_explain,
    .rank = hand_rank,
    .seed = &hand_seed,
    .solver = &hand_solver,
};
