#include "search/line.h"

static bool is_decision(enum actor turn)
{
    return turn == ACTOR_ONE || turn == ACTOR_TWO;
}

int line_legal(const struct game *game, const struct board *board, const struct position *root,
               const move_t *moves, int count, struct position *end)
{
    assert(count >= 0 && count <= PV_MAX);
    struct position position;
    position_copy(game, &position, root);
    int legal = 0;
    while (legal < count && is_decision(game->turn(board, &position)) &&
           game_allows(game, board, &position, moves[legal]))
        game->apply(board, &position, moves[legal++]);
    if (end != NULL)
        position_copy(game, end, &position);
    return legal;
}
