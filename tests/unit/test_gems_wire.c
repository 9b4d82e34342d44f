/* panj-gems serve as others see it: against panj-gems play, and against peers written here from the rules' page of the
 * wire, well-behaved and hostile. */
#define _GNU_SOURCE
#include "tests/support/check.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/gems.h"

/* -- whole games -- */

/* What a player said last: `result score N [opponent M how]`. */
struct verdict {
    bool said;
    int score;
    int opponent;
    char how[8]; /* "" of one player */
};

static struct verdict verdict_of(const char *line)
{
    struct verdict verdict = {.said = true, .score = gems_number_after(line, "result score ")};
    if (strstr(line, " opponent ") == NULL)
        return verdict;
    verdict.opponent = gems_number_after(line, " opponent ");
    snprintf(verdict.how, sizeof verdict.how, "%s", strrchr(line, ' ') + 1);
    return verdict;
}

static struct verdict read_verdict(struct program *player)
{
    struct verdict verdict = {0};
    for (const char *line; (line = peer_line(&player->output, GAME_PATIENCE)) != NULL;)
        if (strncmp(line, "result ", 7) == 0)
            verdict = verdict_of(line);
        else if (strstr(line, "late") != NULL || strstr(line, "error") != NULL)
            print_message("%s\n", line);
    assert_int_equal(program_end(player, PEER_PATIENCE), 0);
    return verdict;
}

struct announced {
    int score[2];
    int late;
    int invalid;
    char how[64];
};

static struct announced read_announced(struct program *server, int players)
{
    struct announced said = {0};
    const char *line = peer_line(&server->output, GAME_PATIENCE);
    assert_non_null(line);
    const char *at = strstr(line, " score ");
    assert_non_null(at);
    at += strlen(" score ");
    for (int i = 0; i < players; i++)
        said.score[i] = gems_number_at(&at);
    said.late = gems_number_after(at, " late ");
    said.invalid = gems_number_after(at, " invalid ");
    at = strstr(at, " invalid ") + strlen(" invalid ");
    gems_number_at(&at);
    snprintf(said.how, sizeof said.how, "%s", at + 1);
    return said;
}

struct contest {
    const char *map;
    int turns;
    int optimum; /* of one player, from the rules' page; -1: not known there */
};

static int play_alone(const struct contest *contest, bool turn, bool json)
{
    char options[COMMAND];
    int port;
    snprintf(options, sizeof options, "--once --map %s --turns %d --init %s --barbed %s", contest->map,
             contest->turns, json ? "json" : "text", turn ? "turn" : "entry");
    struct program server = gems_serve(options, &port);
    struct program player = gems_play(port, turn ? "--barbed turn" : "--barbed entry");
    struct verdict verdict = read_verdict(&player);
    struct announced said = read_announced(&server, 1);
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
    assert_true(verdict.said && verdict.how[0] == '\0');
    assert_int_equal(verdict.score, said.score[0]);
    assert_true(said.late == 0 && said.invalid == 0);
    assert_string_equal(said.how, "finish!");
    if (contest->optimum >= 0)
        assert_int_equal(said.score[0], contest->optimum);
    return said.score[0];
}

/* With two players every answer takes most of the time there is. */
enum { TURNS_TOGETHER = 4 };

/* As player 1 sees it, what his opponent gains or loses with the very last action is not told any more. */
static void play_together(const struct contest *contest, bool turn, bool json)
{
    char options[COMMAND];
    int port;
    snprintf(options, sizeof options, "--once --players 2 --map %s --turns %d --init %s --barbed %s",
             contest->map, TURNS_TOGETHER, json ? "json" : "text", turn ? "turn" : "entry");
    struct program server = gems_serve(options, &port);
    struct program one = gems_play(port, turn ? "--barbed turn" : "");
    const char *line = peer_line(&one.output, PEER_PATIENCE); /* it has its seat */
    assert_non_null(line);
    assert_non_null(strstr(line, "player 1 of 2"));
    struct program two = gems_play(port, turn ? "--barbed turn" : "");
    struct verdict first = read_verdict(&one), second = read_verdict(&two);
    struct announced said = read_announced(&server, 2);
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
    assert_true(first.said && second.said && said.late == 0 && said.invalid == 0);
    assert_true(second.score == said.score[1] && second.opponent == said.score[0]);
    bool draw = said.score[0] == said.score[1], wins = said.score[0] > said.score[1];
    assert_string_equal(first.how, draw ? "draw" : wins ? "win" : "loss");
    assert_string_equal(second.how, draw ? "draw" : wins ? "loss" : "win");
    assert_string_equal(said.how, draw   ? "finish! Draw the game"
                                  : wins ? "finish! winner = agent 1"
                                         : "finish! winner = agent 2");
}

