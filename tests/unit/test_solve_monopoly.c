/* Monopoly's tables against the rules: a brute force over every position that a few small starts reach, the
 * Bellman equation by the naive rules at random positions, and what a table must stand: little memory, a
 * stop, threads, damage. PANJ_TEST_SCALE (default 1) multiplies the work. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/monopoly/monopoly.h"
#include "games/monopoly/solve.h"
#include "naive/naive.h"
#include "solve/effort.h"
#include "support/check.h"
#include "support/hear.h"

static const struct game *const game = &monopoly_game;
static const size_t mebibyte = (size_t)1 << 20;

static const struct naive *naive_twin(void)
{
    for (int i = 0; naives[i] != NULL; i++)
        if (strcmp(naives[i]->name, "monopoly") == 0)
            return naives[i];
    fail_msg("monopoly has a naive twin");
    return NULL;
}

/* -- a solver at work -- */

struct bench_top {
    void *solver;
    struct job job;
    struct solution solution;
    int reports;
    struct report report[8];
    int notes;
};

static void keep_report(void *context, const struct report *report)
{
    struct bench_top *top = context;
    assert_true(top->reports < 8);
    top->report[top->reports++] = *report;
}

static void count_note(void *context, const char *text)
{
    struct bench_top *top = context;
    assert_non_null(text);
    top->notes++;
}

static void job_reset(struct bench_top *top)
{
    top->reports = top->notes = 0;
    top->job = (struct job){.node_limit = UINT64_MAX,
                            .began = clock_now(),
                            .deadline = INT64_MAX,
                            .context = top,
                            .report = keep_report,
                            .note = count_note};
}

static struct bench_top top_new(void)
{
    struct bench_top top = {.solver = monopoly_solver.create()};
    assert_non_null(top.solver);
    return top;
}

static void top_free(struct bench_top *top)
{
    monopoly_solver.destroy(top->solver);
}

struct spot {
    struct board board;
    struct position position;
};

static struct spot spot_from(const char *fen)
{
    struct spot spot;
    struct fault fault;
    if (!game_parse(game, &spot.board, &spot.position, fen, &fault))
        fail_msg("%s: %s %s", fen, fault.field, fault.why);
    return spot;
}

static void solve_with(struct bench_top *top, const struct means *means, const char *fen)
{
    struct spot spot = spot_from(fen);
    job_reset(top);
    monopoly_solver.solve(top->solver, means, &spot.board, &spot.position, &top->job, &top->solution);
}

static void solve(struct bench_top *top, size_t bytes, const char *fen)
{
    struct means means = {.bytes = bytes, .threads = 1, .to_the_end = true, .multipv = 1};
    solve_with(top, &means, fen);
}

/* Player 1's chance by the table. */
static bool chance_known(const struct bench_top *top, const char *fen, double *chance)
{
    struct spot spot = spot_from(fen);
    value_t value = 0;
    if (!monopoly_solver.knows(top->solver, &spot.board, &spot.position, &value))
        return false;
    *chance = ((double)value / VALUE_WIN + 1) / 2;
    return true;
}

static double chance_of(const struct bench_top *top, const char *fen)
{
    double chance = -1;
    if (!chance_known(top, fen, &chance))
        fail_msg("not in the table: %s", fen);
    return chance;
}

/* Makes the table reach `wealth`. */
static void reach(struct bench_top *top, int wealth, const char *flags, size_t bytes)
{
    char fen[NAIVE_FEN];
    snprintf(fen, sizeof fen, "-....-.... 1 d 0 %d 0 %d %s", wealth - wealth / 2, wealth / 2, flags);
    solve(top, bytes, fen);
    assert_true(top->solution.end != END_OPEN);
}

/* -- known numbers -- */

static void known_chances(void **state)
{
    (void)state;
    struct bench_top top = top_new();
    reach(&top, 200, "", 16 * mebibyte);
    assert_true(fabs(chance_of(&top, "-....-.... 1 r 0 100 0 100") - 0.464764354) < 1e-9);
    assert_true(fabs(chance_of(&top, "-....-.... 2 r 0 100 0 100") - (1 - 0.464764354)) < 1e-9);
    if (check_scaled(10) >= 100) {
        reach(&top, 1450, "", 2048 * mebibyte);
        assert_true(fabs(chance_of(&top, "-1.1.-2.2. 1 r 4 300 7 250") - 0.485181) < 6e-7);
    }
    top_free(&top);
}

