#include "games/gems/odds.h"

#include <stdlib.h>

#include "base/bits.h"
#include "games/gems/spots.h"

/* -- what there is -- */

static unsigned door_colours(const struct odds *odds)
{
    unsigned colours = 0;
    for (int i = 0; i < odds->cells; i++)
        for (int key = 0; key < GEMS_KEYS; key++)
            colours |= (unsigned)gems_mask_has(&odds->board.door[key], odds->cell[i]) << key;
    return colours & ~(unsigned)odds->root.keys[0];
}

static void find_cells(struct odds *odds, const int16_t turns[GEMS_CELLS])
{
    for (int cell = 0; cell < GEMS_CELLS; cell++) {
        odds->index[cell] = -1;
        if (turns[cell] < 0 || turns[cell] > odds->turns)
            continue;
        assert(odds->cells < GEMS_CELLS && cell > 0);
        odds->index[cell] = (int16_t)odds->cells;
        odds->cell[odds->cells++] = (int16_t)cell;
    }
}

/* The nearest first, so that those left out when there are too many are the farthest. */
static void find_items(struct odds *odds, const int16_t turns[GEMS_CELLS])
{
    unsigned colours = door_colours(odds);
    odds->counts_all = true;
    for (int after = 1; after <= odds->turns && after < GEMS_CELLS; after++)
        for (int cell = 0; cell < GEMS_CELLS; cell++) {
            enum gems_item item = turns[cell] == after ? gems_item_at(&odds->root, cell) : GEMS_NOTHING;
            bool counts = gems_item_is_key(item) ? colours >> (item - GEMS_KEY_G) & 1 : item != GEMS_NOTHING;
            if (counts && odds->items == FAMILY_ITEMS_MAX)
                odds->counts_all = false;
            if (!counts || odds->items == FAMILY_ITEMS_MAX)
                continue;
            odds->item_cell[odds->items] = (int16_t)cell;
            odds->item_kind[odds->items] = (uint8_t)item;
            odds->item_turns[odds->items] = (int16_t)after;
            odds->all |= UINT64_C(1) << odds->items++;
        }
}

static void make_targets(struct odds *odds, unsigned keys)
{
    for (int i = 0; i < odds->cells; i++)
        for (int step = 0; step < GEMS_STEPS; step++) {
            int cell = odds->cell[i];
            bool open = odds->board.open[keys][cell] >> step & 1;
            int to = open ? odds->index[cell + odds->board.step[step]] : i;
            odds->target[keys][i][step] = (int16_t)(to < 0 ? i : to); /* beyond what the turns allow */
        }
}

static void make_row(struct odds_row *row, const int32_t weight[GEMS_DEEDS])
{
    for (int deed = 0; deed < GEMS_DEEDS; deed++)
        if (weight[deed] > 0) {
            row->deed[row->count] = deed;
            row->weight[row->count++] = (double)weight[deed] / GEMS_WHOLE;
        }
    assert(row->count > 0 && row->count <= ODDS_ROW_MAX);
}

static void make_rules(struct odds *odds)
{
    for (unsigned keys = 0; keys < 8; keys++)
        make_targets(odds, keys);
    for (int ground = 0; ground < GEMS_GROUNDS; ground++)
        for (int action = 0; action < GEMS_ACTIONS; action++)
            make_row(&odds->row[ground][action], odds->board.slips.weight[ground][action]);
    for (int i = 0; i < odds->board.gates; i++)
        if (odds->index[odds->board.gate[i]] >= 0)
            odds->gate[odds->gates++] = odds->index[odds->board.gate[i]];
}

struct odds *gems_odds_create(const struct gems_board *board, const struct gems_position *root)
{
    struct odds *odds = calloc(1, sizeof *odds);
    int16_t turns[GEMS_CELLS];
    if (odds == NULL)
        return NULL;
    assert(board->players == 1 && !gems_is_over(board, root));
    odds->board = *board;
    odds->root = *root;
    odds->turns = board->early && root->gems == 0 ? 1 : gems_plies_left(board, root);
    gems_spots_reach(board, root, turns);
    find_cells(odds, turns);
    find_items(odds, turns);
    make_rules(odds);
    return odds;
}

void gems_odds_destroy(struct odds *odds)
{
    if (odds == NULL)
        return;
    gems_family_free(&odds->family);
    free(odds->first);
    free(odds->value);
    free(odds->layer);
    free(odds);
}

/* -- what is kept -- */

static uint64_t bit_of(int item)
{
    return UINT64_C(1) << item;
}

static bool is_key(const struct odds *odds, int item)
{
    return odds->item_kind[item] >= GEMS_KEY_G;
}

