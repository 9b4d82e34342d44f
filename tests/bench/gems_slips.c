/* Gems with slips: the mean of many games of panj's player and of a greedy one, beside the optimum without slips and
 * beside what no luck exceeds. The same dice for both, the same on every machine: the player has nodes, not time.
 *
 *     build/release/gems_slips GAMES NODES map=NAME [FLAG ...]
 *     build/release/gems_slips GAMES NODES fen ROWS [FLAG ...] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/gems/gems.h"
#include "search/solver.h"

enum { ARGUMENTS_FIRST = 3, TABLE_BYTES = 1 << 30 };

struct match {
    struct board board;
    struct position start;
    struct position position;
    void *solver;
    uint64_t nodes;  /* a move */
    int64_t slowest; /* microseconds of CPU for a move */
    bool proven;     /* the last game's first move was */
    int64_t expected;
};

static struct solution solve(struct match *match, const struct board *board, uint64_t nodes, bool to_the_end)
{
    struct solution solution;
    struct means means = {.bytes = TABLE_BYTES, .threads = 1, .to_the_end = to_the_end};
    struct job job = {.began = clock_now(), .deadline = INT64_MAX, .node_limit = nodes};
    gems_solver.solve(match->solver, &means, board, &match->position, &job, &solution);
    return solution;
}

/* -- two players -- */

static move_t play_panj(struct match *match)
{
    int64_t began = clock_cpu_thread();
    struct solution solution = solve(match, &match->board, match->nodes, false);
    int64_t took = clock_cpu_thread() - began;
    if (took > match->slowest)
        match->slowest = took;
    if (gems_position(&match->position)->turn == 1) {
        match->proven = solution.end == END_PROVEN;
        match->expected = solution.score.number;
    }
    return solution.best == MOVE_NONE ? GEMS_NOOP : solution.best;
}

/* Cells in the order of their distance, and the first step of a way to each. */
struct walk_map {
    int16_t turns[GEMS_CELLS];
    uint8_t first[GEMS_CELLS];
};

static void walk_from(const struct gems_board *board, const struct gems_position *at, struct walk_map *walk)
{
    int16_t queue[GEMS_CELLS];
    int head = 0, tail = 0;
    memset(walk->turns, -1, sizeof walk->turns);
    walk->turns[at->cell[0]] = 0;
    queue[tail++] = (int16_t)at->cell[0];
    while (head < tail) {
        int cell = queue[head++];
        for (int step = 0; step < GEMS_STEPS; step++) {
            int to = cell + board->step[step];
            if (!(board->open[at->keys[0]][cell] >> step & 1) || walk->turns[to] >= 0)
                continue;
            walk->turns[to] = (int16_t)(walk->turns[cell] + 1);
            walk->first[to] = (uint8_t)(cell == at->cell[0] ? step : walk->first[cell]);
            queue[tail++] = (int16_t)to;
        }
    }
}

/* To the gem that pays most a turn, or a key, by the fewest steps; he plans as if steps were certain. On a T from which
 * no gem can be walked to he waits to be teleported, and to the nearest T he goes. */
static move_t play_greedy(struct match *match)
{
    const struct gems_board *board = gems_board(&match->board);
    const struct gems_position *at = gems_position(&match->position);
    struct walk_map walk;
    double best = 0;
    move_t move = GEMS_NOOP;
    walk_from(board, at, &walk);
    int left = board->turns + 1 - at->turn;
    for (int cell = 0; cell < GEMS_CELLS; cell++) {
        enum gems_item item =
            walk.turns[cell] > 0 && walk.turns[cell] <= left ? gems_item_at(at, cell) : GEMS_NOTHING;
        bool gate = board->terrain[cell] == 'T' && board->gates > 0 && walk.turns[cell] > 0;
        double points = item == GEMS_NOTHING     ? gate ? 2 : 0
                        : gems_item_is_key(item) ? at->keys[0] >> (item - GEMS_KEY_G) & 1 ? 0 : 20
                                                 : board->pair[at->last[0]][item - GEMS_GEM_1];
        double rate = points > 0 ? (points - 1.2 * walk.turns[cell]) / walk.turns[cell] : 0;
        if (rate > best) {
            best = rate;
            move = walk.first[cell];
        }
    }
    return move;
}

