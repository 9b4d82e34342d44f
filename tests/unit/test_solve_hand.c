/* The solver of Hand of the King against a full search of the naive twin, and its manners: stop, memory,
 * threads, traps for a lost game. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/hand/hand.h"
#include "games/hand/proof_table.h"
#include "naive/naive.h"
#include "search/solver.h"
#include "solve/effort.h"
#include "support/check.h"
#include "support/hand_check.h"
#include "support/place.h"
#include "support/sanitized.h"

enum { MEBIBYTE = 1 << 20 };

/* Microseconds; instrumented code is many times slower. */
enum { STOP_WITHIN = SANITIZED ? 1000000 : 50000 };

extern const struct naive naive_hand;

/* -- positions -- */

struct table {
    struct board board;
    struct position position;
};

static void start(struct table *table, const char *line)
{
    struct words words;
    struct fault fault;
    memset(table, 0, sizeof *table);
    assert_true(words_split(line, strlen(line), &words));
    assert_true(hand_game.start(&table->board, &table->position, &words, &fault));
}

static bool is_over(const struct table *table)
{
    return hand_game.turn(&table->board, &table->position) == ACTOR_NONE;
}

/* Random moves from a deal until `cards` are left; false if the game ends before. */
static bool random_position(struct table *table, struct rng *rng, int cards)
{
    char line[96];
    snprintf(line, sizeof line, "deal=%s capture=%s seed=%d", rng_below(rng, 2) ? "course" : "uniform",
             rng_below(rng, 2) ? "farthest" : "any", (int)rng_below(rng, 1000000));
    start(table, line);
    while (!is_over(table) && bits_count(hand_cards(hand_position(&table->position))) > cards)
        place_step(&hand_game, &table->board, &table->position, rng);
    return !is_over(table);
}

static void fen_of(const struct table *table, char fen[FEN_MAX])
{
    struct text text = text_in(fen, FEN_MAX);
    hand_game.print(&table->board, &table->position, &text);
}

/* -- the solver -- */

static void hear_report(void *context, const struct report *report)
{
    (void)report;
    (*(int *)context)++;
}

static void hear_note(void *context, const char *note)
{
    (void)context;
    (void)note;
}

struct asked {
    struct solution solution;
    int reports;
};

static struct job job_new(int *reports)
{
    return (struct job){.node_limit = UINT64_MAX,
                        .began = clock_now(),
                        .deadline = INT64_MAX,
                        .context = reports,
                        .report = hear_report,
                        .note = hear_note};
}

static struct asked ask(void *solver, const struct table *table, struct means means)
{
    struct asked asked = {.reports = 0};
    struct job job = job_new(&asked.reports);
    hand_game.solver->solve(solver, &means, &table->board, &table->position, &job, &asked.solution);
    return asked;
}

static const struct means to_the_end = {.bytes = MEBIBYTE, .threads = 1, .to_the_end = true};
static const struct means in_a_game = {.bytes = MEBIBYTE, .threads = 1};
static const struct means for_the_winner = {
    .bytes = MEBIBYTE, .threads = 1, .to_the_end = true, .answer = ANSWER_WINNER};

/* -- every line of play of the naive twin -- */

/* Margin of the mover, twice, and one more or less for who wins. */
static int naive_value(const struct naive_state *state)
{
    struct naive_list list;
    int best = -100;
    bool first = naive_hand.turn(state)[0] == '1';
    naive_hand.legal(state, &list);
    for (int i = 0; i < list.count; i++) {
        struct naive_state next = *state;
        naive_hand.play(&next, list.word[i]);
        int value;
        if (strcmp(naive_hand.turn(&next), "none") == 0) {
            char text[64];
            char *rest;
            naive_hand.score(&next, text);
            int one = (int)strtol(text, &rest, 10);
            int two = (int)strtol(rest, NULL, 10);
            value = 2 * (one - two) + (strcmp(naive_hand.result(&next), "p1win") == 0 ? 1 : -1);
            value = first ? value : -value;
        } else {
            value = -naive_value(&next);
        }
        best = value > best ? value : best;
    }
    return best;
}

