#include "tests/support/thicket.h"

#include "base/rng.h"

struct spot {
    uint32_t node; /* < width */
    uint32_t ply;
};

static const struct thicket_shape *shape_of(const struct board *board)
{
    return (const struct thicket_shape *)board->bytes;
}

static struct spot spot_of(const struct position *position)
{
    struct spot spot;
    memcpy(&spot, position->bytes, sizeof spot);
    return spot;
}

/* All that the position is comes out of this number; every use takes a number of its own from it. */
static uint64_t draw(const struct board *board, const struct position *position, uint64_t use)
{
    struct spot spot = spot_of(position);
    return rng_mix(rng_mix(shape_of(board)->seed + use * 1000003) ^ ((uint64_t)spot.ply << 32 | spot.node));
}

enum use { USE_END, USE_CHANCE, USE_SIDE, USE_MOVES, USE_RESULT, USE_WORTH, USE_GUESS, USE_KEY, USE_NEXT };

static int players(const struct board *board)
{
    return shape_of(board)->players;
}

static enum actor turn_without_chance(const struct board *board, const struct position *position)
{
    struct spot spot = spot_of(position);
    if ((int)spot.ply >= shape_of(board)->plies)
        return ACTOR_NONE;
    if (spot.ply > 0 && !shape_of(board)->lasts && draw(board, position, USE_END) % 12 == 0)
        return ACTOR_NONE;
    if (players(board) == 1)
        return ACTOR_ONE;
    return draw(board, position, USE_SIDE) % 5 < 2 ? ACTOR_ONE : ACTOR_TWO;
}

static enum actor turn_with_chance(const struct board *board, const struct position *position)
{
    enum actor turn = turn_without_chance(board, position);
    bool rolls = spot_of(position).ply > 0 && draw(board, position, USE_CHANCE) % 3 == 0;
    return turn != ACTOR_NONE && rolls ? ACTOR_CHANCE : turn;
}

static void moves(const struct board *board, const struct position *position, struct move_list *list)
{
    list->count = 1 + (int)(draw(board, position, USE_MOVES) % 4);
    for (int i = 0; i < list->count; i++)
        list->at[i] = (move_t)(7 * i + 3);
}

static void apply(const struct board *board, struct position *position, move_t move)
{
    struct spot spot = spot_of(position);
    uint64_t number = draw(board, position, USE_NEXT + move);
    spot.node = (uint32_t)(number % (uint64_t)shape_of(board)->width);
    spot.ply++;
    memcpy(position->bytes, &spot, sizeof spot);
}

static void chance(const struct board *board, const struct position *position, struct chance *chance)
{
    uint64_t number = draw(board, position, USE_CHANCE);
    chance->count = 2 + (int)(number / 3 % 3);
    chance->total = 0;
    for (int i = 0; i < chance->count; i++) {
        chance->at[i].outcome = (move_t)(1000 + i);
        chance->at[i].weight = 1 + (int64_t)((number >> (8 + 4 * i)) % 5);
        chance->total += chance->at[i].weight;
    }
}

static enum result result(const struct board *board, const struct position *position)
{
    static const enum result results[] = {RESULT_ONE, RESULT_TWO, RESULT_DRAW};
    return results[draw(board, position, USE_RESULT) % 3];
}

static value_t worth_points(const struct board *board, const struct position *position)
{
    return (value_t)(draw(board, position, USE_WORTH) % 201) - 100;
}

static value_t worth_chance(const struct board *board, const struct position *position)
{
    return draw(board, position, USE_WORTH) % 2 == 0 ? VALUE_WIN : -VALUE_WIN;
}

static uint64_t key(const struct board *board, const struct position *position)
{
    return draw(board, position, USE_KEY);
}

static int horizon(const struct board *board, const struct position *position)
{
    return shape_of(board)->plies - (int)spot_of(position).ply;
}

static value_t guess(const struct board *board, const struct position *position, enum actor turn)
{
    value_t value = (value_t)(draw(board, position, USE_GUESS) % 201) - 100;
    return turn == ACTOR_TWO ? -value : value;
}

static value_t evaluate_without_chance(const struct board *board, const struct position *position)
{
    return guess(board, position, turn_without_chance(board, position));
}

