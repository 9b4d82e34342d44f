#include "adapters/referee/engine.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/referee/words.h"

enum { LINE_LIMIT = 1 << 20, BURST_LIMIT = 8 << 20, RATE_LIMIT = 4 << 20 };

/* -- sending -- */

static void engine_trace(const struct engine *engine, char direction, const char *line, size_t length)
{
    if (engine->trace != NULL)
        fprintf(engine->trace, "%" PRId64 " %s %c %.*s\n", wire_clock(), engine->entrant->name, direction,
                (int)length, line);
}

static void engine_trace_all(const struct engine *engine, const char *text, size_t length)
{
    const char *end = text + length;
    while (engine->trace != NULL && text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        assert(newline != NULL);
        engine_trace(engine, '>', text, (size_t)(newline - text));
        text = newline + 1;
    }
}

static void engine_send(struct engine *engine, const char *text, size_t length)
{
    assert(engine->wire != NULL);
    assert(length == 0 || text[length - 1] == '\n');
    engine_trace_all(engine, text, length);
    wire_write(engine->wire, text, length); /* one that cannot be written to will show as closed or late */
}

static void engine_say(struct engine *engine, const char *text)
{
    engine_send(engine, text, strlen(text));
}

static void engine_await(struct engine *engine, enum engine_state state)
{
    assert(state != ENGINE_OFF && state != ENGINE_FAILED);
    wire_flush(engine->wire);
    engine->state = state;
    engine->asked_at = wire_clock();
    engine->deadline = engine->asked_at + engine->entrant->limits.deadline;
    engine->on_clock = false;
}

static void engine_rest(struct engine *engine)
{
    assert(engine->wire != NULL);
    engine->state = ENGINE_IDLE;
    engine->deadline = WIRE_FOREVER;
}

/* Declares it failed. */
__attribute__((format(printf, 3, 4))) static void fail(struct engine *engine, enum verdict verdict,
                                                       const char *format, ...)
{
    assert(verdict > VERDICT_RULES && verdict < VERDICT_COUNT);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(engine->what, sizeof engine->what, format, arguments);
    va_end(arguments);
    if (engine->wire != NULL)
        wire_kill(engine->wire); /* whatever it still has to say, nobody listens */
    engine->fault = verdict;
    engine->state = ENGINE_FAILED;
    engine->deadline = WIRE_FOREVER;
    if (engine->trace != NULL)
        fprintf(engine->trace, "%" PRId64 " %s ! %s\n", wire_clock(), engine->entrant->name, engine->what);
}

/* -- starting -- */

/* A person answers on our stdin; what he is to see is printed, not sent. */
static void engine_seat_person(struct engine *engine)
{
    assert(engine->entrant->person);
    int in = dup(STDIN_FILENO), out = open("/dev/null", O_WRONLY | O_CLOEXEC);
    engine->wire = in < 0 || out < 0 ? NULL : wire_adopt(in, out, 0);
    if (engine->wire == NULL)
        fail(engine, VERDICT_CRASH, "no terminal: %s", strerror(errno));
    else
        engine_rest(engine);
}

void engine_launch(struct engine *engine, const struct entrant *entrant, const char *game_name, uint64_t cpus,
                   FILE *trace)
{
    assert(engine->wire == NULL && engine->state == ENGINE_OFF);
    engine->entrant = entrant;
    engine->game_name = game_name;
    engine->trace = trace;
    engine->latency = -1;
    if (entrant->person) {
        engine_seat_person(engine);
        return;
    }
    const struct wire_options options = {.argv = entrant->command,
                                         .directory = entrant->directory,
                                         .environment = entrant->environment,
                                         .errors = entrant->errors,
                                         .cpus = cpus,
                                         .line_limit = LINE_LIMIT,
                                         .burst_limit = BURST_LIMIT,
                                         .rate_limit = RATE_LIMIT};
    engine->wire = wire_open(&options);
    if (engine->wire == NULL) {
        fail(engine, VERDICT_CRASH, "%s: cannot be started: %s", entrant->command[0], strerror(errno));
        return;
    }
    engine_say(engine, entrant->greeting == GREETING_UCI ? "uci\n" : "ugi\n");
    engine_await(engine, ENGINE_GREETING);
}