/* The same by the rules under test (they have their own tests), cutting what cannot matter. */
static int rules_value(const struct table *table, int alpha, int beta)
{
    struct move_list list;
    int side = hand_position(&table->position)->side;
    int best = -100;
    game_successors(&hand_game, &table->board, &table->position, &list);
    for (int i = 0; i < list.count && best < beta; i++) {
        struct table next = *table;
        hand_game.apply(&next.board, &next.position, list.at[i]);
        const struct hand_position *hand = hand_position(&next.position);
        int value;
        if (is_over(&next))
            value = 2 * (hand_banners(hand, side) - hand_banners(hand, 1 - side)) +
                    (hand_leader(hand) == side ? 1 : -1);
        else
            value = -rules_value(&next, -beta, -alpha);
        best = value > best ? value : best;
        alpha = value > alpha ? value : alpha;
    }
    return best;
}

static void check_value(const struct table *table, const struct solution *solution, int value)
{
    char fen[FEN_MAX];
    fen_of(table, fen);
    const struct score *score = &solution->score;
    bool right = solution->end == END_PROVEN && score->kind == SCORE_PTS && score->bound == BOUND_PROVEN &&
                 score->number == value / 2 && score->has_wdl && score->wdl[value > 0 ? 0 : 2] == 1000;
    if (!right)
        fail_msg("%s: value %d, solver says %d (wins %d)", fen, value, (int)score->number, score->wdl[0]);
}

/* The line is legal, begins with the best move, and ends the game as the score says. */
static void check_line(const struct table *table, const struct solution *solution)
{
    struct table end = *table;
    int side = hand_position(&table->position)->side;
    assert_int_equal(solution->pv[0], solution->best);
    for (int i = 0; i < solution->pv_count; i++) {
        assert_true(game_allows(&hand_game, &end.board, &end.position, solution->pv[i]));
        hand_game.apply(&end.board, &end.position, solution->pv[i]);
    }
    assert_true(is_over(&end));
    const struct hand_position *hand = hand_position(&end.position);
    assert_int_equal(hand_banners(hand, side) - hand_banners(hand, 1 - side), solution->score.number);
    assert_int_equal(hand_leader(hand) == side, solution->score.wdl[0] == 1000);
}

static void small_positions_are_as_brute_force_says(void **state)
{
    (void)state;
    struct rng rng = {.state = 4};
    void *solver = hand_game.solver->create();
    int done = 0;
    while (done < check_scaled(10000)) {
        struct table table;
        struct naive_state naive;
        char fen[FEN_MAX];
        if (!random_position(&table, &rng, 3 + (int)rng_below(&rng, 7)))
            continue;
        fen_of(&table, fen);
        naive_hand.from_fen(&naive, fen);
        struct asked asked = ask(solver, &table, to_the_end);
        int value = naive_value(&naive);
        check_value(&table, &asked.solution, value);
        check_line(&table, &asked.solution);
        assert_true(asked.reports > 0);
        asked = ask(solver, &table, for_the_winner);
        assert_int_equal(asked.solution.score.kind, SCORE_MATE);
        assert_int_equal(asked.solution.score.number > 0, value > 0);
        done++;
    }
    hand_game.solver->destroy(solver);
}

/* Of 36 cards brute force knows nothing; a check by the rules does, and here they are held against each other. */
static void a_check_by_the_rules_says_what_brute_force_says(void **state)
{
    (void)state;
    struct rng rng = {.state = 16};
    int done = 0, hinted = 0;
    while (done < check_scaled(10000)) {
        struct table table;
        struct hand_check_work work;
        if (!random_position(&table, &rng, 10 + (int)rng_below(&rng, 5)))
            continue;
        int side = hand_position(&table.position)->side;
        bool is_won = rules_value(&table, -100, 100) > 0;
        bool mover = hand_check_wins(&table.board, &table.position, side, 12, &work);
        assert_int_equal(mover, is_won);
        hinted += work.hints > 0;
        bool other = hand_check_wins(&table.board, &table.position, 1 - side, 12, &work);
        assert_int_equal(other, !is_won);
        done++;
    }
    assert_true(hinted > done / 4);
}

