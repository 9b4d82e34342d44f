#include "games/gems/race.h"

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

/* The way one step longer than `way`; RACE_NEVER when it is too long to matter. */
static struct stretch lengthen(struct stretch way, int cost)
{
    if (way.turns + 1 >= RACE_NEVER || way.cost + cost > UINT8_MAX)
        return (struct stretch){RACE_NEVER, 0};
    return (struct stretch){(uint8_t)(way.turns + 1), (uint8_t)(way.cost + cost)};
}

/* Ways to `item` from everywhere: a walk backwards from it. What is entered is paid, so the wire of the cell
 * one comes from backwards is paid by the step. */
static void measure(struct course *course, unsigned keys, int item)
{
    const struct gems_board *board = course->board;
    struct race_front front = {.count = 0};
    size_t stride = (size_t)course->items;
    struct stretch *way = course->way + (size_t)keys * GEMS_CELLS * stride + item;
    for (size_t cell = 0; cell < GEMS_CELLS; cell++)
        way[cell * stride] = (struct stretch){RACE_NEVER, 0};
    way[(size_t)course->cell[item] * stride] = (struct stretch){0, 0};
    front_add(&front, course->cell[item]);
    while (front.count > 0) {
        int cell = front_take(&front);
        int wire = gems_mask_has(&board->wire, cell) ? GEMS_COST_WIRE : 0;
        for (unsigned steps = board->open[keys][cell]; steps != 0; steps &= steps - 1) {
            int action = bits_lowest(steps);
            int next = cell + board->step[action];
            int cost = (action < GEMS_UPRIGHT ? GEMS_COST_STRAIGHT : GEMS_COST_DIAGONAL) + wire;
            struct stretch longer = lengthen(way[(size_t)cell * stride], cost);
            if (weight_of(longer) >= weight_of(way[(size_t)next * stride]))
                continue;
            way[(size_t)next * stride] = longer;
            front_add(&front, next);
        }
    }
}

