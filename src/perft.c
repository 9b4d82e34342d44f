#include "perft.h"

uint64_t perft(const struct game *game, const struct board *board, const struct position *position, int depth,
               const atomic_bool *stop)
{
    assert(depth >= 0);
    if (depth == 0)
        return 1;
    if (depth == 1) /* the last ply is counted, not made */
        return (uint64_t)game_count_moves(game, board, position);
    if (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed))
        return 0;
    struct move_list list;
    game_successors(game, board, position, &list);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        struct position next;
        position_copy(game, &next, position);
        game->apply(board, &next, list.at[i]);
        leaves += perft(game, board, &next, depth - 1, stop);
    }
    return leaves;
}
