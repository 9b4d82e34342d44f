/* Whose eyes a value is seen through. A decision is seen by its mover; chance events and finished games by
 * player 1. */
#ifndef PANJ_SEARCH_VIEW_H
#define PANJ_SEARCH_VIEW_H

#include "game.h"

static inline enum actor view_of(enum actor turn)
{
    return turn == ACTOR_TWO ? ACTOR_TWO : ACTOR_ONE;
}

/* What a position is worth without looking ahead, seen by view_of(turn), `ply` plies from the root. */
static inline value_t view_value(const struct game *game, const struct board *board,
                                 const struct position *position, enum actor turn, int ply)
{
    if (turn == ACTOR_NONE)
        return game_worth(game, board, position, ply);
    value_t value = game->evaluate(board, position);
    assert(game->scale != SCALE_WIN || (value > -VALUE_MATE_MIN && value < VALUE_MATE_MIN));
    assert(value >= -VALUE_WIN && value <= VALUE_WIN);
    return value;
}

#endif
