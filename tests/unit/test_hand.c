/* Hand of the King: the corners of its rules, each forced, and the facts about the seed's agent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "games/hand/hand.h"

struct table {
    struct board board;
    struct position position;
};

static struct table table_from(const char *fen)
{
    struct table table;
    struct fault fault;
    memset(&table, 0, sizeof table);
    if (!game_parse(&hand_game, &table.board, &table.position, fen, &fault))
        fail_msg("%s: %s %s", fen, fault.field, fault.why);
    return table;
}

static struct table deal(const char *line)
{
    struct table table;
    struct fault fault;
    struct words words;
    memset(&table, 0, sizeof table);
    assert_true(words_split(line, strlen(line), &words));
    if (!hand_game.start(&table.board, &table.position, &words, &fault))
        fail_msg("%s: %s %s", line, fault.field, fault.why);
    return table;
}

static void play(struct table *table, const char *line)
{
    struct words words;
    assert_true(words_split(line, strlen(line), &words));
    for (int i = 0; i < words.count; i++) {
        move_t move = hand_game.move_parse(&table->board, words.at[i]);
        assert_true(game_allows(&hand_game, &table->board, &table->position, move));
        hand_game.apply(&table->board, &table->position, move);
    }
}

static void expect_fen(const struct table *table, const char *fen)
{
    char room[FEN_MAX];
    struct text text = text_in(room, sizeof room);
    hand_game.print(&table->board, &table->position, &text);
    assert_string_equal(room, fen);
}

static void expect_moves(const struct table *table, const char *line)
{
    char room[FEN_MAX];
    char word[MOVE_WORD_MAX];
    struct text text = text_in(room, sizeof room);
    struct move_list list;
    game_successors(&hand_game, &table->board, &table->position, &list);
    for (int i = 0; i < list.count; i++) {
        hand_game.move_print(&table->board, list.at[i], word);
        text_format(&text, "%s%s", i > 0 ? " " : "", word);
    }
    assert_string_equal(room, line);
}

static void expect_end(const struct table *table, enum result result, const char *reason)
{
    assert_int_equal(hand_game.turn(&table->board, &table->position), ACTOR_NONE);
    assert_int_equal(hand_game.result(&table->board, &table->position), result);
    assert_string_equal(hand_game.reason(&table->board, &table->position), reason);
}

/* -- captures -- */

static void a_move_takes_its_house_on_the_way(void **state)
{
    (void)state;
    struct table table = table_from("VS1GSS/6/6/6/6/6");
    expect_moves(&table, "b1 d1 e1 f1");
    play(&table, "e1"); /* over a gap and a Greyjoy; f1 lies beyond */
    expect_fen(&table, "3GVS/6/6/6/6/6 2 2000000 0000000 1------");
    play(&table, "d1"); /* back the other way */
    expect_fen(&table, "3V1S/6/6/6/6/6 1 2000000 0100000 12-----");
}

static void columns_are_as_rows(void **state)
{
    (void)state;
    struct table table = table_from("2L3/2L3/2T3/1B4/2L3/2V3");
    expect_moves(&table, "c1 c2 c3 c5");
    play(&table, "c1");
    expect_fen(&table, "2V3/6/2T3/1B4/6/6 2 0030000 0000000 --1----");
}

static void nothing_outside_the_line_is_touched(void **state)
{
    (void)state;
    struct table table = table_from("SVSSSS/1S4/S5/6/6/S5");
    play(&table, "d1");
    expect_fen(&table, "S2VSS/1S4/S5/6/6/S5 2 2000000 0000000 1------");
}

static void farthest_allows_one_card_a_house_and_direction(void **state)
{
    (void)state;
    struct table table = table_from("2S3/2G3/SGVGSG/2S3/2S3/2G3 1 capture=farthest");
    expect_moves(&table, "c1 c2 a3 b3 e3 f3 c5 c6");
    play(&table, "f3");
    expect_fen(&table, "2S3/2G3/SG2SV/2S3/2S3/2G3 2 0200000 0000000 -1----- capture=farthest");
    expect_moves(&table, "a3 b3");
}

/* -- banners -- */

static void an_equal_count_takes_the_banner(void **state)
{
    (void)state;
    struct table table = table_from("VSSS2/6/6/6/6/6");
    play(&table, "b1 c1");
    expect_fen(&table, "2VS2/6/6/6/6/6 1 1000000 1000000 2------");
    play(&table, "d1");
    expect_fen(&table, "3V2/6/6/6/6/6 2 2000000 1000000 1------");
}

