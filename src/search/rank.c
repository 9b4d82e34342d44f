/* Several lines, or some moves only, by the exact method: the positions after the moves are solved one by
 * one, each with a part of what is left of the limits, and ranked by what they are worth. When one of them
 * takes too long the search does the rest, behind the best line if that is known. */
#include <stdlib.h>

#include "base/clock.h"
#include "search/deepen.h"
#include "search/exact.h"

/* -- a part of the limits -- */

struct slice {
    struct job job;
    _Atomic int64_t soft;
};

static int64_t part_of_time(int64_t now, int64_t end, int shares)
{
    return end == INT64_MAX || end <= now ? end : now + (end - now) / shares;
}

/* One of `shares` equal parts of what is left. While there is no clock the parts have none either, but they
 * end when it does. */
static void slice_cut(struct slice *slice, struct exact *exact, int shares, struct means *means)
{
    int64_t now = clock_now();
    uint64_t left = job_nodes_left(&exact->job);
    int64_t soft = atomic_load(&exact->thinking->soft);
    assert(shares > 0);
    job_begin_part(&slice->job, &exact->job, left == UINT64_MAX ? left : left / (uint64_t)shares + 1,
                   part_of_time(now, job_deadline(&exact->job), shares));
    atomic_store(&slice->soft, part_of_time(now, soft, shares));
    means->soft = soft == INT64_MAX ? &exact->thinking->soft : &slice->soft;
}

/* -- the moves -- */

struct ranked {
    bool known;         /* its report has a value, or a bound that the mover can rely on */
    bool over;          /* the game is, after the move */
    value_t guess;      /* while weighing: of a short search, the mover's view, */
    struct score most;  /* and more than this it is not worth */
    struct report line; /* the mover's view; pv[0] is the move */
};

struct ranking {
    struct exact *exact;
    bool weighs; /* moves are compared with the best, not measured one by one */
    bool whole;  /* all moves are ranked, and the root itself has been solved: its best move is at[0] */
    int lines;   /* that are wanted */
    int count;
    enum answer answer;
    struct ranked at[MOVES_MAX];
    struct slice slice;
};

static const struct task *task_of(const struct ranking *ranking)
{
    return &ranking->exact->thinking->task;
}

static bool is_stopped(const struct ranking *ranking)
{
    return job_stopped(&ranking->exact->job);
}

/* 2 a win, 0 a loss, 1 anything else. */
static int class_of(const struct score *score)
{
    if (score->kind == SCORE_MATE)
        return score->number > 0 ? 2 : 0;
    if (score->has_wdl)
        return score->wdl[0] == 1000 ? 2 : score->wdl[2] == 1000 ? 0 : 1;
    return 1;
}

static bool is_better(const struct score *a, const struct score *b)
{
    if (class_of(a) != class_of(b))
        return class_of(a) > class_of(b);
    int64_t left = a->kind == SCORE_MATE ? -a->number : a->number; /* soon won, late lost */
    int64_t right = b->kind == SCORE_MATE ? -b->number : b->number;
    return left > right;
}

/* The same through the eyes of the other player. */
static struct score score_turned(struct score score)
{
    score.number = -score.number;
    int win = score.wdl[0];
    score.wdl[0] = score.wdl[2];
    score.wdl[2] = win;
    if (score.bound == BOUND_LOWER || score.bound == BOUND_UPPER)
        score.bound = score.bound == BOUND_LOWER ? BOUND_UPPER : BOUND_LOWER;
    return score;
}

static bool is_reliable(const struct score *score)
{
    return score->bound == BOUND_PROVEN || score->bound == BOUND_LOWER;
}

/* `line` is of the position after the move; its score is the root's. */
static void take_line(struct ranking *ranking, struct ranked *ranked, const struct report *below,
                      struct score score)
{
    struct report *line = &ranked->line;
    move_t move = line->pv[0];
    assert(below->pv_count >= 0 && below->pv_count <= PV_MAX);
    *line = *below;
    line->depth = below->depth + 1;
    line->seldepth = below->seldepth + 1;
    line->score = score;
    line->pv_count = below->pv_count < PV_MAX ? below->pv_count + 1 : PV_MAX;
    line->pv[0] = move;
    memcpy(line->pv + 1, below->pv, (size_t)(line->pv_count - 1) * sizeof line->pv[0]);
    ranked->known = is_reliable(&score);
    if (score.kind == SCORE_MATE)
        ranking->answer = ANSWER_WINNER;
}

