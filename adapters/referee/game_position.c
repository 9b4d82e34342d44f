/* The position command that players are sent, grown by a word a ply, and the plies that are kept. */
#include "adapters/referee/game_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool append(struct game *game, const char *text)
{
    assert(game->position_length <= game->position_room);
    size_t length = strlen(text);
    size_t wanted = game->position_length + length + 1;
    if (wanted > game->position_room) {
        char *position = realloc(game->position, wanted * 2);
        if (position == NULL)
            return false;
        game->position = position;
        game->position_room = wanted * 2;
    }
    memcpy(game->position + game->position_length, text, length + 1);
    game->position_length += length;
    return true;
}

/* The newline moves to the new end. */
static bool position_add_move(struct game *game, const char *word)
{
    assert(game->position_length > 0 && game->position[game->position_length - 1] == '\n');
    game->position_length--;
    bool first = game->record.ply_count == 0;
    return append(game, first ? " moves " : " ") && append(game, word) && append(game, "\n");
}

bool game_position_start(struct game *game, const char *fen)
{
    assert(game->record.start == NULL && game->position_length == 0);
    game->record.start = strdup(fen);
    return game->record.start != NULL && append(game, "position fen ") && append(game, fen) &&
           append(game, "\n");
}

bool game_record_ply(struct game *game)
{
    assert(game->pending.word[0] != '\0');
    assert(game->record.ply_count <= game->record.ply_room);
    struct record *record = &game->record;
    if (record->ply_count == record->ply_room) {
        int room = record->ply_room * 2 + 64;
        struct ply *plies = realloc(record->plies, (size_t)room * sizeof *plies);
        if (plies == NULL)
            return false;
        record->plies = plies;
        record->ply_room = room;
    }
    if (!position_add_move(game, game->pending.word))
        return false;
    record->plies[record->ply_count++] = game->pending;
    return true;
}
