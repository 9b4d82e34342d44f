/* One set of eggs of a run: a layer a family of pigs, and what they hand to one another. */
#include <stdlib.h>

#include "base/bits.h"
#include "games/angry/run.h"

/* -- exits by name -- */

static union exit *egg_exit(const struct angry_run *run, unsigned eggs, int family, int egg)
{
    assert(run->egg_exits[eggs] != NULL && (eggs >> egg & 1) == 0);
    assert(family >= 0 && family < run_families(run));
    return &run->egg_exits[eggs][family * run->terrain.eggs + egg];
}

static union exit *pig_exit(const struct angry_worker *worker, int family, int pig)
{
    assert(family >= 0 && family < run_families(worker->run));
    assert(pig >= 0 && pig < worker->run->terrain.pigs);
    return &worker->pig_exits[family * worker->run->terrain.pigs + pig];
}

static bool is_reached(const struct terrain *terrain, unsigned cell)
{
    return terrain->place[cell] >= 0;
}

static void exit_close(struct angry_run *run, union exit *exit)
{
    if (run->decides)
        angry_bit_trail_free(&exit->bits, &run->purse);
    else
        angry_trail_free(&exit->values, &run->purse);
}

static bool eggs_open(struct angry_run *run, unsigned eggs)
{
    assert(run->egg_exits[eggs] == NULL);
    size_t count = (size_t)(run_families(run) * run->terrain.eggs) + 1;
    size_t bytes = count * sizeof(union exit);
    if (atomic_fetch_add(&run->purse.used, bytes) + bytes > run->purse.limit)
        return false;
    run->egg_exits[eggs] = calloc(count, sizeof(union exit));
    return run->egg_exits[eggs] != NULL;
}

void angry_family_forget_eggs(struct angry_run *run, unsigned eggs)
{
    union exit *exits = run->egg_exits[eggs];
    if (exits == NULL)
        return;
    int count = run_families(run) * run->terrain.eggs;
    for (int i = 0; i < count; i++)
        exit_close(run, &exits[i]);
    free(exits);
    atomic_fetch_sub(&run->purse.used, ((size_t)count + 1) * sizeof(union exit));
    run->egg_exits[eggs] = NULL;
}

/* -- one set of eggs -- */

/* The family that the hen comes to who eats `pig`; -1: she may not. */
static int family_behind(const struct angry_run *run, int family, int pig)
{
    assert(family < run->family_count && (run->eaten[family] >> pig & 1) == 0);
    int next = run->family_of[run->eaten[family] | 1u << pig];
    return next < 0 && run->has_relaxed ? run->family_count : next;
}

static unsigned reached_items(const struct terrain *terrain, const uint8_t *cell, int count)
{
    unsigned reached = 0;
    for (int i = 0; i < count; i++)
        reached |= (unsigned)is_reached(terrain, cell[i]) << i;
    return reached;
}

static struct layer_plan plan_family(const struct angry_run *run, unsigned eggs, int family)
{
    const struct terrain *terrain = &run->terrain;
    struct layer_plan plan = {.kind = LAYER_RELAXED, .eggs = eggs, .pigs = run_all_of(terrain->pigs)};
    plan.open_eggs = eggs & reached_items(terrain, terrain->egg_cell, terrain->eggs);
    if (family == run->family_count)
        return plan;
    plan.kind = LAYER_EXACT;
    plan.pigs &= ~(unsigned)run->eaten[family];
    unsigned reached = plan.pigs & reached_items(terrain, terrain->pig_cell, terrain->pigs);
    for (int pig = 0; pig < terrain->pigs; pig++)
        if ((reached >> pig & 1) && family_behind(run, family, pig) >= 0)
            plan.open_pigs |= 1u << pig;
    if (plan.open_pigs != reached)
        plan.kind = LAYER_SPENT;
    return plan;
}

static void import_all(struct angry_worker *worker, unsigned eggs, int family)
{
    struct layer *layer = &worker->layer;
    worker->decision.import_count = layer->import_count;
    for (int i = 0; i < layer->import_count; i++) {
        int item = layer->import_item[i];
        int pig = item - ITEMS_MAX;
        const union exit *exit = pig < 0 ? egg_exit(worker->run, eggs & ~(1u << item), family, item)
                                         : pig_exit(worker, family_behind(worker->run, family, pig), pig);
        if (worker->run->decides)
            worker->decision.import[i] = &exit->bits;
        else
            layer->import[i] = angry_trail_read(&exit->values);
    }
}

static void export_one(struct angry_worker *worker, unsigned cell, int prize, union exit *exit)
{
    struct decision *decision = &worker->decision;
    if (!is_reached(&worker->run->terrain, cell))
        return;
    if (worker->run->decides)
        decision->export[decision->export_count++] = (struct bit_gate){.cell = cell, .trail = &exit->bits};
    else
        angry_layer_export_to(&worker->layer, cell, prize, &exit->values);
}

static void export_all(struct angry_worker *worker, unsigned eggs, int family)
{
    const struct angry_run *run = worker->run;
    const struct terrain *terrain = &run->terrain;
    unsigned pigs = family == run->family_count ? run_all_of(terrain->pigs) : run->eaten[family];
    worker->decision.export_count = 0;
    for (int egg = 0; egg < terrain->eggs; egg++)
        if (!(eggs >> egg & 1))
            export_one(worker, terrain->egg_cell[egg], ANGRY_ITEM, egg_exit(run, eggs, family, egg));
    for (int pig = 0; pig < terrain->pigs; pig++)
        if (pigs >> pig & 1)
            export_one(worker, terrain->pig_cell[pig], -ANGRY_ITEM, pig_exit(worker, family, pig));
}