static value_t evaluate_with_chance(const struct board *board, const struct position *position)
{
    return guess(board, position, turn_with_chance(board, position)) * 1000000;
}

static void rank(const struct board *board, const struct position *position, const struct move_list *list,
                 int32_t ranks[MOVES_MAX])
{
    for (int i = 0; i < list->count; i++)
        ranks[i] = (int32_t)(draw(board, position, USE_GUESS + list->at[i]) % 3);
}

static int seed_plies(const struct board *board, const struct position *root)
{
    (void)board;
    (void)root;
    return 3;
}

static double seed_value(const struct board *board, const struct position *root,
                         const struct position *position, enum actor me, bool leaf)
{
    (void)root;
    double value = (double)(draw(board, position, USE_GUESS) % 2001) / 10 - 100;
    return (me == ACTOR_ONE ? value : -value) + (leaf ? 0.5 : 0);
}

static const struct seed agent = {.plies = seed_plies, .value = seed_value, .cuts_on_equal = true};

const struct game thicket_win = {
    .name = "thicket",
    .board_size = sizeof(struct thicket_shape),
    .position_size = sizeof(struct spot),
    .scale = SCALE_WIN,
    .players = players,
    .turn = turn_without_chance,
    .moves = moves,
    .apply = apply,
    .result = result,
    .key = key,
    .horizon = horizon,
    .evaluate = evaluate_without_chance,
};

const struct game thicket_points = {
    .name = "thicket",
    .board_size = sizeof(struct thicket_shape),
    .position_size = sizeof(struct spot),
    .scale = SCALE_POINTS,
    .players = players,
    .turn = turn_without_chance,
    .moves = moves,
    .apply = apply,
    .result = result,
    .key = key,
    .horizon = horizon,
    .worth = worth_points,
    .evaluate = evaluate_without_chance,
    .rank = rank,
    .seed = &agent,
};

const struct game thicket_chance = {
    .name = "thicket",
    .board_size = sizeof(struct thicket_shape),
    .position_size = sizeof(struct spot),
    .scale = SCALE_CHANCE,
    .players = players,
    .turn = turn_with_chance,
    .moves = moves,
    .apply = apply,
    .chance = chance,
    .result = result,
    .key = key,
    .horizon = horizon,
    .worth = worth_chance,
    .evaluate = evaluate_with_chance,
    .seed = &agent,
};

void thicket_start(const struct game *game, const struct thicket_shape *shape, struct board *board,
                   struct position *position)
{
    memset(board->bytes, 0, game->board_size);
    memset(position->bytes, 0, game->position_size);
    memcpy(board->bytes, shape, sizeof *shape);
}

/* Chance is weighed in floating point here, so that the engine's integers are checked by something else. */
static value_t chance_value(const struct game *game, const struct board *board,
                            const struct position *position, int depth, int ply)
{
    struct chance all;
    game->chance(board, position, &all);
    double sum = 0;
    for (int i = 0; i < all.count; i++) {
        struct position next = *position;
        game->apply(board, &next, all.at[i].outcome);
        sum += (double)all.at[i].weight * thicket_value(game, board, &next, depth - 1, ply + 1);
    }
    double mean = sum / (double)all.total;
    return (value_t)(mean < 0 ? mean - 0.5 : mean + 0.5);
}

value_t thicket_value(const struct game *game, const struct board *board, const struct position *position,
                      int depth, int ply)
{
    enum actor turn = game->turn(board, position);
    if (turn == ACTOR_NONE)
        return game_worth(game, board, position, ply);
    if (depth == 0)
        return turn == ACTOR_TWO ? -game->evaluate(board, position) : game->evaluate(board, position);
    if (turn == ACTOR_CHANCE)
        return chance_value(game, board, position, depth, ply);
    struct move_list list;
    game->moves(board, position, &list);
    value_t best = turn == ACTOR_ONE ? -VALUE_INFINITE : VALUE_INFINITE;
    for (int i = 0; i < list.count; i++) {
        struct position next = *position;
        game->apply(board, &next, list.at[i]);
        value_t value = thicket_value(game, board, &next, depth - 1, ply + 1);
        if (turn == ACTOR_ONE ? value > best : value < best)
            best = value;
    }
    return best;
}
