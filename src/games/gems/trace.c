#include "games/gems/trace.h"

#include <stdlib.h>

#include "base/bits.h"
#include "games/gems/layers.h"

enum { BEYOND_MAX = 4096 }; /* sets outside the family that are looked at */

static const double CHANCE_LEAST = 1e-5;  /* of standing somewhere at some time: less is not followed */
static const double CHANCE_BEYOND = 1e-4; /* of coming to a set: a rarer one is not added */

/* The chances of the plan, set by set: of entering it, and of standing somewhere in it. */
struct odds_trace {
    struct odds *odds;
    struct odds_field field;
    int set;
    int item[GEMS_CELLS];          /* of the set at hand: on each cell, -1: none */
    double flow[FAMILY_ITEMS_MAX]; /* of the set at hand: how likely it is left by each item */
    int8_t *exit;    /* of each set: the item that it is mostly left by; -1: it is hardly ever come to */
    double *enter;   /* laid out as the values */
    double *stand;   /* in the set at hand: by turns left, by last gem, by cell */
    uint8_t *action; /* the same way: what is asked for there */
    struct gems_family beyond; /* sets outside the family that are come to */
    double *chance;            /* how likely each of them is */
};

static size_t place_of(const struct odds_trace *trace, int turns, int last, int cell)
{
    return ((size_t)turns * ODDS_LASTS + (size_t)last) * (size_t)trace->odds->cells + (size_t)cell;
}

static void arrive_beyond(struct odds_trace *trace, uint64_t left, double chance)
{
    int known = gems_family_find(&trace->beyond, left);
    if (known < 0 && trace->beyond.count < BEYOND_MAX && gems_family_add(&trace->beyond, left))
        known = trace->beyond.count - 1;
    if (known >= 0)
        trace->chance[known] += chance;
}

/* At a cell, so many turns being left. */
static void arrive(struct odds_trace *trace, int turns, int last, int cell, double chance)
{
    const struct odds *odds = trace->odds;
    assert(cell >= 0 && cell < odds->cells && turns >= 0 && turns < odds->turns);
    int item = trace->item[cell];
    if (item < 0) {
        trace->stand[place_of(trace, turns, last, cell)] += chance;
        return;
    }
    trace->flow[item] += chance;
    uint64_t left = odds->family.left[trace->set] & ~odds_bit(item);
    int set = gems_family_find(&odds->family, left);
    int to = odds_is_key(odds, item) ? last : odds->item_kind[item];
    if (set < 0)
        arrive_beyond(trace, left, chance);
    else
        trace->enter[gems_odds_entry(odds, set, item, to) - odds->value + turns] += chance;
}

static void be_teleported(struct odds_trace *trace, int turns, int last, int cell, double chance)
{
    const struct odds *odds = trace->odds;
    int others = odds->gates;
    for (int i = 0; i < odds->gates; i++)
        others -= odds->gate[i] == cell;
    for (int i = 0; i < odds->gates && others > 0; i++)
        if (odds->gate[i] != cell)
            arrive(trace, turns, last, odds->gate[i], chance / others);
    if (others == 0)
        arrive(trace, turns, last, cell, chance);
}

/* One turn later than standing there with `turns` left. */
static void move_on(struct odds_trace *trace, int turns, int last, int cell)
{
    const struct odds *odds = trace->odds;
    size_t place = place_of(trace, turns, last, cell);
    double chance = trace->stand[place];
    assert(turns > 0 && chance < 1 + CHANCE_LEAST);
    const struct odds_row *row =
        &odds->row[gems_ground_at(&odds->board, odds->cell[cell])][trace->action[place]];
    for (int i = 0; i < row->count && chance >= CHANCE_LEAST; i++) {
        int deed = row->deed[i];
        if (deed == GEMS_TELEPORT)
            be_teleported(trace, turns - 1, last, cell, chance * row->weight[i]);
        else
            arrive(trace, turns - 1, last, deed == GEMS_NOOP ? cell : trace->field.target[cell][deed],
                   chance * row->weight[i]);
    }
}

