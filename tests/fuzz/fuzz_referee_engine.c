/* Whatever an engine may send to the referee, in pieces: it is asked for moves and answers as long as it
 * gives any. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "adapters/referee/engine.h"
#include "adapters/referee/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask_something(struct engine *engine, unsigned what)
{
    static const char position[] = "position startpos\n";
    switch (what % 4) {
    case 0: engine_new_game(engine); break;
    case 1: engine_ask(engine, position, sizeof position - 1, "query turn\nquery legal\n", 2); break;
    case 2: engine_ponder(engine, position, sizeof position - 1, "go ponder\n"); break;
    default: engine_go(engine, position, sizeof position - 1, "go depth 1\n", WIRE_SECOND, true);
    }
}

static void demand_sense(const struct engine *engine)
{
    bool moved = engine->move[0] != '\0';
    if ((moved && !word_is_move(engine->move)) || engine->answer_count > ANSWERS_MAX)
        abort();
    for (int i = 0; i < engine->answer_count; i++)
        if (strlen(engine->answers[i]) >= engine->answer_room)
            abort();
    if (engine->state == ENGINE_FAILED && (engine->what[0] == '\0' || engine->fault == VERDICT_NONE))
        abort();
}

/* Sends one piece and lets the referee do what follows. */
static void send_piece(struct engine *engine, int peer, const uint8_t *piece, size_t length)
{
    char drained[4096];
    if (send(peer, piece, length, MSG_NOSIGNAL) != (ssize_t)length)
        abort();
    wire_pump(engine->wire);
    engine_step(engine, wire_clock());
    while (recv(peer, drained, sizeof drained, MSG_DONTWAIT) > 0)
        continue;
    demand_sense(engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct entrant entrant = {
        .name = "fuzz",
        .command = {"fuzz"},
        .limits = {.deadline = 1000 * (int64_t)WIRE_SECOND, .ponder = true}};
    int ends[2];
    if (size < 2 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return 0;
    struct engine engine = {.entrant = &entrant, .game_name = "pile", .deadline = WIRE_FOREVER};
    engine.wire = wire_adopt(ends[0], dup(ends[0]), 1024);
    engine.state = data[0] % 2 == 0 ? ENGINE_GREETING : ENGINE_IDLE;
    size_t piece = 1 + data[0];
    for (size_t at = 1; at < size && engine.state != ENGINE_FAILED; at += piece) {
        if (engine.state == ENGINE_IDLE)
            ask_something(&engine, data[at]);
        else if (engine.state == ENGINE_PONDERING && data[at] % 2 == 0)
            engine_ponder_stop(&engine);
        send_piece(&engine, ends[1], data + at, size - at < piece ? size - at : piece);
    }
    close(ends[1]);
    engine_free(&engine);
    return 0;
}
