/* The search of Gems for two players: what it calls proven is compared with plain minimax; what it says at
 * all is legal; a stop is answered. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/gems/gems.h"
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

static struct solution solve(const struct table *table, struct watch *watch, size_t bytes)
{
    struct solution solution;
    struct means means = {.bytes = bytes, .threads = 1};
    watch->job.began = clock_now();
    watch->job.deadline = INT64_MAX;
    watch->job.node_limit = UINT64_MAX;
    watch->job.context = watch;
    watch->job.report = on_report;
    void *self = gems_solver.create();
    gems_solver.solve(self, &means, &table->board, &table->position, &watch->job, &solution);
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
    int positions = (int)check_scaled(20), proven = 0;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proofs_are_right),
        cmocka_unit_test(test_stop_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
