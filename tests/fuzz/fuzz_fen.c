/* Any bytes as a FEN of one game (FUZZ_GAME): either refused with a fault that can be shown, or a position
 * like any other, in which every property holds and play goes on to an end. */
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "support/properties.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand_nothing_wrong(const char *wrong)
{
    if (wrong == NULL)
        return;
    fprintf(stderr, "%s: %s\n", FUZZ_GAME, wrong);
    abort();
}

static void ask_every_property(const struct game *game, const struct board *board,
                               const struct position *position)
{
    for (const struct property *property = properties; property->name != NULL; property++)
        demand_nothing_wrong(property->broken(game, board, position));
}

/* A few plies on, and every property again. */
static void play_on(const struct game *game, const struct board *board, struct position *position)
{
    enum { PLIES = 8 };
    struct rng rng = {.state = game->key(board, position)};
    for (int ply = 0; ply < PLIES; ply++) {
        struct move_list list;
        game_successors(game, board, position, &list);
        if (list.count == 0)
            return;
        game->apply(board, position, list.at[rng_below(&rng, (uint64_t)list.count)]);
    }
    ask_every_property(game, board, position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct board board;
    struct position position;
    struct words words;
    struct fault fault;
    const struct game *game = game_find(word_from(FUZZ_GAME));
    assert(game != NULL);
    if (!words_split((const char *)data, size, &words))
        return 0;
    memset(&fault, 0xFF, sizeof fault);
    if (!game->parse(&board, &position, &words, &fault)) {
        demand_nothing_wrong(fault_is_broken(&fault));
        return 0;
    }
    ask_every_property(game, &board, &position);
    play_on(game, &board, &position);
    return 0;
}