/* The start and what follows the first roll; 8 GiB, so only when asked for. */
static void known_chances_of_the_start(void **state)
{
    (void)state;
    if (check_scaled(10) < 1000) {
        print_message("skipped: takes 8 GiB, PANJ_TEST_SCALE=100 runs it\n");
        return;
    }
    static const struct {
        const char *fen;
        double first;  /* known number of the best action */
        double second; /* of the other, or 0 */
    } known[] = {
        {"-....-.... 1 d 1 1000 0 1000", 0.596091, 0.473425},
        {"-....-.... 1 d 2 1000 0 1000", 0.606120, 0},
        {"-....-.... 1 d 3 1000 0 1000", 0.535609, 0},
        {"-....-.... 1 d 4 1000 0 1000", 0.497732, 0.470710},
        {"-....-.... 1 d 5 1000 0 1000", 0.354799, 0},
        {"-....-.... 1 d 6 1000 0 1000", 0.654238, 0},
    };
    struct bench_top top = top_new();
    struct means means = {.bytes = 8192 * mebibyte, .threads = 2, .to_the_end = true, .multipv = 2};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        solve_with(&top, &means, known[i].fen);
        assert_int_equal(top.solution.score.bound, BOUND_PROVEN);
        assert_int_equal(top.report[0].score.number, lround(known[i].first * 1e6));
        if (known[i].second > 0)
            assert_int_equal(top.report[1].score.number, lround(known[i].second * 1e6));
    }
    assert_true(fabs(chance_of(&top, "-....-.... 1 r 0 1000 0 1000") - 0.540764950) < 1e-9);
    top_free(&top);
}

/* -- brute force -- */

/* Every position at a roll that a start reaches, as the naive rules play, and value iteration on them. */
enum { FEN_ROOM = 48, GRAPH_MAX = 1 << 18, SLOTS = 1 << 19 };

struct node {
    char fen[FEN_ROOM];
    double chance;                   /* of player 1 */
    int next[MONOPOLY_DIE_SIDES][2]; /* successors: node, or -1 player 2 has won, -2 player 1 has won */
    int count[MONOPOLY_DIE_SIDES];   /* actions after each roll */
    bool mover_is_first;
};

struct graph {
    struct node *node;
    int count;
    int *slot; /* open hash of FENs: node + 1 */
};

static int node_of(struct graph *graph, const char *fen)
{
    uint64_t hash = 0;
    for (const char *at = fen; *at != '\0'; at++)
        hash = rng_mix(hash ^ (unsigned char)*at);
    for (uint64_t i = hash % SLOTS;; i = (i + 1) % SLOTS) {
        if (graph->slot[i] == 0) {
            assert_true(graph->count < GRAPH_MAX && strlen(fen) < FEN_ROOM);
            struct node *node = &graph->node[graph->count++];
            memset(node, 0, sizeof *node);
            snprintf(node->fen, FEN_ROOM, "%s", fen);
            node->chance = 0.5;
            return (graph->slot[i] = graph->count) - 1;
        }
        if (strcmp(graph->node[graph->slot[i] - 1].fen, fen) == 0)
            return graph->slot[i] - 1;
    }
}

static int successor(struct graph *graph, const struct naive *twin, const struct naive_state *state)
{
    const char *result = twin->result(state);
    if (strcmp(result, "none") != 0)
        return strcmp(result, "p1win") == 0 ? -2 : -1;
    char fen[NAIVE_FEN];
    twin->to_fen(state, fen);
    return node_of(graph, fen);
}

static void expand(struct graph *graph, const struct naive *twin, int at)
{
    struct naive_state state;
    struct naive_list rolls;
    twin->from_fen(&state, graph->node[at].fen);
    twin->legal(&state, &rolls);
    assert_int_equal(rolls.count, MONOPOLY_DIE_SIDES);
    for (int face = 0; face < MONOPOLY_DIE_SIDES; face++) {
        struct naive_state rolled = state;
        struct naive_list actions;
        twin->play(&rolled, rolls.word[face]);
        graph->node[at].mover_is_first = strcmp(twin->turn(&rolled), "1") == 0;
        twin->legal(&rolled, &actions);
        graph->node[at].count[face] = actions.count;
        for (int i = 0; i < actions.count; i++) {
            struct naive_state acted = rolled;
            twin->play(&acted, actions.word[i]);
            int next = successor(graph, twin, &acted);
            graph->node[at].next[face][i] = next;
        }
    }
}

static double chance_at(const struct graph *graph, int next)
{
    return next >= 0 ? graph->node[next].chance : next == -2 ? 1 : 0;
}

