/* The exact method of Hand of the King with companions against every line of play, and its manners. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/hand/court.h"
#include "search/solver.h"
#include "support/check.h"
#include "support/place.h"

enum { MEBIBYTE = 1 << 20 };

struct table {
    struct board board;
    struct position position;
};

static const struct hand_position *hand_of(const struct table *table)
{
    return hand_position(&table->position);
}

static bool is_over(const struct table *table)
{
    return hand_game.turn(&table->board, &table->position) == ACTOR_NONE;
}

/* Random moves from a deal until `cards` are left and, perhaps, a companion is due. */
static bool random_position(struct table *table, struct rng *rng, int cards)
{
    char line[96];
    struct words words;
    struct fault fault;
    memset(table, 0, sizeof *table);
    snprintf(line, sizeof line, "companions=on capture=%s seed=%d", rng_below(rng, 4) ? "any" : "farthest",
             (int)rng_below(rng, 1000000));
    assert_true(words_split(line, strlen(line), &words));
    assert_true(hand_game.start(&table->board, &table->position, &words, &fault));
    while (!is_over(table) && bits_count(hand_cards(hand_of(table))) > cards)
        place_step(&hand_game, &table->board, &table->position, rng);
    return !is_over(table);
}

static void fen_of(const struct table *table, char fen[FEN_MAX])
{
    struct text text = text_in(fen, FEN_MAX);
    hand_game.print(&table->board, &table->position, &text);
}

/* Whether the player on move wins, by nothing but the rules; some win is enough. */
static bool brute_wins(const struct table *table)
{
    struct move_list list;
    hand_game.moves(&table->board, &table->position, &list);
    enum actor mover = hand_game.turn(&table->board, &table->position);
    for (int i = list.count - 1; i >= 0; i--) {
        struct table next = *table;
        hand_game.apply(&table->board, &next.position, list.at[i]);
        enum actor turn = hand_game.turn(&next.board, &next.position);
        bool won = false;
        if (turn == ACTOR_NONE)
            won = (hand_game.result(&next.board, &next.position) == RESULT_ONE) == (mover == ACTOR_ONE);
        else
            won = brute_wins(&next) == (turn == mover);
        if (won)
            return true;
    }
    return false;
}

static void hear_report(void *context, const struct report *report)
{
    (void)context;
    (void)report;
}

static void hear_note(void *context, const char *note)
{
    (void)context;
    (void)note;
}

static struct solution ask(void *solver, const struct table *table, uint64_t nodes)
{
    struct solution solution;
    const struct means means = {.bytes = MEBIBYTE, .threads = 1, .to_the_end = true};
    struct job job = {.node_limit = nodes,
                      .began = clock_now(),
                      .deadline = INT64_MAX,
                      .report = hear_report,
                      .note = hear_note};
    hand_game.solver->solve(solver, &means, &table->board, &table->position, &job, &solution);
    return solution;
}

/* The line is legal, and ends with the winner that was told if it ends the game. */
static void check_line(const struct table *table, const struct solution *solution)
{
    struct table at = *table;
    bool first = hand_game.turn(&table->board, &table->position) == ACTOR_ONE;
    assert_true(solution->pv_count > 0 && solution->pv[0] == solution->best);
    for (int i = 0; i < solution->pv_count; i++) {
        assert_true(game_allows(&hand_game, &at.board, &at.position, solution->pv[i]));
        hand_game.apply(&at.board, &at.position, solution->pv[i]);
    }
    assert_in_range(llabs(solution->score.number), solution->pv_count, 41);
    if (is_over(&at))
        assert_int_equal(hand_game.result(&at.board, &at.position) == RESULT_ONE,
                         first == (solution->score.number > 0));
}

static void compare(void *solver, const struct table *table, int *won)
{
    char fen[FEN_MAX];
    struct solution solution = ask(solver, table, UINT64_MAX);
    fen_of(table, fen);
    bool wins = brute_wins(table);
    if (solution.end != END_PROVEN || (solution.score.number > 0) != wins)
        fail_msg("%s: %d, but %s", fen, (int)solution.score.number, wins ? "won" : "lost");
    check_line(table, &solution);
    *won += wins;
}

static void the_winner_is_that_of_all_lines_of_play(void **state)
{
    (void)state;
    struct rng rng = {.state = 15};
    void *solver = hand_game.solver->create();
    int asked = 0;
    int won = 0;
    int due = 0;
    for (int i = 0; i < check_scaled(600); i++) {
        struct table table;
        if (!random_position(&table, &rng, 4 + (int)rng_below(&rng, 6)))
            continue;
        due += hand_companion_is_due(hand_of(&table));
        compare(solver, &table, &won);
        asked++;
    }
    assert_true(asked > 0 && due > 0);
    assert_true(won > asked / 4 && won < asked);
    hand_game.solver->destroy(solver);
}

