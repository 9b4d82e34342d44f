#include "adapters/referee/game.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/draw.h"
#include "adapters/referee/transcript.h"
#include "adapters/referee/words.h"

enum { TURN_NOBODY = -3, GO_MAX = 256 };

static bool game_break(struct game *game, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool game_break(struct game *game, const char *format, ...)
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

static int seat_entrant(const struct game *game, int seat)
{
    return seat == 0 ? game->record.fixture.first : game->record.fixture.second;
}

/* -- the position as the players are told --------------------------------------------------------------- */

static bool position_append(struct game *game, const char *text)
{
    size_t length = strlen(text);
    size_t wanted = game->position_length + length + 1;
    if (wanted > game->position_room) {
        char *position = realloc(game->position, wanted * 2);
        if (position == NULL)
            return false;
        game->position = position;
        game->position_room = wanted * 2;
    }
    memcpy(game->position + game->position_length, text, length + 1);
    game->position_length += length;
    return true;
}

/* The newline moves to the new end. */
static bool position_add_move(struct game *game, const char *word)
{
    assert(game->position_length > 0 && game->position[game->position_length - 1] == '\n');
    game->position_length--;
    bool first = game->record.ply_count == 0;
    return position_append(game, first ? " moves " : " ") && position_append(game, word) &&
           position_append(game, "\n");
}

static bool position_start(struct game *game, const char *fen)
{
    game->record.start = strdup(fen);
    return game->record.start != NULL && position_append(game, "position fen ") &&
           position_append(game, fen) && position_append(game, "\n");
}

static bool record_add_ply(struct game *game)
{
    struct record *record = &game->record;
    if (record->ply_count == record->ply_room) {
        int room = record->ply_room * 2 + 64;
        struct ply *plies = realloc(record->plies, (size_t)room * sizeof *plies);
        if (plies == NULL)
            return false;
        record->plies = plies;
        record->ply_room = room;
    }
    if (!position_add_move(game, game->pending.word))
        return false;
    record->plies[record->ply_count++] = game->pending;
    return true;
}

/* -- asking the arbiter --------------------------------------------------------------------------------- */

static bool ask_arbiter(struct game *game, enum phase phase, const char *queries, int count)
{
    engine_ask(game->arbiter, "", 0, queries, count);
    game->phase = phase;
    return true;
}

static bool play(struct game *game, const char *word, int mover)
{
    char lines[64];
    snprintf(game->pending.word, sizeof game->pending.word, "%s", word);
    game->pending.mover = mover;
    snprintf(lines, sizeof lines, "play %s\nquery turn\n", word);
    return ask_arbiter(game, PHASE_MOVED, lines, 1);
}

static bool play_drawn(struct game *game, const char *word, int mover)
{
    game->pending = (struct ply){0};
    return play(game, word, mover);
}

static void print_go(const struct game *game, int seat, bool ponder, char room[GO_MAX])
{
    const struct limits *limits[2] = {&game->seats[0]->entrant->limits, NULL};
    if (game->seats[1] != NULL)
        limits[1] = &game->seats[1]->entrant->limits;
    clock_print_go(game->clocks, limits, seat, game->seats[seat]->entrant->greeting, ponder, room, GO_MAX);
}

/* -- the end -------------------------------------------------------------------------------------------- */

static void add_incident(struct game *game, int seat, enum verdict verdict, const char *what)
{
    struct record *record = &game->record;
    if (record->incident_count == INCIDENTS_MAX)
        return;
    struct incident *incident = &record->incidents[record->incident_count++];
    *incident = (struct incident){.entrant = seat_entrant(game, seat), .verdict = verdict};
    snprintf(incident->what, sizeof incident->what, "%s", what);
    char go[GO_MAX];
    print_go(game, seat, false, go);
    incident->transcript = transcript_make(game->seats[seat], game->position, game->position_length, go);
}

static bool finish(struct game *game)
{
    return ask_arbiter(game, PHASE_END, "query score\nquery result\nquery reason\n", 3);
}

static bool finish_with(struct game *game, enum verdict verdict, enum outcome outcome, const char *reason)
{
    game->record.verdict = verdict;
    game->record.outcome = outcome;
    snprintf(game->record.reason, sizeof game->record.reason, "%s", reason);
    return finish(game);
}

static enum outcome win_against(int seat)
{
    return seat == 0 ? OUTCOME_LOSS : OUTCOME_WIN;
}

/* The player has failed and loses. */
static bool finish_fault(struct game *game, int seat, enum verdict verdict, const char *what)
{
    add_incident(game, seat, verdict, what);
    return finish_with(game, verdict, win_against(seat), what);
}

static bool finish_failed_seat(struct game *game, int seat)
{
    const struct engine *engine = game->seats[seat];
    assert(engine->state == ENGINE_FAILED);
    return finish_fault(game, seat, engine->fault, engine->what);
}

static bool finish_void(struct game *game, const char *reason)
{
    return finish_with(game, VERDICT_VOID, OUTCOME_NONE, reason);
}

/* -- who is on move, and what follows ------------------------------------------------------------------- */

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
    char word[MOVE_MAX];
    size_t length = strcspn(game->opening_moves, " \t");
    if (length >= sizeof word)
        return game_break(game, "opening %" PRId64 ": a word is too long", game->record.fixture.opening);
    memcpy(word, game->opening_moves, length);
    word[length] = '\0';
    game->opening_moves += length;
    return play_drawn(game, word, MOVER_OPENING);
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
    if (has_opening_move(game))
        return play_opening_move(game);
    if (game->turn == TURN_NOBODY)
        return finish(game);
    if (game->turn == MOVER_CHANCE)
        return ask_arbiter(game, PHASE_CHANCE, "query chance\n", 1);
    if (game->random_left > 0)
        return ask_arbiter(game, PHASE_RANDOM, "query legal\n", 1);
    if (is_too_long(game))
        return finish_with(game, VERDICT_ADJUDICATION, OUTCOME_DRAW, "too many plies");
    game->phase = PHASE_SEATS;
    return true;
}

