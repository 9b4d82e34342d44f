#include "games/gems/runners.h"

#include "base/bits.h"

#include <stdlib.h>

/* -- the course -- */

static bool find_items(struct course *course, const struct gems_position *root)
{
    memset(course->item_at, -1, sizeof course->item_at);
    for (int keys = 0; keys < 2; keys++)
        for (int cell = 0; cell < GEMS_CELLS; cell++) {
            enum gems_item item = gems_item_at(root, cell);
            if (item == GEMS_NOTHING || gems_item_is_key(item) != (keys == 1))
                continue;
            if (course->items == RACE_ITEMS_MAX)
                return false;
            course->item_at[cell] = (int16_t)course->items;
            course->cell[course->items] = (int16_t)cell;
            course->kind[course->items++] = (uint8_t)item;
            course->gems += keys == 0;
            course->colours |= keys == 0 ? 0U : 1U << (item - GEMS_KEY_G);
        }
    return true;
}

static unsigned door_colours(const struct gems_board *board)
{
    unsigned colours = 0;
    for (int key = 0; key < GEMS_KEYS; key++)
        for (int i = 0; i < GEMS_MASK; i++)
            colours |= board->door[key].word[i] != 0 ? 1U << key : 0U;
    return colours;
}

enum { TURN_WEIGHT = 2 }; /* points that a turn counts when a way is chosen */

/* Cells whose ways may lead on, each once. */
struct race_front {
    int16_t cell[GEMS_CELLS];
    bool waits[GEMS_CELLS];
    int head;
    int count;
};

static void front_add(struct race_front *front, int cell)
{
    if (front->waits[cell])
        return;
    assert(front->count < GEMS_CELLS);
    front->waits[cell] = true;
    front->cell[(front->head + front->count++) % GEMS_CELLS] = (int16_t)cell;
}

static int front_take(struct race_front *front)
{
    int cell = front->cell[front->head];
    front->head = (front->head + 1) % GEMS_CELLS;
    front->count--;
    front->waits[cell] = false;
    return cell;
}

static int32_t weight_of(struct stretch way)
{
    return way.turns == RACE_NEVER ? INT32_MAX : way.cost + TURN_WEIGHT * way.turns;
}

/* The longer way; RACE_NEVER when it is too long to matter. */
static struct stretch lengthen(struct stretch way, int turns, int cost)
{
    if (way.turns + turns >= RACE_NEVER || way.cost + cost > UINT8_MAX)
        return (struct stretch){RACE_NEVER, 0};
    return (struct stretch){(uint8_t)(way.turns + turns), (uint8_t)(way.cost + cost)};
}

/* What is measured: the ways with these keys to one item. */
struct measuring {
    const struct gems_board *board;
    unsigned keys;
    struct stretch *way; /* of cell 0 */
    size_t stride;       /* from cell to cell */
    struct race_front front;
};

static void measure_from(struct measuring *measuring, int cell, struct stretch way)
{
    struct stretch *known = &measuring->way[(size_t)cell * measuring->stride];
    if (weight_of(way) >= weight_of(*known))
        return;
    *known = way;
    front_add(&measuring->front, cell);
}

/* What is entered is paid, so the wire of the cell one comes from backwards is paid by the step. */
static void measure_steps(struct measuring *measuring, int cell)
{
    const struct gems_board *board = measuring->board;
    struct stretch here = measuring->way[(size_t)cell * measuring->stride];
    int wire = gems_mask_has(&board->wire, cell) ? GEMS_COST_WIRE : 0;
    for (unsigned steps = board->open[measuring->keys][cell]; steps != 0; steps &= steps - 1) {
        int action = bits_lowest(steps);
        int cost = gems_cost_of(action) + wire;
        measure_from(measuring, cell + board->step[action], lengthen(here, 1, cost));
    }
}

/* Of several gates each takes as many tries, on an average. */
static void measure_gates(struct measuring *measuring, int cell)
{
    const struct gems_board *board = measuring->board;
    struct stretch here = measuring->way[(size_t)cell * measuring->stride];
    uint16_t from[GEMS_GATES_MAX];
    int gates = gems_gates_from(board, cell, from);
    if (gems_ground_at(board, cell) != GEMS_GATE)
        return;
    for (int i = 0; i < gates; i++)
        measure_from(measuring, from[i], lengthen(here, gates, 0));
}

/* Ways to `item` from everywhere: a walk backwards from it. */
static void measure(struct course *course, unsigned keys, int item)
{
    size_t stride = (size_t)course->items;
    struct measuring measuring = {.board = course->board,
                                  .keys = keys,
                                  .way = course->way + (size_t)keys * GEMS_CELLS * stride + item,
                                  .stride = stride};
    for (size_t cell = 0; cell < GEMS_CELLS; cell++)
        measuring.way[cell * stride] = (struct stretch){RACE_NEVER, 0};
    measure_from(&measuring, course->cell[item], (struct stretch){0, 0});
    while (measuring.front.count > 0) {
        int cell = front_take(&measuring.front);
        measure_steps(&measuring, cell);
        measure_gates(&measuring, cell);
    }
}

