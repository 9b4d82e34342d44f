#include "games/gems/tour.h"

#include <stdlib.h>

#include "games/gems/beam.h"
#include "solve/tell.h"

enum {
    WIDTH_FIRST = 64,
    WIDTH_FACTOR = 4,
    LABEL_WORK = 96,     /* of a label in arcs of a bound */
    WORK_FIRST = 100000, /* of bettering a bound, at least */
    ROUNDS_MIN = 4,      /* of prices in one go */
    ROUNDS_MAX = 60,
    FRUITLESS_MAX = 3,         /* runs of the widest beam without any gain */
    KINDS_WORK_MAX = 200000000 /* of filling a table by kinds once, at most */
};

static const double SHARE_LEAST = 0.3; /* of the work, of each bound before shares are made whole */

/* One solving. */
struct solving {
    const struct gems_board *board;
    const struct gems_position *root;
    const int16_t *until; /* turns that the things on each cell stay, NULL: always */
    const struct means *means;
    struct job *job;
    struct spots spots;
    struct bound bound[BEAM_BOUNDS];
    int bounds;
    int near_max[BEAM_BOUNDS];
    uint64_t credit[BEAM_BOUNDS]; /* work that each may do */
    struct beam beam;
    int32_t upper; /* points above the root that no play exceeds */
    int32_t rest;  /* points of taking nothing at all */
    int32_t told_lower;
    int32_t told_upper;
    int plan_count;
    move_t plan[PV_MAX];
};

/* -- from a tour to moves -- */

/* A teleport is asked for by noop. */
static void plan_add(struct solving *solving, int deed)
{
    if (solving->plan_count < PV_MAX)
        solving->plan[solving->plan_count++] = (move_t)(deed == GEMS_TELEPORT ? GEMS_NOOP : deed);
}

/* Adds the steps of a way from its beginning. */
static void plan_way(struct solving *solving, const struct ways *ways, int index)
{
    move_t action[GEMS_TURNS_MAX];
    assert(index >= 0 && index < ways->count);
    int count = 0;
    for (; ways->way[index].parent >= 0; index = ways->way[index].parent)
        action[count++] = ways->way[index].action;
    while (count > 0)
        plan_add(solving, action[--count]);
}

/* Finds the way that an arc stands for. */
static bool plan_arc(struct solving *solving, const struct spot *from, const struct arc *arc)
{
    struct ways *ways = &solving->spots.ways;
    if (!gems_ways_search(ways, from->cell, from->keys, arc->turns))
        return false;
    for (int i = ways->first[solving->spots.spot[arc->spot].cell]; i >= 0; i = ways->way[i].next) {
        const struct way *way = &ways->way[i];
        if (!way->beaten && way->turns == arc->turns && gem_set_same(&way->under, &arc->under)) {
            plan_way(solving, ways, i);
            return true;
        }
    }
    assert(false && "an arc is made of a way");
    return false;
}

/* -- taking nothing -- */

/* Standing still costs only on wire, where every turn does; then the nearest dry cell may be cheaper. */
static bool plan_rest(struct solving *solving)
{
    const struct gems_board *board = solving->board;
    int cell = solving->root->cell[0];
    int turns = board->early && solving->root->gems == 0 ? 1 : solving->spots.turns;
    solving->rest = 0;
    if (board->barbed == GEMS_BARBED_ENTRY || !gems_mask_has(&board->wire, cell))
        return true;
    struct ways *ways = &solving->spots.ways;
    int best = -1;
    if (!gems_ways_search(ways, cell, solving->root->keys[0], turns))
        return false;
    solving->rest = -turns * GEMS_COST_WIRE;
    for (int i = 1; i < ways->count; i++) {
        const struct way *way = &ways->way[i];
        bool dry = !gems_mask_has(&board->wire, way->cell) && ways->gem_at[way->cell] < 0;
        if (dry && gem_set_within(&way->under, &(struct gem_set){{0}}) && -way->cost > solving->rest) {
            best = i;
            solving->rest = -way->cost;
        }
    }
    if (best >= 0)
        plan_way(solving, ways, best);
    return true;
}

static bool plan_make(struct solving *solving)
{
    const struct beam_tour *tour = &solving->beam.best;
    int from = 0;
    solving->plan_count = 0;
    if (tour->count == 0 && !plan_rest(solving))
        return false;
    for (int i = 0; i < tour->count; i++) {
        assert(from >= 0 && from < solving->spots.count);
        if (!plan_arc(solving, &solving->spots.spot[from], tour->arc[i]))
            return false;
        from = tour->arc[i]->spot;
    }
    if (solving->plan_count == 0)
        plan_add(solving, GEMS_NOOP);
    return true;
}