static void engine_set_option(struct engine *engine, const char *name, size_t length, const char *value)
{
    assert(length > 0);
    char line[1024];
    int all = *value == '\0'
                  ? snprintf(line, sizeof line, "setoption name %.*s\n", (int)length, name)
                  : snprintf(line, sizeof line, "setoption name %.*s value %s\n", (int)length, name, value);
    if (all > 0 && (size_t)all < sizeof line)
        engine_send(engine, line, (size_t)all);
}

static void engine_send_options(struct engine *engine)
{
    assert(engine->state == ENGINE_GREETING);
    const struct entrant *entrant = engine->entrant;
    if (engine->has_game_option)
        engine_set_option(engine, "Game", 4, engine->game_name);
    if (engine->has_ponder_option && entrant->limits.ponder)
        engine_set_option(engine, "Ponder", 6, "true");
    for (int i = 0; i < entrant->option_count; i++)
        engine_set_option(engine, entrant->options[i].name, entrant->options[i].name_length,
                          entrant->options[i].value);
}

void engine_new_game(struct engine *engine)
{
    assert(engine->state == ENGINE_IDLE);
    engine_say(engine,
               engine->entrant->greeting == GREETING_UCI ? "ucinewgame\nisready\n" : "uginewgame\nisready\n");
    engine_await(engine, ENGINE_SETTLING);
}

/* -- asking -- */

static void engine_forget_answers(struct engine *engine)
{
    engine->answer_count = engine->answers_due = 0;
    engine->answer_length = 0;
    engine->refused = false;
}

void engine_go(struct engine *engine, const char *position, size_t length, const char *go, int64_t deadline,
               bool on_clock)
{
    assert(length > 0 && position[length - 1] == '\n');
    assert(deadline > 0);
    assert(engine->state == ENGINE_IDLE);
    engine->info = (struct info){0};
    engine_forget_answers(engine);
    engine_send(engine, position, length);
    engine_say(engine, go);
    engine_await(engine, ENGINE_THINKING);
    engine->deadline = deadline == WIRE_FOREVER ? deadline : engine->asked_at + deadline;
    engine->on_clock = on_clock;
}

void engine_ponder(struct engine *engine, const char *position, size_t length, const char *go)
{
    assert(engine->entrant->limits.ponder);
    engine_go(engine, position, length, go, WIRE_FOREVER, false);
    engine->state = ENGINE_PONDERING;
}

void engine_ponder_hit(struct engine *engine, int64_t deadline, bool on_clock)
{
    assert(engine->state == ENGINE_PONDERING);
    engine_say(engine, "ponderhit\n");
    engine_await(engine, ENGINE_THINKING);
    engine->deadline = engine->asked_at + deadline;
    engine->on_clock = on_clock;
}

void engine_ponder_stop(struct engine *engine)
{
    assert(engine->state == ENGINE_PONDERING);
    engine_say(engine, "stop\n");
    engine_await(engine, ENGINE_STOPPING);
}

void engine_ask(struct engine *engine, const char *first, size_t length, const char *rest, int queries)
{
    assert(engine->state == ENGINE_IDLE && queries > 0 && queries <= ANSWERS_MAX);
    engine_forget_answers(engine);
    engine->answers_due = queries;
    engine_send(engine, first, length);
    engine_say(engine, rest);
    engine_await(engine, ENGINE_ANSWERING);
}

/* -- reading -- */

/* Anything but printable ASCII as '?': it will stand in messages and records. */
static void make_printable(char *text)
{
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

/* Room for one more answer; answers given before move along. */
static char *answer_room(struct engine *engine, size_t length)
{
    assert(engine->answer_length <= engine->answer_room);
    size_t wanted = engine->answer_length + length + 1;
    if (wanted > engine->answer_room) {
        char *memory = realloc(engine->answer_memory, wanted * 2);
        if (memory == NULL)
            return NULL;
        for (int i = 0; i < engine->answer_count; i++)
            engine->answers[i] = memory + (engine->answers[i] - engine->answer_memory);
        engine->answer_memory = memory;
        engine->answer_room = wanted * 2;
    }
    return engine->answer_memory + engine->answer_length;
}

static void take_answer(struct engine *engine, char *text)
{
    assert(engine->answer_count <= engine->answers_due);
    if (engine->state != ENGINE_ANSWERING)
        return; /* late, or not asked for: no harm */
    size_t length = strlen(text);
    char *room = answer_room(engine, length);
    if (room == NULL) {
        fail(engine, VERDICT_PROTOCOL, "answers more than the memory holds");
        return;
    }
    memcpy(room, text, length + 1);
    make_printable(room);
    engine->answers[engine->answer_count++] = room;
    engine->answer_length += length + 1;
    if (engine->answer_count == engine->answers_due)
        engine_rest(engine);
}

/* An error is the answer to a query that the engine does not know, or says that it refused something. */
static void take_error(struct engine *engine, char *rest)
{
    if (strncmp(rest, "unknown_", 8) == 0 || strncmp(rest, "unsupported", 11) == 0) {
        take_answer(engine, (char[]){""});
        return;
    }
    engine->refused = true;
    make_printable(rest);
    snprintf(engine->refusal, sizeof engine->refusal, "%s", rest);
    if (engine->state == ENGINE_THINKING) /* then no bestmove will come */
        fail(engine, VERDICT_PROTOCOL, "answers go with error %s", engine->refusal);
}

static bool copy_move(char to[MOVE_MAX], const char *word)
{
    assert(to != NULL);
    if (word == NULL || !word_is_move(word))
        return false;
    size_t length = strlen(word);
    assert(length < MOVE_MAX);
    for (size_t i = 0; i <= length; i++)
        to[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] - 'A' + 'a' : word[i]);
    return true;
}

