/* MultiPV and searchmoves by the exact methods: every line against brute force by the naive twins; stops in
 * the middle; what happens when there is no time. */
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/rng.h"
#include "naive/naive.h"
#include "search/search.h"
#include "support/hear.h"
#include "support/place.h"
#include "support/sanitized.h"

extern const struct naive naive_konane, naive_hand, naive_gems, naive_angry;

/* Microseconds; instrumented code is many times slower. */
enum { STOP_WITHIN = SANITIZED ? 1000000 : 50000 };

struct scene {
    const struct game *game;
    const struct naive *naive;
    char fen[FEN_MAX];
    struct board board;
    struct position position;
};

static struct search *search;
static struct heard heard;
static struct task task;

static int set_up(void **state)
{
    (void)state;
    search = search_create();
    if (search != NULL)
        search_set_hash(search, 4);
    return search == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    search_destroy(search);
    return 0;
}

static int below(struct rng *rng, int bound)
{
    return (int)rng_below(rng, (uint64_t)bound);
}

/* -- positions -- */

static void parse(struct scene *scene)
{
    struct fault fault;
    memset(&scene->board, 0, sizeof scene->board);
    memset(&scene->position, 0, sizeof scene->position);
    if (!game_parse(scene->game, &scene->board, &scene->position, scene->fen, &fault))
        fail_msg("%s: %s %s", scene->fen, fault.field, fault.why);
}

static void print(struct scene *scene)
{
    struct text text = text_in(scene->fen, sizeof scene->fen);
    scene->game->print(&scene->board, &scene->position, &text);
}

static void from_start(struct scene *scene, const struct game *game, const struct naive *naive,
                       const char *flags)
{
    memset(scene, 0, sizeof *scene);
    scene->game = game;
    scene->naive = naive;
    place_start(game, flags, &scene->board, &scene->position);
}

static bool is_over(const struct scene *scene)
{
    return scene->game->turn(&scene->board, &scene->position) == ACTOR_NONE;
}

static void play_random(struct scene *scene, struct rng *rng, int plies)
{
    for (; plies > 0 && !is_over(scene); plies--)
        place_step(scene->game, &scene->board, &scene->position, rng);
}

/* All makers: false if the game was over too soon. */
static bool make_konane(struct scene *scene, struct rng *rng)
{
    static const char *const starts[] = {"rows=4 cols=4", "rows=3 cols=5", "rows=2 cols=8", "rows=4 cols=5",
                                         "rows=5 cols=5"};
    static const int plies[] = {2, 4, 4, 7, 11};
    int start = below(rng, sizeof starts / sizeof starts[0]);
    from_start(scene, game_find(word_from("konane")), &naive_konane, starts[start]);
    play_random(scene, rng, plies[start] + below(rng, 5));
    print(scene);
    return !is_over(scene);
}

static bool make_hand(struct scene *scene, struct rng *rng)
{
    char flags[64];
    snprintf(flags, sizeof flags, "seed=%d capture=%s", below(rng, 1000000),
             below(rng, 2) ? "any" : "farthest");
    from_start(scene, game_find(word_from("hand")), &naive_hand, flags);
    int64_t deal = 100;
    while (deal > 9 && !is_over(scene)) {
        play_random(scene, rng, 1);
        deal = 0;
        print(scene);
        for (const char *at = scene->fen; *at != ' '; at++)
            deal += strchr("SGLTBYU", *at) != NULL;
    }
    return !is_over(scene);
}

static bool make_gems(struct scene *scene, struct rng *rng)
{
    struct text text = text_in(scene->fen, sizeof scene->fen);
    int rows = 1 + below(rng, 3), columns = 2 + below(rng, 3), turns = 3 + below(rng, 20);
    for (int i = 0; i < rows * columns; i++) {
        bool corner =
            (i < columns || i >= (rows - 1) * columns) && (i % columns == 0 || i % columns == columns - 1);
        text_format(&text, "%s%c", i > 0 && i % columns == 0 ? "/" : "",
                    corner ? 'E' : "EEEEWW**12341234gG"[below(rng, 18)]);
    }
    text_format(&text, " 1 %d a1:%d:%c:- turns=%d barbed=%s early=%s", turns - below(rng, 3),
                below(rng, 300) - 100, "-1234"[below(rng, 5)], turns, below(rng, 2) ? "entry" : "turn",
                below(rng, 2) ? "on" : "off");
    scene->game = game_find(word_from("gems"));
    scene->naive = &naive_gems;
    parse(scene);
    print(scene);
    return !is_over(scene);
}

