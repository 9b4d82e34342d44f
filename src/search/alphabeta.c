#include "search/alphabeta.h"

#include "search/expectimax.h"
#include "search/view.h"

enum {
    HISTORY_LIMIT = 1 << 20,
    TABLE_DEPTH_MIN = 2 /* nearer to the horizon searching again is cheaper than remembering */
};

void seeker_begin(struct seeker *seeker, const struct game *game, const struct board *board,
                  struct table *table, struct job *job)
{
    assert(game->scale != SCALE_WIN || game->chance == NULL); /* a mean of mates is no mate */
    seeker->game = game;
    seeker->board = board;
    seeker->table = table;
    seeker->meter = meter_of(job);
    seeker->oracle = NULL;
    seeker->seldepth = 0;
    seeker->shelf.used = 0;
    memset(seeker->history, 0, sizeof seeker->history);
}

/* -- history -- */

static int32_t *history_slot(struct seeker *seeker, enum actor mover, move_t move)
{
    return &seeker->history[mover == ACTOR_TWO][(move * 40503U >> 4) % HISTORY_SLOTS];
}

static void history_halve(struct seeker *seeker)
{
    for (int player = 0; player < 2; player++)
        for (int i = 0; i < HISTORY_SLOTS; i++)
            seeker->history[player][i] /= 2;
}

static void history_praise(struct seeker *seeker, enum actor mover, move_t move, int depth)
{
    int32_t *slot = history_slot(seeker, mover, move);
    assert(mover == ACTOR_ONE || mover == ACTOR_TWO);
    assert(depth > 0 && *slot >= 0 && *slot <= HISTORY_LIMIT);
    *slot += depth * depth;
    if (*slot > HISTORY_LIMIT)
        history_halve(seeker);
}

/* -- order -- */

static void choices_swap(struct choices *choices, int a, int b)
{
    move_t *move = choices->list->at;
    int64_t *rank = choices->rank;
    move_t kept_move = move[a];
    int64_t kept_rank = rank[a];
    move[a] = move[b];
    rank[a] = rank[b];
    move[b] = kept_move;
    rank[b] = kept_rank;
}

/* Slots that a list of so many moves takes; the next begins where a list may begin. */
static int slots_of(int moves)
{
    return (LIST_HEAD + moves + LIST_HEAD - 1) / LIST_HEAD * LIST_HEAD;
}

void choices_open(struct choices *choices, struct seeker *seeker, const struct position *position,
                  move_t first, bool by_rank)
{
    struct shelf *shelf = &seeker->shelf;
    assert(shelf->used <= SHELF_SLOTS - slots_of(MOVES_MAX));
    struct move_list *list = (struct move_list *)(void *)(shelf->slot + shelf->used);
    seeker->game->moves(seeker->board, position, list);
    assert(list->count > 0 && list->count <= MOVES_MAX);
    choices->list = list;
    choices->rank = shelf->rank + shelf->used;
    choices->is_ranked = false;
    choices->by_rank = by_rank && seeker->game->rank != NULL;
    choices->has_first = false;
    shelf->used += slots_of(list->count);
    for (int i = 0; i < list->count && first != MOVE_NONE; i++)
        if (list->at[i] == first) {
            list->at[i] = list->at[0];
            list->at[0] = first;
            choices->has_first = true;
            break;
        }
}

void choices_close(const struct choices *choices, struct seeker *seeker)
{
    seeker->shelf.used -= slots_of(choices->list->count);
    assert(choices->rank == seeker->shelf.rank + seeker->shelf.used);
}

static void choices_rank(struct choices *choices, struct seeker *seeker, const struct position *position,
                         enum actor mover)
{
    const struct move_list *list = choices->list;
    int64_t *rank = choices->rank;
    int count = list->count;
    assert(!choices->is_ranked);
    if (choices->by_rank)
        seeker->game->rank(seeker->board, position, list, seeker->ranks);
    else
        memset(seeker->ranks, 0, (size_t)count * sizeof seeker->ranks[0]);
    for (int i = 0; i < count; i++)
        rank[i] = (int64_t)seeker->ranks[i] * (2 * HISTORY_LIMIT) + *history_slot(seeker, mover, list->at[i]);
    choices->is_ranked = true;
}

