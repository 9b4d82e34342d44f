/* The painter: one picture of each shape, by the meaning of its signs. */
#include "support/check.h"

#include "picture/picture.h"

/* Drawn and without styles. */
static const char *plain_picture(const struct scene *scene, struct picture_room room)
{
    static char plain[DISPLAY_MAX];
    char styled[DISPLAY_MAX];
    struct text text = text_in(styled, sizeof styled);
    picture_draw(scene, &room, &text);
    assert_false(text.cut);
    size_t length = 0;
    for (const char *at = styled; *at != '\0'; at++)
        if ((unsigned char)*at >= ' ' || *at == '\n')
            plain[length++] = *at;
    plain[length] = '\0';
    return plain;
}

/* The picture of a FEN after some moves, without styles. */
static const char *picture_of(const char *game_name, const char *fen, const char *moves,
                              struct picture_room room)
{
    static struct board board;
    static struct scene scene;
    struct position position;
    struct fault fault;
    const struct game *game = game_find(word_from(game_name));
    struct cursor cursor = cursor_over(moves, strlen(moves));
    move_t last = MOVE_NONE;
    assert_true(game_parse(game, &board, &position, fen, &fault));
    for (struct word word; (word = cursor_next(&cursor)).length > 0;) {
        last = game->move_parse(&board, word);
        assert_true(game_allows(game, &board, &position, last));
        game->apply(&board, &position, last);
    }
    scene_of(game, &board, &position, last, &scene);
    return plain_picture(&scene, room);
}

static const struct picture_room usual = {80, 24, false};

/* Two stones of white can jump, so both are marked; both land on the same hole. */
static void test_stones_that_can_move_and_where_to(void **state)
{
    (void)state;
    assert_string_equal(picture_of("konane", "b1bw/wbwb/1wbw 2", "", usual),
                        "    a  b  c  d    white (o) to move\n"
                        " 1  x  +  x (o)\n"
                        " 2  o  x  o  x            black    white\n"
                        " 3  . (o) x  o    stones      5        5\n");
}

static void test_the_last_move(void **state)
{
    (void)state;
    assert_string_equal(picture_of("konane", "bwbw/wbwb/bwbw", "a1 a2", usual),
                        "    a  b  c  d    black (x) to move   last move a2\n"
                        " 1  +  o  x  o\n"
                        " 2 [.] x  o  x            black    white\n"
                        " 3  x  o  x  o    stones      5        5\n");
}

/* Without room for both words and the move they begin a row. */
static void test_the_last_move_is_not_parted_from_its_words(void **state)
{
    (void)state;
    assert_string_equal(picture_of("konane", "bwbw/wbwb/bwbw", "a1 a2", (struct picture_room){46, 24, false}),
                        "    a  b  c  d    black (x) to move\n"
                        " 1  +  o  x  o      last move a2\n"
                        " 2 [.] x  o  x\n"
                        " 3  x  o  x  o            black    white\n"
                        "                  stones      5        5\n");
}

static void test_walls_and_signs_beyond_ascii(void **state)
{
    (void)state;
    assert_string_equal(picture_of("angry", "HTR/ERR/PSQ 1 0", "", (struct picture_room){80, 24, true}),
                        "    a  b  c    hen to move\n"
                        " 1  H  + ███   score      0\n"
                        " 2 (E)██████   eggs left  1\n"
                        " 3  P  S  Q    pigs left  1\n"
                        "               actions    0 of 150\n"
                        "               queen      free\n");
}

/* Too narrow for the side: it goes below; too low for that as well: cells share their edges. */
static void test_a_narrow_terminal_and_a_low_one(void **state)
{
    (void)state;
    assert_string_equal(picture_of("angry", "HTR/ERR/PSQ 1 0", "", (struct picture_room){30, 24, false}),
                        "    a  b  c\n"
                        " 1  H  + ###\n"
                        " 2 (E)######\n"
                        " 3  P  S  Q\n"
                        "hen to move\n"
                        "score      0\n"
                        "eggs left  1\n"
                        "pigs left  1\n"
                        "actions    0 of 150\n"
                        "queen      free\n");
    assert_string_equal(picture_of("angry", "HTR/ERR/PSQ 1 0", "", (struct picture_room){33, 10, false}),
                        "    a b c    hen to move\n"
                        " 1  H + #    score      0\n"
                        " 2 (E)###    eggs left  1\n"
                        " 3  P S Q    pigs left  1\n"
                        "             actions    0 of 150\n"
                        "             queen      free\n");
}