/* -- telling -- */

static struct score score_of(const struct solving *solving, int32_t points, enum score_bound bound)
{
    return (struct score){
        .kind = SCORE_PTS, .number = (int64_t)solving->root->score[0] + points, .bound = bound};
}

static void tell_score(const struct solving *solving, int32_t points, enum score_bound bound)
{
    struct solution line = {.depth = solving->plan_count, .pv_count = solving->plan_count};
    memcpy(line.pv, solving->plan, sizeof line.pv);
    tell(solving->job, &line, score_of(solving, points, bound));
}

static bool is_proven(const struct solving *solving)
{
    return solving->upper <= solving->beam.best.score;
}

/* Makes the plan and tells what is new. */
static bool tell_bounds(struct solving *solving)
{
    int32_t lower = solving->beam.best.score;
    assert(solving->upper >= lower);
    if (lower > solving->told_lower && !plan_make(solving))
        return false;
    if (!is_proven(solving) && lower > solving->told_lower)
        tell_score(solving, lower, BOUND_LOWER);
    if (!is_proven(solving) && solving->upper < solving->told_upper)
        tell_score(solving, solving->upper, BOUND_UPPER);
    solving->told_lower = lower;
    solving->told_upper = solving->upper;
    return true;
}

/* -- the work -- */

static int32_t points_below(int32_t units)
{
    return units >= 0 ? units / BOUND_UNIT : -((BOUND_UNIT - 1 - units) / BOUND_UNIT);
}

static void lower_upper(struct solving *solving, int32_t upper)
{
    if (upper < solving->beam.best.score)
        upper = solving->beam.best.score;
    if (upper < solving->upper && solving->spots.all_gems)
        solving->upper = upper;
}

/* Every tour is one of the relaxed game's. */
static void take_bound(struct solving *solving, const struct bound *bound)
{
    int32_t root = points_below(gems_bound_at_root(bound));
    assert(root >= solving->beam.best.score);
    lower_upper(solving, root);
}

static bool add_bound(struct solving *solving, enum bound_resource by, size_t bytes)
{
    assert(solving->bounds < BEAM_BOUNDS);
    struct bound *bound = &solving->bound[solving->bounds];
    bool made = gems_bound_create(bound, &solving->spots, by, bytes) && gems_bound_fill(bound, solving->job);
    if (!made) {
        gems_bound_destroy(bound);
        return false;
    }
    gems_beam_add_bound(&solving->beam, bound);
    solving->near_max[solving->bounds++] = by == BOUND_BY_TURNS ? 3 : 2;
    take_bound(solving, bound);
    return true;
}

/* The two bounds, as far as there is room; one is enough. */
static bool make_bounds(struct solving *solving, size_t bytes)
{
    int64_t work = gems_bound_rows_by_kinds(&solving->spots) * solving->spots.arcs;
    if (work <= KINDS_WORK_MAX)
        add_bound(solving, BOUND_BY_KINDS, bytes / 4);
    add_bound(solving, BOUND_BY_TURNS, bytes / 4);
    return solving->bounds > 0 && !job_stopped(solving->job);
}

/* Betters one bound with the work it has been given so far, if that is enough for some rounds. Each time a
 * little more is remembered. */
static bool better_bound(struct solving *solving, int which)
{
    struct bound *bound = &solving->bound[which];
    assert(bound->fill > 0);
    uint64_t rounds = solving->credit[which] / bound->fill;
    if (rounds < ROUNDS_MIN)
        return true;
    solving->credit[which] = 0;
    if (!gems_bound_better(bound, rounds < ROUNDS_MAX ? (int)rounds : ROUNDS_MAX, solving->near_max[which],
                           solving->beam.best.score, solving->job))
        return false;
    take_bound(solving, bound);
    if (solving->near_max[which] < BOUND_NEAR_MAX)
        solving->near_max[which]++;
    return true;
}

/* As much work as the beam has done, on each bound by how often it was the lowest; but some on each, for one
 * that is never the lowest now may be so once it is better. */
