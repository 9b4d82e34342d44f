/* The textbook's algorithms as a manner of play: the agents of the games' own projects, and searches whose
 * node counts mean something. */
#include "search/study.h"

#include <math.h>

#include "search/limits.h"

/* An evaluation of one's own has no scale of ours: hundredths of its unit. */
static struct score own_score(double value)
{
    assert(!isnan(value));
    double hundredths = round(fmin(fmax(value * 100, -VALUE_WIN), VALUE_WIN));
    return (struct score){.kind = SCORE_CP, .number = (int64_t)hundredths, .bound = BOUND_ESTIMATE};
}

static struct score textbook_score(const struct textbook *book, const struct textbook_result *result)
{
    if (book->seed_evaluation || isinf(result->value))
        return own_score(result->value);
    return score_from(book->game, (value_t)round(result->value),
                      result->whole ? BOUND_PROVEN : BOUND_ESTIMATE);
}

/* One search; reported if it found anything. */
static void study_once(struct thinking *thinking, const struct textbook *book, struct textbook_result *result)
{
    textbook_search(book, result);
    if (result->move == MOVE_NONE)
        return;
    assert(result->pv_count > 0 && result->pv[0] == result->move);
    struct report report = {.depth = book->plies, .seldepth = book->plies, .pv_count = result->pv_count};
    report.score = textbook_score(book, result);
    memcpy(report.pv, result->pv, sizeof report.pv);
    think_report(thinking, &report);
}

/* What the seed's own program would have looked at. */
struct book_scene {
    struct board board;
    struct position root;
};

static void book_scene_prepare(struct book_scene *scene, const struct task *task, bool for_seed)
{
    board_copy(task->game, &scene->board, &task->board);
    position_copy(task->game, &scene->root, &task->position);
    if (for_seed && task->game->seed->prepare != NULL)
        task->game->seed->prepare(&scene->board, &scene->root);
}

static struct textbook textbook_of(struct thinking *thinking, const struct book_scene *scene)
{
    const struct game *game = thinking->task.game;
    return (struct textbook){
        .game = game,
        .board = &scene->board,
        .root = &scene->root,
        .algorithm = game->chance != NULL ? ALGORITHM_EXPECTIMINIMAX : ALGORITHM_ALPHABETA,
        .only = &thinking->moves,
        .job = &thinking->job,
    };
}

/* Its program may think the game over where the rules still ask for a move: then any move is as good. */
static bool is_over(const struct textbook *book)
{
    return book->game->turn(book->board, book->root) == ACTOR_NONE;
}

void study_seed(struct thinking *thinking)
{
    struct book_scene scene;
    book_scene_prepare(&scene, &thinking->task, true);
    struct textbook book = textbook_of(thinking, &scene);
    book.seed_evaluation = true;
    book.plies = book.game->seed->plies(book.board, book.root);
    assert(book.plies >= 1 && book.plies <= DEPTH_MAX);
    struct textbook_result result;
    if (!is_over(&book))
        study_once(thinking, &book, &result);
}

/* A depth alone is one search of so many plies; any other limit wants all depths one by one. */
void study_textbook(struct thinking *thinking)
{
    const struct task *task = &thinking->task;
    struct book_scene scene;
    book_scene_prepare(&scene, task, task->seed_evaluation && task->game->seed != NULL);
    struct textbook book = textbook_of(thinking, &scene);
    book.seed_evaluation = task->seed_evaluation && task->game->seed != NULL;
    if (task->algorithm != ALGORITHM_AUTO)
        book.algorithm = task->algorithm;
    if (is_over(&book))
        return;
    int last = limits_last_depth(&task->limits);
    book.plies = limits_are_depth_alone(&task->limits) ? last : 1;
    for (; book.plies <= last; book.plies++) {
        struct textbook_result result;
        study_once(thinking, &book, &result);
        if (result.whole || think_is_late(thinking))
            break;
    }
}
