#include "games/angry/decide.h"

#include <stdlib.h>

/* -- trails -- */

static bool bit_trail_add(struct bit_trail *trail, struct trail_purse *purse, int time,
                          const struct bit_row *row)
{
    assert(trail->count == 0 || trail->change[trail->count - 1].time < time);
    assert(trail->count <= trail->room);
    if (trail->count == trail->room) {
        int room = trail->room == 0 ? 4 : trail->room * 2;
        struct bit_change *change = angry_purse_grow(
            purse, trail->change, (size_t)trail->room * sizeof *change, (size_t)room * sizeof *change);
        if (change == NULL)
            return false;
        trail->change = change;
        trail->room = room;
    }
    trail->change[trail->count++] = (struct bit_change){.time = time, .row = *row};
    return true;
}

void angry_bit_trail_free(struct bit_trail *trail, struct trail_purse *purse)
{
    free(trail->change);
    atomic_fetch_sub(&purse->used, (size_t)trail->room * sizeof *trail->change);
    *trail = (struct bit_trail){.change = NULL};
}

/* -- what an end is worth -- */

/* The most time left with which an end with this prize does not come to more. */
static int limit_of(const struct decision *decision, int prize)
{
    return decision->threshold - decision->gained - prize + decision->layer->terrain->time;
}

/* At worst a hen who takes no pig walks until her actions are gone, and must take every pig on the way. */
static bool least_is_bad(const struct decision *decision)
{
    const struct layer *layer = decision->layer;
    return layer->kind != LAYER_SPENT || limit_of(decision, ANGRY_LOSS - ANGRY_ITEM * layer->pig_count) >= 0;
}

static void mark(struct decision_room *room, int hen)
{
    assert(hen >= 0 && room->due.count <= CELLS_MAX);
    if (!room->is_due[hen])
        room->due.at[room->due.count++] = (int16_t)hen;
    room->is_due[hen] = true;
}

static void mark_all(const struct decision *decision, struct decision_room *room)
{
    for (int i = 0; i < decision->layer->hen_count; i++)
        mark(room, i);
}

/* Marks the hens beside the slingshot. */
static void mark_winners(const struct decision *decision, struct decision_room *room)
{
    for (int i = 0; i < decision->layer->hen_count; i++)
        for (int step = 0; step < ANGRY_DIRECTIONS; step++)
            if (decision->layer->hen[i].source[step] == SOURCE_SLINGSHOT)
                mark(room, i);
}

/* Winning on a step made with `time` left; the last action is lost as well. */
static bool win_is_bad(const struct decision_room *room, int time)
{
    return time == 1 ? room->win_limit - ANGRY_LOSS >= 0 : time - 1 <= room->win_limit;
}

/* What the ends are worth to a hen with `time` left; marks whom a change concerns. */
static void set_ends(const struct decision *decision, struct decision_room *room, int time)
{
    bool loss = time <= room->loss_limit;
    bool win = win_is_bad(room, time);
    if (loss != room->loss_is_bad)
        mark_all(decision, room);
    if (win != room->win_is_bad) {
        mark_winners(decision, room);
        room->win = row_filled(win);
    }
    room->loss_is_bad = loss;
    room->win_is_bad = win;
}

/* May the hen wait with `time` left? Marks whom a change concerns. */
static void set_wait(const struct decision *decision, struct decision_room *room, int time)
{
    const struct terrain *terrain = decision->layer->terrain;
    bool may_wait = terrain->board->pass && time <= terrain->wait_time;
    if (may_wait != room->may_wait)
        mark_all(decision, room);
    room->may_wait = may_wait;
}

/* -- one counter -- */

static const struct bit_row *source_row(const struct decision_room *room, int source)
{
    static const struct bit_row nothing = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    if (source >= 0)
        return &room->row[source];
    if (source == SOURCE_NONE)
        return &nothing;
    return source == SOURCE_SLINGSHOT ? &room->win : &room->import[SOURCE_ITEM - source];
}

