#include "games/konane/pattern.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "games/konane/jumps.h"
#include "games/konane/pattern_weights.h"

enum {
    IMAGES = 8,
    PATTERN_REACH = 2,
    PATTERN_CUTS = 81,   /* distances to four edges, no farther than the reach */
    PATTERN_DIAMOND = 13 /* cells */
};

struct step {
    int row, col;
};

static const struct step shapes[PATTERN_SHAPES][PATTERN_CELLS] = {
    [PATTERN_SQUARE] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 0}, {0, 1}, {1, -1}, {1, 0}, {1, 1}},
    [PATTERN_CROSS] = {{-2, 0}, {-1, 0}, {0, -2}, {0, -1}, {0, 0}, {0, 1}, {0, 2}, {1, 0}, {2, 0}},
};

/* -- classes of patterns -- */

static struct step image_of(struct step step, int image)
{
    int row = (image & 1) != 0 ? -step.row : step.row;
    int col = (image & 2) != 0 ? -step.col : step.col;
    return (image & 4) != 0 ? (struct step){col, row} : (struct step){row, col};
}

static int cell_at(const struct step shape[PATTERN_CELLS], struct step step)
{
    int cell = 0;
    while (shape[cell].row != step.row || shape[cell].col != step.col)
        cell++;
    assert(cell < PATTERN_CELLS);
    return cell;
}

static int image_of_code(const struct step shape[PATTERN_CELLS], int image, int code)
{
    int digit[PATTERN_CELLS];
    for (int cell = 0; cell < PATTERN_CELLS; cell++, code /= 3)
        digit[cell_at(shape, image_of(shape[cell], image))] = code % 3;
    int image_code = 0;
    for (int cell = PATTERN_CELLS; cell-- > 0;)
        image_code = 3 * image_code + digit[cell];
    return image_code;
}

int konane_pattern_classes(enum pattern_shape shape, uint16_t class_of[PATTERN_CODES])
{
    enum { NONE = UINT16_MAX };
    int count = 0;
    for (int code = 0; code < PATTERN_CODES; code++)
        class_of[code] = NONE;
    for (int code = 0; code < PATTERN_CODES; code++) {
        if (class_of[code] != NONE)
            continue;
        for (int image = 0; image < IMAGES; image++)
            class_of[image_of_code(shapes[shape], image, code)] = (uint16_t)count;
        count++;
    }
    assert(count == (shape == PATTERN_SQUARE ? PATTERN_SQUARES : PATTERN_CROSSES));
    return count;
}

/* -- patterns on a board -- */

/* -1: outside. */
static int cell_beside(const struct konane_board *board, int cell, struct step step)
{
    int row = cell / board->cols + step.row;
    int col = cell % board->cols + step.col;
    bool inside = row >= 0 && row < board->rows && col >= 0 && col < board->cols;
    return inside ? row * board->cols + col : -1;
}

void konane_pattern_digits(const struct konane_board *board, enum pattern_shape shape, int cell,
                           uint16_t digit[KONANE_CELLS_MAX])
{
    memset(digit, 0, KONANE_CELLS_MAX * sizeof digit[0]);
    uint16_t weight = 1;
    for (int i = 0; i < PATTERN_CELLS; i++, weight = (uint16_t)(3 * weight)) {
        int beside = cell_beside(board, cell, shapes[shape][i]);
        if (beside >= 0)
            digit[beside] = weight;
    }
}

static uint64_t diamond_of(const struct konane_board *board, int cell)
{
    uint64_t diamond = 0;
    for (int shape = 0; shape < PATTERN_SHAPES; shape++)
        for (int i = 0; i < PATTERN_CELLS; i++) {
            int beside = cell_beside(board, cell, shapes[shape][i]);
            if (beside >= 0)
                diamond |= bits_of(beside);
        }
    return diamond;
}

/* How the edge cuts the diamond. */
static int cut_of(const struct konane_board *board, int cell)
{
    int row = cell / board->cols;
    int col = cell % board->cols;
    int distance[] = {row, board->rows - 1 - row, col, board->cols - 1 - col};
    int cut = 0;
    for (int i = 0; i < 4; i++)
        cut = (PATTERN_REACH + 1) * cut + (distance[i] < PATTERN_REACH ? distance[i] : PATTERN_REACH);
    return cut;
}

/* -- the tables -- */

static void expand_weights(struct pattern *pattern, const struct konane_weights *weights)
{
    uint16_t class_of[PATTERN_CODES];
    for (int shape = 0; shape < PATTERN_SHAPES; shape++) {
        const int16_t *weight = shape == PATTERN_SQUARE ? weights->square : weights->cross;
        konane_pattern_classes((enum pattern_shape)shape, class_of);
        for (int code = 0; code < PATTERN_CODES; code++)
            pattern->weight[shape][code] = weight[class_of[code]];
    }
    pattern->weights = weights;
}

