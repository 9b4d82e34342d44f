#include "adapters/referee/game.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/game_parts.h"

bool game_break(struct game *game, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool game_break(struct game *game, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(game->trouble, sizeof game->trouble, format, arguments);
    va_end(arguments);
    game->phase = PHASE_BROKEN;
    return true;
}

bool game_is_over(const struct game *game)
{
    return game->phase == PHASE_OVER || game->phase == PHASE_BROKEN;
}

static int seat_count(const struct game *game)
{
    return game->seats[1] == NULL ? 1 : 2;
}

int game_seat_entrant(const struct game *game, int seat)
{
    assert(seat == 0 || game->record.fixture.second >= 0);
    return seat == 0 ? game->record.fixture.first : game->record.fixture.second;
}

/* -- asking the arbiter -- */

bool game_ask_arbiter(struct game *game, enum phase phase, const char *queries, int count)
{
    assert(game->arbiter->state == ENGINE_IDLE);
    engine_ask(game->arbiter, "", 0, queries, count);
    game->phase = phase;
    return true;
}

static bool play(struct game *game, const char *word, int mover)
{
    assert(*word != '\0' && strlen(word) < MOVE_MAX);
    assert(mover < seat_count(game));
    char lines[64];
    snprintf(game->pending.word, sizeof game->pending.word, "%s", word);
    game->pending.mover = mover;
    snprintf(lines, sizeof lines, "play %s\nquery turn\n", word);
    return game_ask_arbiter(game, PHASE_MOVED, lines, 1);
}

bool game_play_drawn(struct game *game, const char *word, int mover)
{
    game->pending = (struct ply){0};
    return play(game, word, mover);
}

void game_print_go(const struct game *game, int seat, bool ponder, char room[GO_MAX])
{
    assert(seat >= 0 && seat < seat_count(game));
    const struct limits *limits[2] = {&game->seats[0]->entrant->limits, NULL};
    if (game->seats[1] != NULL)
        limits[1] = &game->seats[1]->entrant->limits;
    clock_print_go(game->clocks, limits, seat, game->seats[seat]->entrant->greeting, ponder, room, GO_MAX);
}

/* -- who is on move, and what follows -- */

static bool read_turn(struct game *game, const char *word)
{
    static const struct {
        const char *word;
        int turn;
    } turns[] = {{"1", 0}, {"2", 1}, {"chance", MOVER_CHANCE}, {"none", TURN_NOBODY}};
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++)
        if (strcmp(word, turns[i].word) == 0) {
            game->turn = turns[i].turn;
            return game->turn < seat_count(game);
        }
    return false;
}

static bool play_opening_move(struct game *game)
{
    assert(game->opening_moves != NULL);
    char word[MOVE_MAX];
    size_t length = strcspn(game->opening_moves, " \t");
    if (length >= sizeof word)
        return game_break(game, "opening %" PRId64 ": a word is too long", game->record.fixture.opening);
    memcpy(word, game->opening_moves, length);
    word[length] = '\0';
    game->opening_moves += length;
    return game_play_drawn(game, word, MOVER_OPENING);
}

static bool has_opening_move(struct game *game)
{
    if (game->opening_moves == NULL)
        return false;
    game->opening_moves += strspn(game->opening_moves, " \t");
    return *game->opening_moves != '\0';
}

static bool is_too_long(const struct game *game)
{
    int64_t limit = game->settings->max_plies;
    return limit > 0 && game->record.ply_count - game->record.opening_plies >= limit;
}

static bool go_on(struct game *game)
{
    assert(game->record.verdict == VERDICT_NONE);
    if (has_opening_move(game))
        return play_opening_move(game);
    if (game->turn == TURN_NOBODY)
        return game_finish(game);
    if (game->turn == MOVER_CHANCE)
        return game_ask_arbiter(game, PHASE_CHANCE, "query chance\n", 1);
    if (game->random_left > 0)
        return game_ask_arbiter(game, PHASE_RANDOM, "query legal\n", 1);
    if (is_too_long(game))
        return game_finish_with(game, VERDICT_ADJUDICATION, OUTCOME_DRAW, "too many plies");
    game->phase = PHASE_SEATS;
    return true;
}

/* -- the phases: each returns whether the game went on -- */

static bool arbiter_has_answered(struct game *game)
{
    if (game->arbiter->state == ENGINE_FAILED) {
        game->arbiter_failed = true;
        game_break(game, "arbiter: %s", game->arbiter->what);
        return false;
    }
    return game->arbiter->state == ENGINE_IDLE;
}

static bool step_arbiter(struct game *game)
{
    assert(game->record.start == NULL);
    if (!arbiter_has_answered(game))
        return game->phase == PHASE_BROKEN;
    char *setup = openings_setup(game->openings, game->record.fixture.opening, &game->opening_moves);
    if (setup == NULL)
        return game_break(game, "out of memory");
    engine_ask(game->arbiter, setup, strlen(setup), "query fen\nquery turn\n", 2);
    free(setup);
    game->phase = PHASE_START;
    return true;
}

