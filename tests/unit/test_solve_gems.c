/* The solver of Gems against a brute force over every action of every turn, written from the rules alone, and
 * against what is known of the course's maps. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/gems/gems.h"
#include "search/solver.h"
#include "support/check.h"

enum { MEBIBYTE = 1 << 20 };

/* -- a random small game, as text and as the brute force sees it -- */

enum { SIDE = 4, ITEMS = 5, TURNS = 12 };

struct small {
    int rows, columns, turns, turn, cell, last, keys;
    int entry, early, init;
    int pair[5][4];
    char map[SIDE * SIDE + 1];
    int item[SIDE * SIDE]; /* number of the item on a cell, -1: none */
    int items;
    char fen[512];
    int32_t memo[TURNS + 1][SIDE * SIDE][1 << ITEMS][5];
    uint8_t known[TURNS + 1][SIDE * SIDE][1 << ITEMS][5];
};

static int below(struct rng *rng, int bound)
{
    return (int)rng_below(rng, (uint64_t)bound);
}

static void deal_map(struct small *small, struct rng *rng)
{
    small->items = 0;
    for (int i = 0; i < small->rows * small->columns; i++) {
        int row = i / small->columns, column = i % small->columns;
        bool corner = (row == 0 || row == small->rows - 1) && (column == 0 || column == small->columns - 1);
        char letter = "EEEEEEWWW**GRYT1234123412gry"[below(rng, 28)];
        bool item = strchr("1234gry", letter) != NULL;
        if (corner || i == small->cell || (item && small->items == ITEMS))
            letter = 'E';
        small->item[i] = strchr("1234gry", letter) != NULL ? small->items++ : -1;
        small->map[i] = letter;
    }
    if (below(rng, 4) == 0 && !((small->cell == 0) || small->cell == small->columns - 1 ||
                                small->cell == (small->rows - 1) * small->columns ||
                                small->cell == small->rows * small->columns - 1))
        small->map[small->cell] = "*GR"[below(rng, 3)];
}

static void write_fen(struct small *small)
{
    struct text text = text_in(small->fen, sizeof small->fen);
    for (int i = 0; i < small->rows * small->columns; i++)
        text_format(&text, "%s%c", i > 0 && i % small->columns == 0 ? "/" : "", small->map[i]);
    text_format(&text, " 1 %d %c%d:%d:%c:", small->turn, 'a' + small->cell % small->columns,
                small->cell / small->columns + 1, small->init, "-1234"[small->last]);
    for (int key = 0; key < 3; key++)
        if (small->keys >> key & 1)
            text_char(&text, "gry"[key]);
    text_format(&text, "%s turns=%d barbed=%s early=%s pairs=", small->keys == 0 ? "-" : "", small->turns,
                small->entry ? "entry" : "turn", small->early ? "on" : "off");
    for (int i = 0; i < 20; i++)
        text_format(&text, "%s%d", i == 0 ? "" : ",", small->pair[i / 4][i % 4]);
}

static void deal(struct small *small, struct rng *rng)
{
    static const int usual[5][4] = {
        {50, 0, 0, 0}, {50, 200, 100, 0}, {100, 50, 200, 100}, {50, 100, 50, 200}, {250, 50, 100, 50}};
    memset(small, 0, sizeof *small);
    small->rows = 1 + below(rng, SIDE);
    small->columns = 1 + below(rng, SIDE);
    small->turns = 1 + below(rng, TURNS);
    small->turn = below(rng, 3) == 0 ? 1 + below(rng, small->turns) : 1;
    small->cell = below(rng, 3) == 0 ? below(rng, small->rows * small->columns) : 0;
    small->last = below(rng, 5);
    small->keys = below(rng, 3) == 0 ? below(rng, 8) : 0;
    small->entry = below(rng, 2);
    small->early = below(rng, 2);
    small->init = below(rng, 100) - 50;
    bool odd = below(rng, 3) == 0; /* a table of its own, where some gems are better left */
    for (int i = 0; i < 20; i++)
        small->pair[i / 4][i % 4] = odd ? below(rng, 80) - 30 : usual[i / 4][i % 4];
    deal_map(small, rng);
    write_fen(small);
}

/* -- brute force -- */

static char letter_of(const struct small *small, int cell, unsigned taken)
{
    if (small->item[cell] >= 0 && (taken >> small->item[cell] & 1))
        return 'E';
    return small->map[cell];
}