static void take_bestmove(struct engine *engine, char *rest)
{
    if (engine->state == ENGINE_STOPPING) {
        engine_rest(engine);
        return;
    }
    if (engine->state != ENGINE_THINKING) {
        make_printable(rest);
        fail(engine, VERDICT_PROTOCOL, "bestmove %.40s that nobody asked for", rest);
        return;
    }
    char *word = wire_word_next(&rest);
    engine->expected[0] = '\0';
    if (!copy_move(engine->move, word)) {
        if (word != NULL)
            make_printable(word);
        fail(engine, VERDICT_ILLEGAL, "bestmove %.40s is not a move", word == NULL ? "(nothing)" : word);
        return;
    }
    char *next = wire_word_next(&rest);
    if (next != NULL && strcmp(next, "ponder") == 0)
        copy_move(engine->expected, wire_word_next(&rest));
    engine_rest(engine);
}

static void take_option(struct engine *engine, char *rest)
{
    engine->has_game_option = engine->has_game_option || strncmp(rest, "name Game ", 10) == 0;
    engine->has_ponder_option = engine->has_ponder_option || strncmp(rest, "name Ponder ", 12) == 0;
}

static void take_id(struct engine *engine, char *rest)
{
    make_printable(rest);
    if (strncmp(rest, "name ", 5) == 0)
        snprintf(engine->id_name, sizeof engine->id_name, "%s", rest + 5);
}

static void take_greeting_end(struct engine *engine)
{
    assert(engine->wire != NULL);
    if (engine->state != ENGINE_GREETING)
        return;
    engine_send_options(engine);
    engine_rest(engine);
    engine_new_game(engine);
}

static void take_ready(struct engine *engine, char *rest)
{
    (void)rest;
    if (engine->state != ENGINE_SETTLING)
        return;
    assert(engine->asked_at > 0);
    engine->latency = wire_clock() - engine->asked_at;
    engine_rest(engine);
}

static void take_person_line(struct engine *engine, char *line)
{
    const char *word = wire_word_next(&line);
    if (engine->state != ENGINE_THINKING || word == NULL)
        return;
    if (!copy_move(engine->move, word))
        strcpy(engine->move, "help");
    engine_rest(engine);
}

/* What it says before it has anything of a search to tell is about the match: that it plays otherwise than asked. */
static void take_remark(struct engine *engine, const char *rest)
{
    bool is_first = engine->info.depth == 0 && engine->info.kind == 0 && engine->remark[0] == '\0';
    if (engine->state == ENGINE_THINKING && is_first)
        snprintf(engine->remark, sizeof engine->remark, "%s", rest);
}

static void take_info(struct engine *engine, char *rest)
{
    const char *text = wire_word_rest(rest, "string");
    if (text != NULL)
        take_remark(engine, text);
    info_read(&engine->info, rest);
}

static void take_ugiok(struct engine *engine, char *rest)
{
    (void)rest;
    if (engine->entrant->greeting == GREETING_UGI)
        take_greeting_end(engine);
}

static void take_uciok(struct engine *engine, char *rest)
{
    (void)rest;
    if (engine->entrant->greeting == GREETING_UCI)
        take_greeting_end(engine);
}

