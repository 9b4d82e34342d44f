/* Monopoly's corner cases, each forced; the tape; the seed's agent; the limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "games/monopoly/monopoly.h"
#include "games/monopoly/tape.h"

static const struct game *const game = &monopoly_game;

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

static struct spot spot_start(const char *words)
{
    struct spot spot;
    struct fault fault;
    struct words split;
    assert_true(words_split(words, strlen(words), &split));
    assert_true(game->start(&spot.board, &spot.position, &split, &fault));
    return spot;
}

static void assert_fen(const struct spot *spot, const char *fen)
{
    char room[FEN_MAX];
    struct text text = text_in(room, sizeof room);
    game->print(&spot->board, &spot->position, &text);
    assert_string_equal(room, fen);
}

/* The legal words joined by blanks. */
static void assert_legal(const struct spot *spot, const char *words)
{
    char room[256];
    struct text text = text_in(room, sizeof room);
    struct move_list list;
    game_successors(game, &spot->board, &spot->position, &list);
    for (int i = 0; i < list.count; i++) {
        char word[MOVE_WORD_MAX];
        game->move_print(&spot->board, list.at[i], word);
        text_format(&text, "%s%s", i > 0 ? " " : "", word);
    }
    assert_string_equal(room, words);
    assert_int_equal(game_count_moves(game, &spot->board, &spot->position), list.count);
}

static void play(struct spot *spot, const char *words)
{
    struct words split;
    assert_true(words_split(words, strlen(words), &split));
    for (int i = 0; i < split.count; i++) {
        move_t move = game->move_parse(&spot->board, split.at[i]);
        assert_true(game_allows(game, &spot->board, &spot->position, move));
        game->apply(&spot->board, &spot->position, move);
    }
}

static void assert_end(const struct spot *spot, enum result result, const char *reason)
{
    assert_int_equal(game->turn(&spot->board, &spot->position), ACTOR_NONE);
    assert_int_equal(game->result(&spot->board, &spot->position), result);
    assert_string_equal(game->reason(&spot->board, &spot->position), reason);
    assert_legal(spot, "");
}

/* From `fen`, `legal` moves; after `move` the FEN is `after`. */
static void assert_step(const char *fen, const char *legal, const char *move, const char *after)
{
    struct spot spot = spot_from(fen);
    assert_legal(&spot, legal);
    play(&spot, move);
    assert_fen(&spot, after);
}

/* -- rules -- */

static void buying_takes_more_than_the_price(void **state)
{
    (void)state;
    assert_step("-....-.... 1 d 4 401 0 1000", "buy pass", "buy", "-...1-.... 2 r 4 1 0 1000");
    assert_step("-....-.... 1 d 4 400 0 1000", "pass", "pass", "-....-.... 2 r 4 400 0 1000");
    assert_step("-....-.... 2 d 0 9 3 300 buyequal=on", "buy pass", "buy",
                "-..2.-.... 1 r 0 9 3 0 buyequal=on");
    assert_step("-....-.... 1 d 3 299 0 9 buyequal=on", "pass", "pass",
                "-....-.... 2 r 3 299 0 9 buyequal=on");
}

static void selling_pays_ninety_percent(void **state)
{
    (void)state;
    assert_step("-...1-.... 1 d 4 7 0 9", "sell pass", "sell", "-....-.... 2 r 4 367 0 9");
    assert_step("-..2.-.... 2 d 4 7 3 9", "sell pass", "sell", "-....-.... 1 r 4 7 3 279");
    assert_step("-1...-.... 1 d 1 7 0 9 sellpercent=33", "sell pass", "sell",
                "-....-.... 2 r 1 73 0 9 sellpercent=33");
    assert_step("-1...-.... 1 d 1 7 0 9", "sell pass", "pass", "-1...-.... 2 r 1 7 0 9");
}

static void rent_is_paid_in_full(void **state)
{
    (void)state;
    assert_step("-2...-.... 1 d 1 101 5 3", "rent", "rent", "-2...-.... 2 r 1 1 5 103");
    struct spot spot = spot_from("-2...-.... 1 d 1 30 5 3");
    play(&spot, "rent");
    assert_fen(&spot, "-2...-.... 2 r 1 -70 5 103");
    assert_end(&spot, RESULT_TWO, "bankrupt");
    assert_int_equal(game_worth(game, &spot.board, &spot.position, 0), -VALUE_WIN);
}

