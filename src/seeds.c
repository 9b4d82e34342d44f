#include "seeds.h"

#include "base/rng.h"

bool seeds_seat(struct seeds_table *table, const struct game *game, const struct words *flags,
                struct job *job)
{
    struct fault fault;
    assert(game->seed != NULL);
    table->game = game;
    table->job = job;
    return game->start(&table->board, &table->position, flags, &fault);
}

enum actor seeds_turn(const struct seeds_table *table)
{
    return table->game->turn(&table->board, &table->position);
}

void seeds_make(struct seeds_table *table, move_t move)
{
    assert(move != MOVE_NONE);
    table->game->apply(&table->board, &table->position, move);
}

/* What the seed's agent, or one of its algorithms at a given depth, would play. */
struct textbook_result seeds_think(const struct seeds_table *table, enum algorithm algorithm, int plies)
{
    struct textbook_result result;
    struct board board = table->board;
    struct position root = table->position;
    if (table->game->seed->prepare != NULL)
        table->game->seed->prepare(&board, &root);
    textbook_search(&(struct textbook){.game = table->game,
                                       .board = &board,
                                       .root = &root,
                                       .algorithm = algorithm,
                                       .plies = plies,
                                       .seed_evaluation = true,
                                       .job = table->job},
                    &result);
    return result;
}

move_t seeds_move(const struct game *game, const struct board *board, const struct position *position,
                  struct job *job)
{
    assert(game->seed != NULL);
    struct seeds_table table = {.game = game, .board = *board, .position = *position, .job = job};
    enum algorithm algorithm = game->chance != NULL ? ALGORITHM_EXPECTIMINIMAX : ALGORITHM_ALPHABETA;
    return seeds_think(&table, algorithm, game->seed->plies(board, position)).move;
}

move_t seeds_agent_move(const struct seeds_table *table)
{
    return seeds_move(table->game, &table->board, &table->position, table->job);
}

static move_t random_move(struct seeds_table *table, struct rng *rng)
{
    struct move_list list;
    game_successors(table->game, &table->board, &table->position, &list);
    return list.at[rng_below(rng, (uint64_t)list.count)];
}

/* -- games against a random player -- */

/* Plays one out; the seed's agent has the given seat, chance events come from the same generator. */
static enum result play_against_random(struct seeds_table *table, enum actor agent, struct rng *rng)
{
    for (;;) {
        enum actor turn = seeds_turn(table);
        if (turn == ACTOR_NONE)
            return table->game->result(&table->board, &table->position);
        move_t move = turn == agent ? seeds_agent_move(table) : random_move(table, rng);
        if (job_stopped(table->job)) /* then there may be no move */
            return RESULT_NONE;
        seeds_make(table, move);
    }
}

struct tally {
    int games;
    int wins;
};

/* `wanted` games, seats in turn; a game with a deal takes a new one for each pair. */
static struct tally play_many(const struct game *game, bool dealt, int wanted, struct job *job)
{
    struct tally tally = {0};
    struct rng rng = {.state = 20181118};
    for (; tally.games < wanted && !job_stopped(job); tally.games++) {
        struct seeds_table table;
        char flag[32];
        struct text text = text_in(flag, sizeof flag);
        text_format(&text, "seed=%d", tally.games / 2 + 1);
        struct words flags = {.count = dealt ? 1 : 0, .at = {{flag, text.length}}};
        if (!seeds_seat(&table, game, &flags, job))
            break;
        enum actor agent = tally.games % 2 == 0 ? ACTOR_ONE : ACTOR_TWO;
        enum result win = agent == ACTOR_ONE ? RESULT_ONE : RESULT_TWO;
        tally.wins += play_against_random(&table, agent, &rng) == win;
    }
    return tally;
}

void seeds_play_random(const struct game *game, bool dealt, int wanted, const char *printed, struct job *job,
                       const struct seeds_listener *listener)
{
    struct tally tally = play_many(game, dealt, wanted, job);
    if (job_stopped(job))
        return;
    struct seeds_row row = {.game = game->name, .name = "agent vs random"};
    struct text text = text_in(row.printed, sizeof row.printed);
    text_string(&text, printed);
    text = text_in(row.measured, sizeof row.measured);
    text_format(&text, "%d of %d games, %.1f %%", tally.wins, tally.games,
                100.0 * tally.wins / (tally.games > 0 ? tally.games : 1));
    listener->row(listener->context, &row);
}
