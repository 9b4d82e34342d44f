/* Gems with slips: expected scores against plain expectimax over the rules, the bound of luck, and plans that are not
 * exact. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/gems/drift.h"
#include "games/gems/tour.h"
#include "support/check.h"

struct table {
    struct board board;
    struct position position;
};

static void load(struct table *table, const char *fen)
{
    struct fault fault;
    memset(table, 0, sizeof *table);
    if (!game_parse(&gems_game, &table->board, &table->position, fen, &fault))
        fail_msg("%s: %s %s", fen, fault.field, fault.why);
}

static int below(struct rng *rng, int bound)
{
    return (int)rng_below(rng, (uint64_t)bound);
}

/* -- plain expectimax over the rules, which remembers what is still to come of every position -- */

enum { MEMO = 1 << 20 };

static struct memo {
    uint64_t key;
    double value;
    bool used;
} memos[MEMO];

static struct memo *memo_of(const struct board *board, const struct position *position)
{
    struct position bare = *position;
    ((struct gems_position *)bare.bytes)->score[0] = 0;
    uint64_t key = gems_key(board, &bare), at = key % MEMO;
    while (memos[at].used && memos[at].key != key)
        at = (at + 1) % MEMO;
    memos[at].key = key;
    return &memos[at];
}

static double expectimax(const struct board *board, const struct position *position);

static double value_after(const struct board *board, const struct position *position, move_t move)
{
    struct position next = *position;
    gems_apply(board, &next, move);
    return gems_position(&next)->score[0] - gems_position(position)->score[0] + expectimax(board, &next);
}

static double mean_of(const struct board *board, const struct position *position)
{
    struct chance chance;
    double sum = 0;
    gems_chance(board, position, &chance);
    for (int i = 0; i < chance.count; i++)
        sum += (double)chance.at[i].weight / (double)chance.total *
               value_after(board, position, chance.at[i].outcome);
    return sum;
}

/* All nine are tried, those too that lead nowhere. */
static double best_of(const struct board *board, const struct position *position)
{
    double best = -INFINITY;
    for (move_t move = 0; move < GEMS_ACTIONS; move++)
        best = fmax(best, value_after(board, position, move));
    return best;
}

/* The mean of what is still to come under best play. */
static double expectimax(const struct board *board, const struct position *position)
{
    enum actor turn = gems_turn(board, position);
    if (turn == ACTOR_NONE)
        return 0;
    struct memo *memo = memo_of(board, position);
    if (memo->used)
        return memo->value;
    double value = turn == ACTOR_CHANCE ? mean_of(board, position) : best_of(board, position);
    memo = memo_of(board, position); /* the table may have filled up around it */
    *memo = (struct memo){.key = memo->key, .value = value, .used = true};
    return value;
}

/* -- small maps -- */

static void deal_table(char text[2048], struct rng *rng)
{
    char *at = text;
    for (int row = 0; row < 27; row++) {
        int left = 1000000;
        for (int deed = 0; deed < 10; deed++) {
            int weight = below(rng, 3) > 0 ? 0 : below(rng, 4) == 0 ? left : below(rng, left + 1);
            left -= weight;
            at += sprintf(at, "%s%d", deed > 0 ? "," : row > 0 ? "/" : "", weight);
        }
    }
}

static void deal(char fen[FEN_MAX], struct rng *rng)
{
    char cell[13] = "EEEEEEEEEEEE", slips[2048] = "course";
    for (int i = 0; i < 6; i++)
        cell[1 + below(rng, 10)] = "1234grGR*WT*"[below(rng, 12)];
    cell[3] = cell[8] = cell[0] = cell[11] = 'E';
    if (below(rng, 2))
        cell[5] = cell[6] = 'T';
    if (below(rng, 3) == 0)
        cell[2] = 'T';
    int gates = 0;
    for (int i = 0; i < 12; i++)
        gates += cell[i] == 'T';
    if (gates == 1)
        *strchr(cell, 'T') = 'E';
    if (below(rng, 3) == 0)
        deal_table(slips, rng);
    snprintf(fen, FEN_MAX, "%.4s/%.4s/%.4s 1 1 a1:%d:%c:%c turns=%d barbed=%s early=%s slip=%s", cell,
             cell + 4, cell + 8, below(rng, 60), "-1234"[below(rng, 5)], "-gr"[below(rng, 3)],
             3 + below(rng, 5), below(rng, 2) ? "turn" : "entry", below(rng, 2) ? "on" : "off", slips);
}

/* -- solving -- */

struct hearing {
    struct job job;
    int64_t upper;
    int reports;
};

