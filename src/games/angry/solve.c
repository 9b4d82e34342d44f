/* The exact method: which half solves a position, and how its bounds become reports. */
#include "games/angry/solve.h"

#include "base/text.h"
#include "games/angry/pair.h"
#include "solve/tell.h"

/* The score of a bound in the mover's view. */
static struct score score_of(const struct angry_quest *quest, int value, enum score_bound bound)
{
    int64_t total = angry_points(quest->board, quest->position) + value;
    bool queen = quest->position->side == ANGRY_QUEEN;
    if (queen && bound != BOUND_PROVEN)
        bound = bound == BOUND_LOWER ? BOUND_UPPER : BOUND_LOWER;
    return (struct score){.kind = SCORE_PTS, .number = queen ? -total : total, .bound = bound};
}

static void report(const struct angry_quest *quest, int value, enum score_bound bound)
{
    const struct angry_bounds *bounds = &quest->bounds;
    if (bounds->line.count == 0)
        return;
    struct solution line = {.depth = bounds->line.count, .pv_count = bounds->line.count};
    memcpy(line.pv, bounds->line.at, sizeof line.pv);
    tell(quest->job, &line, score_of(quest, value, bound));
}

void angry_quest_bound(struct angry_quest *quest, const struct line *line, int value, bool is_lower,
                       bool is_upper)
{
    struct angry_bounds *bounds = &quest->bounds;
    bool is_hen_side = quest->position->side != ANGRY_QUEEN;
    assert(line->count > 0 && (is_lower || is_upper));
    bool raises = is_lower && (!bounds->has_lower || value > bounds->lower);
    bool lowers = is_upper && (!bounds->has_upper || value < bounds->upper);
    if (is_hen_side ? raises : lowers)
        bounds->line = *line;
    if (raises) {
        bounds->lower = value;
        bounds->has_lower = true;
    }
    if (lowers) {
        bounds->upper = value;
        bounds->has_upper = true;
    }
    if (!angry_bounds_meet(bounds) && (raises || lowers) && !quest->is_silent)
        report(quest, value, raises ? BOUND_LOWER : BOUND_UPPER);
}

/* What is still possible: not proven, at least 1147, at most 1338. */
static void tell_rest(const struct angry_quest *quest)
{
    const struct angry_bounds *bounds = &quest->bounds;
    long long before = angry_points(quest->board, quest->position);
    char room[120];
    struct text text = text_in(room, sizeof room);
    text_format(&text, "angry: not proven");
    if (bounds->has_lower)
        text_format(&text, ", at least %lld", before + bounds->lower);
    if (bounds->has_upper)
        text_format(&text, ", at most %lld", before + bounds->upper);
    text_format(&text, ": playing the better bound");
    tell_note(quest->job, room);
}

/* What the player on move can vouch for. */
static void conclude(const struct angry_quest *quest, struct solution *solution)
{
    const struct angry_bounds *bounds = &quest->bounds;
    assert(bounds->line.count >= 0 && bounds->line.count <= PV_MAX);
    bool is_hen_side = quest->position->side != ANGRY_QUEEN;
    *solution = (struct solution){.best = MOVE_NONE,
                                  .lacks = quest->lacks_memory ? 4 * (uint64_t)quest->means->bytes : 0};
    if (bounds->line.count == 0)
        return;
    solution->end = angry_bounds_meet(bounds) ? END_PROVEN : END_BEST;
    solution->best = bounds->line.at[0];
    solution->score = score_of(quest, is_hen_side ? bounds->lower : bounds->upper,
                               angry_bounds_meet(bounds) ? BOUND_PROVEN
                               : is_hen_side             ? BOUND_LOWER
                                                         : BOUND_UPPER);
    solution->depth = solution->pv_count = bounds->line.count;
    memcpy(solution->pv, bounds->line.at, sizeof solution->pv);
    if (!angry_bounds_meet(bounds))
        tell_rest(quest);
}

/* A hen between rocks passes until her turns are over, and nobody comes. */
static bool is_walled_in(const struct angry_quest *quest)
{
    struct cells ways = cells_and(cells_beside(cells_of(quest->position->hen)), quest->board->land);
    return !quest->board->bird && cells_empty(&ways); /* a bird moves while the hen waits */
}

static void wait_for_the_end(struct angry_quest *quest)
{
    move_t at[ANGRY_MOVES];
    angry_list(quest->board, quest->position, at);
    struct line line = {.count = 1, .at = {at[0]}};
    angry_quest_bound(quest, &line, ANGRY_LOSS, true, true);
}

static void solve(void *self, const struct means *means, const struct board *board,
                  const struct position *position, struct job *job, struct solution *solution)
{
    (void)self;
    struct angry_quest quest = {
        .board = angry_board(board), .position = angry_position(position), .means = means, .job = job};
    assert(!angry_over(quest.board, quest.position));
    if (is_walled_in(&quest))
        wait_for_the_end(&quest);
    else if (quest.board->script)
        angry_solve_script(&quest);
    else
        angry_solve_free(&quest);
    conclude(&quest, solution);
}

/* A node is a position of the scripted queen; of the free one a row: all her cells for one of the hen and one
 * counter. The first bound of a large board takes some millions. */
enum { NODES_LEAST = 1000000 };

static bool covers(const struct board *board_bytes, struct fault *fault)
{
    const struct angry_board *board = angry_board(board_bytes);
    if (board->bird && !board->script && board->pass)
        return fault_set(fault, "pass", "on with a bird beside a free queen is searched, not solved");
    return true;
}

/* Beside a free queen a bird may make minutes of what else takes seconds. */
static bool ends(const struct board *board)
{
    return !angry_board(board)->bird || angry_board(board)->script;
}

static double expects(void *self, const struct means *means, const struct board *board,
                      const struct position *position)
{
    (void)self;
    (void)means;
    return ends(board) ? 0 : angry_pair_nodes(angry_board(board), angry_position(position));
}

const struct solver angry_solver = {.covers = covers,
                                    .solve = solve,
                                    .expects = expects,
                                    .ends = ends,
                                    .node_least = NODES_LEAST,
                                    .outsees_search = true};