static void no_cash_left_is_bankrupt(void **state)
{
    (void)state;
    struct spot spot = spot_from("-....-.... 2 d 0 10 5 200");
    assert_legal(&spot, "tax");
    play(&spot, "tax");
    assert_fen(&spot, "-....-.... 1 r 0 10 5 0");
    assert_end(&spot, RESULT_ONE, "bankrupt");
    assert_step("-....-.... 2 d 0 10 5 201", "tax", "tax", "-....-.... 1 r 0 10 5 1");
    spot = spot_from("-....-.... 1 d 1 200 0 9 buyequal=on");
    play(&spot, "buy"); /* the last coin for a square */
    assert_end(&spot, RESULT_TWO, "bankrupt");
}

static void start_pays_nothing(void **state)
{
    (void)state;
    assert_step("-....-.... 1 r 9 70 0 1000", "r1 r2 r3 r4 r5 r6", "r1", "-....-.... 1 d 0 70 0 1000");
    assert_step("-....-.... 1 r 9 70 0 1000", "r1 r2 r3 r4 r5 r6", "r3", "-....-.... 1 d 2 70 0 1000");
    assert_step("-....-.... 1 d 0 70 0 1000", "pass", "pass", "-....-.... 2 r 0 70 0 1000");
}

static void fine_off_lets_one_pass(void **state)
{
    (void)state;
    assert_step("-....-.... 1 d 5 70 0 10 fine=off maxturns=9", "pass", "pass",
                "-....-.... 2 r 5 70 0 10 fine=off maxturns=9 turn=1");
}

static void the_richer_wins_at_the_limit(void **state)
{
    (void)state;
    struct spot spot = spot_from("-1...-2... 1 d 0 500 1 500 maxturns=6 turn=5");
    play(&spot, "pass");
    assert_end(&spot, RESULT_DRAW, "maxturns");
    assert_int_equal(game_worth(game, &spot.board, &spot.position, 0), 0);
    spot = spot_from("-..1.-2... 1 d 0 500 1 599 maxturns=6 turn=5");
    play(&spot, "pass");
    assert_end(&spot, RESULT_ONE, "maxturns");
    spot = spot_from("-1...-2... 2 r 0 500 1 501 maxturns=6 turn=6");
    assert_end(&spot, RESULT_TWO, "maxturns");
    spot = spot_from("-1111-1111 1 d 5 200 1 5 maxturns=6 turn=5");
    play(&spot, "tax"); /* bankrupt, however rich in squares */
    assert_end(&spot, RESULT_TWO, "bankrupt");
}

static void bankrupt_is_over_whatever_is_due(void **state)
{
    (void)state;
    static const char *const fens[] = {"-....-.... 1 r 0 0 0 9", "-....-.... 2 r 0 0 0 9",
                                       "-....-.... 1 d 4 -5 0 9", "-....-.... 2 d 4 -1000 3 9 dice=5"};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct spot spot = spot_from(fens[i]);
        assert_end(&spot, RESULT_TWO, "bankrupt");
        assert_int_equal(game->horizon(&spot.board, &spot.position), 0);
    }
}

static void horizon_counts_rolls_and_actions(void **state)
{
    (void)state;
    struct spot spot = spot_from("-....-.... 1 r 0 9 0 9 maxturns=3 turn=1");
    assert_int_equal(game->horizon(&spot.board, &spot.position), 4);
    play(&spot, "r1");
    assert_int_equal(game->horizon(&spot.board, &spot.position), 3);
    spot = spot_start("");
    assert_int_equal(game->horizon(&spot.board, &spot.position), -1);
}

/* -- the tape -- */

/* Computed apart from the engine, in another language. */
static void tape_is_the_documented_function(void **state)
{
    (void)state;
    static const char *const zero = "35553166131125622255";
    static const char *const seven = "25512422115644424446";
    for (int k = 0; k < 20; k++) {
        assert_int_equal(monopoly_tape_roll(0, k), zero[k] - '0');
        assert_int_equal(monopoly_tape_roll(7, k), seven[k] - '0');
    }
}

