/* The seven games that the seed's report prints, played again by the textbook search: plies, who loses and
 * how, the final board cell for cell, and the nodes of both algorithms over the whole game. */
#include "tests/support/check.h"

#include <math.h>

#include "games/konane/konane.h"
#include "search/textbook.h"

enum { FIRST = 0 }; /* instead of a depth: plays the first move of the list */

struct printed_game {
    int depth[2]; /* as the report prints it: one more than the plies searched */
    int plies;
    enum result result;
    int left; /* legal moves the loser still had; he resigned if there were any */
    uint64_t nodes[2];
    const char *final;
};

static const struct printed_game printed[] = {
    {{4, FIRST},
     41,
     RESULT_ONE,
     0,
     {4493, 9051},
     "......B. ....W..B ..B...B. .......B B.B..W.. ....W.W. .W...WBW WBWBWBWB"},
    {{5, FIRST},
     53,
     RESULT_ONE,
     0,
     {14994, 68632},
     "B......W ........ B..W...W ....W... ........ ...B...B ........ W..B...B"},
    {{6, FIRST},
     33,
     RESULT_ONE,
     0,
     {53577, 451516},
     "B...B... .B.B...B B.B..W.. .B...... ...W.W.. W.W.WBW. B..WBWBW WBWBWBWB"},
    {{4, 4},
     44,
     RESULT_TWO,
     1,
     {9343, 19312},
     ".W.....W ..W..B.B ...W.... .......B B....... ..W....B B.....BW WBW..BWB"},
    {{5, 5},
     31,
     RESULT_ONE,
     1,
     {26615, 139193},
     "B.B.B..W W..B...B B....WBW WBW.W..B B.B..W.W W.W..BWB B..W.W.W W..B.B.B"},
    {{6, 6},
     41,
     RESULT_ONE,
     4,
     {417392, 3957990},
     "B....W.W ........ BW...... .....B.. BW.WB.B. ..W..B.B .W...... WB.BW.WB"},
    {{4, 5},
     38,
     RESULT_TWO,
     1,
     {25398, 172148},
     "...W...W ..W..... B...B.BW .BWB.B.. B..W.W.. W..B.... B..W.... WBWBWBWB"},
};

struct game_played {
    struct board board;
    struct position position;
    int plies;
    uint64_t nodes;
};

static void begin(struct game_played *played)
{
    struct words words = {0};
    struct fault fault;
    *played = (struct game_played){0};
    assert_true(konane_game.start(&played->board, &played->position, &words, &fault));
}

static move_t first_move(const struct game_played *played)
{
    struct move_list list;
    konane_game.moves(&played->board, &played->position, &list);
    return list.at[0];
}

/* MOVE_NONE: resigns. */
static move_t searched_move(struct game_played *played, enum algorithm algorithm, int plies)
{
    struct job job = {.node_limit = UINT64_MAX, .deadline = INT64_MAX};
    struct textbook book = {.game = &konane_game,
                            .board = &played->board,
                            .root = &played->position,
                            .algorithm = algorithm,
                            .plies = plies,
                            .seed_evaluation = true,
                            .job = &job};
    struct textbook_result result;
    textbook_search(&book, &result);
    assert_true(result.complete);
    played->nodes += result.nodes;
    return result.value < 0 && isinf(result.value) ? MOVE_NONE : result.move;
}

/* Both sides search with one algorithm, which must not change a move. */
static void play(struct game_played *played, const struct printed_game *game, enum algorithm algorithm)
{
    begin(played);
    for (;; played->plies++) {
        enum actor turn = konane_game.turn(&played->board, &played->position);
        if (turn == ACTOR_NONE)
            return;
        int depth = game->depth[turn == ACTOR_TWO];
        move_t move = depth == FIRST ? first_move(played) : searched_move(played, algorithm, depth - 1);
        if (move == MOVE_NONE)
            return;
        konane_game.apply(&played->board, &played->position, move);
    }
}

static void print_board(const struct game_played *played, struct text *text)
{
    const struct konane_board *board = konane_board(&played->board);
    for (int cell = 0; cell < board->rows * board->cols; cell++) {
        bool stone = (konane_position(&played->position)->stones >> cell & 1) != 0;
        if (cell > 0 && cell % board->cols == 0)
            text_char(text, ' ');
        text_char(text, !stone ? '.' : (board->black >> cell & 1) != 0 ? 'B' : 'W');
    }
}

static void check_game_played(const struct game_played *played, const struct printed_game *game)
{
    char room[128];
    struct text text = text_in(room, sizeof room);
    print_board(played, &text);
    assert_string_equal(room, game->final);
    assert_int_equal(played->plies, game->plies);
    bool black_lost = konane_position(&played->position)->side == KONANE_BLACK;
    assert_int_equal(black_lost ? RESULT_TWO : RESULT_ONE, game->result);
    assert_int_equal(game_count_moves(&konane_game, &played->board, &played->position), game->left);
}

static void check_all(enum algorithm algorithm, int nodes)
{
    for (size_t i = 0; i < sizeof printed / sizeof printed[0]; i++) {
        struct game_played played;
        play(&played, &printed[i], algorithm);
        check_game_played(&played, &printed[i]);
        assert_int_equal(played.nodes, printed[i].nodes[nodes]);
    }
}

static void games_with_alphabeta(void **state)
{
    (void)state;
    check_all(ALGORITHM_ALPHABETA, 0);
}

static void games_with_minimax(void **state)
{
    (void)state;
    check_all(ALGORITHM_MINIMAX, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_with_alphabeta),
        cmocka_unit_test(games_with_minimax),
    };
    return cmocka_run_group_tests_name("konane seed", tests, NULL, NULL);
}
