#include "seeds.h"

#include <inttypes.h>
#include <math.h>

#include "base/clock.h"
#include "base/rng.h"
#include "search/textbook.h"

/* A game being played out. */
struct table {
    const struct game *game;
    struct board board;
    struct position position;
    struct job *job;
};

static bool seat(struct table *table, const char *game, struct words *flags, struct job *job)
{
    struct fault fault;
    table->game = game_find(word_from(game));
    table->job = job;
    assert(table->game != NULL);
    return table->game->start(&table->board, &table->position, flags, &fault);
}

static enum actor turn_at(const struct table *table)
{
    return table->game->turn(&table->board, &table->position);
}

static void make(struct table *table, move_t move)
{
    table->game->apply(&table->board, &table->position, move);
}

/* What the seed's agent, or one of its algorithms at a given depth, would play. */
static struct textbook_result think(struct table *table, enum algorithm algorithm, int plies)
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
    struct table table = {.game = game, .board = *board, .position = *position, .job = job};
    enum algorithm algorithm = game->chance != NULL ? ALGORITHM_EXPECTIMINIMAX : ALGORITHM_ALPHABETA;
    return think(&table, algorithm, game->seed->plies(board, position)).move;
}

static move_t seed_move(const struct table *table)
{
    return seeds_move(table->game, &table->board, &table->position, table->job);
}

static move_t random_move(struct table *table, struct rng *rng)
{
    struct move_list list;
    game_successors(table->game, &table->board, &table->position, &list);
    return list.at[rng_below(rng, (uint64_t)list.count)];
}

static void tell(const struct seeds_listener *listener, const struct seeds_row *row)
{
    listener->row(listener->context, row);
}

/* -- Konane: searches against the first move, and against each other -- */

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

static const struct konane_line konane_lines[] = {
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
    struct table table;
    struct konane_outcome outcome = {0};
    int64_t began = clock_cpu_thread();
    if (!seat(&table, "konane", &(struct words){0}, job))
        return outcome;
    for (; turn_at(&table) != ACTOR_NONE; outcome.plies++) {
        int depth = line->depth[turn_at(&table) == ACTOR_TWO];
        struct move_list list;
        table.game->moves(&table.board, &table.position, &list);
        move_t move = list.at[0];
        if (depth > 0) {
            struct textbook_result result = think(&table, algorithm, depth - 1);
            outcome.nodes += result.nodes;
            outcome.left = list.count;
            if (job_stopped(job)) /* then there may be no move */
                return outcome;
            if (isinf(result.value) && result.value < 0)
                break;
            move = result.move;
        }
        outcome.left = 0;
        make(&table, move);
    }
    outcome.loser = outcome.plies % 2 == 0 ? "black" : "white";
    outcome.time = clock_cpu_thread() - began;
    return outcome;
}

void seeds_konane(struct job *job, const struct seeds_listener *listener)
{
    for (size_t i = 0; i < sizeof konane_lines / sizeof konane_lines[0]; i++) {
        const struct konane_line *line = &konane_lines[i];
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
        tell(listener, &row);
    }
}

/* -- games against a random player -- */

/* Plays one out; the seed's agent has the given seat, chance events come from the same generator. */
static enum result play_against_random(struct table *table, enum actor agent, struct rng *rng)
{
    for (;;) {
        enum actor turn = turn_at(table);
        if (turn == ACTOR_NONE)
            return table->game->result(&table->board, &table->position);
        move_t move = turn == agent ? seed_move(table) : random_move(table, rng);
        if (job_stopped(table->job)) /* then there may be no move */
            return RESULT_NONE;
        make(table, move);
    }
}

struct tally {
    int games;
    int wins;
};