static double iterate(struct graph *graph, int at)
{
    struct node *node = &graph->node[at];
    double sum = 0;
    for (int face = 0; face < MONOPOLY_DIE_SIDES; face++) {
        double best = chance_at(graph, node->next[face][0]);
        for (int i = 1; i < node->count[face]; i++) {
            double other = chance_at(graph, node->next[face][i]);
            best = node->mover_is_first ? fmax(best, other) : fmin(best, other);
        }
        sum += best;
    }
    double change = fabs(sum / MONOPOLY_DIE_SIDES - node->chance);
    node->chance = sum / MONOPOLY_DIE_SIDES;
    return change;
}

/* Solves a start by brute force and compares every position; returns how many. */
static int compare_all(const char *fen, const struct bench_top *top)
{
    const struct naive *twin = naive_twin();
    struct graph graph = {.node = malloc(GRAPH_MAX * sizeof *graph.node), .slot = calloc(SLOTS, sizeof(int))};
    assert_true(graph.node != NULL && graph.slot != NULL);
    node_of(&graph, fen);
    for (int i = 0; i < graph.count; i++)
        expand(&graph, twin, i);
    for (double change = 1; change > 1e-13;) {
        change = 0;
        for (int i = graph.count - 1; i >= 0; i--)
            change = fmax(change, iterate(&graph, i));
    }
    for (int i = 0; i < graph.count; i++)
        if (fabs(chance_of(top, graph.node[i].fen) - graph.node[i].chance) > 3e-9)
            fail_msg("%s: table %.10f, brute force %.10f", graph.node[i].fen,
                     chance_of(top, graph.node[i].fen), graph.node[i].chance);
    int count = graph.count;
    free(graph.node);
    free(graph.slot);
    return count;
}

static void brute_force_agrees(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        int wealth;
        const char *flags;
    } starts[] = {
        {"-....-.... 1 r 3 215 7 15", 240, ""},
        {"-1...-2... 2 r 4 13 8 7", 440, ""},
        {"-....-.... 2 r 0 8 9 204 buyequal=on", 220, "buyequal=on"},
        {"-...1-..2. 1 r 2 60 6 90 sellpercent=50", 750, "sellpercent=50"},
        {"-..1.-.... 1 r 2 3 6 40 sellpercent=0", 500, "sellpercent=0"},
        {"-2...-.... 1 r 9 20 6 36 sellpercent=98", 258, "sellpercent=98"},
    };
    int count = 0;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct bench_top top = top_new();
        reach(&top, starts[i].wealth, starts[i].flags, 512 * mebibyte);
        int more = compare_all(starts[i].fen, &top);
        print_message("%d positions from %s\n", more, starts[i].fen);
        count += more;
        top_free(&top);
    }
    assert_true(count >= 10000);
}

/* -- the Bellman equation at random positions -- */

/* A random position at a roll, its wealth at most `wealth`, in the naive notation. */
static void random_fen(struct rng *rng, int wealth, const char *flags, char fen[NAIVE_FEN])
{
    static const int price[MONOPOLY_SQUARES] = {0, 200, 200, 300, 400, 0, 200, 200, 200, 200};
    char owners[] = "-....-....";
    int left = 2 + (int)rng_below(rng, (uint64_t)wealth - 1);
    for (int tries = (int)rng_below(rng, 9); tries > 0; tries--) {
        int square = (int)rng_below(rng, MONOPOLY_SQUARES);
        if (owners[square] != '.' || left - price[square] < 2)
            continue;
        owners[square] = (char)('1' + rng_below(rng, 2));
        left -= price[square];
    }
    int cash = 1 + (int)rng_below(rng, (uint64_t)left - 1);
    snprintf(fen, NAIVE_FEN, "%s %d r %d %d %d %d%s%s", owners, 1 + (int)rng_below(rng, 2),
             (int)rng_below(rng, MONOPOLY_SQUARES), cash, (int)rng_below(rng, MONOPOLY_SQUARES), left - cash,
             *flags != '\0' ? " " : "", flags);
}

static double chance_by_table(const struct bench_top *top, const struct naive *twin,
                              const struct naive_state *state)
{
    const char *result = twin->result(state);
    if (strcmp(result, "none") != 0)
        return strcmp(result, "p1win") == 0 ? 1 : 0;
    char fen[NAIVE_FEN];
    twin->to_fen(state, fen);
    return chance_of(top, fen);
}