static void hear(void *context, const struct report *report)
{
    struct hearing *hearing = context;
    hearing->reports++;
    if (report->score.bound == BOUND_UPPER && report->score.number < hearing->upper)
        hearing->upper = report->score.number;
}

static struct solution solve(void *self, const struct table *table, uint64_t nodes, bool to_the_end,
                             struct hearing *hearing)
{
    struct solution solution;
    struct means means = {.bytes = 256 << 20, .threads = 1, .to_the_end = to_the_end};
    *hearing = (struct hearing){.upper = INT64_MAX};
    hearing->job.began = clock_now();
    hearing->job.deadline = INT64_MAX;
    hearing->job.node_limit = nodes;
    hearing->job.context = hearing;
    hearing->job.report = hear;
    gems_solver.solve(self, &means, &table->board, &table->position, &hearing->job, &solution);
    return solution;
}

static void expect_mean(const char *fen, double ours, double theirs)
{
    if (fabs(ours - theirs) > 1e-8)
        fail_msg("%s: expectimax %.10f, not %.10f", fen, theirs, ours);
}

static double exact_value(const struct table *table, struct odds_choice *choice)
{
    struct job job = {.deadline = INT64_MAX, .node_limit = UINT64_MAX};
    struct odds *odds = gems_odds_create(gems_board(&table->board), gems_position(&table->position));
    assert_non_null(odds);
    assert_true(gems_family_all(&odds->family, odds->all));
    odds->is_exact = true;
    assert_true(gems_odds_fill(odds, 64 << 20, &job));
    assert_true(gems_odds_choose(odds, gems_position(&table->position), choice));
    gems_odds_destroy(odds);
    return choice->value;
}

/* Who waits gains by it. */
static void expect_no_idling(const char *fen, const struct table *table, move_t move, double value)
{
    for (move_t step = 0; move == GEMS_NOOP && step < GEMS_STEPS; step++)
        if (value_after(&table->board, &table->position, step) > value - 1e-10)
            fail_msg("%s: waits, and step %d brings as much", fen, (int)step);
}

static void test_expected_scores_are_exact(void **state)
{
    (void)state;
    struct rng rng = {.state = 12};
    for (int map = 0; map < (int)check_scaled(50); map++) {
        char fen[FEN_MAX];
        static struct table table;
        struct odds_choice choice;
        struct hearing hearing;
        deal(fen, &rng);
        load(&table, fen);
        if (gems_turn(&table.board, &table.position) == ACTOR_NONE)
            continue;
        memset(memos, 0, sizeof memos);
        double value = expectimax(&table.board, &table.position);
        expect_mean(fen, exact_value(&table, &choice), value);
        expect_mean(fen, value_after(&table.board, &table.position, (move_t)choice.action), value);
        expect_no_idling(fen, &table, (move_t)choice.action, value);
        if (!gems_board(&table.board)->slips.any)
            continue; /* a table that happens to be certain */
        void *self = gems_solver.create();
        struct solution solution = solve(self, &table, UINT64_MAX, true, &hearing);
        gems_solver.destroy(self);
        assert_int_equal(solution.end, END_PROVEN);
        assert_int_equal(solution.score.number, gems_position(&table.position)->score[0] + llround(value));
        expect_mean(fen, value_after(&table.board, &table.position, solution.best), value);
    }
}

/* What the tour says that luck would bring is never less than the mean. */
static void test_luck_is_an_upper_bound(void **state)
{
    (void)state;
    struct rng rng = {.state = 77};
    int known = 0;
    for (int map = 0; map < (int)check_scaled(100); map++) {
        char fen[FEN_MAX];
        static struct table table;
        struct odds_choice choice;
        struct tour_stops stops = {.upper = INT64_MAX};
        struct solution tour = {.best = MOVE_NONE};
        struct job job = {.began = clock_now(), .deadline = INT64_MAX, .node_limit = UINT64_MAX};
        struct means means = {.bytes = 64 << 20, .threads = 1};
        deal(fen, &rng);
        load(&table, fen);
        if (gems_turn(&table.board, &table.position) == ACTOR_NONE)
            continue;
        const struct gems_position *root = gems_position(&table.position);
        gems_tour_solve(&means, gems_board(&table.board), root, NULL, &job, &tour, &stops);
        if (stops.upper == INT64_MAX)
            continue;
        known++;
        if (root->score[0] + exact_value(&table, &choice) > (double)stops.upper + 1e-8)
            fail_msg("%s: mean %.6f, luck %d", fen, root->score[0] + choice.value, (int)stops.upper);
    }
    assert_true(known > 0);
}

/* -- whole games -- */

