/* Whole matches, by the program itself, between engines of tests/faults: what is played, and what a person reads. */
#define _GNU_SOURCE
#include "tests/support/check.h"
#include "tests/support/match_room.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* -- a golden match -- */

/* The game and its players once more, as tests/faults/pile.c tells them in words. */
struct twin {
    int64_t stones;
    int side;
    int64_t score[2];
    int plies;
    char moves[4096];
};

static int64_t twin_choice(int64_t stones, uint64_t salt)
{
    uint64_t hash = ((uint64_t)stones * 2654435761u + salt) * UINT64_C(0x9E3779B97F4A7C15);
    int64_t limit = stones < 3 ? stones : 3;
    return 1 + (int64_t)((hash >> 33) % (uint64_t)limit);
}

static struct twin twin_play(int64_t stones, const uint64_t salts[2])
{
    struct twin twin = {.stones = stones};
    while (twin.stones > 0) {
        int64_t taken = twin_choice(twin.stones, salts[twin.side]);
        twin.score[twin.side] += twin.stones % 3 == 0 ? 3 : 1;
        twin.stones -= taken;
        twin.side = 1 - twin.side;
        snprintf(twin.moves + strlen(twin.moves), 16, "%s\"t%d\"", twin.plies++ > 0 ? "," : "", (int)taken);
    }
    return twin;
}

/* Game `id`: pairs have one opening, the second game of a pair is played with sides swapped. */
static void twin_line(int id, char line[LINE_ROOM])
{
    int round = (id + 1) / 2;
    bool swapped = id % 2 == 0;
    const uint64_t salts[2] = {swapped ? 7 : 5, swapped ? 5 : 7};
    int64_t stones = 19 + round;
    struct twin twin = twin_play(stones, salts);
    snprintf(
        line, LINE_ROOM,
        "{\"type\":\"game\",\"id\":%d,\"round\":%d,\"game\":\"pile\",\"start\":\"%" PRId64 " 1 0 0 0 take=3 "
        "players=2\",\"first\":\"%s\",\"second\":\"%s\",\"result\":\"%s\",\"verdict\":\"rules\","
        "\"reason\":\"pile_is_empty\",\"moves\":[%s],\"opening\":0,\"score\":[%" PRId64 ",%" PRId64
        "],\"plies\":%d,\"pair\":%d,\"opening_number\":%d}\n",
        id, round, stones, swapped ? "seven" : "five", swapped ? "five" : "seven",
        twin.side == 1 ? "1-0" : "0-1", twin.moves, twin.score[0], twin.score[1], twin.plies, round, round);
}

