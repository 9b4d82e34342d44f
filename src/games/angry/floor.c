#include "games/angry/floor.h"

static struct cells with(struct cells row, struct cells there, bool bit)
{
    return bit ? cells_or(row, there) : cells_minus(row, there);
}

/* -- a layer and a counter -- */

static int gained(const struct pair *pair, int family, unsigned eggs)
{
    int pigs = family == pair->families ? pair->plan->rich + 1 : bits_count(pair->eaten[family]);
    return ANGRY_ITEM * (pair->eggs - bits_count(eggs) - pigs);
}

static struct ends ends_at(const struct floor *floor, int time)
{
    const struct pair *pair = floor->pair;
    int points = gained(pair, floor->family, floor->eggs) - (pair->actions - time);
    int threshold = pair->plan->threshold;
    int won = points - 1 + ANGRY_BIRD_WIN + (time <= 1 ? ANGRY_LOSS : 0);
    return (struct ends){.slingshot = won > threshold,
                         .queen = won + ANGRY_BIRD_CATCH > threshold,
                         .loss = points + ANGRY_LOSS > threshold};
}

/* Rows of a hen who comes to a place. */
static struct lead lead_to(const struct floor *floor, int place)
{
    const struct pair *pair = floor->pair;
    const struct terrain *terrain = &pair->plan->terrain;
    unsigned cell = pair->cell[place];
    int family = floor->family;
    unsigned eggs = floor->eggs;
    if (cell == terrain->slingshot)
        return (struct lead){.row = floor->ends.slingshot ? pair->all : pair->none};
    for (int egg = 0; egg < pair->eggs; egg++)
        if (terrain->egg_cell[egg] == cell)
            eggs &= ~(1u << egg);
    for (int pig = 0; pig < pair->pigs && floor->kind != LAYER_RELAXED; pig++)
        if (terrain->pig_cell[pig] == cell)
            family = pair->family_of[pair->eaten[floor->family] | 1u << pig];
    if (family < 0 && !pair->has_relaxed)
        return (struct lead){.row = pair->none};
    family = family < 0 ? pair->families : family;
    assert(family > floor->family ||
           eggs <= floor->eggs); /* it comes later, and still says what was before */
    size_t block = pair_block(pair, family, eggs, BLOCK_BIRD);
    size_t at = pair_row(pair, block, (struct stance){.hen = place});
    return (struct lead){.row = &pair->rows[at],
                         .fresh = &pair->fresh[at],
                         .most = &pair->most[block * (size_t)pair->places + (size_t)place]};
}

static struct cells items_of(const uint8_t *cell, int count, unsigned set)
{
    struct cells cells = {{0}};
    for (int i = 0; i < count; i++)
        if (set >> i & 1)
            cells_add(&cells, cell[i]);
    return cells;
}

/* Who may step where. */
static void open_cells(struct floor *floor)
{
    const struct pair *pair = floor->pair;
    const struct terrain *terrain = &pair->plan->terrain;
    unsigned eaten = floor->kind == LAYER_RELAXED ? 0 : pair->eaten[floor->family];
    struct cells eggs = items_of(terrain->egg_cell, pair->eggs, floor->eggs);
    floor->pigs = items_of(terrain->pig_cell, pair->pigs, run_all_of(pair->pigs) & ~eaten);
    floor->birds = cells_minus(cells_minus(terrain->land, eggs), cells_of(terrain->slingshot));
    floor->open = cells_minus(floor->birds, floor->pigs);
    if (floor->kind != LAYER_RELAXED)
        floor->birds = floor->open;
    for (int bird = 0; bird < pair->places; bird++) {
        floor->open_to[bird] = cells_minus(floor->open, pair->at[bird]);
        floor->exit[bird] = cells_beside(floor->open_to[bird]);
    }
}

void angry_floor_begin(struct floor *floor, const struct pair *pair, int family, unsigned eggs, int time)
{
    floor->pair = pair;
    floor->family = family;
    floor->eggs = eggs;
    floor->kind = family == pair->families ? LAYER_RELAXED : LAYER_EXACT;
    floor->time = time;
    floor->ends = ends_at(floor, time);
    struct ends before = ends_at(floor, time - 1);
    floor->is_due = time <= 1 || memcmp(&before, &floor->ends, sizeof before) != 0;
    open_cells(floor);
    for (enum block block = BLOCK_HEN; block < BLOCKS; block++) {
        size_t at = pair_block(pair, family, eggs, block);
        floor->rows[block] = &pair->rows[at * pair_stances(pair)];
        floor->fresh[block] = &pair->fresh[at * pair_stances(pair)];
        floor->most[block] = &pair->most[at * (size_t)pair->places];
    }
    for (int place = 0; place < pair->places; place++)
        floor->lead[place] = lead_to(floor, place);
}

