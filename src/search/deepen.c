#include "search/deepen.h"

enum { MARGIN_MIN = 16 };

static void add_move(struct deepening *deepening, move_t move)
{
    assert(deepening->count < MOVES_MAX);
    deepening->at[deepening->count++] = (struct root_move){.move = move, .known = false};
}

void deepen_begin(struct deepening *deepening, const struct position *root, const struct move_list *moves,
                  int lines)
{
    struct seeker *seeker = &deepening->seeker;
    assert(moves->count > 0 && lines > 0);
    deepening->root = root;
    deepening->mover = seeker->game->turn(seeker->board, root);
    assert(deepening->mover == ACTOR_ONE || deepening->mover == ACTOR_TWO);
    deepening->lines = lines < moves->count ? lines : moves->count;
    deepening->depth = 0;
    deepening->others_at_most = false;
    deepening->step = 0;
    deepening->count = 0;
    struct choices choices;
    choices_open(&choices, seeker, root, MOVE_NONE, true);
    for (int i = 0; i < choices.list->count; i++) {
        move_t move = choices_pick(&choices, i, seeker, root, deepening->mover);
        if (move_list_has(moves, move))
            add_move(deepening, move);
    }
    for (int i = 0; i < moves->count; i++) /* accepted, though not on the list */
        if (!move_list_has(choices.list, moves->at[i]))
            add_move(deepening, moves->at[i]);
    choices_close(&choices, seeker);
    assert(deepening->count == moves->count);
}

/* -- one line -- */

/* at[from] comes to stand at `to`; those between move down and keep their order. */
static void promote(struct deepening *deepening, int from, int to)
{
    assert(to >= 0 && from >= to);
    struct root_move chosen = deepening->at[from];
    memmove(&deepening->at[to + 1], &deepening->at[to], (size_t)(from - to) * sizeof chosen);
    deepening->at[to] = chosen;
}

static struct verdict try_root(struct deepening *deepening, int index, const struct place *place,
                               bool is_first, struct line *below)
{
    struct seeker *seeker = &deepening->seeker;
    move_t move = deepening->at[index].move;
    if (!is_first) {
        struct place narrow = *place;
        narrow.beta = place->alpha + 1;
        struct verdict verdict =
            alphabeta_move(seeker, deepening->root, deepening->mover, move, &narrow, below);
        if (verdict.value <= place->alpha || seeker->meter.stopped)
            return verdict;
    }
    return alphabeta_move(seeker, deepening->root, deepening->mover, move, place, below);
}

/* What a stopped search has found so far is worth having when it beats the line of the iteration before. It
 * is not when that line has only been seen to be worse than it was, nor when all that was seen loses. */
static bool is_worth_taking(const struct deepening *deepening, int line, int chosen, value_t value)
{
    if (!deepening->seeker.meter.stopped)
        return true;
    bool loses = deepening->seeker.game->scale == SCALE_WIN && value <= -VALUE_MATE_MIN;
    return chosen > line && !loses;
}

/* Searches at[line..] in the window; the best above alpha comes to stand at [line]. Returns its value, or a
 * bound. */
static value_t search_window(struct deepening *deepening, int line, struct place place)
{
    value_t best = -VALUE_INFINITE;
    struct root_move found = {.known = false};
    int chosen = -1;
    bool at_most = true;
    for (int i = line; i < deepening->count && best < place.beta; i++) {
        struct line below;
        struct verdict verdict = try_root(deepening, i, &place, i == line, &below);
        if (deepening->seeker.meter.stopped)
            break;
        best = verdict.value > best ? verdict.value : best;
        at_most &= verdict.at_most;
        if (verdict.value <= place.alpha)
            continue;
        chosen = i;
        place.alpha = verdict.value;
        found = (struct root_move){.move = deepening->at[i].move,
                                   .known = true,
                                   .is_bound = verdict.value >= place.beta,
                                   .verdict = verdict};
        line_join(&found.line, found.move, &below);
    }
    assert(chosen < 0 || found.verdict.value == place.alpha);
    if (chosen >= 0 && is_worth_taking(deepening, line, chosen, found.verdict.value)) {
        deepening->at[chosen] = found;
        promote(deepening, chosen, line);
    }
    if (line == 0)
        deepening->others_at_most = at_most && !deepening->seeker.meter.stopped;
    return best;
}

static value_t clamp(int64_t value)
{
    if (value > VALUE_INFINITE)
        return VALUE_INFINITE;
    return value < -VALUE_INFINITE ? -VALUE_INFINITE : (value_t)value;
}