/* Values of entering a set: how many rows of turns + 1. */
static size_t rows_of(const struct odds *odds, uint64_t left)
{
    size_t rows = 0;
    for (uint64_t taken = odds->all & ~left; taken != 0; taken &= taken - 1)
        rows += is_key(odds, bits_lowest(taken)) ? ODDS_LASTS : 1;
    return rows;
}

/* Where the values begin of entering set number `set` on an item, `last` being the last gem then. */
static double *entry(const struct odds *odds, int set, int item, int last)
{
    size_t row = 0;
    uint64_t taken = odds->all & ~odds->family.left[set];
    assert((taken >> item & 1) && last >= 0 && last < ODDS_LASTS);
    for (uint64_t before = taken & (bit_of(item) - 1); before != 0; before &= before - 1)
        row += is_key(odds, bits_lowest(before)) ? ODDS_LASTS : 1;
    row += is_key(odds, item) ? (size_t)last : 0;
    return odds->value + odds->first[set] + row * (size_t)(odds->turns + 1);
}

static unsigned keys_of(const struct odds *odds, uint64_t left)
{
    unsigned keys = odds->root.keys[0];
    for (uint64_t taken = odds->all & ~left; taken != 0; taken &= taken - 1) {
        int item = bits_lowest(taken);
        if (is_key(odds, item))
            keys |= 1U << (odds->item_kind[item] - GEMS_KEY_G);
    }
    return keys;
}

/* Gems that may have been the last one, a bit each. */
static unsigned lasts_of(const struct odds *odds, uint64_t left)
{
    unsigned lasts = 0;
    for (uint64_t taken = odds->all & ~left; taken != 0; taken &= taken - 1)
        if (!is_key(odds, bits_lowest(taken)))
            lasts |= 1U << odds->item_kind[bits_lowest(taken)];
    if (lasts == 0)
        lasts = 1U << odds->root.last[0];
    return odds->is_exact ? lasts : lasts | 1U << odds->root.last[0];
}

/* -- filling a set -- */

/* What entering an item brings and leads to. */
struct odds_entry {
    int16_t cell;                    /* index */
    uint8_t to[ODDS_LASTS];          /* last gem afterwards, by last gem before */
    int32_t points[ODDS_LASTS];      /* by last gem before */
    const double *after[ODDS_LASTS]; /* by last gem before; NULL: as if nothing were there */
};

struct odds_field {
    struct odds *odds;
    const int16_t (*target)[GEMS_STEPS];
    bool ends;      /* with the last gem */
    unsigned lasts; /* that may be */
    int entries;
    struct odds_entry entry[FAMILY_ITEMS_MAX];
    double *now;             /* by last gem, by cell: values with the turns of the layer */
    double *before;          /* with one less */
    double land[GEMS_CELLS]; /* of one last gem: what coming to a cell is worth, or staying there */
    double stay[GEMS_CELLS];
};

/* The set that is entered when an item is taken; one that is not in the family counts as one in which another item is
 * gone too, -1: there is none such either, and the item counts as if it were not there. */
static int set_after(const struct odds *odds, uint64_t left, int item)
{
    uint64_t after = left & ~bit_of(item);
    int set = gems_family_find(&odds->family, after);
    for (uint64_t rest = after; set < 0 && rest != 0; rest &= rest - 1)
        set = gems_family_find(&odds->family, after & ~(rest & (0 - rest)));
    return set;
}

static void open_entry(struct odds_field *field, uint64_t left, int item)
{
    const struct odds *odds = field->odds;
    struct odds_entry *entry_at = &field->entry[field->entries++];
    int set = set_after(odds, left, item);
    int kind = odds->item_kind[item];
    assert(!odds->is_exact || set >= 0);
    assert(field->entries <= odds->items && kind != GEMS_NOTHING);
    entry_at->cell = odds->index[odds->item_cell[item]];
    for (int last = 0; last < ODDS_LASTS; last++) {
        int to = set < 0 || is_key(odds, item) ? last : kind;
        entry_at->to[last] = (uint8_t)to;
        entry_at->points[last] = set < 0 || is_key(odds, item) ? 0 : odds->board.pair[last][kind - 1];
        entry_at->after[last] = set < 0 ? NULL : entry(odds, set, item, to);
    }
}

/* No gem is left to be taken, neither here nor where nobody comes. */
static bool is_swept(const struct odds *odds, uint64_t left)
{
    int gems = odds->root.gems;
    for (uint64_t taken = odds->all & ~left; taken != 0; taken &= taken - 1)
        gems -= !is_key(odds, bits_lowest(taken));
    assert(gems >= 0);
    return odds->board.early && odds->root.gems > 0 && gems == 0;
}