/* The table of a cell for every set of stones in its diamond. A set differs from one that came before by its
 * lowest stone. */
static void fill_sums(struct pattern *pattern, const struct konane_board *board, int cell, int16_t *sum)
{
    uint16_t code[PATTERN_SHAPES][1 << PATTERN_DIAMOND];
    int sets = 1 << bits_count(diamond_of(board, cell));
    for (int shape = 0; shape < PATTERN_SHAPES; shape++) {
        uint16_t digit[KONANE_CELLS_MAX];
        uint16_t stone[PATTERN_DIAMOND];
        konane_pattern_digits(board, (enum pattern_shape)shape, cell, digit);
        int count = 0;
        code[shape][0] = 0;
        for (uint64_t left = diamond_of(board, cell); left != 0; left &= left - 1) {
            stone[count] = digit[bits_lowest(left)];
            code[shape][0] = (uint16_t)(code[shape][0] + stone[count++]);
        }
        for (int set = 1; set < sets; set++)
            code[shape][set] = (uint16_t)(code[shape][set & (set - 1)] + stone[bits_lowest((uint64_t)set)]);
    }
    for (int set = 0; set < sets; set++)
        sum[set] = (int16_t)(pattern->weight[PATTERN_SQUARE][code[PATTERN_SQUARE][set]] +
                             pattern->weight[PATTERN_CROSS][code[PATTERN_CROSS][set]]);
}

/* The stones of a row lie side by side: one shift takes them to where they stand packed. */
static void cell_find_rows(struct pattern_cell *cell, const struct konane_board *board)
{
    uint64_t left = cell->diamond;
    int packed = 0;
    for (int row = 0; left != 0; row++) {
        int first = bits_lowest(left);
        uint64_t stones = left & ((UINT64_C(1) << board->cols) - 1) << (first - first % board->cols);
        assert(row < PATTERN_ROWS && first >= packed);
        cell->shift[row] = (uint8_t)(first - packed);
        cell->row[row] = (uint16_t)(stones >> (first - packed));
        packed += bits_count(stones);
        left ^= stones;
    }
}

static void add_cells(struct pattern *pattern, const struct konane_board *board, uint64_t cells,
                      int32_t begin_of[PATTERN_CUTS], int32_t *end)
{
    for (; cells != 0; cells &= cells - 1) {
        int cell = bits_lowest(cells);
        int32_t *begin = &begin_of[cut_of(board, cell)];
        uint64_t diamond = diamond_of(board, cell);
        if (*begin < 0) {
            *begin = *end;
            *end += 1 << bits_count(diamond);
            assert(*end <= PATTERN_SUMS);
            fill_sums(pattern, board, cell, &pattern->sum[*begin]);
        }
        pattern->at[pattern->count] = (struct pattern_cell){.diamond = diamond, .sums = (uint32_t)*begin};
        cell_find_rows(&pattern->at[pattern->count++], board);
    }
}

void konane_pattern_init(struct pattern *pattern, const struct konane_board *board,
                         const struct konane_weights *weights)
{
    int32_t begin_of[PATTERN_CUTS];
    int32_t end = 0;
    for (int cut = 0; cut < PATTERN_CUTS; cut++)
        begin_of[cut] = -1;
    if (pattern->weights != weights)
        expand_weights(pattern, weights);
    pattern->count = 0;
    add_cells(pattern, board, board->black, begin_of, &end);
    pattern->black = pattern->count;
    add_cells(pattern, board, board->cells & ~board->black, begin_of, &end);
    assert(pattern->count == bits_count(board->cells));
}

/* -- the value -- */

/* Which cells of its diamond have stones, one bit each. */
static inline uint64_t pack_stones(const struct pattern_cell *cell, uint64_t stones)
{
#ifdef __BMI2__
    return _pext_u64(stones, cell->diamond);
#else
    uint64_t packed = 0;
    for (int row = 0; row < PATTERN_ROWS; row++)
        packed |= stones >> cell->shift[row] & cell->row[row];
    return packed;
#endif
}

static inline int sum_over(const struct pattern *pattern, uint64_t stones, int from, int to)
{
    int sum = 0;
    for (int i = from; i < to; i++) {
        const struct pattern_cell *cell = &pattern->at[i];
        sum += pattern->sum[cell->sums + pack_stones(cell, stones)];
    }
    return sum;
}

int konane_pattern_value(const struct pattern *pattern, uint64_t stones, enum konane_side side)
{
    int black = sum_over(pattern, stones, 0, pattern->black);
    int white = sum_over(pattern, stones, pattern->black, pattern->count);
    return pattern->weights->tempo + (side == KONANE_BLACK ? black - white : white - black);
}