/* How the set is entered; the most turns that are left then, 0: it is not. */
static int stand_at_entries(struct odds_trace *trace)
{
    const struct odds *odds = trace->odds;
    uint64_t left = odds->family.left[trace->set];
    int most = left == odds->all ? odds->turns : 0;
    memset(trace->stand, 0, place_of(trace, odds->turns + 1, 0, 0) * sizeof *trace->stand);
    if (left == odds->all)
        trace->stand[place_of(trace, most, odds->root.last[0], odds->index[odds->root.cell[0]])] = 1;
    for (uint64_t taken = odds->all & ~left; taken != 0; taken &= taken - 1) {
        int item = bits_lowest(taken), cell = odds->index[odds->item_cell[item]];
        for (int last = 0; last < ODDS_LASTS; last++)
            for (int turns = 1; turns <= odds->turns; turns++) {
                if (!odds_is_key(odds, item) && last != odds->item_kind[item])
                    continue;
                double chance =
                    trace->enter[gems_odds_entry(odds, trace->set, item, last) - odds->value + turns];
                trace->stand[place_of(trace, turns, last, cell)] += chance;
                most = chance >= CHANCE_LEAST && turns > most ? turns : most;
            }
    }
    return most;
}

static bool fill_actions(struct odds_trace *trace, int most, struct job *job)
{
    struct odds *odds = trace->odds;
    for (int turns = 1; turns <= most; turns++) {
        trace->field.action = trace->action + place_of(trace, turns, 0, 0);
        gems_layers_next(&trace->field, turns);
        if (gems_odds_tick(odds, job))
            return false;
    }
    return true;
}

static bool trace_set(struct odds_trace *trace, struct job *job)
{
    struct odds *odds = trace->odds;
    int most = stand_at_entries(trace);
    gems_layers_open(&trace->field, odds, trace->set);
    if (trace->field.ends)
        return true;
    memset(trace->item, -1, sizeof trace->item);
    for (uint64_t rest = odds->family.left[trace->set]; rest != 0; rest &= rest - 1)
        trace->item[odds->index[odds->item_cell[bits_lowest(rest)]]] = bits_lowest(rest);
    if (!fill_actions(trace, most, job))
        return false;
    for (int turns = most; turns > 0; turns--)
        for (int last = 0; last < ODDS_LASTS; last++)
            for (int cell = 0; cell < odds->cells && (trace->field.lasts >> last & 1); cell++)
                move_on(trace, turns, last, cell);
    return true;
}

/* The item that the set at hand is most likely left by; -1: it is not. */
static int likeliest_exit(const struct odds_trace *trace)
{
    int best = -1;
    for (uint64_t rest = trace->odds->family.left[trace->set]; rest != 0; rest &= rest - 1) {
        int item = bits_lowest(rest);
        if (trace->flow[item] >= CHANCE_BEYOND && (best < 0 || trace->flow[item] > trace->flow[best]))
            best = item;
    }
    return best;
}

static bool trace_open(struct odds_trace *trace, size_t bytes)
{
    const struct odds *odds = trace->odds;
    size_t places = place_of(trace, odds->turns + 1, 0, 0);
    if (odds->values + places > bytes / (sizeof *trace->enter + sizeof *trace->action))
        return false;
    trace->enter = calloc(odds->values, sizeof *trace->enter);
    trace->stand = malloc(places * sizeof *trace->stand);
    trace->action = malloc(places);
    trace->chance = calloc(BEYOND_MAX, sizeof *trace->chance);
    trace->exit = malloc((size_t)odds->family.count);
    return trace->enter != NULL && trace->stand != NULL && trace->action != NULL && trace->chance != NULL &&
           trace->exit != NULL;
}

static void trace_free(struct odds_trace *trace)
{
    gems_family_free(&trace->beyond);
    free(trace->enter);
    free(trace->stand);
    free(trace->action);
    free(trace->chance);
    free(trace->exit);
    free(trace);
}

