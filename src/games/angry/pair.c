#include "games/angry/pair.h"

#include <math.h>
#include <stdlib.h>

#include "games/angry/floor.h"

bool angry_pair_covers(const struct angry_board *board, const struct angry_position *root)
{
    return !board->pass && 2 * board->cap - root->turns >= 2 * (board->cap - root->actions);
}

double angry_pair_nodes(const struct angry_board *board, const struct angry_position *root)
{
    enum { QUESTIONS = 8, PART = 3 }; /* of all rows each question looks at a third */
    double places = cells_count(&board->land);
    double layers = ldexp(1, cells_count(&root->eggs));
    double actions = board->cap - root->actions + 1;
    return layers * BLOCKS * places * places * actions * QUESTIONS / PART;
}
/* -- the root -- */

static bool is_good(const struct floor *floor, enum block block, unsigned hen, unsigned bird, unsigned queen)
{
    const struct pair *pair = floor->pair;
    return cells_have(floor_row(floor, block, (struct stance){pair->place[hen], pair->place[bird]}), queen);
}

/* Whether a step of player 1 comes to more; asked before the root's layer is turned. */
static bool step_is_good(const struct floor *floor, enum angry_move move)
{
    const struct pair *pair = floor->pair;
    const struct angry_position *root = pair->plan->root;
    unsigned to = pair->board->step[angry_mover(root)][move];
    if (root->side == ANGRY_HEN)
        return cells_have(&floor->lead[pair->place[to]].row[pair->place[root->bird]], root->queen);
    return to == root->queen ? floor->ends.queen : is_good(floor, BLOCK_QUEEN, root->hen, to, root->queen);
}

/* The same of a step of the queen; asked afterwards. */
static bool answer_is_good(const struct floor *floor, enum angry_move move)
{
    const struct pair *pair = floor->pair;
    const struct angry_position *root = pair->plan->root;
    unsigned to = pair->board->step[root->queen][move];
    if (to == root->hen || floor->time <= 0)
        return floor->ends.loss;
    return is_good(floor, BLOCK_HEN, root->hen, root->bird, to);
}

/* The bit of the root's row, at whatever counter it is. */
static bool root_is_good(const struct pair *pair)
{
    const struct angry_position *root = pair->plan->root;
    enum block block = root->side == ANGRY_HEN    ? BLOCK_HEN
                       : root->side == ANGRY_BIRD ? BLOCK_BIRD
                                                  : BLOCK_QUEEN;
    struct stance stance = {pair->place[root->hen], pair->place[root->bird]};
    size_t at = pair_row(pair, pair_block(pair, 0, run_all_of(pair->eggs), block), stance);
    return cells_have(&pair->rows[at], root->queen);
}

/* The root with so many actions left. */
static bool ask_root(const struct pair *pair, struct floor *floor, int time, struct angry_verdict *verdict)
{
    const struct angry_position *root = pair->plan->root;
    move_t at[ANGRY_MOVES];
    int count = angry_list(pair->board, root, at);
    assert(count > 0);
    angry_floor_begin(floor, pair, 0, run_all_of(pair->eggs), time);
    verdict->move = at[0];
    for (int i = count; i-- > 0 && root->side != ANGRY_QUEEN && at[i] != ANGRY_PASS;)
        if (step_is_good(floor, (enum angry_move)at[i]))
            verdict->move = at[i];
    if (angry_floor_turn(floor))
        return false;
    for (int i = count; i-- > 0 && root->side == ANGRY_QUEEN && at[i] != ANGRY_PASS;)
        if (!answer_is_good(floor, (enum angry_move)at[i]))
            verdict->move = at[i];
    verdict->is_more = root_is_good(pair);
    return true;
}

/* -- all layers -- */

/* All but the root's, which is the first. What leads to a layer comes before it, so that it still reads the counter
 * before. */
static bool turn_rest(const struct pair *pair, struct floor *floor, int time)
{
    unsigned all = run_all_of(pair->eggs);
    for (int family = 0; family < pair->families + pair->has_relaxed; family++)
        for (unsigned eggs = all + (family > 0); eggs-- > 0;) {
            angry_floor_begin(floor, pair, family, eggs, time);
            if (angry_floor_turn(floor))
                return true;
        }
    return job_tick(pair->plan->terrain.job, 0);
}

/* -- a question -- */

