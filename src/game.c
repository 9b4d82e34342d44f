/* What every game gets for free from its table. */
#include "game.h"

const struct game *game_find(struct word name)
{
    for (int i = 0; games[i] != NULL; i++)
        if (word_is_nocase(name, games[i]->name))
            return games[i];
    return NULL;
}

bool move_list_has(const struct move_list *list, move_t move)
{
    for (int i = 0; i < list->count; i++)
        if (list->at[i] == move)
            return true;
    return false;
}

/* Telling whose turn it is can cost as much as listing his moves: it is asked once. */
static void successors_of(const struct game *game, const struct board *board, const struct position *position,
                          enum actor turn, struct move_list *list)
{
    list->count = 0;
    if (turn == ACTOR_NONE)
        return;
    if (turn != ACTOR_CHANCE) {
        game->moves(board, position, list);
        assert(list->count > 0 && list->count <= MOVES_MAX);
        return;
    }
    struct chance chance;
    assert(game->chance != NULL);
    game->chance(board, position, &chance);
    assert(chance.count > 0 && chance.count <= OUTCOMES_MAX);
    for (int i = 0; i < chance.count; i++)
        list->at[list->count++] = chance.at[i].outcome;
}

void game_successors(const struct game *game, const struct board *board, const struct position *position,
                     struct move_list *list)
{
    successors_of(game, board, position, game->turn(board, position), list);
}

bool game_allows(const struct game *game, const struct board *board, const struct position *position,
                 move_t move)
{
    enum actor turn = game->turn(board, position);
    bool decision = turn == ACTOR_ONE || turn == ACTOR_TWO;
    if (decision && game->accepts != NULL && game->accepts(board, position, move))
        return true;
    struct move_list list;
    successors_of(game, board, position, turn, &list);
    return move_list_has(&list, move);
}

int game_count_moves(const struct game *game, const struct board *board, const struct position *position)
{
    if (game->count_moves != NULL)
        return game->count_moves(board, position);
    struct move_list list;
    game_successors(game, board, position, &list);
    return list.count;
}

bool game_parse(const struct game *game, struct board *board, struct position *position, const char *fen,
                struct fault *fault)
{
    struct words words;
    if (!words_split(fen, strlen(fen), &words))
        return fault_set(fault, "fields", "more than %d", WORDS_MAX);
    return game->parse(board, position, &words, fault);
}

int game_players(const struct game *game, const struct board *board)
{
    return game->players != NULL ? game->players(board) : 2;
}

value_t game_worth(const struct game *game, const struct board *board, const struct position *position,
                   int ply)
{
    if (game->worth != NULL)
        return game->worth(board, position);
    value_t win = game->scale == SCALE_WIN ? VALUE_WIN - ply : VALUE_WIN;
    assert(game->scale != SCALE_POINTS);
    switch (game->result(board, position)) {
    case RESULT_ONE: return win;
    case RESULT_TWO: return -win;
    default: return 0;
    }
}