static uint64_t checksum(const char *text)
{
    uint64_t sum = UINT64_C(14695981039346656037); /* FNV-1a */
    for (; *text != '\0'; text++)
        sum = (sum ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return sum;
}

static void test_golden_match(void **state)
{
    const struct match_room *room = *state;
    FILE *openings = open_file(room, "openings", "w");
    fputs("# piles of 20 to 119\n\n", openings);
    for (int stones = 20; stones < 120; stones++)
        fprintf(openings, "%d 1\n", stones);
    fclose(openings);
    assert_int_equal(
        run_match(room, "-engine cmd=\"$pile salt=5\" name=five -engine cmd=\"$pile salt=7\" name=seven"
                        " -game pile -openings file=$dir/openings -rounds 100 -concurrency 3"
                        " -db $dir/match.db"),
        0);
    char *text = export_match(room, "match.db");
    uint64_t sum = checksum(text);
    char *line = text + strcspn(text, "\n") + 1;
    for (int id = 1; id <= 200; id++) {
        char wanted[LINE_ROOM];
        twin_line(id, wanted);
        size_t length = strcspn(line, "\n") + 1;
        assert_int_equal(length, strlen(wanted));
        assert_memory_equal(line, wanted, length);
        line += length;
    }
    assert_string_equal(line, "");
    assert_int_equal(sum, UINT64_C(0x2b32c1619787fb93));
    free(text);
    assert_nobody_is_left(room);
}

/* An engine of the other protocol is greeted in it and not asked what only UGI knows. */
static void test_uci_engines(void **state)
{
    const struct match_room *room = *state;
    assert_int_equal(run_match(room,
                               "-engine cmd=\"$pile fault=wrong_result\" name=A proto=uci tc=1+1"
                               " -engine cmd=\"$pile\" name=B depth=3 -game pile -strict -debug $dir/trace"),
                     0);
    char *trace = read_file(room, "trace");
    assert_non_null(strstr(trace, " A > uci\n"));
    assert_non_null(strstr(trace, " A > ucinewgame\n"));
    assert_non_null(strstr(trace, " A > go wtime 2000 winc 1000\n"));
    assert_null(strstr(trace, " A > query"));
    assert_non_null(strstr(trace, " B > query gameover\n"));
    assert_non_null(strstr(trace, " B > go depth 3\n"));
    free(trace);
}

/* Both games of a pair are played by the same processes, so that fewer are started than games are played. */
static void test_a_pair_stays_with_its_processes(void **state)
{
    const struct match_room *room = *state;
    assert_int_equal(
        run_match(room, "-each cmd=\"$pile\" -engine name=A -engine name=B -engine name=C -engine name=D"
                        " -game pile -rounds 8 -concurrency 2 -strict -notryout -debug $dir/trace"
                        " -db $dir/match.db"),
        0);
    char *text = export_match(room, "match.db"), *trace = read_file(room, "trace");
    assert_int_equal(count_lines_with(text, "\"type\":\"game\""), 96);
    /* With a start for each game: 96, and the arbiters'. */
    assert_in_range(count_lines_with(trace, " < ugiok"), 1, 95);
    free(trace);
    free(text);
    assert_nobody_is_left(room);
}

static void test_pondering_changes_no_game(void **state)
{
    const struct match_room *room = *state;
    char options[512];
    char *exported[2];
    for (int i = 0; i < 2; i++) {
        snprintf(options, sizeof options,
                 "-engine cmd=\"$pile salt=1\" name=A tc=5 %s -engine cmd=\"$pile salt=2\" name=B tc=5 %s "
                 "-game pile"
                 " -openings plies=2 -rounds 20 -concurrency 2 -strict -db $dir/%d.db -debug $dir/trace",
                 i == 1 ? "ponder" : "", i == 1 ? "ponder" : "", i);
        assert_int_equal(run_match(room, options), 0);
        snprintf(options, sizeof options, "%d.db", i);
        exported[i] = export_match(room, options);
    }
    assert_string_equal(exported[0], exported[1]);
    char *trace = read_file(room, "trace");
    int pondered = count_lines_with(trace, "> go ponder p1time"),
        hits = count_lines_with(trace, "> ponderhit");
    int stops = count_lines_with(trace, "> stop");
    assert_true(hits > 20 && stops > 20);
    assert_int_equal(pondered, hits + stops);
    free(trace);
    free(exported[0]);
    free(exported[1]);
}

/* -- openings and dice -- */

static void test_pairs_share_opening_and_dice(void **state)
{
    const struct match_room *room = *state;
    assert_int_equal(
        run_match(room, "-engine cmd=\"$pile play=first\" name=A -engine cmd=\"$pile play=first\" name=B"
                        " -game pile stones=60 chance=on -openings plies=4 -rounds 20 -concurrency 2"
                        " -db $dir/match.db"),
        0);
    char *text = export_match(room, "match.db"), *rest = NULL, last[LINE_ROOM] = "";
    strtok_r(text, "\n", &rest);
    int different = 0;
    for (int id = 1; id <= 40; id++) {
        const char *moves = strstr(strtok_r(NULL, "\n", &rest), "\"moves\":");
        char now[LINE_ROOM];
        snprintf(now, sizeof now, "%.*s", (int)(strstr(moves, ",\"pair\"") - moves), moves);
        assert_non_null(strstr(now, "\"opening\":8,")); /* four moves and the rolls before them */
        if (id % 2 == 0)
            assert_string_equal(now, last); /* equal players: equal games */
        else
            different += strcmp(now, last) != 0;
        strcpy(last, now);
    }
    assert_int_equal(different, 20);
    free(text);
}

static void test_games_for_one(void **state)
{
    const struct match_room *room = *state;
    assert_int_equal(
        run_match(room, "-engine cmd=\"$pile play=first\" name=A -engine cmd=\"$pile play=last\" name=B"
                        " -engine cmd=\"$pile fault=crash at=2\" name=C -game pile players=1"
                        " -openings seeds=20..29 -rounds 10 -db $dir/match.db"),
        0);
    char *text = export_match(room, "match.db"), *rest = NULL, start[2][256];
    assert_int_equal(count_lines_with(text, "\"second\":null"), 30);
    assert_int_equal(count_lines_with(text, "\"verdict\":\"crash\""), 10);
    strtok_r(text, "\n", &rest);
    for (int id = 1; id <= 30; id++) {
        json_field(strtok_r(NULL, "\n", &rest), "start", start[id % 3 == 1 ? 0 : 1]);
        assert_string_equal(start[0], start[id % 3 == 1 ? 0 : 1]); /* everybody plays the same starts */
    }
    free(text);
    text = read_file(room, "out");
    assert_non_null(strstr(text, "  1 A           20    20.0  100.0%"));
    free(text);
}

static void test_seeds_of_dice(void **state)
{
    const struct match_room *room = *state;
    static const char *const with =
        "-engine cmd=\"$pile\" name=A -engine cmd=\"$pile\" name=B -rounds 2 -games 1 -openings seeds=20..21";
    char options[512];
    snprintf(options, sizeof options, "%s -game pile chance=on -db $dir/match.db", with);
    assert_int_equal(run_match(room, options), 0);
    char *text = export_match(room, "match.db");
    assert_int_equal(count_lines_with(text, "\"start\":\"20 1 "), 1);
    assert_int_equal(count_lines_with(text, "\"start\":\"21 1 "), 1);
    free(text);
    snprintf(options, sizeof options, "%s key=salt -game pile", with);
    assert_int_equal(run_match(room, options), 1); /* the word was said: no other is tried */
}

static void test_opening_moves_belong_to_the_game(void **state)
{
    const struct match_room *room = *state;
    FILE *openings = open_file(room, "openings", "w");
    fputs("12 1 moves t2 t1\n", openings);
    fclose(openings);
    assert_int_equal(run_match(room,
                               "-engine cmd=\"$pile\" name=A -engine cmd=\"$pile\" name=B -game pile -games 1"
                               " -openings file=$dir/openings -db $dir/match.db"),
                     0);
    char *text = export_match(room, "match.db");
    assert_non_null(strstr(text, "\"start\":\"12 1 0 0 0 take=3 players=2\""));
    assert_non_null(strstr(text, "\"moves\":[\"t2\",\"t1\",\""));
    assert_non_null(strstr(text, "],\"opening\":2,"));
    free(text);
}

static void test_broken_openings_stop_the_match(void **state)
{
    const struct match_room *room = *state;
    static const char *const lines[] = {"12 1 moves t9\n", "nonsense\n", "# nothing\n"};
    for (int i = 0; i < 3; i++) {
        FILE *openings = open_file(room, "openings", "w");
        fputs(lines[i], openings);
        fclose(openings);
        assert_int_equal(run_match(room, "-engine cmd=\"$pile\" -engine cmd=\"$pile\" -game pile"
                                         " -openings file=$dir/openings"),
                         1);
        char *text = read_file(room, "err");
        assert_non_null(strstr(text, "opening"));
        free(text);
    }
    assert_int_equal(
        run_match(room, "-engine cmd=\"$pile\" -engine cmd=\"$pile\" -game pile -openings file=$dir/none"),
        1);
    char *text = read_file(room, "err");
    assert_non_null(strstr(text, "/none: No such file or directory"));
    free(text);
    assert_nobody_is_left(room);
}

static void test_page_is_written(void **state)
{
    const struct match_room *room = *state;
    char rest[256];
    assert_int_equal(
        run_match(room,
                  "-engine cmd=\"$pile salt=1\" name='<A&B>' -engine cmd=\"$pile fault=crash at=3\" name=B"
                  " -game pile -openings plies=3 -rounds 5 -db $dir/match.db"),
        0);
    snprintf(rest, sizeof rest, "%s/match.db cmd=$pile", room->folder);
    assert_int_equal(run_verb(room, "report", rest), 0);
    char *page = read_file(room, "match.html");
    snprintf(rest, sizeof rest, "%s/match.db other.html", room->folder);
    assert_int_equal(run_verb(room, "report", rest), 2); /* not KEY=VALUE */
    assert_non_null(strstr(page, "&lt;A&amp;B&gt;"));
    assert_non_null(strstr(page, "\\u003cA&B>"));
    assert_null(strstr(page, "<A&B>"));
    assert_true(count_lines_with(page, "<svg") >= 4);
    assert_int_equal(count_lines_with(page, "\"f\":["), 10);
    assert_null(strstr(page, "src="));
    assert_non_null(strstr(page, "killed by signal 11"));
    free(page);
}

/* -- what a person reads -- */

/* The arbiter pads its lines with blanks and says remarks between them, in the match and when it is replayed. */
static void test_a_padding_arbiter_is_understood(void **state)
{
    const struct match_room *room = *state;
    char command[1024];
    snprintf(
        command, sizeof command,
        "cd %s; here=$OLDPWD; cd $here; pile='%s fault=padded'; exec %s -arbiter cmd=\"$pile\" -engine "
        "cmd=\"$pile\" name=A -engine cmd=\"$pile salt=1\" name=B -game pile -openings plies=2 -rounds 5 "
        "-strict -db %s/match.db >%s/out",
        room->folder, room->pile, room->referee, room->folder, room->folder);
    assert_int_equal(run_shell(command), 0);
    snprintf(command, sizeof command, "exec %s check %s/match.db cmd='%s fault=padded' >%s/said",
             room->referee, room->folder, room->pile, room->folder);
    assert_int_equal(run_shell(command), 0);
    char *said = read_file(room, "said");
    assert_string_equal(said, "10 games replayed, 0 wrong\n");
    free(said);
}

/* What an engine says before it thinks is passed on once, in a quiet match too. */
static void test_a_remark_is_passed_on(void **state)
{
    const struct match_room *room = *state;
    run_match(room, "-engine cmd=\"$pile fault=remark\" name=A -engine cmd=\"$pile salt=1\" name=B -game "
                    "pile -rounds 3 -quiet");
    char *told = read_file(room, "err");
    assert_string_equal(told, "panj-referee: A says: as I please\n");
    free(told);
}

static void test_a_person_is_asked(void **state)
{
    const struct match_room *room = *state;
    FILE *typed = open_file(room, "typed", "w");
    fputs("help\nt9\n2-2\nt3\nresign\n", typed);
    fclose(typed);
    assert_int_equal(run_match(room, "-engine person name=Me -engine cmd=\"$pile play=first\" name=Easy"
                                     " -game pile stones=9 -games 1 -db $dir/match.db <$dir/typed"),
                     0);
    char *text = read_file(room, "out");
    assert_non_null(
        strstr(text, "Me, player 1 (a move, help, resign): a move is one word; legal now: t1 t2 t3\n"));
    assert_non_null(strstr(text, "t9 is not a legal move here\n"));
    assert_int_equal(count_lines_with(text, "legal now: t1 t2 t3\n"), 2); /* no word at all: he is helped */
    assert_non_null(strstr(text, "\nEasy has won: Me gave up; score "));
    assert_null(strstr(text, "game 1/1"));
    free(text);
}

static void test_the_numbers_have_intervals(void **state)
{
    const struct match_room *room = *state;
    assert_int_equal(
        run_match(room, "-engine cmd=\"$pile play=best\" name=A -engine cmd=\"$pile play=first\" name=B"
                        " -game pile stones=33 -rounds 10 -openings plies=1 -quiet"),
        0);
    char *text = read_file(room, "out");
    assert_non_null(strstr(text, "; Elo +"));
    assert_non_null(strstr(text, ", inf], LOS 99.9 %\n"));
    assert_null(strstr(text, "100.0 %"));
    free(text);
}

/* -- stopping early, and staying small -- */

static void test_sprt_stops_the_match(void **state)
{
    const struct match_room *room = *state;
    static const char *const styles[2][2] = {{"best", "first"}, {"first", "best"}};
    static const char *const words[2] = {"H1 accepted", "H0 accepted"};
    for (int i = 0; i < 2; i++) {
        char options[512];
        snprintf(
            options, sizeof options,
            "-engine cmd=\"$pile play=%s\" name=A -engine cmd=\"$pile play=%s\" name=B -game pile stones=33"
            " -openings plies=3 -rounds 100000 -concurrency 2 -quiet -sprt elo0=0 elo1=20",
            styles[i][0], styles[i][1]);
        assert_int_equal(run_match(room, options), 0);
        char *text = read_file(room, "out");
        assert_non_null(strstr(text, words[i]));
        free(text);
    }
    assert_nobody_is_left(room);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, match_room_open, match_room_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_golden_match),
        TEST(test_uci_engines),
        TEST(test_a_pair_stays_with_its_processes),
        TEST(test_pondering_changes_no_game),
        TEST(test_pairs_share_opening_and_dice),
        TEST(test_games_for_one),
        TEST(test_seeds_of_dice),
        TEST(test_opening_moves_belong_to_the_game),
        TEST(test_broken_openings_stop_the_match),
        TEST(test_page_is_written),
        TEST(test_a_padding_arbiter_is_understood),
        TEST(test_a_remark_is_passed_on),
        TEST(test_a_person_is_asked),
        TEST(test_the_numbers_have_intervals),
        TEST(test_sprt_stops_the_match),
    };
    return cmocka_run_group_tests_name("referee matches", tests, NULL, NULL);
}
