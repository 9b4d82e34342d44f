/* Moves and the end of the game. Which steps lead somewhere is known beforehand for every cell and every set
 * of keys, so that only the other player has to be looked at. */
#include "base/bits.h"
#include "base/rng.h"
#include "games/gems/slips.h"

static uint64_t item_hash(int cell, enum gems_item item)
{
    return rng_mix((uint64_t)(cell * 8 + (int)item) + UINT64_C(0x9E3779B97F4A7C15));
}

/* Puts an item on an empty cell, or takes the one that is there. */
static void item_flip(struct gems_position *position, int cell, enum gems_item item)
{
    uint64_t bit = UINT64_C(1) << (cell & 63);
    for (int plane = 0; plane < 3; plane++)
        if (item >> plane & 1)
            position->plane[plane][cell >> 6] ^= bit;
    position->items ^= item_hash(cell, item);
}

void gems_item_put(struct gems_position *position, int cell, enum gems_item item)
{
    assert(item != GEMS_NOTHING && gems_item_at(position, cell) == GEMS_NOTHING);
    item_flip(position, cell, item);
    position->gems = (uint16_t)(position->gems + !gems_item_is_key(item));
}

bool gems_is_over(const struct gems_board *board, const struct gems_position *position)
{
    bool swept = board->players == 1 && board->early && position->gems == 0 && position->turn > 1;
    return position->turn > board->turns || swept;
}

int gems_plies_left(const struct gems_board *board, const struct gems_position *position)
{
    int turns = board->turns + 1 - position->turn;
    assert(turns >= 0 && (turns > 0 || position->side == 0));
    return turns * board->players - position->side;
}

/* Whether something else may become of an action than what was asked for. */
static bool may_differ(const struct gems_board *board)
{
    return board->slips.any || board->gates > 0;
}

bool gems_may_teleport(const struct gems_board *board, int cell)
{
    return board->gates > 0 && board->slips.least[gems_ground_at(board, cell)][GEMS_TELEPORT] >= 0;
}

int gems_gates_from(const struct gems_board *board, int cell, uint16_t to[GEMS_GATES_MAX])
{
    int count = 0;
    for (int i = 0; i < board->gates; i++)
        if (board->gate[i] != cell)
            to[count++] = board->gate[i];
    return count;
}

/* Steps that do something, a bit each; noop is not among them. */
static unsigned steps_of_use(const struct gems_board *board, const struct gems_position *position)
{
    int side = position->side;
    int cell = position->cell[side];
    unsigned steps = board->open[position->keys[side]][cell];
    int way = position->cell[side ^ 1] - cell;
    if (board->players == 1 || way > board->stride + 1 || way < -board->stride - 1)
        return steps;
    for (int i = 0; i < GEMS_STEPS; i++)
        steps |= (unsigned)(board->step[i] == way) << i;
    return steps;
}

/* What does something when it becomes of an action, a bit each: steps, and to be teleported. */
static unsigned deeds_of_use(const struct gems_board *board, const struct gems_position *position)
{
    uint16_t to[GEMS_GATES_MAX];
    bool leads = gems_gates_from(board, position->cell[position->side], to) > 0;
    return steps_of_use(board, position) | (unsigned)leads << GEMS_TELEPORT;
}

/* Actions of which something may become. */
static unsigned actions_of_use(const struct gems_board *board, const struct gems_position *position)
{
    enum gems_ground ground = gems_ground_at(board, position->cell[position->side]);
    unsigned deeds = deeds_of_use(board, position), actions = 0;
    for (int action = 0; action < GEMS_STEPS; action++)
        actions |= (unsigned)((board->slips.may[ground][action] & deeds) != 0) << action;
    return actions;
}

/* Where nothing is drawn a step is what it is. */
static unsigned steps_to_ask(const struct gems_board *board, const struct gems_position *position)
{
    return board->slips.any ? actions_of_use(board, position) : steps_of_use(board, position);
}

int gems_players(const struct board *board)
{
    return gems_board(board)->players;
}

enum actor gems_turn(const struct board *board, const struct position *position)
{
    if (gems_is_over(gems_board(board), gems_position(position)))
        return ACTOR_NONE;
    if (gems_position(position)->due != GEMS_SAID)
        return ACTOR_CHANCE;
    return gems_position(position)->side == 0 ? ACTOR_ONE : ACTOR_TWO;
}