/* Mean over the dice of the best action, by the naive rules and one look into the table. */
static double chance_by_rules(const struct bench_top *top, const struct naive *twin, const char *fen)
{
    struct naive_state state;
    struct naive_list rolls;
    twin->from_fen(&state, fen);
    twin->legal(&state, &rolls);
    double sum = 0;
    for (int face = 0; face < rolls.count; face++) {
        struct naive_state rolled = state;
        struct naive_list actions;
        twin->play(&rolled, rolls.word[face]);
        twin->legal(&rolled, &actions);
        bool first = strcmp(twin->turn(&rolled), "1") == 0;
        double best = first ? 0 : 1;
        for (int i = 0; i < actions.count; i++) {
            struct naive_state acted = rolled;
            twin->play(&acted, actions.word[i]);
            double chance = chance_by_table(top, twin, &acted);
            best = first ? fmax(best, chance) : fmin(best, chance);
        }
        sum += best;
    }
    return sum / rolls.count;
}

static double worst_residual(const struct bench_top *top, int count, int wealth, const char *flags)
{
    const struct naive *twin = naive_twin();
    struct rng rng = {.state = 11};
    double worst = 0;
    for (int i = 0; i < count; i++) {
        char fen[NAIVE_FEN];
        random_fen(&rng, wealth, flags, fen);
        worst = fmax(worst, fabs(chance_by_rules(top, twin, fen) - chance_of(top, fen)));
    }
    return worst;
}

static void bellman_equation_holds(void **state)
{
    (void)state;
    static const struct {
        const char *flags;
        int count;
        int wealth;
    } rules[] = {{"", 100000, 700},
                 {"buyequal=on", 2000, 500},
                 {"sellpercent=50", 2000, 700},
                 {"sellpercent=60", 2000, 400}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct bench_top top = top_new();
        reach(&top, rules[i].wealth + 100, rules[i].flags, 512 * mebibyte); /* purses are rounded up */
        int count = (int)check_scaled(rules[i].count);
        double worst = worst_residual(&top, count, rules[i].wealth, rules[i].flags);
        print_message("worst residual of %d: %.1e\n", count, worst);
        assert_true(worst < 3e-9);
        top_free(&top);
    }
}

/* -- what is answered -- */

static void every_move_is_ranked(void **state)
{
    (void)state;
    struct bench_top top = top_new();
    struct means means = {.bytes = 64 * mebibyte, .threads = 1, .to_the_end = true, .multipv = 5};
    solve_with(&top, &means, "-....-.... 2 d 0 200 7 300");
    assert_int_equal(top.reports, 2);
    assert_true(top.solution.end == END_PROVEN);
    assert_int_equal(top.report[0].pv[0], top.solution.best);
    assert_int_equal(top.report[1].multipv, 2);
    assert_true(top.report[0].score.number > top.report[1].score.number);
    double bought = 1 - chance_of(&top, "-....-.2.. 1 r 0 200 7 100");
    double passed = 1 - chance_of(&top, "-....-.... 1 r 0 200 7 300");
    assert_int_equal(top.solution.best == MONOPOLY_MOVE_PASS, passed > bought);
    top_free(&top);
}

static void searchmoves_are_kept(void **state)
{
    (void)state;
    struct bench_top top = top_new();
    struct move_list only = {.count = 1, .at = {MONOPOLY_MOVE_BUY}};
    struct means means = {
        .bytes = 64 * mebibyte, .threads = 1, .to_the_end = true, .multipv = 5, .only = &only};
    solve_with(&top, &means, "-....-.... 1 d 1 201 0 30");
    assert_int_equal(top.solution.best, MONOPOLY_MOVE_BUY);
    assert_int_equal(top.reports, 1);
    solve(&top, 64 * mebibyte, "-....-.... 1 d 1 201 0 30");
    assert_int_equal(top.solution.best, MONOPOLY_MOVE_PASS); /* a single coin left is a bad place to be */
    top_free(&top);
}

static void last_coin_is_not_spent(void **state)
{
    (void)state;
    struct bench_top top = top_new();
    struct means means = {.bytes = 64 * mebibyte, .threads = 1, .to_the_end = true, .multipv = 2};
    solve_with(&top, &means, "-....-.... 1 d 1 200 0 30 buyequal=on");
    assert_int_equal(top.solution.best, MONOPOLY_MOVE_PASS);
    assert_int_equal(top.report[1].pv[0], MONOPOLY_MOVE_BUY);
    assert_int_equal(top.report[1].score.number, 0);
    top_free(&top);
}

static struct heard heard;

static void built_table_answers_at_once(void **state)
{
    (void)state;
    enum { TIMES = 10000 };
    struct bench_top top = top_new();
    solve(&top, 64 * mebibyte, "-....-.... 1 d 3 310 0 290");
    int64_t began = clock_cpu_thread();
    for (int i = 0; i < TIMES; i++)
        solve(&top, 64 * mebibyte, "-....-.... 1 d 3 310 0 290");
    double each = (double)(clock_cpu_thread() - began) / TIMES;
    print_message("%.1f microseconds an answer\n", each);
    assert_true(each < 1000);
    top_free(&top);
}

