#include "adapters/gems/tracker.h"

#include <assert.h>
#include <string.h>

bool tracker_is_new_round(const struct tracker *tracker, const struct turn_line *line)
{
    return tracker->begun && line->turn <= tracker->seen.turn;
}

/* A gem whose count went up, if what he stands on does not tell: a line was missed, or the first line of the
 * second player comes after the first one's action. */
static int tracker_counted_gem(const int64_t *before, const int64_t *now)
{
    for (int kind = KINDS; kind >= 1; kind--)
        if (now[kind - 1] > before[kind - 1])
            return kind;
    return 0;
}

static void tracker_follow(struct tracker *tracker, const struct turn_line *line, int who)
{
    int cell = line->cell[who];
    assert(cell >= 0 && cell < line->map.rows * line->map.columns);
    char was = tracker->seen.map.cell[cell];
    bool taken = was != line->map.cell[cell];
    int gem = taken ? map_gem(was) : 0;
    if (gem == 0)
        gem = tracker_counted_gem(tracker->seen.gems[who], line->gems[who]);
    if (gem != 0)
        tracker->last[who] = gem;
    assert(tracker->last[who] >= 0 && tracker->last[who] <= KINDS);
    if (taken)
        tracker->keys[who] |= map_key(was);
}

void tracker_see(struct tracker *tracker, const struct turn_line *line)
{
    assert(line->map.rows == tracker->init.rows && line->map.columns == tracker->init.columns);
    if (!tracker->begun || tracker_is_new_round(tracker, line)) {
        memset(tracker->last, 0, sizeof tracker->last);
        memset(tracker->keys, 0, sizeof tracker->keys);
        memset(tracker->seen.gems, 0, sizeof tracker->seen.gems);
        tracker->seen.map = line->map;
    }
    for (int who = 0; who < tracker->init.players; who++)
        tracker_follow(tracker, line, who);
    tracker->seen = *line;
    tracker->begun = true;
}

void tracker_state(const struct tracker *tracker, struct state *state)
{
    assert(tracker->begun);
    *state = (struct state){.map = tracker->seen.map,
                            .side = tracker->init.id,
                            .turn = tracker->seen.turn,
                            .players = tracker->init.players};
    for (int who = 0; who < state->players; who++)
        state->player[who] = (struct player){tracker->seen.cell[who], tracker->seen.score[who],
                                             tracker->last[who], tracker->keys[who]};
}