/* -- one hen and one bird -- */

static uint8_t *fresh_at(const struct floor *floor, enum block block, struct stance stance)
{
    return &floor->fresh[block][pair_row(floor->pair, 0, stance)];
}

static void put_row(const struct floor *floor, enum block block, struct stance stance, struct cells row)
{
    struct cells *now = floor_row(floor, block, stance);
    *fresh_at(floor, block, stance) = cells_same(now, &row) ? SAME : FRESH;
    *now = row;
}

/* The hen's steps. */
static struct cells move_hen(const struct floor *floor, struct stance stance)
{
    const struct pair *pair = floor->pair;
    struct cells row = {{0}};
    for (int i = 0; i < pair->next_count[stance.hen]; i++) {
        int to = pair->next[stance.hen][i];
        if (to != stance.bird)
            row = cells_or(row, cells_minus(floor->lead[to].row[stance.bird], pair->at[to]));
    }
    return row;
}

static bool hen_is_due(const struct floor *floor, struct stance stance)
{
    const struct pair *pair = floor->pair;
    for (int i = 0; i < pair->next_count[stance.hen]; i++) {
        const struct lead *lead = &floor->lead[pair->next[stance.hen][i]];
        if (lead->fresh != NULL && lead->fresh[stance.bird])
            return true;
    }
    return false;
}

/* Queens beside whom the hen has no step. */
static struct cells find_stuck(const struct pair *pair, struct stance stance)
{
    struct cells stuck = pair->board->land;
    for (int i = 0; i < pair->next_count[stance.hen]; i++)
        if (pair->next[stance.hen][i] != stance.bird)
            stuck = cells_and(stuck, pair->at[pair->next[stance.hen][i]]);
    return stuck;
}

static bool bird_enters(const struct floor *floor, struct stance stance, int to)
{
    return to != stance.hen && cells_have(&floor->birds, floor->pair->cell[to]);
}

/* The bird's steps. */
static struct cells move_bird(const struct floor *floor, struct stance stance)
{
    const struct pair *pair = floor->pair;
    struct cells row = {{0}};
    for (int i = 0; i < pair->next_count[stance.bird]; i++) {
        int to = pair->next[stance.bird][i];
        if (bird_enters(floor, stance, to)) {
            struct cells there = *floor_row(floor, BLOCK_QUEEN, (struct stance){stance.hen, to});
            row = cells_or(row, with(there, pair->at[to], floor->ends.queen));
        }
    }
    return row;
}

static bool bird_is_due(const struct floor *floor, struct stance stance)
{
    const struct pair *pair = floor->pair;
    for (int i = 0; i < pair->next_count[stance.bird]; i++)
        if (*fresh_at(floor, BLOCK_QUEEN, (struct stance){stance.hen, pair->next[stance.bird][i]}))
            return true;
    return false;
}

/* She has no step, or, in a relaxed layer, might have none in truth. */
static bool bird_passes(const struct floor *floor, struct stance stance)
{
    const struct pair *pair = floor->pair;
    for (int i = 0; i < pair->next_count[stance.bird]; i++) {
        int to = pair->next[stance.bird][i];
        if (bird_enters(floor, stance, to) && !cells_have(&floor->pigs, pair->cell[to]))
            return false;
    }
    return true;
}

/* The queen's answers to a pair, whose row is then `hen`, hen to move. */
static struct cells move_queen(const struct floor *floor, struct stance stance, struct cells hen)
{
    const struct pair *pair = floor->pair;
    if (floor->time <= 0)
        return floor->ends.loss ? *pair->all : *pair->none;
    hen = with(hen, pair->at[stance.hen], floor->ends.loss);
    struct cells exit = floor->exit[stance.bird];
    struct cells bad = cells_beside(cells_minus(floor->open_to[stance.bird], hen));
    if (floor->kind == LAYER_RELAXED) /* a wall beside her may be gone in truth: nothing can be vouched for */
        hen = cells_or(hen, cells_beside(floor->pigs));
    return cells_or(cells_minus(exit, bad), cells_minus(cells_and(hen, pair->board->land), exit));
}

/* A hen without a step beside the queens in `stuck`, and a bird who passes. */
static struct cells pass_both(const struct floor *floor, struct stance stance, struct cells stuck)
{
    struct cells hen = *floor_row(floor, BLOCK_HEN, stance);
    struct cells bird = *floor_row(floor, BLOCK_BIRD, stance);
    assert(!cells_empty(&stuck));
    if (!cells_same(&stuck, &floor->pair->board->land))
        return cells_or(hen, cells_and(cells_or(bird, move_queen(floor, stance, hen)), stuck));
    bool is_doubtful = floor->kind == LAYER_RELAXED; /* else nobody comes, and nothing ever changes */
    return is_doubtful || floor->ends.loss ? floor->pair->board->land : bird;
}

