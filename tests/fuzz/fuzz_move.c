/* Any words as moves, from the start of the game that the first byte picks: each word is parsed and, if it is
 * allowed, played; a word that begins with '!' stands for some move that is. */
#include <stdio.h>
#include <stdlib.h>

#include "support/properties.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct game *pick_game(unsigned number)
{
    unsigned count = 0;
    while (games[count] != NULL)
        count++;
    assert(count > 0);
    return games[number % count];
}

/* A word that is a move prints as itself. */
static void demand_same_word(const struct game *game, const struct board *board, move_t move,
                             struct word word)
{
    char printed[MOVE_WORD_MAX];
    game->move_print(board, move, printed);
    if (word_is(word, printed))
        return;
    fprintf(stderr, "%s: \"%.*s\" is printed \"%s\"\n", game->name, (int)word.length, word.at, printed);
    abort();
}

static move_t next_move(const struct game *game, const struct board *board, const struct position *position,
                        struct word word)
{
    struct move_list list;
    game_successors(game, board, position, &list);
    if (list.count == 0)
        return MOVE_NONE;
    if (word.at[0] == '!')
        return list.at[word.length % (size_t)list.count];
    move_t move = game->move_parse(board, word);
    if (move == MOVE_NONE || !game_allows(game, board, position, move))
        return MOVE_NONE;
    demand_same_word(game, board, move, word);
    return move;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { HEADER = 1 };
    static struct board board;
    struct position position;
    struct fault fault;
    const struct words none = {.count = 0};
    if (size < HEADER)
        return 0;
    const struct game *game = pick_game(data[0]);
    bool started = game->start(&board, &position, &none, &fault);
    assert(started);
    (void)started;
    struct cursor cursor = cursor_over((const char *)data + HEADER, size - HEADER);
    for (struct word word; (word = cursor_next(&cursor)).length > 0;) {
        move_t move = next_move(game, &board, &position, word);
        if (move != MOVE_NONE)
            game->apply(&board, &position, move);
    }
    for (const struct property *property = properties; property->name != NULL; property++)
        if (property->broken(game, &board, &position) != NULL) {
            fprintf(stderr, "%s: not so: %s\n", game->name, property->name);
            abort();
        }
    return 0;
}