static void a_smaller_count_does_not(void **state)
{
    (void)state;
    struct table table = table_from("VSSS2/6/6/6/6/6");
    play(&table, "c1 d1");
    expect_fen(&table, "3V2/6/6/6/6/6 1 2000000 1000000 1------");
}

/* -- companions -- */

/* One Tully lies at b1, and naming it brings a companion. */
static struct table with_tully(const char *companions)
{
    char fen[FEN_MAX];
    snprintf(fen, sizeof fen, "VU2S1/B5/G5/6/1L4/6 1 0000000 0000000 ------- %s m companions=on", companions);
    return table_from(fen);
}

static void the_last_card_of_a_house_brings_a_companion(void **state)
{
    (void)state;
    struct table table = with_tully("GM");
    play(&table, "b1");
    expect_fen(&table, "1V2S1/B5/G5/6/1L4/6 1 0000001 0000000 ------1 GM c companions=on");
    expect_moves(&table, "g m");
    table = with_tully("-");
    play(&table, "b1");
    expect_fen(&table, "1V2S1/B5/G5/6/1L4/6 2 0000001 0000000 ------1 - m companions=on");
    table = table_from("VUU1S1/B5/6/6/1L4/6 1 0000000 0000000 ------- GM m companions=on");
    play(&table, "b1"); /* another Tully is left */
    expect_fen(&table, "1VU1S1/B5/6/6/1L4/6 2 0000001 0000000 ------1 GM m companions=on");
}

static void gendry_is_one_baratheon(void **state)
{
    (void)state;
    struct table table = with_tully("GM");
    play(&table, "b1 g");
    expect_fen(&table, "1V2S1/B5/G5/6/1L4/6 2 0000101 0000000 ----1-1 M m companions=on");
    table = table_from("VU2S1/6/6/6/1L4/6 1 0000000 0000200 ----2-- G m companions=on");
    play(&table, "b1 g"); /* no Baratheon is left, and one is less than two */
    expect_fen(&table, "1V2S1/6/6/6/1L4/6 2 0000101 0000200 ----2-1 - m companions=on");
}

static void jon_counts_two_of_a_card_that_stays(void **state)
{
    (void)state;
    struct table table = with_tully("J");
    play(&table, "b1");
    expect_moves(&table, "je1 ja2 ja3 jb5");
    play(&table, "jb5");
    expect_fen(&table, "1V2S1/B5/G5/6/1L4/6 2 0020001 0000000 --1---1 - m companions=on");
}

static void sandor_removes_a_card(void **state)
{
    (void)state;
    struct table table = with_tully("GS");
    play(&table, "b1 sa2"); /* the last Baratheon, but a kill brings nothing */
    expect_fen(&table, "1V2S1/6/G5/6/1L4/6 2 0000001 0000000 ------1 G m companions=on");
}

static void ramsay_swaps_two_cells_and_may_move_varys(void **state)
{
    (void)state;
    struct table table = with_tully("R");
    play(&table, "b1");
    expect_moves(&table, "rb1e1 rb1a2 rb1a3 rb1b5 re1a2 re1a3 re1b5 ra2a3 ra2b5 ra3b5");
    play(&table, "ra2b5");
    expect_fen(&table, "1V2S1/L5/G5/6/1B4/6 2 0000001 0000000 ------1 - m companions=on");
    table = with_tully("R");
    play(&table, "b1 rb1a3");
    expect_fen(&table, "1G2S1/B5/V5/6/1L4/6 2 0000001 0000000 ------1 - m companions=on");
}

static void jaqen_takes_two_cards_and_another_companion(void **state)
{
    (void)state;
    struct table table = with_tully("GQ");
    play(&table, "b1");
    expect_moves(&table, "g qe1a2g qe1a3g qe1b5g qa2a3g qa2b5g qa3b5g");
    play(&table, "qe1b5g");
    expect_fen(&table, "1V4/B5/G5/6/6/6 2 0000001 0000000 ------1 - m companions=on");
    expect_end(&table, RESULT_ONE, "banners"); /* Varys is alone */
}

static void melisandre_moves_again(void **state)
{
    (void)state;
    struct table table = with_tully("GM");
    play(&table, "b1 m");
    expect_fen(&table, "1V2S1/B5/G5/6/1L4/6 1 0000001 0000000 ------1 G m companions=on");
    play(&table, "b5"); /* the last Lannister: it brings one more */
    expect_fen(&table, "4S1/B5/G5/6/1V4/6 1 0010001 0000000 --1---1 G c companions=on");
}

