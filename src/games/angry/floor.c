#include "games/angry/floor.h"

#include <stdlib.h>

#include "base/bits.h"

#define INLINE __attribute__((always_inline)) static inline

/* -- rows -- */

INLINE uint64_t *row_at(const struct floor *floor, enum block block, struct stance stance, int words)
{
    size_t row = (size_t)stance.hen * (size_t)floor->lanes + (size_t)stance.bird;
    return floor->rows[block] + row * (size_t)words;
}

INLINE struct bit_row row_read(const uint64_t *at, int words)
{
    struct bit_row row = {{0}};
    for (int i = 0; i < words; i++)
        row.word[i] = at[i];
    return row;
}

static struct bit_row row_of(const struct terrain *terrain, struct cells set)
{
    struct bit_row row = row_filled(false);
    while (!cells_empty(&set))
        row_set(&row, terrain->lane[cells_take(&set)], true);
    return row;
}

static int lane_of(const struct floor *floor, int place)
{
    return floor->plan.terrain->lane[floor->plan.terrain->cell[place]];
}

/* -- a layer and a counter -- */

static struct ends ends_at(const struct floor *floor, int time)
{
    int points = floor->gained - (floor->plan.actions - time);
    int won = points - 1 + ANGRY_BIRD_WIN + (time <= 1 ? ANGRY_LOSS : 0);
    int most = points + ANGRY_ITEM * cells_count(&floor->eggs) + ANGRY_BIRD_WIN + ANGRY_BIRD_CATCH;
    int threshold = floor->plan.threshold;
    return (struct ends){.slingshot = won > threshold,
                         .queen = won + ANGRY_BIRD_CATCH > threshold,
                         .loss = points + ANGRY_LOSS > threshold,
                         .doubt = floor->kind == LAYER_RELAXED && most > threshold};
}

bool angry_floor_is_void(const struct floor *floor)
{
    struct ends first = ends_at(floor, 1); /* a loss is worth most, a win least */
    struct ends ends = ends_at(floor, floor->last);
    bool any = first.queen || first.loss || ends.slingshot || ends.queen || ends.loss || ends.doubt;
    for (int i = 0; i < floor->import_count && !any; i++)
        any = floor->import[i].reader.at < floor->import[i].reader.end;
    return !any;
}

/* Where the hen may stand, and whose rows she looks at who steps somewhere. */
static void lay_leads(struct floor *floor)
{
    const struct terrain *terrain = floor->plan.terrain;
    struct cells items = floor->kind == LAYER_RELAXED ? floor->eggs : cells_or(floor->eggs, floor->pigs);
    floor->hen_count = 0;
    for (int place = 0; place < terrain->places; place++) {
        unsigned cell = terrain->cell[place];
        struct lead *lead = &floor->lead[place];
        if (cell == terrain->slingshot)
            *lead = (struct lead){floor->win, &floor->win_fresh};
        else if (cells_have(&items, cell))
            *lead = (struct lead){floor->none, &floor->never};
        else {
            *lead = (struct lead){row_at(floor, BLOCK_BIRD, (struct stance){.hen = place}, floor->words),
                                  &floor->fresh[BLOCK_BIRD][place]};
            floor->hen[floor->hen_count++] = (int16_t)place;
        }
    }
    for (int i = 0; i < floor->import_count; i++) {
        struct floor_import *import = &floor->import[i];
        floor->lead[terrain->place[import->cell]] = (struct lead){import->rows, &import->fresh};
    }
}

/* Where a bird may step of `birds`, and a queen beside her. */
static void lay_bird(struct floor *floor, unsigned bird, struct cells birds)
{
    const struct terrain *terrain = floor->plan.terrain;
    int lane = terrain->lane[bird];
    int surely = 0; /* open in truth */
    assert(cells_have(&birds, bird) && lane >= 0 && lane < floor->lanes);
    floor->way_count[lane] = 0;
    floor->mouth[lane] = -1;
    for (int direction = 0; direction < ANGRY_DIRECTIONS; direction++) {
        unsigned to = terrain->board->step[bird][direction];
        if (to == bird || !cells_have(&birds, to))
            continue;
        floor->way[lane][floor->way_count[lane]++] = terrain->lane[to];
        if (!cells_have(&floor->pigs, to)) {
            floor->mouth[lane] = terrain->lane[to];
            surely++;
        }
    }
    floor->may_pass[lane] = surely <= 1;
    struct bit_row open = floor->open;
    row_set(&open, lane, false);
    floor->exit[lane] = row_filled(false);
    row_add_neighbours(&floor->exit[lane], &open, terrain->stride, BIT_WORDS);
}