/* Chi squared over the faces and over pairs of rolls, in both directions of (n, k). */
static void tape_is_uniform(void **state)
{
    (void)state;
    enum { SIDE = 600 };
    double face[6] = {0};
    double along[36] = {0};
    double across[36] = {0};
    for (int n = 0; n < SIDE; n++)
        for (int k = 0; k < SIDE; k++) {
            int roll = monopoly_tape_roll(n, k) - 1;
            face[roll]++;
            along[roll * 6 + monopoly_tape_roll(n, k + 1) - 1]++;
            across[roll * 6 + monopoly_tape_roll(n + 1, k) - 1]++;
        }
    double total = (double)SIDE * SIDE;
    double faces = 0;
    double pairs_along = 0;
    double pairs_across = 0;
    for (int i = 0; i < 6; i++)
        faces += pow(face[i] - total / 6, 2) / (total / 6);
    for (int i = 0; i < 36; i++) {
        pairs_along += pow(along[i] - total / 36, 2) / (total / 36);
        pairs_across += pow(across[i] - total / 36, 2) / (total / 36);
    }
    assert_true(faces < 25);       /* 5 degrees of freedom: one in 7000 */
    assert_true(pairs_along < 75); /* 35 degrees of freedom: one in 10000 */
    assert_true(pairs_across < 75);
}

static void tape_rolls_by_itself(void **state)
{
    (void)state;
    struct spot spot = spot_start("dice=7");
    assert_fen(&spot, "-....-.... 1 d 2 1000 0 1000 dice=7:1");
    play(&spot, "buy");
    assert_fen(&spot, "-.1..-.... 2 d 2 800 5 1000 dice=7:2");
    play(&spot, "tax");
    assert_fen(&spot, "-.1..-.... 1 d 7 800 5 800 dice=7:3");
    spot = spot_from("-....-.... 1 r 0 1000 0 1000 dice=7:1");
    assert_fen(&spot, "-....-.... 1 d 5 1000 0 1000 dice=7:2");
}

static void tape_begins_again(void **state)
{
    (void)state;
    struct spot spot = spot_from("-....-.... 1 r 0 1000 0 1000 dice=7:999999999999999999");
    char room[FEN_MAX];
    struct text text = text_in(room, sizeof room);
    game->print(&spot.board, &spot.position, &text);
    assert_string_equal(strrchr(room, ':'), ":0");
}

static void forget_removes_the_tape(void **state)
{
    (void)state;
    struct spot bare = spot_from("-.1..-.... 2 d 2 800 5 1000");
    struct spot one = spot_from("-.1..-.... 2 d 2 800 5 1000 dice=7:2");
    struct spot two = spot_from("-.1..-.... 2 d 2 800 5 1000 dice=8:0");
    assert_true(game->key(&one.board, &one.position) != game->key(&two.board, &two.position));
    game->forget(&one.board, &one.position);
    game->forget(&two.board, &two.position);
    assert_memory_equal(one.board.bytes, bare.board.bytes, game->board_size);
    assert_memory_equal(one.position.bytes, bare.position.bytes, game->position_size);
    assert_int_equal(game->key(&two.board, &two.position), game->key(&bare.board, &bare.position));
    play(&one, "tax");
    assert_int_equal(game->turn(&one.board, &one.position), ACTOR_CHANCE);
}

static void rules_are_in_the_key(void **state)
{
    (void)state;
    static const char *const flags[] = {
        "",           "buyequal=on",       "maxturns=9",    "maxturns=9 fine=off",
        "maxturns=8", "maxturns=9 turn=1", "sellpercent=89"};
    enum { COUNT = sizeof flags / sizeof *flags };
    uint64_t key[COUNT];
    for (int i = 0; i < COUNT; i++) {
        char fen[128];
        snprintf(fen, sizeof fen, "-....-.... 1 r 0 1000 0 1000 %s", flags[i]);
        struct spot spot = spot_from(fen);
        key[i] = game->key(&spot.board, &spot.position);
        for (int j = 0; j < i; j++)
            assert_true(key[i] != key[j]);
    }
}

/* -- the seed's agent -- */