static enum actor mover_of(const struct ranking *ranking)
{
    const struct task *task = task_of(ranking);
    return task->game->turn(&task->board, &task->position);
}

static struct position after(const struct ranking *ranking, const struct ranked *ranked)
{
    const struct task *task = task_of(ranking);
    struct position next;
    position_copy(task->game, &next, &task->position);
    task->game->apply(&task->board, &next, ranked->line.pv[0]);
    return next;
}

static void rank_end(struct ranking *ranking, struct ranked *ranked)
{
    const struct task *task = task_of(ranking);
    const struct game *game = task->game;
    struct position end = after(ranking, ranked);
    struct score score;
    if (game->solver->final != NULL && ranking->answer != ANSWER_WINNER)
        score = game->solver->final(&task->board, &end);
    else
        score = score_from(game, game_worth(game, &task->board, &end, 1), BOUND_PROVEN);
    struct report nothing = {.pv_count = 0};
    take_line(ranking, ranked, &nothing, mover_of(ranking) == ACTOR_ONE ? score : score_turned(score));
}

/* `floor` is seen by who moves there, NULL: nothing is known. */
static void rank_position(struct ranking *ranking, struct ranked *ranked, int shares,
                          const struct score *floor)
{
    const struct task *task = task_of(ranking);
    const struct game *game = task->game;
    struct position next = after(ranking, ranked);
    struct means means = exact_means(ranking->exact->thinking);
    struct solution solution = {.best = MOVE_NONE};
    means.answer = ranking->answer;
    means.above = &task->position;
    means.floor = floor;
    means.multipv = 1;
    means.only = NULL;
    slice_cut(&ranking->slice, ranking->exact, shares, &means);
    game->solver->solve(ranking->exact->place->self, &means, &task->board, &next, &ranking->slice.job,
                        &solution);
    if (solution.best == MOVE_NONE)
        return;
    struct report below = exact_report(&solution);
    struct score score = solution.score;
    if (game->turn(&task->board, &next) != mover_of(ranking))
        score = score_turned(score);
    if (score.kind == SCORE_MATE)
        score.number += score.number > 0 ? 1 : -1;
    take_line(ranking, ranked, &below, score);
}

/* Whether all moves are known, or as many wins as lines are wanted: a win is not beaten. */
static bool has_wins(const struct ranking *ranking)
{
    int known = 0;
    int won = 0;
    for (int i = 0; i < ranking->count; i++) {
        const struct score *score = &ranking->at[i].line.score;
        known += ranking->at[i].known;
        won += ranking->at[i].known && score->kind == SCORE_MATE && score->number > 0;
    }
    return known == ranking->count || won >= ranking->lines;
}

/* Positions first, so that it is clear in what kind of score ends are to be told. */
static void rank_moves(struct ranking *ranking)
{
    int open = 0;
    for (int i = 0; i < ranking->count; i++)
        open += !ranking->at[i].known && !ranking->at[i].over;
    for (int i = 0; i < ranking->count && !has_wins(ranking); i++) {
        struct ranked *ranked = &ranking->at[i];
        if (ranked->known || ranked->over)
            continue;
        rank_position(ranking, ranked, open--, NULL);
        if (!ranked->known || is_stopped(ranking))
            break;
    }
    for (int i = 0; i < ranking->count; i++)
        if (ranking->at[i].over)
            rank_end(ranking, &ranking->at[i]);
}

/* -- weighing -- */

enum { GUESS_NODES = 20000, GUESS_BYTES = 1 << 20 };

/* What a short search thinks of a move. */
static value_t guess_of(struct ranking *ranking, const struct ranked *ranked, struct deepening *deepening,
                        struct table *table)
{
    const struct task *task = task_of(ranking);
    struct position next = after(ranking, ranked);
    struct move_list moves;
    struct job job;
    job_begin_part(&job, &ranking->exact->job, GUESS_NODES, INT64_MAX);
    task->game->moves(&task->board, &next, &moves);
    seeker_begin(&deepening->seeker, task->game, &task->board, table, &job);
    deepen_begin(deepening, &next, &moves, 1);
    value_t value = 0;
    for (int depth = 1; depth <= DEPTH_MAX && deepen_once(deepening, depth); depth++) {
        value = deepening->at[0].verdict.value;
        if (deepen_is_proven(deepening))
            break;
    }
    meter_tell(&deepening->seeker.meter);
    return deepening->mover == mover_of(ranking) ? value : -value;
}

