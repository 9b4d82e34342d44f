#include "adapters/referee/tryout.h"

#include <assert.h>

#include "adapters/referee/engine.h"
#include "adapters/wire/wire.h"

enum { GRACE = WIRE_SECOND / 2 }; /* to leave; one that stays is killed, and blamed for it in its games */

static bool greets(struct engine *engine)
{
    assert(engine->state == ENGINE_GREETING || engine->state == ENGINE_FAILED);
    while (engine->state == ENGINE_GREETING) {
        wire_wait(&engine->wire, 1, engine->deadline);
        engine_step(engine, wire_clock());
    }
    return engine->state != ENGINE_FAILED;
}

static bool entrant_passes(const struct entrant *entrant, const char *game_name, FILE *trace)
{
    assert(!entrant->person);
    struct engine engine = {0};
    engine_launch(&engine, entrant, game_name, 0, trace);
    bool good = greets(&engine);
    if (!good)
        fprintf(stderr, "panj-referee: engine %s: %s; no game is played\n", entrant->name, engine.what);
    struct wire *wire = engine_release(&engine);
    if (wire != NULL)
        wire_close(wire, good ? GRACE : 0);
    return good;
}

bool tryout_pass(const struct settings *settings, const char *game_name, FILE *trace)
{
    bool good = true;
    for (int i = 0; i < settings->entrant_count; i++)
        good = (settings->entrants[i].person || entrant_passes(&settings->entrants[i], game_name, trace)) &&
               good;
    return good;
}
