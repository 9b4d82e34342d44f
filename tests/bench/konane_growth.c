/* The work of Konane's proofs by the stones that are left:
 *
 *     build/release/konane_growth MIB OPENED <LIST
 *
 * Proves each `konane | fen ...` of the list with one thread and an empty table of at most MIB, and gives up when so
 * many million positions have been opened by proof numbers (visited are those of the endgame's tries too). On the way,
 * every tenth of OPENED, what is still missing for a win and for a loss of the player on move. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "games/konane/prover.h"
#include "games/konane/worker.h"

enum { MILLION = 1000000, SLICES = 10 };

struct attempt {
    struct prover *prover;
    struct job job;
    struct proof proof;
    uint64_t slice;           /* so many may be opened in one run */
    uint64_t opened, visited; /* in those that have ended */
};

/* The endgame may be ahead of the count. */
static uint64_t opened_now(const struct attempt *attempt)
{
    const struct konane_worker *worker = attempt->prover->workers[0];
    uint64_t counted = worker->meter.counted;
    return counted > worker->endgame.nodes ? counted - worker->endgame.nodes : 0;
}

static void look(void *context)
{
    struct attempt *attempt = context;
    if (opened_now(attempt) >= attempt->slice)
        atomic_store(&attempt->job.stop, true);
}

/* False: out of memory. */
static bool run_slice(struct attempt *attempt, const struct konane_board *board,
                      const struct konane_position *position, const struct means *means)
{
    attempt->job = (struct job){.node_limit = UINT64_MAX,
                                .deadline = INT64_MAX,
                                .began = clock_now(),
                                .context = attempt,
                                .tick = look};
    if (!konane_prover_run(attempt->prover, board, position, means, &attempt->job, &attempt->proof))
        return false;
    attempt->opened += opened_now(attempt);
    attempt->visited += attempt->prover->workers[0]->meter.counted;
    return true;
}

static void tell(const struct attempt *attempt, int64_t began)
{
    const char *outcome = proof_is_won(attempt->proof)    ? "won"
                          : proof_is_lost(attempt->proof) ? "lost"
                                                          : "open";
    printf("  %-4s opened %.3f M, visited %.2f M, %.1f s, table %.1f %%", outcome,
           (double)attempt->opened / MILLION, (double)attempt->visited / MILLION,
           (double)(clock_cpu() - began) / MILLION, konane_prover_fill(attempt->prover) / 10.0);
    if (!proof_is_final(attempt->proof))
        printf(", missing %u for a win, %u for a loss", attempt->proof.phi, attempt->proof.delta);
    printf("\n");
    fflush(stdout);
}

static bool prove(struct attempt *attempt, const struct konane_board *board,
                  const struct konane_position *position, const struct means *means)
{
    int64_t began = clock_cpu();
    printf("%d stones\n", bits_count(position->stones));
    for (int i = 0; i < SLICES && !proof_is_final(attempt->proof); i++) {
        if (!run_slice(attempt, board, position, means))
            return false;
        tell(attempt, began);
    }
    return true;
}

static bool prove_line(const char *fen, const struct means *means, uint64_t limit)
{
    struct board board;
    struct position position;
    struct words words;
    struct fault fault;
    words_split("", 0, &words);
    bool is_good = konane_start(&board, &position, &words, &fault);
    words_split(fen, strlen(fen), &words);
    if (!is_good || !konane_parse(&board, &position, &words, &fault))
        return false;
    struct attempt attempt = {.prover = konane_prover_create(), .proof = {1, 1}, .slice = limit / SLICES};
    is_good =
        attempt.prover != NULL && prove(&attempt, konane_board(&board), konane_position(&position), means);
    konane_prover_destroy(attempt.prover);
    return is_good;
}

int main(int count, char **argument)
{
    char line[256];
    int64_t mebibytes, limit;
    if (count != 3 || !word_number(word_from(argument[1]), 1, 1 << 20, &mebibytes) ||
        !word_number(word_from(argument[2]), 1, 1 << 20, &limit)) {
        fputs("usage: konane_growth MIB OPENED <LIST\n", stderr);
        return 2;
    }
    struct means means = {.bytes = (size_t)mebibytes << 20, .threads = 1};
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *fen = strstr(line, "| fen ");
        line[strcspn(line, "\n")] = 0;
        if (fen != NULL && !prove_line(fen + strlen("| fen "), &means, (uint64_t)limit * MILLION)) {
            fprintf(stderr, "konane_growth: no such position, or out of memory: %s\n", line);
            return 1;
        }
    }
    return 0;
}