static int best_ranked(const int64_t *rank, int from, int count)
{
    int best = from;
    int64_t most = rank[from];
    for (int i = from + 1; i < count; i++)
        if (rank[i] > most) {
            most = rank[i];
            best = i;
        }
    return best;
}

move_t choices_pick(struct choices *choices, int index, struct seeker *seeker,
                    const struct position *position, enum actor mover)
{
    struct move_list *list = choices->list;
    assert(index >= 0 && index < list->count);
    bool is_only = index == list->count - 1;
    if (is_only || (index == 0 && choices->has_first))
        return list->at[index];
    if (!choices->is_ranked)
        choices_rank(choices, seeker, position, mover);
    choices_swap(choices, index, best_ranked(choices->rank, index, list->count));
    return list->at[index];
}

/* -- table -- */

/* In the table a mate is counted from the position, in the search from the root. */
static value_t shift_mate(const struct seeker *seeker, value_t value, int plies)
{
    if (seeker->game->scale != SCALE_WIN)
        return value;
    if (value >= VALUE_MATE_MIN)
        return value + plies;
    return value <= -VALUE_MATE_MIN ? value - plies : value;
}

/* True when what the table knows settles the node; the move it remembers comes back either way. */
static bool recall(const struct seeker *seeker, const struct place *place, move_t *move,
                   struct verdict *verdict)
{
    struct knowledge known;
    if (!table_probe(seeker->table, place->key, &known))
        return false;
    *move = known.move;
    value_t value = shift_mate(seeker, known.value, -place->ply);
    assert(value >= -VALUE_WIN && value <= VALUE_WIN);
    bool deep = known.depth >= place->depth;
    bool at_least = (known.marks & PROVEN_AT_LEAST) || (deep && (known.marks & KNOWN_AT_LEAST));
    bool at_most = (known.marks & PROVEN_AT_MOST) || (deep && (known.marks & KNOWN_AT_MOST));
    *verdict = (struct verdict){
        .value = value, .at_least = known.marks & PROVEN_AT_LEAST, .at_most = known.marks & PROVEN_AT_MOST};
    return (at_least && at_most) || (at_least && value >= place->beta) || (at_most && value <= place->alpha);
}

static void remember(struct seeker *seeker, const struct place *place, move_t move,
                     const struct verdict *verdict)
{
    int marks = 0;
    assert(verdict->value >= -VALUE_WIN && verdict->value <= VALUE_WIN);
    if (verdict->at_least || verdict->value > place->alpha)
        marks |= KNOWN_AT_LEAST;
    if (verdict->at_most || verdict->value < place->beta)
        marks |= KNOWN_AT_MOST;
    marks |= verdict->at_least ? PROVEN_AT_LEAST : 0;
    marks |= verdict->at_most ? PROVEN_AT_MOST : 0;
    struct knowledge known = {.value = shift_mate(seeker, verdict->value, place->ply),
                              .move = move,
                              .depth = place->depth,
                              .marks = marks};
    table_store(seeker->table, place->key, &known);
}

/* -- the recursion -- */

static struct verdict flip(struct verdict verdict)
{
    return (struct verdict){
        .value = -verdict.value, .at_least = verdict.at_most, .at_most = verdict.at_least};
}

static bool is_narrow(const struct place *place)
{
    return place->beta - place->alpha == 1;
}

/* What is known after one more move: the best so far, no smaller than proven for one move and no larger than
 * proven for all. */
static void gather(struct verdict *best, struct verdict next)
{
    bool at_most = best->at_most && next.at_most;
    if (next.value > best->value)
        *best = next;
    else if (next.value == best->value)
        best->at_least |= next.at_least;
    best->at_most = at_most;
}

/* All moves of `mover`, behind the first with a null window unless one turns out better; `move` is a good one to
 * begin with, and the best in the end. */
