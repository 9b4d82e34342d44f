#include "games/konane/symmetry.h"

#include "games/konane/jumps.h"

enum { MIRROR_ROWS = 1, MIRROR_COLS = 2, TRANSPOSE = 4, TRANSFORMS = 8 };

static int image_of_cell(const struct konane_board *board, int transform, int cell)
{
    int row = cell / board->cols;
    int col = cell % board->cols;
    if ((transform & MIRROR_ROWS) != 0)
        row = board->rows - 1 - row;
    if ((transform & MIRROR_COLS) != 0)
        col = board->cols - 1 - col;
    return (transform & TRANSPOSE) != 0 ? col * board->cols + row : row * board->cols + col;
}

static uint64_t image_of_set(const struct konane_board *board, int transform, uint64_t set)
{
    uint64_t image = 0;
    for (; set != 0; set &= set - 1)
        image |= bits_of(image_of_cell(board, transform, bits_lowest(set)));
    return image;
}

static void fill_map(struct symmetry_map *map, const struct konane_board *board, int transform)
{
    for (int byte = 0; byte < SYMMETRY_BYTES; byte++)
        for (uint64_t value = 0; value < SYMMETRY_VALUES; value++)
            map->to[byte][value] = image_of_set(board, transform, value << 8 * byte & board->cells);
}

static void add_transform(struct symmetry *symmetry, const struct konane_board *board, int transform)
{
    assert(symmetry->count < SYMMETRY_MAX);
    symmetry->has |= 1U << transform;
    fill_map(&symmetry->keep[symmetry->count++], board, transform);
}

/* One is enough: any other is this one and then one that keeps the colours. */
static void add_swap(struct symmetry *symmetry, const struct konane_board *board, int transform)
{
    assert(image_of_set(board, transform, board->black) == (board->cells & ~board->black));
    if (!symmetry->swaps)
        fill_map(&symmetry->swap, board, transform);
    symmetry->swaps = true;
}

void konane_symmetry_widen(struct symmetry *symmetry, const struct konane_board *board, uint64_t stones)
{
    for (int transform = 1; transform < TRANSFORMS; transform++) {
        if (((transform & TRANSPOSE) != 0 && board->rows != board->cols) ||
            image_of_set(board, transform, stones) != stones)
            continue;
        uint64_t black = image_of_set(board, transform, board->black);
        if (black != board->black)
            add_swap(symmetry, board, transform);
        else if ((symmetry->has >> transform & 1) == 0)
            add_transform(symmetry, board, transform);
    }
}