/* The table of one solver, filled by many positions, answers as an empty one does. */
static void what_the_table_knows_is_true(void **state)
{
    (void)state;
    struct rng rng = {.state = 16};
    void *old = hand_game.solver->create();
    for (int i = 0; i < check_scaled(60); i++) {
        struct table table;
        if (!random_position(&table, &rng, 10 + (int)rng_below(&rng, 5)))
            continue;
        void *fresh = hand_game.solver->create();
        struct solution one = ask(old, &table, UINT64_MAX);
        struct solution two = ask(fresh, &table, UINT64_MAX);
        assert_int_equal(one.end, END_PROVEN);
        assert_int_equal(one.score.number, two.score.number);
        hand_game.solver->destroy(fresh);
    }
    assert_true(hand_game.solver->fill(old) > 0);
    hand_game.solver->destroy(old);
}

static void it_stops_at_its_limit(void **state)
{
    (void)state;
    struct rng rng = {.state = 17};
    struct table table;
    void *solver = hand_game.solver->create();
    while (!random_position(&table, &rng, 33))
        ;
    struct solution solution = ask(solver, &table, 20000);
    assert_int_equal(solution.end, END_OPEN);
    assert_true(game_allows(&hand_game, &table.board, &table.position, solution.best));
    hand_game.solver->destroy(solver);
}

/* More of a house, all else the same, is never worse: what the table relies on. */
static void a_larger_lead_is_never_worse(void **state)
{
    (void)state;
    struct rng rng = {.state = 18};
    int better = 0;
    for (int i = 0; i < check_scaled(300); i++) {
        struct table table;
        if (!random_position(&table, &rng, 4 + (int)rng_below(&rng, 3)))
            continue;
        struct table more = table;
        struct hand_position *hand = (struct hand_position *)(void *)more.position.bytes;
        int house = (int)rng_below(&rng, HAND_HOUSES);
        if (hand->count[hand->side][house] >= hand_houses[house].cards)
            continue;
        hand_add_cards(hand, house, 1);
        bool before = brute_wins(&table);
        bool after = brute_wins(&more);
        assert_true(after || !before);
        better += after && !before;
    }
    assert_true(better > 0);
}

/* Of all ways to toss `left` coins, 0.4 for a tie: what the table of races says. */
static double tossed(int x, int left)
{
    int lead = x > 0 ? x - 1 : x < 0 ? x + 1 : 0;
    double sum = 0;
    for (unsigned toss = 0; toss < 1U << left; toss++) {
        int end = lead + 2 * __builtin_popcount(toss) - left;
        sum += end > 0 ? 1 : end < 0 ? 0 : 0.4;
    }
    return sum / (1U << left);
}

static void races_are_tosses_of_a_coin(void **state)
{
    (void)state;
    for (int x = -COURT_X_MAX; x <= COURT_X_MAX; x++)
        for (int left = 1; left <= COURT_LEFT_MAX; left++) {
            double difference = hand_court_race[x + COURT_X_MAX][left] - HAND_COURT_SURE * tossed(x, left);
            bool open = x < left + 2 && x > -left - 2;
            assert_true(!open || (difference > -1 && difference < 1));
        }
}

static value_t value_of(const char *fen)
{
    struct table table;
    struct fault fault;
    memset(&table, 0, sizeof table);
    assert_true(game_parse(&hand_game, &table.board, &table.position, fen, &fault));
    return hand_game.evaluate(&table.board, &table.position);
}

static void the_evaluation_likes_a_companion(void **state)
{
    (void)state;
    static const char due[] = "1V2S1/B5/G5/6/1L4/6 1 0000001 0000000 ------1 GM c companions=on";
    static const char none[] = "1V2S1/B5/G5/6/1L4/6 1 0000001 0000000 ------1 - m companions=on";
    static const char near[] = "1VU1S1/B5/G5/6/1L4/6 1 0000001 0000000 ------1 GM m companions=on";
    assert_true(value_of(due) > value_of(none));
    assert_true(value_of(near) > value_of(none));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_winner_is_that_of_all_lines_of_play),
        cmocka_unit_test(what_the_table_knows_is_true),
        cmocka_unit_test(it_stops_at_its_limit),
        cmocka_unit_test(a_larger_lead_is_never_worse),
        cmocka_unit_test(races_are_tosses_of_a_coin),
        cmocka_unit_test(the_evaluation_likes_a_companion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