/* -- the phases: each returns whether the game went on -------------------------------------------------- */

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
    char *const *answers = game->arbiter->answers;
    if (game->arbiter->refused)
        return game_break(game, "opening %" PRId64 ": the arbiter says: %s", game->record.fixture.opening,
                          game->arbiter->refusal);
    if (!position_start(game, answers[0]))
        return game_break(game, "out of memory");
    if (!read_turn(game, answers[1]))
        return game_break(game, "the arbiter says that the turn is \"%.40s\"", answers[1]);
    return go_on(game);
}

/* "<n> m1 m2 ..." */
static bool step_random(struct game *game)
{
    char *words = game->arbiter->answers[0];
    char *count_word = word_next(&words);
    int64_t count;
    if (count_word == NULL || !number_parse(count_word, 1, 1000000, &count))
        return game_break(game, "the arbiter lists no legal moves");
    int64_t drawn = draw_below((uint64_t)game->settings->seed, (uint64_t)game->record.fixture.opening,
                               game->draws++, count);
    char *word = word_next(&words);
    while (word != NULL && drawn-- > 0)
        word = word_next(&words);
    if (word == NULL || !word_is_move(word))
        return game_break(game, "the arbiter's list of moves is too short");
    game->random_left--;
    return play_drawn(game, word, MOVER_OPENING);
}

/* "<total> <weight>@<outcome> ..." */
static bool step_chance(struct game *game)
{
    char *words = game->arbiter->answers[0];
    char *total_word = word_next(&words);
    int64_t total, weight;
    if (total_word == NULL || !number_parse(total_word, 1, INT64_MAX, &total))
        return game_break(game, "the arbiter lists no outcomes");
    int64_t drawn = draw_below((uint64_t)game->settings->seed, (uint64_t)game->record.fixture.opening,
                               game->draws++, total);
    char *word;
    while ((word = word_next(&words)) != NULL) {
        char *outcome = strchr(word, '@');
        if (outcome == NULL)
            break;
        *outcome++ = '\0';
        if (!number_parse(word, 1, total, &weight) || !word_is_move(outcome))
            break;
        if (drawn < weight)
            return play_drawn(game, outcome, MOVER_CHANCE);
        drawn -= weight;
    }
    return game_break(game, "the arbiter's list of outcomes is broken");
}

