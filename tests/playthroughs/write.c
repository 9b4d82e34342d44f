/* Writes golden games:  write <game> <seed> <start words or FEN line...>
 * e.g.  build/release/write_playthrough konane 7 start rows=6 cols=6 >tests/playthroughs/konane-6x6.txt
 * A file is worth keeping only while the game agrees with its naive twin: run that test first. */
#include <stdio.h>

#include "base/rng.h"
#include "support/place.h"
#include "support/playthrough.h"

static void describe(const struct game *game, const struct board *board, const struct position *position)
{
    char room[DESCRIPTION_MAX];
    struct text text = text_in(room, sizeof room);
    playthrough_describe(game, board, position, &text);
    fputs(room, stdout);
}

static void play(const struct game *game, const struct board *board, struct position *position, uint64_t seed)
{
    enum { PLIES_MAX = 200 };
    struct rng rng = {.state = seed};
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        struct move_list list;
        char word[MOVE_WORD_MAX];
        describe(game, board, position);
        game_successors(game, board, position, &list);
        if (list.count == 0)
            return;
        move_t move = list.at[rng_below(&rng, (uint64_t)list.count)];
        game->move_print(board, move, word);
        printf("play %s\n", word);
        game->apply(board, position, move);
    }
    describe(game, board, position);
}

int main(int count, char **arguments)
{
    static struct board board;
    struct position position;
    struct fault fault = {"place", "names no position"};
    char room[FEN_MAX];
    struct text line = text_in(room, sizeof room);
    int64_t seed;
    const struct game *game = count > 3 ? game_find(word_from(arguments[1])) : NULL;
    if (game == NULL || !word_number(word_from(arguments[2]), 0, INT64_MAX, &seed)) {
        fputs("usage: write <game> <seed> start|fen <words>\n", stderr);
        return 2;
    }
    for (int i = 3; i < count; i++)
        text_format(&line, "%s%s", i > 3 ? " " : "", arguments[i]);
    if (place_load(game, line.at, &board, &position, &fault) != PLACE_READY) {
        fprintf(stderr, "%s %s\n", fault.field, fault.why);
        return 1;
    }
    printf("game %s\n%s\nseed %s\n", game->name, line.at, arguments[2]);
    play(game, &board, &position, (uint64_t)seed);
    return 0;
}
