#include "adapters/gems/client.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adapters/gems/net.h"
#include "adapters/gems/thinker.h"
#include "adapters/gems/tracker.h"
#include "adapters/wire/complain.h"

enum {
    SETTLING = 2 * WIRE_SECOND, /* for the last score, when all is over */
    LINE_LIMIT = 1 << 14,
    BROKEN_MAX = 10 /* lines in a row */
};

enum client_phase {
    CLIENT_JOINING, /* no init line yet */
    CLIENT_WAITING, /* confirmed; no turn line yet */
    CLIENT_PLAYING,
    CLIENT_SETTLING, /* the server has said finish */
    CLIENT_DONE,
    CLIENT_FAILED
};

struct client {
    const struct settings *settings;
    enum client_phase phase;
    struct wire *server;
    struct thinker thinker;
    struct tracker tracker;
    struct turn_line asked; /* the newest turn line */
    bool owes;              /* that one has come in this round of the loop */
    int broken;             /* lines in a row that made no sense */
    int rounds;             /* that are over */
    int closing;            /* a round is over and its scores will be told as so many-th; 0: none is */
    int winner;             /* 1, 2; 0: a draw; -1: nobody said */
    int64_t heard_at;       /* the server's last sign of life */
    int64_t settled_by;
};

__attribute__((format(printf, 2, 3))) static void client_fail(struct client *client, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    wire_complain_list("panj-gems", format, arguments);
    va_end(arguments);
    client->phase = CLIENT_FAILED;
}

/* A line that makes no sense is not answered: the server takes nothing for NOOP, but a word too many would be
 * the answer to another turn. */
static void client_pass_over(struct client *client, const char *why)
{
    fprintf(stderr, "panj-gems: a line of the server is passed over: %s\n", why);
    if (++client->broken >= BROKEN_MAX)
        client_fail(client, "the server speaks something else");
}

/* -- what the server says -- */

static void client_hear_init(struct client *client, const char *line)
{
    assert(client->phase == CLIENT_JOINING);
    struct init init;
    const char *why = init_read(&init, line);
    if (why != NULL) {
        client_pass_over(client, why);
        return;
    }
    if (init.players == PLAYERS && slips_are_drawn(&init.slips)) {
        wire_complain("panj-gems", "slips are for one player, passed over");
        init.slips = (struct slips){{{{0}}}};
    }
    client->tracker = (struct tracker){.init = init};
    client->broken = 0;
    client->phase = CLIENT_WAITING;
    wire_printf(client->server, "CONFIRM\n");
    fprintf(stderr, "panj-gems: player %d of %d, map %dx%d, %" PRId64 " turns\n", init.id + 1, init.players,
            init.rows, init.columns, init.turns);
}

/* The scores of the round that is over: what the engine expects after the last answer. */
static void client_score(const struct client *client, int64_t *own, int64_t *other)
{
    bool told = client->thinker.scores_told > 0 && !client->thinker.predicts;
    const int64_t *score = told ? client->thinker.score : client->tracker.seen.score;
    *own = score[client->tracker.init.id];
    *other = score[1 - client->tracker.init.id];
}

static void client_print_scores(const struct client *client)
{
    int64_t own, other;
    client_score(client, &own, &other);
    printf(" score %" PRId64, own);
    if (client->tracker.init.players == PLAYERS)
        printf(" opponent %" PRId64, other);
}

static void client_print_round(struct client *client)
{
    client->closing = 0;
    client->rounds++;
    printf("round %d", client->rounds);
    client_print_scores(client);
    printf("\n");
    fflush(stdout);
}

static void client_end_round(struct client *client)
{
    client->closing = client->thinker.scores_asked;
    if (client->thinker.predicts || client->thinker.scores_told >= client->closing)
        client_print_round(client);
}

