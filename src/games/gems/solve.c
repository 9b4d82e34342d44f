/* The exact method as the search engine sees it: two players are for duel.c, chance for drift.c; else it is the best
 * tour of one player (tour.c), and what was planned before is kept to. */
#include <stdlib.h>

#include "games/gems/drift.h"
#include "games/gems/duel.h"
#include "games/gems/tour.h"

/* -- what is remembered from move to move -- */

/* The last plan. While one follows it, its promise stands, however short the next thinking. */
struct diary {
    bool known;
    uint64_t rules; /* hash of the board */
    struct position position;
    int64_t score; /* at the end */
    int count;
    move_t plan[PV_MAX];
};

/* Steps of the plan that have been gone to come to `position`; -1: it is not on the way. */
static int diary_steps(const struct diary *diary, const struct board *board, const struct position *position)
{
    struct position at = diary->position;
    if (!diary->known || diary->rules != gems_board(board)->hash)
        return -1;
    for (int i = 0; i <= diary->count; i++) {
        if (memcmp(at.bytes, position->bytes, sizeof(struct gems_position)) == 0)
            return i;
        if (i == diary->count || gems_is_over(gems_board(board), gems_position(&at)))
            return -1;
        gems_apply(board, &at, diary->plan[i]);
    }
    return -1;
}

/* Takes the rest of the old plan where the new one is no better. */
static void diary_recall(const struct diary *diary, const struct board *board,
                         const struct position *position, struct solution *solution)
{
    int steps = diary_steps(diary, board, position);
    if (steps < 0 || solution->end == END_PROVEN ||
        (solution->best != MOVE_NONE && solution->score.number >= diary->score))
        return;
    solution->end = END_BEST;
    solution->score = (struct score){.kind = SCORE_PTS, .number = diary->score, .bound = BOUND_LOWER};
    assert(steps <= diary->count);
    solution->pv_count = diary->count - steps;
    memcpy(solution->pv, diary->plan + steps, (size_t)solution->pv_count * sizeof(move_t));
    if (solution->pv_count == 0)
        solution->pv[solution->pv_count++] = GEMS_NOOP;
    solution->best = solution->pv[0];
    solution->depth = solution->pv_count;
}

/* A plan that fills the whole line may have been cut. */
static void diary_write(struct diary *diary, const struct board *board, const struct position *position,
                        const struct solution *solution)
{
    diary->known = solution->best != MOVE_NONE && solution->pv_count < PV_MAX;
    if (!diary->known)
        return;
    diary->rules = gems_board(board)->hash;
    diary->position = *position;
    assert(solution->pv_count > 0 && solution->pv[0] == solution->best);
    diary->score = solution->score.number;
    diary->count = solution->pv_count;
    memcpy(diary->plan, solution->pv, sizeof diary->plan);
}

/* -- the table of the contract -- */

/* Moves and what becomes of them, as far as it can be known: the tour is the whole truth. */
static bool is_certain(const struct gems_board *board)
{
    return !board->slips.any && board->gates <= 2;
}

struct gems_memory {
    struct diary diary;
    struct drift drift;
    struct duel_memory duel;
};

static void solve(void *self, const struct means *means, const struct board *raw_board,
                  const struct position *position, struct job *job, struct solution *solution)
{
    struct gems_memory *memory = self;
    const struct gems_board *board = gems_board(raw_board);
    *solution = (struct solution){.best = MOVE_NONE};
    if (board->players == 2) {
        gems_duel_search(&memory->duel, means, raw_board, position, job, solution);
        return;
    }
    if (!is_certain(board)) {
        gems_drift_solve(&memory->drift, means, board, gems_position(position), job, solution);
        return;
    }
    gems_tour_solve(means, board, gems_position(position), NULL, job, solution, NULL);
    diary_recall(&memory->diary, raw_board, position, solution);
    if (means->answer != ANSWER_VALUE)
        diary_write(&memory->diary, raw_board, position, solution);
}

/* Of two players the game is searched. A position after a move may be a chance event, which is not solved. */
static bool proves(const struct board *board)
{
    return gems_board(board)->players == 1 && is_certain(gems_board(board));
}

static void *create(void)
{
    return calloc(1, sizeof(struct gems_memory));
}

static void clear(void *self)
{
    struct gems_memory *memory = self;
    memory->diary.known = false;
    gems_drift_forget(&memory->drift);
    gems_duel_forget(&memory->duel);
}

static void destroy(void *self)
{
    if (self != NULL)
        clear(self);
    free(self);
}

const struct solver gems_solver = {.create = create,
                                   .destroy = destroy,
                                   .clear = clear,
                                   .solve = solve,
                                   .proves = proves,
                                   .outsees_search = true};