/* Where bird and queen may step. */
static void lay_ways(struct floor *floor)
{
    const struct terrain *terrain = floor->plan.terrain;
    struct cells birds = cells_minus(cells_minus(terrain->land, floor->eggs), cells_of(terrain->slingshot));
    struct cells open = cells_minus(birds, floor->pigs);
    birds = floor->kind == LAYER_RELAXED ? birds : open;
    floor->open = row_of(terrain, open);
    floor->stand = floor->birds = row_of(terrain, birds);
    floor->near_pigs = row_of(terrain, cells_beside(floor->pigs));
    for (struct cells left = birds; !cells_empty(&left);)
        lay_bird(floor, cells_take(&left), birds);
}

static bool bird_passes(const struct floor *floor, struct stance stance)
{
    int mouth = floor->mouth[stance.bird];
    return floor->may_pass[stance.bird] && (mouth < 0 || mouth == stance.lane);
}

/* Ways of the hen that the bird leaves. */
static int count_ways(const struct floor *floor, struct stance stance, int *last)
{
    int count = 0;
    for (int i = 0; i < floor->next_count[stance.hen]; i++) {
        int lane = lane_of(floor, floor->next[stance.hen][i]);
        if (lane == stance.bird)
            continue;
        *last = lane;
        count++;
    }
    return count;
}

static void lay_passes(struct floor *floor)
{
    for (int i = 0; i < floor->hen_count; i++) {
        int hen = floor->hen[i];
        int at = lane_of(floor, hen);
        floor->passes[hen] = row_filled(false);
        for (int bird = 0; bird < floor->lanes; bird++) {
            struct stance stance = {hen, at, bird};
            int last;
            if (row_has(&floor->birds, bird) && bird != at)
                row_set(&floor->passes[hen], bird,
                        bird_passes(floor, stance) || count_ways(floor, stance, &last) <= 1);
        }
    }
}

static size_t stances(const struct floor *floor)
{
    return (size_t)floor->plan.terrain->places * (size_t)floor->lanes;
}

void angry_floor_begin(struct floor *floor)
{
    size_t line = (size_t)floor->lanes * (size_t)floor->words;
    assert(floor->room != NULL && floor->import_count <= 2 * ITEMS_MAX);
    memset(floor->room, 0, BLOCKS_ALL * stances(floor) * (size_t)floor->words * sizeof *floor->room);
    memset(floor->win, 0, line * sizeof *floor->win);
    memset(floor->fresh, 0, sizeof floor->fresh);
    memset(floor->due, 0, sizeof floor->due);
    floor->win_fresh = floor->never;
    for (int i = 0; i < floor->import_count; i++) {
        memset(floor->import[i].rows, 0, line * sizeof *floor->win);
        floor->import[i].fresh = floor->never;
    }
    lay_leads(floor);
    lay_ways(floor);
    lay_passes(floor);
    floor->time = -2;
    floor->ends = (struct ends){.loss = false};
    floor->is_fresh = floor->is_full = false;
    floor->made = 0;
}

/* -- one hen and one bird -- */

/* Without queens who cannot stand there. */
INLINE struct bit_row clean(const struct floor *floor, struct stance stance, struct bit_row row, int words)
{
    row_and(&row, &floor->stand, words);
    row_put(&row, stance.lane, false, words);
    row_put(&row, stance.bird, false, words);
    return row;
}

static void hand_up(struct floor *floor, struct stance stance, const struct bit_row *flips)
{
    assert(!row_empty(flips, floor->words) && stance.lane == lane_of(floor, stance.hen));
    struct flips *up = floor->export[stance.hen];
    if (!angry_flips_add(up, floor->plan.purse, floor->time, stance.bird, flips, floor->words))
        floor->is_full = true;
}

