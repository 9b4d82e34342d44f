#include "adapters/gems/server.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adapters/gems/arbiter.h"
#include "adapters/gems/log.h"
#include "adapters/gems/net.h"
#include "adapters/gems/seats.h"
#include "adapters/gems/start.h"
#include "adapters/gems/thinker.h"
#include "adapters/wire/complain.h"

enum server_phase {
    SERVER_PREPARING, /* the arbiter sets up the start of a round */
    SERVER_SEATING,   /* players come */
    SERVER_ASKING,    /* the side to move has its turn line */
    SERVER_JUDGING,   /* the arbiter plays what it has answered */
    SERVER_DONE,
    SERVER_FAILED
};

struct server {
    const struct settings *settings;
    enum server_phase phase;
    struct seats seats;
    struct arbiter arbiter;
    struct thinker thinker; /* of the engine's seat; its wire is NULL without one */
    struct table table;
    struct log log;
    bool log_is_torn;   /* one of them could not be written whole */
    struct state start; /* of every round, but for the corners */
    bool started;       /* that is known */
    int round;          /* the one that is played, from 0 */
    int64_t games;      /* that are over */
    int64_t answer_by;  /* asking: NOOP then */
    enum action action; /* judging: it was played, */
    const char *remark; /* and this is to be said of it */
    uint64_t seed;
};

__attribute__((format(printf, 2, 3))) static void server_fail(struct server *server, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    wire_complain_list("panj-gems", format, arguments);
    va_end(arguments);
    server->phase = SERVER_FAILED;
}

static struct init server_init(const struct server *server)
{
    const struct settings *settings = server->settings;
    return (struct init){.rows = server->start.map.rows,
                         .columns = server->start.map.columns,
                         .players = (int)settings->players,
                         .score = settings->init_score,
                         .turns = settings->turns,
                         .slips = settings->slips};
}

static int server_side(const struct server *server)
{
    return server->table.state.side;
}

/* -- asking -- */

static void server_judge(struct server *server, enum action action, const char *remark, int64_t now)
{
    assert(server->phase == SERVER_ASKING);
    assert(action <= ACTION_NONE && server->arbiter.waits == 0);
    server->action = action == ACTION_NONE ? ACTION_NOOP : action;
    server->remark = remark;
    server->phase = SERVER_JUDGING;
    arbiter_play(&server->arbiter, server->action, now);
}

static void server_ask_engine(struct server *server, int64_t now)
{
    struct thinker_question question = {.came_at = now, .timeout = server->settings->timeout};
    state_print(&server->table.state, question.fen);
    thinker_ask(&server->thinker, &question, now);
}

static void server_ask_player(struct server *server, int side)
{
    char text[TURN_LINE];
    struct turn_line line = table_line(&server->table);
    size_t length = turn_line_print(&line, server->table.state.players, text);
    seats_send(&server->seats, side, text, length);
}

static void server_ask(struct server *server, int64_t now)
{
    int side = server_side(server);
    assert(side < server->seats.players && server->seats.playing && !server->arbiter.over);
    log_map(&server->log, &server->table);
    server->phase = SERVER_ASKING;
    server->answer_by = now + server->settings->timeout;
    if (server->seats.seat[side].state == SEAT_ENGINE)
        server_ask_engine(server, now);
    else
        server_ask_player(server, side);
}

/* With the beginning of what came instead, as far as it can be shown. */
static void server_tell_invalid(const struct server *server, int side, const char *segment, size_t length)
{
    char shown[33];
    size_t count = 0;
    for (; count < length && count < sizeof shown - 1; count++)
        shown[count] = isprint((unsigned char)segment[count]) ? segment[count] : '?';
    shown[count] = '\0';
    wire_complain("panj-gems", "turn %" PRId64 ": player %d: no word of the nine: %s",
                  server->table.state.turn, side + 1, shown);
}

static void server_hear_player(struct server *server, int side, int64_t now)
{
    char segment[SEGMENT];
    size_t length = server->seats.seat[side].polled ? seats_receive(&server->seats, side, segment) : 0;
    bool blank = true;
    for (size_t i = 0; i < length && blank; i++)
        blank = strchr(" \t\r\n", segment[i]) != NULL && segment[i] != '\0';
    if (!blank) {
        enum action action = action_of_segment(segment, length);
        if (action == ACTION_NONE) {
            server->table.invalid[side]++;
            server_tell_invalid(server, side, segment, length);
        }
        server_judge(server, action, action == ACTION_NONE ? "no valid action" : NULL, now);
    } else if (server->seats.seat[side].state == SEAT_GONE) {
        server_judge(server, ACTION_NOOP, "has left", now);
    } else if (now >= server->answer_by) {
        server->table.late[side]++;
        server_judge(server, ACTION_NOOP, "no answer in time", now);
    }
}

