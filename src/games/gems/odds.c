#include "games/gems/odds.h"

#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "games/gems/layers.h"
#include "games/gems/spots.h"

static const double LASTS_A_SET = 1.2; /* along an order: mostly one gem can have been the last */
static const double STEP_COST = 1.5;   /* beyond the horizon, wire and kicks included */

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
    free(odds->lasts);
    free(odds->tail);
    free(odds->first);
    free(odds->value);
    free(odds->layer);
    free(odds);
}

void gems_odds_away(const struct odds *odds, unsigned keys, int cell, int16_t away[GEMS_CELLS])
{
    int16_t queue[GEMS_CELLS];
    int head = 0, tail = 0;
    memset(away, -1, GEMS_CELLS * sizeof *away);
    away[cell] = 0;
    queue[tail++] = (int16_t)cell;
    while (head < tail) {
        int from = queue[head++];
        for (int step = 0; step < GEMS_STEPS; step++) {
            int to = odds->target[keys][from][step];
            if (away[to] >= 0)
                continue;
            away[to] = (int16_t)(away[from] + 1);
            queue[tail++] = (int16_t)to;
        }
    }
}

/* -- what is kept -- */

/* Values of entering a set: how many rows of turns + 1. */
static size_t rows_of(const struct odds *odds, uint64_t left)
{
    size_t rows = 0;
    for (uint64_t taken = odds->all & ~left; taken != 0; taken &= taken - 1)
        rows += odds_is_key(odds, bits_lowest(taken)) ? ODDS_LASTS : 1;
    return rows;
}

double *gems_odds_entry(const struct odds *odds, int set, int item, int last)
{
    size_t row = 0;
    uint64_t taken = odds->all & ~odds->family.left[set];
    assert((taken >> item & 1) && last >= 0 && last < ODDS_LASTS);
    for (uint64_t before = taken & (odds_bit(item) - 1); before != 0; before &= before - 1)
        row += odds_is_key(odds, bits_lowest(before)) ? ODDS_LASTS : 1;
    row += odds_is_key(odds, item) ? (size_t)last : 0;
    return odds->value + odds->first[set] + row * (size_t)(odds->turns + 1);
}

unsigned gems_odds_keys(const struct odds *odds, uint64_t left)
{
    unsigned keys = odds->root.keys[0];
    for (uint64_t taken = odds->all & ~left; taken != 0; taken &= taken - 1) {
        int item = bits_lowest(taken);
        if (odds_is_key(odds, item))
            keys |= 1U << (odds->item_kind[item] - GEMS_KEY_G);
    }
    return keys;
}

/* -- what comes of a set -- */

/* A gem may be thought gone, and so may a key that is held; another key would open what is closed. */
static bool may_be_gone(const struct odds *odds, unsigned keys, int item)
{
    return !odds_is_key(odds, item) || (keys >> (odds->item_kind[item] - GEMS_KEY_G) & 1);
}

int gems_odds_set_after(const struct odds *odds, uint64_t left, int item)
{
    uint64_t after = left & ~odds_bit(item);
    unsigned keys = gems_odds_keys(odds, after);
    int set = gems_family_find(&odds->family, after);
    for (int i = 0; set < 0 && i < odds->orders; i++)
        if ((after >> odds->order[i] & 1) && may_be_gone(odds, keys, odds->order[i])) {
            after &= ~odds_bit(odds->order[i]);
            set = gems_family_find(&odds->family, after);
        }
    return set;
}

int gems_odds_turns_with(const struct odds *odds, uint64_t left)
{
    int far = 0;
    for (uint64_t taken = odds->all & ~left; taken != 0; taken &= taken - 1)
        if (odds->item_turns[bits_lowest(taken)] > far)
            far = odds->item_turns[bits_lowest(taken)];
    int taken = bits_count(odds->all & ~left);
    assert(taken <= odds->items);
    return odds->turns - (far > taken ? far : taken);
}