INLINE void put_row(struct floor *floor, enum block block, struct stance stance, struct bit_row row,
                    int words)
{
    uint64_t *at = row_at(floor, block, stance, words);
    struct bit_row flips = row_filled(false);
    for (int i = 0; i < words; i++) {
        flips.word[i] = at[i] ^ row.word[i];
        at[i] = row.word[i];
    }
    floor->made++;
    if (row_empty(&flips, words))
        return;
    row_set(&floor->fresh[block][stance.hen], stance.bird, true);
    if (block == BLOCK_BIRD && floor->export[stance.hen] != NULL)
        hand_up(floor, stance, &flips);
}

/* A row of steps, where somebody may have to pass: that is settled when all have stepped. */
INLINE void put_steps(struct floor *floor, enum block block, struct stance stance, struct bit_row row,
                      int words)
{
    uint64_t *at = row_at(floor, block, stance, words);
    for (int i = 0; i < words; i++)
        at[i] = row.word[i];
    floor->made++;
    row_set(&floor->due[stance.hen], stance.bird, true);
}

INLINE struct bit_row move_hen(const struct floor *floor, struct stance stance, int words)
{
    struct bit_row row = row_filled(false);
    for (int i = 0; i < floor->next_count[stance.hen]; i++) {
        const struct lead *lead = &floor->lead[floor->next[stance.hen][i]];
        struct bit_row there = row_read(lead->rows + (size_t)stance.bird * (size_t)words, words);
        row_or(&row, &there, words);
    }
    return clean(floor, stance, row, words);
}

INLINE struct bit_row move_bird(const struct floor *floor, struct stance stance, int words)
{
    struct bit_row row = row_filled(false);
    for (int i = 0; i < floor->way_count[stance.bird]; i++) {
        int to = floor->way[stance.bird][i];
        struct bit_row there = row_read(
            row_at(floor, BLOCK_QUEEN, (struct stance){.hen = stance.hen, .bird = to}, words), words);
        row_put(&there, to, floor->ends.queen && to != stance.lane, words);
        row_or(&row, &there, words);
    }
    return clean(floor, stance, row, words);
}

/* The queen's answers to a pair, whose row is then `hen`, hen to move. */
INLINE struct bit_row move_queen(const struct floor *floor, struct stance stance, struct bit_row hen,
                                 int words)
{
    if (floor->time <= 0)
        return clean(floor, stance, row_filled(floor->ends.loss), words);
    int stride = floor->plan.terrain->stride;
    struct bit_row open = floor->open;
    struct bit_row exit = floor->exit[stance.bird];
    row_put(&open, stance.bird, false, words);
    row_put(&hen, stance.lane, floor->ends.loss, words);
    row_minus(&open, &hen, words);
    struct bit_row bad = row_filled(false);
    row_add_neighbours(&bad, &open, stride, words);
    if (floor->ends.doubt) /* a wall beside her may be gone in truth: nothing can be vouched for */
        row_or(&hen, &floor->near_pigs, words);
    row_minus(&hen, &exit, words);
    row_minus(&exit, &bad, words);
    row_or(&hen, &exit, words);
    return clean(floor, stance, hen, words);
}

/* A hen without a step, and a bird who passes. */
INLINE struct bit_row pass_both(const struct floor *floor, struct stance stance, struct bit_row hen,
                                struct bit_row bird, const struct bit_row *stuck, bool is_shut, int words)
{
    if (is_shut) /* nobody comes, and nothing ever changes */
        return floor->ends.doubt || floor->ends.loss ? clean(floor, stance, row_filled(true), words) : bird;
    struct bit_row queen = move_queen(floor, stance, hen, words);
    row_or(&bird, &queen, words);
    row_and(&bird, stuck, words);
    row_or(&hen, &bird, words);
    return hen;
}

/* Where somebody of the pair may have to pass, after both have made their steps. */
INLINE void settle(struct floor *floor, struct stance stance, int words)
{
    struct bit_row hen = row_read(row_at(floor, BLOCK_HEN_STEPS, stance, words), words);
    struct bit_row bird = row_read(row_at(floor, BLOCK_BIRD_STEPS, stance, words), words);
    bool passes = bird_passes(floor, stance);
    int last = 0;
    assert(row_has(&floor->passes[stance.hen], stance.bird));
    int ways = count_ways(floor, stance, &last);
    struct bit_row stuck = row_filled(ways == 0); /* queens beside whom the hen has no step */
    if (ways == 1)
        row_set(&stuck, last, true);
    if (passes && ways <= 1)
        hen = pass_both(floor, stance, hen, bird, &stuck, ways == 0, words);
    else if (ways <= 1) {
        row_and(&stuck, &bird, words);
        row_or(&hen, &stuck, words);
    }
    struct bit_row queen = move_queen(floor, stance, hen, words);
    if (passes)
        row_or(&bird, &queen, words);
    if (floor->time > 0)
        put_row(floor, BLOCK_HEN, stance, hen, words);
    if (floor->time >= 0)
        put_row(floor, BLOCK_BIRD, stance, bird, words);
    put_row(floor, BLOCK_QUEEN, stance, queen, words);
}