/* A hen in a dead end with the queen in its mouth must pass. */
static void pass_dead_end(const struct decision *decision, const struct hen *hen, struct bit_row *row)
{
    const struct terrain *terrain = decision->layer->terrain;
    int lane = terrain->exit_lane[hen->place];
    if (lane < 0 || !decision->layer->open[lane])
        return;
    struct bit_row mouth = row_filled(false);
    struct bit_row around = row_filled(false);
    row_set(&mouth, lane, true);
    row_add_neighbours(&around, &mouth, terrain->stride, BIT_WORDS);
    row_and(&around, row, BIT_WORDS);
    row_set(row, lane, !row_empty(&around, BIT_WORDS));
}

/* The row of the hen to move who does not wait. */
__attribute__((always_inline)) static inline void step_row(const struct decision *decision,
                                                           const struct decision_room *room, int index,
                                                           struct bit_row *row, int words)
{
    const struct hen *hen = &decision->layer->hen[index];
    bool pass = decision->layer->terrain->board->pass;
    *row = room->open;
    for (int step = 0; step < ANGRY_DIRECTIONS; step++)
        row_and(row, source_row(room, hen->source[step]), words);
    if (!room->least_is_bad || (pass && !room->loss_is_bad))
        *row = row_filled(false);
    row_put(row, hen->lane, room->loss_is_bad, words);
    if (!pass)
        pass_dead_end(decision, hen, row);
}

/* The row of the queen to move, from that of the hen after her. */
__attribute__((always_inline)) static inline void queen_row(const struct decision *decision,
                                                            const struct decision_room *room, int index,
                                                            const struct bit_row *hen_to_move,
                                                            struct bit_row *row, int words)
{
    *row = room->stuck;
    if (room->is_any_stuck) {
        struct bit_row hen = row_filled(false);
        struct bit_row beside = row_filled(false);
        row_put(&hen, decision->layer->hen[index].lane, true, words);
        row_add_neighbours(&beside, &hen, decision->layer->terrain->stride, words);
        row_minus(row, &beside, words);
        row_and(row, hen_to_move, words);
    }
    row_add_neighbours(row, hen_to_move, decision->layer->terrain->stride, words);
}

__attribute__((always_inline)) static inline void hen_row(const struct decision *decision,
                                                          const struct decision_room *room, int index,
                                                          struct bit_row *row, int words)
{
    step_row(decision, room, index, row, words);
    if (!room->may_wait)
        return;
    struct bit_row after;
    queen_row(decision, room, index, row, &after, words);
    row_and(row, &after, words);
    row_put(row, decision->layer->hen[index].lane, room->loss_is_bad, words);
}

__attribute__((always_inline)) static inline void
compute_hen(const struct decision *decision, struct decision_room *room, int index, int words)
{
    const struct hen *hen = &decision->layer->hen[index];
    struct bit_row hen_to_move;
    struct bit_row row;
    hen_row(decision, room, index, &hen_to_move, words);
    queen_row(decision, room, index, &hen_to_move, &row, words);
    row_put(&row, hen->lane, true, words); /* no hen steps onto the queen */
    if (row_same(&row, &room->row[hen->place], words))
        return;
    room->fresh[index] = row;
    room->change.at[room->change.count++] = (int16_t)index;
}

__attribute__((always_inline)) static inline void compute_due(const struct decision *decision,
                                                              struct decision_room *room, int words)
{
    room->change.count = 0;
    for (int i = 0; i < room->due.count; i++) {
        room->is_due[room->due.at[i]] = false;
        compute_hen(decision, room, room->due.at[i], words);
    }
    room->due.count = 0;
}

static void compute_rows(const struct decision *decision, struct decision_room *room)
{
    switch ((decision->layer->terrain->width + 63) / 64) {
    case 1: compute_due(decision, room, 1); return;
    case 2: compute_due(decision, room, 2); return;
    case 3: compute_due(decision, room, 3); return;
    default: compute_due(decision, room, BIT_WORDS); return;
    }
}

