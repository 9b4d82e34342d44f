#include "base/scatter.h"

#include <assert.h>
#include <string.h>

struct scatter scatter_begin(int64_t seed, int rows, int columns)
{
    assert(rows >= 1 && rows <= SCATTER_SIDE && columns >= 1 && columns <= SCATTER_SIDE);
    return (struct scatter){.rng = {rng_mix((uint64_t)seed)}, .rows = rows, .columns = columns};
}

static int scatter_cells(const struct scatter *scatter)
{
    return scatter->rows * scatter->columns;
}

void scatter_keep(struct scatter *scatter, int cell)
{
    assert(cell >= 0 && cell < scatter_cells(scatter));
    scatter->kept[cell] = scatter->taken[cell] = true;
}

bool scatter_chance(struct scatter *scatter, int per_cent)
{
    return rng_below(&scatter->rng, 100) < (uint64_t)per_cent;
}

static void draw(struct scatter *scatter, int per_cent)
{
    for (int cell = 0; cell < scatter_cells(scatter); cell++)
        scatter->wall[cell] = scatter_chance(scatter, per_cent) && !scatter->kept[cell];
}

/* The first kept cell, or the first that is no wall; -1: all are walls. */
static int first_cell(const struct scatter *scatter)
{
    int first = -1;
    for (int cell = scatter_cells(scatter) - 1; cell >= 0; cell--)
        if (!scatter->wall[cell])
            first = cell;
    for (int cell = scatter_cells(scatter) - 1; cell >= 0; cell--)
        if (scatter->kept[cell])
            first = cell;
    return first;
}

/* Adds the neighbours of `cell` to the cells to be visited; how many there are then. */
static int spread(struct scatter *scatter, int cell, bool diagonal, int *queue, int count)
{
    int row = cell / scatter->columns, column = cell % scatter->columns;
    for (int r = row - 1; r <= row + 1; r++)
        for (int c = column - 1; c <= column + 1; c++) {
            int next = r * scatter->columns + c;
            bool inside = r >= 0 && r < scatter->rows && c >= 0 && c < scatter->columns;
            if (!inside || (!diagonal && r != row && c != column) || scatter->wall[next] ||
                scatter->reached[next])
                continue;
            scatter->reached[next] = true;
            queue[count++] = next;
        }
    return count;
}

static void flood(struct scatter *scatter, bool diagonal)
{
    int queue[SCATTER_CELLS], count = 0, first = first_cell(scatter);
    memset(scatter->reached, 0, sizeof scatter->reached);
    if (first < 0)
        return;
    scatter->reached[first] = true;
    queue[count++] = first;
    for (int at = 0; at < count; at++)
        count = spread(scatter, queue[at], diagonal, queue, count);
    assert(count <= scatter_cells(scatter));
}

static bool is_enough(const struct scatter *scatter, int wanted)
{
    int room = 0;
    for (int cell = 0; cell < scatter_cells(scatter); cell++) {
        if (scatter->kept[cell] && !scatter->reached[cell])
            return false;
        room += scatter->reached[cell] && !scatter->taken[cell];
    }
    return room >= wanted;
}

void scatter_walls(struct scatter *scatter, int per_cent, bool diagonal, int wanted)
{
    enum { TRIES = 20 }; /* with each share of walls */
    assert(per_cent >= 0 && per_cent < 100 && wanted <= scatter_cells(scatter));
    for (int try = 0; per_cent >= 0; try++, per_cent -= try % TRIES == 0) {
        draw(scatter, per_cent);
        flood(scatter, diagonal);
        if (is_enough(scatter, wanted))
            return;
    }
    assert(!"a map without walls has no room for what is wanted");
}

int scatter_take(struct scatter *scatter)
{
    int cells[SCATTER_CELLS], count = 0;
    for (int cell = 0; cell < scatter_cells(scatter); cell++)
        if (scatter->reached[cell] && !scatter->taken[cell])
            cells[count++] = cell;
    assert(count > 0);
    int cell = cells[rng_below(&scatter->rng, (uint64_t)count)];
    scatter->taken[cell] = true;
    return cell;
}
