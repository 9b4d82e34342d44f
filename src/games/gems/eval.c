/* What a position promises: the score, and the tour that a player would make who always goes to the gem that
 * pays most a turn. The first way of a tour is measured on the map, the others as the crow flies. Of two
 * players each plans for the gems he reaches first. */
#include "base/bits.h"
#include "games/gems/gems.h"

enum {
    NEAR_MAX = 24,  /* gems that a tour looks at, the nearest */
    FAR = 10000,    /* turns: more than any way on a map takes */
    KEY_VALUE = 15, /* of a key for which there are doors */
    NEVER = INT32_MIN
};

/* A gem that can be walked to, and when. */
struct sight {
    int16_t cell;
    int16_t kind; /* 1..4 */
    int16_t turns;
    int8_t row;
    int8_t column;
};

struct view {
    int count;
    struct sight at[NEAR_MAX];
};

/* -- ways on the map -- */

/* Words that the cells of this map take: of a small one a sixth of what a set has room for. */
static int words_of(const struct gems_board *board)
{
    int words = (board->rows + 2) * board->stride / 64 + 1;
    assert(words <= GEMS_MASK);
    return words;
}

/* One layer further in all eight directions. */
static void mask_spread(const struct gems_mask *from, int words, int stride, struct gems_mask *to)
{
    uint64_t line[GEMS_MASK]; /* the layer widened to the left and to the right */
    for (int i = 0; i < words; i++) {
        uint64_t below = i > 0 ? from->word[i - 1] >> 63 : 0;
        uint64_t above = i + 1 < words ? from->word[i + 1] << 63 : 0;
        line[i] = from->word[i] | from->word[i] << 1 | below | from->word[i] >> 1 | above;
    }
    for (int i = 0; i < words; i++) {
        uint64_t below = i > 0 ? line[i - 1] >> (64 - stride) : 0;
        uint64_t above = i + 1 < words ? line[i + 1] << (64 - stride) : 0;
        to->word[i] = line[i] | line[i] << stride | below | line[i] >> stride | above;
    }
}

static struct gems_mask walkable(const struct gems_board *board, unsigned keys)
{
    struct gems_mask mask = board->floor;
    for (int key = 0; key < GEMS_KEYS; key++)
        for (int i = 0; (keys >> key & 1) && i < GEMS_MASK; i++)
            mask.word[i] |= board->door[key].word[i];
    return mask;
}

static void view_add(struct view *view, const struct gems_board *board, const struct gems_position *position,
                     int cell, int turns)
{
    assert(view->count < NEAR_MAX && turns > 0);
    view->at[view->count++] = (struct sight){.cell = (int16_t)cell,
                                             .kind = (int16_t)gems_item_at(position, cell),
                                             .turns = (int16_t)turns,
                                             .row = (int8_t)gems_cell_row(board, cell),
                                             .column = (int8_t)gems_cell_column(board, cell)};
}

/* The gems that `side` reaches with the keys he has in the turns that are left, nearest first. */
static void view_from(const struct gems_board *board, const struct gems_position *position, int side,
                      int turns, struct view *view)
{
    struct gems_mask front = {{0}}, next, free = walkable(board, position->keys[side]);
    int words = words_of(board);
    gems_mask_add(&front, position->cell[side]);
    view->count = 0;
    for (int turn = 1; turn <= turns; turn++) {
        uint64_t grown = 0;
        assert(view->count < NEAR_MAX);
        mask_spread(&front, words, board->stride, &next);
        for (int i = 0; i < words; i++) {
            next.word[i] &= free.word[i];
            free.word[i] &= ~next.word[i];
            grown |= next.word[i];
            for (uint64_t gems = next.word[i] & gems_gem_word(position, i); gems != 0; gems &= gems - 1) {
                view_add(view, board, position, i * 64 + bits_lowest(gems), turn);
                if (view->count == NEAR_MAX)
                    return;
            }
        }
        if (grown == 0)
            return;
        front = next;
    }
}

static int turns_to(const struct view *view, int cell)
{
    for (int i = 0; i < view->count; i++)
        if (view->at[i].cell == cell)
            return view->at[i].turns;
    return FAR;
}

/* -- tours -- */

static int crow_turns(const struct sight *a, const struct sight *b)
{
    int rows = a->row < b->row ? b->row - a->row : a->row - b->row;
    int columns = a->column < b->column ? b->column - a->column : a->column - b->column;
    return rows > columns ? rows : columns;
}

/* Drops what the other player reaches before `lead` turns of one's own. */
static void view_yield(struct view *view, const struct view *other, int lead)
{
    int kept = 0;
    for (int i = 0; i < view->count; i++)
        if (view->at[i].turns <= turns_to(other, view->at[i].cell) - lead)
            view->at[kept++] = view->at[i];
    assert(kept <= view->count);
    view->count = kept;
}

/* Goes again and again to the gem with the most points a turn; eats the view. A turn of walking costs about a
 * point and a half. */
