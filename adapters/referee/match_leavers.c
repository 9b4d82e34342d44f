/* Processes that leave a match: they have a moment after quit, and nobody waits for them. */
#include <assert.h>
#include <stdio.h>

#include "adapters/referee/match_parts.h"

enum { LEAVING_GRACE = 2 * WIRE_SECOND };

static struct leaver *leaver_free_place(struct match *match)
{
    for (int i = 0; i < LEAVING_MAX; i++)
        if (match->leavers[i].wire == NULL)
            return &match->leavers[i];
    return NULL;
}

void match_retire(struct match *match, struct engine *engine, int entrant)
{
    assert(engine->state != ENGINE_OFF || engine->wire == NULL);
    if (engine->wire == NULL || engine->entrant->person) {
        engine_free(engine);
        return;
    }
    bool failed = engine->state == ENGINE_FAILED;
    struct leaver *leaver = leaver_free_place(match);
    struct wire *wire = engine_release(engine);
    if (leaver == NULL) {
        wire_free(wire);
        return;
    }
    if (failed)
        wire_kill(wire);
    else
        wire_write(wire, "quit\n", 5);
    wire_end_input(wire);
    *leaver = (struct leaver){wire, entrant, failed ? WIRE_FOREVER : wire_clock() + LEAVING_GRACE};
}

static void leaver_kill(struct match *match, struct leaver *leaver)
{
    assert(leaver->wire != NULL);
    struct incident incident = {.entrant = leaver->entrant, .verdict = VERDICT_STALL};
    snprintf(incident.what, sizeof incident.what, "ignored quit, killed");
    wire_kill(leaver->wire);
    leaver->deadline = WIRE_FOREVER;
    match_note_incident(match, &incident);
}

static void leaver_step(struct match *match, struct leaver *leaver, int64_t now)
{
    assert(leaver->wire != NULL);
    struct wire_line line;
    while (wire_next(leaver->wire, &line) == WIRE_LINE)
        continue;
    if (wire_is_gone(leaver->wire)) {
        wire_free(leaver->wire);
        leaver->wire = NULL;
    } else if (now >= leaver->deadline) {
        leaver_kill(match, leaver);
    }
}

bool match_has_leavers(const struct match *match)
{
    for (int i = 0; i < LEAVING_MAX; i++)
        if (match->leavers[i].wire != NULL)
            return true;
    return false;
}

void match_step_leavers(struct match *match, int64_t now)
{
    for (int i = 0; i < LEAVING_MAX; i++)
        if (match->leavers[i].wire != NULL)
            leaver_step(match, &match->leavers[i], now);
}
