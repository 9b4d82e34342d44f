/* How a game ends, and who is to blame. */
#include "adapters/referee/game_parts.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "adapters/referee/transcript.h"

/* -- faults -- */

bool game_has_failed(const struct engine *engine)
{
    return engine != NULL && engine->state == ENGINE_FAILED;
}

static void add_incident(struct game *game, int seat, enum verdict verdict, const char *what)
{
    assert(game->seats[seat] != NULL);
    struct record *record = &game->record;
    if (record->incident_count == INCIDENTS_MAX)
        return;
    struct incident *incident = &record->incidents[record->incident_count++];
    *incident = (struct incident){.entrant = game_seat_entrant(game, seat), .verdict = verdict};
    snprintf(incident->what, sizeof incident->what, "%s", what);
    char go[GO_MAX];
    game_print_go(game, seat, false, go);
    incident->transcript = transcript_make(game->seats[seat], game->position, game->position_length, go);
}

bool game_finish(struct game *game)
{
    assert(game->record.start != NULL);
    return game_ask_arbiter(game, PHASE_END, "query score\nquery result\nquery reason\n", 3);
}

bool game_finish_with(struct game *game, enum verdict verdict, enum outcome outcome, const char *reason)
{
    assert(game->record.verdict == VERDICT_NONE && verdict > VERDICT_RULES);
    game->record.verdict = verdict;
    game->record.outcome = outcome;
    snprintf(game->record.reason, sizeof game->record.reason, "%s", reason);
    return game_finish(game);
}

enum outcome game_win_against(int seat)
{
    assert(seat == 0 || seat == 1);
    return seat == 0 ? OUTCOME_LOSS : OUTCOME_WIN;
}

/* The player has failed and loses. */
bool game_finish_fault(struct game *game, int seat, enum verdict verdict, const char *what)
{
    assert(*what != '\0');
    add_incident(game, seat, verdict, what);
    return game_finish_with(game, verdict, game_win_against(seat), what);
}

static bool finish_failed_seat(struct game *game, int seat)
{
    const struct engine *engine = game->seats[seat];
    assert(engine->state == ENGINE_FAILED);
    return game_finish_fault(game, seat, engine->fault, engine->what);
}

static bool finish_void(struct game *game, const char *reason)
{
    return game_finish_with(game, VERDICT_VOID, OUTCOME_NONE, reason);
}

bool game_finish_failed(struct game *game)
{
    assert(game_has_failed(game->seats[0]) || game_has_failed(game->seats[1]));
    if (game_has_failed(game->seats[0]) && game_has_failed(game->seats[1])) {
        add_incident(game, 0, game->seats[0]->fault, game->seats[0]->what);
        add_incident(game, 1, game->seats[1]->fault, game->seats[1]->what);
        return finish_void(game, "both players failed");
    }
    return finish_failed_seat(game, game_has_failed(game->seats[0]) ? 0 : 1);
}

/* -- what the players say of it -- */

static const char *outcome_claim(enum outcome outcome)
{
    assert(outcome <= OUTCOME_DRAW);
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

bool game_step_end(struct game *game)
{
    assert(game->arbiter->answer_count == 3);
    char *const *answers = game->arbiter->answers;
    if (strspn(answers[0], "-0123456789 ") == strlen(answers[0]))
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
    assert(game->record.outcome != OUTCOME_NONE);
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
    assert(game->record.verdict == VERDICT_RULES);
    char what[2][WHAT_MAX];
    struct record *record = &game->record;
    bool false_claim[2] = {claims_falsely(game, 0, what[0]), claims_falsely(game, 1, what[1])};
    int count = 0;
    for (int seat = 0; seat < 2; seat++)
        if (false_claim[seat]) {
            add_incident(game, seat, VERDICT_PROTOCOL, what[seat]);
            record->verdict = VERDICT_PROTOCOL;
            record->outcome = game_win_against(seat);
            memcpy(record->reason, what[seat], sizeof record->reason);
            count++;
        }
    if (count == 2) {
        record->verdict = VERDICT_VOID;
        record->outcome = OUTCOME_NONE;
        snprintf(record->reason, sizeof record->reason, "both players deny the result of the arbiter");
    }
}

bool game_step_claims(struct game *game)
{
    assert(game->record.verdict != VERDICT_NONE);
    bool done[2] = {seat_is_done(game, 0), seat_is_done(game, 1)};
    if (!done[0] || !done[1])
        return false;
    bool by_rules = game->record.verdict == VERDICT_RULES;
    if (by_rules)
        judge_claims(game);
    for (int seat = 0; seat < 2; seat++) /* a failure after the end costs nothing, but is reported */
        if (by_rules && game_has_failed(game->seats[seat]))
            add_incident(game, seat, game->seats[seat]->fault, game->seats[seat]->what);
    game->phase = PHASE_OVER;
    return true;
}