static move_t draw(const struct table *table, struct rng *rng)
{
    struct chance chance;
    gems_chance(&table->board, &table->position, &chance);
    int64_t lot = (int64_t)rng_below(rng, (uint64_t)chance.total);
    int i = 0;
    while (lot >= chance.at[i].weight)
        lot -= chance.at[i++].weight;
    return chance.at[i].outcome;
}

static int32_t play(void *self, const struct table *start, uint64_t nodes, uint64_t seed)
{
    struct rng rng = {.state = seed};
    struct table table = *start;
    struct hearing hearing;
    while (gems_turn(&table.board, &table.position) != ACTOR_NONE) {
        if (gems_turn(&table.board, &table.position) == ACTOR_CHANCE) {
            gems_apply(&table.board, &table.position, draw(&table, &rng));
            continue;
        }
        struct solution solution = solve(self, &table, nodes, false, &hearing);
        assert_true(solution.best < GEMS_ACTIONS && solution.end != END_OPEN);
        gems_apply(&table.board, &table.position, solution.best);
    }
    return gems_position(&table.position)->score[0];
}

/* A map of which every set can be looked at, played with nodes for a few of them only. */
static void test_plans_are_nearly_as_good(void **state)
{
    (void)state;
    static struct table table;
    struct hearing hearing;
    int played = (int)check_scaled(20);
    double sum = 0;
    load(&table,
         "EEEEEEEE/E1EE2EEE/EEEEEEE3/EE4EEEEE/EEEEE1EE/E2EEEEEE/EEE3EE4E/EEEEEEEE turns=60 slip=course");
    void *self = gems_solver.create();
    for (int i = 0; i < played; i++)
        sum += play(self, &table, 10000, (uint64_t)i);
    gems_solver.clear(self);
    struct solution best = solve(self, &table, UINT64_MAX, true, &hearing);
    gems_solver.destroy(self);
    assert_int_equal(best.end, END_PROVEN);
    assert_true(sum / played > 0.97 * (double)best.score.number);
}

/* The cells in the order of their distance, and how one goes to each. */
struct walk {
    int cells;
    int16_t cell[GEMS_CELLS];
    int16_t turns[GEMS_CELLS]; /* by cell */
    uint8_t first[GEMS_CELLS]; /* step, by cell */
};

static void walk(struct walk *walk, const struct gems_board *board, const struct gems_position *at)
{
    *walk = (struct walk){.cells = 1, .cell = {(int16_t)at->cell[0]}};
    for (int i = 0; i < walk->cells; i++)
        for (int step = 0; step < GEMS_STEPS; step++) {
            int from = walk->cell[i], to = from + board->step[step];
            if (!(board->open[at->keys[0]][from] >> step & 1) || walk->turns[to] > 0 || to == at->cell[0])
                continue;
            walk->turns[to] = (int16_t)(walk->turns[from] + 1);
            walk->first[to] = i == 0 ? (uint8_t)step : walk->first[from];
            walk->cell[walk->cells++] = (int16_t)to;
        }
}

/* To the gem that pays most a turn, as if steps were certain. */
static move_t greedy_move(const struct gems_board *board, const struct gems_position *at)
{
    static struct walk ways;
    double best = 0;
    move_t move = GEMS_NOOP;
    walk(&ways, board, at);
    for (int i = 1; i < ways.cells; i++) {
        int cell = ways.cell[i];
        enum gems_item gem = gems_item_at(at, cell);
        double rate = gem >= GEMS_GEM_1 && gem <= GEMS_GEM_4
                          ? board->pair[at->last[0]][gem - 1] / (double)ways.turns[cell]
                          : 0;
        move = rate > best ? ways.first[cell] : move;
        best = rate > best ? rate : best;
    }
    return move;
}

static int32_t play_greedily(const struct table *start, uint64_t seed)
{
    struct rng rng = {.state = seed};
    struct table table = *start;
    const struct gems_position *at = gems_position(&table.position);
    while (gems_turn(&table.board, &table.position) != ACTOR_NONE) {
        bool is_chance = gems_turn(&table.board, &table.position) == ACTOR_CHANCE;
        gems_apply(&table.board, &table.position,
                   is_chance ? draw(&table, &rng) : greedy_move(gems_board(&table.board), at));
    }
    return at->score[0];
}

