/* Under `infinite` exact method and search take turns: what solve can prove is proven there too, for each line
 * that is asked for, and somebody always has something to say. Nothing that is proven is lost to a short clock. */
#include "tests/support/check.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "base/rng.h"
#include "search/search.h"
#include "tests/support/hear.h"
#include "tests/support/sanitized.h"

static struct board board;
static struct position root;
static struct task task;

/* What was told so far; the listener is called from other threads. */
static struct told {
    pthread_mutex_t lock;
    bool proven[MULTIPV_MAX + 1]; /* the last of each line */
    int lines;                    /* highest that was told */
    int works;                    /* lines that only say that the work goes on */
    int64_t last, silence;        /* moment of the last, longest time without any */
    struct report best;
    move_t move; /* the one that was decided for */
    uint64_t nodes;
    int ends;
} told = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void take_report(void *context, const struct report *report)
{
    (void)context;
    pthread_mutex_lock(&told.lock);
    int64_t now = clock_now();
    told.silence = now - told.last > told.silence ? now - told.last : told.silence;
    told.last = now;
    told.works += report->pv_count == 0;
    if (report->pv_count > 0) {
        told.proven[report->multipv] = report->score.bound == BOUND_PROVEN;
        told.lines = report->multipv > told.lines ? report->multipv : told.lines;
        if (report->multipv == 1)
            told.best = *report;
    }
    pthread_mutex_unlock(&told.lock);
}

