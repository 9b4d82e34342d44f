#include "adapters/gems/table.h"

#include <assert.h>

enum { HIT = 20 };

void table_begin(struct table *table, const struct state *start)
{
    assert(start->players >= 1 && start->players <= PLAYERS);
    *table = (struct table){.state = *start};
}

/* Who is hit loses 20 and stands still; the one who hits in vain stands still too, and pays for the step. */
static void table_count_hits(struct table *table, const struct state *after)
{
    const struct state *before = &table->state;
    int who = before->side, other = 1 - who;
    if (before->players < PLAYERS)
        return;
    bool stood = before->player[who].cell == after->player[who].cell;
    bool wire = before->map.cell[before->player[who].cell] == '*';
    if (after->player[other].score == before->player[other].score - HIT)
        table->hits[other]++;
    else if (stood && !wire && after->player[who].score <= before->player[who].score - HIT)
        table->hits[who]++;
}

void table_follow(struct table *table, const struct state *after)
{
    const struct state *before = &table->state;
    int who = before->side, cell = after->player[who].cell;
    assert(after->players == before->players && after->map.rows == before->map.rows);
    assert(cell >= 0 && cell < after->map.rows * after->map.columns);
    int gem = map_gem(before->map.cell[cell]);
    if (gem > 0)
        table->gems[who][gem - 1]++;
    table->barbed[who] += cell != before->player[who].cell && after->map.cell[cell] == '*';
    table_count_hits(table, after);
    table->state = *after;
}

struct turn_line table_line(const struct table *table)
{
    struct turn_line line = {.turn = table->state.turn, .map = table->state.map};
    for (int who = 0; who < table->state.players; who++) {
        line.score[who] = table->state.player[who].score;
        line.cell[who] = table->state.player[who].cell;
        for (int kind = 0; kind < KINDS; kind++)
            line.gems[who][kind] = table->gems[who][kind];
    }
    return line;
}