static void server_hear_engine(struct server *server, enum thinker_event event, int64_t now)
{
    if (event == THINKER_ANSWER)
        server_judge(server, server->thinker.answer, NULL, now);
}

/* -- a round and its end -- */

static void server_prepare(struct server *server, const char *lines, int64_t now)
{
    server->phase = SERVER_PREPARING;
    arbiter_begin(&server->arbiter, lines, now);
}

static void server_prepare_round(struct server *server, int64_t now)
{
    assert(server->started);
    char fen[STATE_FEN], line[STATE_FEN + 16];
    struct state state = server->start;
    if (server->settings->random)
        start_shuffle(&state, &server->seed);
    state_print(&state, fen);
    snprintf(line, sizeof line, "position fen %s", fen);
    server_prepare(server, line, now);
}

static void server_begin_round(struct server *server, int64_t now)
{
    table_begin(&server->table, &server->arbiter.state);
    if (server->settings->log[0] != '\0' && !log_begin(&server->log, server->settings->log)) {
        server_fail(server, "%s: %s", server->settings->log, strerror(errno));
        return;
    }
    log_turn(&server->log, &server->table, server->table.state.turn, 0, false, 0, "");
    server_ask(server, now);
}

static int server_winner(const struct server *server)
{
    enum outcome outcome = server->table.state.players < PLAYERS ? OUTCOME_NONE : server->arbiter.outcome;
    return outcome == OUTCOME_FIRST ? 1 : outcome == OUTCOME_SECOND ? 2 : 0;
}

/* What the players are told at the end, without a newline. */
static void server_print_finish(const struct server *server, char room[64])
{
    if (server->table.state.players < PLAYERS)
        snprintf(room, 64, "finish!");
    else if (server_winner(server) == 0)
        snprintf(room, 64, "finish! Draw the game");
    else
        snprintf(room, 64, "finish! winner = agent %d", server_winner(server));
}

static void server_report_game(const struct server *server, const char *how)
{
    int64_t late = 0, invalid = 0;
    printf("game %" PRId64 " score", server->games);
    for (int who = 0; who < server->table.state.players; who++) {
        printf(" %" PRId64, server->table.state.player[who].score);
        late += server->table.late[who];
        invalid += server->table.invalid[who];
    }
    printf(" late %" PRId64 " invalid %" PRId64 " %s\n", late, invalid, how);
    fflush(stdout);
}

static void server_end_match(struct server *server, int64_t now)
{
    seats_clear(&server->seats);
    server->round = 0;
    if (server->settings->once)
        server->phase = SERVER_DONE;
    else
        server_prepare_round(server, now);
}

/* A log that is not whole ends nobody's game. */
static void server_end_log(struct server *server)
{
    if (log_end(&server->log))
        return;
    wire_complain("panj-gems", "%s: %s", server->settings->log, strerror(errno));
    server->log_is_torn = true;
}

static void server_end_round(struct server *server, int64_t now)
{
    assert(server->arbiter.over && server->round < server->settings->rounds);
    char finish[64], line[72];
    server_print_finish(server, finish);
    log_turn(&server->log, &server->table, server->table.state.turn, 0, true, server_winner(server), finish);
    server_end_log(server);
    server->games++;
    server_report_game(server, finish);
    if (++server->round < server->settings->rounds) {
        server_prepare_round(server, now);
        return;
    }
    int length = snprintf(line, sizeof line, "%s\n", finish);
    for (int who = 0; who < server->seats.players; who++)
        seats_send(&server->seats, who, line, (size_t)length);
    server_end_match(server, now);
}

static void server_abandon(struct server *server, int64_t now)
{
    assert(seats_are_deserted(&server->seats));
    server_end_log(server);
    server->games++;
    server_report_game(server, "abandoned");
    server_end_match(server, now);
}

/* -- what the arbiter says -- */

static void server_follow(struct server *server, int64_t now)
{
    assert(server->phase == SERVER_JUDGING);
    char report[96];
    int side = server_side(server);
    int64_t turn = server->table.state.turn;
    table_follow(&server->table, &server->arbiter.state);
    snprintf(report, sizeof report, "agent %d :%s%s", side + 1,
             server->remark == NULL ? "accepted action : " : server->remark,
             server->remark == NULL ? action_wire[server->action] : "");
    log_turn(&server->log, &server->table, turn, side + 1, false, 0, report);
    if (server->arbiter.over)
        server_end_round(server, now);
    else if (seats_are_deserted(&server->seats))
        server_abandon(server, now);
    else
        server_ask(server, now);
}

static void server_announce(struct server *server)
{
    server->arbiter.shows = server->settings->show;
    printf("listening on %s port %d\n", server->settings->host, net_port(server->seats.listener));
    fflush(stdout);
}