static void companions_of_no_use_leave(void **state)
{
    (void)state;
    struct table table = table_from("VG1GS1/6/6/6/6/6 1 0000000 0000000 ------- GJMQRS m companions=on");
    play(&table, "b1"); /* two cards: too few for Jaqen */
    expect_fen(&table, "1V1GS1/6/6/6/6/6 2 0100000 0000000 -1----- GJMRS m companions=on");
    play(&table, "d1"); /* one: too few for Ramsay */
    expect_fen(&table, "3VS1/6/6/6/6/6 2 0100000 0100000 -2----- GJMS c companions=on");
    play(&table, "se1"); /* none, and Varys is alone */
    expect_fen(&table, "3V2/6/6/6/6/6 1 0100000 0100000 -2----- G m companions=on");
    expect_end(&table, RESULT_TWO, "banners");
    table = with_tully("GQ");
    play(&table, "b1 g"); /* nobody is left for Jaqen to take */
    expect_fen(&table, "1V2S1/B5/G5/6/1L4/6 2 0000101 0000000 ----1-1 - m companions=on");
}

static void a_companion_is_used_with_varys_stuck(void **state)
{
    (void)state;
    struct table table = table_from("VU4/2S3/3B2/6/6/6 1 0000000 0000000 ------- MR m companions=on");
    play(&table, "b1");
    expect_moves(&table, "rb1c2 rb1d3 rc2d3"); /* Melisandre has left */
    play(&table, "rb1d3");
    expect_fen(&table, "1B4/2S3/3V2/6/6/6 2 0000001 0000000 ------1 - m companions=on");
    expect_end(&table, RESULT_ONE, "banners");
}