static bool is_root(const struct angry_run *run, unsigned eggs, int family)
{
    return eggs == run_all_of(run->terrain.eggs) && family == run->family_count - 1;
}

static enum layer_end compute_root(struct angry_worker *worker)
{
    struct angry_run *run = worker->run;
    size_t bytes = angry_layer_history_size(&worker->layer) * sizeof(int16_t);
    if (atomic_fetch_add(&run->purse.used, bytes) + bytes > run->purse.limit)
        return LAYER_NO_MEMORY;
    run->history = malloc(bytes);
    if (run->history == NULL)
        return LAYER_NO_MEMORY;
    enum layer_end end = angry_layer_compute(&worker->layer, &worker->room, run->history);
    run->root = worker->layer;
    return end;
}

/* Points of the items taken between the root and a layer. */
static int gained_before(const struct angry_run *run, unsigned eggs, int family)
{
    int eggs_taken = run->terrain.eggs - bits_count(eggs);
    int pigs_taken = family == run->family_count ? run->rich + 1 : bits_count(run->eaten[family]);
    return ANGRY_ITEM * (eggs_taken - pigs_taken);
}

/* What is to come in a layer counts down the actions that are to be left at the end of it, from here: an end
 * worth that much needs none. */
static int clip_of(const struct angry_run *run, unsigned eggs, int family)
{
    int actions = run->terrain.board->cap - run->root_position->actions;
    return run->threshold + 1 - gained_before(run, eggs, family) + actions;
}

/* Is the hen unable to come to more after this move at the root? */
static bool is_bad_move(struct angry_worker *worker, enum angry_move move)
{
    const struct angry_run *run = worker->run;
    const struct angry_position *root = run->root_position;
    if (root->side == ANGRY_HEN)
        return move == ANGRY_PASS ? angry_decision_pass_is_bad(&worker->decision, &worker->decision_room,
                                                               root->hen, root->queen)
                                  : angry_decision_step_is_bad(&worker->decision, &worker->decision_room,
                                                               root->hen, root->queen, move);
    unsigned queen = root->queen;
    if (move != ANGRY_PASS)
        queen = run->terrain.board->step[queen][move];
    if (queen == root->hen)
        return ANGRY_LOSS <= run->threshold;
    return angry_decision_is_bad(&worker->decision, &worker->decision_room, root->hen, queen);
}

/* Whether the hen can come to more from the root, and the move that sees to the answer, if it is the mover's
 * to give. */
static void decide_root(struct angry_worker *worker)
{
    struct angry_run *run = worker->run;
    bool hen = run->root_position->side == ANGRY_HEN;
    move_t at[ANGRY_MOVES];
    int count = angry_list(run->terrain.board, run->root_position, at);
    run->is_more = !hen;
    run->move = at[0];
    for (int i = 0; i < count; i++)
        if (is_bad_move(worker, (enum angry_move)at[i]) != hen) {
            run->is_more = hen;
            run->move = at[i];
            return;
        }
}

static enum layer_end compute_decision(struct angry_worker *worker, unsigned eggs, int family)
{
    struct angry_run *run = worker->run;
    struct decision *decision = &worker->decision;
    decision->layer = &worker->layer;
    decision->purse = &run->purse;
    decision->threshold = run->threshold;
    decision->gained = gained_before(run, eggs, family);
    enum layer_end end = angry_decision_compute(decision, &worker->decision_room);
    if (is_root(run, eggs, family))
        decide_root(worker);
    return end;
}

static void set_passes(struct angry_worker *worker, unsigned eggs, int family)
{
    const struct angry_run *run = worker->run;
    size_t layer = (size_t)eggs * (size_t)run_families(run) + (size_t)family;
    size_t first = layer * (size_t)run->terrain.dead_ends * (size_t)run->terrain.pass_times;
    worker->layer.passed = run->passed != NULL ? run->passed + first : NULL;
    worker->layer.passing = run->passing != NULL ? run->passing + first : NULL;
}

static enum layer_end compute_family(struct angry_worker *worker, unsigned eggs, int family)
{
    struct angry_run *run = worker->run;
    struct layer_plan plan = plan_family(run, eggs, family);
    angry_layer_begin(&worker->layer, &run->terrain, &plan, &run->purse);
    set_passes(worker, eggs, family);
    if (run->is_clipped)
        angry_layer_clip(&worker->layer, clip_of(run, eggs, family));
    import_all(worker, eggs, family);
    export_all(worker, eggs, family);
    if (run->decides)
        return compute_decision(worker, eggs, family);
    return is_root(run, eggs, family) ? compute_root(worker)
                                      : angry_layer_compute(&worker->layer, &worker->room, NULL);
}

enum layer_end angry_family_compute_eggs(struct angry_worker *worker, unsigned eggs)
{
    struct angry_run *run = worker->run;
    assert(eggs <= run_all_of(run->terrain.eggs));
    if (!eggs_open(run, eggs))
        return LAYER_NO_MEMORY;
    enum layer_end end = LAYER_DONE;
    if (run->has_relaxed)
        end = compute_family(worker, eggs, run->family_count);
    for (int family = 0; family < run->family_count && end == LAYER_DONE; family++)
        end = compute_family(worker, eggs, family);
    int trails = run_families(run) * run->terrain.pigs;
    for (int i = 0; i < trails; i++)
        exit_close(run, &worker->pig_exits[i]);
    return end;
}
