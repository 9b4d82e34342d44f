/* UCI clients as they are found: each sends what it sends to any chess engine, in every game, and is as strict with
 * what comes back. None may wait for ever or meet a word that it does not know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/engine.h"

static const char *const variants[] = {"konane",         "hand seed=3",        "gems",
                                       "gems players=2", "angry queen=script", "angry",
                                       "monopoly",       "monopoly dice=7"};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

static struct engine engine;

static void begin(const char *variant)
{
    const char *const words[] = {"--game", variant, NULL};
    assert_true(engine_start(&engine, words));
}

static void say(const char *line)
{
    engine_say(&engine, line);
}

static void leave(void)
{
    say("quit");
    while (engine_line(&engine, ENGINE_PATIENCE) != NULL)
        continue;
    assert_int_equal(engine_end(&engine, ENGINE_PATIENCE), 0);
}

/* -- what a strict reader takes -- */

/* The next word of the line, cut off in place; "" at its end. */
static char *take_word(char **line)
{
    static char nothing[1];
    char *word = strtok_r(NULL, " ", line);
    return word != NULL ? word : nothing;
}

static int64_t take_number(char **line, const char *whole)
{
    char *end;
    char *word = take_word(line);
    long long number = strtoll(word, &end, 10);
    if (word[0] == '\0' || *end != '\0')
        fail_msg("no number in '%s'", whole);
    return number;
}

static bool is_among(const char *word, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strcmp(word, *words) == 0)
            return true;
    return false;
}

/* An info line as the UCI standard lists its words, and none but those. True if it has a score. */
static bool read_info(const char *whole)
{
    static const char *const numbers[] = {"depth", "seldepth", "multipv", "nodes",
                                          "nps",   "hashfull", "time",    NULL};
    char room[8192];
    char *line;
    bool has_score = false;
    snprintf(room, sizeof room, "%s", whole);
    assert_string_equal(strtok_r(room, " ", &line), "info");
    for (char *word; *(word = take_word(&line)) != '\0';) {
        if (strcmp(word, "string") == 0 || strcmp(word, "pv") == 0)
            return has_score;
        if (is_among(word, numbers)) {
            take_number(&line, whole);
        } else if (strcmp(word, "score") == 0) {
            static const char *const kinds[] = {"cp", "mate", NULL};
            has_score = true;
            if (!is_among(take_word(&line), kinds))
                fail_msg("a score that is neither cp nor mate: '%s'", whole);
            take_number(&line, whole);
        } else if (strcmp(word, "lowerbound") != 0 && strcmp(word, "upperbound") != 0) {
            fail_msg("'%s' is no word of UCI: '%s'", word, whole);
        }
    }
    return has_score;
}

/* Reads up to the line with this first word; every line is one that UCI knows, but for errors. Whether there was a
 * score. */
static bool read_until(const char *first)
{
    bool has_score = false;
    for (const char *line; (line = engine_line(&engine, ENGINE_PATIENCE)) != NULL;) {
        size_t length = strcspn(line, " ");
        if (strncmp(line, "info ", 5) == 0)
            has_score = read_info(line) || has_score;
        if (strlen(first) == length && strncmp(line, first, length) == 0)
            return has_score;
        assert_true(strncmp(line, "bestmove", 8) != 0);
    }
    fail_msg("no line %s", first);
    return false;
}

static void greet(void)
{
    say("uci");
    read_until("uciok");
    say("isready");
    read_until("readyok");
}

/* A search must end with a score and a bestmove whatever the position is. */
static void search(const char *go)
{
    say(go);
    assert_true(read_until("bestmove"));
}

/* A search that goes on until it is told to end must not answer before that: a client that then waits for the answer
 * would wait for ever. */
static void search_until(const char *go, const char *end)
{
    say(go);
    say("isready");
    read_until("readyok");
    say(end);
    read_until("bestmove");
}

/* -- clients -- */

