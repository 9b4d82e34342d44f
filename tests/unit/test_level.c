/* Weaker play: legal, the same each time, of different strength. How strong is measured by matches, see
 * tests/bench/RESULTS.md. */
#include "tests/support/check.h"

#include "base/rng.h"
#include "search/search.h"
#include "tests/support/hear.h"
#include "tests/support/level_match.h"

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

/* At the lowest level chance has a word; at the highest it has next to none. */
static void test_slips_depend_on_the_seed(void **state)
{
    const struct game *game = check_game(state);
    struct search *search = search_create();
    int others = 0;
    assert_non_null(search);
    start(game);
    move_t low = choice(search, 1, 1);
    move_t high = choice(search, LEVEL_MAX, 1);
    int slips = 0;
    for (uint64_t seed = 2; seed <= 20; seed++)
        slips += choice(search, LEVEL_MAX, seed) != high;
    assert_in_range(slips, 0, 1);
    for (uint64_t seed = 2; seed <= 200; seed++)
        others += choice(search, 1, seed) != low;
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

/* A higher level searches no less, and the highest passes over next to nothing. */
static void test_levels_rise(void **state)
{
    const struct strength *levels = check_game(state)->levels;
    for (int i = 1; levels != NULL && i < LEVEL_MAX; i++)
        assert_true(levels[i].nodes >= levels[i - 1].nodes);
    if (levels != NULL)
        assert_true(levels[LEVEL_MAX - 1].slip <= 10 && levels[0].slip >= 500);
}

/* Six beats one, from the same starts on both sides; by how much each beats the next is measured elsewhere. */
static void test_a_high_level_beats_a_low_one(void **state)
{
    enum { PAIRS = 8 };
    int points =
        level_match_play(&(struct level_match){.game = check_game(state), .plies = 5, .pairs = PAIRS}, 6, 1);
    if (points < 0)
        skip(); /* for one */
    assert_true(points > 2 * PAIRS);
}

int main(void)
{
    return check_every_game("level: legal", test_a_level_chooses_a_legal_move_again_and_again) +
           check_every_game("level: slips", test_slips_depend_on_the_seed) +
           check_every_game("level: searchmoves", test_a_level_heeds_searchmoves) +
           check_every_game("level: rising", test_levels_rise) +
           check_every_game("level: match", test_a_high_level_beats_a_low_one);
}