/* -- games -- */

static move_t draw(struct match *match, struct rng *rng)
{
    struct chance chance;
    gems_chance(&match->board, &match->position, &chance);
    int64_t lot = (int64_t)rng_below(rng, (uint64_t)chance.total);
    int i = 0;
    while (lot >= chance.at[i].weight)
        lot -= chance.at[i++].weight;
    return chance.at[i].outcome;
}

static int32_t play(struct match *match, move_t (*player)(struct match *), uint64_t seed)
{
    struct rng rng = {.state = seed};
    match->position = match->start;
    for (;;) {
        enum actor turn = gems_turn(&match->board, &match->position);
        if (turn == ACTOR_NONE)
            return gems_position(&match->position)->score[0];
        move_t move = turn == ACTOR_CHANCE ? draw(match, &rng) : player(match);
        gems_apply(&match->board, &match->position, move);
    }
}

static void play_many(struct match *match, const char *name, move_t (*player)(struct match *), int count)
{
    double sum = 0, squares = 0;
    int64_t began = clock_cpu_thread();
    for (int game = 0; game < count; game++) {
        double score = play(match, player, (uint64_t)game * 1000003 + 17);
        sum += score;
        squares += score * score;
    }
    double mean = sum / count, error = sqrt((squares / count - mean * mean) / count);
    printf("%s %.1f +- %.1f, %.1f s of CPU\n", name, mean, 1.96 * error,
           (double)(clock_cpu_thread() - began) / 1e6);
}

/* The same map without slips. */
static void tell_certain(struct match *match)
{
    static struct board board;
    struct gems_board *certain = (struct gems_board *)board.bytes;
    struct fault fault;
    struct position position;
    char fen[FEN_MAX];
    struct text text = text_in(fen, sizeof fen);
    gems_print(&match->board, &match->start, &text);
    *strstr(fen, " slip=") = '\0';
    if (!game_parse(&gems_game, &board, &position, fen, &fault))
        return;
    assert(!certain->slips.any);
    match->position = position;
    struct solution solution = solve(match, &board, 20000000, false);
    printf("without slips %lld%s\n", (long long)solution.score.number,
           solution.end == END_PROVEN ? " proven" : "");
}

/* A map by its name, or a position. */
static bool start(struct match *match, int count, char **arguments)
{
    struct words words = {.count = 0};
    struct fault fault;
    bool is_fen = strcmp(arguments[0], "fen") == 0;
    for (int i = is_fen; i < count; i++)
        words.at[words.count++] = word_from(arguments[i]);
    words.at[words.count++] = word_from("slip=course");
    if ((is_fen ? gems_parse : gems_start)(&match->board, &match->start, &words, &fault))
        return true;
    fprintf(stderr, "%s %s\n", fault.field, fault.why);
    return false;
}

int main(int count, char **arguments)
{
    static struct match match;
    int64_t many, nodes;
    if (count <= ARGUMENTS_FIRST || !word_number(word_from(arguments[1]), 1, 1000000, &many) ||
        !word_number(word_from(arguments[2]), 1, INT64_MAX / 2, &nodes) ||
        !start(&match, count - ARGUMENTS_FIRST, arguments + ARGUMENTS_FIRST)) {
        fputs("usage: gems_slips GAMES NODES map=NAME [FLAG ...]\n       gems_slips GAMES NODES fen ROWS "
              "[FLAG ...]\n",
              stderr);
        return 2;
    }
    match.solver = gems_solver.create();
    match.nodes = (uint64_t)nodes;
    tell_certain(&match);
    play_many(&match, "greedy", play_greedy, (int)many);
    gems_solver.clear(match.solver);
    play_many(&match, "panj", play_panj, (int)many);
    printf("first move %s %lld, slowest move %.3f s\n", match.proven ? "proven" : "estimates",
           (long long)match.expected, (double)match.slowest / 1e6);
    gems_solver.destroy(match.solver);
    return 0;
}