static const struct contest contests[] = {
    {"corridor", 100, -1},
    {"../shared/data/gems/11.txt", 100, 1520},
    {"duel", 8, -1},
    {"../shared/data/gems/1.txt", 100, 1261},
    {"keys", 100, -1},
    {"orchard", 100, -1},
    {"wire", 100, -1},
    {"../shared/data/gems/8.txt", 100, 1673},
    {"rooms", 30, -1},
    {"maze", 30, -1},
    {"../shared/data/gems/5.txt", 100, 1705},
    {"garden", 20, -1},
    {"wilds", 20, -1},
    {"../shared/data/gems/6.txt", 100, 1953},
    {"../shared/data/gems/3.txt", 100, 2882},
};

enum { GAMES = sizeof contests / sizeof contests[0], MANY = 100 };

/* A map outside of the project may be absent. */
static bool is_here(const struct contest *contest)
{
    return strchr(contest->map, '/') == NULL || access(contest->map, R_OK) == 0;
}

/* Six games as a rule; PANJ_TEST_SCALE=17 plays more than a hundred, on every map. */
static void test_games(void **state)
{
    (void)state;
    int64_t wanted = check_scaled(6);
    for (int i = 0; i < wanted; i++) {
        const struct contest *contest = &contests[i % GAMES];
        if (!is_here(contest))
            print_message("%s is not here: skipped\n", contest->map);
        else if (i % 3 == 2)
            play_together(contest, i % 2 == 1, i % 4 >= 2);
        else
            play_alone(contest, i / GAMES % 2 == 1, i % 2 == 1);
    }
}

/* Where the map has wire the rules differ in what a walk costs, and the player must know which one holds. */
static void test_both_rules_of_wire(void **state)
{
    (void)state;
    char path[] = "/tmp/panj-gems-XXXXXX";
    int file = mkstemp(path);
    static const char map[] = "E*1E\nEWWE\n";
    assert_int_equal(write(file, map, sizeof map - 1), sizeof map - 1);
    close(file);
    int port;
    char options[COMMAND], init[PEER_ROOM];
    for (int turn = 0; turn < 2; turn++) {
        snprintf(options, sizeof options, "--once --turns 3 --map %s --barbed %s", path,
                 turn ? "turn" : "entry");
        struct program server = gems_serve(options, &port);
        struct peer peer = gems_enter(port, init);
        gems_demand_line(&peer, " 1 0 0 0 0 0 EA * 1 E E W W E");
        assert_true(peer_send(&peer, "RIGHT"));
        gems_demand_line(&peer, " 2 -21 0 0 0 0 E *A 1 E E W W E");
        assert_true(peer_send(&peer, "NOOP"));
        gems_demand_line(&peer, turn ? " 3 -41 0 0 0 0 E *A 1 E E W W E" : " 3 -21 0 0 0 0 E *A 1 E E W W E");
        assert_true(peer_send(&peer, "RIGHT"));
        gems_demand_line(&peer, "finish!");
        assert_int_equal(read_announced(&server, 1).score[0], turn ? 8 : 28);
        assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
        peer_close(&peer);
    }
    unlink(path);
}

static void test_rounds_and_logs(void **state)
{
    (void)state;
    char folder[] = "/tmp/panj-gems-XXXXXX", options[COMMAND], path[512];
    assert_non_null(mkdtemp(folder));
    int port, rounds = 0;
    snprintf(options, sizeof options, "--once --rounds 2 --random --map corridor --turns 6 --log %s", folder);
    struct program server = gems_serve(options, &port);
    struct program player = gems_play(port, "");
    int said[2] = {0}, told[2] = {0};
    for (const char *line; (line = peer_line(&player.output, GAME_PATIENCE)) != NULL;)
        if (strncmp(line, "round ", 6) == 0 || strncmp(line, "result ", 7) == 0)
            told[rounds++ % 2] = gems_number_after(line, " score ");
    assert_int_equal(rounds, 2);
    assert_int_equal(program_end(&player, PEER_PATIENCE), 0);
    for (int i = 0; i < 2; i++)
        said[i] = read_announced(&server, 1).score[0];
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
    assert_memory_equal(said, told, sizeof said);
    DIR *directory = opendir(folder);
    int files = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        files += entry->d_name[0] != '.' && unlink(path) == 0;
    }
    closedir(directory);
    assert_int_equal(files, 3); /* a JSON file a round, and outs.txt */
    assert_int_equal(rmdir(folder), 0);
}

