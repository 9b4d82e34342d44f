/* Every property of tests/support/properties.c, in every game of the registry, along random play from all
 * places of tests/starts. A new game gets all this for free. */
#include "support/check.h"

#include <stdlib.h>

#include "support/properties.h"
#include "support/walk.h"

/* The program is linked so that what the engine allocates is counted here. */
static int allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    allocations++;
    return __real_realloc(old, size);
}

static void fail_at(const struct walk *walk, const char *wrong)
{
    char fen[FEN_MAX];
    struct text text = text_in(fen, sizeof fen);
    walk->game->print(&walk->board, &walk->position, &text);
    fail_msg("%s, ply %d: %s\n  %s", walk_name(walk), walk->ply, wrong, fen);
}

static struct walk *begin(const struct game *game)
{
    static struct walk walk; /* large */
    char why[256];
    if (!walk_begin(&walk, game, 3, why, sizeof why))
        fail_msg("%s", why);
    return &walk;
}

/* -- one test a game -- */

static void check_table(const struct game *game)
{
    assert_true(game->position_size > 0 && game->position_size <= POSITION_BYTES);
    assert_true(game->board_size <= BOARD_BYTES);
    assert_true(game->flag_count >= 0 && game->flag_count <= FLAGS_MAX);
    assert_true(strlen(game->name) > 0 && strlen(game->title) > 0 && strlen(game->rule) > 0);
    assert_null(strchr(game->rule, '\n'));
    assert_ptr_equal(game_find(word_from(game->name)), game);
    for (int i = 0; i < game->flag_count; i++)
        assert_non_null(game->flags[i].help);
}

/* The start needs no words, and is the same each time. */
static void check_start(const struct game *game)
{
    static struct board board[2];
    struct position position[2];
    struct fault fault;
    const struct words none = {.count = 0};
    for (int i = 0; i < 2; i++) {
        memset(&board[i], i == 0 ? 0x00 : 0xFF, sizeof board[i]);
        memset(&position[i], i == 0 ? 0x00 : 0xFF, sizeof position[i]);
        assert_true(game->start(&board[i], &position[i], &none, &fault));
    }
    assert_memory_equal(board[0].bytes, board[1].bytes, game->board_size);
    assert_memory_equal(position[0].bytes, position[1].bytes, game->position_size);
}

static void test_contract(void **state)
{
    const struct game *game = check_game(state);
    check_table(game);
    check_start(game);
}

/* -- positions told apart -- */

/* A million plies of nothing but what a search does, for the sanitizers. */
static void test_long_random_play(void **state)
{
    struct walk *walk = begin(check_game(state));
    const struct game *game = walk->game;
    int64_t ended = 0;
    for (int64_t ply = check_scaled(1000000); ply > 0; ply--) {
        uint64_t key = game->key(&walk->board, &walk->position);
        ended += game->turn(&walk->board, &walk->position) == ACTOR_NONE;
        walk_step(walk);
        if (walk->ply > 0 && game->key(&walk->board, &walk->position) == key)
            fail_at(walk, "a move leaves the key as it was");
    }
    assert_true(ended > 0 || check_scaled(1000000) < 10000);
}

/* The same 64-bit key for different FENs is an error of the hash, not chance. */
static void test_keys_tell_positions_apart(void **state)
{
    enum { SLOTS = 1 << 17, PLIES = 50000 };
    static struct {
        uint64_t key;
        uint64_t fen;
    } slot[SLOTS];
    memset(slot, 0, sizeof slot);
    struct walk *walk = begin(check_game(state));
    for (int64_t ply = check_scaled(PLIES) < PLIES ? check_scaled(PLIES) : PLIES; ply > 0; ply--) {
        char room[FEN_MAX];
        struct text text = text_in(room, sizeof room);
        walk->game->print(&walk->board, &walk->position, &text);
        uint64_t fen = 1;
        for (size_t i = 0; i < text.length; i++)
            fen = rng_mix(fen + (unsigned char)room[i] + UINT64_C(0x9E3779B97F4A7C15));
        uint64_t key = walk->game->key(&walk->board, &walk->position);
        size_t at = key % SLOTS;
        while (slot[at].fen != 0 && slot[at].key != key)
            at = (at + 1) % SLOTS;
        if (slot[at].fen != 0 && slot[at].fen != fen)
            fail_at(walk, "its key is that of another position");
        slot[at].key = key;
        slot[at].fen = fen;
        walk_step(walk);
    }
}

/* -- memory -- */

static void do_everything(const struct game *game, const struct board *board, const struct position *position)
{
    struct move_list list;
    char room[FEN_MAX];
    struct text text = text_in(room, sizeof room);
    struct position next = *position;
    game->print(board, position, &text);
    game_successors(game, board, position, &list);
    if (list.count > 0)
        game->apply(board, &next, list.at[0]);
    game->key(board, &next);
    game->result(board, &next);
    if (game->turn(board, &next) != ACTOR_NONE)
        game->evaluate(board, &next);
}

static void test_nothing_is_allocated(void **state)
{
    struct walk *walk = begin(check_game(state));
    int before = allocations;
    for (int64_t ply = check_scaled(10000); ply > 0; ply--) {
        do_everything(walk->game, &walk->board, &walk->position);
        if (allocations != before)
            fail_at(walk, "something is allocated");
        walk_step(walk);
    }
    free(__wrap_malloc(1)); /* the counter counts */
    assert_int_equal(allocations, before + 1);
}

/* -- the table of properties -- */

struct question {
    const struct game *game;
    const struct property *property;
};

static void ask(const struct walk *walk, const struct property *property)
{
    const char *wrong = property->broken(walk->game, &walk->board, &walk->position);
    if (wrong != NULL)
        fail_at(walk, wrong);
}

/* Where each place begins, then along random play. */
static void test_property(void **state)
{
    const struct question *question = *state;
    struct walk *walk = begin(question->game);
    int64_t plies = check_scaled(question->property->plies);
    for (int place = 0; place < walk->places.count && place < plies; place++) {
        walk_place(walk, place);
        ask(walk, question->property);
    }
    walk_place(walk, 0);
    for (; plies > 0; plies--) {
        ask(walk, question->property);
        walk_step(walk);
    }
}

static int check_properties(const struct game *game)
{
    enum { PROPERTIES_MAX = 32 };
    struct CMUnitTest tests[PROPERTIES_MAX] = {{0}};
    struct question questions[PROPERTIES_MAX];
    size_t count = 0;
    for (; properties[count].name != NULL; count++) {
        assert_true(count < PROPERTIES_MAX);
        questions[count] = (struct question){game, &properties[count]};
        tests[count] = (struct CMUnitTest){.name = properties[count].name, .test_func = test_property};
        tests[count].initial_state = &questions[count];
    }
    return _cmocka_run_group_tests(game->name, tests, count, NULL, NULL);
}

int main(void)
{
    int failed = check_every_game("contract", test_contract);
    failed += check_every_game("long random play", test_long_random_play);
    failed += check_every_game("keys tell positions apart", test_keys_tell_positions_apart);
    failed += check_every_game("nothing is allocated", test_nothing_is_allocated);
    for (int i = 0; games[i] != NULL; i++)
        failed += check_properties(games[i]);
    return failed;
}