void gems_moves(const struct board *board, const struct position *position, struct move_list *list)
{
    assert(gems_position(position)->due == GEMS_SAID);
    unsigned steps = steps_to_ask(gems_board(board), gems_position(position));
    list->count = 0;
    for (; steps != 0; steps &= steps - 1)
        list->at[list->count++] = (move_t)bits_lowest(steps);
    list->at[list->count++] = GEMS_NOOP;
}

static void chance_add(struct chance *chance, int outcome, int32_t weight)
{
    assert(chance->count < OUTCOMES_MAX && weight > 0);
    chance->at[chance->count].outcome = (move_t)outcome;
    chance->at[chance->count++].weight = weight;
    chance->total += weight;
}

void gems_chance(const struct board *raw_board, const struct position *raw, struct chance *chance)
{
    const struct gems_board *board = gems_board(raw_board);
    const struct gems_position *position = gems_position(raw);
    int cell = position->cell[position->side];
    uint16_t to[GEMS_GATES_MAX];
    assert(position->due != GEMS_SAID && position->due <= GEMS_WHERE);
    chance->count = 0;
    chance->total = 0;
    if (position->due == GEMS_WHERE) {
        int gates = gems_gates_from(board, cell, to);
        for (int i = 0; i < gates; i++)
            chance_add(chance, GEMS_TO + to[i], 1);
        return;
    }
    const int32_t *weight = board->slips.weight[gems_ground_at(board, cell)][position->due - GEMS_ASKED];
    for (int deed = 0; deed < GEMS_DEEDS; deed++)
        if (weight[deed] > 0)
            chance_add(chance, deed, weight[deed]);
}

int gems_count_moves(const struct board *board, const struct position *position)
{
    struct chance chance;
    if (gems_is_over(gems_board(board), gems_position(position)))
        return 0;
    if (gems_position(position)->due == GEMS_SAID)
        return bits_count(steps_to_ask(gems_board(board), gems_position(position))) + 1;
    gems_chance(board, position, &chance);
    return chance.count;
}

bool gems_accepts(const struct board *board, const struct position *position, move_t move)
{
    (void)board;
    (void)position;
    return move < GEMS_ACTIONS;
}

static void take_item(const struct gems_board *board, struct gems_position *position, int side, int cell)
{
    enum gems_item item = gems_item_at(position, cell);
    if (item == GEMS_NOTHING)
        return;
    item_flip(position, cell, item);
    if (gems_item_is_key(item)) {
        position->keys[side] |= (uint8_t)(1 << (item - GEMS_KEY_G));
        return;
    }
    assert(position->gems > 0);
    position->gems--;
    position->score[side] += board->pair[position->last[side]][item - GEMS_GEM_1];
    position->last[side] = (uint8_t)item;
}

/* Who has the smaller score is hurt, of equals the one who is hit. */
static void hit_other(struct gems_position *position, int side)
{
    assert(position->cell[0] != position->cell[1]);
    int loser = position->score[side] >= position->score[side ^ 1] ? side ^ 1 : side;
    position->score[loser] -= GEMS_COST_HIT;
}

static void step_to(const struct gems_board *board, struct gems_position *position, int side, int cell)
{
    assert(cell != position->cell[side ^ 1] && board->terrain[cell] != 'W');
    position->cell[side] = (uint16_t)cell;
    if (board->barbed == GEMS_BARBED_ENTRY && gems_mask_has(&board->wire, cell))
        position->score[side] -= GEMS_COST_WIRE;
    take_item(board, position, side, cell);
}

/* The other is hit where he stands; nobody else stops a teleport. */
static void teleport_to(const struct gems_board *board, struct gems_position *position, int side, int cell)
{
    assert(gems_ground_at(board, cell) == GEMS_GATE);
    if (board->players == 2 && cell == position->cell[side ^ 1])
        hit_other(position, side);
    else
        position->cell[side] = (uint16_t)cell;
}

/* What chance has to say before it is done. */
static int teleport(const struct gems_board *board, struct gems_position *position, int side)
{
    uint16_t to[GEMS_GATES_MAX];
    int gates = gems_gates_from(board, position->cell[side], to);
    if (gates == 1)
        teleport_to(board, position, side, to[0]);
    return gates > 1 ? GEMS_WHERE : GEMS_SAID;
}