static bool step_start(struct game *game)
{
    assert(game->arbiter->answer_count == 2);
    char *const *answers = game->arbiter->answers;
    if (game->arbiter->refused)
        return game_break(game, "opening %" PRId64 ": the arbiter says: %s", game->record.fixture.opening,
                          game->arbiter->refusal);
    if (!game_position_start(game, answers[0]))
        return game_break(game, "out of memory");
    if (!read_turn(game, answers[1]))
        return game_break(game, "the arbiter says that the turn is \"%.40s\"", answers[1]);
    return go_on(game);
}

/* -- going, and thinking on -- */

static int64_t patience_of(const struct game *game, int seat)
{
    assert(game->seats[seat] != NULL);
    const struct entrant *entrant = game->seats[seat]->entrant;
    if (entrant->person && !clock_rules(&entrant->limits))
        return WIRE_FOREVER;
    return clock_patience(&game->clocks[seat], &entrant->limits);
}

bool game_let_think(struct game *game)
{
    assert(game->turn >= 0 && game->seats[game->turn]->state == ENGINE_IDLE);
    struct engine *engine = game->seats[game->turn];
    char go[GO_MAX];
    game_print_go(game, game->turn, false, go);
    engine_go(engine, game->position, game->position_length, go, patience_of(game, game->turn),
              clock_rules(&engine->entrant->limits));
    game->phase = PHASE_THINKING;
    return true;
}

/* The player who has just moved wants to think on, and it is the other's turn. */
static bool wants_ponder(const struct game *game, int seat)
{
    const struct engine *engine = game->seats[seat];
    return engine->entrant->limits.ponder && engine->state == ENGINE_IDLE && engine->expected[0] != '\0' &&
           game->turn == 1 - seat;
}

/* The position with the move that the player expects, the newline at its end; to be freed. */
static char *expected_position(const struct game *game, int seat)
{
    const char *expected = game->seats[seat]->expected;
    size_t length = game->position_length - 1;
    char *line = malloc(length + MOVE_MAX + 2);
    if (line != NULL)
        sprintf(line, "%.*s %s\n", (int)length, game->position, expected);
    return line;
}

/* A player may expect what cannot be, or what ends the game: the arbiter is asked first. It refuses a
 * position with an illegal move, and in either case goes back to the present one. */
static bool ask_expected(struct game *game, int seat)
{
    assert(wants_ponder(game, seat));
    static const char query[] = "query turn\n";
    char *line = expected_position(game, seat);
    size_t length = line == NULL ? 0 : strlen(line);
    char *lines = line == NULL ? NULL : realloc(line, length + sizeof query + game->position_length);
    if (lines == NULL) {
        free(line);
        return game_break(game, "out of memory");
    }
    strcpy(lines + length, query);
    memcpy(lines + length + sizeof query - 1, game->position, game->position_length + 1);
    engine_ask(game->arbiter, lines, strlen(lines), "", 1);
    free(lines);
    game->phase = PHASE_EXPECTED;
    return true;
}

static void let_ponder(struct game *game, int seat)
{
    assert(seat >= 0 && seat < seat_count(game));
    struct engine *engine = game->seats[seat];
    char go[GO_MAX];
    char *line = expected_position(game, seat);
    if (line == NULL)
        return; /* he does without */
    game_print_go(game, seat, true, go);
    memcpy(game->expected[seat], engine->expected, MOVE_MAX);
    engine_ponder(engine, line, strlen(line), go);
    free(line);
}

static bool step_expected(struct game *game)
{
    int seat = game->pending.mover;
    bool his_turn = strcmp(game->arbiter->answers[0], seat == 0 ? "1" : "2") == 0;
    if (his_turn && !game->arbiter->refused && wants_ponder(game, seat))
        let_ponder(game, seat);
    return go_on(game);
}

/* The player on move was pondering: did the other play what he thought of? */
static void end_ponder(struct game *game, int seat)
{
    assert(game->seats[seat]->state == ENGINE_PONDERING);
    struct engine *engine = game->seats[seat];
    if (strcmp(game->expected[seat], game->pending.word) == 0)
        engine_ponder_hit(engine, patience_of(game, seat), clock_rules(&engine->entrant->limits));
    else
        engine_ponder_stop(engine);
}

static bool refuse_move(struct game *game)
{
    assert(game->arbiter->refused);
    char what[WHAT_MAX];
    int mover = game->pending.mover;
    if (mover < 0)
        return game_break(game, "opening %" PRId64 ", move %s: the arbiter says: %s",
                          game->record.fixture.opening, game->pending.word, game->arbiter->refusal);
    if (game->seats[mover]->entrant->person)
        return game_refuse_person(game);
    snprintf(what, sizeof what, "illegal move %s", game->pending.word);
    return game_finish_fault(game, mover, VERDICT_ILLEGAL, what);
}

