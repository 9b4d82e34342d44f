/* A slot: from one game of the schedule to the next, with the processes that play it. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "adapters/referee/match_parts.h"
#include "adapters/referee/schedule.h"
#include "adapters/wire/ending.h"

enum { ARBITER_TRIES = 3 };

/* -- starting a game -- */

static uint64_t slot_cpus(const struct match *match, const struct slot *slot)
{
    assert(slot >= match->slots);
    if (!match->settings->pin)
        return 0;
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    int64_t index = slot - match->slots;
    return UINT64_C(1) << (index % (count < 1 ? 1 : count > 64 ? 64 : count));
}

static bool fixture_has(const struct fixture *fixture, int entrant)
{
    return fixture->first == entrant || fixture->second == entrant;
}

/* Sends away who does not play in the next game, or cannot. */
static void slot_clear(struct match *match, struct slot *slot, const struct fixture *fixture)
{
    for (int i = 0; i < 2; i++) {
        struct engine *engine = &slot->engines[i];
        if (engine->state == ENGINE_OFF)
            continue;
        bool stays = engine->state == ENGINE_IDLE && fixture_has(fixture, slot->entrants[i]) &&
                     !engine->entrant->fresh;
        if (!stays)
            match_retire(match, engine, slot->entrants[i]);
    }
}

static struct engine *slot_find_engine(struct slot *slot, int entrant)
{
    for (int i = 0; i < 2; i++)
        if (slot->engines[i].state != ENGINE_OFF && slot->entrants[i] == entrant)
            return &slot->engines[i];
    return NULL;
}

/* The entrant's process, told that a new game begins. */
static struct engine *slot_ready_engine(struct match *match, struct slot *slot, int entrant)
{
    assert(entrant >= 0 && entrant < match->settings->entrant_count);
    struct engine *engine = slot_find_engine(slot, entrant);
    if (engine != NULL) {
        engine_new_game(engine);
        return engine;
    }
    int place = slot->engines[0].state == ENGINE_OFF ? 0 : 1;
    engine = &slot->engines[place];
    slot->entrants[place] = entrant;
    engine_launch(engine, &match->settings->entrants[entrant], match->game_name, slot_cpus(match, slot),
                  match->trace);
    return engine;
}

void slot_ready_arbiter(struct match *match, struct slot *slot)
{
    struct engine *arbiter = &slot->arbiter;
    if (arbiter->state == ENGINE_FAILED || (arbiter->state != ENGINE_OFF && arbiter->state != ENGINE_IDLE))
        match_retire(match, arbiter, -1);
    if (arbiter->state == ENGINE_OFF)
        engine_launch(arbiter, &match->settings->arbiter, match->game_name, slot_cpus(match, slot),
                      match->trace);
}

static void slot_begin(struct match *match, struct slot *slot, int64_t id)
{
    assert(!slot->busy && id >= 1 && id <= match->total);
    const struct fixture fixture = schedule_fixture(match->settings, match->players, id);
    slot_clear(match, slot, &fixture);
    slot_ready_arbiter(match, slot);
    struct engine *first = slot_ready_engine(match, slot, fixture.first);
    struct engine *second = fixture.second < 0 ? NULL : slot_ready_engine(match, slot, fixture.second);
    game_begin(&slot->game, match->settings, &match->openings, &fixture, &slot->arbiter, first, second);
    slot->busy = true;
}

/* The next game of the schedule that is not played; 0: none. */
static int64_t match_take_next(struct match *match)
{
    assert(match->next >= 1);
    if (match->far != NULL)
        return far_next_game(match);
    while (match->next <= match->total && match->played[match->next])
        match->next++;
    if (match->next > match->total)
        return 0;
    match->played[match->next] = true;
    return match->next++;
}