/* What a line can begin with that concerns the referee; every other line is passed over. */
static const struct heard {
    const char *word;
    void (*take)(struct engine *, char *rest);
} heard[] = {{"response", take_answer}, {"info", take_info},     {"bestmove", take_bestmove},
             {"error", take_error},     {"readyok", take_ready}, {"option", take_option},
             {"id", take_id},           {"ugiok", take_ugiok},   {"uciok", take_uciok}};

static void engine_take_line(struct engine *engine, char *line)
{
    char *rest = NULL;
    for (size_t i = 0; i < sizeof heard / sizeof heard[0]; i++)
        if ((rest = wire_word_rest(line, heard[i].word)) != NULL) {
            heard[i].take(engine, rest);
            return;
        }
    if (engine->echoes)
        puts(strncmp(line, "display ", 8) == 0 ? line + 8 : line);
}

/* A crash is told apart from a closed pipe by the exit status, which comes a moment later. */
static void engine_take_close(struct engine *engine, int64_t now)
{
    assert(engine->wire != NULL);
    struct wire_exit ended = wire_exit_status(engine->wire);
    if (ended.how == WIRE_RUNS && !wire_is_gone(engine->wire) && now < engine->deadline) {
        int64_t patience = now + 200 * WIRE_MILLISECOND;
        engine->deadline = engine->deadline < patience ? engine->deadline : patience;
        return;
    }
    static const char *const words[] = {[WIRE_RUNS] = "closed its output: ",
                                        [WIRE_EXITED] = "ended: ",
                                        [WIRE_KILLED] = "ended: ",
                                        [WIRE_NOT_STARTED] = ""};
    char how[160];
    wire_describe_exit(engine->wire, how, sizeof how);
    fail(engine, VERDICT_CRASH, "%s%s", words[ended.how], how);
}

static const char *awaited_word(const struct engine *engine)
{
    static const char *const words[] = {[ENGINE_GREETING] = "ugiok",
                                        [ENGINE_SETTLING] = "readyok",
                                        [ENGINE_ANSWERING] = "response",
                                        [ENGINE_THINKING] = "bestmove",
                                        [ENGINE_STOPPING] = "bestmove after stop"};
    assert(engine->state < sizeof words / sizeof words[0] && words[engine->state] != NULL);
    return words[engine->state];
}

static void engine_be_late(struct engine *engine, int64_t now)
{
    assert(now >= engine->deadline);
    double seconds = (double)(now - engine->asked_at) / WIRE_SECOND;
    fail(engine, engine->on_clock ? VERDICT_TIME : VERDICT_STALL, "no %s after %.3f s", awaited_word(engine),
         seconds);
}

static void engine_take_event(struct engine *engine, enum wire_event event, struct wire_line *line,
                              int64_t now)
{
    switch (event) {
    case WIRE_LINE:
        engine_trace(engine, '<', line->at, line->length);
        engine->elapsed = now - engine->asked_at;
        if (engine->entrant->person)
            take_person_line(engine, line->at);
        else
            engine_take_line(engine, line->at);
        break;
    case WIRE_LONG_LINE: fail(engine, VERDICT_PROTOCOL, "a line of more than %d bytes", LINE_LIMIT); break;
    case WIRE_FLOOD: fail(engine, VERDICT_PROTOCOL, "floods: more than %d bytes at once", BURST_LIMIT); break;
    case WIRE_CLOSED: engine_take_close(engine, now); break;
    case WIRE_NOTHING: break;
    }
}

/* What a person types before it is his turn waits until then. */
static bool engine_listens(const struct engine *engine)
{
    return engine->state != ENGINE_FAILED && (!engine->entrant->person || engine->state == ENGINE_THINKING);
}

bool engine_step(struct engine *engine, int64_t now)
{
    if (engine->wire == NULL || engine->state == ENGINE_OFF || engine->state == ENGINE_FAILED)
        return false;
    enum engine_state before = engine->state;
    enum wire_event event = WIRE_LINE;
    while (event == WIRE_LINE && engine_listens(engine)) {
        struct wire_line line;
        event = wire_next(engine->wire, &line);
        engine_take_event(engine, event, &line, now);
    }
    if (engine->state != ENGINE_FAILED && now >= engine->deadline)
        engine_be_late(engine, now);
    return engine->state != before;
}

/* -- ending -- */

struct wire *engine_release(struct engine *engine)
{
    struct wire *wire = engine->wire;
    free(engine->answer_memory);
    *engine = (struct engine){.state = ENGINE_OFF};
    return wire;
}

void engine_free(struct engine *engine)
{
    wire_free(engine_release(engine));
}
