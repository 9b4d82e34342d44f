#include "games/monopoly/solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "games/monopoly/block.h"
#include "games/monopoly/build.h"
#include "games/monopoly/image.h"
#include "solve/tell.h"

enum { WIDTH_FINE = 4, WIDTH_COARSE = 2 };

struct oracle {
    struct ledger *ledger; /* NULL until a solve wants one */
    unsigned char head[IMAGE_HEAD];
};

static void *create(void)
{
    return calloc(1, sizeof(struct oracle));
}

static void drop(struct oracle *oracle)
{
    monopoly_ledger_destroy(oracle->ledger);
    oracle->ledger = NULL;
}

static void destroy(void *self)
{
    drop(self);
    free(self);
}

static void clear(void *self)
{
    (void)self; /* what it knows is true of every game */
}

/* -- reading the ledger -- */

/* A limit of actions would need a ledger for each number of them, and without the fine there always is one. A
 * sale at the full price would not lower the wealth. */
static bool is_covered(const struct monopoly_board *rules)
{
    return rules->maxturns == 0 && rules->fine && rules->sellpercent < 100;
}

/* Of the table as a whole, in units. */
static int wealth_of(const struct census *census, const struct monopoly_position *state)
{
    int holding = monopoly_census_holding(census, state);
    return monopoly_census_units(census, state->cash[0]) + monopoly_census_units(census, state->cash[1]) +
           (int)census->owned[holding];
}

static bool covers(const struct board *board, struct fault *fault)
{
    return is_covered(monopoly_board(board)) ||
           fault_set(fault, "rules", "with maxturns or sellpercent=100 have no tables");
}

static bool is_of(const struct ledger *ledger, const struct board *board)
{
    const struct monopoly_board *rules = monopoly_board(board);
    return ledger != NULL && is_covered(rules) && ledger->census.sellpercent == rules->sellpercent;
}

/* The chance of the player who is about to roll. */
static double chance_at_roll(const struct ledger *ledger, const struct monopoly_position *state)
{
    const struct census *census = &ledger->census;
    assert(state->phase == MONOPOLY_PHASE_ROLL && state->cash[0] > 0 && state->cash[1] > 0);
    int holding = monopoly_census_holding(census, state);
    int me = state->side;
    return monopoly_ledger_value(ledger, wealth_of(census, state),
                                 me == 0 ? holding : census->mirror[holding], state->at[me], state->at[!me],
                                 monopoly_census_units(census, state->cash[me]));
}

/* The mover's chance after an action of his. */
static double chance_after(const struct ledger *ledger, const struct board *board,
                           const struct position *position, move_t action)
{
    struct position next = *position;
    monopoly_apply(board, &next, action);
    int me = monopoly_position(position)->side;
    switch (monopoly_result(board, &next)) {
    case RESULT_NONE: return 1 - chance_at_roll(ledger, monopoly_position(&next));
    case RESULT_ONE: return me == 0 ? 1 : 0;
    case RESULT_TWO: return me == 1 ? 1 : 0;
    default: assert(false && "no draw without a limit of actions"); return 0.5;
    }
}

static value_t value_of(double chance)
{
    assert(chance >= 0 && chance <= 1);
    return (value_t)lround((2 * chance - 1) * VALUE_WIN);
}

static bool knows(const void *self, const struct board *board, const struct position *position,
                  value_t *value)
{
    const struct ledger *ledger = ((const struct oracle *)self)->ledger;
    const struct monopoly_position *state = monopoly_position(position);
    if (state->phase != MONOPOLY_PHASE_ROLL || !is_of(ledger, board))
        return false;
    if (wealth_of(&ledger->census, state) > ledger->reach)
        return false;
    double chance = chance_at_roll(ledger, state);
    *value = value_of(state->side == 0 ? chance : 1 - chance); /* a roll is seen by player 1 */
    return true;
}

/* -- the answer -- */

struct ranked_action {
    int count;
    struct {
        move_t move;
        double chance;
    } at[MONOPOLY_MOVES_END];
};