/* Where somebody of the pair may have to pass, after both have made their steps. What is added to the rows is
 * gone with the next action, so they are made anew each time. */
static void settle_passes(const struct floor *floor, struct stance stance, struct cells stuck, bool passes)
{
    assert(passes || !cells_empty(&stuck));
    struct cells *hen = floor_row(floor, BLOCK_HEN, stance);
    struct cells *bird = floor_row(floor, BLOCK_BIRD, stance);
    if (!cells_empty(&stuck))
        *hen = passes ? pass_both(floor, stance, stuck) : cells_or(*hen, cells_and(*bird, stuck));
    put_row(floor, BLOCK_QUEEN, stance, move_queen(floor, stance, *hen));
    if (passes)
        *bird = cells_or(*bird, *floor_row(floor, BLOCK_QUEEN, stance));
    for (enum block block = BLOCK_HEN; block < BLOCKS; block++)
        *fresh_at(floor, block, stance) = floor->most[block][stance.hen] = ALWAYS;
}

/* -- a layer with one action more -- */

/* A row of one side, if it is due. */
static bool turn_hen(const struct floor *floor, struct stance stance, bool is_due)
{
    is_due = is_due || hen_is_due(floor, stance);
    if (is_due)
        put_row(floor, BLOCK_HEN, stance, move_hen(floor, stance));
    return is_due;
}

static bool turn_bird(const struct floor *floor, struct stance stance, bool is_due)
{
    is_due = is_due || bird_is_due(floor, stance);
    if (is_due)
        put_row(floor, BLOCK_BIRD, stance, move_bird(floor, stance));
    return is_due;
}

static bool turn_queen(const struct floor *floor, struct stance stance, bool is_due)
{
    is_due = (is_due || *fresh_at(floor, BLOCK_HEN, stance) != SAME) && stance.hen != stance.bird;
    if (!is_due)
        return false;
    struct cells stuck = find_stuck(floor->pair, stance);
    bool passes = bird_passes(floor, stance);
    if (passes || !cells_empty(&stuck))
        settle_passes(floor, stance, stuck, passes);
    else
        put_row(floor, BLOCK_QUEEN, stance, move_queen(floor, stance, *floor_row(floor, BLOCK_HEN, stance)));
    return true;
}

typedef bool (*turn_fn)(const struct floor *, struct stance, bool is_due);

/* Whether any row of the hen may be due. */
static bool line_is_due(const struct floor *floor, enum block block, int hen)
{
    const struct pair *pair = floor->pair;
    bool is_due = floor->is_due || floor->most[block][hen] == ALWAYS;
    if (block != BLOCK_HEN)
        return is_due || floor->most[block == BLOCK_BIRD ? BLOCK_QUEEN : BLOCK_HEN][hen] != SAME;
    for (int i = 0; i < pair->next_count[hen] && !is_due; i++) {
        const uint8_t *most = floor->lead[pair->next[hen][i]].most;
        is_due = most != NULL && *most != SAME;
    }
    return is_due;
}

/* One hen with all birds; how many rows were made. */
static uint64_t turn_line(const struct floor *floor, enum block block, int hen, turn_fn turn)
{
    assert(hen >= 0 && hen < floor->pair->places);
    uint8_t *most = &floor->most[block][hen];
    uint8_t *fresh = fresh_at(floor, block, (struct stance){hen, 0});
    bool is_line_due = line_is_due(floor, block, hen);
    uint64_t count = 0;
    if (!is_line_due && *most == SAME)
        return 0;
    *most = SAME;
    for (int bird = 0; bird < floor->pair->places; bird++) {
        bool is_due = floor->is_due || fresh[bird] == ALWAYS;
        fresh[bird] = SAME;
        if (is_line_due)
            count += turn(floor, (struct stance){hen, bird}, is_due);
        *most = fresh[bird] > *most ? fresh[bird] : *most;
    }
    return count;
}

/* Each side's rows are read before they are written: the birds' by hens, the queens' by birds. True when the job
 * must end. */
bool angry_floor_turn(const struct floor *floor)
{
    static const turn_fn turn[] = {turn_hen, turn_bird, turn_queen};
    for (enum block block = BLOCK_HEN; block < BLOCKS; block++)
        for (int hen = 0; hen < floor->pair->places; hen++) {
            uint64_t count = turn_line(floor, block, hen, turn[block]);
            if (count > 0 && job_tick(floor->pair->plan->terrain.job, count))
                return true;
        }
    return false;
}
