/* A random map of 10x10: rocks on 12 of a hundred cells, everything else reached by the hen if pigs and queen were
 * ground. */
#include "base/scatter.h"
#include "games/angry/angry.h"

enum { SIDE = 10, ROCKS = 12 };

static void put(struct scatter *scatter, char letter[SIDE * SIDE], char what, int count)
{
    while (count-- > 0)
        letter[scatter_take(scatter)] = what;
}

void angry_random_rows(int64_t seed, int eggs, int pigs, bool bird, char text[ANGRY_RANDOM_TEXT])
{
    assert(eggs >= 0 && eggs <= ANGRY_RANDOM_MAX && pigs >= 0 && pigs <= ANGRY_RANDOM_MAX);
    struct scatter scatter = scatter_begin(seed, SIDE, SIDE);
    char letter[SIDE * SIDE] = "";
    scatter_walls(&scatter, ROCKS, false, 3 + eggs + pigs + bird);
    put(&scatter, letter, 'H', 1);
    put(&scatter, letter, 'Q', 1);
    put(&scatter, letter, 'S', 1);
    put(&scatter, letter, 'E', eggs);
    put(&scatter, letter, 'P', pigs);
    put(&scatter, letter, 'B', bird);
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        if (cell > 0 && cell % SIDE == 0)
            *text++ = '/';
        *text++ = letter[cell] != '\0' ? letter[cell] : scatter.wall[cell] ? 'R' : 'T';
    }
    *text = '\0';
}
