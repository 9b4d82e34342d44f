/* How hen, bird and queen move, what they take, and when it ends. */
#include "games/angry/angry.h"

#include "base/rng.h"

/* What stands on a cell, for the hash. */
enum letter {
    LETTER_HEN = 1,
    LETTER_QUEEN,
    LETTER_SLINGSHOT,
    LETTER_EGG,
    LETTER_PIG,
    LETTER_LAND,
    LETTER_COUNTERS,
    LETTER_BIRD
};

static uint64_t hash_letter(enum letter letter, unsigned cell)
{
    assert(cell <= NOWHERE);
    return rng_mix(((uint64_t)letter << 32 | cell) * UINT64_C(0x9E3779B97F4A7C15));
}

static uint64_t hash_set(enum letter letter, struct cells set)
{
    uint64_t hash = 0;
    while (!cells_empty(&set))
        hash ^= hash_letter(letter, cells_take(&set));
    return hash;
}

uint64_t angry_hash_cells(const struct angry_position *position)
{
    return hash_letter(LETTER_HEN, position->hen) ^ hash_letter(LETTER_QUEEN, position->queen) ^
           hash_letter(LETTER_SLINGSHOT, position->slingshot) ^ hash_set(LETTER_EGG, position->eggs) ^
           hash_set(LETTER_PIG, position->pigs) ^ hash_set(LETTER_BIRD, cells_of(position->bird));
}

static unsigned neighbour(const struct angry_board *board, unsigned cell, enum angry_move direction)
{
    static const int offset[ANGRY_DIRECTIONS] = {-GRID, GRID, -1, 1};
    struct cells around = cells_and(cells_spread(cells_of(cell)), board->land);
    int next = (int)cell + offset[direction];
    return next >= 0 && next < CELLS_MAX && cells_have(&around, (unsigned)next) ? (unsigned)next : cell;
}

void angry_board_finish(struct angry_board *board)
{
    assert(board->rows >= 1 && board->rows <= GRID && board->columns >= 1 && board->columns <= GRID);
    assert(board->cap >= 1 && board->cap <= ANGRY_CAP_MAX);
    for (unsigned cell = 0; cell < CELLS_MAX; cell++)
        for (int direction = 0; direction < ANGRY_DIRECTIONS; direction++)
            board->step[cell][direction] = (uint8_t)neighbour(board, cell, (enum angry_move)direction);
    uint64_t size = (uint64_t)board->rows << 8 | (uint64_t)board->columns;
    uint64_t rules = (uint64_t)board->cap << 8 | (uint64_t)board->script << 1 | board->pass;
    rules |= (uint64_t)board->bird << 2;
    board->hash = hash_set(LETTER_LAND, board->land) ^ rng_mix(size << 40 | rules);
}

/* May the queen stand there? The hen's cell is no wall to her, the bird's is. */
static inline bool queen_enters(const struct angry_position *position, unsigned cell)
{
    assert(cell < CELLS_MAX);
    return cell != position->slingshot && cell != position->bird && !cells_have(&position->eggs, cell) &&
           !cells_have(&position->pigs, cell);
}

/* May she who is on move enter this cell, which is no rock? */
static bool enters(const struct angry_position *position, unsigned cell)
{
    if (position->side == ANGRY_HEN)
        return cell != position->queen && cell != position->bird;
    if (position->side == ANGRY_QUEEN)
        return queen_enters(position, cell);
    /* The bird: where the queen may, so may she. */
    return cell != position->hen && queen_enters(position, cell);
}

/* The steps that the side on move may make, a bit each. */
static unsigned steps_of(const struct angry_board *board, const struct angry_position *position)
{
    unsigned from = angry_mover(position), steps = 0;
    for (int direction = 0; direction < ANGRY_DIRECTIONS; direction++) {
        unsigned to = board->step[from][direction];
        steps |= (unsigned)(to != from && enters(position, to)) << direction;
    }
    return steps;
}

bool angry_stuck(const struct angry_board *board, const struct angry_position *position)
{
    return steps_of(board, position) == 0;
}

int angry_list(const struct angry_board *board, const struct angry_position *position, move_t at[ANGRY_MOVES])
{
    assert(!angry_over(board, position));
    int count = 0;
    for (unsigned steps = steps_of(board, position); steps != 0; steps &= steps - 1)
        at[count++] = (move_t)bits_lowest(steps);
    if (count == 0 || (board->pass && position->side != ANGRY_QUEEN))
        at[count++] = ANGRY_PASS;
    return count;
}

