/* Weaker play: legal, the same each time, of different strength. How strong is measured by matches, see
 * tests/bench/RESULTS.md. */
#include "tests/support/check.h"

#include "base/rng.h"
#include "search/search.h"
#include "tests/support/hear.h"

static struct board board;
static struct position position;
static struct task task;
static struct heard heard;

static bool has_choice(const struct game *game)
{
    enum actor turn = game->turn(&board, &position);
    return (turn == ACTOR_ONE || turn == ACTOR_TWO) && game_count_moves(game, &board, &position) >= 2;
}

/* A few random plies into the game, where there is something to choose. */
static void start(const struct game *game)
{
    struct fault fault;
    struct rng rng = {.state = 4};
    assert_true(game->start(&board, &position, &(struct words){.count = 0}, &fault));
    for (int ply = 0; ply < 5 || !has_choice(game); ply++) {
        struct move_list list;
        assert_true(game->turn(&board, &position) != ACTOR_NONE);
        game_successors(game, &board, &position, &list);
        game->apply(&board, &position, list.at[rng_below(&rng, (uint64_t)list.count)]);
    }
    hear_task(&task, game, &board, &position);
    task.limits.has_movetime = true; /* without a limit it would be a second, too little for a busy machine */
    task.limits.movetime = 600000;
}

static move_t choice(struct search *search, int level, uint64_t seed)
{
    task.level = level;
    task.random_seed = seed;
    hear_search(search, &task, &heard);
    assert_int_equal(heard.ends, 1);
    return heard.end.best;
}

static void test_a_level_chooses_a_legal_move_again_and_again(void **state)
{
    const struct game *game = check_game(state);
    struct search *search = search_create();
    assert_non_null(search);
    start(game);
    for (int level = 1; level <= LEVEL_MAX; level++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            move_t move = choice(search, level, seed);
            assert_true(game_allows(game, &board, &position, move));
            uint64_t nodes = heard.last.nodes;
            assert_int_equal(choice(search, level, seed), move);
            assert_true(heard.last.nodes == nodes);
        }
    search_destroy(search);
}

/* At the lowest level chance has a word; at the highest it has none. */
static void test_slips_depend_on_the_seed(void **state)
{
    const struct game *game = check_game(state);
    struct search *search = search_create();
    int others = 0;
    assert_non_null(search);
    start(game);
    move_t low = choice(search, 1, 1);
    move_t high = choice(search, LEVEL_MAX, 1);
    for (uint64_t seed = 2; seed <= 20; seed++) {
        others += choice(search, 1, seed) != low;
        assert_int_equal(choice(search, LEVEL_MAX, seed), high);
    }
    assert_true(others > 0);
    search_destroy(search);
}

static void test_a_level_heeds_searchmoves(void **state)
{
    const struct game *game = check_game(state);
    struct search *search = search_create();
    assert_non_null(search);
    start(game);
    struct move_list list;
    game->moves(&board, &position, &list);
    task.limits.only = (struct move_list){.count = 1, .at = {list.at[list.count - 1]}};
    for (int level = 1; level <= LEVEL_MAX; level++)
        assert_int_equal(choice(search, level, 3), list.at[list.count - 1]);
    search_destroy(search);
}

int main(void)
{
    return check_every_game("level: legal", test_a_level_chooses_a_legal_move_again_and_again) +
           check_every_game("level: slips", test_slips_depend_on_the_seed) +
           check_every_game("level: searchmoves", test_a_level_heeds_searchmoves);
}
