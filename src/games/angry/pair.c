#include "games/angry/pair.h"

#include <math.h>
#include <stdlib.h>

#include "base/bits.h"

/* Whose rows. */
enum block { BLOCK_HEN, BLOCK_BIRD, BLOCK_QUEEN, BLOCKS };

/* Of a row: has it changed with the last action? */
enum fresh { SAME, FRESH, ALWAYS /* it is computed each time */ };

/* What is asked, and all rows. A place is a cell of the land by its number. */
struct pair {
    const struct angry_plan *plan;
    const struct angry_board *board;
    int actions; /* left at the root; not above 0 where a round is to be ended */
    int eggs;
    int pigs;
    int places;
    uint8_t cell[CELLS_MAX];
    int16_t place[CELLS_MAX]; /* by cell */
    struct cells at[CELLS_MAX];
    int16_t next[CELLS_MAX][ANGRY_DIRECTIONS]; /* places beside, */
    int next_count[CELLS_MAX];
    int families; /* sets of pigs eaten, the smallest first; behind them the relaxed one */
    bool has_relaxed;
    uint16_t *eaten;
    int32_t *family_of; /* by set; -1: none */
    struct cells *rows; /* by family, eggs, block, hen, bird */
    uint8_t *fresh;     /* the same: enum fresh */
    uint8_t *most;      /* by family, eggs, block, hen: the greatest of hers */
    size_t bytes;       /* of these three */
    struct cells *all;  /* rows of a hen who has come to more, by bird, */
    struct cells *none; /* and of one who has not */
};

/* Which ends are more, for a layer and a counter. */
struct ends {
    bool slingshot; /* the hen's next step */
    bool queen;     /* the bird's next step */
    bool loss;      /* with as many actions left as there are */
};

/* Rows of hens on one place, by bird. */
struct lead {
    const struct cells *row;
    const uint8_t *fresh; /* NULL: they do not change */
    const uint8_t *most;
};

/* A layer at work. */
struct floor {
    const struct pair *pair;
    int family;
    unsigned eggs;
    enum layer_kind kind;
    int time; /* actions left */
    struct ends ends;
    bool is_due;        /* all rows are */
    struct cells pigs;  /* that the queen believes in */
    struct cells birds; /* where a bird may step; in a relaxed layer onto pigs too */
    struct cells open;  /* where the queen may step, if there is no bird */
    struct cells *rows[BLOCKS];
    uint8_t *fresh[BLOCKS];
    uint8_t *most[BLOCKS];
    struct lead lead[CELLS_MAX];     /* of a hen who has come to a place */
    struct cells open_to[CELLS_MAX]; /* to the queen, with a bird on a place; */
    struct cells exit[CELLS_MAX];    /* queens who have a step then */
};

bool angry_pair_covers(const struct angry_board *board, const struct angry_position *root)
{
    return !board->pass && 2 * board->cap - root->turns >= 2 * (board->cap - root->actions);
}

double angry_pair_nodes(const struct angry_board *board, const struct angry_position *root)
{
    enum { QUESTIONS = 12, PART = 3 }; /* of all rows each question looks at a third */
    double places = cells_count(&board->land);
    double layers = ldexp(1, cells_count(&root->eggs));
    double actions = board->cap - root->actions + 1;
    return layers * BLOCKS * places * places * actions * QUESTIONS / PART;
}

/* -- rows -- */

static size_t pairs_of(const struct pair *pair)
{
    return (size_t)pair->places * (size_t)pair->places;
}

static size_t layers_of(const struct pair *pair)
{
    return (size_t)(pair->families + pair->has_relaxed) << pair->eggs;
}

static size_t block_of(const struct pair *pair, int family, unsigned eggs, enum block block)
{
    assert(family >= 0 && family < pair->families + pair->has_relaxed && eggs < 1u << pair->eggs);
    return BLOCKS * (((size_t)family << pair->eggs) + eggs) + block;
}

/* Where the rows of a layer and block begin, and what is said of its hens. */
static size_t rows_at(const struct pair *pair, int family, unsigned eggs, enum block block)
{
    return block_of(pair, family, eggs, block) * pairs_of(pair);
}

static size_t hens_at(const struct pair *pair, int family, unsigned eggs, enum block block)
{
    return block_of(pair, family, eggs, block) * (size_t)pair->places;
}

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
    size_t at = rows_at(pair, family, eggs, BLOCK_BIRD) + (size_t)(place * pair->places);
    const uint8_t *most = &pair->most[hens_at(pair, family, eggs, BLOCK_BIRD) + (size_t)place];
    return (struct lead){.row = &pair->rows[at], .fresh = &pair->fresh[at], .most = most};
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

static void floor_begin(struct floor *floor, const struct pair *pair, int family, unsigned eggs, int time)
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
        floor->rows[block] = &pair->rows[rows_at(pair, family, eggs, block)];
        floor->fresh[block] = &pair->fresh[rows_at(pair, family, eggs, block)];
        floor->most[block] = &pair->most[hens_at(pair, family, eggs, block)];
    }
    for (int place = 0; place < pair->places; place++)
        floor->lead[place] = lead_to(floor, place);
}

/* -- one hen and one bird -- */

