/* Konane's prover with many threads over one table, in virtual time (crowd.h).
 *
 *     threads ["rows=6 cols=7" "d4 c4" ...]
 *
 * Efficiency is the nodes of one thread beside those of all. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "games/konane/prover.h"
#include "tests/simulate/crowd.h"

enum { TABLE = 1 << 28 };

/* -- runs -- */

struct opening {
    struct board board;
    struct position position;
};

static bool read_opening(struct opening *opening, const char *flags, const char *moves)
{
    struct words words;
    struct fault fault;
    if (!words_split(flags, strlen(flags), &words) ||
        !konane_start(&opening->board, &opening->position, &words, &fault) ||
        !words_split(moves, strlen(moves), &words))
        return false;
    for (int i = 0; i < words.count; i++) {
        move_t move = konane_move_parse(&opening->board, words.at[i]);
        if (move == MOVE_NONE)
            return false;
        konane_game.apply(&opening->board, &opening->position, move);
    }
    return true;
}

struct outcome {
    uint64_t nodes;
    bool won;
};

static struct outcome simulate(const struct opening *opening, int threads)
{
    struct prover *prover = konane_prover_create();
    struct job job = {.began = clock_now(), .node_limit = UINT64_MAX, .deadline = INT64_MAX};
    struct means means = {.bytes = TABLE, .threads = threads};
    struct proof proof = {1, 1};
    bool good = konane_prover_run(prover, konane_board(&opening->board), konane_position(&opening->position),
                                  &means, &job, &proof);
    assert(good && proof_is_final(proof));
    struct outcome outcome = {.nodes = atomic_load(&job.nodes), .won = good && proof_is_won(proof)};
    konane_prover_destroy(prover);
    return outcome;
}

static bool print_row(const char *flags, const char *moves)
{
    static const int threads[] = {1, 2, 4, 16, 64};
    struct opening opening;
    struct outcome alone = {0};
    if (!read_opening(&opening, flags, moves)) {
        fprintf(stderr, "%s %s: no opening of konane\n", flags, moves);
        return false;
    }
    printf("| %s, %s |", flags, moves);
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        struct outcome outcome = simulate(&opening, threads[i]);
        alone = i == 0 ? outcome : alone;
        assert(outcome.won == alone.won);
        if (i == 0)
            printf(" %" PRIu64 " |", alone.nodes);
        else /* nobody runs ahead by more than an endgame: all have worked as long */
            printf(" %.0f %% |", 100 * (double)alone.nodes / (double)outcome.nodes);
        fflush(stdout);
    }
    puts("");
    return true;
}

int main(int words, char **word)
{
    bool good = true;
    puts("| opening | nodes of 1 thread | 2 | 4 | 16 | 64 |\n|---|---|---|---|---|---|");
    for (int i = 1; i + 1 < words; i += 2)
        good = print_row(word[i], word[i + 1]) && good;
    if (words < 3)
        good = print_row("rows=6 cols=7", "a1 b1") && print_row("rows=6 cols=7", "d4 c4");
    crowd_free();
    return good ? 0 : 1;
}