/* Best first; of equals the one that is listed first. */
static void rank_moves(const struct ledger *ledger, const struct means *means, const struct board *board,
                       const struct position *position, struct ranked_action *ranked)
{
    struct move_list list;
    monopoly_moves(board, position, &list);
    ranked->count = 0;
    for (int i = 0; i < list.count; i++) {
        if (means->only != NULL && means->only->count > 0 && !move_list_has(means->only, list.at[i]))
            continue;
        double chance = chance_after(ledger, board, position, list.at[i]);
        int place = ranked->count++;
        for (; place > 0 && ranked->at[place - 1].chance < chance; place--)
            ranked->at[place] = ranked->at[place - 1];
        ranked->at[place].move = list.at[i];
        ranked->at[place].chance = chance;
    }
    assert(ranked->count > 0);
}

/* Coarse cells are not exact to the last digit that is printed. */
static struct score score_of(const struct ledger *ledger, double chance)
{
    assert(chance >= 0 && chance <= 1);
    enum score_bound bound = ledger->width == WIDTH_FINE ? BOUND_PROVEN : BOUND_ESTIMATE;
    return (struct score){.kind = SCORE_WP, .number = lround(chance * 1e6), .bound = bound};
}

static struct solution solution_of(const struct ledger *ledger, const struct ranked_action *ranked, int index)
{
    move_t move = ranked->at[index].move;
    return (struct solution){.end = ledger->width == WIDTH_FINE ? END_PROVEN : END_BEST,
                             .best = move,
                             .score = score_of(ledger, ranked->at[index].chance),
                             .depth = 1,
                             .pv_count = 1,
                             .pv = {move}};
}

static void answer(const struct ledger *ledger, const struct means *means, const struct board *board,
                   const struct position *position, struct job *job, struct solution *solution)
{
    struct ranked_action ranked;
    rank_moves(ledger, means, board, position, &ranked);
    job_tick(job, (uint64_t)ranked.count);
    *solution = solution_of(ledger, &ranked, 0);
    for (int i = 0; means->multipv > 1 && i < ranked.count && i < means->multipv; i++) {
        struct solution line = solution_of(ledger, &ranked, i);
        tell_line(job, i + 1, &line, line.score);
    }
}

/* -- plans -- */

struct plan {
    int width; /* bytes of a cell */
    int reach;
};

/* Bytes that cells may take when the threads have their room. */
static size_t bytes_for_cells(const struct means *means, int wealth)
{
    size_t rooms = (size_t)means->threads * monopoly_block_bytes(wealth) + sizeof(struct ledger);
    return means->bytes > rooms ? means->bytes - rooms : 0;
}

/* How far layers of this width reach, at most to `wealth`; borrowed ones cost nothing. */
static int reach_of(const struct ledger *ledger, int width, const struct means *means, int wealth)
{
    size_t bytes = bytes_for_cells(means, wealth);
    if (width == ledger->width)
        bytes += monopoly_ledger_bytes(&ledger->census, width, ledger->borrowed - 1);
    return monopoly_ledger_reach_within(&ledger->census, width, bytes, wealth);
}

/* Fine cells if they reach `wealth`, else coarse ones, as far as those reach. */
static struct plan plan_for(const struct ledger *ledger, const struct means *means, int wealth)
{
    struct plan fine = {.width = WIDTH_FINE, .reach = reach_of(ledger, WIDTH_FINE, means, wealth)};
    struct plan coarse = {.width = WIDTH_COARSE, .reach = reach_of(ledger, WIDTH_COARSE, means, wealth)};
    return fine.reach == wealth ? fine : coarse;
}

/* Whether what is solved serves cells of this width too. */
static bool is_use(const struct ledger *ledger, int width)
{
    return ledger->width == width || (ledger->width > width && ledger->borrowed == 0);
}

/* Makes the ledger one of these rules and this width; what it has of them it keeps. */
static bool prepare(struct oracle *oracle, const struct board *board, int width)
{
    assert(is_covered(monopoly_board(board)));
    if (is_of(oracle->ledger, board) && is_use(oracle->ledger, width)) {
        if (oracle->ledger->width > width)
            monopoly_ledger_narrow(oracle->ledger);
        return true;
    }
    drop(oracle);
    oracle->ledger = monopoly_ledger_create(monopoly_board(board)->sellpercent, width);
    return oracle->ledger != NULL;
}

