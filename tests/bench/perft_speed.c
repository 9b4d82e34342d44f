/* How fast positions are made: leaves of perft from the start per CPU second, panj beside the naive twin of
 * the game, in one run and of one compiler. Both count the last ply by the length of its list, so that only
 * making moves is compared; the last column is the twin when it makes every leaf too, as a plain generator
 * does. */
#include <stdio.h>

#include "base/clock.h"
#include "naive/naive.h"
#include "perft.h"

/* A depth is enough when it took so long, in microseconds. */
enum { ENOUGH = 300000, DEPTH_LIMIT = 40 };

struct counted {
    uint64_t leaves;
    int64_t time; /* CPU microseconds */
};

static double speed(struct counted counted)
{
    return (double)counted.leaves / ((double)counted.time / 1e6);
}

static uint64_t naive_perft(const struct naive *naive, const struct naive_state *state, int depth, bool bulk)
{
    struct naive_list list;
    if (depth == 0)
        return 1;
    naive->legal(state, &list);
    if (depth == 1 && bulk)
        return (uint64_t)list.count;
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        struct naive_state next = *state;
        naive->play(&next, list.word[i]);
        leaves += naive_perft(naive, &next, depth - 1, bulk);
    }
    return leaves;
}

static struct counted measure_game(const struct game *game, const struct board *board,
                                   const struct position *position)
{
    struct counted counted = {0, 0};
    for (int depth = 1; depth <= DEPTH_LIMIT && counted.time < ENOUGH; depth++) {
        int64_t began = clock_cpu();
        counted.leaves = perft(game, board, position, depth, NULL);
        counted.time = clock_cpu() - began;
    }
    return counted;
}

static struct counted measure_naive(const struct naive *naive, const struct naive_state *state, bool bulk)
{
    struct counted counted = {0, 0};
    for (int depth = 1; depth <= DEPTH_LIMIT && counted.time < ENOUGH; depth++) {
        int64_t began = clock_cpu();
        counted.leaves = naive_perft(naive, state, depth, bulk);
        counted.time = clock_cpu() - began;
    }
    return counted;
}

static const struct naive *find_naive(const char *name)
{
    for (int i = 0; naives[i] != NULL; i++)
        if (strcmp(naives[i]->name, name) == 0)
            return naives[i];
    return NULL;
}

static void compare(const struct game *game, const struct naive *naive, const struct board *board,
                    const struct position *position)
{
    char fen[FEN_MAX];
    struct text text = text_in(fen, sizeof fen);
    struct naive_state state;
    game->print(board, position, &text);
    naive->from_fen(&state, fen);
    double ours = speed(measure_game(game, board, position));
    double twin = speed(measure_naive(naive, &state, true));
    double plain = speed(measure_naive(naive, &state, false));
    printf("%-10s %14.0f %14.0f %8.1f %14.0f %8.1f\n", game->name, ours, twin, ours / twin, plain,
           ours / plain);
}

int main(void)
{
    static struct board board;
    struct position position;
    struct fault fault;
    const struct words none = {.count = 0};
    printf("%-10s %14s %14s %8s %14s %8s\n", "leaves/s", "panj", "naive", "ratio", "naive, plain", "ratio");
    for (int i = 0; games[i] != NULL; i++) {
        const struct naive *naive = find_naive(games[i]->name);
        if (naive != NULL && games[i]->start(&board, &position, &none, &fault))
            compare(games[i], naive, &board, &position);
    }
    return 0;
}