/* `wanted` games, seats in turn; a game with a deal takes a new one for each pair. */
static struct tally play_many(const char *game, bool dealt, int wanted, struct job *job)
{
    struct tally tally = {0};
    struct rng rng = {.state = 20181118};
    for (; tally.games < wanted && !job_stopped(job); tally.games++) {
        struct table table;
        char flag[32];
        struct text text = text_in(flag, sizeof flag);
        text_format(&text, "seed=%d", tally.games / 2 + 1);
        struct words flags = {.count = dealt ? 1 : 0, .at = {{flag, text.length}}};
        if (!seat(&table, game, &flags, job))
            break;
        enum actor agent = tally.games % 2 == 0 ? ACTOR_ONE : ACTOR_TWO;
        enum result win = agent == ACTOR_ONE ? RESULT_ONE : RESULT_TWO;
        tally.wins += play_against_random(&table, agent, &rng) == win;
    }
    return tally;
}

static void tell_tally(const struct seeds_listener *listener, const char *game, const char *printed,
                       const struct tally *tally)
{
    struct seeds_row row = {.game = game, .name = "agent vs random"};
    struct text text = text_in(row.printed, sizeof row.printed);
    text_string(&text, printed);
    text = text_in(row.measured, sizeof row.measured);
    text_format(&text, "%d of %d games, %.1f %%", tally->wins, tally->games,
                100.0 * tally->wins / (tally->games > 0 ? tally->games : 1));
    tell(listener, &row);
}

void seeds_hand(struct job *job, const struct seeds_listener *listener)
{
    struct tally tally = play_many("hand", true, 200, job);
    if (!job_stopped(job))
        tell_tally(listener, "hand", "99 of 100 games", &tally);
}

void seeds_monopoly(struct job *job, const struct seeds_listener *listener)
{
    struct tally tally = play_many("monopoly", false, 20000, job);
    if (!job_stopped(job))
        tell_tally(listener, "monopoly", "no figure; two million games: 42.5 %", &tally);
}

/* -- Angry: the hen against the scripted queen -- */

/* The two boards of the project, told apart by how they begin. */
static const struct {
    const char *begins;
    const char *name;
    const char *printed;
} angry_boards[] = {
    {"PTTTTTTTTH/", "simple", "1771 in 29 actions DLLLLDDLLDLLLDDRDDDRURRUUDURU"},
    {"PTTTETEEEP/", "hard", "1183 in 17 actions LUULLLLRRRRDDLLDD"},
};

void seeds_angry(struct job *job, const struct seeds_listener *listener, struct word fen)
{
    struct table table = {.game = game_find(word_from("angry")), .job = job};
    struct words words = {.count = 2, .at = {fen, word_from("queen=script")}};
    struct fault fault;
    struct seeds_row row = {.game = "angry", .name = "another board", .printed = "nothing"};
    struct text text = text_in(row.measured, sizeof row.measured);
    for (size_t i = 0; i < sizeof angry_boards / sizeof angry_boards[0]; i++)
        if (word_starts(fen, angry_boards[i].begins)) {
            struct text name = text_in(row.name, sizeof row.name);
            struct text printed = text_in(row.printed, sizeof row.printed);
            text_string(&name, angry_boards[i].name);
            text_string(&printed, angry_boards[i].printed);
        }
    if (!table.game->parse(&table.board, &table.position, &words, &fault)) {
        text_format(&text, "no board: %s %s", fault.field, fault.why);
        tell(listener, &row);
        return;
    }
    char actions[256];
    struct text made = text_in(actions, sizeof actions);
    while (turn_at(&table) == ACTOR_ONE) {
        char word[MOVE_WORD_MAX];
        move_t move = seed_move(&table);
        if (job_stopped(job)) /* then there may be no move */
            return;
        table.game->move_print(&table.board, move, word);
        text_char(&made, (char)(word[0] - 'a' + 'A'));
        make(&table, move);
    }
    int64_t score[2];
    table.game->score(&table.board, &table.position, score);
    text_format(&text, "%" PRId64 " in %zu actions %s", score[0], made.length, actions);
    tell(listener, &row);
}