bool gems_course_create(struct course *course, const struct gems_board *board,
                        const struct gems_position *root)
{
    memset(course, 0, sizeof *course);
    course->board = board;
    course->board_hash = board->hash;
    if (!find_items(course, root) || course->items == 0)
        return false;
    course->way = malloc((size_t)8 * GEMS_CELLS * (size_t)course->items * sizeof *course->way);
    if (course->way == NULL)
        return false;
    for (int turns = 0; turns < RACE_NEVER; turns++)
        course->share[turns] = (1 << 16) / (turns + 1);
    course->colours |= (unsigned)(root->keys[0] | root->keys[1]);
    course->colours &= door_colours(board);
    for (unsigned keys = 0; keys < 8; keys++)
        for (int item = 0; item < course->items && (keys & ~course->colours) == 0; item++)
            measure(course, keys, item);
    return true;
}

void gems_course_destroy(struct course *course)
{
    free(course->way);
    course->way = NULL;
}

/* Items only vanish, and keys are held by who has taken them here. */
bool gems_course_covers(const struct course *course, const struct gems_board *board,
                        const struct gems_position *position)
{
    if (course->way == NULL || course->board_hash != board->hash)
        return false;
    for (int cell = 0; cell < GEMS_CELLS; cell++) {
        enum gems_item item = gems_item_at(position, cell);
        if (item == GEMS_NOTHING)
            continue;
        int known = course->item_at[cell];
        if (known < 0 || course->kind[known] != item)
            return false;
    }
    return ((position->keys[0] | position->keys[1]) & door_colours(board) & ~course->colours) == 0;
}

void gems_runners_from(struct runners *runners, const struct course *course, const struct gems_position *root)
{
    assert(course->board->players == 2 && course->items <= RACE_ITEMS_MAX);
    memset(runners, 0, sizeof *runners);
    for (int item = 0; item < course->items; item++)
        if (gems_item_at(root, course->cell[item]) != GEMS_NOTHING)
            runners->left[item >> 6] |= UINT64_C(1) << (item & 63);
    runners->margin = root->score[0] - root->score[1];
    runners->plies = (int16_t)gems_plies_left(course->board, root);
    for (int side = 0; side < 2; side++) {
        runners->cell[side] = (int16_t)root->cell[side];
        runners->last[side] = root->last[side];
        runners->keys[side] = root->keys[side];
    }
    runners->side = root->side;
}

/* -- the rules -- */

static void hit(struct runners *at)
{
    int lead = at->side == 0 ? at->margin : -at->margin; /* of the mover */
    int32_t to_a = at->side == 0 ? GEMS_COST_HIT : -GEMS_COST_HIT;
    at->margin += lead >= 0 ? to_a : -to_a;
}

/* Takes what lies on the cell that has been entered. Returns the points. */
static int32_t take(const struct course *course, struct runners *at, int cell)
{
    int item = course->item_at[cell];
    if (item < 0 || !runners_left(at, item))
        return 0;
    at->left[item >> 6] &= ~(UINT64_C(1) << (item & 63));
    int kind = course->kind[item], side = at->side;
    assert(kind > GEMS_NOTHING && kind <= GEMS_KEY_G + 2);
    if (kind >= GEMS_KEY_G) {
        at->keys[side] |= (uint8_t)(1 << (kind - GEMS_KEY_G));
        return 0;
    }
    int32_t points = course->board->pair[at->last[side]][kind - 1];
    at->last[side] = (uint8_t)kind;
    return points;
}

/* The ply is over; `points` are those of the mover. */
static struct runners end_ply(const struct course *course, struct runners at, int32_t points, bool still)
{
    int side = at.side;
    if (course->board->barbed == GEMS_BARBED_TURN && gems_mask_has(&course->board->wire, at.cell[side]))
        points -= GEMS_COST_WIRE;
    at.margin += side == 0 ? points : -points;
    assert(at.plies > 0 && at.cell[0] != at.cell[1]);
    at.still = still;
    at.side ^= 1;
    at.plies--;
    return at;
}

int gems_runners_gates(const struct course *course, const struct runners *from, int action,
                       uint16_t to[GEMS_GATES_MAX])
{
    int cell = from->cell[from->side];
    if (course->board->gates == 0 || action != GEMS_NOOP || gems_ground_at(course->board, cell) != GEMS_GATE)
        return 0;
    return gems_gates_from(course->board, cell, to);
}

struct runners gems_runners_teleport(const struct course *course, const struct runners *from, int cell)
{
    struct runners at = *from;
    assert(gems_ground_at(course->board, cell) == GEMS_GATE && course->item_at[cell] < 0);
    if (cell == at.cell[at.side ^ 1])
        hit(&at);
    else
        at.cell[at.side] = (int16_t)cell;
    return end_ply(course, at, 0, false);
}

struct runners gems_runners_after(const struct course *course, const struct runners *from, int action)
{
    const struct gems_board *board = course->board;
    uint16_t to[GEMS_GATES_MAX];
    int gates = gems_runners_gates(course, from, action, to);
    assert(gates <= 1);
    if (gates == 1)
        return gems_runners_teleport(course, from, to[0]);
    struct runners at = *from;
    int cell = at.cell[at.side] + board->step[action];
    int32_t points = -gems_cost_of(action);
    if (cell == at.cell[at.side ^ 1])
        hit(&at);
    else if (action != GEMS_NOOP) {
        at.cell[at.side] = (int16_t)cell;
        points += take(course, &at, cell);
        if (board->barbed == GEMS_BARBED_ENTRY && gems_mask_has(&board->wire, cell))
            points -= GEMS_COST_WIRE;
    }
    return end_ply(course, at, points, action == GEMS_NOOP);
}
