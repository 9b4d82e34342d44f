/* Konane's corners, each forced: openings of odd boards, edges that a jump must not wrap around, every stop
 * of a long jump, the end, words, the seed's evaluation, the picture. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "games/konane/konane.h"
#include "perft.h"

static const struct game *const game = &konane_game;

struct scene {
    struct board board;
    struct position position;
};

static void from_fen(struct scene *scene, const char *fen)
{
    struct fault fault;
    if (!game_parse(game, &scene->board, &scene->position, fen, &fault))
        fail_msg("%s: %s %s", fen, fault.field, fault.why);
}

static void from_start(struct scene *scene, const char *flags)
{
    struct words words;
    struct fault fault;
    assert_true(words_split(flags, strlen(flags), &words));
    if (!game->start(&scene->board, &scene->position, &words, &fault))
        fail_msg("%s: %s %s", flags, fault.field, fault.why);
}

static void play(struct scene *scene, const char *moves)
{
    struct words words;
    assert_true(words_split(moves, strlen(moves), &words));
    for (int i = 0; i < words.count; i++) {
        move_t move = game->move_parse(&scene->board, words.at[i]);
        if (!game_allows(game, &scene->board, &scene->position, move))
            fail_msg("move %d of %s is not legal", i + 1, moves);
        game->apply(&scene->board, &scene->position, move);
    }
}

static void expect_moves(const struct scene *scene, const char *want)
{
    char room[1024];
    struct text text = text_in(room, sizeof room);
    struct move_list list;
    game_successors(game, &scene->board, &scene->position, &list);
    for (int i = 0; i < list.count; i++) {
        char word[MOVE_WORD_MAX];
        game->move_print(&scene->board, list.at[i], word);
        text_format(&text, "%s%s", i > 0 ? " " : "", word);
    }
    assert_string_equal(room, want);
    assert_int_equal(game_count_moves(game, &scene->board, &scene->position), list.count);
}

static void expect_fen(const struct scene *scene, const char *want)
{
    char room[FEN_MAX];
    struct text text = text_in(room, sizeof room);
    game->print(&scene->board, &scene->position, &text);
    assert_string_equal(room, want);
}

static void first_removals_of_every_shape(void **state)
{
    (void)state;
    static const struct {
        const char *flags;
        const char *moves;
    } shapes[] = {
        {"", "a1 h8 e5 d4"},
        {"rows=7 cols=7", "a1 g7 d4 c3"},
        {"rows=6 cols=7", "a1 d4 c3"},
        {"rows=7 cols=6", "a1 d4 c3"},
        {"rows=5 cols=8", "a1 e3 d2"},
        {"rows=8 cols=5", "a1 c5 b4"},
        {"rows=6 cols=8", "a1 h6"}, /* both centre cells are white */
        {"rows=3 cols=3", "a1 c3 b2"},
        {"rows=2 cols=2", "a1 b2"},
        {"rows=1 cols=1", "a1"},
        {"rows=1 cols=2", "a1"},
        {"rows=1 cols=3", "a1 c1"},
        {"rows=1 cols=4", "a1 c1"},
        {"rows=3 cols=21", "a1 u3"},
        {"rows=26 cols=2", "a1 b26 b14 a13"},
        {"rows=2 cols=2 open=any", "a1 b2"},
        {"rows=3 cols=3 open=any", "a1 c1 b2 a3 c3"},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct scene scene;
        from_start(&scene, shapes[i].flags);
        expect_moves(&scene, shapes[i].moves);
    }
}