/* -- going, and thinking on ----------------------------------------------------------------------------- */

static int64_t patience_of(const struct game *game, int seat)
{
    const struct entrant *entrant = game->seats[seat]->entrant;
    if (entrant->person && !clock_rules(&entrant->limits))
        return WIRE_FOREVER;
    return clock_patience(&game->clocks[seat], &entrant->limits);
}

static void let_think(struct game *game)
{
    struct engine *engine = game->seats[game->turn];
    char go[GO_MAX];
    print_go(game, game->turn, false, go);
    engine_go(engine, game->position, game->position_length, go, patience_of(game, game->turn),
              clock_rules(&engine->entrant->limits));
}

/* The player who has just moved thinks on if he wants to and it is the other's turn. */
static void let_ponder(struct game *game, int seat)
{
    struct engine *engine = game->seats[seat];
    if (!engine->entrant->limits.ponder || engine->state != ENGINE_IDLE || engine->expected[0] == '\0' ||
        game->turn != 1 - seat)
        return;
    char go[GO_MAX], tail[MOVE_MAX + 2];
    size_t length = game->position_length;
    print_go(game, seat, true, go);
    memcpy(game->expected[seat], engine->expected, MOVE_MAX);
    snprintf(tail, sizeof tail, " %s\n", engine->expected);
    game->position_length--; /* the expected move stands there for this once */
    if (position_append(game, tail))
        engine_ponder(engine, game->position, game->position_length, go);
    game->position_length = length;
    strcpy(game->position + length - 1, "\n");
}

/* The player on move was pondering: did the other play what he thought of? */
static void end_ponder(struct game *game, int seat)
{
    struct engine *engine = game->seats[seat];
    if (strcmp(game->expected[seat], game->pending.word) == 0)
        engine_ponder_hit(engine, patience_of(game, seat), clock_rules(&engine->entrant->limits));
    else
        engine_ponder_stop(engine);
}

static bool ask_again(struct game *game)
{
    game->phase = PHASE_SEATS;
    return true;
}

static bool refuse_move(struct game *game)
{
    char what[WHAT_MAX];
    int mover = game->pending.mover;
    if (mover < 0)
        return game_break(game, "opening %" PRId64 ", move %s: the arbiter says: %s",
                          game->record.fixture.opening, game->pending.word, game->arbiter->refusal);
    if (game->seats[mover]->entrant->person) {
        printf("%s is not a legal move\n", game->pending.word);
        return ask_again(game);
    }
    snprintf(what, sizeof what, "illegal move %s", game->pending.word);
    return finish_fault(game, mover, VERDICT_ILLEGAL, what);
}

static bool step_moved(struct game *game)
{
    if (game->arbiter->refused)
        return refuse_move(game);
    if (!record_add_ply(game))
        return game_break(game, "out of memory");
    if (game->pending.mover == MOVER_OPENING ||
        (game->pending.mover == MOVER_CHANCE && (game->random_left > 0 || has_opening_move(game))))
        game->record.opening_plies = game->record.ply_count;
    const char *turn = game->arbiter->answers[0];
    if (!read_turn(game, turn))
        return game_break(game, "the arbiter says that the turn is \"%.40s\"", turn);
    if (game->pending.mover >= 0)
        let_ponder(game, game->pending.mover);
    return go_on(game);
}

static bool seat_is_settled(const struct engine *engine)
{
    return engine == NULL || engine->state == ENGINE_IDLE || engine->state == ENGINE_PONDERING ||
           engine->state == ENGINE_FAILED;
}

static bool has_failed(const struct engine *engine)
{
    return engine != NULL && engine->state == ENGINE_FAILED;
}