/* Nothing is said of them by the exact method; a search plays all the same. */
static void other_rules_are_left_to_the_search(void **state)
{
    (void)state;
    static const char *const fens[] = {"-....-.... 1 d 3 310 0 290 maxturns=9",
                                       "-....-.... 1 d 3 310 0 290 maxturns=9 fine=off",
                                       "-....-.... 1 d 3 10 0 290 sellpercent=100"}; /* wealth must fall */
    static struct task task;
    struct fault fault;
    struct spot usual = spot_from("-....-.... 1 d 3 310 0 290 sellpercent=50 buyequal=on");
    assert_true(monopoly_solver.covers(&usual.board, &fault));
    struct search *search = search_create();
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        struct spot spot = spot_from(fens[i]);
        assert_false(monopoly_solver.covers(&spot.board, &fault));
        assert_string_equal(fault.why, "with maxturns or sellpercent=100 have no tables");
        hear_task(&task, game, &spot.board, &spot.position);
        task.limits.nodes = 1000000;
        hear_search(search, &task, &heard);
        assert_true(game_allows(game, &spot.board, &spot.position, heard.end.best));
    }
    search_destroy(search);
}

static void rules_change_the_table(void **state)
{
    (void)state;
    struct bench_top top = top_new();
    double chance = 0;
    reach(&top, 300, "", 16 * mebibyte);
    assert_false(chance_known(&top, "-....-.... 1 r 3 10 0 90 sellpercent=50", &chance));
    reach(&top, 300, "sellpercent=50", 16 * mebibyte);
    assert_true(chance_known(&top, "-....-.... 1 r 3 10 0 90 sellpercent=50", &chance));
    assert_false(chance_known(&top, "-....-.... 1 r 3 10 0 90", &chance));
    top_free(&top);
}

/* -- means -- */

static size_t table_size(struct bench_top *top)
{
    size_t sum = 0;
    const void *at;
    size_t size;
    for (int i = 0; monopoly_solver.tables->part(top->solver, i, &at, &size); i++)
        sum += size;
    return sum;
}

static void memory_is_bounded(void **state)
{
    (void)state;
    struct bench_top top = top_new();
    for (size_t bytes = 64 * mebibyte; bytes >= 16 * 1024; bytes /= 4) {
        solve(&top, bytes, "-..1.-.2.. 1 d 4 100 0 100");
        assert_true(table_size(&top) <= bytes);
        assert_true((top.solution.end != END_OPEN) == (bytes >= 16 * mebibyte));
        assert_true(top.solution.end != END_OPEN || top.solution.best == MOVE_NONE);
    }
    top_free(&top);
}

/* Coarse cells take half the room and are off by little. */
static void little_memory_takes_coarse_cells(void **state)
{
    (void)state;
    struct bench_top fine = top_new();
    struct bench_top coarse = top_new();
    reach(&fine, 600, "", 64 * mebibyte);
    reach(&coarse, 600, "", 7 * mebibyte);
    assert_int_equal(fine.solution.score.bound, BOUND_PROVEN);
    assert_int_equal(coarse.solution.score.bound, BOUND_ESTIMATE);
    assert_true(table_size(&coarse) < table_size(&fine) * 51 / 100);
    assert_int_equal(fine.solution.lacks, 0);
    assert_true(coarse.solution.lacks > 7 * mebibyte); /* it says so, and with so much it is proven */
    struct bench_top told = top_new();
    reach(&told, 600, "", coarse.solution.lacks);
    assert_int_equal(told.solution.score.bound, BOUND_PROVEN);
    top_free(&told);
    struct rng rng = {.state = 3};
    for (int i = 0; i < 20000; i++) {
        char fen[NAIVE_FEN];
        random_fen(&rng, 580, "", fen);
        assert_true(fabs(chance_of(&fine, fen) - chance_of(&coarse, fen)) < 2e-5);
    }
    top_free(&fine);
    top_free(&coarse);
}