struct stance {
    int hen; /* places */
    int bird;
};

static size_t index_of(const struct floor *floor, struct stance stance)
{
    assert(stance.hen >= 0 && stance.hen < floor->pair->places);
    assert(stance.bird >= 0 && stance.bird < floor->pair->places);
    return (size_t)stance.hen * (size_t)floor->pair->places + (size_t)stance.bird;
}

static struct cells *row_at(const struct floor *floor, enum block block, struct stance stance)
{
    return &floor->rows[block][index_of(floor, stance)];
}

static uint8_t *fresh_at(const struct floor *floor, enum block block, struct stance stance)
{
    return &floor->fresh[block][index_of(floor, stance)];
}

static void put_row(const struct floor *floor, enum block block, struct stance stance, struct cells row)
{
    struct cells *now = row_at(floor, block, stance);
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
            struct cells there = *row_at(floor, BLOCK_QUEEN, (struct stance){stance.hen, to});
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
    struct cells hen = *row_at(floor, BLOCK_HEN, stance);
    struct cells bird = *row_at(floor, BLOCK_BIRD, stance);
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
    struct cells *hen = row_at(floor, BLOCK_HEN, stance);
    struct cells *bird = row_at(floor, BLOCK_BIRD, stance);
    if (!cells_empty(&stuck))
        *hen = passes ? pass_both(floor, stance, stuck) : cells_or(*hen, cells_and(*bird, stuck));
    put_row(floor, BLOCK_QUEEN, stance, move_queen(floor, stance, *hen));
    if (passes)
        *bird = cells_or(*bird, *row_at(floor, BLOCK_QUEEN, stance));
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
        put_row(floor, BLOCK_QUEEN, stance, move_queen(floor, stance, *row_at(floor, BLOCK_HEN, stance)));
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
static bool floor_turn(const struct floor *floor)
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

/* -- all layers -- */

/* What leads to a layer comes before it, so that it still reads the counter before. */
static bool turn_all(const struct pair *pair, struct floor *floor, int time)
{
    for (int family = 0; family < pair->families + pair->has_relaxed; family++)
        for (unsigned eggs = 1u << pair->eggs; eggs-- > 0;) {
            floor_begin(floor, pair, family, eggs, time);
            if (floor_turn(floor))
                return true;
        }
    return job_tick(pair->plan->terrain.job, 0);
}

/* -- the root -- */

static bool is_good(const struct floor *floor, enum block block, unsigned hen, unsigned bird, unsigned queen)
{
    const struct pair *pair = floor->pair;
    return cells_have(row_at(floor, block, (struct stance){pair->place[hen], pair->place[bird]}), queen);
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
    size_t at = rows_at(pair, 0, run_all_of(pair->eggs), block);
    at += (size_t)(pair->place[root->hen] * pair->places + pair->place[root->bird]);
    return cells_have(&pair->rows[at], root->queen);
}

static bool ask_root(const struct pair *pair, struct floor *floor, struct angry_verdict *verdict)
{
    const struct angry_position *root = pair->plan->root;
    move_t at[ANGRY_MOVES];
    int count = angry_list(pair->board, root, at);
    assert(count > 0);
    floor_begin(floor, pair, 0, run_all_of(pair->eggs), pair->actions);
    floor->is_due = true;
    verdict->move = at[0];
    for (int i = count; i-- > 0 && root->side != ANGRY_QUEEN && at[i] != ANGRY_PASS;)
        if (step_is_good(floor, (enum angry_move)at[i]))
            verdict->move = at[i];
    if (floor_turn(floor))
        return false;
    for (int i = count; i-- > 0 && root->side == ANGRY_QUEEN && at[i] != ANGRY_PASS;)
        if (!answer_is_good(floor, (enum angry_move)at[i]))
            verdict->move = at[i];
    verdict->is_more = root_is_good(pair);
    return true;
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
    size_t rows = BLOCKS * layers_of(pair) * pairs_of(pair);
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

/* With fewer actions left than there are it came to more already, with so many to spare; -1: it never did. */
static enum layer_end turn_until_root(const struct pair *pair, struct floor *floor, int *spare)
{
    *spare = -1;
    for (int time = -1; time < pair->actions; time++) {
        if (turn_all(pair, floor, time))
            return LAYER_STOPPED;
        if (*spare < 0 && root_is_good(pair))
            *spare = pair->actions - time;
    }
    return LAYER_DONE;
}

enum layer_end angry_pair_ask(const struct angry_plan *plan, struct angry_verdict *verdict)
{
    struct pair pair;
    struct floor *floor = malloc(sizeof *floor);
    int spare = -1;
    enum layer_end end =
        pair_open(&pair, plan) && floor != NULL ? turn_until_root(&pair, floor, &spare) : LAYER_NO_MEMORY;
    if (end == LAYER_DONE && !ask_root(&pair, floor, verdict))
        end = LAYER_STOPPED;
    bool is_guess = spare > 0 && spare < pair.actions / 3; /* the cap is far */
    verdict->bytes = pair.bytes;
    verdict->likely = plan->threshold + 1 + (is_guess ? spare : 0);
    free(floor);
    pair_close(&pair);
    return end;
}