static bool finish_failed(struct game *game)
{
    if (has_failed(game->seats[0]) && has_failed(game->seats[1])) {
        add_incident(game, 0, game->seats[0]->fault, game->seats[0]->what);
        add_incident(game, 1, game->seats[1]->fault, game->seats[1]->what);
        return finish_void(game, "both players failed");
    }
    return finish_failed_seat(game, has_failed(game->seats[0]) ? 0 : 1);
}

/* A person sees the position before he is asked. */
static bool show(struct game *game)
{
    game->arbiter->echoes = true;
    return ask_arbiter(game, PHASE_SHOWN, "display\nquery legal\n", 1);
}

static bool step_seats(struct game *game)
{
    if (!seat_is_settled(game->seats[0]) || !seat_is_settled(game->seats[1]))
        return false;
    if (has_failed(game->seats[0]) || has_failed(game->seats[1]))
        return finish_failed(game);
    assert(game->turn == 0 || game->turn == 1);
    struct engine *engine = game->seats[game->turn];
    if (engine->entrant->person)
        return show(game);
    if (engine->state == ENGINE_PONDERING)
        end_ponder(game, game->turn);
    else
        let_think(game);
    if (engine->state == ENGINE_THINKING)
        game->phase = PHASE_THINKING;
    return true;
}

static bool step_shown(struct game *game)
{
    game->arbiter->echoes = false;
    printf("%s, player %d: ", game->seats[game->turn]->entrant->name, game->turn + 1);
    fflush(stdout);
    let_think(game);
    game->phase = PHASE_THINKING;
    return true;
}

static bool step_thinking(struct game *game)
{
    int seat = game->turn;
    struct engine *engine = game->seats[seat];
    if (has_failed(game->seats[0]) || has_failed(game->seats[1]))
        return finish_failed(game);
    if (engine->state != ENGINE_IDLE)
        return false;
    game->pending = (struct ply){.elapsed = engine->elapsed, .info = engine->info};
    if (!clock_charge(&game->clocks[seat], &engine->entrant->limits, engine->elapsed)) {
        char what[WHAT_MAX];
        snprintf(what, sizeof what, "bestmove after %.3f s, too late", (double)engine->elapsed / WIRE_SECOND);
        return finish_fault(game, seat, VERDICT_TIME, what);
    }
    if (engine->entrant->person && strcmp(engine->move, "resign") == 0)
        return finish_with(game, VERDICT_ADJUDICATION, win_against(seat), "resigned");
    return play(game, engine->move, seat);
}

/* -- claims --------------------------------------------------------------------------------------------- */

static const char *outcome_claim(enum outcome outcome)
{
    static const char *const claims[] = {"none", "p1win", "p2win", "draw"};
    return claims[outcome];
}

static bool read_result(struct game *game, const char *word)
{
    for (int outcome = OUTCOME_WIN; outcome <= OUTCOME_DRAW; outcome++)
        if (strcmp(word, outcome_claim((enum outcome)outcome)) == 0) {
            game->record.outcome = (enum outcome)outcome;
            return true;
        }
    return false;
}

static bool may_be_asked(const struct engine *engine)
{
    return engine != NULL && engine->state == ENGINE_IDLE && !engine->entrant->person &&
           engine->entrant->greeting == GREETING_UGI;
}

static bool step_end(struct game *game)
{
    char *const *answers = game->arbiter->answers;
    snprintf(game->record.score, sizeof game->record.score, "%s", answers[0]);
    game->phase = PHASE_CLAIMS;
    if (game->record.verdict != VERDICT_NONE)
        return true;
    if (!read_result(game, answers[1]))
        return game_break(game, "the arbiter says that the result is \"%.40s\"", answers[1]);
    game->record.verdict = VERDICT_RULES;
    snprintf(game->record.reason, sizeof game->record.reason, "%s", answers[2]);
    return true;
}