static void second_removals_in_order(void **state)
{
    (void)state;
    static const struct {
        const char *flags;
        const char *first;
        const char *moves;
    } cases[] = {
        {"", "a1", "b1 a2"},
        {"", "h8", "g8 h7"},
        {"", "e5", "d5 e6 f5 e4"},
        {"", "d4", "c4 d5 e4 d3"},
        {"open=any", "c1", "b1 c2 d1"},
        {"open=any", "h2", "g2 h3 h1"},
        {"open=any", "a7", "a8 b7 a6"},
        {"rows=2 cols=2", "b2", "a2 b1"},
        {"rows=1 cols=3", "c1", "b1"},
        {"rows=26 cols=1", "a1", "a2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scene scene;
        from_start(&scene, cases[i].flags);
        play(&scene, cases[i].first);
        expect_moves(&scene, cases[i].moves);
    }
}

static void every_stop_of_a_jump_is_a_move(void **state)
{
    (void)state;
    struct scene scene;
    from_fen(&scene, "bw1w1w1w/8/8/8/8/8/8/8 1");
    expect_moves(&scene, "a1c1 a1e1 a1g1");
    play(&scene, "a1e1");
    expect_fen(&scene, "4bw1w/8/8/8/8/8/8/8 2");
    expect_moves(&scene, "f1d1");
}

static void a_stone_jumps_up_right_down_left(void **state)
{
    (void)state;
    struct scene scene;
    from_fen(&scene, "8/3b4/2bwb3/3b4/8/8/8/8 2");
    expect_moves(&scene, "d3d1 d3f3 d3d5 d3b3");
    from_fen(&scene, "8/8/3w4/2wbw3/3w4/8/8/8 1");
    expect_moves(&scene, "d4d2 d4f4 d4d6 d4b4");
}

static void no_jump_turns_or_stops_on_a_stone(void **state)
{
    (void)state;
    struct scene scene;
    from_fen(&scene, "bw3w2/2w5/8/8/8/8/8/8 1");
    expect_moves(&scene, "a1c1");
    from_fen(&scene, "bwbw4/8/8/8/8/8/8/8 1");
    expect_moves(&scene, "c1e1"); /* the own stone on c1 blocks a1 */
}

static void edges_do_not_wrap(void **state)
{
    (void)state;
    static const char *const stuck[] = {
        "6b/w6/7 1",                                              /* g1, a2, b2 follow each other as bits */
        "7/6w/b6/7/7/7/7/7/7 2",                                  /* g2, a3, b3 */
        "7/7/bw5/7/7/7/7/7/7 2",                                  /* and the other way, g2, a3, b3 */
        "8/8/8/8/8/8/7w/7b 2",                                    /* down from the last cell */
        "b7/w7/8/8/8/8/8/8 2",                                    /* up from the second row */
        "2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/bw/2 1", /* a25, b25, a26 */
    };
    for (size_t i = 0; i < sizeof stuck / sizeof stuck[0]; i++) {
        struct scene scene;
        from_fen(&scene, stuck[i]);
        assert_int_equal(game->turn(&scene.board, &scene.position), ACTOR_NONE);
    }
    struct scene scene;
    from_fen(&scene, "1wb23/26 2");
    expect_moves(&scene, "b1d1");
}

static void long_boards_reach_their_ends(void **state)
{
    (void)state;
    struct scene scene;
    from_fen(&scene, "2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/1b/1w/2 1");
    expect_moves(&scene, "b24b26");
    from_fen(&scene, "26/w1w1w1w1w1w1w1w1w1w1w1w1wb 1");
    expect_moves(&scene, "z2x2 z2v2 z2t2 z2r2 z2p2 z2n2 z2l2 z2j2 z2h2 z2f2 z2d2 z2b2");
    from_fen(&scene, "7/7/7/7/7/7/7/4w2/4b2 2");
    assert_int_equal(game->result(&scene.board, &scene.position), RESULT_ONE);
}

static void who_cannot_move_loses(void **state)
{
    (void)state;
    struct scene scene;
    from_start(&scene, "rows=1 cols=2");
    play(&scene, "a1");
    assert_int_equal(game->result(&scene.board, &scene.position), RESULT_NONE);
    assert_string_equal(game->reason(&scene.board, &scene.position), "none");
    play(&scene, "b1");
    assert_int_equal(game->turn(&scene.board, &scene.position), ACTOR_NONE);
    assert_int_equal(game->result(&scene.board, &scene.position), RESULT_TWO);
    assert_string_equal(game->reason(&scene.board, &scene.position), "no_moves");
    from_start(&scene, "rows=1 cols=1");
    play(&scene, "a1");
    assert_int_equal(game->result(&scene.board, &scene.position), RESULT_ONE);
}

static void score_counts_stones(void **state)
{
    (void)state;
    struct scene scene;
    int64_t score[2];
    from_start(&scene, "");
    play(&scene, "a1 a2 c1a1");
    game->score(&scene.board, &scene.position, score);
    assert_int_equal(score[0], 31);
    assert_int_equal(score[1], 30);
    from_start(&scene, "rows=3 cols=21");
    game->score(&scene.board, &scene.position, score);
    assert_int_equal(score[0], 32);
    assert_int_equal(score[1], 31);
}

static void start_knows_its_limits(void **state)
{
    (void)state;
    static const struct {
        const char *flags;
        const char *field;
    } bad[] = {
        {"rows=0", "rows"},  {"rows=27", "rows"},         {"cols=-1", "cols"},  {"rows=9", "cols"},
        {"cols=9", "cols"},  {"rows=3 cols=22", "cols"},  {"open=all", "open"}, {"rows=8 rows=8", "rows"},
        {"size=8", "flags"}, {"rows=26 cols=26", "cols"}, {"rows=", "rows"},    {"8x8", "flags"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct scene scene;
        struct words words;
        struct fault fault;
        assert_true(words_split(bad[i].flags, strlen(bad[i].flags), &words));
        assert_false(game->start(&scene.board, &scene.position, &words, &fault));
        assert_string_equal(fault.field, bad[i].field);
    }
}

static void words_that_are_no_moves(void **state)
{
    (void)state;
    static const char *const words[] = {"",     "a",    "1",    "a0",   "a9",    "i1",     "a01",  "A1",
                                        "a1a1", "a1a2", "a1b2", "a1c3", "a1b3",  "a1a3a5", "a1a",  "a1 ",
                                        "a1-",  "a10",  "a1a9", "a1k1", "a1a-1", "0000",   "a100", "a1c10"};
    struct scene scene;
    from_start(&scene, "");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_int_equal(game->move_parse(&scene.board, word_from(words[i])), MOVE_NONE);
    assert_int_not_equal(game->move_parse(&scene.board, word_from("h8")), MOVE_NONE);
    assert_int_not_equal(game->move_parse(&scene.board, word_from("a1g1")), MOVE_NONE);
}

static void key_knows_side_size_and_rules(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "8/8 1",   "8/8 2",  "4/4/4/4 1", "4/4/4/4 1 open=any", "16 1", "2/2/2/2/2/2/2/2 1",
        "bw6/8 1", "bw6/8 2"};
    uint64_t keys[sizeof fens / sizeof fens[0]];
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        struct scene scene;
        from_fen(&scene, fens[i]);
        keys[i] = game->key(&scene.board, &scene.position);
        for (size_t j = 0; j < i; j++)
            assert_true(keys[i] != keys[j]);
    }
}

