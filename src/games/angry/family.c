/* One set of eggs of a run: a layer a family of pigs, and what they hand to one another. */
#include <stdlib.h>

#include "base/bits.h"
#include "games/angry/run.h"

/* -- exits by name -- */

static union exit *egg_exit(const struct angry_run *run, unsigned eggs, int family, int egg)
{
    assert(run->egg_exits[eggs] != NULL && (eggs >> egg & 1) == 0);
    assert(family >= 0 && family < run_families(run));
    return &run->egg_exits[eggs][family * run->plan->terrain.eggs + egg];
}

static union exit *pig_exit(const struct angry_worker *worker, int family, int pig)
{
    assert(family >= 0 && family < run_families(worker->run));
    assert(pig >= 0 && pig < worker->run->plan->terrain.pigs);
    return &worker->pig_exits[family * worker->run->plan->terrain.pigs + pig];
}

static bool is_reached(const struct terrain *terrain, unsigned cell)
{
    return terrain->place[cell] >= 0;
}

static void exit_close(struct angry_run *run, union exit *exit)
{
    run->plan->manner->exit_close(exit, &run->purse);
}

static bool eggs_open(struct angry_run *run, unsigned eggs)
{
    assert(run->egg_exits[eggs] == NULL);
    size_t count = (size_t)(run_families(run) * run->plan->terrain.eggs) + 1;
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
    int count = run_families(run) * run->plan->terrain.eggs;
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
    const struct terrain *terrain = &run->plan->terrain;
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
        worker->run->plan->manner->import_from(worker, i, exit);
    }
}

static void export_one(struct angry_worker *worker, unsigned cell, int prize, union exit *exit)
{
    if (is_reached(&worker->run->plan->terrain, cell))
        worker->run->plan->manner->export_to(worker, cell, prize, exit);
}

static void export_all(struct angry_worker *worker, unsigned eggs, int family)
{
    const struct angry_run *run = worker->run;
    const struct terrain *terrain = &run->plan->terrain;
    unsigned pigs = family == run->family_count ? run_all_of(terrain->pigs) : run->eaten[family];
    worker->decision.export_count = 0;
    for (int egg = 0; egg < terrain->eggs; egg++)
        if (!(eggs >> egg & 1))
            export_one(worker, terrain->egg_cell[egg], ANGRY_ITEM, egg_exit(run, eggs, family, egg));
    for (int pig = 0; pig < terrain->pigs; pig++)
        if (pigs >> pig & 1)
            export_one(worker, terrain->pig_cell[pig], -ANGRY_ITEM, pig_exit(worker, family, pig));
}

static enum layer_end compute_root(struct angry_worker *worker)
{
    struct angry_run *run = worker->run;
    size_t bytes = angry_layer_history_size(&worker->layer) * sizeof(int16_t);
    run->history = angry_purse_grow(&run->purse, NULL, 0, bytes);
    if (run->history == NULL)
        return LAYER_NO_MEMORY;
    enum layer_end end = angry_layer_compute(&worker->layer, &worker->room, run->history);
    run->root = worker->layer;
    return end;
}

int angry_run_gained(const struct angry_run *run, unsigned eggs, int family)
{
    int eggs_taken = run->plan->terrain.eggs - bits_count(eggs);
    int pigs_taken = family == run->family_count ? run->plan->rich + 1 : bits_count(run->eaten[family]);
    return ANGRY_ITEM * (eggs_taken - pigs_taken);
}

bool angry_run_is_spared(const struct angry_plan *plan)
{
    int actions = plan->terrain.board->cap - plan->root->actions;
    bool is_rushed = plan->terrain.board->pass && plan->terrain.wait_time < plan->terrain.time;
    return !is_rushed && plan->threshold >= ANGRY_ITEM * plan->terrain.eggs + ANGRY_LOSS - actions;
}

/* What is to come in a layer counts down the actions that are to be left at the end of it, from here: an end
 * worth that much needs none. */
static int clip_of(const struct angry_run *run, unsigned eggs, int family)
{
    int actions = run->plan->terrain.board->cap - run->plan->root->actions;
    return run->plan->threshold + 1 - angry_run_gained(run, eggs, family) + actions;
}

/* Is the hen unable to come to more after this move at the root? */
static bool is_bad_move(struct angry_worker *worker, enum angry_move move)
{
    const struct angry_run *run = worker->run;
    const struct angry_position *root = run->plan->root;
    if (root->side == ANGRY_HEN)
        return move == ANGRY_PASS ? angry_decision_pass_is_bad(&worker->decision, &worker->decision_room,
                                                               root->hen, root->queen)
                                  : angry_decision_step_is_bad(&worker->decision, &worker->decision_room,
                                                               root->hen, root->queen, move);
    unsigned queen = root->queen;
    if (move != ANGRY_PASS)
        queen = run->plan->terrain.board->step[queen][move];
    if (queen == root->hen)
        return ANGRY_LOSS <= run->plan->threshold;
    return angry_decision_is_bad(&worker->decision, &worker->decision_room, root->hen, queen);
}

/* Whether the hen can come to more from the root, and the move that sees to the answer, if it is the mover's
 * to give. */