static bool make_angry(struct scene *scene, struct rng *rng)
{
    char grid[12];
    int columns = 2 + below(rng, 3), cells = 3 * columns;
    for (int i = 0; i < cells; i++)
        grid[i] = "TTTTTRREEP"[below(rng, 10)];
    for (int i = 0; i < 3; i++)
        grid[below(rng, cells)] = "HQS"[i];
    grid[cells - 1] = 'H';
    grid[0] = 'Q';
    grid[cells / 2] = 'S';
    for (int i = 1; i < cells - 1; i++)
        if (i != cells / 2 && strchr("HQS", grid[i]) != NULL)
            grid[i] = 'T';
    struct text text = text_in(scene->fen, sizeof scene->fen);
    for (int i = 0; i < cells; i++)
        text_format(&text, "%s%c", i > 0 && i % columns == 0 ? "/" : "", grid[i]);
    bool script = below(rng, 3) == 0;
    int cap = 2 + below(rng, 5);
    text_format(&text, " %d %d cap=%d queen=%s", script ? 1 : 1 + below(rng, 2), cap - 1 - below(rng, 2), cap,
                script ? "script" : "free");
    scene->game = game_find(word_from("angry"));
    scene->naive = &naive_angry;
    parse(scene);
    print(scene);
    return !is_over(scene);
}

/* -- brute force -- */

/* Player 1's view. Konane 1 or -1; hand twice the margin and one more for the winner; else the score. */
static int naive_end(const struct naive *naive, const struct naive_state *state)
{
    char text[64];
    char *rest;
    int win = strcmp(naive->result(state), "p1win") == 0 ? 1 : -1;
    if (naive == &naive_konane)
        return win;
    naive->score(state, text);
    int one = (int)strtol(text, &rest, 10);
    return naive == &naive_hand ? 2 * (one - (int)strtol(rest, NULL, 10)) + win : one;
}

static int naive_value(const struct naive *naive, const struct naive_state *state)
{
    struct naive_list list;
    const char *turn = naive->turn(state);
    int best = 0;
    if (strcmp(turn, "none") == 0)
        return naive_end(naive, state);
    naive->legal(state, &list);
    for (int i = 0; i < list.count; i++) {
        struct naive_state next = *state;
        naive->play(&next, list.word[i]);
        int value = naive_value(naive, &next);
        if (i == 0 || (turn[0] == '1' ? value > best : value < best))
            best = value;
    }
    return best;
}

/* Of every move in the order of moves(), the mover's view. */
struct truth {
    struct move_list list;
    int value[MOVES_MAX];
};

static void find_truth(const struct scene *scene, struct truth *truth)
{
    struct naive_state root;
    scene->naive->from_fen(&root, scene->fen);
    bool first = scene->naive->turn(&root)[0] == '1';
    scene->game->moves(&scene->board, &scene->position, &truth->list);
    for (int i = 0; i < truth->list.count; i++) {
        char word[MOVE_WORD_MAX];
        struct naive_state next = root;
        scene->game->move_print(&scene->board, truth->list.at[i], word);
        scene->naive->play(&next, word);
        int value = naive_value(scene->naive, &next);
        truth->value[i] = first ? value : -value;
    }
}

static int value_of(const struct truth *truth, move_t move)
{
    for (int i = 0; i < truth->list.count; i++)
        if (truth->list.at[i] == move)
            return truth->value[i];
    fail_msg("a move that is not legal");
    return 0;
}

/* The value of the place `rank` from the top among `moves`. */
static int ranked_value(const struct truth *truth, const struct move_list *moves, int rank)
{
    int left[MOVES_MAX];
    for (int i = 0; i < moves->count; i++)
        left[i] = value_of(truth, moves->at[i]);
    for (int taken = 0;; taken++) {
        int best = 0;
        for (int i = 1; i < moves->count; i++)
            best = left[i] > left[best] ? i : best;
        if (taken == rank)
            return left[best];
        left[best] = -1000000;
    }
}

/* -- comparing -- */