/* A FEN that no game need lead to: a few cards anywhere, captured cards and holders as they may be. */
static void made_up_fen(struct rng *rng, char fen[FEN_MAX])
{
    static const char letters[] = "SGLTBYU";
    int left[HAND_HOUSES] = {8, 7, 6, 5, 4, 3, 2};
    int counts[2][HAND_HOUSES] = {{0}, {0}};
    int varys = (int)rng_below(rng, 36);
    struct text text = text_in(fen, FEN_MAX);
    for (int cell = 0; cell < 36; cell++) {
        int house = (int)rng_below(rng, HAND_HOUSES);
        bool card = rng_below(rng, 5) == 0 && left[house] > 0;
        if (cell > 0 && cell % 6 == 0)
            text_char(&text, '/');
        text_char(&text, cell == varys ? 'V' : card ? letters[house] : '1');
        left[house] -= card && cell != varys;
    }
    text_format(&text, " %d ", 1 + (int)rng_below(rng, 2));
    for (int player = 0; player < 2; player++) {
        for (int house = 0; house < HAND_HOUSES; house++) {
            counts[player][house] = (int)rng_below(rng, (uint64_t)left[house] + 1);
            left[house] -= counts[player][house];
            text_number(&text, counts[player][house]);
        }
        text_char(&text, ' ');
    }
    for (int house = 0; house < HAND_HOUSES; house++) {
        int lead = counts[0][house] - counts[1][house];
        bool none = counts[0][house] + counts[1][house] == 0;
        text_char(&text, none ? '-' : lead > 0 ? '1' : lead < 0 ? '2' : "12"[rng_below(rng, 2)]);
    }
    text_string(&text, rng_below(rng, 2) ? " capture=farthest" : "");
}

static void made_up_positions_are_as_brute_force_says(void **state)
{
    (void)state;
    struct rng rng = {.state = 10};
    void *solver = hand_game.solver->create();
    int done = 0;
    while (done < check_scaled(3000)) {
        struct table table;
        struct naive_state naive;
        struct fault fault;
        char fen[FEN_MAX];
        memset(&table, 0, sizeof table);
        made_up_fen(&rng, fen);
        if (!game_parse(&hand_game, &table.board, &table.position, fen, &fault) || is_over(&table) ||
            bits_count(hand_reachable(hand_position(&table.position))) > 9)
            continue;
        naive_hand.from_fen(&naive, fen);
        struct asked asked = ask(solver, &table, to_the_end);
        check_value(&table, &asked.solution, naive_value(&naive));
        check_line(&table, &asked.solution);
        done++;
    }
    hand_game.solver->destroy(solver);
}

/* Large enough for the table and the ordering of moves to take part. In play the solver may say no more than
 * who wins. */
static void larger_positions_are_as_alpha_beta_says(void **state)
{
    (void)state;
    struct rng rng = {.state = 5};
    void *solver = hand_game.solver->create();
    int margins[HAND_HOUSES + 1] = {0};
    int done = 0;
    while (done < check_scaled(200)) {
        struct table table;
        if (!random_position(&table, &rng, 14 + (int)rng_below(&rng, 5)))
            continue;
        int value = rules_value(&table, -100, 100);
        struct asked asked = ask(solver, &table, to_the_end);
        check_value(&table, &asked.solution, value);
        check_line(&table, &asked.solution);
        asked = ask(solver, &table, in_a_game);
        assert_true(asked.solution.end == END_PROVEN);
        if (asked.solution.score.kind == SCORE_PTS)
            check_value(&table, &asked.solution, value);
        else
            assert_int_equal(asked.solution.score.number > 0, value > 0);
        margins[abs(value / 2)]++;
        done++;
    }
    print_message("margins 0 1 2 ... of 14 to 18 cards: %d %d %d %d %d %d %d %d\n", margins[0], margins[1],
                  margins[2], margins[3], margins[4], margins[5], margins[6], margins[7]);
    assert_true(margins[1] < done || done < 20); /* they are not all alike */
    hand_game.solver->destroy(solver);
}

/* -- what a person can check -- */

static void check_solution(const char *fen, int64_t number, int win, const char *best)
{
    struct table table;
    struct fault fault;
    char word[MOVE_WORD_MAX];
    void *solver = hand_game.solver->create();
    memset(&table, 0, sizeof table);
    assert_true(game_parse(&hand_game, &table.board, &table.position, fen, &fault));
    struct asked asked = ask(solver, &table, to_the_end);
    hand_game.move_print(&table.board, asked.solution.best, word);
    assert_true(asked.solution.end == END_PROVEN);
    assert_int_equal(asked.solution.score.number, number);
    assert_int_equal(asked.solution.score.wdl[0], win);
    assert_string_equal(word, best);
    hand_game.solver->destroy(solver);
}