static void decide_root(struct angry_worker *worker)
{
    struct angry_run *run = worker->run;
    bool hen = run->plan->root->side == ANGRY_HEN;
    move_t at[ANGRY_MOVES];
    int count = angry_list(run->plan->terrain.board, run->plan->root, at);
    run->is_more = !hen;
    run->least = run->plan->threshold + 1 + (run->plan->terrain.time - worker->decision.asked);
    run->move = at[0];
    for (int i = 0; i < count; i++)
        if (is_bad_move(worker, (enum angry_move)at[i]) != hen) {
            run->is_more = hen;
            run->move = at[i];
            return;
        }
}

static enum layer_end bits_compute(struct angry_worker *worker, unsigned eggs, int family)
{
    struct angry_run *run = worker->run;
    struct decision *decision = &worker->decision;
    decision->layer = &worker->layer;
    decision->purse = &run->purse;
    decision->threshold = run->plan->threshold;
    decision->gained = angry_run_gained(run, eggs, family);
    bool is_watched = run_is_root(run, eggs, family) && run->plan->root->side == ANGRY_HEN &&
                      angry_run_is_spared(run->plan);
    decision->watched = is_watched ? run->plan->root : NULL;
    enum layer_end end = angry_decision_compute(decision, &worker->decision_room);
    if (run_is_root(run, eggs, family))
        decide_root(worker);
    return end;
}

/* -- the manners without a bird; the third is in pair.c -- */

static void values_close(union exit *exit, struct trail_purse *purse)
{
    angry_trail_free(&exit->values, purse);
}

static void values_import(struct angry_worker *worker, int i, const union exit *exit)
{
    worker->layer.import[i] = angry_trail_read(&exit->values);
}

static void values_export(struct angry_worker *worker, unsigned cell, int prize, union exit *exit)
{
    angry_layer_export_to(&worker->layer, cell, prize, &exit->values);
}

static enum layer_end values_compute(struct angry_worker *worker, unsigned eggs, int family)
{
    return run_is_root(worker->run, eggs, family) ? compute_root(worker)
                                                  : angry_layer_compute(&worker->layer, &worker->room, NULL);
}

const struct angry_manner angry_values = {.exit_close = values_close,
                                          .import_from = values_import,
                                          .export_to = values_export,
                                          .compute = values_compute};

static void bits_close(union exit *exit, struct trail_purse *purse)
{
    angry_bit_trail_free(&exit->bits, purse);
}

static void bits_import(struct angry_worker *worker, int i, const union exit *exit)
{
    worker->decision.import[i] = &exit->bits;
}

/* The threshold says what a prize is worth. */
static void bits_export(struct angry_worker *worker, unsigned cell, int prize, union exit *exit)
{
    (void)prize;
    struct decision *decision = &worker->decision;
    assert(decision->export_count < 2 * ITEMS_MAX);
    decision->export[decision->export_count++] = (struct bit_gate){.cell = cell, .trail = &exit->bits};
}

const struct angry_manner angry_bits = {
    .exit_close = bits_close, .import_from = bits_import, .export_to = bits_export, .compute = bits_compute};

/* -- a layer -- */

static void set_passes(struct angry_worker *worker, unsigned eggs, int family)
{
    const struct angry_run *run = worker->run;
    size_t layer = (size_t)eggs * (size_t)run_families(run) + (size_t)family;
    size_t first = layer * (size_t)run->plan->terrain.dead_ends * (size_t)run->plan->terrain.pass_times;
    worker->layer.passed = run->plan->passed != NULL ? run->plan->passed + first : NULL;
    worker->layer.passing = run->plan->passing != NULL ? run->plan->passing + first : NULL;
}

static enum layer_end compute_family(struct angry_worker *worker, unsigned eggs, int family)
{
    struct angry_run *run = worker->run;
    struct layer_plan plan = plan_family(run, eggs, family);
    angry_layer_begin(&worker->layer, &run->plan->terrain, &plan, &run->purse);
    set_passes(worker, eggs, family);
    if (run->plan->is_clipped)
        angry_layer_clip(&worker->layer, clip_of(run, eggs, family));
    import_all(worker, eggs, family);
    export_all(worker, eggs, family);
    return run->plan->manner->compute(worker, eggs, family);
}

enum layer_end angry_family_compute_eggs(struct angry_worker *worker, unsigned eggs)
{
    struct angry_run *run = worker->run;
    assert(eggs <= run_all_of(run->plan->terrain.eggs));
    if (angry_terrain_steps(&run->plan->terrain, eggs) > run->plan->terrain.time)
        return eggs_open(run, eggs) ? LAYER_DONE : LAYER_NO_MEMORY; /* out of reach */
    if (!eggs_open(run, eggs))
        return LAYER_NO_MEMORY;
    enum layer_end end = LAYER_DONE;
    if (run->has_relaxed)
        end = compute_family(worker, eggs, run->family_count);
    for (int family = 0; family < run->family_count && end == LAYER_DONE; family++)
        end = compute_family(worker, eggs, family);
    int trails = run_families(run) * run->plan->terrain.pigs;
    for (int i = 0; i < trails; i++)
        exit_close(run, &worker->pig_exits[i]);
    return end;
}
