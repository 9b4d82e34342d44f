/* The agent of the course project that the game comes from: alpha-beta of 5 plies over the difference of the
 * two move lists. */
#include "games/konane/konane.h"

#include <inttypes.h>
#include <math.h>

#include "base/clock.h"
#include "seeds.h"

enum { SEED_PLIES = 5 };

static int plies(const struct board *board, const struct position *root)
{
    (void)board;
    (void)root;
    return SEED_PLIES;
}

static double value(const struct board *board, const struct position *root, const struct position *position,
                    enum actor me, bool leaf)
{
    (void)root;
    assert(me == ACTOR_ONE || me == ACTOR_TWO);
    const struct konane_position *at = konane_position(position);
    int black = konane_count(konane_board(board), at, KONANE_BLACK);
    int white = konane_count(konane_board(board), at, KONANE_WHITE);
    if (leaf)
        return me == ACTOR_ONE ? black - white : white - black;
    assert((at->side == KONANE_BLACK ? black : white) == 0);
    bool mine = (at->side == KONANE_BLACK) == (me == ACTOR_ONE);
    return mine ? -INFINITY : INFINITY;
}

/* -- its table: searches against the first move, and against each other -- */

/* One printed game. The report's "depth d" is a search of d - 1 plies; depth 0 plays the first move. */
struct konane_line {
    const char *name;
    int depth[2];
    int plies;
    const char *loser;
    int left;           /* moves that the loser still had when he resigned */
    uint64_t alphabeta; /* nodes of the whole game */
    uint64_t minimax;
};

static const struct konane_line lines[] = {
    {"depth 4 vs first", {4, 0}, 41, "white", 0, 4493, 9051},
    {"depth 5 vs first", {5, 0}, 53, "white", 0, 14994, 68632},
    {"depth 6 vs first", {6, 0}, 33, "white", 0, 53577, 451516},
    {"depth 4 vs depth 4", {4, 4}, 44, "black", 1, 9343, 19312},
    {"depth 5 vs depth 5", {5, 5}, 31, "white", 1, 26615, 139193},
    {"depth 6 vs depth 6", {6, 6}, 41, "white", 4, 417392, 3957990},
    {"minimax 4 vs alphabeta 5", {4, 5}, 38, "black", 1, 25398, 172148},
};

struct konane_outcome {
    int plies;
    int left;
    const char *loser;
    uint64_t nodes;
    int64_t time; /* microseconds of CPU */
};

/* Plays until somebody has no move, or resigns because every move is lost. */
static struct konane_outcome play_konane(const struct konane_line *line, enum algorithm algorithm,
                                         struct job *job)
{
    struct seeds_table table;
    struct konane_outcome outcome = {0};
    int64_t began = clock_cpu_thread();
    if (!seeds_seat(&table, &konane_game, &(struct words){0}, job))
        return outcome;
    for (; seeds_turn(&table) != ACTOR_NONE; outcome.plies++) {
        int depth = line->depth[seeds_turn(&table) == ACTOR_TWO];
        struct move_list list;
        table.game->moves(&table.board, &table.position, &list);
        move_t move = list.at[0];
        if (depth > 0) {
            struct textbook_result result = seeds_think(&table, algorithm, depth - 1);
            outcome.nodes += result.nodes;
            outcome.left = list.count;
            if (job_stopped(job)) /* then there may be no move */
                return outcome;
            if (isinf(result.value) && result.value < 0)
                break;
            move = result.move;
        }
        outcome.left = 0;
        seeds_make(&table, move);
    }
    outcome.loser = outcome.plies % 2 == 0 ? "black" : "white";
    outcome.time = clock_cpu_thread() - began;
    return outcome;
}

static void play_table(struct job *job, const struct seeds_listener *listener, const struct words *words)
{
    (void)words;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const struct konane_line *line = &lines[i];
        struct konane_outcome cut = play_konane(line, ALGORITHM_ALPHABETA, job);
        struct konane_outcome full = play_konane(line, ALGORITHM_MINIMAX, job);
        if (job_stopped(job))
            return;
        struct seeds_row row = {.game = "konane"};
        struct text name = text_in(row.name, sizeof row.name);
        struct text printed = text_in(row.printed, sizeof row.printed);
        struct text measured = text_in(row.measured, sizeof row.measured);
        text_string(&name, line->name);
        text_format(&printed, "%d plies %s loses with %d moves left nodes %" PRIu64 " minimax %" PRIu64,
                    line->plies, line->loser, line->left, line->alphabeta, line->minimax);
        text_format(&measured,
                    "%d plies %s loses with %d moves left nodes %" PRIu64 " in %.3f s minimax %" PRIu64
                    " in %.3f s",
                    cut.plies, cut.loser, cut.left, cut.nodes, (double)cut.time / 1e6, full.nodes,
                    (double)full.time / 1e6);
        listener->row(listener->context, &row);
    }
}

const struct seed konane_seed = {.plies = plies, .value = value, .cuts_on_equal = false, .table = play_table};