/* Without memory the order of the moves stays as it is. */
static void guess_all(struct ranking *ranking)
{
    struct table *table = table_create(GUESS_BYTES);
    struct deepening *deepening = malloc(sizeof *deepening);
    for (int i = 0; table != NULL && deepening != NULL && i < ranking->count; i++)
        if (!ranking->at[i].known)
            ranking->at[i].guess = guess_of(ranking, &ranking->at[i], deepening, table);
    free(deepening);
    table_destroy(table);
}

static int count_unknown(const struct ranking *ranking)
{
    int unknown = 0;
    for (int i = 0; i < ranking->count; i++)
        unknown += !ranking->at[i].known;
    return unknown;
}

/* The unknown move that may be worth most; of equals the first, or the one that looks best. NULL: none. */
static const struct ranked *most_promising(const struct ranking *ranking)
{
    const struct ranked *best = NULL;
    for (int i = 0; i < ranking->count; i++) {
        const struct ranked *ranked = &ranking->at[i];
        if (ranked->known)
            continue;
        bool more = best == NULL || is_better(&ranked->most, &best->most);
        bool less = best != NULL && is_better(&best->most, &ranked->most);
        if (more || (!less && ranked->guess > best->guess))
            best = ranked;
    }
    return best;
}

/* Whether as many moves as lines are wanted are worth as much as any other may be. */
static bool has_best(const struct ranking *ranking)
{
    const struct ranked *promising = most_promising(ranking);
    int better = 0;
    for (int i = 0; i < ranking->count && promising != NULL; i++)
        better += ranking->at[i].known && !is_better(&promising->most, &ranking->at[i].line.score);
    return promising == NULL || better >= ranking->lines;
}

/* What the answer has shown of a move: its worth, or that it is less than what was possible. False: nothing. */
static bool weigh(struct ranking *ranking, struct ranked *ranked)
{
    struct score floor = score_turned(ranked->most);
    rank_position(ranking, ranked, count_unknown(ranking), &floor);
    if (ranked->known)
        return true;
    bool is_less = ranked->line.score.bound == BOUND_UPPER && is_better(&ranked->most, &ranked->line.score);
    if (is_less)
        ranked->most = ranked->line.score;
    return is_less;
}

/* No move is worth more than the root. So each is asked whether it is worth as much; one that is not is asked
 * again when no other may be worth more, with what its answer has shown. Moves that are far from the best are
 * asked once or twice and never measured. */
static void weigh_moves(struct ranking *ranking)
{
    bool is_on = true;
    for (int i = 0; i < ranking->count; i++) {
        ranking->at[i].most = ranking->at[0].line.score;
        if (ranking->at[i].over)
            rank_end(ranking, &ranking->at[i]);
    }
    guess_all(ranking);
    while (is_on && !has_best(ranking))
        is_on = weigh(ranking, &ranking->at[most_promising(ranking) - ranking->at]);
}

/* -- what is told -- */

/* A win or loss is "in at most so many plies", so the bound of the root holds for every line below it. */
static void level_mates(struct ranking *ranking)
{
    const struct score *root = &ranking->at[0].line.score;
    if (!ranking->whole || root->kind != SCORE_MATE)
        return;
    for (int i = 1; i < ranking->count; i++) {
        struct score *score = &ranking->at[i].line.score;
        bool alike = score->kind == SCORE_MATE && class_of(score) == class_of(root);
        if (ranking->at[i].known && alike && score->number < root->number)
            score->number = root->number;
    }
}

/* Best first, the unknown last; equals keep their order. */
static void sort_moves(struct ranking *ranking)
{
    level_mates(ranking);
    for (int i = 1; i < ranking->count; i++) {
        struct ranked ranked = ranking->at[i];
        int place = i;
        while (place > 0 && ranked.known &&
               (!ranking->at[place - 1].known ||
                is_better(&ranked.line.score, &ranking->at[place - 1].line.score)))
            place--;
        memmove(&ranking->at[place + 1], &ranking->at[place], (size_t)(i - place) * sizeof ranked);
        ranking->at[place] = ranked;
    }
}

static void tell_line(struct ranking *ranking, int index)
{
    struct report *line = &ranking->at[index].line;
    assert(ranking->at[index].known);
    line->multipv = index + 1;
    line->hashfull = exact_fill(ranking->exact);
    if (index > 0 || !think_has_said(ranking->exact->thinking, line))
        think_report(ranking->exact->thinking, line);
}