/* What the scripted queen does: a step or ANGRY_PASS. */
static enum angry_move script_move(const struct angry_board *board, const struct angry_position *position)
{
    assert(position->hen != NOWHERE && position->queen != NOWHERE);
    struct cells walls = cells_or(cells_or(position->eggs, position->pigs), cells_of(position->slingshot));
    struct cells open = cells_minus(cells_minus(board->land, walls), cells_of(position->bird));
    struct cells reached = cells_of(position->hen);
    for (;;) { /* the flood from the hen meets the best neighbours of the queen first */
        for (int direction = 0; direction < ANGRY_DIRECTIONS; direction++) {
            unsigned to = board->step[position->queen][direction];
            if (to != position->queen && cells_have(&reached, to))
                return (enum angry_move)direction;
        }
        struct cells wider = cells_or(reached, cells_and(cells_spread(reached), open));
        if (cells_same(&wider, &reached))
            return ANGRY_PASS;
        reached = wider;
    }
}

static void step_queen(const struct angry_board *board, struct angry_position *position, enum angry_move move)
{
    if (move == ANGRY_PASS)
        return;
    unsigned to = board->step[position->queen][move];
    assert(to != position->queen && queen_enters(position, to));
    position->hash ^= hash_letter(LETTER_QUEEN, position->queen) ^ hash_letter(LETTER_QUEEN, to);
    position->queen = (uint16_t)to;
    if (to == position->hen) {
        position->hash ^= hash_letter(LETTER_HEN, to) ^ hash_letter(LETTER_HEN, NOWHERE);
        position->hen = NOWHERE;
    }
}

/* The hen takes what lies on a cell. */
static void take(struct angry_position *position, unsigned cell)
{
    assert(cell < CELLS_MAX && cell != position->queen);
    if (cells_have(&position->eggs, cell)) {
        cells_remove(&position->eggs, cell);
        position->hash ^= hash_letter(LETTER_EGG, cell);
    } else if (cells_have(&position->pigs, cell)) {
        cells_remove(&position->pigs, cell);
        position->hash ^= hash_letter(LETTER_PIG, cell);
    } else if (cell == position->slingshot) {
        position->hash ^= hash_letter(LETTER_SLINGSHOT, cell) ^ hash_letter(LETTER_SLINGSHOT, NOWHERE);
        position->slingshot = NOWHERE;
    }
}

static void step_hen(const struct angry_board *board, struct angry_position *position, enum angry_move move)
{
    position->turns++;
    if (move == ANGRY_PASS)
        return;
    unsigned to = board->step[position->hen][move];
    assert(to != position->hen && to != position->queen);
    position->actions++;
    take(position, to);
    position->hash ^= hash_letter(LETTER_HEN, position->hen) ^ hash_letter(LETTER_HEN, to);
    position->hen = (uint16_t)to;
}

/* The bird may take the queen, and nothing else. */
static void step_bird(const struct angry_board *board, struct angry_position *position, enum angry_move move)
{
    if (move == ANGRY_PASS)
        return;
    unsigned to = board->step[position->bird][move];
    assert(to != position->bird && to != position->hen);
    position->actions++;
    position->hash ^= hash_letter(LETTER_BIRD, position->bird) ^ hash_letter(LETTER_BIRD, to);
    position->bird = (uint16_t)to;
    if (to == position->queen) {
        position->hash ^= hash_letter(LETTER_QUEEN, to) ^ hash_letter(LETTER_QUEEN, NOWHERE);
        position->queen = NOWHERE;
    }
}

/* The queen's turn has come: player 2's, or at once that of the script. */
static void let_queen(const struct angry_board *board, struct angry_position *position)
{
    position->side = board->script ? ANGRY_HEN : ANGRY_QUEEN;
    bool is_done = board->bird ? angry_won(position) : angry_over(board, position);
    if (board->script && !is_done)
        step_queen(board, position, script_move(board, position));
}

void angry_play(const struct angry_board *board, struct angry_position *position, enum angry_move move)
{
    assert(!angry_over(board, position) && move < ANGRY_MOVES);
    switch ((enum angry_side)position->side) {
    case ANGRY_QUEEN:
        step_queen(board, position, move);
        position->side = ANGRY_HEN;
        return;
    case ANGRY_HEN:
        step_hen(board, position, move);
        if (!board->bird)
            let_queen(board, position);
        else
            position->side = ANGRY_BIRD;
        return;
    case ANGRY_BIRD:
        step_bird(board, position, move);
        let_queen(board, position);
        return;
    }
}