static struct verdict decide(struct seeker *seeker, const struct position *position, enum actor mover,
                             const struct place *place, move_t *move, struct line *line)
{
    struct verdict best = {.value = -VALUE_INFINITE, .at_most = true};
    struct place rest = *place;
    struct choices choices;
    bool by_rank = place->depth > 1 || place->expects_cut || !is_narrow(place); /* else all will be tried */
    choices_open(&choices, seeker, position, *move, by_rank);
    int count = choices.list->count;
    for (int i = 0; i < count; i++) {
        struct line below;
        move_t candidate = choices_pick(&choices, i, seeker, position, mover);
        rest.beta = i > 0 ? rest.alpha + 1 : place->beta;
        struct verdict next = alphabeta_move(seeker, position, mover, candidate, &rest, &below);
        if (next.value >= rest.beta && next.value < place->beta && !seeker->meter.stopped) {
            rest.beta = place->beta;
            next = alphabeta_move(seeker, position, mover, candidate, &rest, &below);
        }
        if (seeker->meter.stopped)
            break;
        if (next.value > best.value)
            *move = candidate;
        gather(&best, next);
        if (next.value > rest.alpha) {
            rest.alpha = next.value;
            line_join(line, candidate, &below);
        }
        if (next.value >= place->beta) {
            history_praise(seeker, mover, candidate, place->depth);
            best.at_most &= i == count - 1;
            break;
        }
    }
    choices_close(&choices, seeker);
    assert(seeker->meter.stopped || (best.value > -VALUE_INFINITE && *move != MOVE_NONE));
    return best;
}

static bool is_known(const struct seeker *seeker, const struct position *position, struct verdict *verdict)
{
    if (seeker->oracle == NULL ||
        !seeker->oracle->knows(seeker->oracle_self, seeker->board, position, &verdict->value))
        return false;
    verdict->at_least = verdict->at_most = true;
    return true;
}

/* The table is asked unless the horizon is so near that searching again is cheaper. */
static bool uses_table(const struct place *place)
{
    return place->depth >= TABLE_DEPTH_MIN;
}

/* What needs no look ahead: no time, an exact method's knowledge, the end, the horizon, the table. If it is
 * none of these, `move` may be a good one to begin with. */
static bool settle(struct seeker *seeker, const struct position *position, enum actor turn,
                   const struct place *place, move_t *move, struct verdict *verdict)
{
    assert(place->depth >= 0 && place->ply > 0 && place->alpha < place->beta);
    *verdict = (struct verdict){.value = 0};
    if (meter_count(&seeker->meter))
        return true;
    if (place->ply > seeker->seldepth)
        seeker->seldepth = place->ply;
    if (turn != ACTOR_NONE && is_known(seeker, position, verdict))
        return true;
    if (turn == ACTOR_NONE || place->depth == 0) {
        verdict->value = view_value(seeker->game, seeker->board, position, turn, place->ply);
        verdict->at_least = verdict->at_most = turn == ACTOR_NONE;
        return true;
    }
    return uses_table(place) && recall(seeker, place, move, verdict);
}

/* The view from below a move: the same window, or the same from the other side. A mean needs all of the
 * values under it, whatever the window above. */
static struct place place_below(const struct place *place, enum actor mover, enum actor turn, uint64_t key)
{
    bool same = view_of(turn) == mover;
    bool all = turn == ACTOR_CHANCE;
    value_t alpha = same ? place->alpha : -place->beta;
    value_t beta = same ? place->beta : -place->alpha;
    return (struct place){.depth = place->depth - 1,
                          .ply = place->ply + 1,
                          .key = key,
                          .alpha = all ? -VALUE_INFINITE : alpha,
                          .beta = all ? VALUE_INFINITE : beta,
                          .expects_cut = is_narrow(place) && same == place->expects_cut};
}

struct verdict alphabeta_move(struct seeker *seeker, const struct position *position, enum actor mover,
                              move_t move, const struct place *place, struct line *line)
{
    struct position next;
    position_copy(seeker->game, &next, position);
    seeker->game->apply(seeker->board, &next, move);
    uint64_t key = 0;
    if (place->depth > TABLE_DEPTH_MIN) {
        key = seeker->game->key(seeker->board, &next);
        table_prefetch(seeker->table, key);
    }
    enum actor turn = seeker->game->turn(seeker->board, &next);
    struct place below = place_below(place, mover, turn, key);
    line->count = 0;
    move_t best = MOVE_NONE;
    struct verdict verdict;
    if (!settle(seeker, &next, turn, &below, &best, &verdict)) {
        if (turn == ACTOR_CHANCE)
            verdict = expectimax_node(seeker, &next, &below);
        else
            verdict = decide(seeker, &next, turn, &below, &best, line);
        if (uses_table(&below) && !seeker->meter.stopped)
            remember(seeker, &below, best, &verdict);
    }
    return view_of(turn) == mover ? verdict : flip(verdict);
}