/* On the way the seed's lists are those of the rules: with one hole black still has his first list. */
static void seed_evaluation(void **state)
{
    (void)state;
    struct scene scene;
    from_start(&scene, "");
    play(&scene, "e5");
    const struct position *at = &scene.position;
    assert_true(game->seed->value(&scene.board, at, at, ACTOR_ONE, true) == 4 - 4);
    from_start(&scene, "");
    play(&scene, "a1");
    assert_true(game->seed->value(&scene.board, at, at, ACTOR_TWO, true) == 2 - 4);
    from_fen(&scene, "bw1w4/8/8/8/8/8/8/8 1");
    assert_true(game->seed->value(&scene.board, at, at, ACTOR_ONE, true) == 2 - 0);
    assert_true(game->seed->value(&scene.board, at, at, ACTOR_TWO, true) == 0 - 2);
    from_fen(&scene, "b7/8/8/8/8/8/8/8 1");
    assert_true(game->seed->value(&scene.board, at, at, ACTOR_ONE, false) == -INFINITY);
    assert_true(game->seed->value(&scene.board, at, at, ACTOR_TWO, false) == INFINITY);
    assert_int_equal(game->seed->plies(&scene.board, at), 5);
}

static void evaluation_is_the_movers(void **state)
{
    (void)state;
    struct scene scene;
    from_fen(&scene, "bw1w4/8/8/8/8/8/8/8 1");
    value_t black = game->evaluate(&scene.board, &scene.position);
    from_fen(&scene, "bw1w4/8/8/8/8/8/8/8 2");
    assert_true(black > 0);
    assert_int_equal(game->evaluate(&scene.board, &scene.position), -black);
}

/* -- the terms of the evaluation, counted cell by cell -- */

/* 'b', 'w', '.' for a hole, ' ' off the board. */
struct diagram {
    char cell[KONANE_CELLS_MAX];
    int rows;
    int cols;
};

static struct diagram diagram_of(const struct scene *scene)
{
    char fen[FEN_MAX];
    struct text text = text_in(fen, sizeof fen);
    game->print(&scene->board, &scene->position, &text);
    struct diagram diagram = {.rows = 1};
    int count = 0;
    for (const char *at = fen; *at != ' '; at++) {
        char *end;
        long holes = strtol(at, &end, 10);
        if (end > at)
            at = end - 1;
        for (; holes > 0; holes--)
            diagram.cell[count++] = '.';
        if (*at == 'b' || *at == 'w')
            diagram.cell[count++] = *at;
        diagram.rows += *at == '/';
    }
    diagram.cols = count / diagram.rows;
    return diagram;
}

static char cell_at(const struct diagram *diagram, int row, int col)
{
    if (row < 0 || col < 0 || row >= diagram->rows || col >= diagram->cols)
        return ' ';
    return diagram->cell[row * diagram->cols + col];
}

static char enemy_of(char side)
{
    return side == 'b' ? 'w' : 'b';
}

