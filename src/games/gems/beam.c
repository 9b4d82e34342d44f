#include "games/gems/beam.h"

#include <stdlib.h>

#include "base/rng.h"

/* A partial tour. */
struct label {
    struct gem_set taken;
    int32_t score;               /* in points above the root */
    int32_t prices[BEAM_BOUNDS]; /* of the gems not taken, in units */
    int32_t kinds;               /* row of a bound by kinds */
    int32_t bound;               /* of the whole tour, in units; BOUND_NONE: beaten */
    int32_t chain;               /* next label of the same slot, -1: none */
    int32_t step;                /* number of its step */
    int32_t before;              /* step of the label it came from */
    uint16_t spot;
    uint16_t left; /* turns */
    int32_t arc;
};

struct beam_step {
    int32_t before; /* step, -1: the root */
    int32_t arc;
};

enum { LABELS_A_WIDTH = 4, TICK_LABELS = 1000, LAYERS_PAID = 24 };

void gems_beam_init(struct beam *beam, const struct spots *spots, size_t bytes)
{
    memset(beam, 0, sizeof *beam);
    beam->spots = spots;
    beam->bytes = bytes;
}

void gems_beam_add_bound(struct beam *beam, const struct bound *bound)
{
    assert(beam->bounds < BEAM_BOUNDS);
    beam->bound[beam->bounds++] = bound;
}

static void free_run(struct beam *beam)
{
    free(beam->now);
    free(beam->next);
    free(beam->slot);
    beam->now = beam->next = NULL;
    beam->slot = NULL;
}

void gems_beam_free(struct beam *beam)
{
    free_run(beam);
    free(beam->step);
    beam->step = NULL;
    beam->step_room = 0;
}

int gems_beam_width_max(const struct beam *beam)
{
    size_t each = (LABELS_A_WIDTH + 1) * sizeof(struct label) + 2 * LABELS_A_WIDTH * sizeof(int32_t) +
                  LAYERS_PAID * sizeof(struct beam_step);
    size_t width = beam->bytes / each;
    return width < 16 ? 16 : width > 1 << 24 ? 1 << 24 : (int)width;
}

static bool open_run(struct beam *beam, int width)
{
    assert(width > 0 && beam->bounds > 0);
    beam->width = width;
    beam->next_room = width * LABELS_A_WIDTH;
    beam->slots = 64;
    while (beam->slots < (uint32_t)beam->next_room)
        beam->slots *= 2;
    beam->now = malloc((size_t)beam->next_room * sizeof *beam->now);
    beam->next = malloc((size_t)beam->next_room * sizeof *beam->next);
    beam->slot = malloc(beam->slots * sizeof *beam->slot);
    beam->steps = 0;
    beam->cut = BOUND_NONE;
    memset(beam->lowest, 0, sizeof beam->lowest);
    return beam->now != NULL && beam->next != NULL && beam->slot != NULL;
}

/* -- bounds -- */

/* Whether a tour with this bound can be better than the best known by a whole point. */
static bool is_worth(const struct beam *beam, int32_t bound)
{
    return bound >= (beam->best.score + 1) * BOUND_UNIT;
}

static int32_t bound_row_by_turns(const struct bound *bound, const struct label *label)
{
    int32_t last = bound->spot[label->spot].last;
    return label->left < last ? label->left : last;
}

/* The lowest of the bounds, not above `high`. */
static int32_t bound_of(struct beam *beam, const struct label *label, int32_t high)
{
    int place = beam->spots->spot[label->spot].place;
    int lowest = 0;
    for (int i = 0; i < beam->bounds && is_worth(beam, high); i++) {
        const struct bound *bound = beam->bound[i];
        unsigned memory = bound_memory(bound, place, &label->taken);
        int32_t row = bound->by == BOUND_BY_KINDS ? label->kinds : bound_row_by_turns(bound, label);
        int32_t sum = label->score * BOUND_UNIT + label->prices[i] + bound->price.turn * label->left +
                      bound_value(bound, label->spot, row, memory);
        if (sum < high) {
            high = sum;
            lowest = i;
        }
    }
    beam->lowest[lowest]++;
    return high;
}

static void cut_off(struct beam *beam, int32_t bound)
{
    if (bound > beam->cut)
        beam->cut = bound;
}

