/* panj-gems and the later phases of the course: the table of probabilities in the greeting and in the configuration, what
 * the server draws from it, and players who know it. */
#define _GNU_SOURCE
#include "tests/support/check.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "adapters/gems/init.h"
#include "tests/support/gems.h"

static const char *const words[] = {"UP",      "DOWN",       "LEFT",      "RIGHT", "UP_RIGHT",
                                    "UP_LEFT", "DOWN_RIGHT", "DOWN_LEFT", "NOOP",  "TELEPORT"};
enum { WORDS = 9, DONE_WORDS = 10 };

/* -- the table -- */

static double part(const json_t *table, const char *kind, const char *asked, const char *done)
{
    const json_t *value = json_object_get(json_object_get(json_object_get(table, kind), asked), done);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

/* Every row has all ten words and is 1 together; what is certain is a whole number. */
static void demand_whole_rows(const json_t *table)
{
    static const char *const kinds[] = {"normal", "slider", "barbed", "teleport"};
    for (int kind = 0; kind < 4; kind++)
        for (int asked = 0; asked < WORDS; asked++) {
            double sum = 0;
            for (int done = 0; done < DONE_WORDS; done++) {
                const json_t *row = json_object_get(json_object_get(table, kinds[kind]), words[asked]);
                double value = part(table, kinds[kind], words[asked], words[done]);
                sum += value;
                assert_true(json_is_integer(json_object_get(row, words[done])) == (value == 0 || value == 1));
            }
            assert_true(fabs(sum - 1) < 1e-6);
        }
}

static void test_the_table_of_the_course(void **state)
{
    (void)state;
    static struct init init = {.rows = 25, .columns = 25, .players = 1, .turns = INIT_TURNS_MAX}, again;
    static char line[INIT_LINE];
    assert_true(slips_parse(&init.slips, "course"));
    assert_in_range(init_print(&init, INIT_JSON, line), 1, INIT_LINE - 1);
    json_t *all = json_loads(line, 0, NULL), *table = json_object_get(all, "probabilities");
    demand_whole_rows(table);
    assert_true(part(table, "normal", "UP", "UP") == 0.9 && part(table, "normal", "UP", "UP_RIGHT") == 0.1);
    assert_true(part(table, "normal", "DOWN", "DOWN_RIGHT") == 0.1);
    assert_true(part(table, "normal", "LEFT", "NOOP") == 0.1);
    assert_true(part(table, "normal", "RIGHT", "UP_LEFT") == 0.1);
    assert_true(part(table, "normal", "DOWN_LEFT", "DOWN_LEFT") == 0.8);
    assert_true(part(table, "normal", "DOWN_LEFT", "DOWN") == 0.1);
    assert_true(part(table, "normal", "DOWN_LEFT", "LEFT") == 0.1);
    assert_true(part(table, "normal", "NOOP", "NOOP") == 1);
    assert_true(part(table, "barbed", "UP", "UP") == 0.5 && part(table, "barbed", "UP", "NOOP") == 0.5);
    assert_true(part(table, "barbed", "NOOP", "NOOP") == 1);
    assert_true(part(table, "teleport", "NOOP", "TELEPORT") == 0.5);
    assert_true(part(table, "slider", "LEFT", "LEFT") == 1);
    json_decref(all);
    assert_null(init_read(&again, line));
    assert_memory_equal(&again.slips, &init.slips, sizeof init.slips);
}

/* The longest table there is fits into the line that clients read in one piece. */
static void test_a_crowded_table_fits(void **state)
{
    (void)state;
    static struct init init = {.rows = 25, .columns = 25, .players = 1, .turns = INIT_TURNS_MAX};
    static char line[INIT_LINE], flags[SLIPS_FLAGS];
    for (int ground = 0; ground < GROUNDS; ground++)
        for (int asked = 0; asked < WORDS; asked++)
            for (int done = 0; done < DONE_WORDS; done++)
                init.slips.weight[ground][asked][done] = done < 9 ? 111111 : 1;
    assert_in_range(init_print(&init, INIT_JSON, line), 1, INIT_LINE - 1);
    slips_flags(&init.slips, flags);
    assert_in_range(strlen(flags), 1700, SLIPS_FLAGS - 1);
}

static const char *read_table(struct slips *slips, const char *text)
{
    json_t *table = json_loads(text, JSON_DECODE_ANY, NULL);
    const char *why = slips_read(slips, table);
    json_decref(table);
    return why;
}

static void test_tables_are_read_with_care(void **state)
{
    (void)state;
    struct slips slips = {{{{0}}}}, before;
    char flags[SLIPS_FLAGS];
    assert_null(read_table(&slips, "{\"normal\": {\"UP\": {\"UP\": 0.25, \"LEFT\": 0.5}}}"));
    assert_int_equal(slips.weight[0][ACTION_UP][ACTION_NOOP], 250000); /* what it lacks */
    assert_true(slips_are_drawn(&slips));
    assert_null(read_table(&slips, "{\"normal\": {\"UP\": {\"UP\": 0.3333333333, \"LEFT\": 0.3333333333, "
                                   "\"DOWN\": 0.3333333333}}}"));
    assert_int_equal(slips.weight[0][ACTION_UP][ACTION_NOOP], 0); /* it was only rounded */
    assert_null(read_table(&slips, "{\"teleport\": {\"NOOP\": {\"TELEPORT\": 1, \"NOOP\": 0}}}"));
    assert_false(slips_are_drawn(&slips));
    slips_flags(&slips, flags);
    assert_string_equal(flags, " teleport=noop");
    assert_null(read_table(&slips, "{}"));
    slips_flags(&slips, flags);
    assert_string_equal(flags, "");
    assert_true(slips_parse(&slips, "course"));
    before = slips;
    static const char *const bad[] = {"[]",
                                      "{\"normal\": 1}",
                                      "{\"normal\": {\"UP\": []}}",
                                      "{\"normal\": {\"UP\": {\"UP\": 1.5}}}",
                                      "{\"normal\": {\"UP\": {\"UP\": -0.5}}}",
                                      "{\"normal\": {\"UP\": {\"UP\": \"1\"}}}",
                                      "{\"barbed\": {\"UP\": {\"UP\": 0.75, \"NOOP\": 0.5}}}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_non_null(read_table(&slips, bad[i]));
    assert_false(slips_parse(&slips, "on"));
    assert_false(slips_parse(&slips, "1,2"));
    assert_memory_equal(&slips, &before, sizeof slips);
}

/* -- the server -- */

/* A configuration and its map in a folder of their own. */
struct place {
    char folder[32], config[64], map[64];
};

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static struct place place_make(const char *map, const char *probabilities)
{
    struct place place = {.folder = "/tmp/panj-gems-XXXXXX"};
    char text[1024];
    assert_non_null(mkdtemp(place.folder));
    snprintf(place.config, sizeof place.config, "%s/config.json", place.folder);
    snprintf(place.map, sizeof place.map, "%s/map.txt", place.folder);
    snprintf(text, sizeof text, "{\"map\": \"map.txt\", \"probabilities\": %s}", probabilities);
    write_file(place.map, map);
    write_file(place.config, text);
    return place;
}

static void place_remove(const struct place *place)
{
    unlink(place->config);
    unlink(place->map);
    rmdir(place->folder);
}

static void demand_game(struct program *server, const char *wanted)
{
    const char *line = peer_line(&server->output, GAME_PATIENCE);
    assert_non_null(line);
    if (strncmp(line, wanted, strlen(wanted)) != 0)
        fail_msg("%s, not %s", line, wanted);
}

/* Where up is right, and noop on wire is down. */
static void test_the_server_obeys_its_table(void **state)
{
    (void)state;
    struct place place = place_make("EE*E1E\nEWWWWE\n", "{\"normal\": {\"UP\": {\"RIGHT\": 1}},"
                                                        " \"barbed\": {\"NOOP\": {\"DOWN\": 1}}}");
    char options[COMMAND], init[PEER_ROOM];
    int port;
    snprintf(options, sizeof options, "--once --timeout 20 --port 0 --init json --turns 6 --config %s",
             place.config);
    struct program server = gems_serve(options, &port);
    struct peer peer = gems_enter(port, init);
    assert_non_null(strstr(init, "\"UP\": {\"UP\": 0, \"DOWN\": 0, \"LEFT\": 0, \"RIGHT\": 1,"));
    gems_demand_line(&peer, " 1 0 0 0 0 0 EA E * E 1 E E W W W W E");
    assert_true(peer_send(&peer, "UP"));
    gems_demand_line(&peer, " 2 -1 0 0 0 0 E EA * E 1 E E W W W W E");
    assert_true(peer_send(&peer, "RIGHT"));
    gems_demand_line(&peer, " 3 -22 0 0 0 0 E E *A E 1 E E W W W W E");
    assert_true(peer_send(&peer, "NOOP")); /* down, where a wall is: free of charge all the same */
    gems_demand_line(&peer, " 4 -22 0 0 0 0 E E *A E 1 E E W W W W E");
    assert_true(peer_send(&peer, "RIGHT"));
    gems_demand_line(&peer, " 5 -23 0 0 0 0 E E * EA 1 E E W W W W E");
    assert_true(peer_send(&peer, "UP"));
    gems_demand_line(&peer, "finish!");
    demand_game(&server, "game 1 score 26 late 0 invalid 0 finish!");
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
    peer_close(&peer);
    place_remove(&place);
}

/* The same seed draws the same, another one sooner or later something else; and up slips at times. */
static void walk_up(const char *seed, char scores[512])
{
    char options[COMMAND], init[PEER_ROOM];
    int port, slips = 0;
    snprintf(options, sizeof options, "--once --timeout 20 --slip course --map orchard --turns 40 --seed %s",
             seed);
    struct program server = gems_serve(options, &port);
    struct peer peer = gems_enter(port, init);
    scores[0] = '\0';
    for (int turn = 0; turn < 40; turn++) {
        const char *line = peer_line(&peer, PEER_PATIENCE);
        assert_non_null(line);
        int column = (int)(strchr(line, 'A') - strstr(line, " E"));
        slips += turn > 0 && column != 2;
        snprintf(scores + strlen(scores), 512 - strlen(scores), "%d ", column);
        assert_true(peer_send(&peer, turn % 8 == 7 ? "DOWN" : "UP"));
    }
    gems_demand_line(&peer, "finish!");
    assert_true(slips > 0);
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
    peer_close(&peer);
}

static void test_the_seed_says_what_is_drawn(void **state)
{
    (void)state;
    char one[512], again[512], other[512];
    walk_up("5", one);
    walk_up("5", again);
    walk_up("6", other);
    assert_string_equal(one, again);
    assert_string_not_equal(one, other);
}

static void test_the_server_teleports(void **state)
{
    (void)state;
    struct place place = place_make("ET1TE\n", "{\"teleport\": {\"NOOP\": {\"TELEPORT\": 1}}}");
    char options[COMMAND], init[PEER_ROOM];
    int port;
    snprintf(options, sizeof options,
             "--once --timeout 20 --port 0 --init json --players 2 --turns 3 --config %s", place.config);
    struct program server = gems_serve(options, &port);
    struct peer one = gems_enter(port, init), two = gems_enter(port, init);
    assert_non_null(strstr(init, "\"NOOP\": 0, \"TELEPORT\": 1}"));
    gems_demand_line(&one, " 1 0 0 0 0 0 0 0 0 0 0 EA T 1 T EB");
    assert_true(peer_send(&one, "RIGHT"));
    gems_demand_line(&two, " 1 -1 0 0 0 0 0 0 0 0 0 E TA 1 T EB");
    assert_true(peer_send(&two, "NOOP"));
    gems_demand_line(&one, " 2 -1 0 0 0 0 0 0 0 0 0 E TA 1 T EB");
    assert_true(peer_send(&one, "NOOP"));
    gems_demand_line(&two, " 2 -1 0 0 0 0 0 0 0 0 0 E T 1 TA EB");
    assert_true(peer_send(&two, "LEFT")); /* a hit: he has more, so the other loses 20 */
    gems_demand_line(&one, " 3 -21 -1 0 0 0 0 0 0 0 0 E T 1 TA EB");
    assert_true(peer_send(&one, "LEFT")); /* the first gem pays by the table of teleports: 10 */
    gems_demand_line(&two, " 3 -12 -1 1 0 0 0 0 0 0 0 E T EA T EB");
    assert_true(peer_send(&two, "NOOP"));
    gems_demand_line(&one, "finish! winner = agent 2");
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
    peer_close(&one);
    peer_close(&two);
    place_remove(&place);
}

static void test_slips_are_refused_to_two(void **state)
{
    (void)state;
    char command[COMMAND];
    snprintf(command, sizeof command, "exec ./panj-gems%s serve --players 2 --slip course 2>&1",
             gems_panj() + strlen("./panj"));
    struct program server = program_start(command, true);
    const char *line = peer_line(&server.output, PEER_PATIENCE);
    assert_non_null(line);
    assert_string_equal(line, "panj-gems: slips are for one player");
    assert_int_equal(program_end(&server, PEER_PATIENCE), 2);
}

/* -- the player -- */

struct stand_in {
    int listener;
    struct program player;
    struct peer peer;
};

static struct stand_in stand_in_start(const char *options, const char *greeting)
{
    int port;
    struct stand_in stand = {.listener = peer_listen(&port)};
    assert_true(stand.listener >= 0);
    stand.player = gems_play(port, options);
    stand.peer = peer_over(accept(stand.listener, NULL, NULL));
    assert_true(peer_send(&stand.peer, greeting));
    gems_demand_line(&stand.peer, "CONFIRM");
    return stand;
}

static void stand_in_end(struct stand_in *stand)
{
    program_kill(&stand->player);
    peer_close(&stand->peer);
    close(stand->listener);
}

#define GREETING(letter, id, columns, agents, table)                                                         \
    "{\"height\": 1, \"width\": " columns ", \"character\": \"" letter "\", \"id\": " id                     \
    ", \"score\": 0, \"max_turn_count\": 9, \"agent_count\": " agents ", \"probabilities\": " table "}\n"

static void test_the_player_obeys_the_greeting(void **state)
{
    (void)state;
    struct stand_in stand = stand_in_start(
        "", GREETING("A", "1", "4", "1",
                     "{\"normal\": {\"RIGHT\": {\"LEFT\": 1, \"RIGHT\": 0},"
                     " \"LEFT\": {\"RIGHT\": 0.75, \"NOOP\": 0.25}, \"UP_RIGHT\": {\"NOOP\": 1},"
                     " \"DOWN_RIGHT\": {\"NOOP\": 1}}}"));
    assert_true(peer_send(&stand.peer, " 1 0 0 0 0 0 E EA 1 E\n"));
    gems_demand_line(&stand.peer, "LEFT");
    stand_in_end(&stand);
}

static void test_the_player_teleports(void **state)
{
    (void)state;
    const char *const greetings[] = {
        GREETING("A", "1", "8", "2", "{\"teleport\": {\"NOOP\": {\"TELEPORT\": 1, \"NOOP\": 0}}}"),
        "1 8 A 1 0 9 2 \n"}; /* which tells of no table: the user does */
    for (int i = 0; i < 2; i++) {
        struct stand_in stand =
            stand_in_start(i == 0 ? "--timeout 20" : "--timeout 20 --teleport noop", greetings[i]);
        assert_true(peer_send(&stand.peer, " 8 0 0 0 0 0 0 0 0 0 0 E TA W W T 4 4 EB\n"));
        gems_demand_line(&stand.peer, "NOOP");
        stand_in_end(&stand);
    }
}

/* -- whole games -- */

static void read_result(struct program *player)
{
    bool said = false;
    for (const char *line; (line = peer_line(&player->output, GAME_PATIENCE)) != NULL;) {
        assert_null(strstr(line, "too late"));
        assert_null(strstr(line, "error"));
        said = said || strncmp(line, "result score ", 13) == 0;
    }
    assert_true(said);
    assert_int_equal(program_end(player, PEER_PATIENCE), 0);
}

static void test_a_game_with_slips(void **state)
{
    (void)state;
    int port;
    struct program server =
        gems_serve("--once --timeout 20 --slip course --seed 3 --map corridor --turns 30", &port);
    struct program player = gems_play(port, "--timeout 20");
    read_result(&player);
    const char *line = peer_line(&server.output, GAME_PATIENCE);
    assert_non_null(line);
    assert_in_range(gems_number_after(line, " score "), 100, 868);
    assert_non_null(strstr(line, " late 0 invalid 0 finish!"));
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
}

static void test_a_game_with_teleports(void **state)
{
    (void)state;
    int port;
    struct program server =
        gems_serve("--once --timeout 20 --players 2 --seat 2 --teleport noop --map gates --turns 3", &port);
    struct program player = gems_play(port, "--timeout 20");
    read_result(&player);
    const char *line = peer_line(&server.output, GAME_PATIENCE);
    assert_non_null(line);
    assert_non_null(strstr(line, " late 0 invalid 0 finish!"));
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_table_of_the_course),
        cmocka_unit_test(test_a_crowded_table_fits),
        cmocka_unit_test(test_tables_are_read_with_care),
        cmocka_unit_test(test_the_server_obeys_its_table),
        cmocka_unit_test(test_the_seed_says_what_is_drawn),
        cmocka_unit_test(test_the_server_teleports),
        cmocka_unit_test(test_slips_are_refused_to_two),
        cmocka_unit_test(test_the_player_obeys_the_greeting),
        cmocka_unit_test(test_the_player_teleports),
        cmocka_unit_test(test_a_game_with_slips),
        cmocka_unit_test(test_a_game_with_teleports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