/* What the player says of the end, if it is not the truth. An answer that is no answer claims nothing. */
static bool claims_falsely(const struct game *game, int seat, char what[WHAT_MAX])
{
    const struct engine *engine = game->seats[seat];
    if (!game->claim_asked[seat] || engine->state != ENGINE_IDLE)
        return false;
    const char *over = engine->answers[0], *result = engine->answers[1];
    const char *truth = outcome_claim(game->record.outcome);
    bool lies = strcmp(over, "false") == 0 || (*result != '\0' && strcmp(result, truth) != 0);
    if (lies)
        snprintf(what, WHAT_MAX, "claims gameover %.20s, result %.20s; the arbiter says %s", over, result,
                 truth);
    return lies;
}

/* Brings a player to rest: pondering is stopped, then he is asked once. True when nothing is due from him. */
static bool seat_is_done(struct game *game, int seat)
{
    struct engine *engine = game->seats[seat];
    if (engine == NULL || engine->state == ENGINE_FAILED)
        return true;
    if (engine->state == ENGINE_PONDERING)
        engine_ponder_stop(engine);
    if (engine->state == ENGINE_THINKING) /* his opponent has failed: the process is not used again */
        return true;
    if (game->record.verdict == VERDICT_RULES && !game->claim_asked[seat] && may_be_asked(engine)) {
        game->claim_asked[seat] = true;
        engine_ask(engine, game->position, game->position_length, "query gameover\nquery result\n", 2);
    }
    return engine->state == ENGINE_IDLE;
}

static void judge_claims(struct game *game)
{
    char what[2][WHAT_MAX];
    struct record *record = &game->record;
    bool false_claim[2] = {claims_falsely(game, 0, what[0]), claims_falsely(game, 1, what[1])};
    int count = 0;
    for (int seat = 0; seat < 2; seat++)
        if (false_claim[seat]) {
            add_incident(game, seat, VERDICT_PROTOCOL, what[seat]);
            record->verdict = VERDICT_PROTOCOL;
            record->outcome = win_against(seat);
            memcpy(record->reason, what[seat], sizeof record->reason);
            count++;
        }
    if (count == 2) {
        record->verdict = VERDICT_VOID;
        record->outcome = OUTCOME_NONE;
        snprintf(record->reason, sizeof record->reason, "both players deny the result of the arbiter");
    }
}

static bool step_claims(struct game *game)
{
    bool done[2] = {seat_is_done(game, 0), seat_is_done(game, 1)};
    if (!done[0] || !done[1])
        return false;
    bool by_rules = game->record.verdict == VERDICT_RULES;
    if (by_rules)
        judge_claims(game);
    for (int seat = 0; seat < 2; seat++) /* a failure after the end costs nothing, but is reported */
        if (by_rules && has_failed(game->seats[seat]))
            add_incident(game, seat, game->seats[seat]->fault, game->seats[seat]->what);
    game->phase = PHASE_OVER;
    return true;
}

/* -- the whole ------------------------------------------------------------------------------------------ */

static bool needs_arbiter(enum phase phase)
{
    return phase == PHASE_START || phase == PHASE_RANDOM || phase == PHASE_CHANCE || phase == PHASE_MOVED ||
           phase == PHASE_SHOWN || phase == PHASE_END;
}

static bool step_once(struct game *game)
{
    static bool (*const steps[])(struct game *) = {
        [PHASE_ARBITER] = step_arbiter, [PHASE_START] = step_start,       [PHASE_RANDOM] = step_random,
        [PHASE_CHANCE] = step_chance,   [PHASE_MOVED] = step_moved,       [PHASE_SEATS] = step_seats,
        [PHASE_SHOWN] = step_shown,     [PHASE_THINKING] = step_thinking, [PHASE_END] = step_end,
        [PHASE_CLAIMS] = step_claims};
    if (needs_arbiter(game->phase) && !arbiter_has_answered(game))
        return false;
    return steps[game->phase](game);
}

static void note_latency(struct game *game)
{
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
        game->clocks[seat] = clock_start(&settings->entrants[seat_entrant(game, seat)].limits);
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