/* -- choosing the best `width` -- */

static void swap(struct label *a, struct label *b)
{
    struct label c = *a;
    *a = *b;
    *b = c;
}

/* Moves the `keep` labels of the highest bounds to the front. */
static void select_best(struct label *label, int count, int keep)
{
    assert(keep > 0 && keep <= count);
    int low = 0, high = count - 1;
    while (low < high) {
        int32_t pivot = label[low + (high - low) / 2].bound;
        int i = low, j = high;
        while (i <= j) {
            while (label[i].bound > pivot)
                i++;
            while (label[j].bound < pivot)
                j--;
            if (i <= j)
                swap(&label[i++], &label[j--]);
        }
        if (keep <= j)
            high = j;
        else if (keep >= i)
            low = i;
        else
            return;
    }
}

/* Drops what is beaten or worth nothing now, then what is too much. */
static void shrink(struct beam *beam)
{
    int kept = 0;
    for (int i = 0; i < beam->next_count; i++)
        if (is_worth(beam, beam->next[i].bound))
            beam->next[kept++] = beam->next[i];
    if (kept > beam->width) {
        select_best(beam->next, kept, beam->width);
        for (int i = beam->width; i < kept; i++)
            cut_off(beam, beam->next[i].bound);
        kept = beam->width;
    }
    assert(kept <= beam->width);
    beam->next_count = kept;
}

/* -- making labels -- */

static uint32_t slot_of(const struct beam *beam, const struct label *label)
{
    uint64_t hash = rng_mix(label->taken.word[0] + UINT64_C(0x9E3779B97F4A7C15) * label->spot);
    return (uint32_t)rng_mix(hash ^ label->taken.word[1]) & (beam->slots - 1);
}

static void hash_all(struct beam *beam)
{
    memset(beam->slot, -1, beam->slots * sizeof *beam->slot);
    for (int i = 0; i < beam->next_count; i++) {
        uint32_t slot = slot_of(beam, &beam->next[i]);
        beam->next[i].chain = beam->slot[slot];
        beam->slot[slot] = i;
    }
}

/* Whether another tour to the same spot with the same gems is as good; marks those that this one beats. */
static bool is_beaten(struct beam *beam, const struct label *label, uint32_t slot)
{
    for (int i = beam->slot[slot]; i >= 0; i = beam->next[i].chain) {
        struct label *other = &beam->next[i];
        if (other->spot != label->spot || !gem_set_same(&other->taken, &label->taken) ||
            other->bound == BOUND_NONE)
            continue;
        if (other->score >= label->score && other->left >= label->left)
            return true;
        if (other->score <= label->score && other->left <= label->left)
            other->bound = BOUND_NONE;
    }
    return false;
}

static void remember_best(struct beam *beam, const struct label *label)
{
    assert(label->score > beam->best.score);
    beam->best.score = label->score;
    beam->best.count = 0;
    beam->best.arc[beam->best.count++] = &beam->spots->arc[label->arc];
    for (int32_t step = label->before; step >= 0; step = beam->step[step].before)
        if (beam->step[step].arc >= 0)
            beam->best.arc[beam->best.count++] = &beam->spots->arc[beam->step[step].arc];
    assert(beam->best.count <= TOUR_MAX);
    for (int i = 0, j = beam->best.count - 1; i < j; i++, j--) {
        const struct arc *arc = beam->best.arc[i];
        beam->best.arc[i] = beam->best.arc[j];
        beam->best.arc[j] = arc;
    }
}

static void add_label(struct beam *beam, const struct label *label)
{
    if (label->score > beam->best.score)
        remember_best(beam, label);
    if (!is_worth(beam, label->bound))
        return;
    assert(label->step == 0 && label->spot < beam->spots->count);
    uint32_t slot = slot_of(beam, label);
    assert(slot < beam->slots);
    if (is_beaten(beam, label, slot))
        return;
    if (beam->next_count == beam->next_room) {
        shrink(beam);
        hash_all(beam);
    }
    beam->next[beam->next_count] = *label;
    beam->next[beam->next_count].chain = beam->slot[slot];
    beam->slot[slot] = beam->next_count++;
}