/* -- a hen and all birds -- */

/* Takes a bird out of a set; -1: there is none. */
INLINE int take_bird(struct bit_row *birds, int words)
{
    for (int i = 0; i < words; i++)
        if (birds->word[i] != 0) {
            int bird = 64 * i + bits_lowest(birds->word[i]);
            birds->word[i] &= birds->word[i] - 1;
            return bird;
        }
    return -1;
}

/* A row of moves, or of steps alone where somebody may have to pass. */
INLINE void put_moves(struct floor *floor, enum block moves, enum block steps, struct stance stance,
                      struct bit_row row, int words)
{
    if (row_has(&floor->passes[stance.hen], stance.bird))
        put_steps(floor, steps, stance, row, words);
    else
        put_row(floor, moves, stance, row, words);
}

INLINE void turn_hen(struct floor *floor, int hen, int words)
{
    int at = lane_of(floor, hen);
    struct bit_row due = row_filled(false);
    for (int i = 0; i < floor->next_count[hen]; i++)
        row_or(&due, floor->lead[floor->next[hen][i]].fresh, words);
    row_and(&due, &floor->birds, words);
    row_put(&due, at, false, words);
    floor->fresh[BLOCK_HEN][hen] = floor->never;
    for (int bird; (bird = take_bird(&due, words)) >= 0;) {
        struct stance stance = {hen, at, bird};
        put_moves(floor, BLOCK_HEN, BLOCK_HEN_STEPS, stance, move_hen(floor, stance, words), words);
    }
}

INLINE void turn_bird(struct floor *floor, int hen, bool is_due, int words)
{
    int at = lane_of(floor, hen);
    struct bit_row due = row_filled(is_due);
    row_add_neighbours(&due, &floor->fresh[BLOCK_QUEEN][hen], floor->plan.terrain->stride, words);
    row_and(&due, &floor->birds, words);
    row_put(&due, at, false, words);
    floor->fresh[BLOCK_BIRD][hen] = floor->never;
    for (int bird; (bird = take_bird(&due, words)) >= 0;) {
        struct stance stance = {hen, at, bird};
        put_moves(floor, BLOCK_BIRD, BLOCK_BIRD_STEPS, stance, move_bird(floor, stance, words), words);
    }
}

INLINE void turn_queen(struct floor *floor, int hen, bool is_due, int words)
{
    int at = lane_of(floor, hen);
    struct bit_row due = is_due ? floor->birds : floor->fresh[BLOCK_HEN][hen];
    struct bit_row settled = is_due ? floor->passes[hen] : floor->due[hen];
    row_minus(&due, &floor->passes[hen], words);
    row_put(&due, at, false, words);
    floor->due[hen] = floor->fresh[BLOCK_QUEEN][hen] = floor->never;
    for (int bird; (bird = take_bird(&due, words)) >= 0;) {
        struct stance stance = {hen, at, bird};
        struct bit_row row = row_read(row_at(floor, BLOCK_HEN, stance, words), words);
        put_row(floor, BLOCK_QUEEN, stance, move_queen(floor, stance, row, words), words);
    }
    for (int bird; (bird = take_bird(&settled, words)) >= 0;)
        settle(floor, (struct stance){hen, at, bird}, words);
}

/* -- a counter -- */

/* Each side's rows are read before they are written: the birds' by hens, the queens' by birds. */
INLINE void turn_all(struct floor *floor, struct dues dues, int words)
{
    struct bit_row any = floor->never;
    for (int i = 0; i < floor->hen_count && floor->time > 0; i++)
        turn_hen(floor, floor->hen[i], words);
    for (int i = 0; i < floor->hen_count && floor->time >= 0; i++)
        turn_bird(floor, floor->hen[i], dues.birds, words);
    for (int i = 0; i < floor->hen_count; i++) {
        turn_queen(floor, floor->hen[i], dues.queens, words);
        row_or(&any, &floor->fresh[BLOCK_BIRD][floor->hen[i]], words);
        row_or(&any, &floor->fresh[BLOCK_QUEEN][floor->hen[i]], words);
    }
    floor->is_fresh = !row_empty(&any, words);
}