/* What comes of one set. */
static void pass_lasts_on(struct odds *odds, int set)
{
    uint64_t left = odds->family.left[set];
    for (uint64_t rest = odds->lasts[set] != 0 ? left : 0; rest != 0; rest &= rest - 1) {
        int item = bits_lowest(rest), to = gems_odds_set_after(odds, left, item);
        uint8_t gem = (uint8_t)(1U << odds->item_kind[item]);
        if (to >= 0)
            odds->lasts[to] |= odds_is_key(odds, item) ? odds->lasts[set] : gem;
    }
}

/* Gems that may have been the last one, of each set by those from which it is entered. */
static bool find_lasts(struct odds *odds, struct job *job)
{
    int root = gems_family_find(&odds->family, odds->all);
    odds->lasts = calloc((size_t)odds->family.count, sizeof *odds->lasts);
    if (odds->lasts == NULL)
        return false;
    assert(root == odds->family.count - 1); /* it has the most items */
    odds->lasts[root] = (uint8_t)(1U << odds->root.last[0]);
    for (int set = root; set >= 0; set--) {
        pass_lasts_on(odds, set);
        if (gems_odds_tick(odds, job))
            return false;
    }
    return true;
}

/* -- beyond the horizon -- */

int gems_odds_turns_of_use(const struct gems_board *board, int turns)
{
    int64_t sure = 0;
    for (int step = 0; step < GEMS_STEPS; step++)
        sure += board->slips.weight[GEMS_NORMAL][step][step];
    int of_use = (int)(turns * sure / GEMS_STEPS / GEMS_WHOLE);
    return of_use < 1 ? 1 : of_use;
}

/* Standing on one item of the order, to take the next: turns, 0: there is no way; `points` are those of the gem. */
static int turns_between(const struct odds *odds, int place, double *points)
{
    int16_t away[GEMS_CELLS];
    int from = odds->order[place - 1], to = odds->order[place], last = odds->root.last[0];
    uint64_t left = odds->all;
    for (int i = 0; i < place; i++) {
        left &= ~odds_bit(odds->order[i]);
        last = odds_is_key(odds, odds->order[i]) ? last : odds->item_kind[odds->order[i]];
    }
    assert(place > 0 && place < odds->orders);
    gems_odds_away(odds, gems_odds_keys(odds, left), odds->index[odds->item_cell[from]], away);
    int steps = away[odds->index[odds->item_cell[to]]];
    *points = odds_is_key(odds, to) ? 0 : odds->board.pair[last][odds->item_kind[to] - 1];
    *points -= STEP_COST * (steps > 0 ? steps : 0);
    return steps > 0 ? (steps * odds->turns - 1) / gems_odds_turns_of_use(&odds->board, odds->turns) + 1 : 0;
}

/* What the order is worth beyond the horizon, from its last item on, were steps certain but turns as few as are of use. */
static bool find_tail(struct odds *odds)
{
    odds->tail = calloc((size_t)odds->turns + 1, sizeof *odds->tail);
    for (int place = odds->orders - 1; odds->tail != NULL && place > odds->horizon; place--) {
        double points;
        int away = turns_between(odds, place, &points);
        for (int turns = odds->turns; turns >= 0; turns--) {
            double rest = away > 0 && turns >= away ? points + odds->tail[turns - away] : 0;
            odds->tail[turns] = rest > 0 ? rest : 0;
        }
    }
    return odds->tail != NULL;
}

bool gems_odds_is_horizon(const struct odds *odds, uint64_t left, int item)
{
    if (odds->horizon >= odds->orders || odds->order[odds->horizon] != item)
        return false;
    for (int i = 0; i < odds->horizon; i++)
        left |= odds_bit(odds->order[i]);
    return left == odds->all;
}

/* -- the whole -- */