/* Puts the new rows in their places, marks the hens beside them and lets out what leaves the layer. */
static bool settle_rows(struct decision *decision, struct decision_room *room, int time)
{
    for (int i = 0; i < room->change.count; i++) {
        int index = room->change.at[i];
        const struct hen *hen = &decision->layer->hen[index];
        room->row[hen->place] = room->fresh[index];
        for (int step = 0; step < ANGRY_DIRECTIONS; step++)
            if (hen->source[step] >= 0)
                mark(room, room->hen_of[hen->source[step]]);
        int export = room->export_of[index];
        if (export >= 0 &&
            !bit_trail_add(decision->export[export].trail, decision->purse, time, &room->row[hen->place]))
            return false;
    }
    return true;
}

/* -- a layer -- */

/* Brings in the rows that change at `time`; returns when the next one will. */
static int import_rows(const struct decision *decision, struct decision_room *room, int time)
{
    int soonest = INT32_MAX;
    for (int i = 0; i < decision->import_count; i++) {
        const struct bit_trail *trail = decision->import[i];
        if (trail->count == 0) /* no way leads there */
            continue;
        const struct bit_change *next = trail->change + room->import_next[i];
        const struct bit_change *end = trail->change + trail->count;
        if (next < end && next->time == time) {
            room->import[i] = next->row;
            room->import_next[i]++;
            next++;
            for (int looker = 0; looker < room->looker_count[i]; looker++)
                mark(room, room->looker[i][looker]);
        }
        if (next < end && next->time < soonest)
            soonest = next->time;
    }
    return soonest;
}

static void find_lookers(const struct decision *decision, struct decision_room *room)
{
    memset(room->looker_count, 0, sizeof room->looker_count);
    for (int i = 0; i < decision->layer->hen_count; i++)
        for (int step = 0; step < ANGRY_DIRECTIONS; step++) {
            int import = SOURCE_ITEM - decision->layer->hen[i].source[step];
            if (import >= 0)
                room->looker[import][room->looker_count[import]++] = (int16_t)i;
        }
}

static void find_exports(const struct decision *decision, struct decision_room *room)
{
    memset(room->export_of, -1, sizeof room->export_of);
    for (int i = 0; i < decision->export_count; i++) {
        int place = decision->layer->terrain->place[decision->export[i].cell];
        room->export_of[room->hen_of[place]] = (int16_t)i;
    }
}

/* Queens who have no step; where a wall may be open in truth she is left out, which is good for the hen. */
static void find_stuck(const struct decision *decision, struct decision_room *room)
{
    const struct layer *layer = decision->layer;
    room->stuck = row_filled(false);
    for (int i = 0; i < layer->stuck_count; i++)
        if (!layer->stuck[i].is_open)
            row_set(&room->stuck, layer->stuck[i].lane, true);
    room->is_any_stuck = layer->stuck_count > 0;
}

/* No time left: lost, whoever stands where. */
static void begin_rows(const struct decision *decision, struct decision_room *room)
{
    const struct layer *layer = decision->layer;
    struct bit_row lost = row_filled(0 <= room->loss_limit);
    room->open = row_filled(false);
    for (int lane = 0; lane < layer->terrain->width; lane++)
        row_set(&room->open, lane, layer->open[lane] != 0);
    room->change.count = room->due.count = 0;
    memset(room->is_due, 0, sizeof room->is_due);
    for (int i = 0; i < layer->hen_count; i++) {
        room->hen_of[layer->hen[i].place] = (int16_t)i;
        room->fresh[i] = lost;
        row_set(&room->fresh[i], layer->hen[i].lane, true);
        room->change.at[room->change.count++] = (int16_t)i;
    }
}

static void begin_room(const struct decision *decision, struct decision_room *room)
{
    room->loss_limit = limit_of(decision, ANGRY_LOSS);
    room->win_limit = limit_of(decision, ANGRY_WIN);
    room->least_is_bad = least_is_bad(decision);
    begin_rows(decision, room);
    memset(room->import_next, 0, sizeof room->import_next);
    find_lookers(decision, room);
    find_exports(decision, room);
    find_stuck(decision, room);
    room->loss_is_bad = 0 <= room->loss_limit;
    room->win_is_bad = win_is_bad(room, 1);
    room->win = row_filled(room->win_is_bad);
    room->may_wait = false;
}

