#include "games/konane/windows.h"

#include "games/konane/window_sums.h"

enum {
    LINES_MAX = KONANE_SIDE_MAX,
    REACH = 2, /* of a cross, to either side */
    SQUARE_BITS = 3,
    ACROSS_BITS = 4
};

/* The board in lines of at most eight cells, along its shorter side. Turning a board changes no pattern's weight. */
struct lines {
    int count;
    int places; /* in a line */
    uint32_t at[LINES_MAX];
    /* The same, each place with room for what the lines beside it have there; none stands outside. */
    uint32_t by_three[LINES_MAX + 2 * REACH];
    uint32_t by_four[LINES_MAX + 2 * REACH];
};

/* Eight bits with gaps between them, so that each stands at `stride` times its place. */
static inline uint32_t spread(uint32_t bits, int stride, uint32_t fours, uint32_t twos, uint32_t ones)
{
    bits = (bits | bits << 4 * (stride - 1)) & fours;
    bits = (bits | bits << 2 * (stride - 1)) & twos;
    return (bits | bits << (stride - 1)) & ones;
}

static uint32_t column(const struct konane_board *board, uint64_t stones, int col)
{
    uint32_t bits = 0;
    for (int row = 0; row < board->rows; row++)
        bits |= (uint32_t)(stones >> (row * board->cols + col) & 1) << row;
    return bits;
}

static void cut_into_lines(const struct konane_board *board, uint64_t stones, struct lines *lines)
{
    bool by_rows = board->cols <= WINDOW_PLACES;
    lines->count = by_rows ? board->rows : board->cols;
    lines->places = by_rows ? board->cols : board->rows;
    assert(lines->places <= WINDOW_PLACES && lines->count <= LINES_MAX);
    for (int i = 0; i < REACH; i++) {
        lines->by_three[i] = lines->by_three[lines->count + REACH + i] = 0;
        lines->by_four[i] = lines->by_four[lines->count + REACH + i] = 0;
    }
    for (int i = 0; i < lines->count; i++) {
        uint32_t bits = by_rows ? (uint32_t)(stones >> i * board->cols) & ((1U << board->cols) - 1)
                                : column(board, stones, i);
        lines->at[i] = bits;
        lines->by_three[i + REACH] = spread(bits, SQUARE_BITS, 0x00F00F, 0x0C30C3, 0x249249);
        lines->by_four[i + REACH] = spread(bits, ACROSS_BITS, 0x000F000F, 0x03030303, 0x11111111);
    }
}

/* How many lines, or places, there are beside the one at `index` of `count`, no more than the reach. */
static inline int before(int index)
{
    return index < REACH ? index : REACH;
}

static inline int behind(int index, int count)
{
    return before(count - 1 - index);
}

static inline int square_cut(int index, int count)
{
    return 2 * (index > 0) + (index < count - 1);
}

static inline int cross_cut(int index, int count)
{
    return (REACH + 1) * before(index) + behind(index, count);
}

/* All windows whose middle is in one line; those of every second place belong to the other side. */
static inline __attribute__((always_inline)) struct konane_outlook look_along(const struct lines *lines,
                                                                              int line, int places)
{
    static const uint8_t across_at[WINDOW_CROSSES] = {0, 1, 3, 7, 9, 13, 21, 25, 33}; /* by cross_cut() */
    assert(line >= 0 && line < lines->count && places == lines->places);
    const uint32_t *three = &lines->by_three[line + REACH];
    const uint32_t *four = &lines->by_four[line + REACH];
    const int16_t(*squares)[WINDOW_SQUARE] = window_squares[square_cut(line, lines->count)];
    int begin = across_at[cross_cut(line, lines->count)];
    uint64_t square = (uint64_t)(three[-1] | three[0] << 1 | three[1] << 2) << SQUARE_BITS;
    uint32_t across = (four[-2] | four[-1] << 1 | four[1] << 2 | four[2] << 3) >> (REACH - before(line));
    uint32_t along = lines->at[line] << REACH;
    struct konane_outlook outlook = {0, 0};
    for (int i = 0; i < places; i++) {
        int sign = i % 2 == 0 ? 1 : -1;
        uint32_t beside = across >> ACROSS_BITS * i & ((1U << ACROSS_BITS) - 1);
        const int16_t *crosses = window_crosses[cross_cut(i, places)][begin + (int)beside];
        outlook.squares +=
            sign * squares[square_cut(i, places)][square >> SQUARE_BITS * i & (WINDOW_SQUARE - 1)];
        outlook.crosses += sign * crosses[along >> i & (WINDOW_ALONG - 1)];
    }
    return outlook;
}

static inline __attribute__((always_inline)) struct konane_outlook look_at(const struct lines *lines,
                                                                           int places, bool is_black)
{
    struct konane_outlook sum = {0, 0};
    for (int i = 0; i < lines->count; i++) {
        struct konane_outlook outlook = look_along(lines, i, places);
        int sign = (i % 2 == 0) == is_black ? 1 : -1;
        sum.squares += sign * outlook.squares;
        sum.crosses += sign * outlook.crosses;
    }
    return sum;
}

struct konane_outlook konane_windows_outlook(const struct konane_board *board, uint64_t stones,
                                             enum konane_side side)
{
    struct lines lines;
    assert((stones & ~board->cells) == 0);
    cut_into_lines(board, stones, &lines);
    bool is_black = side == KONANE_BLACK;
    return lines.places == WINDOW_PLACES ? look_at(&lines, WINDOW_PLACES, is_black) /* all known beforehand */
                                         : look_at(&lines, lines.places, is_black);
}