static void open_field(struct odds_field *field, struct odds *odds, uint64_t left)
{
    size_t half = (size_t)ODDS_LASTS * (size_t)odds->cells;
    field->odds = odds;
    field->target = (const int16_t(*)[GEMS_STEPS])odds->target[keys_of(odds, left)];
    field->ends = is_swept(odds, left);
    field->lasts = lasts_of(odds, left);
    field->entries = 0;
    field->now = odds->layer;
    field->before = odds->layer + half;
    for (uint64_t rest = left; rest != 0; rest &= rest - 1)
        open_entry(field, left, bits_lowest(rest));
    memset(odds->layer, 0, 2 * half * sizeof *odds->layer);
}

/* What the next turn is worth by where it ends, `turns` being left then. */
static void look_ahead(struct odds_field *field, int last, int turns)
{
    const struct odds *odds = field->odds;
    const double *before = field->before + (size_t)last * (size_t)odds->cells;
    assert(turns >= 0 && turns < odds->turns && last < ODDS_LASTS);
    bool by_turn = odds->board.barbed == GEMS_BARBED_TURN;
    for (int i = 0; i < odds->cells; i++) {
        bool wire = gems_mask_has(&odds->board.wire, odds->cell[i]);
        field->land[i] = before[i] - (wire ? GEMS_COST_WIRE : 0);
        field->stay[i] = before[i] - (wire && by_turn ? GEMS_COST_WIRE : 0);
    }
    for (int i = 0; i < field->entries; i++) {
        const struct odds_entry *at = &field->entry[i];
        int to = at->to[last];
        double rest = at->after[last] != NULL
                          ? at->after[last][turns]
                          : field->before[(size_t)to * (size_t)odds->cells + (size_t)at->cell];
        field->land[at->cell] = at->points[last] + rest;
    }
}

/* The mean of all gates but the cell itself. */
static double mean_of_gates(const struct odds_field *field, int cell, double all)
{
    const struct odds *odds = field->odds;
    int gates = odds->gates;
    for (int i = 0; i < odds->gates; i++)
        if (odds->gate[i] == cell) {
            gates--;
            all -= field->land[cell];
        }
    return gates > 0 ? all / gates : field->stay[cell];
}

/* What each deed at a cell is worth. */
static void weigh_deeds(const struct odds_field *field, int cell, double all_gates, double deed[GEMS_DEEDS])
{
    const int16_t *target = field->target[cell];
    for (int step = 0; step < GEMS_STEPS; step++)
        deed[step] = target[step] == cell ? field->stay[cell] : field->land[target[step]];
    deed[GEMS_NOOP] = field->stay[cell];
    deed[GEMS_TELEPORT] = field->odds->gates > 0 ? mean_of_gates(field, cell, all_gates) : field->stay[cell];
}

/* He who has turns to spare may wait or go: he goes, unless waiting is worth more by that. */
static const double WAITING_BRINGS = 1e-9;

static struct odds_choice best_action(const struct odds_field *field, int cell, double all_gates)
{
    const struct odds *odds = field->odds;
    assert(cell >= 0 && cell < odds->cells);
    const struct odds_row *row = odds->row[gems_ground_at(&odds->board, odds->cell[cell])];
    struct odds_choice best = {.action = GEMS_UP, .value = -1e300};
    double deed[GEMS_DEEDS];
    weigh_deeds(field, cell, all_gates, deed);
    for (int action = 0; action < GEMS_ACTIONS; action++) {
        double value = -gems_cost_of(action);
        for (int j = 0; j < row[action].count; j++)
            value += row[action].weight[j] * deed[row[action].deed[j]];
        double margin = action == GEMS_NOOP ? WAITING_BRINGS : 0;
        best.action = value > best.value + margin ? action : best.action;
        best.value = value > best.value ? value : best.value;
    }
    return best;
}

static double sum_of_gates(const struct odds_field *field)
{
    double sum = 0;
    for (int i = 0; i < field->odds->gates; i++)
        sum += field->land[field->odds->gate[i]];
    return sum;
}

static void fill_layer(struct odds_field *field, int turns)
{
    struct odds *odds = field->odds;
    for (int last = 0; last < ODDS_LASTS; last++) {
        if (!(field->lasts >> last & 1))
            continue;
        double *now = field->now + (size_t)last * (size_t)odds->cells;
        look_ahead(field, last, turns - 1);
        double gates = sum_of_gates(field);
        for (int cell = 0; cell < odds->cells; cell++)
            now[cell] = field->ends ? 0 : best_action(field, cell, gates).value;
        odds->work += (uint64_t)odds->cells;
    }
}

static void turn_layers(struct odds_field *field)
{
    double *now = field->now;
    field->now = field->before;
    field->before = now;
}

