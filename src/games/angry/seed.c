/* The seed's agent: alpha-beta of seven plies over hen and queen, with the evaluation of its report. It takes
 * the queen for a free one that wants the hen's worst, also where she follows her script. */
#include "games/angry/angry.h"

#include <math.h>

enum { SEED_PLIES = 7, FAR = 18, QUEEN_NEAR = 4 };

static int plies(const struct board *board, const struct position *root)
{
    (void)board;
    (void)root;
    return SEED_PLIES;
}

static int distance(const struct angry_board *board, unsigned from, struct cells goal, struct cells walls)
{
    return cells_distance(cells_of(from), goal, cells_minus(board->land, walls), FAR);
}

/* The hen's view. */
static double value_hen(const struct angry_board *board, const struct angry_position *position)
{
    if (position->hen == NOWHERE)
        return ANGRY_LOSS;
    int eggs = cells_count(&position->eggs);
    int pigs = cells_count(&position->pigs);
    if (angry_won(position) && eggs == 0)
        return 100;
    const struct cells none = {{0}};
    struct cells slingshot = cells_of(position->slingshot);
    struct cells queen = cells_of(position->queen);
    int to_slingshot = distance(board, position->hen, slingshot, position->pigs);
    int to_queen = distance(board, position->queen, cells_of(position->hen), none);
    double queen_term = to_queen > QUEEN_NEAR ? 0 : 0.1 * to_queen;
    double pigs_term = 0.5 * pigs;
    double egg_term = 0;
    double factor = 10;
    if (eggs > 0) {
        int nearest = distance(board, position->hen, position->eggs, cells_or(queen, slingshot));
        egg_term = 10.0 / nearest - 10.0 * eggs;
        factor = ANGRY_EIGHT - eggs;
    }
    return egg_term + queen_term + pigs_term - position->actions + factor / to_slingshot;
}

static double value(const struct board *board_bytes, const struct position *root,
                    const struct position *position_bytes, enum actor me, bool leaf)
{
    (void)root;
    const struct angry_board *board = angry_board_of(board_bytes);
    const struct angry_position *position = angry_position_of(position_bytes);
    double hen = value_hen(board, position);
    if (!leaf && !angry_over(board, position)) /* the side on move has no step */
        hen = position->side == ANGRY_HEN ? -INFINITY : INFINITY;
    return me == ACTOR_ONE ? hen : -hen;
}

static void prepare(struct board *board_bytes, struct position *root)
{
    struct angry_board *board = (struct angry_board *)board_bytes->bytes;
    board->script = false;
    board->stuck_ends = !angry_stuck(board, angry_position_of(root)); /* the root itself must go on */
}

const struct seed angry_seed = {.plies = plies, .value = value, .cuts_on_equal = true, .prepare = prepare};