static bool step_moved(struct game *game)
{
    assert(game->pending.word[0] != '\0');
    if (game->arbiter->refused)
        return refuse_move(game);
    if (!game_record_ply(game))
        return game_break(game, "out of memory");
    if (game->pending.mover == MOVER_OPENING ||
        (game->pending.mover == MOVER_CHANCE && (game->random_left > 0 || has_opening_move(game))))
        game->record.opening_plies = game->record.ply_count;
    const char *turn = game->arbiter->answers[0];
    if (!read_turn(game, turn))
        return game_break(game, "the arbiter says that the turn is \"%.40s\"", turn);
    if (game->pending.mover >= 0 && wants_ponder(game, game->pending.mover))
        return ask_expected(game, game->pending.mover);
    return go_on(game);
}

static bool seat_is_settled(const struct engine *engine)
{
    return engine == NULL || engine->state == ENGINE_IDLE || engine->state == ENGINE_PONDERING ||
           engine->state == ENGINE_FAILED;
}

static bool step_seats(struct game *game)
{
    if (!seat_is_settled(game->seats[0]) || !seat_is_settled(game->seats[1]))
        return false;
    if (game_has_failed(game->seats[0]) || game_has_failed(game->seats[1]))
        return game_finish_failed(game);
    assert(game->turn == 0 || game->turn == 1);
    struct engine *engine = game->seats[game->turn];
    if (engine->entrant->person)
        return game_show(game);
    if (engine->state != ENGINE_PONDERING)
        return game_let_think(game);
    end_ponder(game, game->turn);
    if (engine->state == ENGINE_THINKING)
        game->phase = PHASE_THINKING;
    return true;
}

static bool step_thinking(struct game *game)
{
    assert(game->turn == 0 || game->turn == 1);
    int seat = game->turn;
    struct engine *engine = game->seats[seat];
    if (game_has_failed(game->seats[0]) || game_has_failed(game->seats[1]))
        return game_finish_failed(game);
    if (engine->state != ENGINE_IDLE)
        return false;
    game->pending = (struct ply){.elapsed = engine->elapsed, .info = engine->info};
    if (!clock_charge(&game->clocks[seat], &engine->entrant->limits, engine->elapsed)) {
        char what[WHAT_MAX];
        snprintf(what, sizeof what, "bestmove after %.3f s, too late", (double)engine->elapsed / WIRE_SECOND);
        return game_finish_fault(game, seat, VERDICT_TIME, what);
    }
    if (engine->entrant->person && (strcmp(engine->move, "resign") == 0 || strcmp(engine->move, "help") == 0))
        return game_hear_person(game);
    return play(game, engine->move, seat);
}

/* -- the whole -- */

static bool needs_arbiter(enum phase phase)
{
    return phase == PHASE_START || phase == PHASE_RANDOM || phase == PHASE_CHANCE || phase == PHASE_MOVED ||
           phase == PHASE_EXPECTED || phase == PHASE_SHOWN || phase == PHASE_END;
}

static bool step_once(struct game *game)
{
    assert(game->phase < PHASE_OVER);
    static bool (*const steps[])(struct game *) = {
        [PHASE_ARBITER] = step_arbiter,    [PHASE_START] = step_start,
        [PHASE_RANDOM] = game_step_random, [PHASE_CHANCE] = game_step_chance,
        [PHASE_MOVED] = step_moved,        [PHASE_SEATS] = step_seats,
        [PHASE_SHOWN] = game_step_shown,   [PHASE_EXPECTED] = step_expected,
        [PHASE_THINKING] = step_thinking,  [PHASE_END] = game_step_end,
        [PHASE_CLAIMS] = game_step_claims};
    if (needs_arbiter(game->phase) && !arbiter_has_answered(game))
        return false;
    return steps[game->phase](game);
}

static void note_latency(struct game *game)
{
    assert(game->phase == PHASE_OVER);
    for (int seat = 0; seat < seat_count(game); seat++)
        game->record.latency[seat] = game->seats[seat]->latency;
}

void game_step(struct game *game)
{
    while (!game_is_over(game) && step_once(game))
        continue;
    if (game->phase == PHASE_OVER)
        note_latency(game);
}

bool game_begin(struct game *game, const struct settings *settings, const struct openings *openings,
                const struct fixture *fixture, struct engine *arbiter, struct engine *first,
                struct engine *second)
{
    assert(first != NULL && (second == NULL) == (fixture->second < 0));
    *game = (struct game){.settings = settings,
                          .openings = openings,
                          .arbiter = arbiter,
                          .seats = {first, second},
                          .random_left = settings->openings.plies,
                          .record.fixture = *fixture};
    for (int seat = 0; seat < seat_count(game); seat++)
        game->clocks[seat] = clock_start(&settings->entrants[game_seat_entrant(game, seat)].limits);
    return true;
}

void game_free(struct game *game)
{
    struct record *record = &game->record;
    for (int i = 0; i < record->incident_count; i++)
        free(record->incidents[i].transcript);
    free(record->start);
    free(record->plies);
    free(game->position);
    *game = (struct game){.phase = PHASE_BROKEN};
}
