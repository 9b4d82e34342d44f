/* Any bytes as a proof of Konane and as what is known of one: refused or taken, nobody dies of them, and no proof stands
 * that white wins a board which is black's. The first byte says what they are; where that is not a whole file, a
 * good heading is put before them. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "games/konane/konane.h"
#include "search/solver.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADING = 512, ANSWER = 10, ENTRY = 12, HEADED = 1, TABLE = 2, WHITE = 4 };

static const char fen[] = "bwbwb/wbwbw/bw1wb/wb1bw 1"; /* black's, by trying everything out */

static void demand(bool holds)
{
    if (!holds)
        abort();
}

/* The heading of as many answers or positions as the bytes are. */
static void print_heading(char heading[HEADING], unsigned kind, size_t size)
{
    struct text text = text_in(heading, HEADING);
    memset(heading, 0, HEADING);
    if ((kind & TABLE) != 0)
        text_format(&text, "panj table 1 konane\nfen %s\npositions %zu\n", fen, size / ENTRY);
    else
        text_format(&text, "panj proof 2 konane\nfen %s\nwinner %d\nanswers %zu\n", fen,
                    (kind & WHITE) != 0 ? 2 : 1, size / ANSWER);
}

static struct job begin_job(uint64_t nodes)
{
    return (struct job){.node_limit = nodes, .deadline = INT64_MAX, .began = clock_now()};
}

static void try_proof(const char *image, size_t size)
{
    char room[256];
    struct text claim = text_in(room, sizeof room);
    struct job job = begin_job(UINT64_MAX);
    struct fault fault;
    bool stands =
        konane_solver.proofs->verify(image, size, (struct proof_share){1, 1}, 1, &job, &claim, &fault);
    if (stands && strstr(claim.at, fen) != NULL)
        demand(strncmp(claim.at, "p1win ", 6) == 0);
}

static void try_table(const char *image, size_t size)
{
    struct board board;
    struct position position;
    struct fault fault;
    struct job job = begin_job(UINT64_MAX);
    struct means means = {.bytes = 1 << 16, .threads = 1};
    uint64_t count;
    void *solver = konane_solver.create();
    demand(solver != NULL && game_parse(&konane_game, &board, &position, fen, &fault));
    if (konane_solver.proofs->resume(solver, &means, &board, image, size, &job, &count, &fault)) {
        struct solution solution;
        job = begin_job(5000);
        demand(count == (size - HEADING) / ENTRY);
        konane_solver.solve(solver, &means, &board, &position, &job, &solution);
    }
    konane_solver.destroy(solver);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    unsigned kind = *data++;
    size_t whole = (kind & TABLE) != 0 ? ENTRY : ANSWER;
    size--;
    size_t kept = (kind & HEADED) != 0 ? size / whole * whole : size;
    size_t before = (kind & HEADED) != 0 ? HEADING : 0;
    char *image = malloc(before + kept + 1);
    demand(image != NULL);
    if (before > 0)
        print_heading(image, kind, kept);
    memcpy(image + before, data, kept);
    if ((kind & TABLE) != 0)
        try_table(image, before + kept);
    else
        try_proof(image, before + kept);
    free(image);
    return 0;
}
