#include "solve/effort.h"

#include <assert.h>

enum {
    PATIENCE = 6,         /* expectations are believed when they are so many times more than the share */
    TELLING = 500,        /* microseconds of work that say something of the pace */
    TURN_MOST = 400000,   /* microseconds: the search must say something within a second */
    TURN_UNTIMED = 50000, /* without a clock; both turns grow */
    TRY_PART = 16         /* of the share, to see how fast it goes */
};

void pace_learn(struct pace *pace, uint64_t nodes, int64_t microseconds)
{
    if (microseconds < TELLING)
        return;
    pace->nodes = pace->nodes / 2 + (double)nodes;
    pace->microseconds = pace->microseconds / 2 + (double)microseconds;
    assert(pace->microseconds > 0);
}

double pace_nodes(const struct pace *pace, int64_t microseconds)
{
    assert(microseconds >= 0);
    return pace->microseconds > 0 ? (double)microseconds * pace->nodes / pace->microseconds : 0;
}

static int64_t share_of_time(const struct purse *purse)
{
    assert(purse->time >= 0);
    return purse->time == INT64_MAX ? INT64_MAX : purse->time / 100 * EFFORT_SHARE_PERCENT;
}

uint64_t effort_nodes(const struct purse *purse)
{
    uint64_t nodes = purse->nodes;
    uint64_t rest = nodes % 100 * EFFORT_SHARE_PERCENT / 100;
    return nodes == UINT64_MAX ? UINT64_MAX : nodes / 100 * EFFORT_SHARE_PERCENT + rest;
}

bool effort_is_hopeless(const struct purse *purse, double nodes_expected, bool sure, const struct pace *pace)
{
    double patience = sure ? 1 : PATIENCE;
    if (nodes_expected > patience * (double)effort_nodes(purse))
        return true;
    if (purse->time == INT64_MAX || pace->microseconds <= 0)
        return false;
    return nodes_expected > patience * pace_nodes(pace, share_of_time(purse));
}

int64_t effort_first_turn(const struct purse *purse, bool is_tried)
{
    if (purse->time == INT64_MAX)
        return purse->nodes == UINT64_MAX ? TURN_UNTIMED : INT64_MAX;
    int64_t share = share_of_time(purse) / (is_tried ? TRY_PART : 1);
    return share < 1 ? 1 : share < TURN_MOST ? share : TURN_MOST;
}
