/* The tables of the original agents, played again: what is measured is what their reports print, where they
 * print figures, and near what is known where chance decides. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "seeds.h"
#include "support/check.h"
#include "support/engine.h"

enum { ROWS_MAX = 16 };

struct told {
    int count;
    struct seeds_row row[ROWS_MAX];
    struct job *job;
    int stop_after; /* rows; 0: never */
};

static void keep(void *context, const struct seeds_row *row)
{
    struct told *told = context;
    assert_true(told->count < ROWS_MAX);
    told->row[told->count++] = *row;
    if (told->count == told->stop_after)
        atomic_store(&told->job->stop, true);
}

static struct job new_job(void)
{
    return (struct job){.node_limit = UINT64_MAX, .deadline = INT64_MAX};
}

static struct seeds_listener listener_of(struct told *told, struct job *job)
{
    *told = (struct told){.job = job};
    return (struct seeds_listener){.context = told, .row = keep};
}

/* The table of one game; `rows` are the boards that it is given. */
static void play_table(const char *name, const char *rows, struct job *job,
                       const struct seeds_listener *listener)
{
    struct words words;
    assert_true(words_split(rows, strlen(rows), &words));
    game_find(word_from(name))->seed->table(job, listener, &words);
}

/* Without the times: "in 0.002 s ". */
static void drop_times(char *text)
{
    for (char *at; (at = strstr(text, " in ")) != NULL;) {
        char *behind = strstr(at, " s");
        assert_non_null(behind);
        memmove(at, behind + 2, strlen(behind + 2) + 1);
    }
}

static void konane_is_as_printed(void **state)
{
    (void)state;
    static struct told told;
    struct job job = new_job();
    struct seeds_listener listener = listener_of(&told, &job);
    play_table("konane", "", &job, &listener);
    assert_int_equal(told.count, 7);
    for (int i = 0; i < told.count; i++) {
        assert_string_equal(told.row[i].game, "konane");
        drop_times(told.row[i].measured);
        assert_string_equal(told.row[i].measured, told.row[i].printed);
    }
}

/* Wins of "W of G games". */
static double share_of(const struct told *told, const char *game, long games_wanted)
{
    char *rest;
    assert_int_equal(told->count, 1);
    assert_string_equal(told->row[0].game, game);
    long wins = strtol(told->row[0].measured, &rest, 10);
    assert_int_equal(strncmp(rest, " of ", 4), 0);
    long games_played = strtol(rest + 4, NULL, 10);
    assert_int_equal(games_played, games_wanted);
    return (double)wins / (double)games_played;
}

/* The report says 99 of 100; a player without a plan wins half. */
static void hand_beats_a_random_player(void **state)
{
    (void)state;
    static struct told told;
    struct job job = new_job();
    struct seeds_listener listener = listener_of(&told, &job);
    play_table("hand", "", &job, &listener);
    assert_true(share_of(&told, "hand", 200) > 0.93);
}

/* 42.5 % over two million games; twenty thousand are off by 0.35 % one time in three, by 1.5 % never. */
static void monopoly_loses_to_a_random_player(void **state)
{
    (void)state;
    static struct told told;
    struct job job = new_job();
    struct seeds_listener listener = listener_of(&told, &job);
    play_table("monopoly", "", &job, &listener);
    double share = share_of(&told, "monopoly", 20000);
    assert_true(share > 0.41 && share < 0.44);
}

/* -- angry -- */

/* The score that the actions on the line "S in N actions ABC" come to by the rules of the game. */
static void expect_replay(const char *fen_rows, const char *measured)
{
    const struct game *game = game_find(word_from("angry"));
    char fen[FEN_MAX];
    struct board board;
    struct position position;
    struct fault fault;
    int64_t score[2];
    char *rest;
    snprintf(fen, sizeof fen, "%s queen=script", fen_rows);
    assert_true(game_parse(game, &board, &position, fen, &fault));
    long claimed = strtol(measured, &rest, 10);
    const char *actions = strrchr(measured, ' ') + 1;
    assert_int_equal(strtol(rest + strlen(" in "), NULL, 10), strlen(actions));
    for (const char *at = actions; *at != '\0'; at++) {
        struct move_list list;
        move_t chosen = MOVE_NONE;
        assert_int_equal(game->turn(&board, &position), ACTOR_ONE);
        game->moves(&board, &position, &list);
        for (int i = 0; i < list.count; i++) {
            char word[MOVE_WORD_MAX];
            game->move_print(&board, list.at[i], word);
            if (word[0] - 'a' + 'A' == *at)
                chosen = list.at[i];
        }
        assert_true(chosen != MOVE_NONE);
        game->apply(&board, &position, chosen);
    }
    assert_int_equal(game->turn(&board, &position), ACTOR_NONE);
    game->score(&board, &position, score);
    assert_int_equal(score[0], claimed);
}