static int32_t greedy_value(const struct gems_board *board, struct view *view, int last, int turns)
{
    int32_t value = 0;
    const struct sight *from = NULL;
    struct sight here;
    while (view->count > 0) {
        int best = -1;
        int32_t best_rate = 0, best_gain = 0;
        int best_turns = 0;
        for (int i = 0; i < view->count; i++) {
            int way = from == NULL ? view->at[i].turns : crow_turns(from, &view->at[i]);
            assert(way > 0); /* no two gems lie on one cell */
            int32_t gain = board->pair[last][view->at[i].kind - 1] - way * 3 / 2;
            if (way > turns || gain * 16 / way <= best_rate)
                continue;
            best = i, best_rate = gain * 16 / way, best_gain = gain, best_turns = way;
        }
        if (best < 0)
            break;
        value += best_gain, turns -= best_turns;
        here = view->at[best], from = &here, last = here.kind;
        view->at[best] = view->at[--view->count];
    }
    return value;
}

static int32_t keys_value(const struct gems_board *board, unsigned keys)
{
    int32_t value = 0;
    for (int key = 0; key < GEMS_KEYS; key++) {
        uint64_t doors = 0;
        for (int i = 0; i < GEMS_MASK; i++)
            doors |= board->door[key].word[i];
        value += doors != 0 && (keys >> key & 1) ? KEY_VALUE : 0;
    }
    return value;
}

/* -- the sum -- */

enum { TERM_SCORE, TERM_TOUR, TERM_KEYS, TERM_OTHER_SCORE, TERM_OTHER_TOUR, TERM_OTHER_KEYS, TERMS };

static const char *const term_names[TERMS] = {"score",       "tour",       "keys",
                                              "other_score", "other_tour", "other_keys"};

static void sum_terms(const struct gems_board *board, const struct gems_position *position,
                      int32_t value[TERMS])
{
    int me = position->due == GEMS_SAID ? position->side : 0; /* a chance event is seen by A */
    int turns = board->turns + 1 - position->turn;
    struct view mine, theirs, whole;
    memset(value, 0, TERMS * sizeof *value);
    view_from(board, position, me, turns, &mine);
    if (board->players == 2) {
        view_from(board, position, me ^ 1, turns - me, &theirs);
        whole = mine;
        view_yield(&mine, &theirs, 0);
        view_yield(&theirs, &whole, 1);
        value[TERM_OTHER_SCORE] = -position->score[me ^ 1];
        value[TERM_OTHER_TOUR] = -greedy_value(board, &theirs, position->last[me ^ 1], turns - me);
        value[TERM_OTHER_KEYS] = -keys_value(board, position->keys[me ^ 1]);
    }
    value[TERM_SCORE] = position->score[me];
    value[TERM_TOUR] = greedy_value(board, &mine, position->last[me], turns);
    value[TERM_KEYS] = keys_value(board, position->keys[me]);
}

value_t gems_evaluate(const struct board *board, const struct position *position)
{
    int32_t value[TERMS];
    sum_terms(gems_board(board), gems_position(position), value);
    value_t sum = 0;
    for (int i = 0; i < TERMS; i++)
        sum += value[i];
    assert(sum > -POINTS_MAX && sum < POINTS_MAX);
    return sum;
}

int gems_explain(const struct board *board, const struct position *position, struct term term[TERMS_MAX])
{
    int32_t value[TERMS];
    int count = gems_board(board)->players == 1 ? TERM_OTHER_SCORE : TERMS;
    sum_terms(gems_board(board), gems_position(position), value);
    for (int i = 0; i < count; i++)
        term[i] = (struct term){.name = term_names[i], .value = value[i]};
    return count;
}

/* Gems by what they pay, keys, hits that cost the other, then steps, cheap ones first; standing
 * still last. */
static int32_t rank_step(const struct gems_board *board, const struct gems_position *position, move_t move)
{
    enum {
        RANK_KEY = 60,
        RANK_HIT = 20,
        RANK_DIAGONAL = 0,
        RANK_STRAIGHT = 1,
        RANK_WIRE = -20,
        RANK_NOOP = -5
    };
    int side = position->side;
    int cell = position->cell[side] + board->step[move];
    if (move == GEMS_NOOP)
        return RANK_NOOP;
    if (board->players == 2 && cell == position->cell[side ^ 1])
        return position->score[side] >= position->score[side ^ 1] ? RANK_HIT : -RANK_HIT;
    enum gems_item item = gems_item_at(position, cell);
    if (item != GEMS_NOTHING)
        return gems_item_is_key(item) ? RANK_KEY : 2 + board->pair[position->last[side]][item - GEMS_GEM_1];
    if (gems_mask_has(&board->wire, cell))
        return RANK_WIRE;
    return move < GEMS_UPRIGHT ? RANK_STRAIGHT : RANK_DIAGONAL;
}

void gems_rank(const struct board *board, const struct position *position, const struct move_list *list,
               int32_t rank[MOVES_MAX])
{
    for (int i = 0; i < list->count; i++)
        rank[i] = rank_step(gems_board(board), gems_position(position), list->at[i]);
}
