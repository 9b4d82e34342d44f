/* Konane and Hand by three methods that share nothing but the rules: the exact method, the alpha-beta search
 * to the end of the game, and a proof-number search of the tests. On positions that no brute force reaches
 * they must agree on who wins. */
#include "support/check.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/rng.h"
#include "games/hand/hand.h"
#include "search/search.h"
#include "search/solver.h"
#include "support/hear.h"
#include "support/place.h"
#include "support/proof_number.h"

struct scene {
    const struct game *game;
    struct board board;
    struct position position;
};

static struct search *search;
static struct proof_number *proof_number;
static struct heard heard;
static struct task task;

static int set_up(void **state)
{
    (void)state;
    search = search_create();
    proof_number = proof_number_create();
    return search == NULL || proof_number == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    search_destroy(search);
    proof_number_destroy(proof_number);
    return 0;
}

/* -- positions -- */

static bool is_over(const struct scene *scene)
{
    return scene->game->turn(&scene->board, &scene->position) == ACTOR_NONE;
}

/* False if that ends the game. */
static bool play_random(struct scene *scene, struct rng *rng)
{
    place_step(scene->game, &scene->board, &scene->position, rng);
    return !is_over(scene);
}

/* Random play of so many plies from a start; false if the game is over by then. */
static bool play_from(struct scene *scene, const char *name, const char *flags, struct rng *rng, int plies)
{
    memset(scene, 0, sizeof *scene);
    scene->game = game_find(word_from(name));
    place_start(scene->game, flags, &scene->board, &scene->position);
    bool goes_on = !is_over(scene);
    for (; plies > 0 && goes_on; plies--)
        goes_on = play_random(scene, rng);
    return goes_on;
}

static bool make_konane(struct scene *scene, struct rng *rng)
{
    static const struct {
        const char *flags;
        int plies;
    } starts[] = {{"rows=4 cols=6", 3},  {"rows=5 cols=5", 3}, {"rows=5 cols=6", 8},
                  {"rows=6 cols=6", 12}, {"rows=4 cols=8", 9}, {"rows=7 cols=7", 24}};
    uint64_t start = rng_below(rng, sizeof starts / sizeof starts[0]);
    return play_from(scene, "konane", starts[start].flags, rng, starts[start].plies);
}

static bool make_hand(struct scene *scene, struct rng *rng)
{
    char flags[64];
    snprintf(flags, sizeof flags, "seed=%d deal=%s capture=%s", (int)rng_below(rng, 1000000),
             rng_below(rng, 2) ? "course" : "uniform", rng_below(rng, 2) ? "any" : "farthest");
    bool goes_on = play_from(scene, "hand", flags, rng, 0);
    int cards = 14 + (int)rng_below(rng, 4);
    while (goes_on && bits_count(hand_cards(hand_position(&scene->position))) > cards)
        goes_on = play_random(scene, rng);
    return goes_on;
}

/* -- the methods, each from the view of the player on move -- */

static bool wins_by_solver(const struct scene *scene)
{
    hear_task(&task, scene->game, &scene->board, &scene->position);
    task.limits.solve = true;
    hear_search(search, &task, &heard);
    const struct score *score = &heard.last.score;
    assert_int_equal(score->bound, BOUND_PROVEN);
    return score->kind == SCORE_PTS ? score->wdl[0] == 1000 : score->number > 0;
}

static bool wins_by_alpha_beta(const struct scene *scene, uint64_t *nodes)
{
    search_clear(search);
    hear_task(&task, scene->game, &scene->board, &scene->position);
    task.limits.depth = DEPTH_MAX; /* with a depth the exact method is not asked */
    hear_search(search, &task, &heard);
    assert_int_equal(heard.last.score.bound, BOUND_PROVEN);
    assert_int_equal(heard.last.score.kind, SCORE_MATE);
    *nodes += heard.last.nodes;
    return heard.last.score.number > 0;
}

static bool wins_by_proof_number(const struct scene *scene)
{
    bool first = proof_number_first_wins(proof_number, scene->game, &scene->board, &scene->position);
    return first == (scene->game->turn(&scene->board, &scene->position) == ACTOR_ONE);
}

static void compare(bool (*make)(struct scene *, struct rng *), uint64_t seed, int64_t scenes)
{
    struct rng rng = {.state = seed};
    uint64_t nodes = 0;
    int64_t won = 0, done = 0;
    while (done < check_scaled(scenes)) {
        struct scene scene;
        if (!make(&scene, &rng))
            continue;
        bool wins = wins_by_solver(&scene);
        char fen[FEN_MAX];
        struct text text = text_in(fen, sizeof fen);
        scene.game->print(&scene.board, &scene.position, &text);
        if (wins_by_alpha_beta(&scene, &nodes) != wins)
            fail_msg("%s: the solver says %d, alpha-beta not", fen, wins);
        if (wins_by_proof_number(&scene) != wins)
            fail_msg("%s: the solver says %d, proof numbers not", fen, wins);
        won += wins;
        done++;
    }
    print_message("%lld positions, %lld won, %llu nodes by alpha-beta\n", (long long)done, (long long)won,
                  (unsigned long long)nodes);
    assert_true(won > 0 || done < 20);
    assert_true(won < done || done < 20);
}

static void konane_by_three_methods(void **state)
{
    (void)state;
    compare(make_konane, 11, 100);
}

static void hand_by_three_methods(void **state)
{
    (void)state;
    compare(make_hand, 12, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(konane_by_three_methods),
        cmocka_unit_test(hand_by_three_methods),
    };
    return cmocka_run_group_tests_name("methods agree", tests, set_up, tear_down);
}
