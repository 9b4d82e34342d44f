/* The search of Gems for two players: what it calls proven is compared with plain minimax; what it says at
 * all is legal; a stop is answered. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/gems/race.h"
#include "search/solver.h"
#include "support/check.h"

struct table {
    struct board board;
    struct position position;
};

/* -- plain minimax that remembers every position -- */

enum { MEMO = 1 << 21 };

struct memo {
    uint64_t key;
    int32_t value;
    bool used;
};

static struct memo memos[MEMO];

/* The margin of player A at the end under best play of both. */
static int32_t minimax(const struct board *board, const struct position *position)
{
    if (gems_game.turn(board, position) == ACTOR_NONE)
        return gems_game.worth(board, position);
    uint64_t key = gems_game.key(board, position);
    uint64_t at = key % MEMO;
    while (memos[at].used && memos[at].key != key)
        at = (at + 1) % MEMO;
    if (memos[at].used)
        return memos[at].value;
    bool first = gems_game.turn(board, position) == ACTOR_ONE;
    struct move_list list;
    int32_t best = first ? INT32_MIN : INT32_MAX;
    gems_game.moves(board, position, &list);
    for (int i = 0; i < list.count; i++) {
        struct position next = *position;
        gems_game.apply(board, &next, list.at[i]);
        int32_t value = minimax(board, &next);
        best = first ? (value > best ? value : best) : (value < best ? value : best);
    }
    while (memos[at].used)
        at = (at + 1) % MEMO;
    memos[at] = (struct memo){.key = key, .value = best, .used = true};
    return best;
}

/* -- solving -- */

struct watch {
    struct job job;
    int depth;
    int64_t stopped_at; /* 0: has not been stopped */
    bool stop_at_depth;
};

static void on_report(void *context, const struct report *report)
{
    struct watch *watch = context;
    watch->depth = report->depth;
    assert_true(report->pv_count > 0);
    if (watch->stop_at_depth && report->depth == 9) {
        watch->stopped_at = clock_cpu_thread();
        atomic_store(&watch->job.stop, true);
    }
}

/* `time` in microseconds, INT64_MAX: until it stops. */
static struct solution solve_within(void *self, const struct table *table, struct watch *watch, size_t bytes,
                                    int64_t time)
{
    struct solution solution;
    watch->job.began = clock_now();
    _Atomic int64_t soft = time == INT64_MAX ? time : watch->job.began + time;
    struct means means = {.bytes = bytes, .threads = 1, .soft = &soft};
    watch->job.deadline = time == INT64_MAX ? time : watch->job.began + time;
    watch->job.node_limit = UINT64_MAX;
    watch->job.context = watch;
    watch->job.report = on_report;
    gems_solver.solve(self, &means, &table->board, &table->position, &watch->job, &solution);
    return solution;
}

static struct solution solve(const struct table *table, struct watch *watch, size_t bytes)
{
    void *self = gems_solver.create();
    struct solution solution = solve_within(self, table, watch, bytes, INT64_MAX);
    gems_solver.destroy(self);
    return solution;
}

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

/* Two rows of three, two or three things on them, seven or eight turns left. */
static void deal(char fen[256], struct rng *rng)
{
    char cell[7] = "EEEEEE";
    for (int i = 0; i < 2; i++)
        cell[1 + 3 * i] = "1234grGR*WE"[below(rng, 11)];
    int turns = 7 + below(rng, 2);
    snprintf(fen, 256, "%.3s/%.3s %d 1 a1:%d:%c:%c c2:%d:%c:%c turns=%d barbed=%s", cell, cell + 3,
             1 + below(rng, 2), below(rng, 60), "-1234"[below(rng, 5)], "-gr"[below(rng, 3)], below(rng, 60),
             "-1234"[below(rng, 5)], "-gr"[below(rng, 3)], turns, below(rng, 2) ? "turn" : "entry");
}

static void test_proofs_are_right(void **state)
{
    (void)state;
    struct rng rng = {.state = 33};
    int positions = (int)check_scaled(10), proven = 0;
    for (int i = 0; i < positions; i++) {
        char fen[256];
        struct table table;
        struct watch watch = {.depth = 0};
        deal(fen, &rng);
        load(&table, fen);
        struct solution solution = solve(&table, &watch, (size_t)1 << (16 + i % 6));
        if (solution.best == MOVE_NONE)
            continue;
        memset(memos, 0, sizeof memos);
        int32_t margin = minimax(&table.board, &table.position);
        int32_t own = gems_position(&table.position)->side == 0 ? margin : -margin;
        if (solution.end != END_PROVEN || solution.score.number != own)
            fail_msg("%s: minimax %d, search %d", fen, own, (int)solution.score.number);
        gems_game.apply(&table.board, &table.position, solution.best);
        assert_int_equal(minimax(&table.board, &table.position), margin);
        proven++;
    }
    assert_true(proven > positions / 2);
}

