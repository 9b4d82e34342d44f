/* panj-gems play as a server sees it, and what both programs refuse. */
#define _GNU_SOURCE
#include "tests/support/check.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/gems.h"

/* -- the client and its servers -- */

struct stand_in {
    int listener;
    struct program player;
    struct peer peer;
};

static struct stand_in stand_in_start(const char *options)
{
    int port;
    struct stand_in stand = {.listener = peer_listen(&port)};
    assert_true(stand.listener >= 0);
    stand.player = gems_play(port, options);
    stand.peer = peer_over(accept(stand.listener, NULL, NULL));
    return stand;
}

static void stand_in_end(struct stand_in *stand, int wanted, const char *said)
{
    bool heard = said == NULL;
    for (const char *line; (line = peer_line(&stand->player.output, 15000)) != NULL;)
        heard = heard || strstr(line, said) != NULL;
    assert_true(heard);
    assert_int_equal(program_end(&stand->player, PEER_PATIENCE), wanted);
    peer_close(&stand->peer);
    close(stand->listener);
}

/* Exactly one answer has come, and it is this. */
static void demand_answer(struct stand_in *stand, const char *wanted)
{
    gems_demand_line(&stand->peer, wanted);
    assert_null(peer_line(&stand->peer, 100));
}

static void test_pieces_and_broken_lines(void **state)
{
    (void)state;
    struct stand_in stand = stand_in_start("");
    assert_true(peer_send(&stand.peer, "1 4 A"));
    peer_sleep(50);
    assert_true(peer_send(&stand.peer, " 1 0 9 1 \n"));
    gems_demand_line(&stand.peer, "CONFIRM");
    assert_true(peer_send(&stand.peer, " 1 0 0 0 0"));
    assert_null(peer_line(&stand.peer, 200)); /* half a line is no question */
    assert_true(peer_send(&stand.peer, " 0 EA E 1 E\n"));
    demand_answer(&stand, "RIGHT");
    assert_true(peer_send(&stand.peer, " 2 -1 0 0 0 0 E EA 1\n"));
    /* A cell is missing: no answer, the turn is the server's NOOP. */
    assert_null(peer_line(&stand.peer, 300));
    assert_true(peer_send(&stand.peer, " 3 -1 0 0 0 0 E EA 1 E\n"));
    demand_answer(&stand, "RIGHT");
    assert_true(peer_send(&stand.peer, "finish!\n"));
    stand_in_end(&stand, 0, "result score 48");
}

static void test_the_newest_of_two_questions_is_answered(void **state)
{
    (void)state;
    struct stand_in stand = stand_in_start("");
    assert_true(peer_send(&stand.peer,
                          "{\"height\": 1, \"width\": 4, \"character\": \"A\", \"id\": 1, \"score\": 0, "
                          "\"max_turn_count\": 9, \"agent_count\": 1, \"probabilities\": {}}\n"));
    gems_demand_line(&stand.peer, "CONFIRM");
    assert_true(peer_send(&stand.peer, " 1 0 0 0 0 0 EA E 1 E\n 2 0 0 0 0 0 E E 1 EA\n"));
    gems_demand_line(&stand.peer, "LEFT");
    assert_null(peer_line(&stand.peer, 1500));
    program_kill(&stand.player);
    peer_close(&stand.peer);
    close(stand.listener);
}

static void test_a_server_that_dies(void **state)
{
    (void)state;
    struct stand_in stand = stand_in_start("");
    assert_true(peer_send(&stand.peer, "1 4 A 1 0 9 1 \n"));
    gems_demand_line(&stand.peer, "CONFIRM");
    assert_true(peer_send(&stand.peer, " 1 0 0 0 0 0 EA E 1 E\n"));
    gems_demand_line(&stand.peer, "RIGHT");
    peer_close(&stand.peer);
    stand_in_end(&stand, 1, "the server has gone in the middle of a game");
}

