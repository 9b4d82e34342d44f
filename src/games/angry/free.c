/* The free queen: bounds of the minimax value that close as more sets of pigs are looked at exactly.
 *
 * A run computes every set of eggs, fewest first; for each of them the sets of pigs of which at most
 * `rich` have been eaten. Beyond those the hen takes no pig (lower bound), or pays for one and walks over all
 * the others (upper bound). Sets of eggs of the same size do not depend on one another: threads share them.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"
#include "games/angry/decide.h"
#include "games/angry/layer.h"
#include "games/angry/solve.h"

enum { WORKERS_MAX = 64 };

/* What a layer hands to one above it. */
union exit {
    struct trail values;
    struct bit_trail bits; /* of a run that decides */
};

struct run {
    struct terrain terrain;
    bool decides;  /* asks whether the bound is more than `threshold`, else computes it */
    int threshold; /* points to come */
    bool is_more;  /* the answer, */
    move_t move;   /* and the move that sees to it */
    int rich;      /* pigs that may be eaten exactly */
    /* Sets of pigs eaten, the largest first; the last is empty. After them stands the relaxed family. */
    int family_count;
    uint16_t *eaten;
    int32_t *family_of; /* by set; -1: none */
    bool has_relaxed;
    union exit **egg_exits; /* by set of eggs: of each family, of each egg; NULL when not alive */
    struct trail_purse purse;
    int16_t *history; /* of the root's layer */
    struct layer root;
    const struct angry_position *root_position;
    /* -- the level at work -- */
    uint16_t *todo; /* sets of eggs */
    int todo_count;
    atomic_int next;
    atomic_int end; /* enum layer_end: anything but DONE ends the run */
};

/* One thread's belongings. */
struct worker {
    struct run *run;
    struct layer layer;
    struct layer_room room;
    int16_t *rows;
    struct decision decision;
    struct decision_room decision_room;
    union exit *pig_exits; /* by family and pig, of the set of eggs at work */
    pthread_t thread;
};

static unsigned all_of(int count)
{
    return (1u << count) - 1;
}

/* -- exits by name -- */

static union exit *egg_exit(const struct run *run, unsigned eggs, int family, int egg)
{
    return &run->egg_exits[eggs][family * run->terrain.eggs + egg];
}

static union exit *pig_exit(const struct worker *worker, int family, int pig)
{
    return &worker->pig_exits[family * worker->run->terrain.pigs + pig];
}

static int family_room(const struct run *run)
{
    return run->family_count + run->has_relaxed;
}

static bool is_reached(const struct terrain *terrain, unsigned cell)
{
    return terrain->place[cell] >= 0;
}

static void exit_close(struct run *run, union exit *exit)
{
    if (run->decides)
        bit_trail_free(&exit->bits, &run->purse);
    else
        trail_free(&exit->values, &run->purse);
}

static bool eggs_open(struct run *run, unsigned eggs)
{
    size_t count = (size_t)(family_room(run) * run->terrain.eggs) + 1;
    size_t bytes = count * sizeof(union exit);
    if (atomic_fetch_add(&run->purse.used, bytes) + bytes > run->purse.limit)
        return false;
    run->egg_exits[eggs] = calloc(count, sizeof(union exit));
    return run->egg_exits[eggs] != NULL;
}

static void eggs_close(struct run *run, unsigned eggs)
{
    union exit *exits = run->egg_exits[eggs];
    if (exits == NULL)
        return;
    int count = family_room(run) * run->terrain.eggs;
    for (int i = 0; i < count; i++)
        exit_close(run, &exits[i]);
    free(exits);
    atomic_fetch_sub(&run->purse.used, ((size_t)count + 1) * sizeof(union exit));
    run->egg_exits[eggs] = NULL;
}

/* -- one set of eggs -- */

/* The family that the hen comes to who eats `pig`; -1: she may not. */
static int family_behind(const struct run *run, int family, int pig)
{
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

static struct layer_plan plan_family(const struct run *run, unsigned eggs, int family)
{
    const struct terrain *terrain = &run->terrain;
    struct layer_plan plan = {.kind = LAYER_RELAXED, .eggs = eggs, .pigs = all_of(terrain->pigs)};
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

static void import_all(struct worker *worker, unsigned eggs, int family)
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
            layer->import[i] = trail_read(&exit->values);
    }
}