static void test_stop_is_answered(void **state)
{
    (void)state;
    for (int map = 0; gems_maps[map].name != NULL; map++) {
        char fen[FEN_MAX];
        struct table table;
        struct watch watch = {.stop_at_depth = true};
        snprintf(fen, sizeof fen, "%s players=2", gems_maps[map].rows);
        load(&table, fen);
        struct solution solution = solve(&table, &watch, 1 << 20);
        assert_true(watch.stopped_at > 0 || watch.depth > 0);
        if (watch.stopped_at > 0)
            assert_in_range(clock_cpu_thread() - watch.stopped_at, 0, 50000);
        assert_true(game_allows(&gems_game, &table.board, &table.position, solution.best));
        assert_true(solution.end != END_PROVEN);
    }
}

/* -- its rules -- */

/* As `deal`, but more of everything, and teleports. */
static void deal_more(char fen[512], struct rng *rng)
{
    char cell[21];
    for (int i = 0; i < 20; i++)
        cell[i] = "EEEEEE1234grGR*WTTTT"[below(rng, 20)];
    cell[0] = cell[4] = cell[15] = cell[19] = 'E';
    cell[1] = cell[18] = 'T';
    snprintf(fen, 512, "%.5s/%.5s/%.5s/%.5s players=2 turns=25 barbed=%s teleport=%s early=off", cell,
             cell + 5, cell + 10, cell + 15, below(rng, 2) ? "turn" : "entry",
             below(rng, 2) ? "noop" : "off");
}

/* Runners of the position itself; items are numbered as on the course. */
static struct runners expected(const struct course *course, const struct gems_position *position)
{
    struct runners at = {.margin = position->score[0] - position->score[1],
                         .plies = (int16_t)gems_plies_left(course->board, position),
                         .cell = {(int16_t)position->cell[0], (int16_t)position->cell[1]},
                         .last = {position->last[0], position->last[1]},
                         .keys = {position->keys[0], position->keys[1]},
                         .side = position->side};
    for (int item = 0; item < course->items; item++)
        if (gems_item_at(position, course->cell[item]) != GEMS_NOTHING)
            at.left[item >> 6] |= UINT64_C(1) << (item & 63);
    return at;
}

static void expect_same(const struct runners *one, const struct runners *other)
{
    assert_int_equal(one->left[0], other->left[0]);
    assert_int_equal(one->left[1], other->left[1]);
    assert_int_equal(one->margin, other->margin);
    assert_int_equal(one->plies, other->plies);
    assert_int_equal(one->side, other->side);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(one->cell[side], other->cell[side]);
        assert_int_equal(one->last[side], other->last[side]);
        assert_int_equal(one->keys[side], other->keys[side]);
    }
}

/* One action, and where chance has a say one of its outcomes. Returns whether it had. */
static bool step_both(const struct course *course, struct table *table, struct runners *runners, move_t move,
                      struct rng *rng)
{
    uint16_t to[GEMS_GATES_MAX];
    int gates = gems_runners_gates(course, runners, move, to);
    gems_apply(&table->board, &table->position, move);
    bool drawn = gems_turn(&table->board, &table->position) == ACTOR_CHANCE;
    assert_int_equal(drawn, gates > 1);
    if (drawn) {
        struct chance chance;
        gems_chance(&table->board, &table->position, &chance);
        assert_int_equal(chance.count, gates);
        int which = below(rng, gates);
        assert_int_equal(chance.at[which].outcome, GEMS_TO + to[which]);
        gems_apply(&table->board, &table->position, chance.at[which].outcome);
        *runners = gems_runners_teleport(course, runners, to[which]);
    } else
        *runners = gems_runners_after(course, runners, move);
    return drawn;
}

/* A course kept from an earlier position serves as one made anew. */
static void expect_course_serves(const struct course *kept, const struct table *table)
{
    const struct gems_board *board = gems_board(&table->board);
    const struct gems_position *position = gems_position(&table->position);
    struct course anew;
    struct runners old_runners, runners;
    assert_true(gems_course_covers(kept, board, position));
    if (gems_course_create(&anew, board, position)) {
        gems_runners_from(&old_runners, kept, position);
        gems_runners_from(&runners, &anew, position);
        assert_int_equal(gems_race_margin(kept, &old_runners, RACE_TO_THE_END),
                         gems_race_margin(&anew, &runners, RACE_TO_THE_END));
        assert_true(gems_course_covers(&anew, board, position));
    }
    gems_course_destroy(&anew);
}

