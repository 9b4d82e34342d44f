/* The three algorithms are one recursion: the side at the root maximises, everybody else minimises, chance
 * takes the mean. Alpha-beta alone looks at its window. Every position that the recursion enters counts as
 * a node, the root too. */
#include "search/textbook.h"

#include <math.h>

#include "search/line.h"
#include "search/meter.h"
#include "search/view.h"

struct walk {
    const struct textbook *book;
    enum actor me; /* who moves at the root */
    bool cuts;     /* alpha-beta */
    bool cuts_on_equal;
    bool whole; /* the horizon has cut no game short */
    struct meter meter;
};

struct window {
    double alpha;
    double beta;
};

static const struct window window_open = {-INFINITY, INFINITY};

static double walk_node(struct walk *, const struct position *, int plies, struct window, struct line *);

static double own_value(const struct walk *walk, const struct position *position, int plies)
{
    const struct textbook *book = walk->book;
    enum actor turn = book->game->turn(book->board, position);
    value_t value = view_value(book->game, book->board, position, turn, book->plies - plies);
    return view_of(turn) == walk->me ? value : -value;
}

static double walk_value(const struct walk *walk, const struct position *position, int plies)
{
    const struct textbook *book = walk->book;
    double value = book->seed_evaluation
                       ? book->game->seed->value(book->board, book->root, position, walk->me, plies == 0)
                       : own_value(walk, position, plies);
    assert(!isnan(value));
    return value;
}

static double walk_child(struct walk *walk, const struct position *position, move_t move, int plies,
                         struct window window, struct line *line)
{
    struct position next;
    position_copy(walk->book->game, &next, position);
    walk->book->game->apply(walk->book->board, &next, move);
    return walk_node(walk, &next, plies - 1, window, line);
}

/* The mean over all outcomes; a mean cannot be cut by a window of its parent. */
static double walk_chance(struct walk *walk, const struct position *position, int plies)
{
    struct chance chance;
    walk->book->game->chance(walk->book->board, position, &chance);
    assert(chance.count > 0 && chance.total > 0);
    double sum = 0;
    for (int i = 0; i < chance.count && !walk->meter.stopped; i++) {
        struct line line;
        double value = walk_child(walk, position, chance.at[i].outcome, plies, window_open, &line);
        sum += (double)chance.at[i].weight * value;
    }
    return sum / (double)chance.total;
}

static bool window_is_shut(const struct walk *walk, struct window window)
{
    return walk->cuts &&
           (window.beta < window.alpha || (walk->cuts_on_equal && !(window.alpha < window.beta)));
}

/* Tries the moves in order and keeps the first of the best. When stopped, the best of those finished. */
static double walk_choice(struct walk *walk, const struct position *position, const struct move_list *list,
                          bool maximise, int plies, struct window window, struct line *line)
{
    double best = maximise ? -INFINITY : INFINITY;
    for (int i = 0; i < list->count; i++) {
        struct line below;
        double value = walk_child(walk, position, list->at[i], plies, window, &below);
        if (walk->meter.stopped)
            break;
        if (maximise ? value > best : value < best) {
            best = value;
            line_join(line, list->at[i], &below);
        }
        if (maximise)
            window.alpha = fmax(window.alpha, best);
        else
            window.beta = fmin(window.beta, best);
        if (window_is_shut(walk, window))
            break;
    }
    return best;
}

static double walk_node(struct walk *walk, const struct position *position, int plies, struct window window,
                        struct line *line)
{
    const struct game *game = walk->book->game;
    assert(plies >= 0);
    line->count = 0;
    if (meter_count(&walk->meter))
        return 0;
    enum actor turn = game->turn(walk->book->board, position);
    if (plies == 0 || turn == ACTOR_NONE) {
        walk->whole &= turn == ACTOR_NONE;
        return walk_value(walk, position, plies);
    }
    if (turn == ACTOR_CHANCE)
        return walk_chance(walk, position, plies);
    struct move_list list;
    game->moves(walk->book->board, position, &list);
    assert(list.count > 0);
    return walk_choice(walk, position, &list, turn == walk->me, plies, window, line);
}

static struct walk walk_of(const struct textbook *book)
{
    struct walk walk = {.book = book, .whole = true, .meter = meter_of(book->job)};
    walk.me = book->game->turn(book->board, book->root);
    walk.cuts = book->algorithm == ALGORITHM_ALPHABETA;
    walk.cuts_on_equal = book->game->seed == NULL || book->game->seed->cuts_on_equal;
    return walk;
}

void textbook_search(const struct textbook *book, struct textbook_result *result)
{
    assert(book->algorithm != ALGORITHM_AUTO && book->plies >= 1);
    assert(!book->seed_evaluation || book->game->seed != NULL);
    struct walk walk = walk_of(book);
    assert(walk.me == ACTOR_ONE || walk.me == ACTOR_TWO);
    struct move_list list;
    book->game->moves(book->board, book->root, &list);
    if (book->only != NULL)
        list = *book->only;
    assert(list.count > 0);
    struct line line = {.count = 0};
    meter_count(&walk.meter);
    double value = walk_choice(&walk, book->root, &list, true, book->plies, window_open, &line);
    bool stopped = walk.meter.stopped;
    meter_tell(&walk.meter);
    *result = (struct textbook_result){
        .complete = !stopped, .whole = walk.whole && !stopped, .value = value, .nodes = walk.meter.counted};
    if (line.count == 0 && !stopped) /* all are lost */
        line = (struct line){.count = 1, .at = {list.at[0]}};
    result->move = line.count > 0 ? line.at[0] : MOVE_NONE;
    result->pv_count = line.count;
    memcpy(result->pv, line.at, (size_t)line.count * sizeof line.at[0]);
}