static void check_line(const struct scene *scene, const struct truth *truth, const struct move_list *moves,
                       const struct report *line)
{
    const struct score *score = &line->score;
    int value = value_of(truth, line->pv[0]);
    int wanted = ranked_value(truth, moves, line->multipv - 1);
    bool right = score->bound == BOUND_PROVEN && move_list_has(moves, line->pv[0]);
    if (score->kind == SCORE_MATE)
        right = right && (score->number > 0) == (value > 0) && (value > 0) == (wanted > 0) &&
                llabs(score->number) >= line->pv_count;
    else
        right = right && score->kind == SCORE_PTS && value == wanted &&
                score->number == (score->has_wdl ? value / 2 : value) &&
                (!score->has_wdl || (score->wdl[0] == 1000) == (value > 0));
    if (!right)
        fail_msg("%s %s: line %d worth %d, the %d best %d, told %d (kind %d, bound %d)", scene->game->name,
                 scene->fen, line->multipv, value, line->multipv, wanted, (int)score->number,
                 (int)score->kind, (int)score->bound);
}

/* The last report of every line; no move stands twice. */
static void check_lines(const struct scene *scene, const struct truth *truth, const struct move_list *moves)
{
    static struct report last[MULTIPV_MAX + 1];
    struct move_list seen = {.count = 0};
    int wanted = task.multipv < moves->count ? task.multipv : moves->count;
    memset(last, 0, sizeof last);
    assert_true(heard.reports <= HEARD_MAX);
    for (int i = 0; i < heard.reports; i++)
        last[heard.at[i].multipv] = heard.at[i];
    assert_int_equal(last[1].pv[0], heard.end.best);
    for (int line = 1; line <= wanted; line++) {
        assert_int_equal(last[line].multipv, line);
        assert_false(move_list_has(&seen, last[line].pv[0]));
        seen.at[seen.count++] = last[line].pv[0];
        check_line(scene, truth, moves, &last[line]);
        if (line > 1 && last[line].score.kind == SCORE_MATE && last[line - 1].score.kind == SCORE_MATE &&
            (last[line].score.number > 0) == (last[line - 1].score.number > 0))
            assert_true(last[line].score.number >= last[line - 1].score.number); /* soon won, late lost */
    }
}

static void some_moves(const struct move_list *all, struct rng *rng, struct move_list *some)
{
    some->count = 0;
    for (int i = 0; i < all->count; i++)
        if (below(rng, 2))
            some->at[some->count++] = all->at[i];
    if (some->count == 0)
        some->at[some->count++] = all->at[below(rng, all->count)];
}

static void check_scene(const struct scene *scene, struct rng *rng)
{
    struct truth truth;
    find_truth(scene, &truth);
    for (int solve = 0; solve < 2; solve++)
        for (int only = 0; only < 2; only++) {
            hear_task(&task, scene->game, &scene->board, &scene->position);
            task.limits.solve = solve;
            task.multipv = 1 + below(rng, truth.list.count + 1);
            if (only)
                some_moves(&truth.list, rng, &task.limits.only);
            hear_search(search, &task, &heard);
            check_lines(scene, &truth, only ? &task.limits.only : &truth.list);
        }
}

static void check_scenes(bool (*make)(struct scene *, struct rng *), uint64_t seed, int64_t scenes)
{
    struct rng rng = {.state = seed};
    for (int64_t left = check_scaled(scenes); left > 0;) {
        struct scene scene;
        if (!make(&scene, &rng))
            continue;
        check_scene(&scene, &rng);
        left--;
    }
}

static void konane_lines_are_as_brute_force_says(void **state)
{
    (void)state;
    check_scenes(make_konane, 1, 1000);
}

static void hand_lines_are_as_brute_force_says(void **state)
{
    (void)state;
    check_scenes(make_hand, 2, 1000);
}

static void gems_lines_are_as_brute_force_says(void **state)
{
    (void)state;
    check_scenes(make_gems, 3, 1000);
}

static void angry_lines_are_as_brute_force_says(void **state)
{
    (void)state;
    check_scenes(make_angry, 4, 1000);
}

/* -- limits -- */

/* Too large to be ranked in a moment: one of each game, and a board of Angry that takes seconds. */
static void large_scene(struct scene *scene, int which)
{
    static const char *const start[] = {"konane", "hand", "gems"};
    static const char *const flags[] = {"rows=8 cols=8", "seed=7", ""};
    if (which < 3) {
        const struct game *game =
            game_find((struct word){.at = start[which], .length = strlen(start[which])});
        from_start(scene, game, NULL, flags[which]);
        return;
    }
    memset(scene, 0, sizeof *scene);
    scene->game = game_find(word_from("angry"));
    snprintf(scene->fen, sizeof scene->fen,
             "HTTTTTTE/TETTTETT/TTPTTTPT/TETTRTTT/TTTPTTET/TTETTTPT/TPTTTETT/ETTTTTSQ 1 0 cap=60 queen=free");
    parse(scene);
}