static void take_note(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static void take_end(void *context, const struct search_end *end)
{
    (void)context;
    told.move = end->best;
    told.nodes = end->nodes;
    told.ends++;
}

static void start(struct search *search)
{
    struct search_listener listener = {.report = take_report, .note = take_note, .done = take_end};
    memset(told.proven, 0, sizeof told.proven);
    told.lines = told.works = told.ends = 0;
    told.last = clock_now();
    told.silence = 0;
    assert_true(search_start(search, &task, &listener));
}

static bool is_proven(int lines)
{
    pthread_mutex_lock(&told.lock);
    bool all = told.lines >= lines;
    for (int i = 1; i <= lines; i++)
        all = all && told.proven[i];
    pthread_mutex_unlock(&told.lock);
    return all;
}

static void sleep_for(int64_t microseconds)
{
    nanosleep(&(struct timespec){.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000},
              NULL);
}

static void set(const char *game, const char *fen)
{
    struct fault fault;
    const struct game *found = game_find(word_from(game));
    if (!game_parse(found, &board, &root, fen, &fault))
        fail_msg("%s: %s %s", fen, fault.field, fault.why);
    hear_task(&task, found, &board, &root);
}

/* CPU seconds until it is proven. */
static double prove(struct search *search, bool infinite, int lines)
{
    task.multipv = lines;
    task.limits = (struct limits){.infinite = infinite, .solve = !infinite};
    search_clear(search);
    int64_t began = clock_cpu();
    start(search);
    for (int64_t waited = 0; waited < 60000000 && !is_proven(lines); waited += 500)
        sleep_for(500);
    int64_t taken = clock_cpu() - began;
    assert_true(is_proven(lines));
    search_stop(search);
    search_wait(search);
    assert_int_equal(told.ends, 1);
    return (double)taken / 1e6;
}

static const struct {
    const char *game, *fen;
} puzzles[] = {
    {"konane", "1wbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb 2"},
    {"hand", "STGSYG/UYTTVB/LGSSGB/LLGLSS/SBTUGB/LYTLGS 1 0000000 0000000 -------"},
    {"gems",
     "EEEEWE2E1E/EEgEGEEEEE/EEEEWE3E4E/WRWWWWWWWE/E1EEE2EYEE/EE4EEEEWyE/E3EE1EEWWE/EEEErEEEEE 1 1 a1:0:-:-"},
    {"angry", "ETTTTRTTTTTE/TTRTTRTTRTTT/HTRTTPTTRTTE/TTRTTRTTRTTT/ETRTERTTRPRR/RPRRRRTTRTTT/TTTTTPTTTTTS/"
              "RRRPRRRRTRRT/"
              "ETTTTTTRTTTT/TTRTTETRTPTQ/PTRTTTTTTTTT/TTRETTTRTTTP 1 0 queen=script"},
    {"monopoly", "-....-.... 1 d 0 400 0 400"},
};

static void infinite_proves_what_solve_proves(void **state)
{
    (void)state;
    struct search *search = search_create();
    for (size_t i = 0; i < sizeof puzzles / sizeof puzzles[0]; i++) {
        set(puzzles[i].game, puzzles[i].fen);
        task.table_mib = strcmp(puzzles[i].game, "monopoly") == 0 ? 256 : 0;
        double alone = prove(search, false, 1);
        double beside = prove(search, true, 1);
        if (beside > 3 * alone + 0.2)
            fail_msg("%s: %.2f s alone, %.2f s under infinite", puzzles[i].game, alone, beside);
    }
    search_destroy(search);
}

static void every_line_is_proven(void **state)
{
    (void)state;
    struct search *search = search_create();
    set(puzzles[0].game, puzzles[0].fen);
    double alone = prove(search, false, 2);
    double beside = prove(search, true, 2);
    assert_true(beside <= 3 * alone + 0.2);
    search_destroy(search);
}

/* Moves far from the best are compared with it, not measured: nodes of three proofs, three times. */
static void three_lines_take_three_proofs(void **state)
{
    (void)state;
    uint64_t nodes[4] = {0};
    for (int lines = 1; lines <= 3; lines += 2) {
        struct search *search = search_create();
        set(puzzles[1].game, puzzles[1].fen);
        task.multipv = lines;
        task.limits = (struct limits){.solve = true};
        start(search);
        search_wait(search);
        assert_true(is_proven(lines));
        nodes[lines] = told.nodes;
        search_destroy(search);
    }
    print_message("hand: %" PRIu64 " nodes a line, %" PRIu64 " for three\n", nodes[1], nodes[3]);
    assert_true(nodes[3] <= 3 * 3 * nodes[1]);
}

/* Two seconds and a half of a proof that takes a minute. */
static void long_work_is_seen(void **state)
{
    (void)state;
    struct search *search = search_create();
    set("hand", "GYSLBG/LGUTGT/LTSUSY/STSBLS/SVLBTB/LGGYGS 1 0000000 0000000 -------");
    for (int infinite = 0; infinite < 2; infinite++) {
        task.limits = (struct limits){.infinite = infinite, .solve = !infinite};
        start(search);
        sleep_for(2500000);
        search_stop(search);
        search_wait(search);
        assert_true(infinite || told.works >= 1);
        assert_true(told.silence < 2000000);
    }
    search_destroy(search);
}

/* Whatever little time there is, what was proven before is played on. */
static void proven_wins_are_played_on(void **state)
{
    (void)state;
    struct search *search = search_create();
    set(puzzles[0].game, puzzles[0].fen);
    task.limits = (struct limits){.solve = true};
    start(search);
    search_wait(search);
    for (int ply = 0; ply < 6; ply++) {
        assert_int_equal(told.best.score.bound, BOUND_PROVEN);
        task.game->apply(&task.board, &task.position, told.best.pv[0]);
        task.limits = (struct limits){.has_movetime = ply % 2 == 0, .nodes = (uint64_t)(ply % 2)};
        start(search);
        search_wait(search);
    }
    search_destroy(search);
}

/* Who is on move in `task` wins: by another search that has all the time it needs. */
static bool is_won(struct search *judge)
{
    task.limits = (struct limits){.solve = true};
    start(judge);
    search_wait(judge);
    assert_int_equal(told.best.score.bound, BOUND_PROVEN);
    const struct score *score = &told.best.score;
    return score->has_wdl ? score->wdl[0] > 0 : score->number > 0;
}

/* Against random replies, which no line foretold. Returns how many moves were looked at. */
static int play_on(struct search *search, struct search *judge, struct rng *rng)
{
    static const struct limits least[] = {{.has_movetime = true},
                                          {.nodes = 1},
                                          {.has_clock = {true, true}, .clock = {1, 1}},
                                          {.nodes = 100},
                                          {.depth = 1}};
    enum { LIMITS = sizeof least / sizeof least[0] };
    const struct game *game = task.game;
    bool is_winners = is_won(search);
    int moves = 0;
    while (game->turn(&task.board, &task.position) != ACTOR_NONE) {
        struct move_list list;
        game->moves(&task.board, &task.position, &list);
        move_t move = list.at[rng_below(rng, (uint64_t)list.count)];
        if (is_winners) {
            task.limits = least[moves++ % LIMITS];
            start(search);
            search_wait(search);
            move = told.move;
        }
        game->apply(&task.board, &task.position, move);
        if (is_winners && game->turn(&task.board, &task.position) != ACTOR_NONE && is_won(judge))
            fail_msg("%s: the winner's move %d with limits %d gives the game away", game->name, moves,
                     (moves - 1) % LIMITS);
        is_winners = !is_winners;
    }
    return moves;
}

static void a_won_game_is_never_given_away(void **state)
{
    (void)state;
    static const struct {
        const char *game, *fen;
    } starts[] = {
        {"konane", "1wbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb 2"},
        {"hand", "UGLGLG/1V1SL1/1TSYLG/1UYBBG/1S1L2/1TBSTB 1 3002000 1210010 1221-2-"},
    };
    struct rng rng = {.state = 14};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        struct search *search = search_create(), *judge = search_create();
        for (int seen = 0; seen < 100;) {
            set(starts[i].game, starts[i].fen);
            seen += play_on(search, judge, &rng);
        }
        search_destroy(search);
        search_destroy(judge);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(infinite_proves_what_solve_proves), cmocka_unit_test(every_line_is_proven),
        cmocka_unit_test(three_lines_take_three_proofs),     cmocka_unit_test(long_work_is_seen),
        cmocka_unit_test(proven_wins_are_played_on),         cmocka_unit_test(a_won_game_is_never_given_away),
    };
    return cmocka_run_group_tests_name("analysis", tests, NULL, NULL);
}