static void export_one(struct worker *worker, unsigned cell, int prize, union exit *exit)
{
    struct decision *decision = &worker->decision;
    if (!is_reached(&worker->run->terrain, cell))
        return;
    if (worker->run->decides)
        decision->export[decision->export_count++] = (struct bit_gate){.cell = cell, .trail = &exit->bits};
    else
        layer_export_to(&worker->layer, cell, prize, &exit->values);
}

static void export_all(struct worker *worker, unsigned eggs, int family)
{
    const struct run *run = worker->run;
    const struct terrain *terrain = &run->terrain;
    unsigned pigs = family == run->family_count ? all_of(terrain->pigs) : run->eaten[family];
    worker->decision.export_count = 0;
    for (int egg = 0; egg < terrain->eggs; egg++)
        if (!(eggs >> egg & 1))
            export_one(worker, terrain->egg_cell[egg], ANGRY_ITEM, egg_exit(run, eggs, family, egg));
    for (int pig = 0; pig < terrain->pigs; pig++)
        if (pigs >> pig & 1)
            export_one(worker, terrain->pig_cell[pig], -ANGRY_ITEM, pig_exit(worker, family, pig));
}

static bool is_root(const struct run *run, unsigned eggs, int family)
{
    return eggs == all_of(run->terrain.eggs) && family == run->family_count - 1;
}

static enum layer_end compute_root(struct worker *worker)
{
    struct run *run = worker->run;
    size_t bytes = layer_history_size(&worker->layer) * sizeof(int16_t);
    if (atomic_fetch_add(&run->purse.used, bytes) + bytes > run->purse.limit)
        return LAYER_NO_MEMORY;
    run->history = malloc(bytes);
    if (run->history == NULL)
        return LAYER_NO_MEMORY;
    enum layer_end end = layer_compute(&worker->layer, &worker->room, run->history);
    run->root = worker->layer;
    return end;
}

/* Points of the items taken between the root and a layer. */
static int gained_before(const struct run *run, unsigned eggs, int family)
{
    int eggs_taken = run->terrain.eggs - __builtin_popcount(eggs);
    int pigs_taken = family == run->family_count ? run->rich + 1 : __builtin_popcount(run->eaten[family]);
    return ANGRY_ITEM * (eggs_taken - pigs_taken);
}

/* Is the hen unable to come to more after this move at the root? */
static bool is_bad_move(struct worker *worker, enum angry_move move)
{
    const struct run *run = worker->run;
    const struct angry_position *root = run->root_position;
    if (root->side == ANGRY_HEN && move != ANGRY_PASS)
        return decision_step_is_bad(&worker->decision, &worker->decision_room, root->hen, root->queen, move);
    unsigned queen = root->queen;
    if (root->side == ANGRY_QUEEN && move != ANGRY_PASS)
        queen = run->terrain.board->step[queen][move];
    if (queen == root->hen)
        return ANGRY_LOSS <= run->threshold;
    return decision_is_bad(&worker->decision, &worker->decision_room, root->hen, queen);
}

/* Whether the hen can come to more from the root, and the move that sees to the answer, if it is the mover's
 * to give. */