static void sleep_for(int64_t microseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = microseconds * 1000}, NULL);
}

struct stopping {
    const struct scene *scene;
    int64_t after; /* microseconds */
};

/* Microseconds from stop to the answer. */
static int64_t time_to_stop(void *context)
{
    const struct stopping *stopping = context;
    const struct scene *scene = stopping->scene;
    struct search_listener listener = hear_with(&heard);
    assert_true(search_start(search, &task, &listener));
    sleep_for(stopping->after);
    int64_t asked = clock_now();
    search_stop(search);
    search_wait(search);
    assert_int_equal(heard.ends, 1);
    assert_true(game_allows(scene->game, &scene->board, &scene->position, heard.end.best));
    assert_int_equal(heard.last.pv[0], heard.end.best);
    return heard.end_time - asked;
}

static void stop_is_answered_within_50_ms(void **state)
{
    (void)state;
    for (int round = 0; round < 32; round++) {
        struct scene scene;
        struct stopping stopping = {.scene = &scene, .after = round * 2000};
        large_scene(&scene, round % 4);
        hear_task(&task, scene.game, &scene.board, &scene.position);
        task.limits.solve = round / 4 % 2;
        task.limits.infinite = !task.limits.solve;
        task.multipv = round / 8 % 2 ? 1 : 4;
        if (task.multipv == 1) {
            scene.game->moves(&scene.board, &scene.position, &task.limits.only);
            task.limits.only.count = 1 + task.limits.only.count / 2;
        }
        check_prompt(STOP_WITHIN, time_to_stop, &stopping);
        if (task.limits.only.count > 0)
            assert_true(move_list_has(&task.limits.only, heard.end.best));
    }
}

/* How many of two lines are told within so many milliseconds; nothing else is. */
static int lines_told(int round, int64_t movetime)
{
    struct scene scene;
    bool told[3] = {false};
    large_scene(&scene, round % 4);
    hear_task(&task, scene.game, &scene.board, &scene.position);
    task.limits.has_movetime = true;
    task.limits.movetime = movetime;
    task.multipv = 2;
    if (round >= 4) {
        scene.game->moves(&scene.board, &scene.position, &task.limits.only);
        task.limits.only.count = 2;
    }
    hear_search(search, &task, &heard);
    for (int i = 0; i < heard.reports && i < HEARD_MAX; i++) {
        assert_in_range(heard.at[i].multipv, 1, 2);
        told[heard.at[i].multipv] = true;
        if (round >= 4)
            assert_true(move_list_has(&task.limits.only, heard.at[i].pv[0]));
    }
    assert_true(told[1]);
    return told[1] + told[2];
}

/* What the exact method cannot do in the time the search does, with as many lines as were asked for. */
static void search_does_what_there_is_no_time_to_prove(void **state)
{
    (void)state;
    enum { TIME_MOST = 5000 }; /* for a machine that is busy with other work */
    for (int round = 0; round < 8; round++) {
        int64_t time = 100;
        while (lines_told(round, time) < 2 && time <= TIME_MOST)
            time *= 2;
        assert_true(time <= TIME_MOST);
    }
}

/* Ranking leaves nothing behind that changes what is found next. */
static void one_line_after_ranking_is_as_before(void **state)
{
    (void)state;
    static bool (*const make[])(struct scene *, struct rng *) = {make_konane, make_hand, make_gems,
                                                                 make_angry};
    struct rng rng = {.state = 5};
    for (int64_t left = check_scaled(200); left > 0;) {
        struct scene scene;
        struct truth truth;
        if (!make[left % 4](&scene, &rng))
            continue;
        left--;
        hear_task(&task, scene.game, &scene.board, &scene.position);
        task.multipv = 3;
        hear_search(search, &task, &heard);
        task.multipv = 1;
        hear_search(search, &task, &heard);
        find_truth(&scene, &truth);
        check_lines(&scene, &truth, &truth.list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(konane_lines_are_as_brute_force_says),
        cmocka_unit_test(hand_lines_are_as_brute_force_says),
        cmocka_unit_test(gems_lines_are_as_brute_force_says),
        cmocka_unit_test(angry_lines_are_as_brute_force_says),
        cmocka_unit_test(stop_is_answered_within_50_ms),
        cmocka_unit_test(search_does_what_there_is_no_time_to_prove),
        cmocka_unit_test(one_line_after_ranking_is_as_before),
    };
    return cmocka_run_group_tests_name("ranked moves", tests, set_up, tear_down);
}