static void walk(const struct gems_board *board, struct gems_position *position, int side, int step)
{
    int target = position->cell[side] + board->step[step];
    assert(target >= 0 && target < GEMS_CELLS);
    if (board->players == 2 && target == position->cell[side ^ 1])
        hit_other(position, side);
    else if (board->open[position->keys[side]][position->cell[side]] >> step & 1)
        step_to(board, position, side, target);
}

/* A deed, or the cell that chance has said; what it has to say before it is done. */
static int do_deed(const struct gems_board *board, struct gems_position *position, int side, int deed)
{
    if (deed < GEMS_STEPS)
        walk(board, position, side, deed);
    else if (deed == GEMS_TELEPORT)
        return teleport(board, position, side);
    else if (deed > GEMS_TO)
        teleport_to(board, position, side, deed - GEMS_TO);
    return GEMS_SAID;
}

static void end_ply(const struct gems_board *board, struct gems_position *position, int side)
{
    if (board->barbed == GEMS_BARBED_TURN && gems_mask_has(&board->wire, position->cell[side]))
        position->score[side] -= GEMS_COST_WIRE;
    bool turn_ends = side == board->players - 1;
    position->turn = (uint16_t)(position->turn + turn_ends);
    position->side = (uint8_t)(turn_ends ? 0 : 1);
}

/* What becomes of an action. Most boards know only itself; perft is a third faster for not looking it up. */
static int deed_of(const struct gems_board *board, int cell, int action)
{
    assert(action < GEMS_ACTIONS);
    return may_differ(board) ? board->slips.sure[gems_ground_at(board, cell)][action] : action;
}

/* An action is charged whatever becomes of it: a hit looks at the scores before, and where there are two
 * players nothing that is charged is drawn. */
void gems_apply(const struct board *raw_board, struct position *raw, move_t move)
{
    const struct gems_board *board = gems_board(raw_board);
    struct gems_position *position = (struct gems_position *)raw->bytes;
    int side = position->side, deed = (int)move, due = GEMS_SAID;
    bool is_action = position->due == GEMS_SAID;
    assert(!gems_is_over(board, position));
    if (is_action)
        deed = deed_of(board, position->cell[side], (int)move);
    if (is_action && deed == GEMS_DRAWN)
        due = GEMS_ASKED + (int)move;
    else
        due = do_deed(board, position, side, deed);
    if (is_action)
        position->score[side] -= gems_cost_of((int)move);
    position->due = (uint8_t)due;
    if (due == GEMS_SAID)
        end_ply(board, position, side);
}

enum result gems_result(const struct board *board, const struct position *raw)
{
    const struct gems_position *position = gems_position(raw);
    if (!gems_is_over(gems_board(board), position))
        return RESULT_NONE;
    int64_t margin = gems_board(board)->players == 1 ? 1 : position->score[0] - position->score[1];
    return margin > 0 ? RESULT_ONE : margin < 0 ? RESULT_TWO : RESULT_DRAW;
}

const char *gems_reason(const struct board *board, const struct position *position)
{
    if (!gems_is_over(gems_board(board), gems_position(position)))
        return "none";
    return gems_position(position)->turn > gems_board(board)->turns ? "turns" : "gems";
}

void gems_score(const struct board *board, const struct position *position, int64_t score[2])
{
    (void)board;
    score[0] = gems_position(position)->score[0];
    score[1] = gems_position(position)->score[1];
}

value_t gems_worth(const struct board *board, const struct position *position)
{
    const struct gems_position *at = gems_position(position);
    return gems_board(board)->players == 1 ? at->score[0] : at->score[0] - at->score[1];
}

uint64_t gems_key(const struct board *board, const struct position *raw)
{
    const struct gems_position *position = gems_position(raw);
    uint64_t state = position->cell[0] | (uint64_t)position->cell[1] << 10 |
                     (uint64_t)position->last[0] << 20 | (uint64_t)position->last[1] << 23 |
                     (uint64_t)position->keys[0] << 26 | (uint64_t)position->keys[1] << 29 |
                     (uint64_t)position->turn << 32 | (uint64_t)position->side << 48 |
                     (uint64_t)position->due << 49;
    uint64_t scores = (uint32_t)position->score[0] | (uint64_t)(uint32_t)position->score[1] << 32;
    return rng_mix(rng_mix(state ^ gems_board(board)->hash) + scores) ^ position->items;
}