/* The second game of a pair is for those who have the two processes already, unless others would be idle for it. */
static void slot_keep_second(struct match *match, struct slot *slot, int64_t id)
{
    assert(slot->kept == 0);
    bool first = match->players == 2 && match->settings->games == 2 && id % 2 == 1;
    if (!first || match->far != NULL || match->played[id + 1] ||
        match->total - id < 2 * match->settings->concurrency)
        return;
    slot->kept = id + 1;
    match->played[slot->kept] = true;
}

static int64_t slot_take_next(struct match *match, struct slot *slot)
{
    int64_t id = slot->kept > 0 ? slot->kept : match_take_next(match);
    if (id == slot->kept)
        slot->kept = 0;
    else if (id > 0)
        slot_keep_second(match, slot, id);
    return id;
}

void match_fill(struct match *match)
{
    for (int64_t i = 0; i < match->settings->concurrency && !match->stopping; i++) {
        struct slot *slot = &match->slots[i];
        int64_t id = slot->busy ? 0 : slot_take_next(match, slot);
        if (id == 0)
            continue;
        slot->tries = 0;
        slot_begin(match, slot, id);
    }
}

/* -- ending a game -- */

/* How the engines call themselves, and what they remarked. */
static void match_identify(struct match *match, const struct slot *slot)
{
    assert(slot->engines[0].state != ENGINE_OFF || slot->engines[1].state != ENGINE_OFF);
    for (int i = 0; i < 2; i++) {
        const struct engine *engine = &slot->engines[i];
        if (engine->state != ENGINE_OFF && engine->id_name[0] != '\0')
            match_keep_identity(match, slot->entrants[i], engine->id_name);
        if (engine->state != ENGINE_OFF && engine->remark[0] != '\0')
            match_pass_on(match, slot->entrants[i], engine->remark);
    }
}

static void match_record(struct match *match, struct slot *slot)
{
    assert(slot->game.phase == PHASE_OVER);
    if (match->far != NULL)
        far_take_game(match, slot);
    else
        match_keep(match, &slot->game.record);
    match_identify(match, slot);
}

static void match_fail(struct match *match, const char *what)
{
    fprintf(stderr, "panj-referee: %s\n", what);
    match->status = STATUS_ERROR;
    match->stopping = true;
}

/* The arbiter has failed: the game is played again with another process, a few times. */
static void match_mend(struct match *match, struct slot *slot)
{
    assert(slot->game.phase == PHASE_BROKEN);
    struct game *game = &slot->game;
    int64_t id = game->record.fixture.id;
    if (!game->arbiter_failed || ++slot->tries >= ARBITER_TRIES || match->stopping) {
        match_fail(match, game->trouble);
        return;
    }
    struct incident incident = {.entrant = -1, .verdict = slot->arbiter.fault};
    snprintf(incident.what, sizeof incident.what, "game %" PRId64 " begins again: %.180s", id, game->trouble);
    match_note_incident(match, &incident);
    game_free(game);
    slot_begin(match, slot, id);
}

static void slot_end(struct match *match, struct slot *slot)
{
    assert(game_is_over(&slot->game));
    slot->busy = false;
    if (slot->game.phase == PHASE_OVER)
        match_record(match, slot);
    else
        match_mend(match, slot);
    if (!slot->busy)
        game_free(&slot->game);
}

void slot_step(struct match *match, struct slot *slot, int64_t now)
{
    struct engine *const engines[] = {&slot->arbiter, &slot->engines[0], &slot->engines[1]};
    for (int i = 0; i < 3; i++)
        engine_step(engines[i], now);
    if (!slot->busy)
        return;
    for (int i = 1; i < 3; i++) /* he has closed the terminal */
        if (engines[i]->state == ENGINE_FAILED && engines[i]->entrant->person)
            wire_end();
    game_step(&slot->game);
    if (game_is_over(&slot->game))
        slot_end(match, slot);
}

bool match_is_busy(const struct match *match)
{
    for (int64_t i = 0; i < match->settings->concurrency; i++)
        if (match->slots[i].busy)
            return true;
    return false;
}