static void positions_that_a_person_can_solve(void **state)
{
    (void)state;
    /* one card, one banner */
    check_solution("VU4/6/6/6/6/6", 1, 1000, "b1");
    /* taking both leaves nothing; taking one leaves the other, and the banner with it */
    check_solution("VUU3/6/6/6/6/6", 1, 1000, "c1");
    /* under the other rule there is only the one */
    check_solution("VUU3/6/6/6/6/6 1 capture=farthest", 1, 1000, "c1");
    /* Stark and Tully: whoever moves takes one, the other takes the other; a tie goes to Stark */
    check_solution("VS4/1U4/6/6/6/6", 0, 1000, "b1");
    check_solution("VU4/1S4/6/6/6/6", 0, 0, "b1");
    /* Tully first would leave Stark to the opponent; Stark first ends the game */
    check_solution("VU4/S5/6/6/6/6", 1, 1000, "b1");
}

/* -- how much it takes -- */

/* Positions of 29 cards from random play. Ordered by races and a look ahead their proofs took 8.6 million nodes. */
static void the_order_of_moves_keeps_proofs_small(void **state)
{
    (void)state;
    static const char *const fens[] = {"L1LTLB/SSUYSB/G1GBSG/UVTSYS/S1SY2/TLT1T1 2 0400100 0020000 -12-1--",
                                       "G3ST/YSLGGU/T1YB1B/TB1TSL/LV1SST/SBSYLG 2 1020001 0300000 121---1",
                                       "SBVSTS/GU3Y/LTSS2/BSSLBT/LTGL1G/YGUT1Y 1 1210000 0110100 112-2--"};
    uint64_t nodes = 0;
    void *solver = hand_game.solver->create();
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        struct table table = {.position = {{0}}};
        struct fault fault;
        int reports = 0;
        struct solution solution;
        struct job job = job_new(&reports);
        assert_true(game_parse(&hand_game, &table.board, &table.position, fens[i], &fault));
        hand_game.solver->solve(solver, &to_the_end, &table.board, &table.position, &job, &solution);
        assert_true(solution.end == END_PROVEN);
        nodes += job.nodes;
    }
    hand_game.solver->destroy(solver);
    assert_in_range(nodes, 1, 5000000);
}

/* -- a lost game -- */

static bool loses(const struct table *table)
{
    return is_over(table)
               ? hand_leader(hand_position(&table->position)) != hand_position(&table->position)->side
               : rules_value(table, -100, 100) < 0;
}

/* Parts per thousand of the opponent's answers to `move` that keep his win. */
static int right_answers(const struct table *table, move_t move)
{
    struct table next = *table;
    struct move_list list;
    int right = 0;
    hand_game.apply(&next.board, &next.position, move);
    game_successors(&hand_game, &next.board, &next.position, &list);
    for (int i = 0; i < list.count; i++) {
        struct table answer = next;
        hand_game.apply(&answer.board, &answer.position, list.at[i]);
        right += loses(&answer);
    }
    return list.count == 0 ? 1000 : right * 1000 / list.count;
}

/* The move that leaves the fewest of them. */
static move_t fewest_answers(const struct table *table, const struct move_list *list)
{
    int best = 0;
    int fewest = 1001;
    for (int i = 0; i < list->count; i++) {
        int right = right_answers(table, list->at[i]);
        if (right < fewest) {
            fewest = right;
            best = i;
        }
    }
    return list->at[best];
}