static const int ways[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

/* How many jumps in a row the stone can make that way. */
static int reach_of(const struct diagram *diagram, int row, int col, const int way[2])
{
    char enemy = enemy_of(cell_at(diagram, row, col));
    int jumps = 0;
    for (;; jumps++) {
        int over = 2 * jumps + 1;
        if (cell_at(diagram, row + over * way[0], col + over * way[1]) != enemy ||
            cell_at(diagram, row + (over + 1) * way[0], col + (over + 1) * way[1]) != '.')
            return jumps;
    }
}

static bool is_mover(const struct diagram *diagram, int row, int col)
{
    for (int i = 0; i < 4; i++)
        if (reach_of(diagram, row, col, ways[i]) > 0)
            return true;
    return false;
}

/* Whether some stone of `side` can end a jump on the cell. */
static bool is_target(const struct diagram *diagram, char side, int row, int col)
{
    for (int i = 0; i < 4; i++)
        for (int jumps = 1; 2 * jumps < KONANE_SIDE_MAX; jumps++) {
            int from_row = row - 2 * jumps * ways[i][0];
            int from_col = col - 2 * jumps * ways[i][1];
            if (cell_at(diagram, from_row, from_col) == side &&
                reach_of(diagram, from_row, from_col, ways[i]) >= jumps)
                return true;
        }
    return false;
}

/* An enemy on one side, and a cell, whatever is on it, on the other. */
static bool is_exposed(const struct diagram *diagram, int row, int col)
{
    char enemy = enemy_of(cell_at(diagram, row, col));
    for (int i = 0; i < 4; i++)
        if (cell_at(diagram, row + ways[i][0], col + ways[i][1]) == enemy &&
            cell_at(diagram, row - ways[i][0], col - ways[i][1]) != ' ')
            return true;
    return false;
}

struct counts {
    int movers;
    int targets;
    int exposed;
};

static struct counts counts_of(const struct diagram *diagram, char side)
{
    struct counts counts = {0};
    for (int row = 0; row < diagram->rows; row++)
        for (int col = 0; col < diagram->cols; col++) {
            bool own = cell_at(diagram, row, col) == side;
            counts.movers += own && is_mover(diagram, row, col);
            counts.exposed += own && is_exposed(diagram, row, col);
            counts.targets += is_target(diagram, side, row, col);
        }
    return counts;
}

/* The ranks of all moves, from the counts behind each. */
static void expect_ranks(const struct scene *scene)
{
    char side = game->turn(&scene->board, &scene->position) == ACTOR_ONE ? 'b' : 'w';
    struct move_list list;
    int32_t rank[MOVES_MAX];
    game->moves(&scene->board, &scene->position, &list);
    game->rank(&scene->board, &scene->position, &list, rank);
    for (int i = 0; i < list.count; i++) {
        struct scene next = *scene;
        game->apply(&next.board, &next.position, list.at[i]);
        struct diagram diagram = diagram_of(&next);
        struct counts own = counts_of(&diagram, side);
        struct counts enemy = counts_of(&diagram, enemy_of(side));
        assert_int_equal(rank[i], (own.movers + own.targets - 2 * own.exposed -
                                   6 * (enemy.movers + enemy.targets) + 4 * enemy.exposed) /
                                      8);
    }
}

static void ranks_are_what_they_say(void **state)
{
    (void)state;
    static const char *const starts[] = {
        "",
        "rows=7 cols=7",
        "rows=6 cols=7 open=any",
        "rows=3 cols=21",
        "rows=26 cols=2 open=any",
        "rows=2 cols=26 open=any",
        "rows=1 cols=26 open=any",
        "rows=26 cols=1 open=any",
        "rows=4 cols=16",
    };
    struct rng rng = {.state = 1};
    int seen = 0;
    for (int i = 0; i < 900; i++) {
        struct scene scene;
        from_start(&scene, starts[(size_t)i % (sizeof starts / sizeof starts[0])]);
        for (; game->turn(&scene.board, &scene.position) != ACTOR_NONE; seen++) {
            expect_ranks(&scene);
            struct move_list list;
            game_successors(game, &scene.board, &scene.position, &list);
            move_t move = list.at[rng_below(&rng, (uint64_t)list.count)];
            game->apply(&scene.board, &scene.position, move);
        }
    }
    assert_true(seen > 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_removals_of_every_shape),
        cmocka_unit_test(second_removals_in_order),
        cmocka_unit_test(every_stop_of_a_jump_is_a_move),
        cmocka_unit_test(a_stone_jumps_up_right_down_left),
        cmocka_unit_test(no_jump_turns_or_stops_on_a_stone),
        cmocka_unit_test(edges_do_not_wrap),
        cmocka_unit_test(long_boards_reach_their_ends),
        cmocka_unit_test(who_cannot_move_loses),
        cmocka_unit_test(score_counts_stones),
        cmocka_unit_test(start_knows_its_limits),
        cmocka_unit_test(words_that_are_no_moves),
        cmocka_unit_test(key_knows_side_size_and_rules),
        cmocka_unit_test(seed_evaluation),
        cmocka_unit_test(evaluation_is_the_movers),
        cmocka_unit_test(ranks_are_what_they_say),
    };
    return cmocka_run_group_tests_name("konane", tests, NULL, NULL);
}