/* What was fine serves where only coarse cells fit; when there is time, and fine ones fit, they come back. */
static void cells_are_narrowed_and_made_fine_again(void **state)
{
    (void)state;
    struct bench_top top = top_new();
    struct bench_top fine = top_new();
    struct means means = {.bytes = 7 * mebibyte, .threads = 1, .to_the_end = true, .multipv = 1};
    reach(&fine, 600, "", 64 * mebibyte);
    reach(&top, 500, "", 7 * mebibyte);
    assert_int_equal(top.solution.score.bound, BOUND_PROVEN);
    struct spot rich = spot_from("-....-.... 1 d 3 300 0 300");
    double left = monopoly_solver.expects(top.solver, &means, &rich.board, &rich.position);
    reach(&top, 600, "", 7 * mebibyte);
    assert_int_equal(top.solution.score.bound, BOUND_ESTIMATE);
    assert_true(fabs((double)top.job.nodes - left) <= MONOPOLY_MOVES_END); /* the rest alone */
    assert_true(table_size(&top) < table_size(&fine) * 51 / 100);
    struct rng rng = {.state = 5};
    for (int i = 0; i < 20000; i++) {
        char fen[NAIVE_FEN];
        random_fen(&rng, i % 2 == 0 ? 490 : 580, "", fen);
        assert_true(fabs(chance_of(&fine, fen) - chance_of(&top, fen)) < 2e-5);
    }
    means.to_the_end = false;
    solve_with(&top, &means, "-....-.... 1 d 3 240 0 240");
    assert_int_equal(top.solution.score.bound, BOUND_ESTIMATE);
    solve(&top, 7 * mebibyte, "-....-.... 1 d 3 240 0 240");
    assert_int_equal(top.solution.score.bound, BOUND_PROVEN);
    top_free(&top);
    top_free(&fine);
}

/* Too rich for the memory: the search goes on with a table at its leaves. */
static void reach_grows_to_what_fits(void **state)
{
    (void)state;
    struct bench_top top = top_new();
    solve(&top, 4 * mebibyte, "-....-.... 1 d 3 400 0 400");
    assert_true(top.solution.end != END_PROVEN);
    assert_true(top.notes > 0);
    double chance = 0;
    assert_true(chance_known(&top, "-....-.... 1 r 3 200 0 200", &chance));
    assert_false(chance_known(&top, "-....-.... 1 r 3 400 0 400", &chance));
    solve(&top, top.solution.lacks, "-....-.... 1 d 3 400 0 400"); /* that was what it lacked */
    assert_int_equal(top.solution.end, END_PROVEN);
    top_free(&top);
}

static void hopeless_tables_are_not_begun(void **state)
{
    (void)state;
    struct bench_top top = top_new();
    struct spot spot = spot_from("-....-.... 1 d 3 1000 0 1000");
    struct means means = {.bytes = 8192 * mebibyte, .threads = 1, .multipv = 1};
    struct pace pace = {.nodes = 50e6, .microseconds = 1e6};
    double cells = monopoly_solver.expects(top.solver, &means, &spot.board, &spot.position);
    struct purse second = {.time = 1000000, .nodes = UINT64_MAX};
    struct purse few = {.time = INT64_MAX, .nodes = 1000};
    assert_true(effort_is_hopeless(&second, cells, monopoly_solver.expects_surely, &pace));
    assert_true(effort_is_hopeless(&few, cells, monopoly_solver.expects_surely, &pace));
    top_free(&top);
}

/* What is expected is what it takes, to the cell; and nothing once it is there. */
static void cells_are_expected_to_the_last(void **state)
{
    (void)state;
    const char *fens[] = {"-....-.... 1 d 3 100 0 100", "-....-.... 1 d 3 250 0 250"};
    struct bench_top top = top_new();
    struct means means = {.bytes = 64 * mebibyte, .threads = 1, .to_the_end = true, .multipv = 1};
    for (int i = 0; i < 2; i++) {
        struct spot spot = spot_from(fens[i]);
        double cells = monopoly_solver.expects(top.solver, &means, &spot.board, &spot.position);
        solve_with(&top, &means, fens[i]);
        assert_true(top.solution.end == END_PROVEN);
        assert_true((double)top.job.nodes - cells >= 0 &&
                    (double)top.job.nodes - cells <= MONOPOLY_MOVES_END);
        assert_true(monopoly_solver.expects(top.solver, &means, &spot.board, &spot.position) <= 0);
    }
    top_free(&top);
}

static void *stop_later(void *argument)
{
    struct bench_top *top = argument;
    struct timespec pause = {.tv_nsec = 150000000};
    nanosleep(&pause, NULL);
    top->job.deadline = clock_now(); /* remembers when */
    atomic_store(&top->job.stop, true);
    return NULL;
}