static void a_pair_is_named_smaller_cell_first(void **state)
{
    (void)state;
    struct table table = with_tully("GQRS");
    static const char *const wrong[] = {"re1b1", "rb1b1", "qa2a2g", "qe1a2q", "qe1a2x",
                                        "qe1a2", "j",     "je1a2",  "gg"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(hand_game.move_parse(&table.board, word_from(wrong[i])), MOVE_NONE);
    struct table plain = table_from("VU2S1/B5/G5/6/1L4/6");
    assert_int_equal(hand_game.move_parse(&plain.board, word_from("g")), MOVE_NONE);
}

/* -- the end -- */

static void the_end_is_where_varys_is_alone(void **state)
{
    (void)state;
    struct table table = table_from("VS4/6/2GGGG/6/6/6");
    assert_string_equal(hand_game.reason(&table.board, &table.position), "none");
    assert_int_equal(hand_game.horizon(&table.board, &table.position), 1);
    play(&table, "b1");
    expect_end(&table, RESULT_ONE, "banners");
    expect_moves(&table, "");
    assert_int_equal(hand_game.horizon(&table.board, &table.position), 0);
}

static void more_banners_win(void **state)
{
    (void)state;
    struct table table = table_from("V5/6/6/6/6/6 1 8000000 0000011 1----22");
    expect_end(&table, RESULT_TWO, "banners");
    int64_t score[2];
    hand_game.score(&table.board, &table.position, score);
    assert_int_equal(score[0], 1);
    assert_int_equal(score[1], 2);
}

static void equal_banners_go_to_the_largest_house_owned(void **state)
{
    (void)state;
    struct table table = table_from("V5/6/6/6/6/6 1 0003000 0000300 ---12--");
    expect_end(&table, RESULT_ONE, "largest");
    table = table_from("V5/6/6/6/6/6 1 0000021 0020100 --2-211");
    expect_end(&table, RESULT_TWO, "largest");
    table = table_from("V5/6/6/6/6/6 1 0000001 0000010 -----21"); /* Tyrell is larger than Tully */
    expect_end(&table, RESULT_TWO, "largest");
}

/* -- deals -- */

static void a_deal_is_the_whole_pack(void **state)
{
    (void)state;
    static const int pack[HAND_HOUSES] = {8, 7, 6, 5, 4, 3, 2};
    for (int seed = 0; seed < 200; seed++) {
        char line[64];
        snprintf(line, sizeof line, "deal=%s seed=%d", seed % 2 ? "course" : "uniform", seed);
        struct table table = deal(line);
        const struct hand_position *hand = hand_position(&table.position);
        for (int house = 0; house < HAND_HOUSES; house++)
            assert_int_equal(bits_count(hand_of_house(hand, house)), pack[house]);
        assert_int_equal(hand_cards(hand) | hand_bit(hand->varys), (UINT64_C(1) << 36) - 1);
        struct table again = deal(line);
        assert_memory_equal(&again.position, &table.position, hand_game.position_size);
    }
}

/* How often of 4,000 deals Varys lies on a1. */
static int deals_with_varys_first(const char *kind)
{
    int found = 0;
    for (int seed = 0; seed < 4000; seed++) {
        char line[64];
        snprintf(line, sizeof line, "deal=%s seed=%d", kind, seed);
        struct table table = deal(line);
        found += hand_position(&table.position)->varys == 0;
    }
    return found;
}

static void the_deals_have_their_odds(void **state)
{
    (void)state;
    assert_in_range(deals_with_varys_first("uniform"), 70, 155); /* 1 in 36: 111, 4 sigma */
    assert_in_range(deals_with_varys_first("course"), 416, 584); /* 1 in 8: 500 */
}

static void missing_words_are_the_defaults(void **state)
{
    (void)state;
    struct table plain = deal("");
    struct table spelt = deal("capture=any seed=1 deal=uniform");
    assert_memory_equal(&plain.position, &spelt.position, hand_game.position_size);
    assert_memory_equal(&plain.board, &spelt.board, hand_game.board_size);
}

/* -- keys -- */

static void whatever_the_fen_says_changes_the_key(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "VSSS2/6/6/6/6/6 1 1100000 1100000 11-----",
        "VSSS2/6/6/6/6/6 2 1100000 1100000 11-----",
        "VSSS2/6/6/6/6/6 1 1100000 1100000 12-----",
        "VSSS2/6/6/6/6/6 1 1100000 1100000 21-----",
        "VSSS2/6/6/6/6/6 1 2100000 1100000 11-----",
        "VSSS2/6/6/6/6/6 1 1100000 0100000 11-----",
        "SVSS2/6/6/6/6/6 1 1100000 1100000 11-----",
        "VSSG2/6/6/6/6/6 1 1100000 1100000 11-----",
        "VSS3/6/6/6/6/6 1 1100000 1100000 11-----",
        "VSSS2/6/6/6/6/6 1 1100000 1100000 11----- capture=farthest",
        "VSSS2/6/6/6/6/6 1 1100000 1100000 11----- - m companions=on",
        "VSSS2/6/6/6/6/6 1 1100000 1100000 11----- G m companions=on",
        "VSSS2/6/6/6/6/6 1 1100000 1100000 11----- J m companions=on",
        "VSSS2/6/6/6/6/6 1 1100000 1100000 11----- J c companions=on",
    };
    enum { COUNT = sizeof fens / sizeof fens[0] };
    uint64_t key[COUNT];
    for (int i = 0; i < COUNT; i++) {
        struct table table = table_from(fens[i]);
        key[i] = hand_game.key(&table.board, &table.position);
        for (int j = 0; j < i; j++)
            assert_true(key[i] != key[j]);
    }
}

/* -- the seed's agent -- */

static void the_seed_looks_deeper_below_25_cards(void **state)
{
    (void)state;
    struct table table = table_from("VSSSSS/SSSGGG/GGGGLL/LLLLTT/T5/6"); /* 25 with Varys */
    assert_int_equal(hand_seed.plies(&table.board, &table.position), 5);
    table = table_from("VSSSSS/SSSGGG/GGGGLL/LLLLTT/6/6"); /* 24 */
    assert_int_equal(hand_seed.plies(&table.board, &table.position), 9);
    table = table_from("VSSSSS/SSSGGG/GGGGLL/LLLLTT/6/6 companions=on");
    assert_int_equal(hand_seed.plies(&table.board, &table.position), 4);
}

static double seed_value(const struct table *root, const struct table *table, enum actor me)
{
    return hand_seed.value(&root->board, &root->position, &table->position, me, true);
}

static void the_seed_counts_banners_and_crossed_cards(void **state)
{
    (void)state;
    struct table root = table_from("VSSSSS/SSSGGG/GGGGLL/LLLLTT/6/6");
    struct table table = root;
    play(&table, "c1"); /* two Starks from b1 and c1, both in the row of Varys on c1: 92 + 6 */
    assert_true(seed_value(&root, &table, ACTOR_ONE) == 98);
    assert_true(seed_value(&root, &table, ACTOR_TWO) == -98);
    /* A Stark and a Greyjoy lie in the column; c3 is Greyjoy: his c3 (3) + 72, ours c1 (3). */
    play(&table, "c3");
    assert_true(seed_value(&root, &table, ACTOR_ONE) == 92 - 72 + 3 - 3);
}