/* Whether a teleport may leave it to chance where to: from a gate there is one other at least, from elsewhere two. */
static bool may_draw_gate(const struct gems_board *board)
{
    const int8_t(*least)[GEMS_DEEDS] = board->slips.least;
    bool off_gates = least[GEMS_NORMAL][GEMS_TELEPORT] >= 0 || least[GEMS_BARBED][GEMS_TELEPORT] >= 0;
    return board->gates > (off_gates ? 1 : 2);
}

int gems_horizon(const struct board *board, const struct position *position)
{
    const struct gems_board *at = gems_board(board);
    const struct gems_position *now = gems_position(position);
    assert(now->due <= GEMS_WHERE);
    int of_each = 1 + at->slips.any + may_draw_gate(at); /* decision, what becomes of it, where to */
    int of_this = now->due == GEMS_SAID ? 0 : now->due == GEMS_WHERE ? of_each - 1 : 1;
    return gems_plies_left(at, now) * of_each - of_this;
}

/* -- the derived fields of a board -- */

static void make_masks(struct gems_board *board)
{
    for (int cell = 0; cell < GEMS_CELLS; cell++) {
        switch (board->terrain[cell]) {
        case 'W': break;
        case 'G': gems_mask_add(&board->door[0], cell); break;
        case 'R': gems_mask_add(&board->door[1], cell); break;
        case 'Y': gems_mask_add(&board->door[2], cell); break;
        case '*': gems_mask_add(&board->wire, cell); /* fall through */
        default: gems_mask_add(&board->floor, cell);
        }
    }
}

static bool is_open(const struct gems_board *board, unsigned keys, int cell)
{
    for (int key = 0; key < GEMS_KEYS; key++)
        if ((keys >> key & 1) && gems_mask_has(&board->door[key], cell))
            return true;
    return gems_mask_has(&board->floor, cell);
}

static void make_open(struct gems_board *board, unsigned keys)
{
    for (int row = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++) {
            int cell = gems_cell_at(board, row, column);
            for (int i = 0; i < GEMS_STEPS; i++)
                if (is_open(board, keys, cell + board->step[i]))
                    board->open[keys][cell] |= (uint8_t)(1 << i);
        }
}

static uint64_t hash_word(uint64_t hash, int64_t number)
{
    return rng_mix(hash + (uint64_t)number + UINT64_C(0x9E3779B97F4A7C15));
}

static uint64_t hash_slips(uint64_t hash, const struct gems_board *board)
{
    const int32_t *weight = board->slips.weight[0][0];
    for (int i = 0; i < GEMS_GROUNDS * GEMS_ACTIONS * GEMS_DEEDS; i++)
        hash = hash_word(hash, weight[i]);
    return hash;
}

static uint64_t board_hash(const struct gems_board *board)
{
    uint64_t hash = hash_word(board->rows, board->columns);
    for (int i = 0; i < GEMS_CELLS; i++)
        hash = hash_word(hash, board->terrain[i]);
    for (int i = 0; i < 5 * GEMS_KINDS; i++)
        hash = hash_word(hash, board->pair[i / GEMS_KINDS][i % GEMS_KINDS]);
    if (may_differ(board))
        hash = hash_slips(hash, board);
    return hash_word(hash_word(hash, board->turns), board->players * 4 + board->barbed * 2 + board->early);
}

/* Teleports lead nowhere where nothing teleports. */
static void make_gates(struct gems_board *board)
{
    if (!gems_slips_teleport(&board->slips))
        return;
    for (int cell = 0; cell < GEMS_CELLS; cell++)
        if (board->terrain[cell] == 'T') {
            assert(board->gates < GEMS_GATES_MAX);
            board->gate[board->gates++] = (uint16_t)cell;
        }
}

void gems_board_finish(struct gems_board *board)
{
    int stride = board->stride;
    assert(stride == board->columns + 1);
    const int step[GEMS_ACTIONS] = {-stride,     stride,     -1,         1, 1 - stride,
                                    -1 - stride, stride + 1, stride - 1, 0};
    for (int i = 0; i < GEMS_ACTIONS; i++)
        board->step[i] = (int16_t)step[i];
    make_masks(board);
    make_gates(board);
    for (unsigned keys = 0; keys < 8; keys++)
        make_open(board, keys);
    board->hash = board_hash(board);
}