static bool extend(struct oracle *oracle, int wealth, int threads, struct job *job)
{
    enum build_end end = monopoly_ledger_build(oracle->ledger, wealth, threads, job);
    if (end == BUILD_NO_MEMORY)
        tell_note(job, "out of memory for tables");
    return end == BUILD_DONE;
}

/* An option may have been lowered since. */
static void keep_within(struct ledger *ledger, size_t bytes)
{
    while (ledger != NULL && ledger->bytes > bytes)
        monopoly_ledger_cut(ledger, ledger->layers - 2);
}

/* -- the solver -- */

/* A ledger for these rules, perhaps an empty one. */
static bool open_ledger(struct oracle *oracle, const struct means *means, const struct board *board)
{
    keep_within(oracle->ledger, means->bytes);
    return is_of(oracle->ledger, board) || prepare(oracle, board, WIDTH_FINE);
}

/* Bytes with which cells up to `wealth` were fine; 0: there are so many. */
static uint64_t lack_of(const struct ledger *ledger, const struct means *means, int wealth)
{
    size_t room = means->bytes - bytes_for_cells(means, wealth);
    size_t cells = monopoly_ledger_bytes(&ledger->census, WIDTH_FINE, wealth);
    assert(room <= means->bytes);
    return cells > means->bytes - room ? (uint64_t)room + cells : 0;
}

/* Coarse cells that reach so far do until there is time for fine ones. */
static bool is_answered(const struct ledger *ledger, const struct means *means, int wealth)
{
    return wealth <= ledger->reach &&
           (ledger->width == WIDTH_FINE || !means->to_the_end || lack_of(ledger, means, wealth) > 0);
}

/* Builds what the position needs, or what fits if that helps a search: the tables then lie not far below its
 * horizon. */
static void build_for(struct oracle *oracle, const struct means *means, const struct board *board, int wealth,
                      struct job *job, struct solution *solution)
{
    enum { FINES_AHEAD = 3 };
    struct plan plan = plan_for(oracle->ledger, means, wealth);
    if (plan.reach < wealth) {
        solution->lacks = lack_of(oracle->ledger, means, wealth);
        if (plan.reach < wealth - FINES_AHEAD * oracle->ledger->census.fine)
            return;
    }
    if (oracle->ledger->width == plan.width && oracle->ledger->reach >= plan.reach)
        return;
    if (!prepare(oracle, board, plan.width))
        tell_note(job, "out of memory for tables");
    else
        extend(oracle, plan.reach, means->threads, job);
}

static void solve(void *self, const struct means *means, const struct board *board,
                  const struct position *position, struct job *job, struct solution *solution)
{
    struct oracle *oracle = self;
    assert(means->threads > 0 && is_covered(monopoly_board(board)));
    *solution = (struct solution){.best = MOVE_NONE};
    if (!open_ledger(oracle, means, board)) {
        tell_note(job, "out of memory for tables");
        return;
    }
    int wealth = wealth_of(&oracle->ledger->census, monopoly_position(position));
    if (!is_answered(oracle->ledger, means, wealth))
        build_for(oracle, means, board, wealth, job, solution);
    if (oracle->ledger == NULL || wealth > oracle->ledger->reach)
        return;
    answer(oracle->ledger, means, board, position, job, solution);
    if (oracle->ledger->width != WIDTH_FINE)
        solution->lacks = lack_of(oracle->ledger, means, wealth);
}

/* Of all layers up to `reach`: of every two mirrored ones a cell holds one of each, but where nobody owns anything
 * both are the same cell. */
static double positions_within(const struct census *census, int reach)
{
    double at_a_roll = MONOPOLY_SQUARES * MONOPOLY_SQUARES;
    double unowned = reach > 0 ? at_a_roll * reach * (reach - 1) / 2 : 0;
    return (double)monopoly_ledger_bytes(census, 1, reach) + unowned;
}