static void list_families(struct pair *pair)
{
    unsigned all = run_all_of(pair->pigs);
    for (unsigned eaten = 0; eaten <= all; eaten++)
        pair->family_of[eaten] = -1;
    for (int size = 0; size <= pair->plan->rich; size++)
        for (unsigned eaten = 0; eaten <= all; eaten++)
            if (bits_count(eaten) == size) {
                pair->family_of[eaten] = pair->families;
                pair->eaten[pair->families++] = (uint16_t)eaten;
            }
    assert(pair->families > 0 && pair->eaten[0] == 0); /* nothing eaten comes first */
}

static bool take_memory(struct pair *pair)
{
    size_t rows = BLOCKS * pair_layers(pair) * pair_stances(pair);
    size_t places = (size_t)pair->places;
    size_t lines = rows / places;
    pair->bytes = rows * (sizeof *pair->rows + sizeof *pair->fresh) + lines;
    if (pair->bytes > pair->plan->bytes)
        return false;
    pair->rows = calloc(rows, sizeof *pair->rows);
    pair->fresh = calloc(rows, sizeof *pair->fresh);
    pair->most = calloc(lines, sizeof *pair->most);
    pair->all = calloc(places, sizeof *pair->all);
    pair->none = calloc(places, sizeof *pair->none);
    if (pair->rows == NULL || pair->fresh == NULL || pair->most == NULL || pair->all == NULL ||
        pair->none == NULL)
        return false;
    for (int place = 0; place < pair->places; place++)
        pair->all[place] = pair->board->land;
    return true;
}

static void number_places(struct pair *pair)
{
    for (struct cells left = pair->board->land; !cells_empty(&left);) {
        unsigned cell = cells_take(&left);
        pair->at[pair->places] = cells_of(cell);
        pair->place[cell] = (int16_t)pair->places;
        pair->cell[pair->places++] = (uint8_t)cell;
    }
    assert(pair->places > 0); /* the hen stands somewhere */
    for (int place = 0; place < pair->places; place++)
        for (int direction = 0; direction < ANGRY_DIRECTIONS; direction++) {
            unsigned to = pair->board->step[pair->cell[place]][direction];
            if (to != pair->cell[place])
                pair->next[place][pair->next_count[place]++] = pair->place[to];
        }
}

static bool pair_open(struct pair *pair, const struct angry_plan *plan)
{
    assert(angry_pair_covers(plan->terrain.board, plan->root) && plan->rich >= 0 &&
           plan->rich <= plan->terrain.pigs);
    const struct terrain *terrain = &plan->terrain;
    *pair = (struct pair){.plan = plan,
                          .board = terrain->board,
                          .actions = terrain->board->cap - plan->root->actions,
                          .eggs = terrain->eggs,
                          .pigs = terrain->pigs,
                          .has_relaxed = plan->upper && plan->rich < terrain->pigs};
    number_places(pair);
    size_t sets = (size_t)1 << pair->pigs;
    pair->eaten = calloc(sets, sizeof *pair->eaten);
    pair->family_of = malloc(sets * sizeof *pair->family_of);
    if (pair->eaten == NULL || pair->family_of == NULL)
        return false;
    list_families(pair);
    return take_memory(pair);
}

static void pair_close(struct pair *pair)
{
    free(pair->eaten);
    free(pair->family_of);
    free(pair->rows);
    free(pair->fresh);
    free(pair->most);
    free(pair->all);
    free(pair->none);
}

/* Only who wins comes to more. So if that can be done with actions to spare she may play as if she had not got them,
 * and comes to as much more; who loses when actions have run out might lose more. */
static bool is_won(const struct angry_plan *plan)
{
    return plan->threshold >= ANGRY_ITEM * plan->terrain.eggs + ANGRY_LOSS;
}

static enum layer_end turn_until_more(const struct pair *pair, struct floor *floor,
                                      struct angry_verdict *verdict)
{
    int time = -1;
    assert(time <= pair->actions); /* a round is played to its end */
    for (;; time++) {
        if (!ask_root(pair, floor, time, verdict))
            return LAYER_STOPPED;
        if (time == pair->actions || (verdict->is_more && is_won(pair->plan)))
            break;
        if (turn_rest(pair, floor, time))
            return LAYER_STOPPED;
    }
    verdict->least = pair->plan->threshold + 1 + (pair->actions - time);
    return LAYER_DONE;
}

enum layer_end angry_pair_ask(const struct angry_plan *plan, struct angry_verdict *verdict)
{
    struct pair pair;
    struct floor *floor = malloc(sizeof *floor);
    enum layer_end end =
        pair_open(&pair, plan) && floor != NULL ? turn_until_more(&pair, floor, verdict) : LAYER_NO_MEMORY;
    verdict->bytes = pair.bytes;
    free(floor);
    pair_close(&pair);
    return end;
}