static bool better_bounds(struct solving *solving, uint64_t work)
{
    uint64_t all = 1;
    for (int i = 0; i < solving->bounds; i++)
        all += solving->beam.lowest[i];
    for (int i = 0; i < solving->bounds; i++) {
        double share = (double)solving->beam.lowest[i] / (double)all;
        share = (share + SHARE_LEAST) / (1 + SHARE_LEAST * solving->bounds);
        solving->credit[i] += WORK_FIRST + (uint64_t)(share * (double)work);
        if (!better_bound(solving, i))
            return false;
    }
    return true;
}

/* One run of the beam and one bettering of the bounds; false when there is nothing more to do. */
static bool close_some(struct solving *solving, int width)
{
    struct beam *beam = &solving->beam;
    uint64_t labels = beam->labels;
    if (gems_beam_run(beam, width, solving->job))
        lower_upper(solving, points_below(beam->cut));
    if (!tell_bounds(solving) || is_proven(solving) || means_are_late(solving->means, solving->job))
        return false;
    return better_bounds(solving, (beam->labels - labels) * LABEL_WORK);
}

/* Ever wider; at the greatest width for as long as something comes of it. */
static void close_gap(struct solving *solving)
{
    int width_max = gems_beam_width_max(&solving->beam);
    int fruitless = 0;
    for (int width = WIDTH_FIRST; fruitless < FRUITLESS_MAX; width *= WIDTH_FACTOR) {
        int32_t lower = solving->beam.best.score, upper = solving->upper;
        width = width < width_max / WIDTH_FACTOR ? width : width_max;
        if (!close_some(solving, width))
            return;
        bool closer = solving->beam.best.score > lower || solving->upper < upper;
        fruitless = width < width_max || closer ? 0 : fruitless + 1;
        width = width < width_max ? width : width_max / WIDTH_FACTOR;
    }
}

static void solve_one(struct solving *solving, struct solution *solution)
{
    size_t bytes = solving->means->bytes;
    if (!gems_spots_build(&solving->spots, solving->board, solving->root, solving->until, solving->job))
        return;
    gems_beam_init(&solving->beam, &solving->spots, bytes / 2);
    if (!plan_rest(solving))
        return;
    solving->beam.best.score = solving->rest;
    solving->upper = INT32_MAX;
    solving->told_lower = INT32_MIN;
    solving->told_upper = INT32_MAX;
    if (make_bounds(solving, bytes))
        close_gap(solving);
    if (!means_are_late(solving->means, solving->job) &&
        !is_proven(solving)) /* all that was left is a wider beam */
        solution->lacks = 4 * (uint64_t)bytes;
    if (solving->told_lower == INT32_MIN) /* not even a narrow beam: anything else sees more */
        return;
    if (solving->told_lower < solving->beam.best.score && !plan_make(solving))
        return;
    assert(solving->plan_count > 0 && solving->plan_count <= PV_MAX);
    solution->end = is_proven(solving) ? END_PROVEN : END_BEST;
    solution->best = solving->plan[0];
    solution->score =
        score_of(solving, solving->beam.best.score, is_proven(solving) ? BOUND_PROVEN : BOUND_LOWER);
    solution->depth = solution->pv_count = solving->plan_count;
    memcpy(solution->pv, solving->plan, sizeof solution->pv);
}

static void tell_stops(const struct solving *solving, struct tour_stops *stops)
{
    const struct beam_tour *tour = &solving->beam.best;
    bool is_known = solving->upper != INT32_MAX && solving->bounds > 0;
    stops->upper = is_known ? (int64_t)solving->root->score[0] + solving->upper : INT64_MAX;
    stops->count = tour->count < PV_MAX ? tour->count : PV_MAX;
    for (int i = 0; i < stops->count; i++)
        stops->cell[i] = solving->spots.spot[tour->arc[i]->spot].cell;
}

void gems_tour_solve(const struct means *means, const struct gems_board *board,
                     const struct gems_position *position, const int16_t until[GEMS_CELLS], struct job *job,
                     struct solution *solution, struct tour_stops *stops)
{
    assert(board->players == 1);
    struct solving *solving = calloc(1, sizeof *solving);
    if (solving == NULL)
        return;
    solving->board = board;
    solving->root = position;
    solving->until = until;
    solving->means = means;
    solving->job = job;
    solve_one(solving, solution);
    if (stops != NULL)
        tell_stops(solving, stops);
    gems_beam_free(&solving->beam);
    for (int i = 0; i < solving->bounds; i++)
        gems_bound_destroy(&solving->bound[i]);
    gems_spots_free(&solving->spots);
    free(solving);
}