/* Microseconds from stop to the answer, with tables that are nowhere near their end. */
static int64_t time_to_stop(void *context)
{
    struct bench_top *top = context;
    struct spot spot = spot_from("-....-.... 1 d 3 700 0 700");
    struct means means = {.bytes = 4096 * mebibyte, .threads = 2, .to_the_end = true, .multipv = 1};
    job_reset(top);
    pthread_t stopper;
    assert_int_equal(pthread_create(&stopper, NULL, stop_later, top), 0);
    monopoly_solver.solve(top->solver, &means, &spot.board, &spot.position, &top->job, &top->solution);
    int64_t returned = clock_now();
    pthread_join(stopper, NULL);
    assert_true(top->solution.end != END_PROVEN);
    return returned - top->job.deadline;
}

static void stop_keeps_what_is_finished(void **state)
{
    (void)state;
    struct bench_top top = top_new();
    check_prompt(50000, time_to_stop, &top);
    double chance = 0;
    assert_true(chance_known(&top, "-....-.... 1 r 3 50 0 50", &chance));
    double before = chance_of(&top, "-....-.... 1 r 3 50 0 50");
    reach(&top, 600, "", 64 * mebibyte);
    assert_true(before == chance_of(&top, "-....-.... 1 r 3 50 0 50"));
    top_free(&top);
}

/* -- the search with tables at its leaves -- */

static void search_at(struct search *search, const char *fen, int depth, int table_mib)
{
    static struct task task;
    struct spot spot = spot_from(fen);
    hear_task(&task, game, &spot.board, &spot.position);
    task.limits.depth = depth;
    task.limits.solve = depth == 0;
    task.table_mib = table_mib;
    hear_search(search, &task, &heard);
    assert_int_equal(heard.ends, 1);
}

/* The fine leads from a wealth without tables into what they hold: one ply is enough to be exact. */
static void search_asks_the_tables(void **state)
{
    (void)state;
    static const char *const fined = "-1...-2... 1 d 5 310 8 290";
    struct search *search = search_create();
    assert_non_null(search);
    search_set_hash(search, 1);
    search_at(search, fined, 1, 0);
    assert_int_equal(heard.last.score.bound, BOUND_ESTIMATE);
    search_at(search, "-1...-2... 1 d 0 210 8 190", 0, 128);
    assert_int_equal(heard.last.score.bound, BOUND_PROVEN);
    search_at(search, fined, 1, 128);
    assert_int_equal(heard.last.score.bound, BOUND_PROVEN);
    struct bench_top top = top_new();
    solve(&top, 256 * mebibyte, fined);
    assert_int_equal(top.solution.score.bound, BOUND_PROVEN);
    assert_int_equal(heard.last.score.number, top.solution.score.number);
    top_free(&top);
    search_destroy(search);
}

/* -- images -- */

static unsigned char *image_of(struct bench_top *top, size_t *size)
{
    *size = table_size(top);
    unsigned char *image = malloc(*size + 1); /* also when nothing is built */
    assert_non_null(image);
    const void *at;
    size_t more;
    size_t done = 0;
    for (int i = 0; monopoly_solver.tables->part(top->solver, i, &at, &more); i++, done += more)
        memcpy(image + done, at, more);
    return image;
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    struct bench_top one = top_new();
    struct bench_top four = top_new();
    struct means means = {.bytes = 64 * mebibyte, .threads = 4, .to_the_end = true, .multipv = 1};
    reach(&one, 450, "", 64 * mebibyte);
    solve_with(&four, &means, "-....-.... 1 d 0 225 0 225");
    reach(&four, 450, "", 64 * mebibyte);
    size_t size_one;
    size_t size_four;
    unsigned char *image_one = image_of(&one, &size_one);
    unsigned char *image_four = image_of(&four, &size_four);
    assert_true(size_one == size_four && memcmp(image_one, image_four, size_one) == 0);
    free(image_one);
    free(image_four);
    top_free(&one);
    top_free(&four);
}

static bool attach(struct bench_top *top, const char *flags, const void *image, size_t size,
                   struct fault *fault)
{
    char fen[NAIVE_FEN];
    snprintf(fen, sizeof fen, "-....-.... 1 d 0 100 0 100 %s", flags);
    struct spot spot = spot_from(fen);
    return monopoly_solver.tables->attach(top->solver, &spot.board, image, size, fault);
}

