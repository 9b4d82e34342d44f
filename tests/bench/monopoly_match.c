/* Monopoly by the exact tables against the original agent and against a random player: games in pairs, the
 * same dice for both, seats swapped. Wants 6 GiB for the tables and half a minute to make them.
 *
 *     build/release/monopoly_match [GAMES]  */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/monopoly/tape.h"
#include "search/solver.h"
#include "seeds.h"

enum { GAMES = 200000, PER_CENT_STEPS = 10 };
#define TABLE_BYTES ((size_t)8 << 30)

/* One game, whoever plays it. */
struct table {
    const struct game *game;
    struct board board;
    struct position position;
    void *solver;
    struct rng rng; /* of the random player */
    struct job job;
};

typedef move_t player(struct table *);

static value_t worth_after(struct table *table, move_t move)
{
    const struct game *game = table->game;
    enum actor mover = game->turn(&table->board, &table->position);
    struct position next;
    value_t value;
    position_copy(game, &next, &table->position);
    game->apply(&table->board, &next, move);
    enum actor turn = game->turn(&table->board, &next);
    if (turn == ACTOR_NONE) {
        value = game_worth(game, &table->board, &next, 0);
        return mover == ACTOR_ONE ? value : -value;
    }
    if (!game->solver->knows(table->solver, &table->board, &next, &value)) {
        fputs("a position beyond the tables\n", stderr);
        exit(1);
    }
    enum actor viewer = turn == ACTOR_TWO ? ACTOR_TWO : ACTOR_ONE; /* player 1 sees chance */
    return viewer == mover ? value : -value;
}

static move_t play_best(struct table *table)
{
    struct move_list list;
    table->game->moves(&table->board, &table->position, &list);
    move_t best = list.at[0];
    value_t most = -VALUE_INFINITE;
    for (int i = 0; i < list.count; i++) {
        value_t value = list.count == 1 ? 0 : worth_after(table, list.at[i]);
        if (value > most) {
            most = value;
            best = list.at[i];
        }
    }
    return best;
}

static move_t play_seed(struct table *table)
{
    return seeds_move(table->game, &table->board, &table->position, &table->job);
}

static move_t play_randomly(struct table *table)
{
    struct move_list list;
    table->game->moves(&table->board, &table->position, &list);
    return list.at[rng_below(&table->rng, (uint64_t)list.count)];
}

/* The dice of one game do not depend on who plays. */
static enum result play(struct table *table, player *const players[2], int64_t tape)
{
    const struct game *game = table->game;
    struct fault fault;
    if (!game->start(&table->board, &table->position, &(struct words){.count = 0}, &fault))
        abort();
    for (int64_t rolls = 0;;) {
        enum actor turn = game->turn(&table->board, &table->position);
        if (turn == ACTOR_NONE)
            return game->result(&table->board, &table->position);
        move_t move;
        if (turn == ACTOR_CHANCE) {
            struct chance chance;
            game->chance(&table->board, &table->position, &chance);
            move = chance.at[monopoly_tape_roll(tape, rolls++) - 1].outcome;
        } else {
            move = players[turn == ACTOR_TWO](table);
        }
        game->apply(&table->board, &table->position, move);
    }
}

static void match(struct table *table, const char *name, player *opponent, int many)
{
    int wins[2] = {0, 0};
    for (int i = 0; i < many; i++) {
        bool second = i % 2 != 0;
        player *const players[2] = {second ? opponent : play_best, second ? play_best : opponent};
        enum result result = play(table, players, i / 2 + 1);
        wins[second] += result == (second ? RESULT_TWO : RESULT_ONE);
        if ((i + 1) % (many / PER_CENT_STEPS) == 0)
            fprintf(stderr, "%s: %d of %d games\n", name, i + 1, many);
    }
    double share = (double)(wins[0] + wins[1]) / many;
    printf("best against %s: %.2f %% of %d games (+-%.2f), %.2f %% as player 1, %.2f %% as player 2\n", name,
           100 * share, many, 196 * sqrt(share * (1 - share) / many), 200.0 * wins[0] / many,
           200.0 * wins[1] / many);
}

static void note(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "%s\n", text);
}

int main(int count, char **words)
{
    int many = count > 1 ? (int)strtol(words[1], NULL, 10) : GAMES;
    if (many < 2 * PER_CENT_STEPS)
        return 2;
    static struct table table = {.rng = {.state = 1}};
    struct fault fault;
    table.game = game_find(word_from("monopoly"));
    table.solver = table.game->solver->create();
    atomic_store(&table.job.node_limit, UINT64_MAX);
    atomic_store(&table.job.deadline, INT64_MAX);
    table.job.began = clock_now();
    table.job.note = note;
    const struct means means = {.bytes = TABLE_BYTES, .threads = 2, .to_the_end = true};
    if (table.solver == NULL ||
        !table.game->start(&table.board, &table.position, &(struct words){.count = 0}, &fault) ||
        !table.game->solver->tables->build(table.solver, &means, &table.board, &table.position, 0, &table.job,
                                           &fault)) {
        fputs("no tables\n", stderr);
        return 1;
    }
    value_t start;
    if (!table.game->solver->knows(table.solver, &table.board, &table.position, &start)) {
        fputs("not enough memory for all tables\n", stderr);
        return 1;
    }
    printf("tables: %.1f CPU seconds; from the start player 1 wins with chance %.9f\n",
           (double)clock_cpu() / 1e6, ((double)start / VALUE_WIN + 1) / 2);
    match(&table, "the original agent", play_seed, many);
    match(&table, "a random player", play_randomly, many);
    table.game->solver->destroy(table.solver);
    return 0;
}
