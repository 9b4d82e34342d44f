#include "games/gems/layers.h"

#include "base/bits.h"

static void open_entry(struct odds_field *field, uint64_t left, int item)
{
    const struct odds *odds = field->odds;
    struct odds_entry *entry_at = &field->entry[field->entries++];
    int set = gems_odds_set_after(odds, left, item);
    int kind = odds->item_kind[item];
    assert(!odds->is_exact || set >= 0);
    assert(field->entries <= odds->items && kind != GEMS_NOTHING);
    entry_at->cell = odds->index[odds->item_cell[item]];
    bool is_last = set < 0 && gems_odds_is_horizon(odds, left, item);
    entry_at->turns = set < 0 ? odds->turns : gems_odds_turns_with(odds, odds->family.left[set]);
    for (int last = 0; last < ODDS_LASTS; last++) {
        int to = odds_is_key(odds, item) ? last : kind;
        entry_at->to[last] = (uint8_t)to;
        entry_at->points[last] = odds_is_key(odds, item) ? 0 : odds->board.pair[last][kind - 1];
        entry_at->after[last] = is_last ? odds->tail : set < 0 ? NULL : gems_odds_entry(odds, set, item, to);
    }
}

/* No gem is left to be taken, neither here nor where nobody comes. */
static bool is_swept(const struct odds *odds, uint64_t left)
{
    int gems = odds->root.gems;
    for (uint64_t taken = odds->all & ~left; taken != 0; taken &= taken - 1)
        gems -= !odds_is_key(odds, bits_lowest(taken));
    assert(gems >= 0);
    return odds->board.early && odds->root.gems > 0 && gems == 0;
}

void gems_layers_open(struct odds_field *field, struct odds *odds, int set)
{
    uint64_t left = odds->family.left[set];
    size_t half = (size_t)ODDS_LASTS * (size_t)odds->cells;
    field->odds = odds;
    field->target = (const int16_t(*)[GEMS_STEPS])odds->target[gems_odds_keys(odds, left)];
    field->ends = is_swept(odds, left);
    field->lasts = odds->lasts[set];
    field->entries = 0;
    field->action = NULL;
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
        int left = turns < at->turns ? turns : at->turns;
        field->land[at->cell] = at->points[last] + (at->after[last] != NULL ? at->after[last][left] : 0);
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

static void turn_layers(struct odds_field *field)
{
    double *now = field->now;
    field->now = field->before;
    field->before = now;
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
        for (int cell = 0; cell < odds->cells; cell++) {
            struct odds_choice best = best_action(field, cell, gates);
            now[cell] = field->ends ? 0 : best.value;
            if (field->action != NULL)
                field->action[last * odds->cells + cell] = (uint8_t)best.action;
        }
        odds->work += (uint64_t)odds->cells;
    }
}

void gems_layers_next(struct odds_field *field, int turns)
{
    turn_layers(field);
    fill_layer(field, turns);
}

struct odds_choice gems_layers_choose(struct odds_field *field, int last, int cell, int turns)
{
    assert(cell >= 0 && turns >= 1 && turns <= field->odds->turns && last < ODDS_LASTS);
    turn_layers(field);
    look_ahead(field, last, turns - 1);
    return best_action(field, cell, sum_of_gates(field));
}