static bool trace_all(struct odds_trace *trace, struct job *job)
{
    bool done = true;
    for (trace->set = trace->odds->family.count - 1; done && trace->set >= 0; trace->set--) {
        memset(trace->flow, 0, sizeof trace->flow);
        done = trace_set(trace, job);
        trace->exit[trace->set] = (int8_t)likeliest_exit(trace);
    }
    return done;
}

/* As the plan takes things when it goes as it mostly goes, then as it was. */
static void order_anew(const struct odds_trace *trace, struct odds *wide)
{
    const struct odds *odds = trace->odds;
    uint64_t left = odds->all;
    wide->orders = 0;
    for (int set = odds->family.count - 1; set >= 0 && trace->exit[set] >= 0;) {
        wide->order[wide->orders++] = (uint8_t)trace->exit[set];
        left &= ~odds_bit(trace->exit[set]);
        set = gems_family_find(&odds->family, left);
    }
    for (int i = 0; i < odds->orders; i++)
        if (left >> odds->order[i] & 1)
            wide->order[wide->orders++] = odds->order[i];
    wide->horizon = wide->orders;
    assert(wide->orders <= odds->items);
}

/* Sets that are come to outside the family, the likeliest first, with what follows of them along the order. */
static bool add_beyond(struct odds_trace *trace, struct odds *wide, int sets_max)
{
    bool done = true;
    for (int i = 0; done && i < trace->beyond.count && wide->family.count < sets_max; i++) {
        int best = 0;
        for (int other = 1; other < trace->beyond.count; other++)
            best = trace->chance[other] > trace->chance[best] ? other : best;
        if (trace->chance[best] < CHANCE_BEYOND)
            return true;
        done = gems_family_follow(&wide->family, wide->order, wide->orders, trace->beyond.left[best]);
        trace->chance[best] = 0;
    }
    return done;
}

/* What comes of a set when the next item is taken some places late, or another so many places early. */
static bool add_near(struct odds *wide, uint64_t left, int places)
{
    uint64_t late = left;
    assert(places > 0);
    int passed = 0;
    for (int i = 0; i < wide->orders; i++) {
        if (!(left >> wide->order[i] & 1))
            continue;
        late &= passed > 0 ? ~odds_bit(wide->order[i]) : ~UINT64_C(0);
        if (passed++ == places)
            return gems_family_add(&wide->family, left & ~odds_bit(wide->order[i])) &&
                   gems_family_add(&wide->family, late);
    }
    return true;
}

/* Sets near those that the plan comes to. */
static bool add_around(const struct odds_trace *trace, struct odds *wide, int places, int sets_max)
{
    const struct gems_family *family = &trace->odds->family;
    bool done = true;
    for (int set = family->count - 1; done && set >= 0 && wide->family.count < sets_max; set--)
        if (trace->exit[set] >= 0)
            done = add_near(wide, family->left[set], places);
    return done;
}

static bool widen(struct odds_trace *trace, struct odds *wide, int sets_max)
{
    const struct gems_family *family = &trace->odds->family;
    order_anew(trace, wide);
    bool done = gems_family_follow(&wide->family, wide->order, wide->orders, wide->all);
    for (int set = 0; done && set < family->count; set++)
        if (trace->exit[set] >= 0)
            done = gems_family_add(&wide->family, family->left[set]);
    done = done && add_beyond(trace, wide, sets_max);
    for (int places = 1; done && places < wide->orders; places++)
        done = add_around(trace, wide, places, sets_max);
    return done;
}

struct odds *gems_trace_widen(struct odds *odds, int sets_max, size_t bytes, struct job *job)
{
    struct odds_trace *trace = calloc(1, sizeof *trace);
    struct odds *wide = gems_odds_create(&odds->board, &odds->root);
    if (trace != NULL)
        trace->odds = odds;
    bool done = trace != NULL && wide != NULL && trace_open(trace, bytes) && trace_all(trace, job) &&
                widen(trace, wide, sets_max);
    if (trace != NULL)
        trace_free(trace);
    if (done)
        return wide;
    gems_odds_destroy(wide);
    return NULL;
}