/* On a map with too many sets, with the time of a few of them: more than greed brings, and what was promised at first. */
static void test_plans_are_better_than_greed(void **state)
{
    (void)state;
    static const char *const maps[] = {"map=duel slip=course", "map=rooms slip=course",
                                       "map=garden slip=course"};
    for (size_t map = 0; map < sizeof maps / sizeof *maps; map++) {
        static struct table table;
        struct fault fault;
        struct words words;
        struct hearing hearing;
        int played = (int)check_scaled(10);
        double ours = 0, theirs = 0;
        words_split(maps[map], strlen(maps[map]), &words);
        assert_true(gems_start(&table.board, &table.position, &words, &fault));
        void *self = gems_solver.create();
        for (int i = 0; i < played; i++) {
            ours += play(self, &table, 20000, (uint64_t)i);
            theirs += play_greedily(&table, (uint64_t)i);
        }
        gems_solver.clear(self);
        double few = (double)solve(self, &table, 30000, false, &hearing).score.number;
        gems_solver.clear(self);
        double more = (double)solve(self, &table, 120000, false, &hearing).score.number;
        gems_solver.destroy(self);
        if (ours <= theirs || more < few)
            fail_msg("%s: %.1f, greed brings %.1f; %.0f promised, with more nodes %.0f", maps[map],
                     ours / played, theirs / played, few, more);
    }
}

/* Once a map is filled the moves of a game are looked up. */
static void test_what_was_filled_is_remembered(void **state)
{
    (void)state;
    static struct table table;
    struct hearing hearing;
    load(&table, "EE1EE/E2E*E/E3ETE/ETE4E turns=30 slip=course");
    void *self = gems_solver.create();
    solve(self, &table, UINT64_MAX, true, &hearing);
    uint64_t nodes = 0;
    for (int i = 0; i < 10 && gems_turn(&table.board, &table.position) != ACTOR_NONE; i++) {
        struct solution solution = solve(self, &table, UINT64_MAX, false, &hearing);
        assert_int_equal(solution.end, END_PROVEN);
        nodes += hearing.job.nodes;
        struct chance chance = {.count = 0};
        for (gems_apply(&table.board, &table.position, solution.best);
             gems_turn(&table.board, &table.position) == ACTOR_CHANCE;
             gems_apply(&table.board, &table.position, chance.at[chance.count - 1].outcome))
            gems_chance(&table.board, &table.position, &chance);
    }
    assert_int_equal(nodes, 0);
    gems_solver.destroy(self);
}

static void test_stop_leaves_nothing_half_done(void **state)
{
    (void)state;
    static struct table table;
    struct hearing hearing;
    for (uint64_t nodes = 1; nodes < 3000000; nodes *= 6) {
        load(&table,
             "EE1EE4EEE/E2E*EEEEE/E3ETE1E2E/ETE4EE3EE/EE1EE4EEE/E2E*EEEEE/E3E3E1E2E/EEE4EE3EE slip=course");
        void *self = gems_solver.create();
        struct solution solution = solve(self, &table, nodes, false, &hearing);
        assert_true(solution.best == MOVE_NONE || solution.best < GEMS_ACTIONS);
        assert_true(solution.end != END_PROVEN);
        assert_in_range(hearing.job.nodes, 0, nodes + 1000); /* a tour looks at its limit that often */
        assert_true(solution.best == MOVE_NONE || hearing.upper >= solution.score.number ||
                    hearing.upper == INT64_MAX);
        gems_solver.destroy(self);
    }
}

/* Whenever the time is over there is an answer, or none; and it is not late by more than a busy machine is. */
static void test_time_may_end_at_any_moment(void **state)
{
    (void)state;
    static struct table table;
    load(&table,
         "EE1EE4EEE/E2E*EEEEE/E3ETE1E2E/ETE4EE3EE/EE1EE4EEE/E2E*EEEEE/E3E3E1E2E/EEE4EE3EE slip=course");
    void *self = gems_solver.create();
    for (int64_t time = 1; time < 100000; time = time * 3 / 2 + 1) {
        struct solution solution;
        struct job job = {.began = clock_now(), .node_limit = UINT64_MAX};
        atomic_store(&job.deadline, job.began + time);
        _Atomic int64_t soft = job.began + time / 2;
        struct means means = {.bytes = 64 << 20, .threads = 1, .soft = &soft};
        gems_solver.clear(self);
        gems_solver.solve(self, &means, &table.board, &table.position, &job, &solution);
        assert_true(solution.best == MOVE_NONE || solution.best < GEMS_ACTIONS);
        assert_true(clock_now() < job.began + time + 1000000);
    }
    gems_solver.destroy(self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expected_scores_are_exact),
        cmocka_unit_test(test_luck_is_an_upper_bound),
        cmocka_unit_test(test_plans_are_nearly_as_good),
        cmocka_unit_test(test_plans_are_better_than_greed),
        cmocka_unit_test(test_what_was_filled_is_remembered),
        cmocka_unit_test(test_stop_leaves_nothing_half_done),
        cmocka_unit_test(test_time_may_end_at_any_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