static int keys_of(const struct small *small, unsigned taken)
{
    int keys = small->keys;
    for (int i = 0; i < small->rows * small->columns; i++)
        for (int key = 0; key < 3; key++)
            if (small->item[i] >= 0 && (taken >> small->item[i] & 1) && small->map[i] == "gry"[key])
                keys |= 1 << key;
    return keys;
}

static bool gems_remain(const struct small *small, unsigned taken)
{
    for (int i = 0; i < small->rows * small->columns; i++)
        if (strchr("1234", letter_of(small, i, taken)) != NULL)
            return true;
    return false;
}

static int32_t best_from(struct small *small, int turn, int cell, unsigned taken, int last);

static int32_t act(struct small *small, int turn, int cell, unsigned taken, int last, int down, int right)
{
    int row = cell / small->columns + down, column = cell % small->columns + right;
    int32_t points = -(abs(down) + abs(right));
    bool on_map = row >= 0 && row < small->rows && column >= 0 && column < small->columns;
    int target = row * small->columns + column;
    char letter = on_map ? letter_of(small, target, taken) : 'W';
    int need = letter == 'G' ? 1 : letter == 'R' ? 2 : letter == 'Y' ? 4 : 0;
    bool stays = (down == 0 && right == 0) || letter == 'W' || (need & ~keys_of(small, taken)) != 0;
    if (!stays) {
        cell = target;
        if (letter >= '1' && letter <= '4') {
            points += small->pair[last][letter - '1'];
            last = letter - '0';
        }
        if (small->item[target] >= 0)
            taken |= 1U << small->item[target];
        points -= small->entry && letter == '*' ? 20 : 0;
    }
    points -= !small->entry && small->map[cell] == '*' ? 20 : 0;
    return points + best_from(small, turn + 1, cell, taken, last);
}

static int32_t best_from(struct small *small, int turn, int cell, unsigned taken, int last)
{
    if (turn > small->turns || (small->early && turn > 1 && !gems_remain(small, taken)))
        return 0;
    int left = small->turns - turn;
    int32_t *memo = &small->memo[left][cell][taken][last];
    if (small->known[left][cell][taken][last])
        return *memo;
    int32_t best = INT32_MIN;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            int32_t value = act(small, turn, cell, taken, last, down, right);
            best = value > best ? value : best;
        }
    small->known[left][cell][taken][last] = 1;
    return *memo = best;
}

/* -- solving -- */

struct watch {
    struct job job;
    int64_t lower, upper;
    bool closes; /* bounds have never gone apart again */
    bool stop_at_first;
    int64_t stopped_at;
};

static void on_report(void *context, const struct report *report)
{
    struct watch *watch = context;
    int64_t number = report->score.number;
    if (report->score.bound != BOUND_UPPER) {
        watch->closes = watch->closes && number >= watch->lower;
        watch->lower = number;
    }
    if (report->score.bound != BOUND_LOWER) {
        watch->closes = watch->closes && number <= watch->upper;
        watch->upper = number;
    }
    watch->closes = watch->closes && watch->lower <= watch->upper && report->pv_count > 0;
    if (watch->stop_at_first) {
        watch->stopped_at = clock_cpu_thread();
        atomic_store(&watch->job.stop, true);
    }
}

struct table {
    struct board board;
    struct position position;
};

static void watch_init(struct watch *watch)
{
    memset(watch, 0, sizeof *watch);
    watch->job.node_limit = UINT64_MAX;
    watch->job.deadline = INT64_MAX;
    watch->job.began = clock_now();
    watch->job.context = watch;
    watch->job.report = on_report;
    watch->lower = INT64_MIN;
    watch->upper = INT64_MAX;
    watch->closes = true;
}

static void load(struct table *table, const char *fen)
{
    struct fault fault;
    memset(table, 0, sizeof *table);
    if (!game_parse(&gems_game, &table->board, &table->position, fen, &fault))
        fail_msg("%s: %s %s", fen, fault.field, fault.why);
}

static struct solution solve(const struct table *table, size_t bytes, struct watch *watch)
{
    struct solution solution;
    struct means means = {.bytes = bytes, .threads = 1, .to_the_end = true};
    void *self = gems_solver.create();
    assert_non_null(self);
    gems_solver.solve(self, &means, &table->board, &table->position, &watch->job, &solution);
    gems_solver.destroy(self);
    if (solution.end == END_PROVEN) {
        watch->closes =
            watch->closes && watch->lower <= solution.score.number && solution.score.number <= watch->upper;
        watch->lower = watch->upper = solution.score.number;
    }
    assert_true(watch->closes);
    return solution;
}