/* The largest boards that there are, in the usual room with two lines for what is typed. */
static void test_every_board_fits_a_terminal(void **state)
{
    static const char *const starts[] = {"konane rows=26 cols=2",
                                         "konane rows=2 cols=26",
                                         "konane rows=21 cols=3",
                                         "konane rows=26 cols=1",
                                         "konane",
                                         "hand",
                                         "gems seed=1 size=25x25",
                                         "gems seed=1 size=25x9",
                                         "gems seed=1 size=9x25",
                                         "gems seed=1 size=25x25 players=2",
                                         "angry",
                                         "monopoly"};
    (void)state;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        static struct board board;
        static struct scene scene;
        struct position position;
        struct words words;
        struct fault fault;
        assert_true(words_split(starts[i], strlen(starts[i]), &words));
        const struct game *game = game_find(words.at[0]);
        memmove(&words.at[0], &words.at[1], (size_t)--words.count * sizeof words.at[0]);
        assert_true(game->start(&board, &position, &words, &fault));
        scene_of(game, &board, &position, MOVE_NONE, &scene);
        int rows = 0;
        for (const char *at = plain_picture(&scene, usual); *at != '\0'; rows++) {
            size_t columns = strcspn(at, "\n");
            assert_true(columns <= 80);
            at += columns + 1;
        }
        assert_true(rows <= 22);
    }
}

/* Where rows are too many the lower half stands beside the upper one. */
static void test_a_high_board_is_folded(void **state)
{
    (void)state;
    assert_string_equal(picture_of("konane", "b/w/b/w/b 1", "", (struct picture_room){60, 6, false}),
                        "    a       a    black (x) to move\n"
                        " 1 (x)   4  o\n"
                        " 2  o    5 (x)           black    white\n"
                        " 3 (x)           stones      3        2\n");
}

static void test_a_ring_as_a_list(void **state)
{
    (void)state;
    assert_string_equal(
        picture_of("monopoly", "-...1-2... 2 d 4 600 4 1000", "", (struct picture_room){60, 24, false}),
        "0 Start\n"
        "1 salmas             price 200 rent 100  free\n"
        "2 tabriz             price 200 rent 100  free\n"
        "3 Airport            price 300 rent 100  free\n"
        "4 Electric Company   price 400 rent 100  player 1 (12)\n"
        "5 prison             fine 200\n"
        "6 shiraz             price 200 rent 100  player 2\n"
        "7 tehran             price 200 rent 100  free\n"
        "8 mashhad            price 200 rent 100  free\n"
        "9 zanjan             price 200 rent 100  free\n"
        "player 2 to move\n"
        "         player 1    player 2\n"
        "cash          600        1000\n"
        "squares       400         200\n");
}

/* A figure on a door stands in it; what can be entered is marked whatever it is. */
static void test_gems_doors_and_wire(void **state)
{
    (void)state;
    assert_string_equal(picture_of("gems", "EG*E/1g*4/EEEE 1 3 b1:-3:1:r c1:250:-:- turns=30", "", usual),
                        "    a  b  c  d    A to move\n"
                        " 1  + |A|(B) .\n"
                        " 2 (1)(g)(*)<4>              A        B\n"
                        " 3  .  .  .  .    score     -3      250\n"
                        "\n"
                        "                  turn        3 of 30\n"
                        "                  gems left   2\n"
                        "                  wire costs  20 every turn\n"
                        "                  A keys      red key\n"
                        "                  A last gem  yellow gem\n"
                        "                  A next gem  <1>+50 <2>+200 <3>+100 <4>+0\n"
                        "                  B keys      none\n"
                        "                  B last gem  none\n"
                        "                  B next gem  <1>+50 <2>+0 <3>+0 <4>+0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stones_that_can_move_and_where_to),
        cmocka_unit_test(test_the_last_move),
        cmocka_unit_test(test_the_last_move_is_not_parted_from_its_words),
        cmocka_unit_test(test_walls_and_signs_beyond_ascii),
        cmocka_unit_test(test_a_narrow_terminal_and_a_low_one),
        cmocka_unit_test(test_every_board_fits_a_terminal),
        cmocka_unit_test(test_a_high_board_is_folded),
        cmocka_unit_test(test_a_ring_as_a_list),
        cmocka_unit_test(test_gems_doors_and_wire),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