/* As the rules tell it: the mover's best, the opponent's worst, the mean of the dice. */
static double seed_value(const struct spot *spot, enum actor me, int depth)
{
    enum actor turn = game->turn(&spot->board, &spot->position);
    if (turn == ACTOR_NONE || depth == 0)
        return game->seed->value(&spot->board, &spot->position, &spot->position, me, turn != ACTOR_NONE);
    struct move_list list;
    game_successors(game, &spot->board, &spot->position, &list);
    double best = turn == ACTOR_CHANCE ? 0 : turn == me ? -INFINITY : INFINITY;
    for (int i = 0; i < list.count; i++) {
        struct spot next = *spot;
        game->apply(&next.board, &next.position, list.at[i]);
        double value = seed_value(&next, me, depth - 1);
        if (turn == ACTOR_CHANCE)
            best += value / list.count;
        else
            best = turn == me ? fmax(best, value) : fmin(best, value);
    }
    return best;
}

static void seed_values_of_the_rules_page(void **state)
{
    (void)state;
    static const double known[] = {1000, 1000, 3050 / 3.0, 3050 / 3.0, 8825 / 9.0, 8825 / 9.0};
    struct spot spot = spot_from("-....-.... 1 d 4 1000 0 1000");
    for (int depth = 1; depth <= 6; depth++)
        assert_true(fabs(seed_value(&spot, ACTOR_ONE, depth) - known[depth - 1]) < 1e-9);
    assert_int_equal(game->seed->plies(&spot.board, &spot.position), 2);
}

static void seed_counts_a_finished_game(void **state)
{
    (void)state;
    struct spot spot = spot_from("-1111-1111 1 r 0 0 0 9");
    const struct position *at = &spot.position;
    assert_true(game->seed->value(&spot.board, at, at, ACTOR_ONE, false) == -10000);
    assert_true(game->seed->value(&spot.board, at, at, ACTOR_TWO, false) == 10000);
}

/* The first best action at its own depth. */
static void seed_buys_and_never_sells(void **state)
{
    (void)state;
    struct spot pass = spot_from("-.2..-.... 1 d 4 700 0 1000");
    struct spot buy = pass;
    play(&pass, "pass");
    play(&buy, "buy");
    assert_true(seed_value(&buy, ACTOR_ONE, 1) >= seed_value(&pass, ACTOR_ONE, 1));
    struct spot keep = spot_from("-.2.1-.... 1 d 4 700 0 1000");
    struct spot sell = keep;
    play(&keep, "pass");
    play(&sell, "sell");
    assert_true(seed_value(&sell, ACTOR_ONE, 1) < seed_value(&keep, ACTOR_ONE, 1));
}

/* -- estimate -- */

static void estimate_is_fair_and_below_certainty(void **state)
{
    (void)state;
    struct spot one = spot_from("-1.2.-1... 1 d 7 800 3 450");
    struct spot two = spot_from("-2.1.-2... 2 d 3 450 7 800");
    assert_int_equal(game->evaluate(&one.board, &one.position), game->evaluate(&two.board, &two.position));
    struct spot rich = spot_from("-1111-1111 1 d 0 990000 0 1");
    value_t value = game->evaluate(&rich.board, &rich.position);
    assert_true(value > VALUE_WIN / 2 && value < VALUE_WIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buying_takes_more_than_the_price),
        cmocka_unit_test(selling_pays_ninety_percent),
        cmocka_unit_test(rent_is_paid_in_full),
        cmocka_unit_test(no_cash_left_is_bankrupt),
        cmocka_unit_test(start_pays_nothing),
        cmocka_unit_test(fine_off_lets_one_pass),
        cmocka_unit_test(the_richer_wins_at_the_limit),
        cmocka_unit_test(bankrupt_is_over_whatever_is_due),
        cmocka_unit_test(horizon_counts_rolls_and_actions),
        cmocka_unit_test(tape_is_the_documented_function),
        cmocka_unit_test(tape_is_uniform),
        cmocka_unit_test(tape_rolls_by_itself),
        cmocka_unit_test(tape_begins_again),
        cmocka_unit_test(forget_removes_the_tape),
        cmocka_unit_test(rules_are_in_the_key),
        cmocka_unit_test(seed_values_of_the_rules_page),
        cmocka_unit_test(seed_counts_a_finished_game),
        cmocka_unit_test(seed_buys_and_never_sells),
        cmocka_unit_test(estimate_is_fair_and_below_certainty),
    };
    return cmocka_run_group_tests_name("monopoly", tests, NULL, NULL);
}