static void decide_root(struct worker *worker)
{
    struct run *run = worker->run;
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

static enum layer_end compute_decision(struct worker *worker, unsigned eggs, int family)
{
    struct run *run = worker->run;
    struct decision *decision = &worker->decision;
    decision->layer = &worker->layer;
    decision->purse = &run->purse;
    decision->threshold = run->threshold;
    decision->gained = gained_before(run, eggs, family);
    enum layer_end end = decision_compute(decision, &worker->decision_room);
    if (is_root(run, eggs, family))
        decide_root(worker);
    return end;
}

static enum layer_end compute_family(struct worker *worker, unsigned eggs, int family)
{
    struct run *run = worker->run;
    struct layer_plan plan = plan_family(run, eggs, family);
    layer_begin(&worker->layer, &run->terrain, &plan, &run->purse);
    import_all(worker, eggs, family);
    export_all(worker, eggs, family);
    if (run->decides)
        return compute_decision(worker, eggs, family);
    return is_root(run, eggs, family) ? compute_root(worker)
                                      : layer_compute(&worker->layer, &worker->room, NULL);
}

static enum layer_end compute_eggs(struct worker *worker, unsigned eggs)
{
    struct run *run = worker->run;
    if (!eggs_open(run, eggs))
        return LAYER_NO_MEMORY;
    enum layer_end end = LAYER_DONE;
    if (run->has_relaxed)
        end = compute_family(worker, eggs, run->family_count);
    for (int family = 0; family < run->family_count && end == LAYER_DONE; family++)
        end = compute_family(worker, eggs, family);
    int trails = family_room(run) * run->terrain.pigs;
    for (int i = 0; i < trails; i++)
        exit_close(run, &worker->pig_exits[i]);
    return end;
}

/* -- all sets of eggs of a size, on all threads -- */

static bool worker_open(struct worker *worker, struct run *run)
{
    size_t values = (size_t)run->terrain.places * (size_t)run->terrain.width;
    size_t exits = (size_t)(family_room(run) * run->terrain.pigs) + 1;
    worker->run = run;
    worker->rows = calloc(2 * values, sizeof(int16_t));
    worker->pig_exits = calloc(exits, sizeof(union exit));
    worker->room.now = worker->rows;
    worker->room.before = worker->rows != NULL ? worker->rows + values : NULL;
    return worker->rows != NULL && worker->pig_exits != NULL;
}

static void worker_close(struct worker *worker)
{
    if (worker == NULL)
        return;
    free(worker->rows);
    free(worker->pig_exits);
    free(worker);
}

static void *worker_work(void *argument)
{
    struct worker *worker = argument;
    struct run *run = worker->run;
    while (atomic_load(&run->end) == LAYER_DONE) {
        int index = atomic_fetch_add(&run->next, 1);
        if (index >= run->todo_count)
            break;
        enum layer_end end = compute_eggs(worker, run->todo[index]);
        if (end != LAYER_DONE)
            atomic_store(&run->end, (int)end);
    }
    return NULL;
}

/* The first works in this thread; whoever cannot be started is not missed. */
static void level_compute(struct run *run, struct worker *workers[], int count)
{
    bool started[WORKERS_MAX] = {false};
    atomic_store(&run->next, 0);
    for (int i = 1; i < count && i < run->todo_count; i++)
        started[i] = pthread_create(&workers[i]->thread, NULL, worker_work, workers[i]) == 0;
    worker_work(workers[0]);
    for (int i = 1; i < count; i++)
        if (started[i])
            pthread_join(workers[i]->thread, NULL);
}

static bool workers_open(struct run *run, struct worker *workers[], int count)
{
    bool opened = true;
    for (int i = 0; i < count; i++) {
        workers[i] = calloc(1, sizeof *workers[i]);
        opened = opened && workers[i] != NULL && worker_open(workers[i], run);
    }
    return opened;
}

static void level_list(struct run *run, int size)
{
    run->todo_count = 0;
    for (unsigned eggs = 0; eggs <= all_of(run->terrain.eggs); eggs++)
        if (__builtin_popcount(eggs) == size)
            run->todo[run->todo_count++] = (uint16_t)eggs;
}

/* Sets of eggs of `size` are no longer read. */
static void level_close(struct run *run, int size)
{
    for (unsigned eggs = 0; eggs <= all_of(run->terrain.eggs); eggs++)
        if (__builtin_popcount(eggs) == size)
            eggs_close(run, eggs);
}

static enum layer_end run_levels(struct run *run, int threads)
{
    struct worker *workers[WORKERS_MAX] = {NULL};
    int count = threads < 1 ? 1 : threads < WORKERS_MAX ? threads : WORKERS_MAX;
    atomic_store(&run->end, LAYER_DONE);
    if (!workers_open(run, workers, count))
        atomic_store(&run->end, LAYER_NO_MEMORY);
    for (int size = 0; size <= run->terrain.eggs && atomic_load(&run->end) == LAYER_DONE; size++) {
        level_list(run, size);
        level_compute(run, workers, count);
        if (size > 0)
            level_close(run, size - 1);
    }
    for (int i = 0; i < count; i++)
        worker_close(workers[i]);
    return (enum layer_end)atomic_load(&run->end);
}

/* -- a run -- */

/* Sets of at most `rich` pigs, the largest first. */
static void list_families(struct run *run)
{
    run->family_count = 0;
    for (int size = run->rich; size >= 0; size--)
        for (unsigned eaten = 0; eaten <= all_of(run->terrain.pigs); eaten++)
            if (__builtin_popcount(eaten) == size)
                run->eaten[run->family_count++] = (uint16_t)eaten;
    for (unsigned eaten = 0; eaten <= all_of(run->terrain.pigs); eaten++)
        run->family_of[eaten] = -1;
    for (int family = 0; family < run->family_count; family++)
        run->family_of[run->eaten[family]] = (int32_t)family;
}

static bool run_open(struct run *run, bool upper, int rich, size_t bytes)
{
    assert(rich >= 0 && rich <= run->terrain.pigs);
    size_t egg_sets = (size_t)1 << run->terrain.eggs;
    size_t pig_sets = (size_t)1 << run->terrain.pigs;
    run->rich = rich;
    run->has_relaxed = upper && rich < run->terrain.pigs;
    run->history = NULL;
    run->purse.limit = bytes;
    atomic_store(&run->purse.used, 0);
    run->eaten = malloc(pig_sets * sizeof *run->eaten);
    run->family_of = malloc(pig_sets * sizeof *run->family_of);
    run->egg_exits = calloc(egg_sets, sizeof(struct trail *));
    run->todo = malloc(egg_sets * sizeof *run->todo);
    if (run->eaten == NULL || run->family_of == NULL || run->egg_exits == NULL || run->todo == NULL)
        return false;
    list_families(run);
    return true;
}

static void run_close(struct run *run)
{
    for (unsigned eggs = 0; run->egg_exits != NULL && eggs <= all_of(run->terrain.eggs); eggs++)
        eggs_close(run, eggs);
    free(run->eaten);
    free(run->family_of);
    free(run->egg_exits);
    free(run->todo);
    free(run->history);
}

/* -- what the root's layer says -- */

/* A line of best play, as far as the root's layer knows it. */
struct path {
    const struct run *run;
    struct layer_room *room;
    int time;
    struct angry_position position;
};

static int hen_value(const struct path *path, unsigned queen)
{
    return layer_hen_value(&path->run->root, path->room, path->run->history, path->time, path->position.hen,
                           queen);
}

/* What a move is worth, the hen's view. */
static int move_value(const struct path *path, enum angry_move move)
{
    const struct angry_position *position = &path->position;
    if (position->side == ANGRY_HEN)
        return layer_step_value(&path->run->root, path->room, path->run->history, path->time, position->hen,
                                position->queen, move);
    unsigned to =
        move == ANGRY_PASS ? position->queen : path->run->terrain.board->step[position->queen][move];
    return to == position->hen ? ANGRY_LOSS : hen_value(path, to);
}

static enum angry_move best_move(const struct path *path, int *value)
{
    move_t at[ANGRY_MOVES];
    int count = angry_list(path->run->terrain.board, &path->position, at);
    bool hen = path->position.side == ANGRY_HEN;
    int best = 0;
    for (int i = 0; i < count; i++) {
        int found = move_value(path, (enum angry_move)at[i]);
        if (i == 0 || (hen ? found > *value : found < *value)) {
            best = i;
            *value = found;
        }
    }
    return (enum angry_move)at[best];
}

static bool took_item(const struct angry_position *before, const struct angry_position *after)
{
    return !cells_same(&before->eggs, &after->eggs) || !cells_same(&before->pigs, &after->pigs);
}

/* Plays a move; the counter of the run goes on as the game's own do. */
static void path_play(struct path *path, enum angry_move move)
{
    bool hen = path->position.side == ANGRY_HEN;
    bool counts = move != ANGRY_PASS || path->run->terrain.clock == CLOCK_TURNS;
    angry_apply(path->run->terrain.board, &path->position, move);
    if (hen && counts)
        path->time--;
}

/* The value of the root, and a line that begins with the move that keeps it. */
static int read_root(const struct run *run, const struct angry_position *root, struct layer_room *room,
                     struct angry_bounds *bounds)
{
    struct path path = {.run = run, .room = room, .time = run->terrain.time, .position = *root};
    int value = 0;
    bounds->pv_count = 0;
    while (bounds->pv_count < PV_MAX && path.time > 0 && !angry_over(run->terrain.board, &path.position)) {
        struct angry_position before = path.position;
        int worth = 0;
        enum angry_move move = best_move(&path, &worth);
        if (bounds->pv_count == 0)
            value = path.position.side == ANGRY_HEN ? hen_value(&path, path.position.queen) : worth;
        bounds->pv[bounds->pv_count++] = (move_t)move;
        path_play(&path, move);
        if (took_item(&before, &path.position))
            break;
    }
    return value;
}

/* -- the bounds close -- */

/* How the counters of the rules become one. */
struct clocks {
    enum run_clock clock;
    int lower; /* the counter of lower bounds, and of upper ones: more time is better for the hen */
    int upper;
};

/* With pass=on the hen can sit out what is left at no cost, so that more of either counter is never worse for
 * her, and counting turns alone from the smaller or the larger one bounds the value. Without it passes are
 * forced and few: at most one between two actions. False: both counters matter. */
static bool choose_clocks(const struct terrain *terrain, const struct angry_position *root,
                          struct clocks *clocks)
{
    const struct angry_board *board = terrain->board;
    int actions = board->cap - root->actions;
    int turns = 2 * board->cap - root->turns;
    assert(actions > 0 && turns > 0);
    int least = actions < turns ? actions : turns;
    if (board->pass || turns <= actions) {
        *clocks = (struct clocks){CLOCK_TURNS, least, board->pass ? turns : least};
        return true;
    }
    bool is_passing = root->side == ANGRY_HEN && angry_stuck(board, root);
    *clocks = (struct clocks){CLOCK_ACTIONS, actions, actions};
    return terrain->dead_ends == 0 || turns >= 2 * actions - 1 + is_passing;
}

/* Before anything is known: is there no time for even the first bound, so that a search should have it? */
static bool is_hopeless(const struct angry_quest *quest, const struct run *run)
{
    enum { VECTORS_PER_MICROSECOND = 400 };
    int64_t deadline = atomic_load(&quest->job->deadline);
    bool is_first = !quest->bounds.has_lower && !quest->bounds.has_upper;
    if (quest->means->to_the_end || deadline == INT64_MAX || !is_first)
        return false;
    const struct terrain *terrain = &run->terrain;
    int64_t layers = (int64_t)family_room(run) << terrain->eggs;
    int64_t vectors = layers * terrain->time * terrain->places * (terrain->width / LANES);
    int64_t threads = quest->means->threads > 0 ? quest->means->threads : 1;
    return vectors / (VECTORS_PER_MICROSECOND * threads) > deadline - clock_now();
}

static void take_bound(struct angry_quest *quest, const struct run *run, bool is_lower, bool is_upper)
{
    struct angry_bounds found = quest->bounds;
    struct layer_room *room = calloc(1, sizeof *room);
    int16_t *rows = malloc((size_t)run->terrain.places * (size_t)run->terrain.width * sizeof *rows);
    if (room != NULL && rows != NULL) {
        room->before = rows;
        layer_room_begin(room);
        int value = read_root(run, quest->position, room, &found);
        angry_quest_bound(quest, &found, value, is_lower, is_upper);
    }
    free(rows);
    free(room);
}

/* One run; what came of it. */
static enum layer_end run_all(struct angry_quest *quest, struct run *run, int rich, bool upper)
{
    if (!run_open(run, upper, rich, quest->means->bytes))
        return LAYER_NO_MEMORY;
    return is_hopeless(quest, run) ? LAYER_STOPPED : run_levels(run, quest->means->threads);
}

static bool is_done(const struct angry_quest *quest, enum layer_end end)
{
    if (end == LAYER_NO_MEMORY)
        quest->job->note(quest->job->context, "angry: a larger Hash would narrow the bounds further");
    return end == LAYER_DONE;
}

/* A run that computes a bound; false when nothing more will come. */
static bool compute_bound(struct angry_quest *quest, struct run *run, int rich, bool is_lower, bool is_upper)
{
    run->decides = false;
    enum layer_end end = run_all(quest, run, rich, is_upper);
    if (end == LAYER_DONE)
        take_bound(quest, run, is_lower, is_upper);
    run_close(run);
    return is_done(quest, end);
}

/* A run that asks whether a bound is more than `threshold`, and takes the answer if it says something of the
 * value; false when nothing more will come. */
static bool decide_bound(struct angry_quest *quest, struct run *run, int rich, bool upper, int threshold)
{
    bool is_exact = rich == run->terrain.pigs;
    run->decides = true;
    run->threshold = threshold;
    enum layer_end end = run_all(quest, run, rich, upper);
    struct angry_bounds line = {.pv_count = 1, .pv = {run->move}};
    if (end == LAYER_DONE && run->is_more && (!upper || is_exact))
        angry_quest_bound(quest, &line, threshold + 1, true, false);
    if (end == LAYER_DONE && !run->is_more && (upper || is_exact))
        angry_quest_bound(quest, &line, threshold, false, true);
    run_close(run);
    return is_done(quest, end);
}

static bool is_closed(const struct angry_quest *quest)
{
    const struct angry_bounds *bounds = &quest->bounds;
    return bounds->has_lower && bounds->has_upper && bounds->lower == bounds->upper;
}

/* The hen can come to more than her bound with `rich` pigs: how much more? */
static bool raise_lower(struct angry_quest *quest, struct run *run, int rich)
{
    int high = quest->bounds.upper - 1; /* first of all, whether the bounds meet */
    int threshold = high;
    while (quest->bounds.lower <= high) {
        int before = quest->bounds.lower;
        if (!decide_bound(quest, run, rich, false, threshold))
            return false;
        if (quest->bounds.lower == before)
            high = threshold - 1;
        threshold = quest->bounds.lower + (high - quest->bounds.lower) / 2;
    }
    return true;
}

/* Asks again and again whether the hen's best so far is all there is; whenever neither bound has an answer
 * one pig more is looked at exactly. */
static void decide_all(struct angry_quest *quest, struct run *run)
{
    for (int rich = 1; !is_closed(quest);) {
        int lower = quest->bounds.lower;
        if (!decide_bound(quest, run, rich, true, lower) || is_closed(quest))
            return;
        if (rich < run->terrain.pigs && !decide_bound(quest, run, rich, false, lower))
            return;
        if (quest->bounds.lower == lower)
            rich++;
        else if (!raise_lower(quest, run, rich))
            return;
    }
}

/* With pass=on the counters of the bounds differ, and time does not say how much was spent: all by values. */
static void compute_all(struct angry_quest *quest, struct run *run, const struct clocks *clocks)
{
    run->terrain.clock = clocks->clock;
    for (int rich = 0; rich <= run->terrain.pigs && !is_closed(quest); rich++) {
        bool is_exact = rich == run->terrain.pigs && clocks->lower == clocks->upper;
        run->terrain.time = clocks->lower;
        if (!compute_bound(quest, run, rich, true, is_exact) || is_exact)
            return;
        run->terrain.time = clocks->upper;
        if (!compute_bound(quest, run, rich, false, true))
            return;
        if (rich == 0 && clocks->clock == CLOCK_ACTIONS) {
            decide_all(quest, run);
            return;
        }
    }
}

void angry_solve_free(struct angry_quest *quest)
{
    struct run *run = calloc(1, sizeof *run);
    struct clocks clocks;
    if (run == NULL)
        return;
    run->terrain.job = quest->job;
    run->root_position = quest->position;
    if (!terrain_survey(&run->terrain, quest->board, quest->position))
        quest->job->note(quest->job->context, "angry: too many eggs or pigs to solve");
    else if (!choose_clocks(&run->terrain, quest->position, &clocks))
        quest->job->note(quest->job->context, "angry: both actions and turns are about to end, not solved");
    else
        compute_all(quest, run, &clocks);
    free(run);
}
