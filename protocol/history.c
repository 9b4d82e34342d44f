#include "protocol/history.h"

#include <stdlib.h>

void history_free(struct history *history)
{
    free(history->positions);
    free(history->moves);
    *history = (struct history){0};
}

/* Doubles `*memory` until it has `wanted` bytes, the old ones kept. */
static bool make_room(void **memory, size_t *room, size_t wanted)
{
    if (wanted <= *room)
        return true;
    assert((*memory == NULL) == (*room == 0));
    size_t grown = *room > 0 ? *room : 4096;
    while (grown < wanted)
        grown *= 2;
    void *larger = realloc(*memory, grown);
    if (larger == NULL)
        return false;
    *memory = larger;
    *room = grown;
    return true;
}

static bool make_room_for(struct history *history, const struct game *game, int plies)
{
    void *positions = history->positions;
    void *moves = history->moves;
    bool done = make_room(&positions, &history->position_room, ((size_t)plies + 1) * game->position_size) &&
                make_room(&moves, &history->move_room, ((size_t)plies + 1) * sizeof(move_t));
    history->positions = positions;
    history->moves = moves;
    return done;
}

static unsigned char *position_at(const struct history *history, int ply)
{
    assert(ply >= 0 && ply <= history->plies);
    return history->positions + (size_t)ply * history->game->position_size;
}

bool history_begin(struct history *history, const struct game *game, const struct board *board,
                   const struct position *position)
{
    if (!make_room_for(history, game, 0))
        return false;
    history->game = game;
    history->plies = 0;
    board_copy(game, &history->board, board);
    position_copy(game, &history->now, position);
    memcpy(position_at(history, 0), position->bytes, game->position_size);
    return true;
}

void history_at(const struct history *history, int ply, struct position *position)
{
    assert(ply >= 0 && ply <= history->plies);
    memcpy(position->bytes, position_at(history, ply), history->game->position_size);
}

bool history_play(struct history *history, move_t move)
{
    const struct game *game = history->game;
    if (!make_room_for(history, game, history->plies + 1))
        return false;
    assert(move != MOVE_NONE);
    game->apply(&history->board, &history->now, move);
    history->moves[history->plies++] = move;
    memcpy(position_at(history, history->plies), history->now.bytes, game->position_size);
    return true;
}

void history_truncate(struct history *history, int plies)
{
    assert(plies >= 0 && plies <= history->plies);
    history->plies = plies;
    memcpy(history->now.bytes, position_at(history, plies), history->game->position_size);
}

move_t history_last_move(const struct history *history)
{
    return history->plies > 0 ? history->moves[history->plies - 1] : MOVE_NONE;
}

void history_swap(struct history *a, struct history *b)
{
    struct history kept = *a;
    *a = *b;
    *b = kept;
}