static void test_a_course_is_kept(void **state)
{
    (void)state;
    struct rng rng = {.state = 6};
    static struct table table, start;
    struct course course = {.way = NULL};
    for (int game = 0; game < (int)check_scaled(60); game++) {
        char fen[512];
        deal_more(fen, &rng);
        load(&table, fen);
        assert_false(gems_course_covers(&course, gems_board(&table.board), gems_position(&table.position)));
        gems_course_destroy(&course);
        if (!gems_course_create(&course, gems_board(&table.board), gems_position(&table.position)))
            continue;
        start = table;
        while (gems_turn(&table.board, &table.position) != ACTOR_NONE) {
            struct move_list list;
            gems_moves(&table.board, &table.position, &list);
            gems_apply(&table.board, &table.position, list.at[below(&rng, list.count)]);
            struct chance chance;
            if (gems_turn(&table.board, &table.position) == ACTOR_CHANCE) {
                gems_chance(&table.board, &table.position, &chance);
                gems_apply(&table.board, &table.position, chance.at[below(&rng, chance.count)].outcome);
            }
            expect_course_serves(&course, &table);
        }
        struct course late;
        bool is_left = gems_course_create(&late, gems_board(&table.board), gems_position(&table.position));
        bool is_same = is_left && late.items == course.items;
        assert_int_equal(gems_course_covers(&late, gems_board(&start.board), gems_position(&start.position)),
                         is_same); /* what has been taken is not on it */
        gems_course_destroy(&late);
    }
    gems_course_destroy(&course);
}

/* On the largest map, with three times as long as it takes to measure it, 15 ms or so: a plan is not all that there is
 * time for. A machine that is busy may take the processor away, so once in some tries is enough,
 * of which the later ones have more. */
static void test_a_plan_leaves_time(void **state)
{
    (void)state;
    enum { TRIES = 200, TIMES = 3, PATIENCE = 25 };
    static struct table table;
    struct words words = {.count = 2, .at = {word_from("map=wilds"), word_from("players=2")}};
    struct fault fault;
    assert_true(gems_start(&table.board, &table.position, &words, &fault));
    struct course course;
    int64_t began = clock_cpu_thread();
    assert_true(gems_course_create(&course, gems_board(&table.board), gems_position(&table.position)));
    int64_t took = clock_cpu_thread() - began;
    gems_course_destroy(&course);
    struct watch watch = {.depth = 0};
    void *self = gems_solver.create();
    for (int i = 0; i < TRIES && watch.depth == 0; i++) {
        watch = (struct watch){.depth = 0}; /* a job whose time was over is stopped for good */
        solve_within(self, &table, &watch, 64 << 20, (TIMES + i / PATIENCE) * took);
    }
    gems_solver.destroy(self);
    assert_true(watch.depth > 0);
}

/* duel.c searches on runners: whatever is played, they are what gems_apply() makes of the position. */
static void test_runners_move_as_gems_apply(void **state)
{
    (void)state;
    struct rng rng = {.state = 5};
    int played = (int)check_scaled(400), drawn = 0, hits = 0;
    for (int game = 0; game < played; game++) {
        char fen[512];
        static struct table table;
        struct course course;
        struct runners runners;
        deal_more(fen, &rng);
        load(&table, fen);
        if (!gems_course_create(&course, gems_board(&table.board), gems_position(&table.position))) {
            gems_course_destroy(&course);
            continue; /* nothing on the map */
        }
        gems_runners_from(&runners, &course, gems_position(&table.position));
        while (gems_turn(&table.board, &table.position) != ACTOR_NONE) {
            struct move_list list;
            gems_moves(&table.board, &table.position, &list);
            move_t move = list.at[below(&rng, list.count)];
            int32_t score = gems_position(&table.position)->score[runners.side ^ 1];
            int other = runners.side ^ 1;
            drawn += step_both(&course, &table, &runners, move, &rng);
            hits += gems_position(&table.position)->score[other] < score;
            struct runners then = expected(&course, gems_position(&table.position));
            expect_same(&runners, &then);
        }
        gems_course_destroy(&course);
    }
    assert_true(drawn > played / 4 && hits > played / 4);
}

/* The line of a search ends where chance has a say, and is legal up to there. */
static void test_lines_end_at_chance(void **state)
{
    (void)state;
    struct rng rng = {.state = 8};
    for (int i = 0; i < (int)check_scaled(20); i++) {
        char fen[512];
        static struct table table;
        struct watch watch = {.stop_at_depth = true};
        deal_more(fen, &rng);
        load(&table, fen);
        struct solution solution = solve(&table, &watch, 1 << 20);
        for (int move = 0; move < solution.pv_count && solution.best != MOVE_NONE; move++) {
            assert_true(game_allows(&gems_game, &table.board, &table.position, solution.pv[move]));
            gems_apply(&table.board, &table.position, solution.pv[move]);
            if (gems_turn(&table.board, &table.position) == ACTOR_CHANCE)
                assert_int_equal(move, solution.pv_count - 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs_are_right),           cmocka_unit_test(test_stop_is_answered),
        cmocka_unit_test(test_runners_move_as_gems_apply), cmocka_unit_test(test_a_course_is_kept),
        cmocka_unit_test(test_a_plan_leaves_time),         cmocka_unit_test(test_lines_end_at_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