/* What `fastchess --compliance` sends: chess positions and clocks of a tenth of a second. */
static void test_compliance_run(void **state)
{
    (void)state;
    static const char *const after[] = {
        "position startpos", "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "position startpos moves e2e4 e7e5", NULL};
    for (int i = 0; i < VARIANTS; i++) {
        begin(variants[i]);
        greet();
        for (const char *const *line = after; *line != NULL; line++) {
            say("ucinewgame");
            say("isready");
            read_until("readyok");
            say(*line);
            say("isready");
            read_until("readyok");
            search("go wtime 100");
            search("go btime 100 binc 100 wtime 100 winc 100");
        }
        leave();
    }
}

/* What an analysing client sends: options, debug, several lines, infinite and stop; the line of a solved position
 * as well. */
static void test_analysis(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; i++) {
        begin(variants[i]);
        greet();
        say("debug on");
        say("setoption name UCI_AnalyseMode value true");
        say("setoption name MultiPV value 3");
        say("position startpos");
        search_until("go infinite", "stop");
        search_until("go ponder wtime 1000 btime 1000 winc 10 binc 10", "ponderhit");
        say("debug off");
        search("go depth 4");
        leave();
    }
}

static const char *last_score(void)
{
    static char score[64];
    score[0] = '\0';
    for (const char *line; (line = engine_line(&engine, ENGINE_PATIENCE)) != NULL;) {
        const char *at = strstr(line, " score ");
        if (at != NULL)
            snprintf(score, sizeof score, "%.*s", (int)(strstr(at, " nodes") - at - 7), at + 7);
        if (strncmp(line, "bestmove", 8) == 0)
            return score;
    }
    return "";
}

static const char *score_of(const char *position)
{
    say(position);
    say("go");
    return last_score();
}

/* The same values as in a UGI conversation, in UCI's words. */
static void test_scores(void **state)
{
    (void)state;
    begin("konane rows=4 cols=4");
    static const char start[] = "position startpos";
    int plies = 0, moves = 0;
    assert_int_equal(sscanf(score_of(start), "mate %d", &plies), 1);
    greet();
    assert_int_equal(sscanf(score_of(start), "mate %d", &moves), 1);
    /* UGI counts plies, UCI moves. */
    assert_true(abs(plies) > 1 && moves == (plies + (plies > 0 ? 1 : -1)) / 2);
    leave();
    begin("gems map=corridor turns=8");
    greet();
    /* green, red, blue: 0 + 200 + 200, less 9 for the way. */
    assert_string_equal(score_of("position startpos"), "cp 39100");
    say("ugi");
    assert_string_equal(score_of("position startpos"), "pts 391 proven");
    say("uci");
    assert_string_equal(score_of("position startpos"), "cp 39100");
    leave();
}

/* A chance of ten to one is a lead of 400, an even one none; what is sure is no mate where nobody knows how long it
 * takes. */
static void test_chances(void **state)
{
    (void)state;
    begin("monopoly");
    greet();
    int64_t chance = 0, told = 0;
    say("ugi");
    assert_int_equal(sscanf(score_of("position fen -....-.... 1 d 8 250 3 150"), "wp %ld", &chance), 1);
    say("uci");
    assert_int_equal(sscanf(score_of("position fen -....-.... 1 d 8 250 3 150"), "cp %ld", &told), 1);
    assert_true(chance > 800000 && chance < 850000);
    assert_true(told > 240 && told < 302); /* 400 log10(4) and 400 log10(85/15) */
    leave();
}

/* A client that sends no options still gets the game that its user named on the command line. */
static void test_game_of_the_command_line(void **state)
{
    (void)state;
    begin("hand seed=3");
    say("query game");
    assert_string_equal(engine_line(&engine, ENGINE_PATIENCE), "response hand");
    greet();
    say("ucinewgame");
    say("query game");
    assert_string_equal(engine_line(&engine, ENGINE_PATIENCE), "response hand");
    leave();
    const char *const wrong[] = {"--game", "chess", NULL};
    assert_true(engine_start(&engine, wrong));
    assert_null(engine_line(&engine, ENGINE_PATIENCE));
    assert_int_equal(engine_end(&engine, ENGINE_PATIENCE), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compliance_run),
        cmocka_unit_test(test_analysis),
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_chances),
        cmocka_unit_test(test_game_of_the_command_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