static void server_prepared(struct server *server, int64_t now)
{
    bool first = !server->started;
    if (first)
        server->start = server->arbiter.state;
    server->started = true;
    if (server->arbiter.over) {
        server_fail(server, "the map has no gem: the game is over before it begins");
    } else if (first) {
        server_announce(server);
        server_prepare_round(server, now);
    } else if (server->round > 0) {
        server_begin_round(server, now);
    } else {
        server->phase = SERVER_SEATING;
    }
}

static void server_hear_arbiter(struct server *server, int64_t now)
{
    enum arbiter_event event = arbiter_step(&server->arbiter, now);
    if (event == ARBITER_FAILED)
        server_fail(server, "the engine: %s", server->arbiter.error);
    else if (event == ARBITER_READY && server->phase == SERVER_PREPARING)
        server_prepared(server, now);
    else if (event == ARBITER_READY)
        server_follow(server, now);
}

/* -- the loop -- */

static void server_seat(struct server *server, int64_t now)
{
    struct init init = server_init(server);
    seats_step(&server->seats, &init, server->settings->format, now);
    if (server->phase == SERVER_SEATING && seats_are_taken(&server->seats)) {
        server->seats.playing = true;
        server_begin_round(server, now);
    }
}

static void server_step(struct server *server, int64_t now)
{
    enum thinker_event event =
        server->thinker.wire == NULL ? THINKER_NOTHING : thinker_step(&server->thinker, now);
    if (event == THINKER_FAILED)
        server_fail(server, "the engine %s has failed", server->settings->command[0]);
    if (server->phase == SERVER_ASKING && server->seats.seat[server_side(server)].state == SEAT_ENGINE)
        server_hear_engine(server, event, now);
    else if (server->phase == SERVER_ASKING)
        server_hear_player(server, server_side(server), now);
    if (server->phase < SERVER_DONE)
        server_hear_arbiter(server, now);
    if (server->phase < SERVER_DONE && server->started)
        server_seat(server, now);
}

static int64_t earlier(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

/* Who has left is not waited for. */
static int64_t server_answer_due(const struct server *server)
{
    return server->seats.seat[server_side(server)].state == SEAT_GONE ? 0 : server->answer_by;
}

static int server_sleep(const struct server *server, int64_t now)
{
    int64_t next = earlier(arbiter_next(&server->arbiter), seats_next(&server->seats));
    if (server->thinker.wire != NULL)
        next = earlier(next, thinker_next(&server->thinker));
    if (server->phase == SERVER_ASKING)
        next = earlier(next, server_answer_due(server));
    if (next == WIRE_FOREVER)
        return -1;
    int64_t left = (next - now + WIRE_MILLISECOND - 1) / WIRE_MILLISECOND;
    return left < 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

static void server_wait(struct server *server)
{
    struct pollfd polled[SEATS_POLLS + 2 * WIRE_POLLS];
    int64_t now = wire_clock();
    int asked = server->phase == SERVER_ASKING ? server_side(server) : -1;
    int seats = server->started ? seats_poll_fill(&server->seats, asked, now, polled) : 0;
    int count = seats + wire_poll_fill(server->arbiter.wire, polled + seats);
    if (server->thinker.wire != NULL)
        count += wire_poll_fill(server->thinker.wire, polled + count);
    poll(polled, (nfds_t)count, server_sleep(server, now));
    seats_polled(&server->seats, polled, seats);
    wire_pump(server->arbiter.wire);
    if (server->thinker.wire != NULL)
        wire_pump(server->thinker.wire);
}

static void server_open(struct server *server)
{
    const struct settings *settings = server->settings;
    char why[NET_WHY], lines[START_LINES];
    if (!start_lines(settings, lines, why, sizeof why)) {
        server_fail(server, "%s", why);
        return;
    }
    server->seats.listener = net_listen(settings->host, settings->port, settings->allow_remote, why);
    if (server->seats.listener < 0)
        server_fail(server, "%s", why);
    else if (!arbiter_open(&server->arbiter, settings->command, server->seed) ||
             (settings->seat > 0 && !thinker_open(&server->thinker, settings->command, wire_clock())))
        server_fail(server, "the engine %s cannot be started", settings->command[0]);
    else
        server_prepare(server, lines, wire_clock());
}

int server_run(const struct settings *settings)
{
    uint64_t moment = (uint64_t)wire_clock() ^ (uint64_t)getpid() << 40;
    struct server server = {.settings = settings,
                            .seed = settings->seed >= 0 ? (uint64_t)settings->seed : moment};
    server.seats = seats_create(-1, (int)settings->players, (int)settings->seat - 1, settings->patience);
    server.seats.last = settings->once;
    server_open(&server);
    while (server.phase < SERVER_DONE) {
        server_wait(&server);
        server_step(&server, wire_clock());
    }
    server_end_log(&server);
    seats_destroy(&server.seats);
    arbiter_free(&server.arbiter);
    thinker_free(&server.thinker);
    return server.phase == SERVER_DONE && !server.log_is_torn ? STATUS_DONE : STATUS_FAILED;
}