/* The move after which the evaluation likes the position best. */
static move_t greedy(const struct table *table, const struct move_list *list)
{
    int side = hand_position(&table->position)->side;
    int best = 0;
    value_t most = -VALUE_INFINITE;
    for (int i = 0; i < list->count; i++) {
        struct table next = *table;
        hand_game.apply(&next.board, &next.position, list->at[i]);
        value_t value = is_over(&next)
                            ? hand_leader(hand_position(&next.position)) == side ? VALUE_WIN : -VALUE_WIN
                            : -hand_game.evaluate(&next.board, &next.position);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return list->at[best];
}

enum manner { AT_RANDOM, GREEDY, BY_TRAPS, FEWEST_ANSWERS };

/* Plays out a position that the side on move loses. True if the other throws the win away. The loser plays in his
 * manner until he has won. */
static bool converts(void *solver, struct table table, enum manner loser, enum manner other, uint64_t seed)
{
    struct rng rng = {.state = seed};
    int side = hand_position(&table.position)->side;
    while (!is_over(&table)) {
        struct move_list list;
        bool is_other = hand_position(&table.position)->side != side;
        enum manner manner = is_other ? other : loser;
        game_successors(&hand_game, &table.board, &table.position, &list);
        move_t move = list.at[rng_below(&rng, (uint64_t)list.count)];
        if (manner == GREEDY)
            move = greedy(&table, &list);
        if (!is_other) {
            struct asked asked = ask(solver, &table, in_a_game);
            bool wins = asked.solution.score.kind == SCORE_PTS || asked.solution.score.number > 0;
            if (wins || manner == BY_TRAPS)
                move = asked.solution.best;
            else if (manner == FEWEST_ANSWERS)
                move = fewest_answers(&table, &list);
        }
        hand_game.apply(&table.board, &table.position, move);
    }
    return hand_leader(hand_position(&table.position)) == side;
}

enum { TRIED = 200 };

/* How many of so many lost positions of 12 cards are turned by traps, and how many in another manner. */
static void try_traps(enum manner manner, enum manner other, int turned[2])
{
    struct rng rng = {.state = 9};
    void *solver = hand_game.solver->create();
    turned[0] = turned[1] = 0;
    for (int played = 0; played < TRIED;) {
        struct table table;
        if (!random_position(&table, &rng, 12) || !loses(&table))
            continue;
        played++;
        turned[0] += converts(solver, table, BY_TRAPS, other, (uint64_t)played);
        turned[1] += converts(solver, table, manner, other, (uint64_t)played);
    }
    hand_game.solver->destroy(solver);
}

static void traps_pay_against_chance(void **state)
{
    (void)state;
    int turned[2];
    try_traps(AT_RANDOM, AT_RANDOM, turned);
    print_message("lost positions of 12 cards turned against a random player: %d of %d, by chance %d\n",
                  turned[0], TRIED, turned[1]);
    assert_true(turned[0] * 10 > turned[1] * 12);
}

static void traps_pay_against_who_knows_the_game(void **state)
{
    (void)state;
    int turned[2];
    try_traps(FEWEST_ANSWERS, GREEDY, turned);
    print_message("against one who goes by the evaluation: %d of %d, by the fewest right answers %d\n",
                  turned[0], TRIED, turned[1]);
    assert_true(turned[0] * 10 > turned[1] * 11);
}

/* -- manners -- */

static void threads_and_memory_do_not_change_the_answer(void **state)
{
    (void)state;
    static const struct means means[] = {
        {.bytes = 64 * MEBIBYTE, .threads = 1, .to_the_end = true},
        {.bytes = 0, .threads = 1, .to_the_end = true},
        {.bytes = MEBIBYTE, .threads = 2, .to_the_end = true},
        {.bytes = MEBIBYTE, .threads = 4, .to_the_end = true},
    };
    struct rng rng = {.state = 7};
    int done = 0;
    while (done < check_scaled(10)) {
        struct table table;
        struct asked asked[sizeof means / sizeof means[0]];
        if (!random_position(&table, &rng, 25))
            continue;
        for (size_t i = 0; i < sizeof means / sizeof means[0]; i++) {
            void *solver = hand_game.solver->create();
            asked[i] = ask(solver, &table, means[i]);
            assert_true(asked[i].solution.end == END_PROVEN);
            assert_int_equal(asked[i].solution.score.number, asked[0].solution.score.number);
            assert_int_equal(asked[i].solution.score.wdl[0], asked[0].solution.score.wdl[0]);
            hand_game.solver->destroy(solver);
        }
        done++;
    }
}

/* The table outlives a solve, but not a change of deal or rule. */
static void one_solver_serves_many_games(void **state)
{
    (void)state;
    struct rng rng = {.state = 8};
    void *old = hand_game.solver->create();
    for (int i = 0; i < check_scaled(10); i++) {
        struct table table;
        if (!random_position(&table, &rng, 22))
            continue;
        for (int rule = 0; rule < 2; rule++) {
            void *fresh = hand_game.solver->create();
            ((struct hand_board *)(void *)table.board.bytes)->capture = (uint64_t)rule;
            struct asked by_old = ask(old, &table, to_the_end);
            struct asked by_fresh = ask(fresh, &table, to_the_end);
            assert_int_equal(by_old.solution.score.number, by_fresh.solution.score.number);
            assert_int_equal(by_old.solution.score.wdl[0], by_fresh.solution.score.wdl[0]);
            hand_game.solver->destroy(fresh);
        }
    }
    hand_game.solver->destroy(old);
}

/* Bytes of address space in use. */
static rlim_t space_used(void)
{
    char line[64] = "";
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL)
        skip();
    fclose(file);
    return (rlim_t)strtoull(line, NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void a_table_that_cannot_grow_stays(void **state)
{
    (void)state;
    if (STOP_WITHIN > 50000) /* the sanitizers need their own memory */
        skip();
    struct hand_proof_table table = {.buckets.line = NULL};
    struct rlimit old;
    assert_int_equal(hand_proof_table_resize(&table, HAND_TABLE_BYTES_MIN), HAND_TABLE_BYTES_MIN);
    hand_proof_table_store(&table, 5, 0x88888888, 1, 3);
    assert_int_equal(getrlimit(RLIMIT_AS, &old), 0);
    struct rlimit tight = {.rlim_cur = space_used() + HAND_TABLE_BYTES_MIN, .rlim_max = old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    size_t kept = hand_proof_table_resize(&table, 64 * MEBIBYTE);
    setrlimit(RLIMIT_AS, &old);
    assert_int_equal(kept, HAND_TABLE_BYTES_MIN);
    assert_int_equal(hand_proof_table_find(&table, 5, 0x88888888), 1);
    assert_int_equal(hand_proof_table_resize(&table, 64 * MEBIBYTE), 64 * MEBIBYTE);
    assert_int_equal(hand_proof_table_resize(&table, 8 * MEBIBYTE), 8 * MEBIBYTE);
    assert_int_equal(hand_proof_table_resize(&table, 0), 0);
    assert_null(table.buckets.line);
    buckets_close(&table.buckets);
}

struct stopping {
    struct job job;
    struct table table;
    struct means means;
    struct solution solution;
    int64_t ended;
    int reports;
};

static void *run(void *context)
{
    struct stopping *stopping = context;
    void *solver = hand_game.solver->create();
    hand_game.solver->solve(solver, &stopping->means, &stopping->table.board, &stopping->table.position,
                            &stopping->job, &stopping->solution);
    stopping->ended = clock_now();
    hand_game.solver->destroy(solver);
    return NULL;
}

/* Microseconds from stop to answer, after a tenth of a second of work on a whole deal. */
static int64_t time_to_stop(void *threads)
{
    static struct stopping stopping;
    pthread_t thread;
    struct timespec tenth = {.tv_nsec = 100000000};
    memset(&stopping, 0, sizeof stopping);
    start(&stopping.table, "seed=1");
    stopping.job = job_new(&stopping.reports);
    stopping.means = (struct means){.bytes = 16 * MEBIBYTE, .threads = *(int *)threads, .to_the_end = true};
    assert_int_equal(pthread_create(&thread, NULL, run, &stopping), 0);
    nanosleep(&tenth, NULL);
    int64_t stopped = clock_now();
    atomic_store(&stopping.job.stop, true);
    pthread_join(thread, NULL);
    assert_true(stopping.solution.end != END_PROVEN);
    assert_true(
        game_allows(&hand_game, &stopping.table.board, &stopping.table.position, stopping.solution.best));
    return stopping.ended - stopped;
}

static void stop_is_answered_within_50_ms(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 2; threads++)
        check_prompt(STOP_WITHIN, time_to_stop, &threads);
}

static long pages_touched(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

static void a_hopeless_proof_is_not_begun(void **state)
{
    (void)state;
    struct table table;
    void *solver = hand_game.solver->create();
    struct pace pace = {.nodes = 10000, .microseconds = 1000};
    struct purse purse = {.time = 100000, .nodes = UINT64_MAX};
    start(&table, "seed=1");
    long pages = pages_touched();
    double expected = hand_game.solver->expects(solver, &in_a_game, &table.board, &table.position);
    assert_true(effort_is_hopeless(&purse, expected, false, &pace));
    assert_true(pages_touched() - pages < 1000); /* its table has not been touched */
    purse.time = 100 * 1000000;
    assert_false(effort_is_hopeless(&purse, expected, false, &pace));
    hand_game.solver->destroy(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_positions_are_as_brute_force_says),
        cmocka_unit_test(made_up_positions_are_as_brute_force_says),
        cmocka_unit_test(a_check_by_the_rules_says_what_brute_force_says),
        cmocka_unit_test(larger_positions_are_as_alpha_beta_says),
        cmocka_unit_test(positions_that_a_person_can_solve),
        cmocka_unit_test(the_order_of_moves_keeps_proofs_small),
        cmocka_unit_test(traps_pay_against_chance),
        cmocka_unit_test(traps_pay_against_who_knows_the_game),
        cmocka_unit_test(threads_and_memory_do_not_change_the_answer),
        cmocka_unit_test(one_solver_serves_many_games),
        cmocka_unit_test(a_table_that_cannot_grow_stays),
        cmocka_unit_test(stop_is_answered_within_50_ms),
        cmocka_unit_test(a_hopeless_proof_is_not_begun),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