/* Keeps what is needed of a layer that has been filled. */
static void keep_entries(const struct odds_field *field, int set, int turns)
{
    struct odds *odds = field->odds;
    for (uint64_t taken = odds->all & ~odds->family.left[set]; taken != 0; taken &= taken - 1) {
        int item = bits_lowest(taken), cell = odds->index[odds->item_cell[item]];
        for (int last = 0; last < ODDS_LASTS; last++)
            if (is_key(odds, item) || last == odds->item_kind[item])
                entry(odds, set, item, last)[turns] =
                    field->now[(size_t)last * (size_t)odds->cells + (size_t)cell];
    }
}

/* Turns that can be left when nothing but this set is: all that was taken has been walked to. Values beyond are those of
 * positions that never come about, and only such ask for them. */
static int turns_with(const struct odds *odds, uint64_t left)
{
    int far = 0;
    for (uint64_t taken = odds->all & ~left; taken != 0; taken &= taken - 1)
        if (odds->item_turns[bits_lowest(taken)] > far)
            far = odds->item_turns[bits_lowest(taken)];
    int taken = bits_count(odds->all & ~left);
    assert(taken <= odds->items);
    return odds->turns - (far > taken ? far : taken);
}

static bool fill_set(struct odds_field *field, struct odds *odds, int set, struct job *job)
{
    int all = turns_with(odds, odds->family.left[set]);
    open_field(field, odds, odds->family.left[set]);
    for (int turns = 1; turns <= all; turns++) {
        uint64_t work = odds->work;
        turn_layers(field);
        fill_layer(field, turns);
        keep_entries(field, set, turns);
        if (job_tick(job, odds->work - work))
            return false;
    }
    return true;
}

/* -- the whole -- */

double gems_odds_work(const struct odds *odds, double sets)
{
    return sets * odds->cells * odds->turns * (GEMS_KINDS - 1);
}

static bool open_values(struct odds *odds, size_t bytes)
{
    size_t rows = 0, sets = (size_t)odds->family.count;
    odds->first = malloc(sets * sizeof *odds->first);
    odds->layer = malloc(2 * ODDS_LASTS * (size_t)odds->cells * sizeof *odds->layer);
    if (odds->first == NULL || odds->layer == NULL)
        return false;
    for (size_t set = 0; set < sets; set++) {
        odds->first[set] = rows * (size_t)(odds->turns + 1);
        assert((odds->family.left[set] & ~odds->all) == 0);
        rows += rows_of(odds, odds->family.left[set]);
    }
    size_t all = (rows + 1) * (size_t)(odds->turns + 1) * sizeof *odds->value;
    odds->value = all <= bytes ? calloc(1, all) : NULL;
    return odds->value != NULL;
}

bool gems_odds_fill(struct odds *odds, size_t bytes, struct job *job)
{
    struct odds_field *field = malloc(sizeof *field);
    gems_family_close(&odds->family);
    bool done = field != NULL && open_values(odds, bytes);
    for (int set = 0; done && set < odds->family.count; set++)
        done = fill_set(field, odds, set, job);
    free(field);
    return done;
}

/* -- asked -- */

bool gems_odds_left(const struct odds *odds, const struct gems_position *position, uint64_t *left)
{
    *left = 0;
    if (position->turn < odds->root.turn || position->due != GEMS_SAID || odds->index[position->cell[0]] < 0)
        return false;
    for (int item = 0; item < odds->items; item++)
        if (gems_item_at(position, odds->item_cell[item]) != GEMS_NOTHING)
            *left |= bit_of(item);
    return (keys_of(odds, *left) & ~(unsigned)position->keys[0]) == 0;
}

/* The layers of a set up to so many turns: the best action at a cell. */
static struct odds_choice choose_in(struct odds_field *field, struct odds *odds, uint64_t left, int last,
                                    int cell, int turns)
{
    assert(cell >= 0 && turns >= 1 && turns <= odds->turns && last < ODDS_LASTS);
    open_field(field, odds, left);
    field->lasts |= 1U << last;
    for (int i = 1; i < turns; i++) {
        turn_layers(field);
        fill_layer(field, i);
    }
    turn_layers(field);
    look_ahead(field, last, turns - 1);
    return best_action(field, cell, sum_of_gates(field));
}

bool gems_odds_choose(struct odds *odds, const struct gems_position *position, struct odds_choice *choice)
{
    uint64_t left;
    if (!gems_odds_left(odds, position, &left) || gems_family_find(&odds->family, left) < 0)
        return false;
    int turns = odds->turns - (position->turn - odds->root.turn);
    struct odds_field *field = malloc(sizeof *field);
    if (field == NULL || turns < 1) {
        free(field);
        return false;
    }
    *choice = choose_in(field, odds, left, position->last[0], odds->index[position->cell[0]], turns);
    free(field);
    return true;
}