static void client_hear_turn(struct client *client, const char *text)
{
    assert(client->phase == CLIENT_WAITING || client->phase == CLIENT_PLAYING);
    struct turn_line line;
    const char *why = turn_line_read(&line, &client->tracker.init, text);
    if (why != NULL) {
        client_pass_over(client, why);
        return;
    }
    if (tracker_is_new_round(&client->tracker, &line))
        client_end_round(client);
    tracker_see(&client->tracker, &line);
    client->phase = CLIENT_PLAYING;
    client->asked = line;
    client->owes = true;
    client->broken = 0;
}

static void client_hear_finish(struct client *client, const char *line, int64_t now)
{
    const char *agent = strstr(line, "winner = agent ");
    client->winner = strstr(line, "Draw") != NULL ? 0 : -1;
    if (agent != NULL)
        client->winner = agent[strlen("winner = agent ")] - '0';
    client->phase = CLIENT_SETTLING;
    client->settled_by = now + SETTLING;
}

static void client_hear(struct client *client, const char *line, int64_t now)
{
    line += strspn(line, " \t");
    if (*line == '\0')
        return;
    if (strncmp(line, "finish!", 7) == 0 && client->phase != CLIENT_JOINING)
        client_hear_finish(client, line, now);
    else if (client->phase == CLIENT_JOINING)
        client_hear_init(client, line);
    else
        client_hear_turn(client, line);
}

static void client_read(struct client *client, int64_t now)
{
    struct wire_line line;
    enum wire_event event = WIRE_NOTHING;
    while (client->phase < CLIENT_SETTLING && (event = wire_next(client->server, &line)) != WIRE_NOTHING &&
           event != WIRE_CLOSED) {
        client->heard_at = now;
        if (event == WIRE_LINE)
            client_hear(client, line.at, now);
        else
            client_pass_over(client, "too long");
    }
    wire_flush(client->server);
    if (client->phase < CLIENT_SETTLING && event == WIRE_CLOSED)
        client_fail(client, client->phase == CLIENT_PLAYING ? "the server has gone in the middle of a game"
                                                            : "the server has gone before the game");
}

/* -- what it is answered -- */

/* What the greeting has told holds, else what the user has said. */
static const struct slips *client_slips(const struct client *client)
{
    const struct slips *told = &client->tracker.init.slips;
    return slips_are_certain(told) ? &client->settings->slips : told;
}

static void client_think(struct client *client, int64_t now)
{
    assert(client->owes && client->tracker.begun);
    struct thinker_question question = {.came_at = now, .timeout = client->settings->timeout};
    struct state state;
    char rules[SETTINGS_RULES];
    tracker_state(&client->tracker, &state);
    settings_print_rules(client->settings, client_slips(client), rules);
    snprintf(state.flags, sizeof state.flags, "turns=%" PRId64 " %s", client->tracker.init.turns, rules);
    state_print(&state, question.fen);
    thinker_ask(&client->thinker, &question, now);
    client->owes = false;
}

/* Never late: what would come late would be the answer to the next turn. */
static void client_answer(struct client *client, int64_t now)
{
    assert(client->thinker.answer < ACTIONS && client->phase == CLIENT_PLAYING);
    if (now < thinker_late_at(&client->thinker.question)) {
        wire_printf(client->server, "%s\n", action_wire[client->thinker.answer]);
        wire_flush(client->server);
        return;
    }
    fprintf(stderr, "panj-gems: turn %" PRId64 ": too late, nothing sent\n", client->asked.turn);
    client->thinker.answer = ACTION_NOOP;
}

static void client_fail_engine(struct client *client)
{
    char why[160];
    wire_await_exit(client->thinker.wire, wire_clock() + WIRE_SECOND / 5);
    thinker_describe(&client->thinker, why, sizeof why);
    client_fail(client, "the engine: %s", why);
}

