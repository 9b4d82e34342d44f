#include "adapters/referee/match.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/referee/match_parts.h"
#include "adapters/referee/schedule.h"
#include "adapters/referee/tryout.h"
#include "adapters/wire/ending.h"

/* -- what is kept -- */

void match_note_incident(struct match *match, const struct incident *incident)
{
    match->incidents++;
    progress_incident(&match->progress, incident, 0);
    if (!store_put_incident(&match->store, incident))
        match->status = STATUS_ERROR;
}

static void match_check_sprt(struct match *match)
{
    const struct sprt_settings *sprt = &match->settings->sprt;
    if (sprt->on &&
        sprt_decide(sprt, sprt_ratio(&match->tally.leading, sprt->elo0, sprt->elo1)) != SPRT_GOES_ON)
        match->stopping = true;
}

void match_keep_identity(struct match *match, int entrant, const char *id_name)
{
    assert(entrant >= 0 && entrant < match->settings->entrant_count);
    if (match->identified[entrant])
        return;
    match->identified[entrant] = true;
    store_put_identity(&match->store, entrant, id_name);
}

void match_pass_on(struct match *match, int entrant, const char *remark)
{
    assert(entrant >= 0 && entrant < match->settings->entrant_count);
    if (!match->remarked[entrant])
        progress_remark(&match->progress, entrant, remark);
    match->remarked[entrant] = true;
}

void match_keep(struct match *match, const struct record *record)
{
    assert(record->fixture.id >= 1 && record->fixture.id <= match->total);
    match->incidents += record->incident_count;
    if (!store_put_game(&match->store, record) ||
        !tally_add(&match->tally, &record->fixture, record->outcome, record->verdict, record->score)) {
        match->status = STATUS_ERROR;
        match->stopping = true;
    }
    progress_game(&match->progress, record);
    match_check_sprt(match);
}

/* -- the loop -- */

enum { WIRES_MAX = 3 * CONCURRENCY_MAX + LEAVING_MAX };

struct watch {
    struct wire *wires[WIRES_MAX];
    int count;
    int64_t deadline;
};

static void watch_add(struct watch *watch, struct wire *wire, int64_t deadline)
{
    assert(watch->count < WIRES_MAX);
    if (wire == NULL)
        return;
    watch->wires[watch->count++] = wire;
    if (deadline < watch->deadline)
        watch->deadline = deadline;
}

static void match_wait(struct match *match, int64_t now)
{
    struct watch watch = {.deadline = now + WIRE_SECOND / 4}; /* for the progress line, and for Ctrl-C */
    for (int64_t i = 0; i < match->settings->concurrency; i++) {
        struct slot *slot = &match->slots[i];
        watch_add(&watch, slot->arbiter.wire, slot->arbiter.deadline);
        watch_add(&watch, slot->engines[0].wire, slot->engines[0].deadline);
        watch_add(&watch, slot->engines[1].wire, slot->engines[1].deadline);
    }
    for (int i = 0; i < LEAVING_MAX; i++)
        watch_add(&watch, match->leavers[i].wire, match->leavers[i].deadline);
    wire_wait(watch.wires, watch.count, watch.deadline);
}

static void match_show(struct match *match, int64_t now)
{
    if (!live_is_due(&match->live, now))
        return;
    for (int64_t i = 0; i < match->settings->concurrency; i++)
        if (match->slots[i].busy)
            live_show(&match->live, (int)i, &match->slots[i].game, now);
}

static void match_turn(struct match *match)
{
    match_wait(match, wire_clock());
    int64_t now = wire_clock();
    for (int64_t i = 0; i < match->settings->concurrency; i++)
        slot_step(match, &match->slots[i], now);
    match_step_leavers(match, now);
    if (match->far != NULL)
        far_turn(match);
    progress_tick(&match->progress, now);
    match_show(match, now);
}

/* Running games that nobody will finish are dropped: they are not in the store, and played again
 * next time. */
static void match_abandon(struct match *match)
{
    assert(match->slots != NULL);
    for (int64_t i = 0; i < match->settings->concurrency; i++) {
        struct slot *slot = &match->slots[i];
        if (slot->busy)
            game_free(&slot->game);
        slot->busy = false;
        match_retire(match, &slot->arbiter, -1);
        for (int k = 0; k < 2; k++)
            match_retire(match, &slot->engines[k], slot->entrants[k]);
    }
    while (match_has_leavers(match))
        match_turn(match);
}

bool match_heed_interrupt(struct match *match)
{
    if (!wire_is_ending())
        return false;
    match->stopping = true;
    match->status = STATUS_STOPPED;
    return true;
}

static void match_play(struct match *match)
{
    match_check_sprt(match);
    match_heed_interrupt(match);
    match_fill(match);
    while ((match_is_busy(match) || match->far != NULL) && !match->stopping) {
        match_turn(match);
        match_heed_interrupt(match);
        match_fill(match);
    }
}

/* -- before and after -- */