static void angry_plays_any_board(void **state)
{
    (void)state;
    static struct told told;
    static const char *const rows = "HTTT/TRPT/TTES/RTTQ";
    struct job job = new_job();
    struct seeds_listener listener = listener_of(&told, &job);
    play_table("angry", rows, &job, &listener);
    assert_int_equal(told.count, 1);
    assert_string_equal(told.row[0].game, "angry");
    assert_string_equal(told.row[0].name, "another board");
    assert_string_equal(told.row[0].printed, "nothing");
    expect_replay(rows, told.row[0].measured);
}

static void angry_says_what_is_wrong_with_a_board(void **state)
{
    (void)state;
    static struct told told;
    struct job job = new_job();
    struct seeds_listener listener = listener_of(&told, &job);
    play_table("angry", "HT?/TTQ/TTS", &job, &listener);
    assert_int_equal(told.count, 1);
    assert_int_equal(strncmp(told.row[0].measured, "no board: ", 10), 0);
}

/* A board of the project is known by its rows; the report's figures come out again. */
static void expect_as_printed(const char *name)
{
    static struct told told;
    char path[64], row[64], rows[FEN_MAX] = "";
    snprintf(path, sizeof path, "../shared/data/angry/%s.txt", name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        print_message("%s is not there: skipped\n", path);
        skip();
    }
    for (size_t used = 0; fgets(row, sizeof row, file) != NULL;) {
        row[strcspn(row, "\r\n")] = '\0';
        used += (size_t)snprintf(rows + used, sizeof rows - used, "%s%s", used > 0 ? "/" : "", row);
    }
    fclose(file);
    struct job job = new_job();
    struct seeds_listener listener = listener_of(&told, &job);
    play_table("angry", rows, &job, &listener);
    assert_int_equal(told.count, 1);
    assert_string_equal(told.row[0].name, name);
    assert_string_equal(told.row[0].measured, told.row[0].printed);
    expect_replay(rows, told.row[0].measured);
}

static void angry_simple_is_as_printed(void **state)
{
    (void)state;
    expect_as_printed("simple");
}

static void angry_hard_is_as_printed(void **state)
{
    (void)state;
    expect_as_printed("hard");
}

/* -- stops -- */

static void a_stop_ends_the_table(void **state)
{
    (void)state;
    static struct told told;
    struct job job = new_job();
    struct seeds_listener listener = listener_of(&told, &job);
    told.stop_after = 2;
    play_table("konane", "", &job, &listener);
    assert_int_equal(told.count, 2);
    play_table("konane", "", &job, &listener);
    play_table("hand", "", &job, &listener);
    play_table("monopoly", "", &job, &listener);
    play_table("angry", "HTTT/TRPT/TTES/RTTQ", &job, &listener);
    assert_int_equal(told.count, 2); /* nothing half done is told */
}

/* The command is heard while it works, and refuses more than it can keep. */
static void bench_seeds_can_be_stopped(void **state)
{
    (void)state;
    struct engine engine;
    static char many[6000];
    static const char first[] = "bench seeds konane depth 4 vs first: printed: 41 plies ";
    assert_true(engine_start(&engine, NULL));
    engine_say(&engine, "bench seeds");
    const char *line = engine_line(&engine, ENGINE_PATIENCE);
    assert_true(line != NULL && strncmp(line, first, strlen(first)) == 0);
    engine_say(&engine, "stop");
    do
        line = engine_line(&engine, ENGINE_PATIENCE);
    while (line != NULL && strcmp(line, "info string stopped") != 0);
    assert_non_null(line);
    for (size_t i = 0; i < sizeof many - 1; i++)
        many[i] = i % 2 == 0 ? 'x' : ' ';
    memcpy(many, "bench seeds ", 12);
    engine_say(&engine, many);
    line = engine_line(&engine, ENGINE_PATIENCE);
    assert_true(line != NULL && strncmp(line, "error bad_argument bench seeds ", 31) == 0);
    engine_say(&engine, "quit");
    assert_null(engine_line(&engine, ENGINE_PATIENCE));
    assert_int_equal(engine_end(&engine, ENGINE_PATIENCE), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(konane_is_as_printed),
        cmocka_unit_test(hand_beats_a_random_player),
        cmocka_unit_test(monopoly_loses_to_a_random_player),
        cmocka_unit_test(angry_plays_any_board),
        cmocka_unit_test(angry_says_what_is_wrong_with_a_board),
        cmocka_unit_test(angry_simple_is_as_printed),
        cmocka_unit_test(angry_hard_is_as_printed),
        cmocka_unit_test(a_stop_ends_the_table),
        cmocka_unit_test(bench_seeds_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