static void client_consult(struct client *client, int64_t now)
{
    if (client->owes && client->phase == CLIENT_PLAYING)
        client_think(client, now);
    enum thinker_event event = thinker_step(&client->thinker, now);
    if (client->closing > 0 && client->thinker.scores_told >= client->closing)
        client_print_round(client);
    if (event == THINKER_ANSWER && client->phase == CLIENT_PLAYING)
        client_answer(client, wire_clock());
    if (event == THINKER_ANSWER)
        thinker_step(&client->thinker, now);
    if (event == THINKER_FAILED)
        client_fail_engine(client);
}

/* -- the end -- */

static void client_print_result(const struct client *client)
{
    printf("result");
    client_print_scores(client);
    if (client->tracker.init.players == PLAYERS)
        printf(" %s", client->winner == client->tracker.init.id + 1 ? "win"
                      : client->winner > 0                          ? "loss"
                                                                    : "draw");
    printf("\n");
    fflush(stdout);
}

static int64_t client_silence_at(const struct client *client)
{
    if (client->phase != CLIENT_PLAYING)
        return WIRE_FOREVER;
    return client->heard_at + client->settings->patience + PLAYERS * client->settings->timeout;
}

static void client_check_time(struct client *client, int64_t now)
{
    if (now >= client_silence_at(client))
        client_fail(client, "the server has fallen silent in the middle of a game");
    if (client->phase == CLIENT_SETTLING &&
        (now >= client->settled_by || thinker_is_settled(&client->thinker)))
        client->phase = CLIENT_DONE;
}

static int64_t client_next(const struct client *client)
{
    int64_t next = thinker_next(&client->thinker);
    int64_t other = client->phase == CLIENT_SETTLING ? client->settled_by : client_silence_at(client);
    return other < next ? other : next;
}

static void client_loop(struct client *client)
{
    while (client->phase < CLIENT_DONE) {
        struct wire *const wires[] = {client->phase == CLIENT_SETTLING ? NULL : client->server,
                                      client->thinker.wire};
        wire_wait(wires, 2, client_next(client));
        int64_t now = wire_clock();
        client_read(client, now);
        if (client->phase < CLIENT_DONE)
            client_consult(client, now);
        if (client->phase < CLIENT_DONE)
            client_check_time(client, now);
    }
    if (client->phase == CLIENT_DONE)
        client_print_result(client);
}

static bool client_join(struct client *client)
{
    char why[NET_WHY];
    const struct settings *settings = client->settings;
    int descriptor = net_connect(settings->host, settings->port, settings->allow_remote,
                                 wire_clock() + settings->patience, why);
    int other = descriptor < 0 ? -1 : dup(descriptor);
    client->server = other < 0 ? NULL : wire_adopt(descriptor, other, LINE_LIMIT);
    if (client->server == NULL)
        client_fail(client, "%s", descriptor < 0 ? why : "out of memory or descriptors");
    return client->server != NULL;
}

/* A seat is not taken before there is somebody who can play. */
static bool client_start_engine(struct client *client)
{
    struct thinker *thinker = &client->thinker;
    enum thinker_event event = THINKER_NOTHING;
    if (!thinker_open(thinker, client->settings->command, wire_clock())) {
        client_fail(client, "%s: cannot be started: %s", client->settings->command[0], strerror(errno));
        return false;
    }
    while (event != THINKER_FAILED && thinker->state == THINKER_STARTING) {
        wire_wait(&thinker->wire, 1, thinker_next(thinker));
        event = thinker_step(thinker, wire_clock());
    }
    if (event == THINKER_FAILED)
        client_fail_engine(client);
    return event != THINKER_FAILED;
}

int client_run(const struct settings *settings)
{
    struct client client = {.settings = settings, .winner = -1};
    if (client_start_engine(&client) && client_join(&client)) {
        client.heard_at = wire_clock();
        client_loop(&client);
    }
    wire_free(client.server);
    thinker_free(&client.thinker);
    return client.phase == CLIENT_DONE ? STATUS_DONE : STATUS_FAILED;
}