/* Exactly the positions that are still to be solved. */
static double expects(void *self, const struct means *means, const struct board *board,
                      const struct position *position)
{
    struct oracle *oracle = self;
    if (!open_ledger(oracle, means, board))
        return 0;
    const struct ledger *ledger = oracle->ledger;
    int wealth = wealth_of(&ledger->census, monopoly_position(position));
    if (is_answered(ledger, means, wealth))
        return 0;
    struct plan plan = plan_for(ledger, means, wealth);
    double kept = is_use(ledger, plan.width) ? positions_within(&ledger->census, ledger->reach) : 0;
    return positions_within(&ledger->census, plan.reach) - kept;
}

/* -- tables that stay -- */

static bool tables_build(void *self, const struct means *means, const struct board *board,
                         const struct position *position, int64_t limit, struct job *job, struct fault *fault)
{
    struct oracle *oracle = self;
    if (!covers(board, fault))
        return false;
    if (limit < 0 || limit > MONOPOLY_WEALTH_MAX)
        return fault_set(fault, "limit", "must be from 0 to %d", MONOPOLY_WEALTH_MAX);
    if (!open_ledger(oracle, means, board))
        return fault_set(fault, "memory", "is out");
    const struct census *census = &oracle->ledger->census;
    int wealth = limit > 0 ? monopoly_census_units(census, (int32_t)limit)
                           : wealth_of(census, monopoly_position(position));
    struct plan plan = plan_for(oracle->ledger, means, wealth);
    if (plan.reach < wealth)
        return fault_set(fault, "memory", "wealth %d takes %zu MiB, %zu MiB reach %d", wealth * census->unit,
                         (monopoly_ledger_bytes(census, plan.width, wealth) >> 20) + 1, means->bytes >> 20,
                         plan.reach * census->unit);
    if (oracle->ledger->width == WIDTH_FINE && oracle->ledger->reach >= wealth)
        return true;
    if (!prepare(oracle, board, plan.width))
        return fault_set(fault, "memory", "is out");
    return extend(oracle, wealth, means->threads, job) || job_stopped(job) ||
           fault_set(fault, "memory", "is out");
}

static bool tables_part(void *self, int index, const void **at, size_t *size)
{
    struct oracle *oracle = self;
    assert(index >= 0);
    if (oracle->ledger == NULL || index > oracle->ledger->reach + 1)
        return false;
    if (index == 0) {
        monopoly_image_head(oracle->ledger, oracle->head);
        *at = oracle->head;
        *size = sizeof oracle->head;
    } else {
        *at = monopoly_image_layer(oracle->ledger, index - 1, size);
    }
    return true;
}

static bool tables_attach(void *self, const struct board *board, const void *image, size_t size,
                          struct fault *fault)
{
    struct oracle *oracle = self;
    if (!covers(board, fault))
        return false;
    struct ledger *ledger = monopoly_image_attach(image, size, monopoly_board(board)->sellpercent, fault);
    if (ledger == NULL)
        return false;
    drop(oracle);
    oracle->ledger = ledger;
    return true;
}

static void tables_detach(void *self)
{
    struct oracle *oracle = self;
    if (oracle->ledger != NULL && oracle->ledger->borrowed > 0)
        drop(oracle);
}

static const struct solver_tables tables = {
    .build = tables_build, .part = tables_part, .attach = tables_attach, .detach = tables_detach};

static int remembers(const void *self, const struct board *board, const struct position *position)
{
    enum { AGAIN = 2000 };
    const struct ledger *ledger = ((const struct oracle *)self)->ledger;
    bool is_known =
        is_of(ledger, board) && wealth_of(&ledger->census, monopoly_position(position)) <= ledger->reach;
    return is_known ? AGAIN : 0;
}

static bool ends(const struct board *board)
{
    (void)board;
    return true;
}

const struct solver monopoly_solver = {.create = create,
                                       .destroy = destroy,
                                       .clear = clear,
                                       .covers = covers,
                                       .solve = solve,
                                       .knows = knows,
                                       .expects = expects,
                                       .expects_surely = true,
                                       .remembers = remembers,
                                       .ends = ends,
                                       .ranks_moves = true,
                                       .tables = &tables};