/* Keeps what is needed of a layer that has been filled. */
static void keep_entries(const struct odds_field *field, int set, int turns)
{
    struct odds *odds = field->odds;
    for (uint64_t taken = odds->all & ~odds->family.left[set]; taken != 0; taken &= taken - 1) {
        int item = bits_lowest(taken), cell = odds->index[odds->item_cell[item]];
        for (int last = 0; last < ODDS_LASTS; last++)
            if (odds_is_key(odds, item) || last == odds->item_kind[item])
                gems_odds_entry(odds, set, item, last)[turns] =
                    field->now[(size_t)last * (size_t)odds->cells + (size_t)cell];
    }
}

bool gems_odds_tick(struct odds *odds, struct job *job)
{
    uint64_t nodes = odds->work / ODDS_CELLS_A_NODE - odds->told;
    odds->told += nodes;
    return job_tick(job, nodes);
}

static bool fill_set(struct odds_field *field, struct odds *odds, int set, struct job *job)
{
    int all = gems_odds_turns_with(odds, odds->family.left[set]);
    gems_layers_open(field, odds, set);
    for (int turns = 1; turns <= all && field->lasts != 0; turns++) {
        gems_layers_next(field, turns);
        keep_entries(field, set, turns);
        if (gems_odds_tick(odds, job))
            return false;
    }
    return true;
}

double gems_odds_work(const struct odds *odds, double sets)
{
    return sets * odds->cells * odds->turns * LASTS_A_SET;
}

double gems_odds_work_of_all(const struct odds *odds)
{
    return ldexp(odds->cells, odds->items) * odds->turns * (GEMS_KINDS - 1);
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
    odds->values = (rows + 1) * (size_t)(odds->turns + 1);
    odds->value =
        odds->values <= bytes / sizeof *odds->value ? calloc(odds->values, sizeof *odds->value) : NULL;
    return odds->value != NULL;
}

bool gems_odds_fill(struct odds *odds, size_t bytes, struct job *job)
{
    struct odds_field *field = malloc(sizeof *field);
    gems_family_close(&odds->family);
    bool done = field != NULL && find_tail(odds) && find_lasts(odds, job) && open_values(odds, bytes);
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
            *left |= odds_bit(item);
    return (gems_odds_keys(odds, *left) & ~(unsigned)position->keys[0]) == 0;
}

static int item_on(const struct odds *odds, int cell)
{
    for (int item = 0; item < odds->items; item++)
        if (odds->item_cell[item] == cell)
            return item;
    return -1;
}

bool gems_odds_come_of(struct odds *odds, const struct odds *plan)
{
    uint64_t left;
    if (!gems_odds_left(plan, &odds->root, &left))
        return true;

    int here[FAMILY_ITEMS_MAX];
    for (int item = 0; item < plan->items; item++)
        here[item] = item_on(odds, plan->item_cell[item]);
    bool done = true;
    for (int set = 0; done && set < plan->family.count; set++) {
        uint64_t known = 0;
        for (uint64_t rest = plan->family.left[set]; rest != 0; rest &= rest - 1)
            known |= here[bits_lowest(rest)] >= 0 ? odds_bit(here[bits_lowest(rest)]) : 0;
        if ((plan->family.left[set] & ~left) == 0)
            done = gems_family_add(&odds->family, known);
    }
    return done;
}

bool gems_odds_choose(struct odds *odds, const struct gems_position *position, struct odds_choice *choice)
{
    uint64_t left;
    if (!gems_odds_left(odds, position, &left))
        return false;
    int set = gems_family_find(&odds->family, left);
    if (set < 0 || !(odds->lasts[set] >> position->last[0] & 1))
        return false;
    int turns = odds->turns - (position->turn - odds->root.turn);
    struct odds_field *field = malloc(sizeof *field);
    if (field == NULL || turns < 1) {
        free(field);
        return false;
    }
    gems_layers_open(field, odds, set);
    for (int i = 1; i < turns; i++)
        gems_layers_next(field, i);
    *choice = gems_layers_choose(field, position->last[0], odds->index[position->cell[0]], turns);
    free(field);
    return true;
}