static void the_seed_forgets_where_cards_stood_before_the_fen(void **state)
{
    (void)state;
    struct table root = table_from("2VSSS/SSSGGG/GGGGLL/LLLLTT/6/6 2 2000000 0000000 1------");
    assert_true(seed_value(&root, &root, ACTOR_ONE) == 92);
}

static void the_seed_sees_only_the_winner_at_16_cards(void **state)
{
    (void)state;
    struct table late = table_from("VSSSSS/SSSGGG/GGGG2/6/6/6 1 0000002 0000020 -----21"); /* 16 with Varys */
    struct table full = table_from("VSSSSS/SSSGGG/GGGGL1/6/6/6 1 0000002 0000020 -----21");
    assert_true(seed_value(&late, &late, ACTOR_TWO) == 2000); /* one banner each: Tyrell is larger */
    assert_true(seed_value(&late, &late, ACTOR_ONE) == -2000);
    assert_true(seed_value(&full, &full, ACTOR_ONE) == 100 - 90);
    assert_true(seed_value(&full, &late, ACTOR_ONE) == 100 - 90); /* the root decides */
}

/* -- evaluation -- */

static value_t value_of(const char *fen)
{
    struct table table = table_from(fen);
    return hand_game.evaluate(&table.board, &table.position);
}

static void the_evaluation_knows_what_is_decided(void **state)
{
    (void)state;
    /* four houses decided for player 1, then for player 2; one race is open */
    assert_true(value_of("V4U/6/6/6/6/6 1 5432000 0000210 111122-") > 300);
    assert_true(value_of("V4U/6/6/6/6/6 2 5432000 0000210 111122-") < -300);
}

static void the_evaluation_sees_no_hope_in_cards_out_of_reach(void **state)
{
    (void)state;
    /* three houses each; the Stark lead is final if the two Starks lie where Varys never comes */
    value_t open = value_of("VUSS2/6/6/6/6/6 2 4440000 2003210 111222-");
    value_t closed = value_of("VU4/6/6/6/6/4SS 2 4440000 2003210 111222-");
    assert_true(open > closed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_takes_its_house_on_the_way),
        cmocka_unit_test(columns_are_as_rows),
        cmocka_unit_test(nothing_outside_the_line_is_touched),
        cmocka_unit_test(farthest_allows_one_card_a_house_and_direction),
        cmocka_unit_test(an_equal_count_takes_the_banner),
        cmocka_unit_test(a_smaller_count_does_not),
        cmocka_unit_test(the_last_card_of_a_house_brings_a_companion),
        cmocka_unit_test(gendry_is_one_baratheon),
        cmocka_unit_test(jon_counts_two_of_a_card_that_stays),
        cmocka_unit_test(sandor_removes_a_card),
        cmocka_unit_test(ramsay_swaps_two_cells_and_may_move_varys),
        cmocka_unit_test(jaqen_takes_two_cards_and_another_companion),
        cmocka_unit_test(melisandre_moves_again),
        cmocka_unit_test(companions_of_no_use_leave),
        cmocka_unit_test(a_companion_is_used_with_varys_stuck),
        cmocka_unit_test(a_pair_is_named_smaller_cell_first),
        cmocka_unit_test(the_end_is_where_varys_is_alone),
        cmocka_unit_test(more_banners_win),
        cmocka_unit_test(equal_banners_go_to_the_largest_house_owned),
        cmocka_unit_test(a_deal_is_the_whole_pack),
        cmocka_unit_test(the_deals_have_their_odds),
        cmocka_unit_test(missing_words_are_the_defaults),
        cmocka_unit_test(whatever_the_fen_says_changes_the_key),
        cmocka_unit_test(the_seed_looks_deeper_below_25_cards),
        cmocka_unit_test(the_seed_counts_banners_and_crossed_cards),
        cmocka_unit_test(the_seed_forgets_where_cards_stood_before_the_fen),
        cmocka_unit_test(the_seed_sees_only_the_winner_at_16_cards),
        cmocka_unit_test(the_evaluation_knows_what_is_decided),
        cmocka_unit_test(the_evaluation_sees_no_hope_in_cards_out_of_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
