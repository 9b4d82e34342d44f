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

static void add_transform(struct symmetry *symmetry, const struct konane_board *board, int transform)
{
    assert(symmetry->count < SYMMETRY_MAX);
    int index = symmetry->count++;
    symmetry->has |= 1U << transform;
    for (int byte = 0; byte < SYMMETRY_BYTES; byte++)
        for (uint64_t value = 0; value < SYMMETRY_VALUES; value++)
            symmetry->image[index][byte][value] =
                image_of_set(board, transform, value << 8 * byte & board->cells);
}

void konane_symmetry_widen(struct symmetry *symmetry, const struct konane_board *board, uint64_t stones)
{
    for (int transform = 1; transform < TRANSFORMS; transform++) {
        if ((transform & TRANSPOSE) != 0 && board->rows != board->cols)
            continue;
        if ((symmetry->has >> transform & 1) == 0 &&
            image_of_set(board, transform, board->black) == board->black &&
            image_of_set(board, transform, stones) == stones)
            add_transform(symmetry, board, transform);
    }
}
