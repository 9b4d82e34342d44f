/* What a position may come to: the score so far, a share of the eggs that are left, the way to the slingshot,
 * and how near a queen is who can still capture. Everything in points of the final score, the hen's view. */
#include "games/angry/angry.h"

enum {
    EGG_HOPE = 90,    /* an egg that can be reached */
    EGG_STEP = 3,     /* a step to the nearest */
    WIN_HOPE = 250,   /* a slingshot that can be reached in time */
    WIN_STEP = 2,     /* a step to it */
    WIN_GONE = -700,  /* it cannot */
    CATCH_HOPE = 400, /* a queen whom the bird can come to */
    CATCH_STEP = 6,   /* a step to her */
    CATCH_ODD = 250,  /* she is as far off as suits her, and stays so while everybody walks */
    PIG_DETOUR = 60,  /* steps that a way through pigs is worth */
    THREAT_STEPS = 8, /* a queen farther off is no threat */
    THREAT = 12,      /* a step nearer than that */
    UNREACHED = 10000 /* more than any way */
};

static struct cells land_without_pigs(const struct angry_board *board, const struct angry_position *position)
{
    return cells_minus(board->land, position->pigs);
}

enum { WAY_EGG, WAY_WIN, WAYS };

/* Steps from the hen to the nearest egg and to the slingshot; a way through pigs counts as a long one. */
static void find_ways(const struct angry_board *board, const struct angry_position *position, int way[WAYS])
{
    struct cells hen = cells_of(position->hen);
    struct cells goal[WAYS] = {position->eggs, cells_of(position->slingshot)};
    cells_distances(hen, goal, WAYS, land_without_pigs(board, position), UNREACHED, way);
    for (int i = 0; i < WAYS; i++)
        if (way[i] == UNREACHED && !cells_empty(&goal[i])) {
            way[i] = cells_distance(hen, goal[i], board->land, UNREACHED);
            way[i] += way[i] == UNREACHED ? 0 : PIG_DETOUR;
        }
}

static int64_t hope_eggs(const struct angry_position *position, int nearest, int left)
{
    return nearest > left ? 0 : EGG_HOPE * cells_count(&position->eggs) - EGG_STEP * nearest;
}

static int64_t hope_win(int steps, int left)
{
    return steps > left ? WIN_GONE : WIN_HOPE - WIN_STEP * steps;
}

/* Both sides step every turn, so only one parity of their distance can end in a capture. */
static bool capture_is_near(const struct angry_position *position)
{
    int rows = position->hen / GRID - position->queen / GRID;
    int columns = position->hen % GRID - position->queen % GRID;
    bool odd = ((rows + columns) & 1) != 0;
    return odd == (position->side != ANGRY_HEN);
}

static int64_t threat(const struct angry_board *board, const struct angry_position *position)
{
    if (!capture_is_near(position))
        return 0;
    struct cells walls = cells_or(cells_or(position->eggs, position->pigs), cells_of(position->slingshot));
    int steps = cells_distance(cells_of(position->queen), cells_of(position->hen),
                               cells_minus(board->land, walls), UNREACHED);
    return steps >= THREAT_STEPS ? 0 : -THREAT * (THREAT_STEPS - steps);
}

/* The bird comes to the queen by steps of both, so only one parity of their distance ends with her. */
static int64_t hope_catch(const struct angry_board *board, const struct angry_position *position)
{
    if (!board->bird)
        return 0;
    struct cells walls = cells_or(cells_or(position->eggs, position->pigs), cells_of(position->slingshot));
    int steps = cells_distance(cells_of(position->bird), cells_of(position->queen),
                               cells_minus(board->land, walls), UNREACHED);
    if (steps == UNREACHED)
        return 0;
    bool odd = (steps & 1) != 0;
    bool suits = odd == (position->side != ANGRY_QUEEN);
    return CATCH_HOPE - CATCH_STEP * steps - (suits ? 0 : CATCH_ODD);
}

int angry_explain(const struct board *board_bytes, const struct position *position_bytes,
                  struct term term[TERMS_MAX])
{
    const struct angry_board *board = angry_board(board_bytes);
    const struct angry_position *position = angry_position(position_bytes);
    assert(!angry_over(board, position));
    int left = (board->cap - position->actions) / (1 + board->bird), way[WAYS];
    find_ways(board, position, way);
    term[0] = (struct term){"score", angry_points(board, position)};
    term[1] = (struct term){"eggs", hope_eggs(position, way[WAY_EGG], left)};
    term[2] = (struct term){"slingshot", hope_win(way[WAY_WIN], left)};
    term[3] = (struct term){"queen", threat(board, position)};
    term[4] = (struct term){"bird", hope_catch(board, position)};
    int count = 4 + board->bird;
    if (position->side == ANGRY_QUEEN)
        for (int i = 0; i < count; i++)
            term[i].value = -term[i].value;
    return count;
}

value_t angry_evaluate(const struct board *board, const struct position *position)
{
    struct term term[TERMS_MAX];
    int count = angry_explain(board, position, term);
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += term[i].value;
    assert(sum > -POINTS_MAX && sum < POINTS_MAX);
    return (value_t)sum;
}

/* -- order of moves: what is taken first, then the shortest way to what is wanted -- */

enum { RANK_CAPTURE = 5000, RANK_EGG = 2000, RANK_SLINGSHOT = 1000, RANK_PIG = -1000, RANK_PASS = -2000 };

static int32_t rank_hen(const struct angry_position *position, unsigned to, int steps)
{
    if (cells_have(&position->eggs, to))
        return RANK_EGG;
    if (to == position->slingshot)
        return cells_empty(&position->eggs) ? RANK_EGG : RANK_SLINGSHOT;
    return (cells_have(&position->pigs, to) ? RANK_PIG : 0) - steps;
}

/* What the mover goes for, and over what. */
static struct cells rank_goal(const struct angry_board *board, const struct angry_position *position,
                              struct cells *open)
{
    *open = position->side == ANGRY_HEN ? land_without_pigs(board, position) : board->land;
    if (position->side == ANGRY_HEN)
        return cells_empty(&position->eggs) ? cells_of(position->slingshot) : position->eggs;
    return cells_of(position->side == ANGRY_QUEEN ? position->hen : position->queen);
}

/* The ways are found from the goal, so that one flood serves all moves. */
void angry_rank(const struct board *board_bytes, const struct position *position_bytes,
                const struct move_list *list, int32_t rank[MOVES_MAX])
{
    const struct angry_board *board = angry_board(board_bytes);
    const struct angry_position *position = angry_position(position_bytes);
    const uint8_t *step = board->step[angry_mover(position)];
    struct cells at[ANGRY_MOVES], open, goal = rank_goal(board, position, &open);
    int steps[ANGRY_MOVES];
    assert(list->count <= ANGRY_MOVES);
    for (int i = 0; i < list->count; i++)
        at[i] = cells_of(list->at[i] == ANGRY_PASS ? NOWHERE : step[list->at[i]]);
    cells_distances(goal, at, list->count, open, CELLS_MAX, steps);
    for (int i = 0; i < list->count; i++) {
        if (list->at[i] == ANGRY_PASS)
            rank[i] = RANK_PASS;
        else if (position->side == ANGRY_HEN)
            rank[i] = rank_hen(position, step[list->at[i]], steps[i]);
        else
            rank[i] = steps[i] == 0 ? RANK_CAPTURE : -steps[i];
    }
}
