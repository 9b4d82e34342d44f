#include "adapters/referee/schedule.h"

#include <assert.h>

/* Encounters of one round. */
static int64_t encounter_count(const struct settings *settings, int players)
{
    assert(settings->entrant_count >= 1);
    int64_t entrants = settings->entrant_count;
    if (players == 1)
        return entrants;
    return settings->tournament == GAUNTLET ? entrants - 1 : entrants * (entrants - 1) / 2;
}

static int64_t games_of_encounter(const struct settings *settings, int players)
{
    return players == 1 ? 1 : settings->games;
}

int64_t schedule_count(const struct settings *settings, int players)
{
    assert(players == 1 || players == 2);
    return settings->rounds * encounter_count(settings, players) * games_of_encounter(settings, players);
}

/* Encounter k of a round robin: (0,1) (0,2) ... (1,2) ...; of a gauntlet: (0,1) (0,2) ... */
static void encounter_find(const struct settings *settings, int64_t k, int *first, int *second)
{
    assert(k >= 0 && k < encounter_count(settings, 2));
    *first = 0;
    int64_t row = settings->entrant_count - 1;
    while (settings->tournament == ROUND_ROBIN && k >= row) {
        k -= row--;
        ++*first;
    }
    *second = *first + 1 + (int)k;
    assert(*second < settings->entrant_count);
}

struct fixture schedule_fixture(const struct settings *settings, int players, int64_t id)
{
    assert(id >= 1 && id <= schedule_count(settings, players));
    int64_t encounters = encounter_count(settings, players);
    int64_t games = games_of_encounter(settings, players);
    int64_t encounter = (id - 1) / games, game = (id - 1) % games;
    int64_t round = encounter / encounters + 1;
    int64_t opening = settings->repeat ? round : (round - 1) * games + game + 1;
    struct fixture fixture = {.id = id, .round = round, .pair = encounter + 1};
    fixture.opening = opening + settings->openings.start - 1;
    if (players == 1) {
        fixture.first = (int)(encounter % encounters);
        fixture.second = -1;
        fixture.pair = round;
        return fixture;
    }
    encounter_find(settings, encounter % encounters, &fixture.first, &fixture.second);
    if ((games == 2 && game == 1) || (games == 1 && round % 2 == 0)) {
        int swap = fixture.first;
        fixture.first = fixture.second;
        fixture.second = swap;
    }
    return fixture;
}
