#include "search/exact.h"

static bool wants_solver(const struct task *task)
{
    const struct limits *limits = &task->limits;
    const struct solver *solver = task->game->solver;
    struct fault fault;
    if (solver == NULL || limits->depth > 0 || limits->mate > 0)
        return false;
    if (solver->covers != NULL && !solver->covers(&task->board, &fault))
        return false;
    return limits->solve || limits->nodes == 0 || limits->nodes >= solver->node_least;
}

struct means exact_means(const struct thinking *thinking)
{
    const struct task *task = &thinking->task;
    const struct workshop *workshop = thinking->workshop;
    return (struct means){.bytes =
                              task->table_mib > 0 ? (size_t)task->table_mib << 20 : workshop->table_bytes,
                          .threads = workshop->threads,
                          .to_the_end = task->limits.solve,
                          .soft = &thinking->soft,
                          .multipv = task->multipv,
                          .only = &task->limits.only};
}

struct report exact_report(const struct solution *solution, const struct report *last)
{
    struct report report = *last; /* depth and the like, if the solver has said */
    if (report.depth == 0)
        report.depth = report.seldepth = 1;
    report.score = solution->score;
    report.pv_count = solution->pv_count > 0 ? solution->pv_count : 1;
    memcpy(report.pv, solution->pv, sizeof report.pv);
    report.pv[0] = solution->best;
    return report;
}

static bool solve_root(struct thinking *thinking, void *self)
{
    const struct task *task = &thinking->task;
    struct means means = exact_means(thinking);
    struct solution solution = {.best = MOVE_NONE};
    task->game->solver->solve(self, &means, &task->board, &task->position, &thinking->job, &solution);
    assert(!solution.proven || solution.best != MOVE_NONE);
    bool is_end = solution.proven || job_stopped(&thinking->job);
    if (is_end && solution.best != MOVE_NONE) {
        struct report report = exact_report(&solution, &thinking->last);
        think_report(thinking, &report);
    }
    return is_end && thinking->last.pv_count > 0;
}

/* Moves of which there are several are solved one by one only if that is the solver's way, and if each can
 * have enough nodes. */
static bool can_rank(const struct task *task, int moves)
{
    const struct solver *solver = task->game->solver;
    uint64_t nodes = task->limits.nodes;
    if (solver->proves != NULL && !solver->proves(&task->board))
        return false;
    return nodes == 0 || nodes / (uint64_t)moves >= solver->node_least;
}

bool exact_think(struct thinking *thinking)
{
    const struct task *task = &thinking->task;
    int moves = thinking->moves.count;
    int lines = task->multipv < moves ? task->multipv : moves;
    bool plain = lines <= 1 && task->limits.only.count == 0;
    if (!wants_solver(task))
        return false;
    void *self = workshop_solver(thinking->workshop, task->game);
    if (self == NULL) {
        think_note(thinking, "out of memory: no exact method");
        return false;
    }
    if (plain || task->game->solver->ranks_moves)
        return solve_root(thinking, self);
    return can_rank(task, moves) && exact_rank(thinking, self, lines > 1 ? lines : 1);
}