/* Takes the moves that the search need not look at off its list, but not all of them. */
static void leave_to_search(struct ranking *ranking)
{
    struct move_list *moves = &ranking->exact->thinking->moves;
    struct move_list left = {.count = 0};
    for (int i = 0; i < ranking->count; i++) {
        const struct ranked *ranked = &ranking->at[i];
        bool told = ranking->whole && i == 0;
        bool lost = ranking->lines == 1 && ranked->known && class_of(&ranked->line.score) == 0;
        if (!told && !lost)
            left.at[left.count++] = ranked->line.pv[0];
    }
    if (left.count > 0)
        *moves = left;
    assert(moves->count > 0);
}

/* False: the search goes on with what is left. */
static bool conclude(struct ranking *ranking)
{
    bool enough = ranking->weighs ? has_best(ranking) : has_wins(ranking);
    turns_claim(&ranking->exact->turns, &ranking->exact->job);
    sort_moves(ranking);
    const struct ranked *best = &ranking->at[0];
    bool safe = best->known && (ranking->whole || class_of(&best->line.score) != 0);
    bool is_last_word = safe && is_stopped(ranking) && think_has_told(ranking->exact->thinking, MOVE_NONE);
    int lines = enough ? ranking->lines : is_last_word ? 1 : 0;
    if (lines == 1 && !enough && best->line.score.kind != SCORE_MATE)
        ranking->at[0].line.score.bound = BOUND_LOWER; /* another of the moves may be worth more */
    for (int i = 0; i < lines; i++)
        tell_line(ranking, i);
    if (lines == 0)
        leave_to_search(ranking);
    return lines > 0;
}

/* -- the ranking -- */

static void add_moves(struct ranking *ranking, const struct move_list *moves)
{
    const struct task *task = task_of(ranking);
    assert(moves->count > 0 && moves->count <= MOVES_MAX);
    for (int i = 0; i < moves->count; i++) {
        struct ranked *ranked = &ranking->at[ranking->count++];
        *ranked = (struct ranked){.known = false};
        ranked->line.pv[0] = moves->at[i];
        struct position next = after(ranking, ranked);
        ranked->over = task->game->turn(&task->board, &next) == ACTOR_NONE;
    }
}

/* The best move, with half of what there is. False: not found, or stopped. */
static bool rank_root(struct ranking *ranking)
{
    const struct task *task = task_of(ranking);
    struct exact *exact = ranking->exact;
    struct means means = exact_means(exact->thinking);
    struct solution solution = {.best = MOVE_NONE};
    means.multipv = 1;
    slice_cut(&ranking->slice, exact, 2, &means);
    ranking->slice.job.context = exact;
    ranking->slice.job.report = exact->job.report;
    ranking->slice.job.note = exact->job.note;
    task->game->solver->solve(exact->place->self, &means, &task->board, &task->position, &ranking->slice.job,
                              &solution);
    if (solution.best == MOVE_NONE || !is_reliable(&solution.score)) {
        exact->answer = solution;
        return false;
    }
    struct report line = exact_report(&solution);
    for (int i = 0; i < ranking->count; i++)
        if (ranking->at[i].line.pv[0] == solution.best) {
            struct ranked best = {.known = true, .line = line};
            memmove(&ranking->at[1], &ranking->at[0], (size_t)i * sizeof best);
            ranking->at[0] = best;
        }
    assert(ranking->at[0].line.pv[0] == solution.best);
    ranking->whole = true;
    tell_line(ranking, 0);
    exact->thinking->lines_told = 1;
    leave_to_search(ranking);
    exact_change(exact);
    ranking->answer = solution.score.kind == SCORE_MATE ? ANSWER_WINNER : ANSWER_VALUE;
    return true;
}

static bool can_weigh(const struct ranking *ranking)
{
    return ranking->whole && ranking->answer == ANSWER_VALUE && task_of(ranking)->game->solver->weighs &&
           ranking->at[0].line.score.bound == BOUND_PROVEN;
}

bool exact_rank(struct exact *exact, int lines)
{
    struct thinking *thinking = exact->thinking;
    struct ranking *ranking = malloc(sizeof *ranking);
    if (ranking == NULL)
        return false;
    ranking->exact = exact;
    ranking->weighs = ranking->whole = false;
    ranking->lines = lines;
    ranking->count = 0;
    ranking->answer = ANSWER_VALUE;
    add_moves(ranking, &thinking->moves);
    bool done = false;
    if (thinking->task.limits.only.count > 0 || rank_root(ranking)) {
        ranking->weighs = can_weigh(ranking);
        if (ranking->weighs)
            weigh_moves(ranking);
        else
            rank_moves(ranking);
        done = conclude(ranking);
    }
    free(ranking);
    return done;
}
