#include "games/gems/race.h"

#include "base/bits.h"

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