/* A log on a full disk: the game is played to its end, and the server's status tells. */
static void test_a_log_that_cannot_be_written(void **state)
{
    (void)state;
    char folder[] = "/tmp/panj-gems-XXXXXX", options[COMMAND], path[512], command[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/outs.txt", folder);
    assert_int_equal(symlink("/dev/full", path), 0);
    int port;
    snprintf(options, sizeof options, "--once --map corridor --turns 2 --log %s", folder);
    struct program server = gems_serve(options, &port);
    struct program player = gems_play(port, "");
    read_announced(&server, 1);
    assert_int_equal(program_end(&player, PEER_PATIENCE), 0);
    assert_int_equal(program_end(&server, PEER_PATIENCE), 1);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* -- the server and its clients -- */

static const char orchard_at_1[] =
    " 1 0 0 0 0 0 EA E E E E E E E E 1 E E 2 E E E E E E E E E E 3 E E 4 E E E E E "
    "E E E E E 1 E E E 2 E E E E E E E E E 3 E E 4 E E E E E E E E E";

static void test_exact_lines(void **state)
{
    (void)state;
    int port;
    char init[PEER_ROOM];
    struct program server = gems_serve("--turns 1 --init-score 0", &port);
    struct peer peer = gems_enter(port, init);
    assert_string_equal(init, "8 8 A 1 0 1 1 ");
    gems_demand_line(&peer, orchard_at_1);
    assert_true(peer_send(&peer, "DOWN_RIGHT\n"));
    gems_demand_line(&peer, "finish!");
    assert_null(peer_line(&peer, PEER_PATIENCE)); /* and closed */
    assert_int_equal(read_announced(&server, 1).score[0], 48);
    peer_close(&peer);
    program_kill(&server);
}

/* The first word is in time, the second comes after the turn has passed: it is the answer to the next one.
 * Two words in one segment are none. */
static void test_late_and_double_words(void **state)
{
    (void)state;
    int port;
    char init[PEER_ROOM];
    struct program server = gems_serve("--once --turns 5 --map corridor 2>&1", &port);
    struct peer peer = gems_enter(port, init);
    const char *line = peer_line(&peer, PEER_PATIENCE);
    assert_true(line != NULL && strncmp(line, " 1 0 0 0 0 0 EA E ", 18) == 0);
    int64_t asked = peer_clock();
    line = peer_line(&peer, PEER_PATIENCE); /* nothing said: NOOP */
    assert_true(line != NULL && strncmp(line, " 2 0 0 0 0 0 EA E ", 18) == 0);
    assert_in_range(peer_clock() - asked, 900000, 5000000);
    assert_true(peer_send(&peer, "RIGHT"));
    line = peer_line(&peer, PEER_PATIENCE);
    assert_true(line != NULL && strncmp(line, " 3 -1 0 0 0 0 E EA ", 19) == 0);
    assert_true(peer_send(&peer, "RIGHT\nRIGHT\n"));
    line = peer_line(&peer, PEER_PATIENCE);
    assert_true(line != NULL && strncmp(line, " 4 -1 0 0 0 0 E EA ", 19) == 0);
    assert_true(peer_send(&peer, "LEFT"));
    peer_sleep(20);
    peer_send(&peer, "RIGHT"); /* for turn 5, though it is turn 4 or 5 now */
    line = peer_line(&peer, PEER_PATIENCE);
    assert_true(line != NULL && strncmp(line, " 5 -2 0 0 0 0 EA E ", 19) == 0);
    gems_demand_line(&peer, "finish!");
    gems_demand_line(&server.output, "panj-gems: turn 3: player 1: no word of the nine: RIGHT?RIGHT?");
    struct announced said = read_announced(&server, 1);
    assert_true(said.score[0] == -3 && said.late == 1 && said.invalid == 1);
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
    peer_close(&peer);
}

/* The word of the second player comes while the first one is asked, and waits; then the first one leaves. */
static void test_an_early_word_and_a_client_that_leaves(void **state)
{
    (void)state;
    int port;
    char init[PEER_ROOM];
    struct program server = gems_serve("--once --players 2 --turns 3 --timeout 5 --map duel", &port);
    struct peer one = gems_enter(port, init);
    assert_string_equal(init, "11 11 A 1 0 3 2 ");
    struct peer two = gems_enter(port, init);
    assert_string_equal(init, "11 11 B 2 0 3 2 ");
    assert_true(peer_send(&two, "LEFT\n"));
    const char *line = peer_line(&one, PEER_PATIENCE);
    assert_true(line != NULL && strncmp(line, " 1 0 0 0 ", 9) == 0);
    int64_t began = peer_clock();
    assert_true(peer_send(&one, "NOOP"));
    line = peer_line(&one, PEER_PATIENCE);
    assert_true(line != NULL && strncmp(line, " 2 0 -1 0 ", 10) == 0);
    peer_close(&one);
    for (int turn = 1; turn <= 3; turn++) {
        line = peer_line(&two, PEER_PATIENCE);
        assert_true(line != NULL && line[1] == '0' + turn);
        assert_true(turn == 1 || peer_send(&two, "NOOP"));
    }
    gems_demand_line(&two, "finish! winner = agent 1");
    assert_in_range(peer_clock() - began, 0, 4900000); /* nobody's time had to run out */
    struct announced said = read_announced(&server, 2);
    assert_true(said.score[0] == 0 && said.score[1] == -1 && said.late == 0 && said.invalid == 0);
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
    peer_close(&two);
}

static void test_panj_in_a_seat(void **state)
{
    (void)state;
    int port;
    char init[PEER_ROOM], options[COMMAND];
    for (int seat = 1; seat <= 2; seat++) {
        snprintf(options, sizeof options, "--once --players 2 --seat %d --turns 2 --map duel", seat);
        struct program server = gems_serve(options, &port);
        struct peer peer = gems_enter(port, init);
        assert_string_equal(init, seat == 1 ? "11 11 B 2 0 2 2 " : "11 11 A 1 0 2 2 ");
        for (int turn = 1; turn <= 2; turn++) {
            assert_non_null(peer_line(&peer, PEER_PATIENCE));
            assert_true(peer_send(&peer, "NOOP"));
        }
        const char *line = peer_line(&peer, PEER_PATIENCE);
        assert_true(line != NULL && strncmp(line, "finish! ", 8) == 0);
        struct announced said = read_announced(&server, 2);
        assert_true(said.score[2 - seat] == 0 && said.late == 0 && said.invalid == 0);
        assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
        peer_close(&peer);
    }
}

static void test_a_seat_is_lost_without_confirm(void **state)
{
    (void)state;
    int port;
    struct program server = gems_serve("--once --turns 1 --patience 1 2>&1", &port);
    struct peer silent = gems_join(port);
    assert_non_null(peer_line(&silent, PEER_PATIENCE));
    assert_true(peer_send(&silent, "CONF"));
    int64_t began = peer_clock();
    struct peer wrong = gems_join(port), next = gems_join(port);
    assert_true(peer_send(&wrong, "HELLO"));
    assert_non_null(peer_line(&next, PEER_PATIENCE));
    assert_in_range(peer_clock() - began, 900000, 6000000);
    assert_null(peer_line(&silent, PEER_PATIENCE));
    gems_demand_line(&server.output, "panj-gems: a client is sent away: no CONFIRM in time");
    gems_demand_line(&server.output, "panj-gems: a client is sent away: it said something else than CONFIRM");
    assert_true(peer_send(&next, "confirm\n"));
    gems_demand_line(&next, orchard_at_1);
    assert_true(peer_send(&next, "NOOP"));
    gems_demand_line(&next, "finish!");
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
    peer_close(&silent);
    peer_close(&wrong);
    peer_close(&next);
}

/* Both have connected, but the second is greeted when the first has confirmed: he would not know his letter before. */
static void test_players_are_greeted_in_turn(void **state)
{
    (void)state;
    int port;
    struct program server = gems_serve("--once --players 2 --turns 1 --map duel", &port);
    struct peer one = gems_join(port), two = gems_join(port);
    gems_demand_line(&one, "11 11 A 1 0 1 2 ");
    assert_null(peer_line(&two, 300));
    assert_true(peer_send(&one, "CONFIRM"));
    gems_demand_line(&two, "11 11 B 2 0 1 2 ");
    assert_null(peer_line(&one, 100)); /* no turn before both are there */
    assert_true(peer_send(&two, "CONFIRM"));
    const char *line = peer_line(&one, PEER_PATIENCE);
    assert_true(line != NULL && strncmp(line, " 1 0 0 ", 7) == 0);
    peer_close(&one);
    peer_close(&two);
    program_kill(&server);
}

/* Whoever sits at the server's terminal sees every position. */
static void test_a_served_game_is_drawn(void **state)
{
    (void)state;
    int port, pictures = 0;
    char init[PEER_ROOM];
    struct program server = gems_serve("--once --turns 2 --map corridor --show", &port);
    struct peer peer = gems_enter(port, init);
    for (int turn = 0; turn < 2; turn++) {
        assert_non_null(peer_line(&peer, PEER_PATIENCE));
        assert_true(peer_send(&peer, "RIGHT"));
    }
    gems_demand_line(&peer, "finish!");
    const char *line;
    while ((line = peer_line(&server.output, PEER_PATIENCE)) != NULL && strncmp(line, "game 1 ", 7) != 0)
        pictures += strstr(line, "gems left") != NULL;
    assert_int_equal(pictures, 3); /* the start, and after each turn */
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
    peer_close(&peer);
}

/* -- hostile crowds -- */

/* Connects again and again: some leave at once, some send half a line, some flood, some stay. */
static void attack(int port, int connections, int pause)
{
    enum { KEPT = 64 };
    int kept[KEPT];
    char flood[65536];
    memset(flood, 'U', sizeof flood);
    for (int i = 0; i < KEPT; i++)
        kept[i] = -1;
    for (int i = 0; i < connections; i++) {
        int descriptor = peer_connect(port);
        if (descriptor >= 0 && i % 4 == 1)
            send(descriptor, "CONFI", 5, MSG_NOSIGNAL);
        if (descriptor >= 0 && i % 4 >= 2)
            send(descriptor, flood, sizeof flood, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (kept[i % KEPT] >= 0)
            close(kept[i % KEPT]);
        kept[i % KEPT] = i % 4 == 0 ? -1 : descriptor;
        if (i % 4 == 0 && descriptor >= 0)
            close(descriptor);
        peer_sleep(pause);
    }
}

static int memory_of(pid_t pid)
{
    char path[64], line[256];
    int kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = gems_number_after(line, "VmRSS:");
    if (file != NULL)
        fclose(file);
    return kilobytes;
}

/* How long turns took, in microseconds, shortest first. */
struct turns {
    int count;
    int64_t took[8192];
};

static int compare(const void *one, const void *other)
{
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static int64_t turns_longest(const struct turns *turns)
{
    return turns->took[turns->count - 1];
}

/* Plays until `attacker` ends, but for 250 turns where there is none. */
static void play_turns(struct peer *peer, pid_t attacker, struct turns *turns)
{
    enum { QUIET_TURNS = 250, TURNS_MAX = sizeof turns->took / sizeof turns->took[0] };
    turns->count = 0;
    while (attacker == 0 ? turns->count < QUIET_TURNS : waitpid(attacker, NULL, WNOHANG) == 0) {
        int64_t began = peer_clock();
        assert_true(turns->count < TURNS_MAX);
        assert_true(peer_send(peer, turns->count % 2 == 0 ? "DOWN" : "UP"));
        assert_non_null(peer_line(peer, PEER_PATIENCE));
        turns->took[turns->count++] = peer_clock() - began;
        peer_sleep(2);
    }
    assert_true(turns->count > 0);
    qsort(turns->took, (size_t)turns->count, sizeof turns->took[0], compare);
}

/* A game without and with a crowd at the door: a thousand connections, four hundred a second. */
static void play_in_a_crowd(struct turns *quiet, struct turns *loud)
{
    int port;
    char init[PEER_ROOM];
    struct program server = gems_serve("--turns 10000", &port);
    struct peer peer = gems_enter(port, init);
    assert_non_null(peer_line(&peer, PEER_PATIENCE));
    play_turns(&peer, 0, quiet);
    pid_t attacker = fork();
    if (attacker == 0) {
        attack(port, (int)check_scaled(1000), 2);
        _exit(0);
    }
    peer_sleep(200); /* the waiting room is filling */
    int before = memory_of(server.pid);
    play_turns(&peer, attacker, loud);
    int after = memory_of(server.pid);
    assert_true(before > 0 && after - before <= 512);
    peer_close(&peer);
    program_kill(&server);
}

/* No turn may be delayed by 20 ms. A machine that does other things delays one now and then: then again, and
 * if it delays turns even without a crowd, what counts is the crowd's part in most of them. */
static void test_a_hostile_crowd(void **state)
{
    (void)state;
    enum { LATE = 20000, TRIES = 4 };
    static struct turns quiet, loud;
    bool busy = false, delayed = true;
    for (int i = 0; i < TRIES && delayed; i++) {
        play_in_a_crowd(&quiet, &loud);
        busy = busy || turns_longest(&quiet) > LATE;
        delayed = turns_longest(&loud) > turns_longest(&quiet) + LATE;
    }
    if (delayed && busy)
        delayed = loud.took[loud.count * 9 / 10] > quiet.took[quiet.count * 9 / 10] + LATE;
    assert_false(delayed);
}

/* The one on move floods: his are the turns lost, nobody else's. */
static void test_a_flooding_player(void **state)
{
    (void)state;
    int port;
    char init[PEER_ROOM], flood[100001];
    memset(flood, 'U', sizeof flood - 1);
    flood[sizeof flood - 1] = '\0';
    struct program server = gems_serve("--once --players 2 --turns 20 --map duel", &port);
    struct peer bad = gems_enter(port, init), good = gems_enter(port, init);
    send(bad.descriptor, flood, sizeof flood - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    int64_t began = peer_clock();
    for (int turn = 1; turn <= 20; turn++) {
        assert_non_null(peer_line(&good, PEER_PATIENCE));
        assert_true(peer_send(&good, "NOOP\n"));
    }
    gems_demand_line(&good, "finish! Draw the game");
    assert_in_range(peer_clock() - began, 0, 10000000);
    struct announced said = read_announced(&server, 2);
    assert_true(said.late == 0 && said.invalid == 20);
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
    peer_close(&bad);
    peer_close(&good);
}

/* An engine that never answers: the player says NOOP, in time. */
static void test_a_silent_engine(void **state)
{
    (void)state;
    char path[] = "/tmp/panj-gems-XXXXXX", command[COMMAND];
    int port, file = mkstemp(path);
    static const char script[] = "#!/bin/sh\necho readyok\nexec sleep 60\n";
    assert_int_equal(write(file, script, sizeof script - 1), sizeof script - 1);
    fchmod(file, 0700);
    close(file);
    struct program server = gems_serve("--once --turns 3 --map corridor", &port);
    snprintf(command, sizeof command, "exec ./panj-gems%s play 127.0.0.1 %d --engine %s",
             gems_panj() + strlen("./panj"), port, path);
    struct program player = program_start(command, true);
    struct announced said = read_announced(&server, 1);
    assert_true(said.score[0] == 0 && said.late == 0 && said.invalid == 0);
    assert_int_equal(program_end(&server, PEER_PATIENCE), 0);
    program_kill(&player);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_both_rules_of_wire),
        cmocka_unit_test(test_rounds_and_logs),
        cmocka_unit_test(test_a_log_that_cannot_be_written),
        cmocka_unit_test(test_exact_lines),
        cmocka_unit_test(test_late_and_double_words),
        cmocka_unit_test(test_an_early_word_and_a_client_that_leaves),
        cmocka_unit_test(test_panj_in_a_seat),
        cmocka_unit_test(test_a_seat_is_lost_without_confirm),
        cmocka_unit_test(test_players_are_greeted_in_turn),
        cmocka_unit_test(test_a_served_game_is_drawn),
        cmocka_unit_test(test_a_silent_engine),
        cmocka_unit_test(test_a_hostile_crowd),
        cmocka_unit_test(test_a_flooding_player),
    };
    return cmocka_run_group_tests_name("gems over TCP: the server", tests, NULL, NULL);
}