/* What a won position gains by it. */
static int64_t win_score(const struct angry_board *board, const struct angry_position *position)
{
    if (!board->bird)
        return ANGRY_WIN;
    return ANGRY_BIRD_WIN + (position->queen == NOWHERE ? ANGRY_BIRD_CATCH : 0);
}

int64_t angry_points(const struct angry_board *board, const struct angry_position *position)
{
    int64_t eggs = ANGRY_EIGHT - cells_count(&position->eggs);
    int64_t pigs = ANGRY_EIGHT - cells_count(&position->pigs);
    int64_t win = angry_won(position) ? win_score(board, position) : 0;
    return ANGRY_ITEM * eggs - ANGRY_ITEM * pigs - position->actions + win +
           (angry_lost(board, position) ? ANGRY_LOSS : 0);
}

int angry_players(const struct board *board)
{
    return angry_board(board)->script ? 1 : 2;
}

enum actor angry_turn(const struct board *board_bytes, const struct position *position_bytes)
{
    const struct angry_board *board = angry_board(board_bytes);
    const struct angry_position *position = angry_position(position_bytes);
    if (angry_over(board, position))
        return ACTOR_NONE;
    if (board->stuck_ends && angry_stuck(board, position))
        return ACTOR_NONE;
    return position->side == ANGRY_QUEEN ? ACTOR_TWO : ACTOR_ONE;
}

void angry_moves(const struct board *board, const struct position *position, struct move_list *list)
{
    list->count = angry_list(angry_board(board), angry_position(position), list->at);
}

int angry_count_moves(const struct board *board_bytes, const struct position *position_bytes)
{
    const struct angry_board *board = angry_board(board_bytes);
    const struct angry_position *position = angry_position(position_bytes);
    if (angry_over(board, position))
        return 0;
    int steps = bits_count(steps_of(board, position));
    return steps + (steps == 0 || (board->pass && position->side != ANGRY_QUEEN));
}

void angry_apply(const struct board *board, struct position *position, move_t move)
{
    angry_play(angry_board(board), (struct angry_position *)position->bytes, (enum angry_move)move);
}

enum result angry_result(const struct board *board_bytes, const struct position *position_bytes)
{
    const struct angry_position *position = angry_position(position_bytes);
    if (angry_lost(angry_board(board_bytes), position))
        return RESULT_TWO;
    return angry_won(position) ? RESULT_ONE : RESULT_NONE;
}

const char *angry_reason(const struct board *board_bytes, const struct position *position_bytes)
{
    const struct angry_board *board = angry_board(board_bytes);
    const struct angry_position *position = angry_position(position_bytes);
    if (position->hen == NOWHERE)
        return "captured";
    if (angry_lost(board, position))
        return position->actions >= board->cap ? "cap" : "turns";
    if (position->slingshot == NOWHERE)
        return "slingshot";
    return position->queen == NOWHERE ? "no_queen" : "none";
}

void angry_score(const struct board *board, const struct position *position, int64_t score[2])
{
    score[0] = angry_points(angry_board(board), angry_position(position));
    score[1] = -score[0];
}

uint64_t angry_key(const struct board *board, const struct position *position_bytes)
{
    const struct angry_position *position = angry_position(position_bytes);
    uint64_t counters = (uint64_t)LETTER_COUNTERS << 40 | (uint64_t)position->side << 32 |
                        (uint64_t)position->actions << 16 | position->turns;
    return position->hash ^ angry_board(board)->hash ^ rng_mix(counters * UINT64_C(0x9E3779B97F4A7C15));
}

int angry_horizon(const struct board *board_bytes, const struct position *position_bytes)
{
    const struct angry_board *board = angry_board(board_bytes);
    const struct angry_position *position = angry_position(position_bytes);
    if (angry_over(board, position))
        return 0;
    int turns = 2 * board->cap - position->turns;
    int queen = !board->script;
    if (!board->bird)
        return (1 + queen) * turns; /* the queen's reply after her last turn is never made */
    int begun = position->side == ANGRY_BIRD ? 1 + queen : position->side == ANGRY_QUEEN;
    return begun + (2 + queen) * turns;
}

value_t angry_worth(const struct board *board, const struct position *position)
{
    return (value_t)angry_points(angry_board(board), angry_position(position));
}