/* Waits until the arbiter is idle; only before the first game. */
static bool arbiter_is_ready(struct engine *arbiter)
{
    while (arbiter->state != ENGINE_IDLE && arbiter->state != ENGINE_FAILED) {
        wire_wait(&arbiter->wire, 1, arbiter->deadline);
        engine_step(arbiter, wire_clock());
    }
    if (arbiter->state == ENGINE_FAILED)
        fprintf(stderr, "panj-referee: arbiter: %s\n", arbiter->what);
    return arbiter->state == ENGINE_IDLE;
}

/* Asks how many play the game that begins with the first opening. False: no answer is to be had. */
static bool match_ask_arbiter(struct match *match, struct engine *arbiter)
{
    const char *moves;
    char *setup = openings_setup(&match->openings, match->settings->openings.start, &moves);
    bool good = setup != NULL && arbiter_is_ready(arbiter);
    if (good) {
        engine_ask(arbiter, setup, strlen(setup), "query players\n", 1);
        good = arbiter_is_ready(arbiter);
    }
    free(setup);
    return good;
}

/* How many play the game; an arbiter that does not know the question is taken to mean two. */
static bool match_ask_players(struct match *match)
{
    struct engine *arbiter = &match->slots[0].arbiter;
    slot_ready_arbiter(match, &match->slots[0]);
    bool good = match_ask_arbiter(match, arbiter);
    if (good && arbiter->refused && openings_other_key(&match->openings))
        good = match_ask_arbiter(match, arbiter);
    if (good && arbiter->refused) {
        fprintf(stderr, "panj-referee: %s, opening %" PRId64 ": the arbiter says: %s\n",
                match->settings->game, match->settings->openings.start, arbiter->refusal);
        return false;
    }
    match->players = good && strcmp(arbiter->answers[0], "1") == 0 ? 1 : 2;
    return good;
}

static bool match_take_stored(void *context, const struct stored_game *game)
{
    assert(game->fixture.id >= 1);
    struct match *match = context;
    if (game->fixture.id > match->total)
        return true;
    match->played[game->fixture.id] = true;
    return tally_add(&match->tally, &game->fixture, game->outcome, game->verdict, game->score);
}

static bool match_open_trace(struct match *match)
{
    if (match->settings->debug == NULL)
        return true;
    match->trace = fopen(match->settings->debug, "w");
    if (match->trace == NULL)
        perror(match->settings->debug);
    return match->trace != NULL;
}

static bool match_prepare(struct match *match)
{
    const struct settings *settings = match->settings;
    snprintf(match->game_name, sizeof match->game_name, "%.*s", (int)strcspn(settings->game, " "),
             settings->game);
    match->slots = calloc((size_t)settings->concurrency, sizeof *match->slots);
    if (match->slots == NULL || !match_open_trace(match) || !openings_load(&match->openings, settings) ||
        !match_ask_players(match) ||
        !(settings->untried || tryout_pass(settings, match->game_name, match->trace)))
        return false;
    if (match->players == 2 && settings->entrant_count < 2) {
        fputs("panj-referee: this game needs two engines\n", stderr);
        return false;
    }
    match->total = schedule_count(settings, match->players);
    match->played = calloc((size_t)match->total + 1, sizeof *match->played);
    tally_start(&match->tally, settings->games, match->players == 1);
    if (match->played == NULL || !store_open_match(&match->store, settings, match->players) ||
        !store_each_game(&match->store, match_take_stored, match) ||
        (settings->database != NULL && !live_open(&match->live, match->store.database)))
        return false;
    match->next = 1;
    progress_start(&match->progress, settings, &match->tally, match->total, match->store.resumed);
    return true;
}

static void match_free(struct match *match)
{
    for (int64_t i = 0; match->slots != NULL && i < match->settings->concurrency; i++) {
        engine_free(&match->slots[i].arbiter);
        engine_free(&match->slots[i].engines[0]);
        engine_free(&match->slots[i].engines[1]);
    }
    live_close(&match->live);
    if (match->store.database != NULL)
        store_close(&match->store);
    if (match->trace != NULL)
        fclose(match->trace);
    openings_free(&match->openings);
    tally_free(&match->tally);
    free(match->slots);
    free(match->played);
}

/* Here, or as what it is in a match on many machines. */
static void match_go(struct match *match)
{
    if (match->settings->queue != NULL && !match->settings->works)
        far_collect(match);
    else
        match_play(match);
    match_abandon(match);
}

int match_run(struct settings *settings)
{
    struct match match = {.settings = settings};
    wire_heed_ending();
    match.status = far_join(&match, settings) && match_prepare(&match) ? STATUS_DONE : STATUS_ERROR;
    if (match.status == STATUS_DONE) {
        match_go(&match);
        if (!settings->works)
            progress_end(&match.progress, match.status == STATUS_STOPPED);
        if (settings->strict && match.incidents > 0 && match.status == STATUS_DONE)
            match.status = STATUS_ERROR;
    }
    far_leave(&match);
    match_free(&match);
    return match.status;
}