/* The plan is legal and, with standing still after it, ends with the score that is claimed. */
static void expect_plan(const struct table *from, const struct solution *solution)
{
    struct table table = *from;
    int64_t score[2];
    assert_true(solution->pv_count > 0 && solution->pv[0] == solution->best);
    for (int i = 0; i < solution->pv_count; i++) {
        assert_true(game_allows(&gems_game, &table.board, &table.position, solution->pv[i]));
        gems_game.apply(&table.board, &table.position, solution->pv[i]);
    }
    while (gems_game.turn(&table.board, &table.position) != ACTOR_NONE)
        gems_game.apply(&table.board, &table.position, GEMS_NOOP);
    gems_game.score(&table.board, &table.position, score);
    assert_int_equal(score[0], solution->score.number);
}

static void test_brute_force_agrees(void **state)
{
    (void)state;
    static struct small small;
    struct rng rng = {.state = 20};
    int positions = (int)check_scaled(10000);
    for (int done = 0; done < positions;) {
        deal(&small, &rng);
        if (small.early && small.turn > 1 && !gems_remain(&small, 0))
            continue;
        int32_t best = small.init + best_from(&small, small.turn, small.cell, 0, small.last);
        struct table table;
        struct watch watch;
        load(&table, small.fen);
        watch_init(&watch);
        struct solution solution = solve(&table, 16 * MEBIBYTE, &watch);
        if (solution.end != END_PROVEN || solution.score.number != best || watch.lower != best)
            fail_msg("%s: brute force %d, solver %d%s", small.fen, best, (int)solution.score.number,
                     solution.end == END_PROVEN ? "" : " not proven");
        expect_plan(&table, &solution);
        done++;
    }
}

/* With next to no memory the bounds still hold. */
static void test_little_memory(void **state)
{
    (void)state;
    static struct small small;
    struct rng rng = {.state = 21};
    int plans = 0;
    for (int done = 0; done < check_scaled(500);) {
        deal(&small, &rng);
        if (small.early && small.turn > 1 && !gems_remain(&small, 0))
            continue;
        int32_t best = small.init + best_from(&small, small.turn, small.cell, 0, small.last);
        struct table table;
        struct watch watch;
        load(&table, small.fen);
        watch_init(&watch);
        struct solution solution = solve(&table, (size_t)(done % 8) * 2048, &watch);
        done++;
        if (solution.best == MOVE_NONE)
            continue;
        if (solution.score.number > best || watch.upper < best ||
            (solution.end == END_PROVEN && watch.lower != best))
            fail_msg("%s: %d is not in %d..%d", small.fen, best, (int)solution.score.number,
                     (int)watch.upper);
        expect_plan(&table, &solution);
        plans++;
    }
    assert_true(plans > check_scaled(500) / 4);
}

static bool read_map(int number, char fen[FEN_MAX])
{
    char name[64];
    snprintf(name, sizeof name, "../shared/data/gems/%d.txt", number);
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return false;
    struct text text = text_in(fen, FEN_MAX);
    int last = 0;
    for (int c = getc(file); c != EOF; c = getc(file)) {
        if (last == '\n')
            text_char(&text, '/');
        if (c != '\n' && c != '\r')
            text_char(&text, (char)c);
        last = c;
    }
    fclose(file);
    return true;
}

static void test_maps_of_the_course(void **state)
{
    (void)state;
    static const int known[][2] = {{1, 1261}, {3, 2882}, {5, 1705}, {6, 1953}, {8, 1673}, {11, 1520}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        for (int entry = 0; entry < 2; entry++) {
            char fen[FEN_MAX];
            struct table table;
            struct watch watch;
            if (!read_map(known[i][0], fen)) {
                print_message("the maps of the course are not here\n");
                skip();
            }
            strcat(fen, entry ? " barbed=entry" : "");
            load(&table, fen);
            watch_init(&watch);
            struct solution solution = solve(&table, 32 * MEBIBYTE, &watch);
            assert_true(solution.end == END_PROVEN);
            assert_int_equal(solution.score.number, known[i][1]);
            expect_plan(&table, &solution);
        }
}

/* Gems, keys and doors that cannot be reached or matter to nothing change nothing. */
static void test_dead_things_cost_nothing(void **state)
{
    (void)state;
    static const char *const fens[] = {"E1E2E/EEEEE/EEEEE", "E1E2E/WWWWW/E34gE",
                                       "E1E2E/EEEEE/EGgYE", "E1E2E/GWWWW/E34EE",
                                       "E1E2E/EEEEg/EgryE", "E1E2E/EEEEE/EEEEE turns=10000"};
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        struct table table;
        struct watch watch;
        load(&table, fens[i]);
        watch_init(&watch);
        struct solution solution = solve(&table, MEBIBYTE, &watch);
        assert_true(solution.end == END_PROVEN);
        assert_int_equal(solution.score.number, 50 - 1 + 200 - 2);
    }
}

