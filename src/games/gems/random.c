/* A random map: corners free, walls on 12 of a hundred cells, wire on 5, gems of random colours; every gem and corner
 * can be reached. */
#include "base/scatter.h"
#include "games/gems/gems.h"

enum { WALLS = 12, WIRE = 5 };

int gems_random_room(int rows, int columns)
{
    return rows * columns - 4;
}

static void keep_corners(struct scatter *scatter)
{
    int last = scatter->rows * scatter->columns - 1;
    scatter_keep(scatter, 0);
    scatter_keep(scatter, scatter->columns - 1);
    scatter_keep(scatter, last - scatter->columns + 1);
    scatter_keep(scatter, last);
}

static char ground(struct scatter *scatter, int cell)
{
    bool wire = scatter_chance(scatter, WIRE);
    return scatter->wall[cell] ? 'W' : wire && !scatter->taken[cell] ? '*' : 'E';
}

void gems_random_rows(int64_t seed, int rows, int columns, int gems, char text[GEMS_ROWS_TEXT])
{
    assert(rows >= 2 && columns >= 2 && gems <= gems_random_room(rows, columns));
    struct scatter scatter = scatter_begin(seed, rows, columns);
    char letter[SCATTER_CELLS] = "";
    keep_corners(&scatter);
    scatter_walls(&scatter, WALLS, true, gems);
    for (int i = 0; i < gems; i++) {
        int cell = scatter_take(&scatter);
        letter[cell] = (char)('1' + rng_below(&scatter.rng, GEMS_KINDS));
    }
    for (int cell = 0; cell < rows * columns; cell++) {
        if (cell > 0 && cell % columns == 0)
            *text++ = '/';
        char bare = ground(&scatter, cell);
        *text++ = letter[cell] == '\0' ? bare : letter[cell];
    }
    *text = '\0';
}