static void image_comes_back(void **state)
{
    (void)state;
    struct bench_top from = top_new();
    struct bench_top to = top_new();
    struct fault fault;
    size_t size;
    reach(&from, 450, "", 64 * mebibyte);
    unsigned char *image = image_of(&from, &size);
    assert_true(attach(&to, "", image, size, &fault));
    struct rng rng = {.state = 5};
    for (int i = 0; i < 1000; i++) {
        char fen[NAIVE_FEN];
        random_fen(&rng, 430, "", fen);
        assert_true(chance_of(&from, fen) == chance_of(&to, fen));
    }
    reach(&to, 600, "", 64 * mebibyte); /* grows on top of what is attached */
    reach(&from, 600, "", 64 * mebibyte);
    assert_true(chance_of(&from, "-....-.... 1 r 3 310 0 290") ==
                chance_of(&to, "-....-.... 1 r 3 310 0 290"));
    monopoly_solver.tables->detach(to.solver);
    double chance;
    assert_false(chance_known(&to, "-....-.... 1 r 3 10 0 90", &chance));
    free(image);
    top_free(&from);
    top_free(&to);
}

static void assert_refused(struct bench_top *top, const char *flags, const void *image, size_t size,
                           const char *why)
{
    struct fault fault;
    assert_false(attach(top, flags, image, size, &fault));
    if (strstr(fault.why, why) == NULL)
        fail_msg("%s, not %s", fault.why, why);
}

static void bad_images_are_refused(void **state)
{
    (void)state;
    struct bench_top from = top_new();
    struct bench_top to = top_new();
    size_t size;
    reach(&from, 300, "", 64 * mebibyte);
    unsigned char *image = image_of(&from, &size);
    assert_refused(&to, "sellpercent=50", image, size, "is of other rules: sellpercent=90, here it is 50");
    assert_refused(&to, "maxturns=5", image, size, "have no tables");
    assert_refused(&to, "", image, 63, "too short");
    assert_refused(&to, "", image, size - 1, "damaged");
    struct rng rng = {.state = 7};
    for (int i = 0; i < 500; i++) { /* a bit anywhere, and everywhere in the head */
        size_t at = i < 64 ? (size_t)i : (size_t)rng_below(&rng, size);
        unsigned char bit = (unsigned char)(1U << rng_below(&rng, 8));
        image[at] ^= bit;
        assert_refused(&to, "", image, size, "");
        image[at] ^= bit;
    }
    struct fault fault;
    assert_true(attach(&to, "", image, size, &fault));
    free(image);
    top_free(&from);
    top_free(&to);
}

static void limits_of_tables_build(void **state)
{
    (void)state;
    struct bench_top top = top_new();
    struct spot spot = spot_from("-....-.... 1 r 0 1000 0 1000");
    struct means means = {.bytes = 64 * mebibyte, .threads = 1, .to_the_end = true, .multipv = 1};
    const struct solver_tables *tables = monopoly_solver.tables;
    struct fault fault;
    job_reset(&top);
    assert_true(tables->build(top.solver, &means, &spot.board, &spot.position, 500, &top.job, &fault));
    double chance;
    assert_true(chance_known(&top, "-....-.... 1 r 0 250 0 250", &chance));
    assert_false(chance_known(&top, "-....-.... 1 r 0 260 0 250", &chance));
    assert_false(tables->build(top.solver, &means, &spot.board, &spot.position, 0, &top.job, &fault));
    assert_string_equal(fault.why, "wealth 2000 takes 4001 MiB, 64 MiB reach 940");
    assert_false(tables->build(top.solver, &means, &spot.board, &spot.position, -1, &top.job, &fault));
    spot = spot_from("-....-.... 1 r 0 1000 0 1000 maxturns=9");
    assert_false(tables->build(top.solver, &means, &spot.board, &spot.position, 100, &top.job, &fault));
    top_free(&top);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_chances),
        cmocka_unit_test(known_chances_of_the_start),
        cmocka_unit_test(brute_force_agrees),
        cmocka_unit_test(bellman_equation_holds),
        cmocka_unit_test(every_move_is_ranked),
        cmocka_unit_test(searchmoves_are_kept),
        cmocka_unit_test(last_coin_is_not_spent),
        cmocka_unit_test(built_table_answers_at_once),
        cmocka_unit_test(other_rules_are_left_to_the_search),
        cmocka_unit_test(rules_change_the_table),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(little_memory_takes_coarse_cells),
        cmocka_unit_test(cells_are_narrowed_and_made_fine_again),
        cmocka_unit_test(reach_grows_to_what_fits),
        cmocka_unit_test(hopeless_tables_are_not_begun),
        cmocka_unit_test(cells_are_expected_to_the_last),
        cmocka_unit_test(stop_keeps_what_is_finished),
        cmocka_unit_test(search_asks_the_tables),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(image_comes_back),
        cmocka_unit_test(bad_images_are_refused),
        cmocka_unit_test(limits_of_tables_build),
    };
    return cmocka_run_group_tests_name("monopoly solved", tests, NULL, NULL);
}