static void take(const struct beam *beam, struct label *label, int gem)
{
    assert(gem < beam->spots->gems && !gem_set_has(&label->taken, gem));
    gem_set_add(&label->taken, gem);
    for (int i = 0; i < beam->bounds; i++) {
        label->prices[i] -= beam->bound[i]->price.of[gem];
        label->kinds -= beam->bound[i]->step[beam->spots->gem_kind[gem] - 1];
    }
}

/* The gem of the arc is taken; gems that lie under it are gone. A way that is barred may stand for one around
 * that is not among the arcs; then only its bound counts. */
static void follow(struct beam *beam, const struct label *from, int arc_index)
{
    const struct arc *arc = &beam->spots->arc[arc_index];
    const struct spot *to = &beam->spots->spot[arc->spot];
    const struct spot *here = &beam->spots->spot[from->spot];
    if (arc->turns > from->left)
        return;
    int turns = beam->spots->turns - from->left + arc->turns;
    if (to->gem >= 0 && (gem_set_has(&from->taken, to->gem) || turns > beam->spots->gem_until[to->gem]))
        return;
    bool barred = !gem_set_within(&arc->under, &from->taken);
    if (barred && !(arc->free && here->incomplete))
        return;
    struct label label = {.taken = from->taken,
                          .score = from->score + arc->gain,
                          .kinds = from->kinds,
                          .before = from->step,
                          .spot = arc->spot,
                          .left = (uint16_t)(from->left - arc->turns),
                          .arc = arc_index};
    memcpy(label.prices, from->prices, sizeof label.prices);
    if (to->gem >= 0)
        take(beam, &label, to->gem);
    label.bound = bound_of(beam, &label, from->bound);
    beam->labels++;
    if (!barred)
        add_label(beam, &label);
    else if (is_worth(beam, label.bound))
        cut_off(beam, label.bound);
}

/* -- layers -- */

static bool keep_steps(struct beam *beam)
{
    size_t wanted = beam->steps + (size_t)beam->now_count;
    if (wanted > beam->step_room) {
        size_t room = wanted + wanted / 2;
        struct beam_step *grown = realloc(beam->step, room * sizeof *grown);
        if (grown == NULL)
            return false;
        beam->step = grown;
        beam->step_room = room;
    }
    for (int i = 0; i < beam->now_count; i++) {
        beam->now[i].step = (int32_t)beam->steps;
        beam->step[beam->steps++] =
            (struct beam_step){.before = beam->now[i].before, .arc = beam->now[i].arc};
    }
    return true;
}

static bool tick(struct beam *beam, struct job *job)
{
    uint64_t labels = beam->labels - beam->ticked;
    if (labels < TICK_LABELS)
        return job_stopped(job);
    beam->ticked = beam->labels;
    return job_tick(job, labels);
}

static bool run_layer(struct beam *beam, struct job *job)
{
    beam->next_count = 0;
    hash_all(beam);
    for (int i = 0; i < beam->now_count; i++) {
        const struct label *label = &beam->now[i];
        const struct spot *spot = &beam->spots->spot[label->spot];
        if (tick(beam, job))
            return false;
        for (int arc = spot->first; is_worth(beam, label->bound) && arc < spot->first + spot->count; arc++)
            follow(beam, label, arc);
    }
    shrink(beam);
    return true;
}

static void start_at_root(struct beam *beam)
{
    struct label *root = &beam->now[0];
    *root = (struct label){.left = (uint16_t)beam->spots->turns, .before = -1, .arc = -1};
    for (int i = 0; i < beam->bounds; i++) {
        root->prices[i] = beam->bound[i]->price.sum;
        if (beam->bound[i]->by == BOUND_BY_KINDS)
            root->kinds = beam->bound[i]->top;
    }
    root->bound = bound_of(beam, root, INT32_MAX);
    beam->now_count = 1;
}

bool gems_beam_run(struct beam *beam, int width, struct job *job)
{
    bool done = open_run(beam, width);
    if (done)
        start_at_root(beam);
    while (done && beam->now_count > 0) {
        done = keep_steps(beam) && run_layer(beam, job);
        struct label *free_room = beam->now;
        beam->now = beam->next;
        beam->now_count = beam->next_count;
        beam->next = free_room;
    }
    free_run(beam);
    return done;
}
