#include "games/angry/pair.h"

#include <math.h>

bool angry_pair_covers(const struct angry_board *board, const struct angry_position *root)
{
    return !board->pass && 2 * board->cap - root->turns >= 2 * (board->cap - root->actions);
}

/* As many as there are, looked at once; a question looks at a thirtieth to an eighth of those without pigs. */
double angry_pair_nodes(const struct angry_board *board, const struct angry_position *root)
{
    double places = cells_count(&board->land);
    double layers = ldexp(1, cells_count(&root->eggs));
    double actions = board->cap - root->actions + 1;
    return layers * BLOCKS * places * places * actions;
}

/* -- the root -- */

static enum block block_of(const struct angry_position *root)
{
    assert(root->side >= ANGRY_HEN && root->side <= ANGRY_BIRD);
    return root->side == ANGRY_HEN ? BLOCK_HEN : root->side == ANGRY_BIRD ? BLOCK_BIRD : BLOCK_QUEEN;
}

/* Who stands where, but for one who may have moved. */
static bool is_good(const struct floor *floor, enum block block, unsigned hen, unsigned bird, unsigned queen)
{
    const struct terrain *terrain = floor->plan.terrain;
    assert(hen != bird && bird != queen && hen < CELLS_MAX && bird < CELLS_MAX && queen < CELLS_MAX);
    struct stance stance = {terrain->place[hen], terrain->lane[hen], terrain->lane[bird]};
    return floor_has(floor, block, stance, terrain->lane[queen]);
}

/* Whether a step of player 1 comes to more; asked before the root's layer is turned. */
static bool step_is_good(const struct floor *floor, const struct angry_position *root, enum angry_move move)
{
    const struct terrain *terrain = floor->plan.terrain;
    unsigned to = terrain->board->step[angry_mover(root)][move];
    if (root->side == ANGRY_HEN)
        return floor_leads(floor, terrain->place[to], terrain->lane[root->bird], terrain->lane[root->queen]);
    return to == root->queen ? floor->ends.queen : is_good(floor, BLOCK_QUEEN, root->hen, to, root->queen);
}

/* The same of a step of the queen; asked afterwards. */
static bool answer_is_good(const struct floor *floor, const struct angry_position *root, enum angry_move move)
{
    unsigned to = floor->plan.terrain->board->step[root->queen][move];
    if (to == root->hen || floor->time <= 0)
        return floor->ends.loss;
    return is_good(floor, BLOCK_HEN, root->hen, root->bird, to);
}

/* The first move that does it, as far as that is the mover's to give. */
static void note_move(struct angry_run *run, const struct floor *floor, bool is_queen)
{
    const struct angry_position *root = run->plan->root;
    move_t at[ANGRY_MOVES];
    int count = angry_list(run->plan->terrain.board, root, at);
    assert(count > 0);
    if ((root->side == ANGRY_QUEEN) != is_queen)
        return;
    run->move = at[0];
    for (int i = count; i-- > 0 && at[i] != ANGRY_PASS;)
        if (is_queen ? !answer_is_good(floor, root, (enum angry_move)at[i])
                     : step_is_good(floor, root, (enum angry_move)at[i]))
            run->move = at[i];
}

/* The root with so many actions left; true if the question is answered. */
static bool ask_root(struct angry_run *run, struct floor *floor)
{
    const struct angry_position *root = run->plan->root;
    note_move(run, floor, false);
    angry_floor_turn(floor);
    note_move(run, floor, true);
    run->is_more = is_good(floor, block_of(root), root->hen, root->bird, root->queen);
    run->least = run->plan->threshold + 1 + (floor->last - floor->time);
    return run->is_more && angry_run_is_spared(run->plan);
}

/* -- a layer -- */

static void set_layer(struct angry_worker *worker, unsigned eggs, int family)
{
    const struct angry_run *run = worker->run;
    const struct terrain *terrain = &run->plan->terrain;
    struct floor *floor = &worker->floor;
    unsigned eaten = family == run->family_count ? 0 : run->eaten[family];
    floor->kind = worker->layer.kind;
    floor->gained = angry_run_gained(run, eggs, family);
    floor->last = floor->plan.actions - angry_terrain_steps(terrain, eggs);
    assert(floor->last <= floor->plan.actions && family <= run->family_count);
    floor->eggs = cells_chosen(terrain->egg_cell, eggs);
    floor->pigs = cells_chosen(terrain->pig_cell, run_all_of(terrain->pigs) & ~eaten);
}

static enum layer_end turn_layer(struct angry_worker *worker, bool asks)
{
    enum { TICK = 1 << 14 };
    struct floor *floor = &worker->floor;
    uint64_t told = 0;
    bool is_done = false;
    angry_floor_begin(floor);
    for (int time = -1; time <= floor->last && !is_done; time++) {
        bool is_due = angry_floor_advance(floor, time);
        if (asks)
            is_done = ask_root(worker->run, floor);
        else if (is_due)
            angry_floor_turn(floor);
        if (floor->is_full)
            return LAYER_NO_MEMORY;
        if (floor->made - told < TICK)
            continue;
        if (job_tick(floor->plan.terrain->job, floor->made - told))
            return LAYER_STOPPED;
        told = floor->made;
    }
    return job_tick(floor->plan.terrain->job, floor->made - told) ? LAYER_STOPPED : LAYER_DONE;
}

static enum layer_end pairs_compute(struct angry_worker *worker, unsigned eggs, int family)
{
    bool asks = run_is_root(worker->run, eggs, family);
    set_layer(worker, eggs, family);
    enum layer_end end = LAYER_DONE;
    if (asks || !angry_floor_is_void(&worker->floor))
        end = turn_layer(worker, asks);
    worker->floor.import_count = 0;
    memset(worker->floor.export, 0, sizeof worker->floor.export);
    return end;
}

/* -- the manner -- */

static void pairs_close(union exit *exit, struct trail_purse *purse)
{
    angry_flips_free(&exit->flips, purse);
}

static void pairs_import(struct angry_worker *worker, int i, const union exit *exit)
{
    const struct terrain *terrain = &worker->run->plan->terrain;
    int item = worker->layer.import_item[i];
    struct floor_import *import = &worker->floor.import[i];
    assert(i == worker->floor.import_count);
    worker->floor.import_count++;
    import->cell = item < ITEMS_MAX ? terrain->egg_cell[item] : terrain->pig_cell[item - ITEMS_MAX];
    import->reader = angry_flips_read(&exit->flips);
}

/* The threshold says what a prize is worth. */
static void pairs_export(struct angry_worker *worker, unsigned cell, int prize, union exit *exit)
{
    (void)prize;
    worker->floor.export[worker->run->plan->terrain.place[cell]] = &exit->flips;
}

const struct angry_manner angry_pairs = {.exit_close = pairs_close,
                                         .import_from = pairs_import,
                                         .export_to = pairs_export,
                                         .compute = pairs_compute};