/* Reads what those had who came with one action less. */
static bool read_imports(struct floor *floor, int time)
{
    bool any = false;
    for (int i = 0; i < floor->import_count; i++) {
        struct floor_import *import = &floor->import[i];
        import->fresh = floor->never;
        while (angry_flips_time(&import->reader) < time) {
            row_set(&import->fresh, angry_flips_next(&import->reader, import->rows, floor->words), true);
            any = true;
        }
    }
    return any;
}

static void set_win(struct floor *floor)
{
    const struct bit_row stand = floor->ends.slingshot ? floor->stand : floor->never;
    for (int bird = 0; bird < floor->lanes; bird++)
        memcpy(floor->win + (size_t)bird * (size_t)floor->words, stand.word,
               (size_t)floor->words * sizeof *floor->win);
    floor->win_fresh = floor->birds;
}

bool angry_floor_advance(struct floor *floor, int time)
{
    assert(time > floor->time && time <= floor->last);
    struct ends before = floor->ends;
    floor->ends = ends_at(floor, time);
    floor->dues = (struct dues){.birds = time <= 1 || before.queen != floor->ends.queen,
                                .queens = time <= 1 || before.loss != floor->ends.loss ||
                                          before.doubt != floor->ends.doubt};
    floor->time = time;
    bool is_read = time > 0 && read_imports(floor, time);
    floor->win_fresh = floor->never;
    bool is_won = time <= 1 || before.slingshot != floor->ends.slingshot;
    if (is_won)
        set_win(floor);
    return is_read || is_won || floor->is_fresh || floor->dues.birds || floor->dues.queens;
}

void angry_floor_turn(struct floor *floor)
{
    switch (floor->words) {
    case 1: turn_all(floor, floor->dues, 1); return;
    case 2: turn_all(floor, floor->dues, 2); return;
    case 3: turn_all(floor, floor->dues, 3); return;
    default: turn_all(floor, floor->dues, BIT_WORDS); return;
    }
}

/* -- all layers -- */

static void list_next(struct floor *floor)
{
    const struct terrain *terrain = floor->plan.terrain;
    for (int place = 0; place < terrain->places; place++) {
        unsigned cell = terrain->cell[place];
        floor->next_count[place] = 0;
        for (int direction = 0; direction < ANGRY_DIRECTIONS; direction++) {
            unsigned to = terrain->board->step[cell][direction];
            if (to != cell)
                floor->next[place][floor->next_count[place]++] = terrain->place[to];
        }
    }
}

bool angry_floor_open(struct floor *floor, const struct floor_plan *plan)
{
    *floor = (struct floor){.plan = *plan};
    int words = (plan->terrain->width + 63) / 64;
    floor->words = words < 4 ? words : BIT_WORDS;
    floor->lanes = plan->terrain->width;
    assert(plan->terrain->places <= floor->lanes && floor->lanes <= 64 * floor->words);
    list_next(floor);
    size_t line = (size_t)floor->lanes * (size_t)floor->words;
    size_t block = (size_t)plan->terrain->places * line;
    size_t bytes = (BLOCKS_ALL * block + (2 + 2 * ITEMS_MAX) * line) * sizeof *floor->room;
    if (atomic_fetch_add(&plan->purse->used, bytes) + bytes > plan->purse->limit)
        return false;
    floor->room = calloc(1, bytes);
    if (floor->room == NULL)
        return false;
    for (int i = 0; i < BLOCKS_ALL; i++)
        floor->rows[i] = floor->room + (size_t)i * block;
    uint64_t *rest = floor->room + BLOCKS_ALL * block;
    floor->win = rest;
    floor->none = rest + line;
    for (int i = 0; i < 2 * ITEMS_MAX; i++)
        floor->import[i].rows = rest + (size_t)(2 + i) * line;
    return true;
}

void angry_floor_close(struct floor *floor)
{
    free(floor->room);
}