/* A window around the value of the last iteration, if there is one to rely on. */
static struct place window_first(const struct deepening *deepening, int line, int depth, int64_t margin)
{
    const struct root_move *first = &deepening->at[line];
    bool narrow = depth > 3 && first->known;
    value_t centre = first->verdict.value;
    return (struct place){.depth = depth,
                          .alpha = narrow ? clamp(centre - margin) : -VALUE_INFINITE,
                          .beta = narrow ? clamp(centre + margin) : VALUE_INFINITE};
}

/* Opens the window on the side where the value fell out; false: it lies inside. */
static bool window_widen(struct place *place, value_t value, int64_t margin)
{
    assert(value >= -VALUE_WIN && value <= VALUE_WIN);
    bool wide = margin > VALUE_WIN / 16;
    if (value <= place->alpha)
        place->alpha = wide ? -VALUE_INFINITE : clamp(value - margin);
    else if (value >= place->beta)
        place->beta = wide ? VALUE_INFINITE : clamp(value + margin);
    else
        return false;
    return true;
}

/* -- one iteration -- */

/* Later lines may turn out better than earlier ones, since the table has learnt meanwhile. */
static void sort_lines(struct deepening *deepening)
{
    for (int i = 1; i < deepening->lines; i++) {
        int to = i;
        while (to > 0 && deepening->at[to - 1].verdict.value < deepening->at[i].verdict.value)
            to--;
        if (to == 0 && i > 0)
            deepening->others_at_most = false;
        promote(deepening, i, to);
    }
}

bool deepen_once(struct deepening *deepening, int depth)
{
    assert(depth > 0 && depth <= DEPTH_MAX);
    bool had = deepening->at[0].known;
    int64_t before = deepening->at[0].verdict.value;
    for (int line = 0; line < deepening->lines; line++) {
        int64_t margin = MARGIN_MIN + (int64_t)deepening->step;
        struct place place = window_first(deepening, line, depth, margin);
        value_t value;
        do {
            value = search_window(deepening, line, place);
            if (deepening->seeker.meter.stopped)
                return false;
            margin *= 4;
        } while (window_widen(&place, value, margin));
    }
    sort_lines(deepening);
    int64_t step = deepening->at[0].verdict.value - before;
    deepening->step = had ? clamp(step < 0 ? -step : step) : 0;
    deepening->depth = depth;
    return true;
}

/* A forced end is one in at most so many plies: a win is proven by the moves that force it, a loss by all
 * moves losing. Anything else is proven from both sides. */
static bool line_is_proven(const struct deepening *deepening, int index)
{
    const struct verdict *verdict = &deepening->at[index].verdict;
    bool is_win_or_loss = deepening->seeker.game->scale == SCALE_WIN;
    bool at_most = verdict->at_most && (index > 0 || deepening->others_at_most);
    if (is_win_or_loss && verdict->value >= VALUE_MATE_MIN)
        return verdict->at_least;
    if (is_win_or_loss && verdict->value <= -VALUE_MATE_MIN)
        return at_most;
    return verdict->at_least && at_most;
}

bool deepen_is_proven(const struct deepening *deepening)
{
    for (int i = 0; i < deepening->lines; i++)
        if (!deepening->at[i].known || !line_is_proven(deepening, i))
            return false;
    return true;
}

void deepen_through(struct deepening *deepening, int first, int last)
{
    for (int depth = first; depth <= last; depth++)
        if (!deepen_once(deepening, depth) || deepen_is_proven(deepening))
            return;
}

static enum score_bound bound_of(const struct deepening *deepening, int index)
{
    const struct root_move *root = &deepening->at[index];
    if (line_is_proven(deepening, index))
        return BOUND_PROVEN;
    if (root->is_bound || (root->verdict.at_least && deepening->seeker.game->scale != SCALE_WIN))
        return BOUND_LOWER;
    return BOUND_ESTIMATE;
}

struct report deepen_report(const struct deepening *deepening, int index, int depth)
{
    assert(index >= 0 && index < deepening->count && depth > 0);
    const struct root_move *root = &deepening->at[index];
    assert(root->known && root->line.count > 0 && root->line.at[0] == root->move);
    struct report report = {
        .depth = depth, .seldepth = deepening->seeker.seldepth, .pv_count = root->line.count};
    report.score = score_from(deepening->seeker.game, root->verdict.value, bound_of(deepening, index));
    memcpy(report.pv, root->line.at, sizeof report.pv);
    return report;
}