/* The next time at which something happens. */
static int next_time(const struct decision *decision, const struct decision_room *room, int time,
                     int import_time)
{
    if (room->due.count > 0 || time < 2) /* winning with the last action is special */
        return time + 1;
    int next = import_time;
    int loss = room->loss_limit + 1;
    int win = room->win_limit + 2;
    int rush = decision->layer->terrain->wait_time + 1;
    next = loss > time && loss < next ? loss : next;
    next = room->may_wait && rush > time && rush < next ? rush : next;
    return win > time && win < next ? win : next;
}

static int find_hen(const struct decision *decision, const struct decision_room *room, unsigned cell)
{
    return room->hen_of[decision->layer->terrain->place[cell]];
}

/* Does the hen who is watched come to more? Asked before the rows of this time are made. */
static bool is_over(const struct decision *decision, const struct decision_room *room)
{
    const struct angry_position *watched = decision->watched;
    if (watched == NULL)
        return false;
    struct bit_row row;
    hen_row(decision, room, find_hen(decision, room, watched->hen), &row, BIT_WORDS);
    return !row_has(&row, decision->layer->terrain->lane[watched->queen]);
}

enum layer_end angry_decision_compute(struct decision *decision, struct decision_room *room)
{
    const struct terrain *terrain = decision->layer->terrain;
    assert(terrain->clock == CLOCK_ACTIONS);
    begin_room(decision, room);
    decision->asked = terrain->time;
    int import_time = 0;
    uint64_t rows = 0;
    for (int time = 0; time < decision->layer->time; time = next_time(decision, room, time, import_time)) {
        if (time > 0) {
            if (time == 1)
                mark_all(decision, room);
            set_ends(decision, room, time);
            set_wait(decision, room, time);
            rows += (uint64_t)room->due.count;
            if (is_over(decision, room)) {
                decision->asked = time;
                break;
            }
            compute_rows(decision, room);
        }
        if (!settle_rows(decision, room, time))
            return LAYER_NO_MEMORY;
        if (import_time <= time)
            import_time = import_rows(decision, room, time);
    }
    return job_tick(terrain->job, rows) ? LAYER_STOPPED : LAYER_DONE;
}

static void set_root(const struct decision *decision, struct decision_room *room)
{
    set_ends(decision, room, decision->asked);
    set_wait(decision, room, decision->asked);
}

bool angry_decision_is_bad(const struct decision *decision, struct decision_room *room, unsigned hen_cell,
                           unsigned queen_cell)
{
    set_root(decision, room);
    struct bit_row row;
    hen_row(decision, room, find_hen(decision, room, hen_cell), &row, BIT_WORDS);
    return row_has(&row, decision->layer->terrain->lane[queen_cell]);
}

bool angry_decision_pass_is_bad(const struct decision *decision, struct decision_room *room,
                                unsigned hen_cell, unsigned queen_cell)
{
    set_root(decision, room);
    const struct terrain *terrain = decision->layer->terrain;
    struct bit_row row;
    struct bit_row after;
    int index = find_hen(decision, room, hen_cell);
    step_row(decision, room, index, &row, BIT_WORDS);
    queen_row(decision, room, index, &row, &after, BIT_WORDS);
    bool may_pass = !terrain->board->pass || room->may_wait || !room->loss_is_bad;
    return !may_pass || row_has(&after, terrain->lane[queen_cell]);
}

bool angry_decision_step_is_bad(const struct decision *decision, struct decision_room *room,
                                unsigned hen_cell, unsigned queen_cell, enum angry_move step)
{
    assert(step != ANGRY_PASS);
    set_root(decision, room);
    const struct hen *hen = &decision->layer->hen[find_hen(decision, room, hen_cell)];
    return row_has(source_row(room, hen->source[step]), decision->layer->terrain->lane[queen_cell]);
}