bool gems_course_create(struct course *course, const struct gems_board *board,
                        const struct gems_position *root)
{
    memset(course, 0, sizeof *course);
    course->board = board;
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

void gems_runners_from(struct runners *runners, const struct course *course, const struct gems_position *root)
{
    assert(course->board->players == 2 && course->items <= RACE_ITEMS_MAX);
    memset(runners, 0, sizeof *runners);
    for (int item = 0; item < course->items; item++)
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

/* -- the race -- */

enum {
    EVENTS_MAX = 16,
    FADE_SHIFT = 4,  /* each thing won counts 1/16 less than the one before */
    WHOLE = 1 << 10, /* weight of the first */
    WHOLE_EVENTS_MAX = 2 * RACE_ITEMS_MAX,
    KEY_POINTS = 30, /* of a key for each gem that it opens the way to */
    KEY_GEMS_MAX = 4,
    HOP_TURNS = 3, /* to the gem after the next */
    NOTHING = -1
};

struct runner {
    int cell;
    int time; /* own turns gone */
    int turns;
    unsigned keys;
    int last;
    int target; /* item, NOTHING: none worth going to */
    int arrival;
    int32_t gain;
};

/* What is on the map still. */
struct rest {
    uint64_t left[RACE_ITEMS_MAX / 64];
    int of_kind[GEMS_KINDS + 1];
    int32_t next[GEMS_KINDS + 1]; /* most that a gem after this kind pays; of kind 0: after none */
};

static void rest_count(const struct course *course, struct rest *rest)
{
    for (int word = 0; word < RACE_ITEMS_MAX / 64; word++)
        for (uint64_t left = rest->left[word]; left != 0; left &= left - 1) {
            int item = word * 64 + bits_lowest(left);
            if (item < course->gems)
                rest->of_kind[course->kind[item]]++;
        }
}

static void rest_next(const struct course *course, struct rest *rest)
{
    for (int kind = 0; kind <= GEMS_KINDS; kind++) {
        int32_t most = 0;
        for (int then = 1; then <= GEMS_KINDS; then++) {
            int32_t points = course->board->pair[kind][then - 1];
            if (rest->of_kind[then] > (kind == then) && points > most)
                most = points;
        }
        rest->next[kind] = most;
    }
}

/* What a key is worth: gems that cannot be reached now and can with it. */
static int32_t key_points(const struct course *course, const struct rest *rest, const struct runner *runner,
                          unsigned colour)
{
    if ((runner->keys >> colour & 1) || !(course->colours >> colour & 1))
        return 0;
    const struct stretch *now = course_ways(course, runner->keys, runner->cell);
    const struct stretch *then = course_ways(course, runner->keys | 1U << colour, runner->cell);
    int opened = 0;
    for (int item = 0; item < course->gems && opened < KEY_GEMS_MAX; item++)
        opened += (rest->left[item >> 6] >> (item & 63) & 1) && now[item].turns == RACE_NEVER &&
                  then[item].turns != RACE_NEVER;
    return opened * KEY_POINTS;
}

/* Points a turn of going to an item and on to another. What is won there comes back in `gain`. */
static int32_t rate_of(const struct course *course, const struct rest *rest, const struct runner *runner,
                       int item, struct stretch way, int32_t *gain)
{
    int kind = course->kind[item];
    int32_t hope;
    if (kind >= GEMS_KEY_G) {
        int32_t points = key_points(course, rest, runner, (unsigned)(kind - GEMS_KEY_G));
        if (points == 0)
            return 0;
        *gain = points - way.cost;
        hope = rest->next[runner->last];
    } else {
        *gain = course->board->pair[runner->last][kind - 1] - way.cost;
        hope = rest->next[kind];
    }
    if (runner->time + way.turns + HOP_TURNS > runner->turns)
        return *gain * course->share[way.turns];
    assert(way.turns < RACE_NEVER);
    int turns = way.turns + HOP_TURNS < RACE_NEVER ? way.turns + HOP_TURNS : RACE_NEVER - 1;
    return (*gain + hope) * course->share[turns];
}

/* The item with the best rate, but for one that the other gets first. */
static void choose(const struct course *course, const struct rest *rest, struct runner *runner, int taken,
                   int taken_at)
{
    const struct stretch *ways = course_ways(course, runner->keys, runner->cell);
    int32_t best = 0, gain = 0;
    runner->target = NOTHING;
    for (int word = 0; word < RACE_ITEMS_MAX / 64; word++)
        for (uint64_t left = rest->left[word]; left != 0; left &= left - 1) {
            int item = word * 64 + bits_lowest(left);
            struct stretch way = ways[item];
            int arrival = runner->time + way.turns;
            if (way.turns == RACE_NEVER || arrival > runner->turns || (item == taken && taken_at <= arrival))
                continue;
            int32_t rate = rate_of(course, rest, runner, item, way, &gain);
            if (rate <= best)
                continue;
            best = rate;
            runner->target = item;
            runner->arrival = arrival;
            runner->gain = gain;
        }
}

/* Whether the runner who is on the move gets there before the other, who is not. */
static bool is_before(const struct runner *mover, const struct runner *other)
{
    return other->target == NOTHING || (mover->target != NOTHING && mover->arrival <= other->arrival);
}

/* Of two who go to the same the later thinks again. */
static void settle(const struct course *course, const struct rest *rest, struct runner *mover,
                   struct runner *other)
{
    if (mover->target == NOTHING || mover->target != other->target)
        return;
    assert(mover->target >= 0 && mover->target < course->items);
    struct runner *late = is_before(mover, other) ? other : mover;
    choose(course, rest, late, late->target, 0);
}

static void arrive(const struct course *course, struct rest *rest, struct runner *runner)
{
    assert(runner->target >= 0 && runner->target < course->items);
    int item = runner->target, kind = course->kind[item];
    assert(rest->left[item >> 6] >> (item & 63) & 1);
    assert(runner->arrival <= runner->turns);
    rest->left[item >> 6] &= ~(UINT64_C(1) << (item & 63));
    runner->cell = course->cell[item];
    runner->time = runner->arrival;
    if (kind >= GEMS_KEY_G) {
        runner->keys |= 1U << (kind - GEMS_KEY_G);
        return;
    }
    runner->last = kind;
    if (--rest->of_kind[kind] <= 1)
        rest_next(course, rest);
}

static struct runner runner_of(const struct runners *runners, int side)
{
    return (struct runner){.cell = runners->cell[side],
                           .turns = (runners->plies + (side == runners->side)) / 2,
                           .keys = runners->keys[side],
                           .last = runners->last[side]};
}

int32_t gems_race_margin(const struct course *course, const struct runners *runners, enum race_depth depth)
{
    int events = depth == RACE_FADING ? EVENTS_MAX : WHOLE_EVENTS_MAX;
    int32_t sum = 0, weight = WHOLE;
    struct rest rest = {.left = {runners->left[0], runners->left[1]}};
    struct runner mover = runner_of(runners, runners->side), other = runner_of(runners, runners->side ^ 1);
    rest_count(course, &rest);
    rest_next(course, &rest);
    choose(course, &rest, &mover, NOTHING, 0);
    choose(course, &rest, &other, NOTHING, 0);
    for (int event = 0; event < events; event++) {
        settle(course, &rest, &mover, &other);
        bool mine = is_before(&mover, &other);
        struct runner *first = mine ? &mover : &other, *second = mine ? &other : &mover;
        if (first->target == NOTHING)
            break;
        sum += (mine ? first->gain : -first->gain) * weight;
        weight -= depth == RACE_FADING ? weight >> FADE_SHIFT : 0;
        arrive(course, &rest, first);
        choose(course, &rest, first, second->target, second->target == NOTHING ? 0 : second->arrival);
    }
    sum /= WHOLE;
    return runners->margin + (runners->side == 0 ? sum : -sum);
}

int32_t gems_race_alone(const struct course *course, const struct runners *runners, int side)
{
    struct rest rest = {.left = {runners->left[0], runners->left[1]}};
    struct runner runner = runner_of(runners, side);
    int32_t sum = 0;
    rest_count(course, &rest);
    rest_next(course, &rest);
    for (int event = 0; event < WHOLE_EVENTS_MAX; event++) {
        choose(course, &rest, &runner, NOTHING, 0);
        if (runner.target == NOTHING)
            break;
        sum += runner.gain;
        arrive(course, &rest, &runner);
    }
    return sum;
}