static void test_a_server_that_falls_silent(void **state)
{
    (void)state;
    struct stand_in stand = stand_in_start("--patience 1");
    assert_true(peer_send(&stand.peer, "1 4 A 1 0 9 1 \n"));
    gems_demand_line(&stand.peer, "CONFIRM");
    int64_t began = peer_clock(); /* what is said last is heard later */
    assert_true(peer_send(&stand.peer, " 1 0 0 0 0 0 EA E 1 E\n"));
    gems_demand_line(&stand.peer, "RIGHT");
    stand_in_end(&stand, 1, "fallen silent");
    assert_in_range(peer_clock() - began, 2900000, 9000000); /* and a turn of both players */
}

static void test_a_server_that_speaks_nonsense(void **state)
{
    (void)state;
    struct stand_in stand = stand_in_start("");
    for (int i = 0; i < 10; i++)
        assert_true(peer_send(&stand.peer, "HTTP/1.1 400 Bad Request\n"));
    stand_in_end(&stand, 1, "speaks something else");
}

/* No seat is taken by a player who has no engine: the server hears nothing of him. */
static void test_the_engine_starts_before_the_seat(void **state)
{
    (void)state;
    int port, listener = peer_listen(&port);
    static const struct {
        const char *engine, *said;
    } rows[] = {{"./nope", "./nope: cannot be started: No such file or directory"},
                {"false", "exit status 1"}};
    for (int i = 0; i < 2; i++) {
        char command[COMMAND];
        snprintf(command, sizeof command, "exec ./panj-gems%s play 127.0.0.1 %d --engine %s",
                 gems_panj() + strlen("./panj"), port, rows[i].engine);
        struct program player = program_start(command, true);
        const char *line = peer_line(&player.output, PEER_PATIENCE);
        assert_true(line != NULL && strstr(line, rows[i].said) != NULL);
        assert_int_equal(program_end(&player, PEER_PATIENCE), 1);
    }
    fcntl(listener, F_SETFL, O_NONBLOCK);
    assert_int_equal(accept(listener, NULL, NULL), -1);
    close(listener);
}

static void demand_failure(const char *verb, const char *words, int status, const char *said)
{
    char command[COMMAND];
    snprintf(command, sizeof command, "exec ./panj-gems%s %s %s", gems_panj() + strlen("./panj"), verb,
             words);
    struct program program = program_start(command, true);
    const char *line = peer_line(&program.output, 15000);
    assert_non_null(line);
    if (strstr(line, said) == NULL)
        fail_msg("%s %s says: %s", verb, words, line);
    assert_int_equal(program_end(&program, 15000), status);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    demand_failure("play", "192.0.2.1 9921", 1, "--allow-remote");
    demand_failure("serve", "--address 0.0.0.0 --port 0", 1, "--allow-remote");
    demand_failure("play", "127.0.0.1", 2, "HOST PORT");
    demand_failure("play", "127.0.0.1 0", 2, "HOST PORT");
    demand_failure("serve", "--turns 0", 2, "--turns wants N");
    demand_failure("serve", "--port", 2, "--port wants N");
    demand_failure("serve", "--what", 2, "unknown option");
    demand_failure("serve", "--seat 2", 2, "one player");
    demand_failure("serve", "--map nosuch --port 0", 1, "map must be one of");
    demand_failure("serve", "--engine ./nope --port 0", 1, "./nope: cannot be started: No such file");
    demand_failure("serve", "--map no/such/map.txt", 1, "no such file");
    demand_failure("serve", "--map Makefile --port 0", 1, "no map");
    demand_failure("play", "127.0.0.1 1 --patience 0.5", 1, "127.0.0.1 port 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces_and_broken_lines),
        cmocka_unit_test(test_the_newest_of_two_questions_is_answered),
        cmocka_unit_test(test_a_server_that_dies),
        cmocka_unit_test(test_a_server_that_falls_silent),
        cmocka_unit_test(test_a_server_that_speaks_nonsense),
        cmocka_unit_test(test_the_engine_starts_before_the_seat),
        cmocka_unit_test(test_what_is_refused),
    };
    return cmocka_run_group_tests_name("gems over TCP: the player", tests, NULL, NULL);
}