/* 25x25, 100 gems and more, every rule limit: nothing is proven soon, but bounds are there and the plan is
 * good. */
static void large_map(char fen[FEN_MAX], int gems, const char *flags)
{
    struct rng rng = {.state = 5};
    struct text text = text_in(fen, FEN_MAX);
    for (int i = 0; i < GEMS_SIDE_MAX * GEMS_SIDE_MAX; i++) {
        int row = i / GEMS_SIDE_MAX, column = i % GEMS_SIDE_MAX;
        bool corner = row % (GEMS_SIDE_MAX - 1) == 0 && column % (GEMS_SIDE_MAX - 1) == 0;
        bool gem = below(&rng, GEMS_SIDE_MAX * GEMS_SIDE_MAX) < gems;
        char letter = gem ? "1234"[below(&rng, 4)] : "EEEEEEEEEEEWWE*EEEEEEg"[below(&rng, 22)];
        text_format(&text, "%s%c", i > 0 && column == 0 ? "/" : "", corner ? 'E' : letter);
    }
    text_string(&text, flags);
}

/* Within as many nodes as a fraction of a second has there is a plan. */
static void expect_plan_soon(const char *fen)
{
    struct table table;
    struct watch watch;
    load(&table, fen);
    watch_init(&watch);
    watch.job.node_limit = 50000;
    struct solution solution = solve(&table, 64 * MEBIBYTE, &watch);
    assert_true(solution.best != MOVE_NONE);
    assert_true(solution.score.number > 1000);
    expect_plan(&table, &solution);
}

static void test_large_maps(void **state)
{
    (void)state;
    char fen[FEN_MAX];
    large_map(fen, 100, "");
    expect_plan_soon(fen);
    large_map(fen, 100, " turns=10000");
    expect_plan_soon(fen);
    large_map(fen, 600, " turns=400");
    expect_plan_soon(fen);
}

static void test_stop_is_answered(void **state)
{
    (void)state;
    char fen[FEN_MAX];
    struct table table;
    for (int gems = 30; gems <= 120; gems += 30) {
        struct watch watch;
        large_map(fen, gems, "");
        load(&table, fen);
        watch_init(&watch);
        watch.stop_at_first = true;
        struct solution solution = solve(&table, 64 * MEBIBYTE, &watch);
        assert_in_range(clock_cpu_thread() - watch.stopped_at, 0, 50000);
        expect_plan(&table, &solution);
    }
}

/* Replanned at every turn with hardly any time, the game never ends below what was promised before. */
static void test_promises_are_kept(void **state)
{
    (void)state;
    char fen[FEN_MAX];
    struct table table;
    large_map(fen, 60, "");
    load(&table, fen);
    void *self = gems_solver.create();
    int64_t promised = INT64_MIN, score[2];
    while (gems_game.turn(&table.board, &table.position) != ACTOR_NONE) {
        struct watch watch;
        struct solution solution;
        struct means means = {.bytes = 4 * MEBIBYTE, .threads = 1};
        watch_init(&watch);
        watch.job.node_limit = promised == INT64_MIN ? 200000 : 2000;
        gems_solver.solve(self, &means, &table.board, &table.position, &watch.job, &solution);
        assert_true(solution.best != MOVE_NONE && solution.score.number >= promised);
        promised = solution.score.number;
        gems_game.apply(&table.board, &table.position, solution.best);
    }
    gems_solver.destroy(self);
    gems_game.score(&table.board, &table.position, score);
    assert_int_equal(score[0], promised);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force_agrees), cmocka_unit_test(test_little_memory),
        cmocka_unit_test(test_maps_of_the_course), cmocka_unit_test(test_dead_things_cost_nothing),
        cmocka_unit_test(test_large_maps),         cmocka_unit_test(test_promises_are_kept),
        cmocka_unit_test(test_stop_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
